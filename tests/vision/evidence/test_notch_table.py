"""Where a wand's notches are, learnt from three faces of which each shows two of its edges."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from vision.evidence.bites import Bites
from vision.evidence.edges import Edges
from vision.evidence.notch_table import learn_notches

U = np.arange(-36, 36.5, 0.5)
TOPS = [2, 1, 0]
PLACES = {0: (), 1: (1.0,), 2: (-9.2, 9.0)}
"""Of the edge with so many notches."""


def edges(sides: tuple[tuple[float, ...], tuple[float, ...]], hidden: tuple[int, float, float] | None = None) -> Edges:
    """Two edges with notches at these places, one of them hidden from a place to another."""
    odds = np.array([12 * sum(np.exp(-(((U - at) / 1.2) ** 2)) for at in side) - 7 + 0 * U for side in sides])
    if hidden is not None:
        edge, first, last = hidden
        odds[edge, (first <= U) & (last >= U)] = np.nan
    return Edges(U, odds, np.abs(U) < 26)


def shown(top: int, more: tuple[float, ...] = (), hidden: tuple[int, float, float] | None = None) -> Edges:
    """The face with a value: on its left the edge that carries one notch more, on its right two more; ``more`` is
    uneven on the edge without any.
    """
    counts = ((top + 1) % 3, (top + 2) % 3)
    left, right = (PLACES[count] + (more if count == 0 else ()) for count in counts)
    return edges((left, right), hidden)


def learnt(found: tuple[Bites, ...]) -> list[tuple[list[float], list[float]]]:
    return [(list(np.round(b.left)), list(np.round(b.right))) for b in found]


TRUE = [([], [1.0]), ([-9.0, 9.0], []), ([1.0], [-9.0, 9.0])]


def test_three_faces_tell_where_each_notch_is() -> None:
    faces = [shown(top) for top in TOPS]
    assert learnt(learn_notches(TOPS, faces).bites) == TRUE
    others = [list(tops) for tops in permutations(range(3)) if list(tops) != TOPS]
    assert learn_notches(TOPS, faces).odds > 8 + max(learn_notches(tops, faces).odds for tops in others)


@pytest.mark.parametrize("tip", [0.7, -4.0])
def test_a_marks_tip_at_one_view_of_an_edge_is_no_notch_where_a_lamp_hides_the_true_one(tip: float) -> None:
    """A star reaches the edge without notches; of the face's other edge, which has two, a ring of lamps hides most."""
    faces = [shown(2), shown(1, more=(tip,), hidden=(0, -18.0, 16.5)), shown(0)]
    assert learnt(learn_notches(TOPS, faces).bites)[2] == TRUE[2]


def test_a_face_that_was_taught_turned_round_shows_its_notches_turned_round() -> None:
    faces = [shown(2), shown(1).turned(), shown(0)]
    found = learn_notches(TOPS, faces).bites[1]
    assert (found.left, sorted(found.right)) == ((), pytest.approx([-9.0, 9.2], abs=0.6))
