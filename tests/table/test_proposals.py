"""What the camera saw: played when sure and wanted, otherwise put to the players."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.games import registry
from companion.protocol import WandReading
from companion.table.errors import Denied, NotYours, Stale
from companion.table.table import Table
from tests.table.hands import Hands, wand
from tests.table.pocket import POCKET

COLOURS = ("red", "black", "white")


@pytest.fixture
def thrower(hands: Hands) -> Hands:
    """The toy game where its throw is awaited."""
    hands.lay(north=1, east=2, south=3)
    return hands


def test_a_sure_throw_is_played_and_marked(thrower: Hands, table: Table) -> None:
    outcome, _ = thrower.report({"wand": wand(1)}, picture="0" * 64)
    assert outcome == "accepted"
    played = [p for p in table.course.line if p.action["type"] == "throw"][-1]
    assert (played.source, played.picture, played.seat) == ("camera", "0" * 64, "north")


def test_a_simulated_throw_says_so(thrower: Hands, table: Table) -> None:
    thrower.report({"wand": wand(1)}, simulated=True)
    assert [p.source for p in table.course.line if p.action["type"] == "throw"] == ["simulated"]


def test_a_repeated_report_has_the_same_outcome(thrower: Hands, table: Table) -> None:
    question = table.course.questions["north"]
    first = thrower.report({"wand": wand(1)}, request="same", seq=9, question=question)
    again = thrower.report({"wand": wand(1)}, request="same", seq=9, question=question)
    assert (first[0], first[1].seq) == (again[0], again[1].seq)
    assert len([p for p in table.course.line if p.action["type"] == "throw"]) == 1


def test_a_throw_for_another_question_is_stale(thrower: Hands, table: Table) -> None:
    before = table.fingerprint
    with pytest.raises(Stale):
        thrower.report({"wand": wand(1)}, question="throw.north.1")
    assert table.fingerprint == before


@pytest.mark.parametrize("status", ["moving", "empty", "blind"])
def test_wands_that_move_are_no_throw(thrower: Hands, table: Table, status: str) -> None:
    before = table.fingerprint
    assert thrower.report({}, status=status)[0] == "ignored"
    assert table.fingerprint == before


def test_an_unsure_wand_gives_two_choices(thrower: Hands, table: Table) -> None:
    outcome, _ = thrower.report({"wand": wand(1, sure=False, options=(1, 2))}, status="unsure")
    assert outcome == "proposed"
    proposal = table.course.proposal
    assert proposal is not None and proposal.reason == "unsure"
    assert [choice["choice"] for choice in proposal.choices] == ["count", "count-2", "again", "hand"]
    thrower.judge("north", "count-2")
    thrown = [p for p in table.course.line if p.action["type"] == "throw"]
    assert [p.action["wands"]["wand"]["top"] for p in thrown] == [2]
    assert table.course.proposal is None


def test_an_invalid_pane_offers_again_and_hand(thrower: Hands, table: Table) -> None:
    thrower.report({}, status="invalid", kind="stacked")
    proposal = table.course.proposal
    assert proposal is not None and (proposal.reason, proposal.kind) == ("invalid", "stacked")
    assert [choice["choice"] for choice in proposal.choices] == ["again", "hand"]
    question = table.course.questions["north"]
    thrower.judge("north", "hand")
    assert table.course.proposal is None and table.course.questions["north"] == question


def test_a_wand_that_did_not_fly_is_asked_about(thrower: Hands, table: Table) -> None:
    assert thrower.report({"wand": wand(1, movement="kept")})[0] == "proposed"


def test_only_the_thrower_judges_and_only_among_the_choices(thrower: Hands, table: Table) -> None:
    thrower.report({}, status="invalid", kind="missing")
    with pytest.raises(NotYours):
        thrower.judge("east", "again")
    with pytest.raises(Denied):
        thrower.judge("north", "count")


def test_typing_the_throw_closes_the_proposal(thrower: Hands, table: Table) -> None:
    thrower.report({}, status="invalid", kind="stacked")
    thrower.act("north", {"type": "throw", "wands": {"wand": {"top": 0}}})
    assert table.course.proposal is None
    assert [p.source for p in table.course.line if p.action["type"] == "throw"] == ["hand"]


def test_a_throw_that_nobody_could_ask_for_is_ignored(hands: Hands, table: Table) -> None:
    before = table.fingerprint
    assert hands.report({"wand": wand(1)})[0] == "ignored"
    assert table.fingerprint == before


def test_a_proposal_stands_after_a_restart(thrower: Hands, table: Table) -> None:
    thrower.report({"wand": wand(1, sure=False, options=(1, 2))}, status="unsure")
    table.close()
    reopened = Table(table.folder, POCKET)
    try:
        assert reopened.course.proposal == table.course.proposal
    finally:
        reopened.close()


# Die drei Magier: offers and duels through the game's own contract


@pytest.fixture
def magi(tmp_path: Path) -> Hands:
    """Three players of Die drei Magier, red to throw the first pip throw."""
    hands = Hands(Table(tmp_path / "magi", registry.find("dreimagier"), {"board": "tiny"})).seated()
    for tops in ((2, 2, 1), (0, 0, 0), (0, 0, 1)):
        hands.report({colour: wand(top) for colour, top in zip(COLOURS, tops, strict=True)})
    return hands


def test_start_throws_are_read_by_the_camera(magi: Hands) -> None:
    assert [played.source for played in magi.table.course.line] == ["camera"] * 3
    assert next(iter(magi.table.course.questions.values())).startswith("throw.red.")
    magi.table.close()


def test_a_missing_wand_is_no_throw(magi: Hands) -> None:
    wands: dict[str, WandReading] = {"red": wand(1), "black": wand(1)}
    assert magi.report(wands)[0] == "proposed"
    proposal = magi.table.course.proposal
    assert proposal is not None and [c["choice"] for c in proposal.choices] == ["again", "hand"]
    magi.judge("red", "again")
    assert magi.table.course.line[-1].action == {"type": "spoilt"}
    magi.table.close()


@pytest.mark.parametrize(("choice", "types"), [("count", ["throw"]), ("again", ["spoilt"])])
def test_a_throw_that_lay_there_before_it_was_asked_for_is_put_to_its_thrower(
    magi: Hands, choice: str, types: list[str]
) -> None:
    table, before = magi.table, magi.table.course.seq
    assert magi.report({colour: wand(1) for colour in COLOURS}, question=None)[0] == "proposed"
    proposal = table.course.proposal
    assert proposal is not None and (proposal.reason, proposal.seat) == ("early", "red")
    magi.judge("red", choice)
    assert [p.action["type"] for p in table.course.line if p.seq > before][:1] == types
    table.close()


def test_an_early_throw_after_a_doublet_counts_when_they_say_so(magi: Hands) -> None:
    table = magi.table
    magi.report({colour: wand(1) for colour in COLOURS})
    while "offer" not in next(iter(table.course.questions.values())):
        action = table.game.legal(table.course.position)[0]
        magi.act(table.game.actor(table.course.position, action), action)
    before = table.course.seq
    faces = dict(zip(COLOURS, ("power", "magic", "fate"), strict=True))
    early = {colour: msgspec.structs.replace(wand(1), bottom=face) for colour, face in faces.items()}
    assert magi.report(early)[0] == "proposed"
    proposal = table.course.proposal
    assert proposal is not None and proposal.reason == "early"
    magi.judge(proposal.seat, "count")
    played = [p.action["type"] for p in table.course.line if p.seq > before]
    assert played[:2] == ["accept", "throw"]
    assert table.course.line[-1].source in ("camera", "table")
    table.close()
