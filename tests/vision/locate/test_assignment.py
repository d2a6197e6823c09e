"""Places where wands may lie, and which wand lies at which."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry.pose import Pose
from vision.locate.assignment import Place, Wood, alike, assigned
from vision.read import Reader

PLAIN = Place(Pose(0.0, 0.0, 0.0), np.zeros(3), shown=1.0, ends=0.9, new=1.0, even=1.0, score=0.9)


def at(x: float, colour: NDArray[np.float64], **what: float) -> Place:
    return replace(PLAIN, pose=Pose(x, 0.0, 0.0), colour=colour, **what)


def woods(reader: Reader) -> dict[str, Wood]:
    return {c: Wood(m.wand.length, m.wand.side, m.base) for c, m in reader.models.items()}


def given(reader: Reader, places: list[Place], light: float = 1.0) -> dict[str, float]:
    chosen, _ = assigned(places, woods(reader), light)
    return {colour: place.pose.x for colour, place in chosen.items()}


def test_each_wand_gets_the_place_of_its_colour(reader: Reader) -> None:
    places = [at(10.0 * i, m.base) for i, m in enumerate(reader.models.values())]
    assert given(reader, places) == {c: 10.0 * i for i, c in enumerate(reader.models)}
    assert given(reader, places[::-1]) == {c: 10.0 * i for i, c in enumerate(reader.models)}


@pytest.mark.parametrize("factor", [0.5, 1.0, 1.6])
def test_a_darker_or_brighter_room_is_found_out(reader: Reader, factor: float) -> None:
    places = [at(10.0 * i, np.minimum(m.base * factor, 252)) for i, m in enumerate(reader.models.values())]
    chosen, gain = assigned(places, woods(reader), 1.0)
    assert {c: p.pose.x for c, p in chosen.items()} == {c: 10.0 * i for i, c in enumerate(reader.models)}
    assert gain == pytest.approx(factor, rel=0.35)


def test_a_wand_without_a_place_is_missing(reader: Reader) -> None:
    models = list(reader.models.values())
    faint = at(90.0, models[2].base, shown=0.4, new=0.0)
    assert set(given(reader, [at(0.0, models[0].base), at(1.0, models[1].base), faint])) == set(list(reader.models)[:2])
    assert given(reader, []) == {}


def test_a_footprint_of_several_colours_gives_way_to_one_of_wood(reader: Reader) -> None:
    models = list(reader.models.values())
    rest = [at(0.0, models[0].base), at(1.0, models[1].base)]
    patched = at(5.0, models[2].base, shown=0.85, even=0.4)
    assert given(reader, [*rest, patched])[models[2].wand.colour] == 5.0
    assert given(reader, [*rest, patched, at(7.0, models[2].base, shown=0.75)])[models[2].wand.colour] == 7.0


def test_alike_counts_wood_and_not_marks() -> None:
    patch = np.full((10, 100, 3), (60, 90, 120), np.uint8)
    colour = np.array([60.0, 90.0, 120.0])
    assert alike(patch, colour) == 1.0
    patch[:, :25] = 240
    assert alike(patch, colour) == pytest.approx(0.75)
    patch[:, 50:] = (66, 99, 132)
    assert alike(patch, colour) == pytest.approx(0.75), "a little brighter is the same wood"


def test_plain_and_obvious() -> None:
    assert PLAIN.plain and PLAIN.obvious
    assert not replace(PLAIN, shown=0.7, ends=0.2).plain
    assert replace(PLAIN, shown=0.7, ends=0.5).plain
    assert not replace(PLAIN, shown=0.7, ends=0.5, new=0.6).plain, "half of it is the empty pane"
    assert not replace(PLAIN, even=0.3).obvious
