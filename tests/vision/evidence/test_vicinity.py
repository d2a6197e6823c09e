"""What surrounds an end of a wand, straightened: where a thing lies in it, what of it is covered, in which light."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.evidence.vicinity import ACROSS, ALONG, CELLS, LAYERS, Surveyor, Vicinity, layers_of
from vision.files import read_picture
from vision.geometry.pose import Pose
from vision.locate.outline import Outline
from vision.read import Reader
from vision.scene.view import View

BLOB = (20, 200, 240)
"""A colour that is nowhere on the pane."""
POSES = Pose(0.0, 0.0, 0.0), Pose(12.0, -20.0, 0.7), Pose(-15.0, 10.0, 2.9)


@pytest.fixture(scope="module")
def bare(reader: Reader) -> View:
    """The empty pane."""
    return reader.empty.beside(read_picture(SET / "empty.jpg"))


@pytest.fixture(scope="module")
def outline(reader: Reader) -> Outline:
    """That of some wand."""
    return reader.read(read_picture(SET / "throws" / "001.jpg")).found[0].outline


def lying(outline: Outline, pose: Pose) -> Outline:
    """The wand elsewhere; its ends and sides where they were taught."""
    half = np.array([[-1.0, -1.0], [1.0, 1.0]]) / 2
    return replace(outline, pose=pose, sides=half * outline.side, ends=half[:, 0] * outline.length)


def with_blob(view: View, pose: Pose, u: float, v: float, radius: float = 5.0) -> View:
    """Something round at a place of a pose (mm)."""
    flat = view.flat.copy()
    x, y = view.foreground.grid.to_cells(pose.places(np.array([[u, v]])))[0]
    cv2.circle(flat, (round(x), round(y)), round(radius * view.foreground.grid.scale), BLOB, -1)
    return replace(view, flat=flat)


def middle_of(vicinity: Vicinity, end: int) -> tuple[float, float]:
    """How far (mm) beyond an end, and to its right, the blob lies; nan where it does not."""
    rows, columns = np.nonzero(np.abs(vicinity.colours[end, ..., :3].astype(int) - BLOB).max(axis=2) < 40)
    return (float(ALONG[columns].mean()), float(ACROSS[rows].mean())) if len(rows) else (np.nan, np.nan)


def around(reader: Reader, view: View, outline: Outline, *others: Outline) -> Vicinity:
    """The vicinity of both ends."""
    return Surveyor(view, reader.pane).around(outline, list(others))


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize(("beyond", "right"), [(20.0, 10.0), (-25.0, -20.0), (40.0, 0.0)])
@pytest.mark.parametrize("end", [0, 1])
def test_a_thing_is_where_it_lies_seen_from_its_end(
    reader: Reader, bare: View, outline: Outline, pose: Pose, beyond: float, right: float, end: int
) -> None:
    sign = 2 * end - 1
    view = with_blob(bare, pose, sign * (outline.length / 2 + beyond), sign * right)
    seen = around(reader, view, lying(outline, pose))
    assert middle_of(seen, end) == pytest.approx((beyond, right), abs=1.5)
    assert np.isnan(middle_of(seen, 1 - end)).all()


def test_both_ends_are_seen_alike_from_either_side(reader: Reader, bare: View, outline: Outline) -> None:
    pose = POSES[1]
    view = with_blob(bare, pose, outline.length / 2 + 15, 8.0)
    one = around(reader, view, lying(outline, pose))
    two = around(reader, view, lying(outline, Pose(pose.x, pose.y, pose.angle + np.pi)))
    assert np.abs(one.colours[::-1].astype(int) - two.colours).max() <= 2
    assert np.array_equal(one.covered[::-1], two.covered)


def test_where_other_wands_lie_is_told(reader: Reader, bare: View, outline: Outline) -> None:
    own, other = lying(outline, Pose(0, 0, 0)), lying(outline, Pose(0, 30, 0))
    covered = around(reader, bare, own, other).covered[..., 0]
    row = int(np.abs(ACROSS - 30).argmin())
    assert (covered[1, row, ALONG < -2] == 255).all() and (covered[1, row, ALONG > 2] == 0).all()
    assert (covered[1, np.abs(ACROSS - 30) > outline.side] == 0).all()
    assert (covered[0, CELLS - 1 - row, ALONG < -2] == 255).all()
    assert (around(reader, bare, own).covered[..., 0] == 0).all()


def test_where_no_pane_is_is_told(reader: Reader, bare: View, outline: Outline) -> None:
    half = float(np.abs(reader.pane.opening).min())
    at = half - outline.length / 2 - 20.0
    off = around(reader, bare, lying(outline, Pose(at, 0, 0))).covered[1, ..., 1]
    row = CELLS // 2
    assert (off[row, ALONG < 12] == 0).all() and (off[row, ALONG > 26] == 255).all()


def test_the_layers_tell_what_is_new_and_how_bright_it_is(reader: Reader, bare: View, outline: Outline) -> None:
    pose = POSES[0]
    seen = around(reader, with_blob(bare, pose, outline.length / 2 + 20, 0.0), lying(outline, pose))
    layers = layers_of(seen, 200.0)
    assert layers.shape == (2, LAYERS, CELLS, CELLS) and layers.dtype == np.float32
    assert layers.flags["C_CONTIGUOUS"]
    row, column = (int(np.abs(axis - mm).argmin()) for axis, mm in ((ACROSS, 0.0), (ALONG, 20.0)))
    new, bright = layers[1, :3, row, column], layers[1, 3:6, row, column]
    assert bright == pytest.approx(np.log((np.array(BLOB) + 8) / 208), abs=0.05)
    assert np.abs(new).max() > 0.5
    assert np.abs(layers[0, :3]).mean() < 0.05
    assert layers[:, 6:].min() >= 0 and layers[:, 6:].max() <= 1


def test_a_thing_is_as_new_in_any_light(reader: Reader, bare: View, outline: Outline) -> None:
    pose = POSES[0]
    view = with_blob(bare, pose, outline.length / 2 + 20, 0.0)
    darker = replace(view, flat=np.asarray(view.flat * 0.5, np.uint8), lit=np.asarray(view.lit * 0.5, np.uint8))
    one, two = (layers_of(around(reader, v, lying(outline, pose)), w) for v, w in ((view, 200.0), (darker, 100.0)))
    assert np.abs(one - two)[:, :3].mean() < 0.03
    assert np.abs(one - two)[:, 3:6].mean() < 0.1
