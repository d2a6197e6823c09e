"""A picture that is read right, changed as cameras, light and glass change: right, a doubt or refused, never wrong."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

from companion.protocol import Reading, WandReading
from tests.hardframes.changes import CHANGES, Scene, moved, smear
from tests.hardframes.decay import Changed, decayed, outcome, table
from tests.vision.conftest import SET
from vision.files import read_picture
from vision.read import Reader

MILD = {
    ("jpeg quality", "75"), ("gamma", "1.25"), ("light", "x1.3"), ("noise levels", "4"), ("sharpening", "0.6"),
    ("defocus px", "0.8"), ("nudged mm", "2"), ("nudged degrees", "1"),
}  # fmt: skip
"""What every table goes through on an evening: it must not even be asked about."""


@pytest.fixture(scope="module")
def changed(reader: Reader) -> list[Changed]:
    """One throw through all changes."""
    truth = json.loads((SET / "labels.json").read_text())["throws"]["001.jpg"]
    return decayed(reader, "001.jpg", truth, read_picture(SET / "throws" / "001.jpg"), CHANGES)


def test_no_change_makes_a_sure_wrong_value_and_mild_ones_cost_nothing(changed: list[Changed]) -> None:
    assert len(changed) == len(CHANGES)
    assert [c for c in changed if c.outcome == "wrong"] == []
    mild = [c for c in changed if (c.kind, c.strength) in MILD]
    assert len(mild) == len(MILD)
    assert {c.outcome for c in mild} == {"right"}


def test_the_table_has_a_line_for_each_change_and_counts_what_is_wrong(changed: list[Changed]) -> None:
    bad = Changed(CHANGES[0].kind, CHANGES[0].strength, "wrong", "x.jpg")
    sent = pickle.loads(pickle.dumps([*changed, bad]))  # as processes hand them back
    lines = table(sent).splitlines()
    assert lines[-2:] == [f"1 wrong as sure of {len(CHANGES) + 1}", "x.jpg jpeg quality 75"]
    assert len(lines) == len(CHANGES) + 3


def wand(top: int, sure: bool = True) -> WandReading:
    """What a reading says of one wand."""
    return WandReading(top, "magic", sure, [top], [])


@pytest.mark.parametrize(
    ("status", "wands", "expected"),
    [
        ("ok", {"red": wand(1), "black": wand(2)}, "right"),
        ("ok", {"red": wand(0), "black": wand(2)}, "wrong"),
        ("ok", {"red": wand(1)}, "wrong"),
        ("unsure", {"red": wand(0, sure=False), "black": wand(2)}, "doubt"),
        ("unsure", {"red": wand(0), "black": wand(2, sure=False)}, "wrong"),
        ("invalid", {"red": wand(0), "black": wand(2)}, "invalid"),
    ],
)
def test_a_sure_wrong_value_counts_beside_a_doubt_too(
    status: str, wands: dict[str, WandReading], expected: str
) -> None:
    reading = Reading(status, None, wands)  # type: ignore[arg-type]
    assert outcome(reading, {"red": 1, "black": 2}) == expected


def test_changes_are_the_same_for_the_same_chance() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (96, 128, 3)).astype(np.uint8)
    corners = np.array([[[20, 20], [90, 20], [90, 30], [20, 30]]], float)
    for make in (smear(3, 0.1), moved(5, 2)):
        one, two, other = (make(picture, Scene(0.3, corners, np.random.default_rng(s))) for s in (4, 4, 5))
        assert np.array_equal(one, two)
        assert not np.array_equal(one, other)


def test_a_smear_lies_over_a_wand_and_leaves_the_rest() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (960, 1280, 3)).astype(np.uint8)
    corners = np.array([[[300, 300], [500, 300], [500, 340], [300, 340]]], float)
    seen = smear(5, 0.1)(picture, Scene(2.7, corners, np.random.default_rng(0)))
    differs = (seen != picture).any(2)
    assert differs[300:340, 300:500].mean() > 0.3
    assert not differs[700:].any() and not differs[:, 900:].any()
