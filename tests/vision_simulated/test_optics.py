"""The lens: rays and projection are each other's inverse, refraction included."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.hardframes.tables import draw_lens
from vision.cameras.simulated.looks import shipped
from vision.cameras.simulated.optics import Lens, window_rays


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("height", [0.0, 12.0, 80.0])
def test_a_point_on_a_pixels_ray_projects_to_that_pixel(seed: int, height: float) -> None:
    lens = draw_lens(np.random.default_rng(seed))
    rays = window_rays(lens, (0, 0, lens.width, lens.height), 1).astype(float)
    v, u = (part.ravel() for part in np.mgrid[20:940:90, 180:1100:110])
    x, y, dx, dy = rays[v, u].T
    points = np.column_stack([x + dx * height, y + dy * height, np.full(len(x), height)])
    assert np.abs(lens.pixels(points) - np.column_stack([u, v])).max() < 0.02


def test_fine_rays_lie_between_the_pixels() -> None:
    lens = shipped().place.lens
    rays = window_rays(lens, (402, 301, 410, 305), 2).astype(float)
    assert rays.shape == (8, 16, 4)
    points = np.column_stack([rays[0, 0, :2][None], [[0.0]]])
    assert lens.pixels(points)[0] == pytest.approx([401.75, 300.75], abs=0.01)


def test_the_pane_moves_corners_outwards_by_a_few_pixels() -> None:
    lens = Lens(1280, 960, 837.0, (639.5, 479.5), (0.0, 0.0, 0.0, 0.0, 0.0), (0.0, 0.0, -300.0))
    bare = replace(lens, pane=replace(lens.pane, n=1.0))
    corner, middle = np.array([[140.0, 140.0, 0.0]]), np.array([[0.0, 0.0, 0.0]])
    shift = np.linalg.norm(lens.pixels(corner) - lens.centre) - np.linalg.norm(bare.pixels(corner) - lens.centre)
    assert 1.0 < shift < 4.0
    assert lens.pixels(middle)[0] == pytest.approx(lens.centre, abs=1e-6)


def test_half_the_size_sees_the_same() -> None:
    lens = shipped().place.lens
    points = np.array([[30.0, -70.0, 0.0], [-120.0, 100.0, 5.0]])
    assert np.abs((lens.pixels(points) + 0.5) / 2 - 0.5 - lens.scaled(640).pixels(points)).max() < 1e-6
