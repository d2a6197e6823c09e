"""Three phones round one table, brought quickly to any point of the planned game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from playwright.sync_api import Browser, expect

from companion.games import Json
from companion.web.auth import COOKIE
from tests.e2e.phone import Phone, context
from tests.e2e.planner import Planned, Step
from tests.e2e.programs import Host

NAMES = {"red": "Anna", "black": "Björn", "white": "Çelik"}


class Round:
    """Phones by seat; what is not under test is done through the API with each phone's own cookie."""

    def __init__(
        self,
        host: Host,
        browser: Browser,
        seats: dict[str, str] = NAMES,
        tokens: dict[str, str] | None = None,
        **more: Any,
    ) -> None:
        """``tokens`` are those of seats that were taken before."""
        self.host = host
        self.phones: dict[str, Phone] = {}
        self._ids = count(1)
        self.names = seats
        for seat in seats:
            self.phones[seat] = Phone(context(browser, **more).new_page(), host.url)
            if tokens is None:
                self.join(seat)
            else:
                cookie = {"name": COOKIE, "value": tokens[seat], "url": host.url}
                self.phones[seat].page.context.add_cookies([cookie])

    def join(self, seat: str) -> None:
        """Take a seat without its page."""
        told = {"code": self.state()["code"], "seat": seat, "name": self.names[seat]}
        self.post(seat, "/api/join", told)

    def open(self, *seats: str) -> None:
        """Open the seat pages."""
        for seat in seats or self.phones:
            self.phones[seat].page.goto(f"{self.host.url}/play")

    def page(self, seat: str) -> Any:
        """The page of a seat."""
        return self.phones[seat].page

    def state(self, seat: str | None = None) -> Json:
        """The state as a seat's phone is sent it."""
        phone = self.phones[seat or next(iter(self.phones))]
        told: Json = phone.page.request.get(f"{self.host.url}/api/state").json()
        return told

    def post(self, seat: str, path: str, message: Json, status: int = 200) -> Json:
        """One message from a seat's phone."""
        answer = self.phones[seat].page.request.post(self.host.url + path, data=message)
        assert answer.status == status, f"{path}: {answer.status} {answer.text()}"
        told: Json = answer.json()
        return told

    def command(self, seat: str, action: Json) -> Json:
        """The command that a tap would send now."""
        told = self.state(seat)
        question = told["question"][seat]
        request = f"round.{next(self._ids)}"
        return {"seq": told["seq"], "question": question, "request": request, "seat": seat, "action": action}

    def act(self, seat: str, action: Json) -> Json:
        """An action without its tap."""
        return self.post(seat, "/api/act", self.command(seat, action))

    def play(self, planned: Planned, until: Callable[[Step], bool]) -> Step:
        """Play the planned game up to the first step that is asked for, which is not done; returns it."""
        for step in planned.steps:
            if until(step):
                return step
            self.act(step.seat, step.action)
        raise AssertionError("there is no such step in the planned game")

    def shown(self, *seats: str) -> None:
        """Wait until the pages show the present state."""
        seq = self.state()["seq"]
        for seat in seats or self.phones:
            self.phones[seat].shows(seq)
            expect(self.page(seat).locator("body[data-busy]")).to_have_count(0)

    def faults(self) -> list[str]:
        """What went wrong in any page."""
        return [fault for phone in self.phones.values() for fault in phone.faults]

    def close(self) -> None:
        """Close every phone."""
        for phone in self.phones.values():
            phone.page.context.close()
