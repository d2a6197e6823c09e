"""Where wands may lie: a painted wand is proposed where it lies, whatever its colour; beams and old edges hardly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.geometry.pose import Pose, same_place
from vision.locate.proposals import Candidate, Search, shrunk, squeezed_gradient
from vision.picture import Picture

LENGTH, SIDE = 105.0, 13.0
GREY = 110


@pytest.fixture(scope="module")
def search(pane: Pane) -> Search:
    """For wands of one size."""
    return Search(Grid(pane, 1.0), LENGTH, SIDE)


def bare(search: Search) -> Picture:
    """A plain pane with the noise of a camera."""
    noise = np.random.default_rng(1).normal(0, 1, (*search.grid.shape, 3))
    return np.rint(GREY + noise).astype(np.uint8)


def laid(search: Search, flat: Picture, pose: Pose, colour: tuple[int, int, int], length: float = LENGTH) -> Picture:
    """The same with a wand (or a longer beam) on it."""
    out, cells = flat.copy(), search.grid.to_cells(pose.corners(length, SIDE))
    cv2.fillConvexPoly(out, np.rint(16 * cells).astype(np.int32), colour, cv2.LINE_AA, 4)
    return out


def at(found: list[Candidate], pose: Pose) -> bool:
    return same_place(found[0].pose, pose, 2.5, 3.0)


@pytest.mark.parametrize("pose", [Pose(0, 0, 0), Pose(-70, 40, 0.9), Pose(60, -80, 1.5708), Pose(30, 55, 2.7)])
@pytest.mark.parametrize("colour", [(220, 220, 220), (20, 20, 20), (GREY, GREY, 190)], ids=["white", "black", "red"])
def test_a_wand_is_proposed_first_where_it_lies(search: Search, pose: Pose, colour: tuple[int, int, int]) -> None:
    empty = bare(search)
    found = search.find(laid(search, empty, pose, colour), 10, empty)
    assert at(found, pose)
    assert 0.6 < found[0].score < 1.4


def test_each_of_three_wands_is_proposed_once_and_before_all_else(search: Search) -> None:
    poses, flat = [Pose(-70, 0, 1.4), Pose(20, 70, 0.1), Pose(40, -60, 0.5)], bare(search)
    for pose, colour in zip(poses, [(220,) * 3, (20,) * 3, (30, 30, 180)], strict=True):
        flat = laid(search, flat, pose, colour)
    found = search.find(flat, 12, bare(search))
    first = [next(n for n, c in enumerate(found) if same_place(c.pose, pose, 2.5, 3.0)) for pose in poses]
    assert sorted(first) == [0, 1, 2]
    assert [c.score for c in found] == sorted((c.score for c in found), reverse=True)
    pairs = [(a.pose, b.pose) for n, a in enumerate(found) for b in found[:n]]
    assert not any(same_place(a, b, 5.9, 11.9) for a, b in pairs)


def test_the_best_few_are_the_first_of_many(search: Search) -> None:
    flat = laid(search, bare(search), Pose(10, 10, 0.3), (200, 200, 200))
    many = search.find(flat, 12, bare(search))
    assert search.find(flat, 2, bare(search)) == many[:2]
    assert search.find(flat, 0, bare(search)) == []


def test_a_pane_of_one_grey_proposes_nothing_whatever_was_searched_before(search: Search) -> None:
    plain = np.full_like(bare(search), GREY)
    free = np.ones(search.grid.shape, np.uint8)
    search.find(laid(search, plain, Pose(0, 0, 0.4), (220,) * 3), 5, plain)
    assert search.find(plain, 5, plain) == []
    assert search.find_faint(plain, plain, free, 4.0, 5) == []


@pytest.mark.parametrize("length", [200.0, 400.0])
def test_the_middle_of_a_beam_counts_less_than_a_wand_of_its_width(search: Search, length: float) -> None:
    middle, empty = Pose(0, 0, 0), bare(search)
    (wand,) = search.find(laid(search, empty, middle, (200,) * 3), 1, empty)
    beam = search.find(laid(search, empty, middle, (200,) * 3, length), 60, empty)
    along = [c.score for c in beam if same_place(c.pose, middle, 30.0, 1.0)]
    assert max(along, default=0.0) < 0.7 * wand.score


@pytest.mark.parametrize("side", [6.0, 22.0])
def test_what_is_narrower_or_wider_than_a_wand_counts_less(search: Search, side: float) -> None:
    pose, empty = Pose(0, 0, 0), bare(search)
    flat, cells = empty.copy(), search.grid.to_cells(pose.corners(LENGTH, side))
    cv2.fillConvexPoly(flat, np.rint(cells).astype(np.int32), (200,) * 3)
    (wand,) = search.find(laid(search, empty, pose, (200,) * 3), 1, empty)
    (other,) = search.find(flat, 1, empty)
    assert other.score < 0.6 * wand.score


def test_what_was_there_before_counts_less_than_what_is_new(search: Search) -> None:
    old, new = Pose(0, -60, 0.0), Pose(0, 60, 0.0)
    empty = laid(search, bare(search), old, (210,) * 3)
    found = search.find(laid(search, empty, new, (210,) * 3), 5, empty)
    assert at(found, new)
    before = [c.score for c in found if same_place(c.pose, old, 3.0, 3.0)]
    assert all(score < 0.6 * found[0].score for score in before)


def test_a_faint_wand_is_proposed_by_what_differs_and_only_where_it_is_free(search: Search) -> None:
    pose, empty = Pose(-30, 20, 0.8), bare(search)
    flat = laid(search, empty, pose, (GREY + 5,) * 3)
    free = np.ones(search.grid.shape, np.uint8)
    found = search.find_faint(flat, empty, free, 6.0, 4)
    assert at(found, pose)
    assert len(found) <= 8
    taken = taken_away(search, free, pose)
    assert not any(same_place(c.pose, pose, 6.0, 10.0) for c in search.find_faint(flat, empty, taken, 6.0, 4))


def taken_away(search: Search, free: NDArray[np.uint8], pose: Pose) -> NDArray[np.uint8]:
    """Free but for a footprint and a little around it."""
    out, cells = free.copy(), search.grid.to_cells(pose.corners(LENGTH + 12, SIDE + 12))
    cv2.fillConvexPoly(out, np.rint(cells).astype(np.int32), (0,))
    return out


def test_a_shrunk_picture_has_the_mean_of_each_four_cells() -> None:
    flat = np.zeros((4, 6, 3), np.uint8)
    flat[:2, :2, 1] = [[10, 20], [30, 40]]
    flat[2:, 4:] = 200
    small = shrunk(flat)
    assert small.shape == (2, 3, 3)
    assert small[0, 0].tolist() == [0, 25, 0] and small[1, 2].tolist() == [200] * 3 and not small[0, 1:].any()


@pytest.mark.parametrize("channel", [0, 1, 2])
@pytest.mark.parametrize(("turns", "direction"), [(0, 0), (3, 64), (2, 128), (1, 192)])
def test_an_edge_points_to_the_brighter_side_in_its_strongest_channel(channel: int, turns: int, direction: int) -> None:
    small = np.full((40, 40, 3), 90, np.uint8)
    small[20:, :, (channel + 1) % 3] = 95
    small[:, 20:, channel] = 200
    strength, way = squeezed_gradient(np.ascontiguousarray(np.rot90(small, turns)))
    back, edge = np.rot90(way, -turns), np.rot90(strength, -turns)
    apart = (back[2:-2, 19:21].astype(int) - direction + 128) % 256 - 128
    assert np.abs(apart).max() <= 3
    assert edge[2:-2, 19:21].min() > 0.9 > edge.min() == 0.0
    assert edge.max() < 1.0
