"""What was read again of a teaching: what is right, what is doubted with its cure, and what is said first."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from companion.protocol import Face, Kind, WandReading
from tests.vision.geometry.panes import PLAIN
from vision.evidence.exhibit import Exhibit
from vision.geometry.grid import Grid
from vision.geometry.pose import Pose
from vision.locate.outline import Outline
from vision.locate.relief import BANDS, PIECES, SEGMENTS, SHIFTS_MM
from vision.picture import Picture
from vision.setup import doubts
from vision.setup.check import Advice
from vision.setup.doubts import FAINT_SIDES, LAMP, Reread, confusion, given, notes, reason, table
from vision.setup.fit import Fitted
from vision.setup.shots import Shot
from vision.setup.teach import Lesson
from vision.taught.wandset import FACES, TaughtFace, Wand, WandSet
from vision.verdict.found import Found

PICTURE = np.zeros((2, 2, 3), np.uint8)
POSE = Pose(10.0, -20.0, 0.3)
SHOT = Shot("red_top2_power.jpg", "red", 2, "power", PICTURE)
BAD, SUSPECTED = Advice(False, "red: it is blurred"), Advice(False, "red: an end is covered", suspected=True)


def outline(pose: Pose = POSE, trust: float = 0.9, aside: float = 0.0) -> Outline:
    """A wand of 101 x 12 mm, its sides so far beside where it was looked for."""
    sides, ends = np.array([[-6.0, -6], [6, 6]]) + aside, np.array([-50.5, 50.5])
    held = np.ones((2, SEGMENTS)), np.ones((2, BANDS))
    return Outline(
        pose, 101.0, 12.0, sides, np.full(2, trust), ends, *held, np.zeros((2, PIECES)), np.zeros(len(SHIFTS_MM))
    )


def fitted(sides: float = 0.9, trust: float = 0.9) -> Fitted:
    return Fitted(POSE, outline(trust=trust), sides, 0.8)


def found(
    top: int = 2,
    bottom: Face = "power",
    sure: bool = True,
    fault: Kind | None = None,
    pose: Pose = POSE,
    aside: float = 0.0,
) -> Found:
    """What was read of the picture."""
    exhibit = cast(Exhibit, SimpleNamespace(outline=outline(pose, aside=aside)))
    return Found(exhibit, WandReading(top, bottom, sure, [top] if sure else [1, 2], []), fault)


DOUBT = found(sure=False)
AWAY = found(pose=POSE.moved(0, 9))
RIGHT = Reread(SHOT, found(), fit=fitted())


def read(what: Found | None, hidden: bool = False, fit: Fitted | None = None) -> Reread:
    return replace(RIGHT, found=what, hidden=hidden, fit=fit or fitted())


@pytest.mark.parametrize(
    ("what", "right"),
    [
        (found(), True),
        (found(top=1), False),
        (found(bottom="magic"), False),
        (DOUBT, False),
        (found(fault="leaning"), False),
        (None, False),
    ],
)
def test_a_picture_is_right_when_it_is_read_as_taught_for_certain_and_without_a_fault(
    what: Found | None, right: bool
) -> None:
    assert read(what).right is right


@pytest.mark.parametrize(
    ("what", "elsewhere"),
    [
        (found(pose=POSE.moved(2.9, 0)), False),
        (found(pose=POSE.moved(0, -3.1)), True),
        (found(pose=POSE.moved(0, 0, np.radians(3.9))), False),
        (found(pose=POSE.moved(0, 0, np.radians(-4.1))), True),
        (found(pose=POSE.moved(0, 0, np.pi)), False),
        (found(aside=2.9), False),
        (found(aside=3.1), True),
        (None, False),
    ],
)
def test_a_wand_is_elsewhere_when_what_was_measured_of_it_is(what: Found | None, elsewhere: bool) -> None:
    assert read(what).elsewhere is elsewhere
    assert not Reread(SHOT, what).elsewhere, "nobody knows where it was taught"


@pytest.mark.parametrize(
    ("told", "what", "cleared"),
    [
        (SUSPECTED, found(), True),
        (SUSPECTED, DOUBT, False),
        (SUSPECTED, AWAY, False),
        (SUSPECTED, None, False),
        (BAD, found(), False),
        (Advice(True), found(), False),
    ],
)
def test_a_suspicion_is_cleared_by_a_picture_that_is_read_as_taught_where_it_was_taught(
    told: Advice, what: Found | None, cleared: bool
) -> None:
    assert replace(read(what), advice=told).cleared is cleared


HARDLY, SHOWN = fitted(FAINT_SIDES - 0.01, trust=0.5), fitted(FAINT_SIDES + 0.01, trust=0.5)
DIM_BUT_MEASURED = fitted(FAINT_SIDES - 0.01)


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (read(None), "the red wand is not recognised in its own picture; lay it elsewhere on the pane"),
        (read(AWAY), "the red wand was found again at another place; clear the pane and lay it elsewhere"),
        (
            read(found(bottom="magic")),
            "the red wand's face power looks like its face magic; take it with the face power down",
        ),
        (
            read(found(fault="leaning")),
            "the red wand is leaning; lay it flat and bare into the middle of the pane",
        ),
        (
            read(DOUBT),
            "mark and notches of the red wand leave a doubt (1 or 2); lay it elsewhere, away from lamps and borders",
        ),
    ],
)
def test_what_would_be_refused_in_play_is_said_with_what_to_change(seen: Reread, said: str) -> None:
    assert reason(seen) == f"red_top2_power.jpg: {said}"


@pytest.mark.parametrize(
    ("what", "fit", "faint"),
    [
        (DOUBT, HARDLY, True),
        (AWAY, HARDLY, True),
        (None, HARDLY, True),
        (None, SHOWN, True),
        (DOUBT, SHOWN, False),
        (DOUBT, DIM_BUT_MEASURED, False),
        (None, DIM_BUT_MEASURED, False),
    ],
)
def test_a_wand_whose_sides_hardly_show_does_not_stand_out_from_the_room(
    what: Found | None, fit: Fitted, faint: bool
) -> None:
    told = reason(read(what, fit=fit))
    assert told is not None and ("the red wand does not stand out from the room" in told) is faint
    assert "does not stand out" not in (reason(Reread(SHOT, what)) or "")


def test_a_picture_that_is_read_as_taught_needs_no_reason_however_faint_it_is() -> None:
    assert reason(RIGHT) is None
    assert reason(read(found(), fit=HARDLY)) is None


@pytest.mark.parametrize(
    ("seen", "excused"),
    [
        (read(DOUBT, hidden=True), True),
        (read(found(bottom="magic", sure=False), hidden=True), True),
        (read(DOUBT), False),
        (read(found(bottom="magic"), hidden=True), False),
        (read(DOUBT, hidden=True, fit=fitted(FAINT_SIDES - 0.01, trust=0.3)), False),
        (read(DOUBT, hidden=True, fit=fitted(FAINT_SIDES + 0.01, trust=0.3)), True),
        (read(None, hidden=True), False),
    ],
)
def test_a_doubt_under_a_mirrored_lamp_is_noted_and_no_reason(seen: Reread, excused: bool) -> None:
    assert (reason(seen) is None) is excused
    told = notes([RIGHT, seen, replace(RIGHT, hidden=True)])
    assert len(told) == excused
    assert all(t.startswith("red_top2_power.jpg: a mirrored lamp hides part of the face; ") for t in told)


def test_what_each_picture_gave_is_a_line_of_place_and_size_or_what_is_wrong() -> None:
    line = "red_top2_power.jpg: 101.0 x 12.0 mm at +10, -20 mm, "
    assert given([RIGHT]) == line + "read as named"
    assert given([read(DOUBT), RIGHT]) == f"{line}doubt\n{line}read as named"
    assert given([replace(RIGHT, advice=SUSPECTED)]) == line + "read as named"
    assert given([replace(read(DOUBT), advice=SUSPECTED), replace(RIGHT, advice=BAD)]) == "\n".join(
        [SUSPECTED.line, BAD.line]
    )
    assert given([replace(RIGHT, fit=None, advice=BAD)]) == BAD.line


def test_the_table_has_a_cross_at_the_face_that_was_read_and_tells_doubts() -> None:
    rows = table([RIGHT, read(found(bottom="fate", sure=False)), read(None)]).split("\n")
    assert [row.split() for row in rows] == [
        ["taught", "as", "power", "magic", "fate", "none"],
        ["red", "power", "x", ".", ".", "."],
        ["red", "power", ".", ".", "x", ".", "doubt"],
        ["red", "power", ".", ".", ".", "x", "doubt"],
    ]
    for row, column in zip(rows[1:], ("power", "fate", "none"), strict=True):
        assert row.index("x") == rows[0].index(column) + len(column) - 1


def wand(colour: str, clear: float) -> Wand:
    """Three faces of one colour, of the first one only so much left clear by lamps."""
    light = np.ones((10, 100), np.bool_)
    light[:, round(100 * clear) :] = False
    patch = np.zeros((10, 100, 3), np.float32)
    faces = [
        TaughtFace(face, 2 - number, patch, light if number == 0 else np.ones_like(light))
        for number, face in enumerate(FACES)
    ]
    return Wand(colour, 100.0, 12.0, tuple(faces))


class Reading:
    """Stands for the reader: of each wand it reads what a test says."""

    looks: dict[str, list[Found]]

    def __init__(self, _: object, wands: WandSet) -> None:
        (colour,) = wands.colours
        self.models, self.colour = {colour: colour}, colour

    def read(self, _: Picture) -> SimpleNamespace:
        return SimpleNamespace(found=tuple(self.looks[self.colour]))


@pytest.fixture
def audit(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A teaching of one picture each of a red and a black wand, of which a test says what the checks tell."""

    def read_again(
        looks: dict[str, list[Found]],
        told: tuple[Advice, Advice] = (Advice(True), Advice(True)),
        exchanged: tuple[str, ...] = (),
        alike: tuple[str, ...] = (),
        clear: float = 1.0,
    ) -> tuple[list[Reread], list[str]]:
        shots = [SHOT, Shot("black_top2_power.jpg", "black", 2, "power", PICTURE)]
        wands = WandSet(3.0, 2.0, (wand("red", clear), wand("black", 1.0)), PICTURE)
        lesson = Lesson(PLAIN, Grid(PLAIN, 1.0), shots, [], [], [], [fitted(), fitted()], PICTURE)
        monkeypatch.setattr(Reading, "looks", looks, raising=False)
        monkeypatch.setattr(doubts, "Reader", Reading)
        monkeypatch.setattr(doubts, "advice", lambda _: list(told))
        monkeypatch.setattr(doubts, "exchanged", lambda models, _: [f"{line} {sorted(models)}" for line in exchanged])
        monkeypatch.setattr(doubts, "Likeness", lambda *_: SimpleNamespace(told=lambda: list(alike)))
        return confusion(PLAIN, wands, shots, lesson)

    return read_again


