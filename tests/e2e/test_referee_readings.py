"""Readings that the players must judge, and throws that were read wrongly: what phones show, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from companion.games import Json
from companion.games.dreimagier import GAME
from tests.e2e.eye import Eye, shows, wand
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.round import Round
from tests.e2e.test_referee_disputes import duel_throw, thrower


@pytest.fixture
def table(planned: Planned, host: Host, browser: Browser) -> Iterator[Round]:
    """Three phones, none opened yet."""
    found = Round(host, browser)
    yield found
    assert found.faults() == []
    found.close()


@pytest.fixture
def eye(host: Host) -> Eye:
    """The camera's stand-in."""
    return Eye(host.url, host.data)


def pips(table: Round) -> Json:
    """The last throw's tops by colour."""
    shown: Json = {colour: told["top"] for colour, told in table.state()["view"]["throw"]["wands"].items()}
    return shown


def test_a_doubtful_wand_is_asked_with_its_two_values(table: Round, planned: Planned, eye: Eye) -> None:
    table.play(planned, duel_throw)
    table.open()
    told = shows(1, 2, 0)
    told["black"] = wand("black", 2, 2, 1)
    assert eye.sees(told, "unsure")["outcome"] == "proposed"
    table.shown()
    seat = table.state()["proposal"]["seat"]
    other = next(each for each in table.phones if each != seat)
    answers = table.page(seat).locator(".answers .count")
    expect(answers).to_have_text(["Schwarz zeigt 2", "Schwarz zeigt 1"])
    sizes = [answers.nth(number).bounding_box() or {"height": 0, "width": 0} for number in range(2)]
    assert all(size["height"] >= 80 and size["width"] >= 150 for size in sizes), "the two values are big"
    expect(table.page(seat).locator(".evidence .found.unsure.black text")).to_have_text("2/1")
    expect(table.page(other).locator(".trial")).to_contain_text("entscheidet")
    expect(table.page(other).locator(".answers")).to_have_count(0)
    answers.nth(1).tap()
    expect(table.page(seat).locator(".trial")).to_have_count(0)
    expect(table.page(other).locator(".trial")).to_have_count(0)
    assert pips(table) == {"red": 1, "black": 1, "white": 0}
    expect(table.page(other).locator(".duel")).to_contain_text("2 auf 1")


def test_a_doubtful_wand_can_be_typed_or_thrown_again(table: Round, planned: Planned, eye: Eye) -> None:
    table.play(planned, duel_throw)
    told = shows(1, 2, 0)
    told["red"] = wand("red", 1, 1, 2)
    eye.sees(told, "unsure")
    seat = table.state()["proposal"]["seat"]
    table.open(seat)
    page = table.page(seat)
    page.get_by_role("button", name="Noch einmal werfen").tap()
    expect(page.locator("[data-pad]")).to_be_visible()
    assert table.state()["history"][-1]["action"] == {"type": "spoilt"}
    eye.sees(told, "unsure")
    page.get_by_role("button", name="Von Hand eingeben").tap()
    for colour, top in (("red", 2), ("black", 2), ("white", 0)):
        page.locator(f"[data-key=pad-{colour}-{top}]").tap()
    expect(page.locator(".duel")).to_contain_text("4 auf 1")
    assert table.state()["history"][-1]["source"] == "hand"


def test_an_early_throw_is_counted(table: Round, planned: Planned, eye: Eye) -> None:
    table.play(planned, duel_throw)
    eye.sees(shows(0, 1, 2))
    seat = thrower(table)
    table.open(seat)
    early = {colour: told for colour, told in shows(2, 2, 2).items() if colour != "white"}
    kept = {"white": wand("white", 2, movement="kept")}
    assert eye.sees(early | kept, early=True)["outcome"] == "proposed"
    page = table.page(seat)
    expect(page.locator(".trial h1")).to_have_text("Schon geworfen: zählt es?")
    page.locator(".answers .count").tap()
    expect(page.locator(".duel")).to_contain_text("6 auf 2")
    view = table.state()["view"]
    assert view["throw"]["flew"] == ["red", "black"] and view["duel"]["results"][seat]["throws"] == 2
    kinds = [line["action"]["type"] for line in table.state()["history"][-2:]]
    assert kinds == ["again", "throw"]


def test_an_early_throw_need_not_count(table: Round, planned: Planned, eye: Eye) -> None:
    table.play(planned, duel_throw)
    eye.sees(shows(0, 1, 2))
    seat = thrower(table)
    table.open(seat)
    before = table.state()["view"]
    eye.sees({"red": shows(2, 2, 2)["red"]}, early=True)
    table.page(seat).get_by_role("button", name="Noch einmal werfen").tap()
    expect(table.page(seat).locator(".trial")).to_have_count(0)
    assert table.state()["view"] == before


def test_a_knocked_wand_keeps_its_value(table: Round, planned: Planned, eye: Eye) -> None:
    table.play(planned, duel_throw)
    eye.sees(shows(1, 0, 2))
    seat = thrower(table)
    table.act(seat, {"type": "again", "fly": ["black"]})
    table.open()
    told = {"black": shows(0, 2, 0)["black"], "white": wand("white", 0, movement="nudged")}
    told["red"] = wand("red", 1, movement="kept")
    assert eye.sees(told)["outcome"] == "accepted"
    for each in table.phones:
        expect(table.page(each).locator("#referee .hint")).to_have_text("Weiß wurde angestoßen und zählt weiter 2.")
        expect(table.page(each).locator(".duel")).to_contain_text("5 auf 2")


