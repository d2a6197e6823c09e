"""Who is imprisoned where, in the browser: all that phones and a spectator get of a seeded game, twice, with other
prisoners; what a lifted tower showed comes once, to the pages that are open."""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.games import Json
from companion.games.tuerme import encoding, twins
from companion.games.tuerme.box import COLOURS, SPELLS
from companion.games.tuerme.game import GAME
from companion.games.tuerme.position import Position
from companion.web.games.tuerme import story
from companion.web.pages.seen import Seen
from tests.e2e.joining import state
from tests.e2e.phone import context
from tests.e2e.test_wizard_secrets import HEARD, PRESENCE, plain, sent
from tests.e2e.tower_stage import Stage, staged
from tests.e2e.towers import FORCED
from tests.e2e.towersgame import Planned
from tests.games.tuerme.table import table

SEED, BEGINS, STEPS, TRIES = 1, 60, 14, 400
PATHS = ("/api/state", "/api/record", "/fragments?page=play", "/fragments?page=table")
WHOLE = ("/", "/play", "/after", "/join", "/new", "/box", "/setup", "/rules", "/archive", "/fragments?page=after")
"""Whole pages are asked with another phone, in the middle and at the end."""
ANEW = "with another phone"
STILL = "performance.now = () => 0"
"""Where time stands still no stream counts as lost: one that is opened anew has missed what is told in passing."""
BODY = """more => { const body = document.body.cloneNode(true);
  for (const el of body.querySelectorAll(`#${more}, [data-passing], script`)) el.remove();
  return body.innerHTML; }"""
"""All that stands on a page, less who is there and what stands there for a moment (that is read from the stream)."""
WHERE = ("blue's phone", "yellow's phone", "a spectator's page")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The server of these tests says nothing."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    yield


class Course:
    """A position of a seeded game, its twin, and what is done from there; towers that are lifted hold the same."""

    def __init__(self) -> None:
        game = Planned(COLOURS[:3], mode="master", spells=list(SPELLS)).goes(SEED, BEGINS + STEPS)
        self.actions, self.shown = game.actions[BEGINS:], game.positions[BEGINS:]
        self.first = self.shown[0]
        every = (twins.dealt_anew(self.first, random.Random(number).randrange) for number in range(TRIES))
        self.twin = next(each for each in every if self._is_twin(each))

    def _is_twin(self, twin: Position) -> bool:
        """All the way the same to see, and never the same."""
        at = twin
        for number, each in enumerate(self.actions):
            (at, happened), (_, other) = GAME.apply(at, each), GAME.apply(self.shown[number], each)
            if GAME.passing(happened, None) != GAME.passing(other, None):
                return False
            if seen(at) != seen(self.shown[number + 1]) or told(at) == told(self.shown[number + 1]):
                return False
        return True


def seen(position: Position) -> list[Json]:
    """What anybody may know."""
    return [GAME.view(position, role) for role in (None, *position.setup.seats)]


def told(position: Position) -> Json:
    """Who stands and sits where."""
    found: Json = encoding.encode(position)
    return found


@cache
def course() -> Course:
    """The one that is played."""
    return Course()


class Played:
    """The course on one of the twins; what two phones and a spectator get is told after every step."""

    def __init__(self, stage: Stage, browser: Browser) -> None:
        self.stage, self.browser = stage, browser
        self.seats = {seat: stage.phone(browser, seat) for seat in stage.seats}
        self.table = context(browser).new_page()
        self.heard(self.seats["blue"], "/play")
        self.heard(self.seats["yellow"], "/play")
        self.heard(self.table, "/")
        if "red" in self.seats:
            self.seats["red"].goto(stage.url + "/play")

    def heard(self, page: Page, path: str) -> None:
        """All that this page asks for is kept beside."""
        page.add_init_script(HEARD)
        page.add_init_script(STILL)
        page.goto(self.stage.url + path)

    def replaced(self, seat: str) -> None:
        """The phone is given up, and another one takes the seat."""
        before = self.seats[seat]
        seq = state(before, self.stage)["seq"]
        gone = {"request": f"gone at {seq}", "seat": seat}
        assert before.request.post(f"{self.stage.url}/api/leave", data=gone).ok
        before.context.close()
        self.seats[seat] = self.stage.phone(self.browser, seat)
        self.heard(self.seats[seat], "/play")

    def steps(self) -> Iterator[str]:
        """One entry a step, after it."""
        yield "begun"
        for number, each in enumerate(course().actions):
            seat = GAME.actor(course().shown[number], each)
            asked = state(self.seats[seat], self.stage, seat)
            if each["type"] in FORCED and each not in asked["view"]["legal"]:
                continue
            besides = each in asked["view"]["may"]
            question = asked["may"] if besides else asked["question"].get(seat) or asked["may"]
            body = {"seat": seat, "seq": asked["seq"], "request": f"n{number}", "question": question, "action": each}
            answer = self.seats[seat].request.post(f"{self.stage.url}/api/act", data=body)
            assert answer.ok, f"{each}: {answer.text()}"
            yield f"{number} {each['type']}"
            if number == STEPS // 2:
                self.replaced("yellow")
                yield f"{number} {ANEW}"
        self.replaced("blue")
        yield ANEW

    def told(self, more: bool = False) -> dict[str, set[tuple[str, str]]]:
        """What each of the pages holds, was streamed, and may ask for."""
        paths = (*PATHS, *WHOLE) if more else PATHS
        pages = dict(zip(WHERE, (self.seats["blue"], self.seats["yellow"], self.table), strict=True))
        seq = state(self.table, self.stage)["seq"]
        found = {}
        for name, page in pages.items():
            page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq)
            asked = {(path, bare(page.request.get(self.stage.url + path).text())) for path in paths}
            found[name] = (
                asked | {(part, bare(said)) for part, said in sent(page)} | {("passing", each) for each in passed(page)}
            )
            found[name] |= {("the page", bare(page.evaluate(BODY, PRESENCE)))}
            found[name] |= self.reasons(page) if more else set()
        return found

    def reasons(self, page: Page) -> set[tuple[str, str]]:
        """Why each tower does not move, is not lifted, and may not be corrected."""
        seat = next((seat for seat, each in self.seats.items() if each is page), None)
        towers = [f"t{number}" for number in range(1, 10)]
        tries: list[Json] = [{"type": "tower", "tower": tower} for tower in towers] if seat else []
        tries += [{"type": "cast", "seat": seat, "spell": "free", "tower": tower} for tower in towers] if seat else []
        said = [page.request.post(f"{self.stage.url}/api/why", data={"seat": seat, "action": each}) for each in tries]
        return {(json.dumps(each), answer.text()) for each, answer in zip(tries, said, strict=True)}