BOTH = {"red": [found()], "black": [found()]}
DOUBTED = {"red": [found()], "black": [DOUBT]}


def test_each_picture_is_read_with_its_own_wand_alone(audit: Any) -> None:
    seen, reasons = audit({"red": [found(), DOUBT], "black": []})
    assert [(item.shot.colour, item.found is not None, item.right) for item in seen] == [
        ("red", True, True),
        ("black", False, False),
    ]
    assert len(reasons) == 1 and reasons[0].startswith("black_top2_power.jpg: the black wand is not recognised")


def test_a_teaching_that_is_read_as_it_was_taught_has_no_reasons_against_it(audit: Any) -> None:
    seen, reasons = audit(BOTH)
    assert reasons == [] and all(item.right and item.fit is not None for item in seen)


@pytest.mark.parametrize(("clear", "hidden"), [(1.0, False), (1 - LAMP / 2, False), (1 - 2 * LAMP, True)])
def test_a_lamp_hides_a_face_of_which_more_than_single_cells_is_not_clear(
    audit: Any, clear: float, hidden: bool
) -> None:
    seen, _ = audit(BOTH, clear=clear)
    assert [item.hidden for item in seen] == [hidden, False]


def test_what_is_wrong_with_a_picture_is_said_before_names_and_readings_of_good_ones(audit: Any) -> None:
    _, reasons = audit(DOUBTED, told=(BAD, Advice(True)), exchanged=("exchanged",), alike=("alike",))
    assert reasons == [BAD.line]


def test_names_that_look_exchanged_are_said_before_likeness_and_readings(audit: Any) -> None:
    _, reasons = audit(DOUBTED, exchanged=("exchanged",), alike=("alike",))
    assert reasons == ["exchanged ['black', 'red']"]


def test_wands_that_look_alike_are_said_with_the_readings_that_leave_a_doubt(audit: Any) -> None:
    _, reasons = audit(DOUBTED, alike=("alike",))
    assert reasons[0] == "alike" and len(reasons) == 2
    assert reasons[1].startswith("black_top2_power.jpg: mark and notches of the black wand leave a doubt")


def test_a_suspicion_is_no_reason_where_the_picture_is_read_as_taught(audit: Any) -> None:
    assert audit(BOTH, told=(SUSPECTED, Advice(True)))[1] == []
    assert audit({**BOTH, "red": [DOUBT]}, told=(SUSPECTED, Advice(True)))[1] == [SUSPECTED.line]
