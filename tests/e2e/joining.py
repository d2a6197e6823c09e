"""People who sit down at a table of any game, each with a phone that holds a seat or several."""

from __future__ import annotations

from typing import Any, Protocol

from playwright.sync_api import Browser, Page

from companion.games import Json
from tests.e2e.phone import Phone, context


class Served(Protocol):
    """A table under an address: a host of its own, or one in this process."""

    @property
    def url(self) -> str:
        """Where it answers."""


def state(page: Page, host: Served, seat: str = "") -> Json:
    """What this browser is told."""
    told: Json = page.request.get(f"{host.url}/api/state?seat={seat}" if seat else f"{host.url}/api/state").json()
    return told


def join(host: Served, browser: Browser, *seats: str, names: dict[str, str] | None = None, **size: Any) -> Phone:
    """A phone that holds these seats, on its page; without names they are called as their seats."""
    phone = Phone(context(browser, **size).new_page(), host.url)
    code = state(phone.page, host)["code"]
    for seat in seats:
        told = {"code": code, "seat": seat, "name": names[seat] if names else seat.title()}
        assert phone.page.request.post(f"{host.url}/api/join", data=told).ok
    phone.page.goto(f"{host.url}/play")
    return phone
