"""One wand judged: a doubt is settled, or made, by the look of the whole face."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs
from numpy.typing import NDArray

from companion.protocol import Kind
from tests.vision.conftest import SET
from vision.evidence.exhibit import Exhibit
from vision.evidence.registration import Registered
from vision.files import read_picture
from vision.read import Reader
from vision.verdict.found import Found, found_of, told


def doubted(exhibit: Exhibit) -> Exhibit:
    """The same with a mark that favours its value by too little, and notches that tell nothing."""
    mark, notch = exhibit.mark, exhibit.notch
    faint, silent = 0.1 * mark.misfits, 0.0 * notch.misfits
    return replace(
        exhibit, mark=replace(mark, misfits=faint), notch=replace(notch, misfits=silent, seen=0.0, beyond=None)
    )


@pytest.mark.parametrize("colour", ["black", "white"])
def test_a_doubt_is_settled_by_the_look_of_the_whole_face_where_that_says_what_the_mark_does(
    colour: str, reader: Reader
) -> None:
    picture = read_picture(SET / "throws" / "004.jpg")
    model = reader.models[colour]
    exhibit = doubted(next(f.exhibit for f in reader.read(picture).found if f.colour == colour))
    top = model.tops[exhibit.mark.best]
    settled = found_of(reader.pane, model, exhibit).reading
    assert (settled.sure, settled.top, settled.options) == (True, top, [top])
    other = next(n for n, value in enumerate(model.tops) if value != top)
    elsewhere = found_of(reader.pane, model, replace(exhibit, patch=model.pictures[other])).reading
    assert not elsewhere.sure and len(elsewhere.options) == 2


def weakened(exhibit: Exhibit, tops: list[int], told: float, held: float = 0.9) -> Exhibit:
    """The same with a mark that tells so much, notches that tell nothing, and an outline that shows so clearly."""
    mark, notch = exhibit.mark, exhibit.notch
    share = told / mark.margin(tops)
    silent = replace(notch, misfits=0.0 * notch.misfits, seen=0.0, beyond=None)
    facts = replace(exhibit.facts, held=held)
    return replace(exhibit, mark=replace(mark, misfits=share * mark.misfits), notch=silent, facts=facts)


@pytest.mark.parametrize("colour", ["red", "white"])
def test_a_weak_mark_on_a_face_that_is_another_one_as_a_whole_is_in_doubt(colour: str, reader: Reader) -> None:
    found = next(f for f in reader.read(read_picture(SET / "throws" / "004.jpg")).found if f.colour == colour)
    model = reader.models[colour]
    weak = weakened(found.exhibit, model.tops, 0.65)
    assert found_of(reader.pane, model, weak).reading.sure
    other = next(n for n, value in enumerate(model.tops) if value != model.tops[found.exhibit.mark.best])
    assert not found_of(reader.pane, model, replace(weak, patch=model.pictures[other])).reading.sure


@pytest.mark.parametrize(
    ("told", "held", "apart", "there", "sure"),
    [
        (0.65, 0.9, -2.0, 2.0, True),
        (0.65, 0.9, -4.0, 2.0, False),
        (0.65, 0.9, 4.0, -0.5, False),
        (0.65, 0.9, 4.0, 0.5, True),
        (0.45, 0.9, 0.0, 5.0, False),
        (0.45, 0.9, 2.0, 5.0, True),
        (0.65, 0.55, 4.0, 0.5, False),
        (0.65, 0.55, 4.0, 2.5, False),
        (0.65, 0.55, 4.0, 3.5, True),
        (0.9, 0.55, 4.0, 2.5, False),
        (0.9, 0.55, 4.0, 3.5, True),
        (0.2, 0.55, 5.5, 2.5, False),
        (0.2, 0.55, 5.5, 3.5, True),
        (0.2, 0.9, 5.5, 1.5, True),
        (0.2, 0.9, 4.5, 9.0, False),
        (0.2, 0.9, 9.0, 0.5, False),
        (0.9, 0.9, -9.0, -9.0, True),
    ],
)
def test_how_much_the_whole_face_must_say_depends_on_the_mark_and_the_outline(
    told: float, held: float, apart: float, there: float, sure: bool, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``apart`` and ``there`` are by how much its value is likelier than another one, and than none of that wand."""
    found = next(f for f in reader.read(read_picture(SET / "throws" / "004.jpg")).found if f.colour == "white")
    model = reader.models["white"]
    top = model.tops[found.exhibit.mark.best]
    odds = np.full(3, there - apart)
    odds[top] = there
    monkeypatch.setattr(model.taught, "odds", lambda *_: odds)
    assert found_of(reader.pane, model, weakened(found.exhibit, model.tops, told, held)).reading.sure is sure


