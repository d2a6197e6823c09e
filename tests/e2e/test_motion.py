"""Motion on the pages: a throw rolls, a card slides, a banished figure sinks; nothing for those who want calm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.games import Json
from tests.e2e.phone import context
from tests.e2e.planner import Planned, Step, done
from tests.e2e.programs import Host
from tests.e2e.round import Round

WATCH = """
window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const told = animate.call(this, frames, timing), style = getComputedStyle(this);
  window.motions.push({
    what: this.dataset?.figure || this.closest("[data-card]")?.dataset.card || this.getAttribute("class"),
    runs: document.getAnimations().includes(told), duration: timing.duration, delay: timing.delay || 0,
    position: style.position, touchable: style.pointerEvents,
  });
  return told;
};
"""
LONGEST_MS = 350


@pytest.fixture
def table(host: Host, browser: Browser) -> Iterator[Round]:
    """Three phones whose owners like motion; every animation is noted."""
    found = Round(host, browser, reduced_motion="no-preference")
    for phone in found.phones.values():
        phone.page.add_init_script(WATCH)
    yield found
    assert found.faults() == []
    found.close()


def brings(kind: str, **more: object) -> Any:
    """Whether a step has an event like this."""

    def found(step: Step) -> bool:
        _, events = done(step.position, step.action)
        return any(event["type"] == kind and more.items() <= event.items() for event in events)

    return found


def see(table: Round, step: Step, *pages: Page) -> list[list[Json]]:
    """Do the step; what moved on each of the pages."""
    for page in pages:
        page.evaluate("window.motions && (window.motions.length = 0)")
    seq = table.act(step.seat, step.action)["seq"]
    for page in pages:
        page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq)
    return [page.evaluate("window.motions") for page in pages]


def watched(browser: Browser, table: Round, **more: Any) -> Page:
    """The table page."""
    page = context(browser, 1280, 800, **{"reduced_motion": "no-preference", **more}).new_page()
    page.add_init_script(WATCH)
    page.goto(table.host.url)
    return page


def named(motions: list[Json]) -> set[str]:
    return {each["what"] for each in motions}


def test_a_card_slides_from_its_place_to_the_plan_after_the_figure(
    table: Round, planned: Planned, browser: Browser
) -> None:
    step = table.play(planned, brings("card-taken", **{"from": "place"}))
    other = next(seat for seat in table.phones if seat != step.seat)
    table.open(step.seat, other)
    wall = watched(browser, table)
    card = step.action["to"]
    figure = f"{step.seat}-{'magician' if step.action['type'] == 'jump' else 'apprentice'}"
    mine, theirs, large = see(table, step, table.page(step.seat), table.page(other), wall)
    assert named(mine) == named(large) == {figure, "flight", card}
    assert named(theirs) == {figure, "flight"}, "another's plan is not on this phone: the card goes to its figure"
    for motions in (mine, theirs, large):
        by_name = {each["what"]: each for each in motions}
        assert all(each["runs"] for each in motions)
        assert 150 <= by_name[figure]["duration"] <= LONGEST_MS >= by_name["flight"]["duration"] >= 150
        assert by_name["flight"]["delay"] == by_name[figure]["duration"], "one thing after the other"
        assert by_name["flight"]["position"] == "fixed" and by_name["flight"]["touchable"] == "none"
    wall.locator(".flight").wait_for(state="detached")
    wall.context.close()


def test_a_card_slides_from_a_rivals_plan(table: Round, planned: Planned, browser: Browser) -> None:
    step = table.play(planned, lambda each: each.action["type"] == "take")
    wall = watched(browser, table)
    rival = wall.locator(f'[data-plan="{step.action["from"]}"] [data-card="house"]').bounding_box()
    (large,) = see(table, step, wall)
    assert {"flight", "house"} <= named(large) and rival is not None
    wall.context.close()


def test_wands_roll_and_a_banished_figure_sinks(table: Round, planned: Planned) -> None:
    step = table.play(planned, lambda each: each.action["type"] == "throw" and len(each.action["wands"]) == 2)
    table.open(step.seat)
    (rolled,) = see(table, step, table.page(step.seat))
    wands = [each for each in rolled if each["what"].startswith("wand")]
    assert {each["what"].split()[1] for each in wands} == set(step.action["wands"]), "those that lie do not roll"
    assert all(each["runs"] and 150 <= each["duration"] <= LONGEST_MS for each in wands)
    after = planned.steps.index(step) + 1
    rest = Planned(planned.steps[after:], planned.features, planned.winner, planned.last)
    step = table.play(rest, brings("banished"))
    table.open(step.seat)
    _, events = done(step.position, step.action)
    gone = {f"{event['seat']}-{event['figure']}" for event in events if event["type"] == "banished"}
    (moved,) = see(table, step, table.page(step.seat))
    assert gone <= named(moved)
    sunk = [each for each in moved if each["what"] in gone]
    assert all(each["duration"] == LONGEST_MS for each in sunk)


def test_nothing_moves_for_those_who_want_calm(table: Round, planned: Planned, browser: Browser) -> None:
    step = table.play(planned, brings("card-taken"))
    wall = watched(browser, table, reduced_motion="reduce")
    page = table.page(step.seat)
    page.emulate_media(reduced_motion="reduce")
    table.open(step.seat)
    mine, large = see(table, step, page, wall)
    assert mine == large == []
    for each in (page, wall):
        assert each.evaluate("document.getAnimations().length") == 0
        assert each.locator(".flight").count() == 0
    wall.context.close()