def passed(page: Page) -> list[str]:
    """What was told in passing."""
    streams = page.evaluate(
        "window.heard.filter(([path]) => path.startsWith('/live')).map(([, said]) => said.join(''))"
    )
    return [each for said in streams for each in re.findall(r"event: passing\ndata: (.*)\n\n", said)]


def bare(text: str) -> str:
    """Without random names and times."""
    return re.sub(r"nonce[-=]\S+|(\d+\.){3}\d+:\d+|\d+(\.\d+)? ?ms", "*", plain(text))


def evenings(folder: Path, browser: Browser) -> Iterator[tuple[str, list[dict[str, set[tuple[str, str]]]]]]:
    """Both twins step by step, side by side."""
    with staged(folder / "one", course().first) as one, staged(folder / "two", course().twin) as two:
        played = [Played(stage, browser) for stage in (one, two)]
        for steps in zip(*(each.steps() for each in played), strict=True):
            yield steps[0], [each.told(steps[0].endswith(ANEW)) for each in played]
        for opened in browser.contexts:
            opened.close()


def differing(folder: Path, browser: Browser) -> Generator[tuple[str, str, str]]:
    """At which step, where and in what the twins can be told apart."""
    for name, (mine, twin) in evenings(folder, browser):
        for where in WHERE:
            yield from ((name, where, what) for what, _ in sorted(mine[where] ^ twin[where]))


def test_all_that_phones_and_a_spectator_get_is_the_same_for_other_prisoners(tmp_path: Path, browser: Browser) -> None:
    lifted = [event for number, each in enumerate(course().actions)
              for event in GAME.apply(course().shown[number], each)[1] if event["type"] == "lifted"]  # fmt: skip
    assert any(event["under"] for event in lifted), "the course shows somebody who was under a tower"
    assert list(differing(tmp_path, browser)) == []


def test_parts_that_a_page_asks_for_are_those_that_are_streamed(tmp_path: Path, browser: Browser) -> None:
    with staged(tmp_path / "asks", course().first) as stage:
        evening = Played(stage, browser)
        before = evening.told()
        evening.seats["yellow"].evaluate("fetch('/fragments?page=play').then((answer) => answer.text())")
        assert evening.told() == before
        assert before["yellow's phone"] >= sent(evening.seats["yellow"]) != set()


def test_a_part_that_leaks_is_found(tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = dict[str, Stage]()
    begun = Played.__init__

    def noted(played: Played, stage: Stage, browser: Browser) -> None:
        tables[stage.table.code] = stage
        begun(played, stage, browser)

    def leak(seen: Seen) -> str:
        at = tables.get(seen.state["code"])
        return str(told(at.table.course.position)["columns"]) if at else ""

    monkeypatch.setattr(Played, "__init__", noted)
    monkeypatch.setattr(story, "banner", leak)
    with closing(differing(tmp_path, browser)) as found:
        first = list(takewhile(lambda each: each[0] == "begun", found))
    assert {where for _, where, what in first if what == "stage"} == {*WHERE[:2]}


def test_what_was_under_a_tower_reaches_open_pages_once_and_no_later_one(tmp_path: Path, browser: Browser) -> None:
    lifts = table({3: "bb/1", 5: "y/2", 7: "b"}, seats="by").do("card t1").position
    with staged(tmp_path / "once", lifts) as stage:
        evening = Played(stage, browser)
        blue = evening.seats["blue"]
        asked = state(blue, stage, "blue")
        body = {"seat": "blue", "seq": asked["seq"], "request": "lifts", "question": asked["question"]["blue"]}
        lifting = {**body, "action": {"type": "tower", "tower": "t1"}}
        assert blue.request.post(f"{stage.url}/api/act", data=lifting).ok
        evening.told()
        for page in (blue, evening.seats["yellow"], evening.table):
            page.wait_for_function("() => window.heard.some(([, said]) => said.join('').includes('event: passing'))")
            told_once = passed(page)
            assert len(told_once) == 1 and '"under":{"blue":2}' in told_once[0]
        evening.replaced("yellow")
        blue.reload()
        for page in (blue, evening.seats["yellow"]):
            page.wait_for_function("() => window.heard.some(([, said]) => said.join('').includes('event: fragments'))")
            assert passed(page) == [] and page.locator("[data-passing] p").count() == 0
