"""The look of a whole face, compared with every taught one by the network."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.evidence.model import WandModel
from vision.evidence.resemblance import HIGH, OTHER, SAME, THERE, WIDE, beside_wood, cells_of, in_one_light, margin
from vision.files import read_picture
from vision.geometry.patches import Patch
from vision.read import Reader


def odds(model: WandModel, patch: Patch, clear: np.ndarray | None = None) -> np.ndarray:
    """Of each value, beside none."""
    shown = np.ones(patch.shape[:2], dtype=np.bool_) if clear is None else clear
    return model.taught.odds(np.asarray(patch, dtype=np.float32), shown)


@pytest.mark.parametrize("colour", ["red", "black", "white"])
@pytest.mark.parametrize("light", [0.7, 1.0])
def test_each_taught_face_is_its_own_value_in_any_light(colour: str, light: float, reader: Reader) -> None:
    model = reader.models[colour]
    for top, picture in zip(model.tops, model.pictures, strict=True):
        told = odds(model, light * picture)
        assert margin(told, top) > OTHER
        assert told[top] > SAME
        assert all(margin(told, other) < -OTHER for other in range(3) if other != top)


@pytest.mark.parametrize("colour", ["red", "black", "white"])
def test_the_bare_pane_and_other_wands_are_no_face(colour: str, reader: Reader) -> None:
    model = reader.models[colour]
    pane = np.broadcast_to(np.float32((118, 120, 124)), model.pictures[0].shape)
    assert max(odds(model, pane)) < THERE
    others = [m for c, m in reader.models.items() if c != colour]
    for other in others:
        rows, columns = model.pictures[0].shape[:2]
        patch = other.pictures[0][:rows, :columns]
        assert max(odds(model, patch)) < max(odds(model, model.pictures[0])) - SAME


def test_a_face_in_a_picture_of_a_throw_is_known_and_with_its_mark_wiped_away_is_not(reader: Reader) -> None:
    found = next(
        f
        for f in reader.read(read_picture(SET / "throws" / "004.jpg")).found
        if reader.models[f.colour].marked[f.exhibit.best]
    )
    model, exhibit = reader.models[found.colour], found.exhibit
    top = model.tops[exhibit.best]
    assert margin(odds(model, exhibit.patch, exhibit.clear), top) >= SAME
    wiped = np.broadcast_to(np.median(exhibit.patch, axis=(0, 1)), exhibit.patch.shape)
    assert margin(odds(model, wiped, exhibit.clear), top) < 0


def test_light_over_all_of_a_face_leaves_it_open(reader: Reader) -> None:
    model = reader.models["red"]
    white = np.full_like(model.pictures[0], 255.0)
    told = odds(model, white, np.zeros(white.shape[:2], dtype=np.bool_))
    assert all(margin(told, top) < SAME for top in range(3))


def test_cells_cover_the_face_and_a_strip_beside_it() -> None:
    us, vs = np.arange(-60, 60.1, 0.25), np.arange(-12, 12.1, 0.25)
    layer = np.where((np.abs(us) <= 50) & (np.abs(vs)[:, None] <= 7), 1.0, 0.0).astype(np.float32)
    cells = cells_of(layer, us, vs, (100.0, 14.0))
    assert cells.shape == (HIGH, WIDE)
    assert cells.mean() == pytest.approx(100 * 14 / (104 * 18), abs=0.02)


def test_one_light_on_all_of_a_face_is_taken_out() -> None:
    wood = np.array([60.0, 80.0, 160.0])
    cells = np.random.default_rng(3).uniform(60, 200, (HIGH, WIDE, 3)).astype(np.float32)
    bright, dim = (in_one_light(beside_wood(seen, wood)) for seen in (cells, 0.8 * cells - 1.6))
    assert np.allclose(bright, dim, atol=1e-4)
