"""The pane is found anew from its four corners."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from companion.protocol import EyeOrder
from tests.vision.setup.guided.film import Film, picture
from vision.geometry.pane import Pane, PaneFile, pane_of
from vision.setup.guided.marked import Marking
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import at_once


def marking(folder: Path, known: Pane | None) -> Film:
    """A step that has seen a picture."""
    film = Film(Marking(Shelf(folder), at_once, known))
    film.show(picture("empty.jpg"), 0.2)
    return film


def shares(pane: Pane) -> list[tuple[float, float]]:
    """The opening's corners as a finger shows them."""
    return [(float(x) / (pane.size[0] - 1), float(y) / (pane.size[1] - 1)) for x, y in pane.to_px(pane.opening)]


def test_marked_corners_give_the_pane_again(pane: Pane, tmp_path: Path) -> None:
    film = marking(tmp_path, pane)
    film.step.order(EyeOrder(1, "corners", corners=shares(pane)))
    assert film.step.told().phase == "done" and film.step.learnt is not None
    found = pane_of(msgspec.json.decode(film.step.learnt.content, type=PaneFile))
    assert np.abs(found.to_px(found.opening) - pane.to_px(pane.opening)).max() < 3


def test_corners_that_fall_together_are_refused_and_asked_again(pane: Pane, tmp_path: Path) -> None:
    film = marking(tmp_path, pane)
    film.step.order(EyeOrder(1, "corners", corners=[(0.1, 0.1), (0.9, 0.1), (0.1, 0.1), (0.1, 0.9)]))
    assert film.step.learnt is None and "corners" in film.said
    assert film.step.told().choices == ["corners"]


def test_without_a_pane_the_size_is_asked_for(tmp_path: Path) -> None:
    film = marking(tmp_path, None)
    film.step.order(EyeOrder(1, "corners", corners=[(0.2, 0.1), (0.8, 0.1), (0.8, 0.9), (0.2, 0.9)]))
    assert film.said == "corners-size" and film.step.learnt is None
