"""One host, one run, three games: the toy game, Die drei Magier and Die wandelnden Türme, each begun and played on."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from companion.games import Json
from tests.e2e.programs import Host
from tests.e2e.test_other_games import TOY, join, serving, state
from tests.e2e.towers import Taps


def evening(host: Host, page: Page, game: str) -> None:
    """Everybody gets up, and the owner begins another game."""
    for seat in seats(page, host):
        assert page.request.post(f"{host.url}/api/leave", data={"request": f"{game}.{seat}", "seat": seat}).ok
    page.goto("about:blank")
    token = (host.data / "tokens" / "host.token").read_text().strip()
    body = {"seq": state(page, host)["seq"], "request": f"evening.{game}", "options": {"game": game}}
    headers = {"Authorization": f"Bearer {token}"}
    answer = page.request.post(f"{host.url}/api/evening", data=body, headers=headers)
    assert answer.ok, answer.text()


def seats(page: Page, host: Host) -> list[str]:
    """The seats of the game on the table."""
    told: Json = state(page, host)
    return list(told["seats"])


def test_three_games_are_played_on_one_host_in_one_run(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "table", "toy", TOY, ("north", "east", "south")) as host:
        toy = join(host, browser, "north", "east", "south")
        toy.page.locator("[data-uncover]").first.tap()
        picked = toy.page.locator("#actions [data-act]").first
        expect(picked).to_be_visible()
        before = state(toy.page, host)["seq"]
        picked.tap()
        toy.page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
        evening(host, toy.page, "dreimagier")
        magicians = join(host, browser, *seats(toy.page, host))
        for wand in ("red", "black", "white"):
            magicians.page.locator(f'[data-pad] [data-key="pad-{wand}-1"]').tap()
        expect(magicians.page.locator("#history")).to_contain_text("wirft")
        evening(host, magicians.page, "tuerme")
        order = tuple(seats(toy.page, host))
        towers = join(host, browser, *order)
        taps = Taps(host, browser, ())
        taps.phones = dict.fromkeys(order, towers)
        taps.do(order[0], {"type": "card", "card": "t1"})
        taps.do(order[0], {"type": "tower", "tower": "t1"})
        expect(towers.page.locator("#history")).to_contain_text("füllt eine Flasche")
        assert [*toy.faults, *magicians.faults, *towers.faults] == []
