"""Wands whose colours would fit as well the other way round."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs

from tests.vision.conftest import SET
from vision.evidence.model import WandModel
from vision.files import read_picture
from vision.geometry.patches import Patch
from vision.geometry.pose import Pose
from vision.locate.proposals import Candidate
from vision.read import Reader
from vision.verdict.exchange import Elsewhere, near, passed_over, told_apart
from vision.verdict.found import Found


def coloured(found: Found, colour: np.ndarray) -> Found:
    patch = np.broadcast_to(colour, found.exhibit.patch.shape).astype(np.float32)
    return replace(found, exhibit=replace(found.exhibit, patch=patch))


def unchanged(found: list[Found]) -> Elsewhere:
    """Marks and notches that fit either way: each wand shows where another was found what it showed itself."""
    own = {f.colour: f for f in found}
    return lambda colour, _: own[colour]


def misfitting(found: Found, more: float) -> Found:
    """The same with so much more that the mark does not explain."""
    mark = found.exhibit.mark
    return replace(found, exhibit=replace(found.exhibit, mark=replace(mark, misfits=mark.misfits + more)))


def patched(found: Found, patch: Patch) -> Found:
    """The same with another face to be seen."""
    return replace(found, exhibit=replace(found.exhibit, patch=patch))


def valued(found: Found, top: int) -> Found:
    return replace(found, reading=structs.replace(found.reading, top=top, options=[top]))


def test_wands_of_their_own_colours_are_told_apart(reader: Reader) -> None:
    found = list(reader.read(read_picture(SET / "throws" / "001.jpg")).found)
    assert told_apart(found, reader.models, 1.0, unchanged([])) == found
    assert near(reader.models) == frozenset()


@pytest.fixture()
def mixed(reader: Reader) -> dict[str, Found]:
    """Red and black of a colour between both; white."""
    found = {f.colour: f for f in reader.read(read_picture(SET / "throws" / "001.jpg")).found}
    between = (reader.models["red"].base + reader.models["black"].base) / 2
    return {**found, "red": coloured(found["red"], between), "black": coloured(found["black"], between)}


def test_wands_of_each_others_colours_or_between_both_are_in_doubt_and_no_other(
    reader: Reader, mixed: dict[str, Found]
) -> None:
    red, black = reader.models["red"].base, reader.models["black"].base
    swapped = {**mixed, "red": coloured(mixed["red"], black), "black": coloured(mixed["black"], red)}
    for given in (mixed, swapped):
        found = list(given.values())
        other = [valued(f, (f.reading.top or 0) + 1) for f in found]
        read = {f.colour: f.reading for f in told_apart(found, reader.models, 1.0, unchanged(other))}
        assert {c: r.sure for c, r in read.items()} == {"red": False, "black": False, "white": True}
        assert all(len(r.options) == 2 and r.top in r.options for c, r in read.items() if c != "white")


def test_marks_and_notches_decide_between_wands_of_one_colour(reader: Reader, mixed: dict[str, Found]) -> None:
    found = list(mixed.values())
    worse = [valued(misfitting(f, 0.5), (f.reading.top or 0) + 1) for f in found]
    kept = told_apart(found, reader.models, 1.0, unchanged(worse))
    assert all(one is other for one, other in zip(kept, found, strict=True))
    turned = told_apart([misfitting(f, 0.5) for f in worse], reader.models, 1.0, unchanged(found))
    assert [any(f is one for one in found) for f in turned] == [f.colour != "white" for f in turned]


def test_faces_decide_between_wands_of_one_colour_with_the_same_signs(reader: Reader) -> None:
    """Scarlet is red with its pictures on other faces."""
    red = reader.models["red"]
    pictures = [face.picture for face in red.wand.faces]
    faces = [replace(f, picture=p) for f, p in zip(red.wand.faces, [*pictures[1:], pictures[0]], strict=True)]
    scarlet = WandModel(replace(red.wand, colour="scarlet", faces=tuple(faces)), red.density)
    models = {"red": red, "scarlet": scarlet}
    look = next(f for f in reader.read(read_picture(SET / "throws" / "001.jpg")).found if f.colour == "red")
    one = patched(look, red.pictures[look.exhibit.best])
    other = patched(look, scarlet.pictures[look.exhibit.best])
    other = replace(other, exhibit=replace(other.exhibit, colour="scarlet"))

    def elsewhere(colour: str, at: Found) -> Found:
        own = one if colour == "red" else other
        return valued(patched(own, at.exhibit.patch), (own.reading.top or 0) + 1)

    assert told_apart([one, other], models, 1.0, elsewhere) == [one, other]
    places = patched(one, other.exhibit.patch), patched(other, one.exhibit.patch)
    turned = told_apart(list(places), models, 1.0, elsewhere)
    assert [f.exhibit.patch is own.exhibit.patch for f, own in zip(turned, (one, other), strict=True)] == [True, True]
    alike = told_apart([one, patched(other, one.exhibit.patch)], models, 1.0, elsewhere)
    assert [f.reading.sure for f in alike] == [False, False]


def test_only_pairs_that_are_asked_about_are_compared(reader: Reader, mixed: dict[str, Found]) -> None:
    found = list(mixed.values())
    other = [valued(f, (f.reading.top or 0) + 1) for f in found]
    assert told_apart(found, reader.models, 1.0, unchanged(other), frozenset()) == found
    pair = frozenset({frozenset({"red", "black"})})
    assert sum(f.reading.sure for f in told_apart(found, reader.models, 1.0, unchanged(other), pair)) == 1


def test_wands_of_nearly_one_colour_are_near(reader: Reader) -> None:
    red = reader.models["red"]
    assert near({"red": red, "scarlet": red, "black": reader.models["black"]}) == {frozenset({"red", "scarlet"})}


@pytest.mark.parametrize(
    ("score", "away", "sure"),
    [(0.9, True, 0), (0.9, False, 2), (0.05, True, 2)],
    ids=["a place that shows better", "it lies in a wand", "it shows worse"],
)
def test_with_one_wand_in_doubt_a_place_that_shows_better_than_another_puts_all_in_doubt(
    score: float, away: bool, sure: int, reader: Reader
) -> None:
    look = reader.read(read_picture(SET / "throws" / "001.jpg"))
    first, *others = look.found
    doubt = replace(first, reading=structs.replace(first.reading, sure=False))
    place = Pose(-100.0, 100.0, 0.0) if away else first.outline.centred
    gaps = [float(np.hypot(*(f.outline.centred.middle - [-100.0, 100.0]))) for f in look.found]
    assert min(gaps) > reader.length / 2 + reader.side
    own = tuple(Candidate(0.5, f.outline.centred) for f in look.found)
    judged = passed_over([doubt, *others], (*own, Candidate(score, place)), reader.models)
    assert sum(f.reading.sure for f in judged) == sure
    assert passed_over([], (), reader.models) == []
