"""What is looked at of a wand: a strip of the bare pane is none, whatever it passes for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.conftest import SET
from vision.evidence.exhibit import exhibit_of, mostly_bare
from vision.evidence.witness import CERTAIN
from vision.files import read_picture
from vision.geometry.patches import Patch, Sampler
from vision.locate.locator import Lying
from vision.locate.outline import Outline
from vision.read import Reader
from vision.scene.view import View

THROW = SET / "throws" / "001.jpg"


def shown(outline: Outline, share: float) -> Outline:
    """The outline, shown by so much everywhere."""
    sides, ends = (np.full_like(part, share) for part in (outline.held_sides, outline.held_ends))
    return replace(outline, held_sides=sides, held_ends=ends)


def test_a_faint_outline_that_holds_the_bare_pane_is_no_wand_for_certain(reader: Reader) -> None:
    found = reader.read(read_picture(THROW)).found
    empty, taken = (reader.empty.beside(read_picture(p)) for p in (SET / "empty.jpg", THROW))
    assert len(found) == 3
    for outline, wood in [(f.outline, reader.models[f.colour].base) for f in found]:
        assert mostly_bare(empty, shown(outline, 0.6), wood)
        assert not mostly_bare(empty, shown(outline, 0.8), wood)
        assert not mostly_bare(taken, shown(outline, 0.6), wood)


def test_wood_that_looks_like_the_pane_may_lie_there_though_nothing_is_new(reader: Reader) -> None:
    found = reader.read(read_picture(THROW)).found
    empty = reader.empty.beside(read_picture(SET / "empty.jpg"))
    for outline in [f.outline for f in found]:
        pane = np.median(empty.around(outline.centred.middle[None])[1], axis=0)
        assert not mostly_bare(empty, shown(outline, 0.6), pane - 10)


def test_no_shadow_is_sought_on_a_face_whose_mark_and_notches_agree(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    sought: list[NDArray[np.float64]] = []

    def none(patch: Patch, density: float, length: float, side: float, wood: NDArray[np.float64]) -> None:
        sought.append(wood)

    monkeypatch.setattr("vision.evidence.exhibit.shadow_on", none)
    # Two whole marks, and a blank face.
    found = reader.read(read_picture(SET / "throws" / "018.jpg")).found
    assert [f.exhibit.mark.margin(reader.models[f.colour].tops) >= CERTAIN for f in found].count(True) == 2
    assert len(sought) == len(found) - 2


@pytest.mark.parametrize("marked", [True, False])
def test_a_whole_mark_is_of_a_wand_however_like_the_bare_pane_it_looks(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, marked: bool
) -> None:
    def bare(view: View, outline: Outline, wood: NDArray[np.float64]) -> bool:
        return True

    monkeypatch.setattr("vision.evidence.exhibit.mostly_bare", bare)
    # Two whole marks, and a blank face.
    found = reader.read(read_picture(SET / "throws" / "018.jpg")).found
    veiled = [f.facts.veiled for f in found if reader.models[f.colour].marked[f.exhibit.best] is marked]
    assert veiled == ([False, False] if marked else [True])


def test_a_whole_mark_tells_that_no_end_is_bare_and_a_blank_face_does_not(reader: Reader) -> None:
    picture = read_picture(SET / "throws" / "018.jpg")
    view = reader.empty.beside(picture)
    sampler = Sampler(reader.pane, view.picture, reader.wands.density)
    told = {}
    for found in reader.read(picture).found:
        lying = Lying(found.outline.centred, 20.0)
        seen = exhibit_of(sampler, view, reader.empty, reader.models[found.colour], found.colour, lying, 1.0)
        told[found.reading.bottom] = seen.facts.bare
    assert told["fate"] == 20.0
    assert {bare for face, bare in told.items() if face != "fate"} == {0.0}
