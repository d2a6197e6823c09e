"""An early throw is held while its wands lie, and offered once to the question that it fits."""

from __future__ import annotations

import pytest

from companion.protocol import Movement, Reading, Status, WandReading
from tests.vision.live.host import state
from vision.live.held import Held
from vision.live.line import Seen

COLOURS = ("red", "black", "white")


def seen(status: Status = "ok", **movements: Movement) -> Seen:
    """A throw of three wands that answered the question of entry 3."""
    wands = {c: WandReading(1, "magic", True, [1], [], movements.get(c, "thrown")) for c in COLOURS}
    return Seen(3, "throw.red.3", Reading(status, None, wands), b"picture", False)


def test_a_throw_of_no_use_yet_is_offered_once() -> None:
    held, early = Held(), seen()
    held.answered(early, "ignored")
    assert held.offer(state(4)) is None
    offered = held.offer(state(5, wands=["white", "red", "black"]))
    assert offered == Seen(5, None, early.reading, early.jpeg, False)
    assert held.offer(state(5, wands=list(COLOURS))) is None


def test_only_the_wands_that_flew_must_be_wanted() -> None:
    held = Held()
    held.answered(seen(black="kept", white="nudged"), "ignored")
    assert held.offer(state(5, wands=list(COLOURS))) is None
    assert held.offer(state(6, wands=["red"], kept={"black": 1, "white": 1})) is not None


@pytest.mark.parametrize("outcome", ["accepted", "proposed", "stale", ""])
def test_a_throw_that_the_table_has_dealt_with_is_not_held(outcome: str) -> None:
    held = Held()
    held.answered(seen(), "ignored")
    held.answered(seen(), outcome)
    assert held.offer(state(5, wands=list(COLOURS))) is None


@pytest.mark.parametrize("status", ["invalid", "moving", "empty"])
def test_what_cannot_be_read_is_not_held(status: Status) -> None:
    held = Held()
    held.answered(seen(status), "ignored")
    assert held.offer(state(5, wands=list(COLOURS))) is None


def test_wands_that_were_taken_up_are_no_throw_any_longer() -> None:
    held = Held()
    held.answered(seen(), "ignored")
    held.drop()
    assert held.offer(state(5, wands=list(COLOURS))) is None