def test_a_pane_that_cannot_count_says_why(table: Round, planned: Planned, eye: Eye) -> None:
    table.play(planned, duel_throw)
    told = {colour: reading for colour, reading in shows(1, 1, 1).items() if colour != "red"}
    assert eye.sees(told, "invalid", kind="stacked")["outcome"] == "proposed"
    seat = table.state()["proposal"]["seat"]
    table.open(seat)
    page = table.page(seat)
    expect(page.locator(".trial")).to_contain_text("Ein Stab liegt auf einem anderen.")
    expect(page.locator(".answers .count")).to_have_count(0)
    page.get_by_role("button", name="Noch einmal werfen").tap()
    expect(page.locator("[data-pad]")).to_be_visible()


def kind(line: Json) -> str:
    return str(next(event["kind"] for event in line["events"] if event["type"] == "thrown"))


def second_turn(table: Round, planned: Planned) -> Json:
    """Play until the next player has thrown and jumped; the first player's pip throw."""
    seen: list[str] = []
    for step in planned.steps:
        table.act(step.seat, step.action)
        if kind_of(step.position, step.action) == "pip":
            seen.append(step.seat)
        if len(set(seen)) == 2 and step.action["type"] in ("jump", "walk") and step.seat == seen[-1]:
            break
    history = table.state()["history"]
    throws = [line for line in history if line["kind"] == "action" and line["action"]["type"] == "throw"]
    return next(line for line in throws if kind(line) == "pip")


def kind_of(position: object, action: Json) -> str | None:
    wanted = GAME.throw_wanted(position)  # type: ignore[arg-type]
    return wanted.kind if wanted is not None and action["type"] == "throw" else None


def ask_to_correct(table: Round, throw: Json, seat: str) -> Json:
    """In the history of a phone: this throw was another one; returns what it was."""
    page = table.page(seat)
    page.locator("[data-open=sheet-history]").tap()
    page.locator("[data-key=corrections] > summary").tap()
    page.locator(f'[data-key="throw-{throw["seq"]}"] > summary').tap()
    scope = page.locator(f'[data-key="throw-{throw["seq"]}"]')
    right = {colour: dict(told) for colour, told in throw["action"]["wands"].items()}
    right["red"] = {"top": (right["red"]["top"] + 1) % 3}
    expect(scope.locator("[data-reads]")).to_be_disabled()
    scope.locator(f'[data-key="was-{throw["seq"]}-red-{right["red"]["top"]}"]').tap()
    scope.locator("[data-reads]").tap()
    return {"type": "throw", "wands": right}


def test_a_misread_is_corrected_after_the_next_player_has_begun(table: Round, planned: Planned) -> None:
    throw = second_turn(table, planned)
    table.open()
    before = table.state()["view"]
    asker, judge, third = "white", "red", "black"
    right = ask_to_correct(table, throw, asker)
    expect(table.page(judge).locator(".trial")).to_contain_text("richtig wäre")
    expect(table.page(third).locator("[data-key=vote-rewind]")).to_be_visible()
    table.page(judge).locator("[data-key=vote-rewind]").tap()
    for seat in table.phones:
        back = table.page(seat).locator("[data-back]")
        expect(back).to_contain_text("Stellt auf dem Brett zurück")
        listed = back.locator("li").all_inner_texts()
        assert len(listed) == len(set(listed)) == differences(before, table.state()["view"])
    state = table.state()
    assert state["ask"] is None and not any(line["action"] == throw["action"] for line in standing(state)[-1:])
    corrected = standing(state)[-1]
    assert corrected["action"] == right and state["view"]["throw"]["seat"] == throw["seat"]
    voided = [line["seq"] for line in state["history"] if line["void"]]
    assert throw["seq"] in voided and len(voided) > 2
    page = table.page(third)
    page.locator("[data-back] input").first.check()
    page.locator("[data-back-done]").tap()
    expect(page.locator("[data-back]")).to_be_hidden()
    expect(table.page(judge).locator("[data-back]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-back]")).to_be_hidden()


def differences(before: Json, after: Json) -> int:
    """Figures, stones and cards that are elsewhere than before."""
    figures = sum(
        before["figures"][s][f] != after["figures"][s][f]
        for s in before["figures"]
        for f in ("magician", "apprentice", "stone")
    )
    cards = sum(len(set(before["cards"][seat]) ^ set(after["cards"][seat])) for seat in before["cards"])
    return figures + cards


def standing(state: Json) -> list[Json]:
    return [
        line
        for line in state["history"]
        if line["kind"] == "action" and not line["void"] and line["action"]["type"] == "throw"
    ]


def test_a_misread_can_stand_as_played(table: Round, planned: Planned) -> None:
    throw = second_turn(table, planned)
    table.open()
    before = table.state()["view"]
    ask_to_correct(table, throw, "red")
    for seat in ("black", "white"):
        table.page(seat).locator("[data-key=vote-stands]").tap()
    for seat in table.phones:
        expect(table.page(seat).locator(".trial")).to_have_count(0)
        expect(table.page(seat).locator("[data-back]")).to_have_count(0)
    state = table.state()
    assert state["view"] == before
    assert state["history"][-1]["body"]["verdict"] == "stands"