@pytest.mark.parametrize(("told", "apart", "sure"), [(0.2, 6.0, True), (0.4, 6.0, False), (0.4, 10.5, True)])
def test_a_face_must_say_twice_as_much_against_notches_that_deny_its_value(
    told: float, apart: float, sure: bool, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = next(f for f in reader.read(read_picture(SET / "throws" / "004.jpg")).found if f.colour == "white")
    model = reader.models["white"]
    top = model.tops[found.exhibit.mark.best]
    other = next(value for value in model.tops if value != top)
    weak = weakened(found.exhibit, model.tops, 0.5)
    denial = np.array([0.0 if value == other else told for value in model.tops])
    exhibit = replace(weak, notch=replace(weak.notch, misfits=denial))
    odds = np.full(3, 2.0)
    odds[top] = 2.0 + apart
    monkeypatch.setattr(model.taught, "odds", lambda *_: odds)
    reading = found_of(reader.pane, model, exhibit).reading
    assert (reading.top, reading.sure) == (top, sure)


@pytest.mark.parametrize(
    ("denial", "apart", "there", "sure"),
    [(0.4, -4.0, 5.0, False), (0.4, -2.0, 5.0, True), (0.4, 9.0, -0.5, False), (0.2, -9.0, -9.0, True)],
)
def test_a_whole_mark_that_notches_deny_is_sure_only_where_the_network_says_nothing_else(
    denial: float, apart: float, there: float, sure: bool, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, model = white_one(reader), reader.models["white"]
    whole = weakened(found.exhibit, model.tops, 0.95)
    top = model.tops[found.exhibit.mark.best]
    other = next(value for value in model.tops if value != top)
    denied = np.array([0.0 if value == other else denial for value in model.tops])
    odds = np.full(3, there - apart)
    odds[top] = there
    monkeypatch.setattr(model.taught, "odds", lambda *_: odds)
    reading = found_of(reader.pane, model, replace(whole, notch=replace(whole.notch, misfits=denied))).reading
    assert (reading.top, reading.sure) == (top, sure)


@pytest.mark.parametrize(
    ("seen", "apart", "there", "sure"),
    [(0.85, -9.0, -9.0, True), (0.75, -7.0, 1.5, False), (0.45, -7.0, 1.5, False), (0.45, 6.0, 6.0, True)],
)
def test_a_mark_of_which_much_is_hidden_is_not_certain_by_itself(
    seen: float, apart: float, there: float, sure: bool, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of a face that light has washed out looks blank, whatever mark was there."""
    found, model = white_one(reader), reader.models["white"]
    whole = weakened(found.exhibit, model.tops, 0.95)
    top = model.tops[found.exhibit.mark.best]
    monkeypatch.setattr(model.taught, "odds", lambda *_: likelier(top, apart, there))
    reading = found_of(reader.pane, model, replace(whole, mark=replace(whole.mark, seen=seen))).reading
    assert (reading.top, reading.sure) == (top, sure)


def white_one(reader: Reader) -> Found:
    return next(f for f in reader.read(read_picture(SET / "throws" / "004.jpg")).found if f.colour == "white")


def likelier(top: int, apart: float, there: float) -> NDArray[np.float64]:
    """Odds by which a value is so much likelier than another one, and than none."""
    odds = np.full(3, there - apart)
    odds[top] = there
    return odds


@pytest.mark.parametrize(
    ("missing", "apart", "there", "fault"),
    [
        (0.2, 0.0, 0.0, None),
        (0.35, 5.1, 3.1, None),
        (0.9, 5.1, 3.1, None),
        (0.35, 4.9, 3.1, "obstructed"),
        (0.35, 9.0, 2.9, "obstructed"),
        (0.35, -9.0, 9.0, "obstructed"),
    ],
)
def test_a_part_of_a_mark_that_is_missing_is_a_fault_only_of_a_face_that_is_not_known_for_certain(
    missing: float,
    apart: float,
    there: float,
    fault: Kind | None,
    reader: Reader,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, model = white_one(reader), reader.models["white"]
    odds = likelier(model.tops[found.exhibit.best], apart, there)
    monkeypatch.setattr(model.taught, "odds", lambda *_: odds)
    exhibit = replace(found.exhibit, facts=replace(found.facts, missing=missing))
    judged = found_of(reader.pane, model, exhibit)
    assert judged.reading.sure and judged.fault == fault


@pytest.mark.parametrize(
    ("bare", "strange", "outside", "fault"),
    [(9.0, 0.0, -9.0, "obstructed"), (0.0, 40.0, -9.0, "obstructed"), (0.0, 0.0, 2.0, "partly-off")],
)
@pytest.mark.parametrize("missing", [0.0, 0.35])
def test_what_else_is_wrong_with_a_wand_is_a_fault_of_a_known_face_too(
    bare: float,
    strange: float,
    outside: float,
    fault: Kind,
    missing: float,
    reader: Reader,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, model = white_one(reader), reader.models["white"]
    odds = likelier(model.tops[found.exhibit.best], 9.0, 9.0)
    monkeypatch.setattr(model.taught, "odds", lambda *_: odds)
    facts = replace(found.facts, missing=missing, bare=bare, strange=strange, outside=outside)
    judged = found_of(reader.pane, model, replace(found.exhibit, facts=facts))
    assert judged.reading.sure and judged.fault == fault


def test_a_part_of_a_mark_that_is_missing_is_a_fault_where_notches_leave_a_known_face_in_doubt(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, model = white_one(reader), reader.models["white"]
    top = model.tops[found.exhibit.best]
    weak = weakened(found.exhibit, model.tops, 0.5)
    other = next(value for value in model.tops if value != top)
    denial = replace(weak.notch, misfits=np.array([0.0 if value == other else 0.4 for value in model.tops]))
    monkeypatch.setattr(model.taught, "odds", lambda *_: likelier(top, 6.0, 6.0))
    judged = found_of(reader.pane, model, replace(weak, notch=denial, facts=replace(weak.facts, missing=0.35)))
    assert (judged.reading.top, judged.reading.sure, judged.fault) == (top, False, "obstructed")


@pytest.mark.parametrize(
    ("fault", "sure", "same", "apart", "there", "is_told"),
    [
        (None, True, True, 5.1, 3.1, True),
        ("obstructed", True, True, 5.1, 3.1, False),
        (None, False, True, 5.1, 3.1, False),
        (None, True, False, 5.1, 3.1, False),
        (None, True, True, 4.9, 3.1, False),
        (None, True, True, 9.0, 2.9, False),
    ],
)
def test_a_registered_face_is_told_that_is_bare_and_read_the_same_for_sure_and_known_to_the_network(
    fault: Kind | None,
    sure: bool,
    same: bool,
    apart: float,
    there: float,
    is_told: bool,
    reader: Reader,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, model = white_one(reader), reader.models["white"]
    guess = next(n for n, value in enumerate(model.tops) if (value == found.reading.top) is same)
    odds = likelier(model.tops[guess], apart, there)
    monkeypatch.setattr(model.taught, "odds", lambda *_: odds)
    place = Registered(guess, found.outline.centred, 0.9, 0.2)
    at = replace(found, reading=structs.replace(found.reading, sure=sure), fault=fault)
    assert told(model, place, at) is is_told


def test_a_registered_face_is_not_told_where_all_else_tells_another_value(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, model = white_one(reader), reader.models["white"]
    assert found.reading.top is not None
    odds = likelier(found.reading.top, 9.0, 9.0)
    monkeypatch.setattr(model.taught, "odds", lambda *_: odds)
    for guess, value in enumerate(model.tops):
        place = Registered(guess, found.outline.centred, 0.9, 0.2)
        assert told(model, place, found) is (value == found.reading.top)
