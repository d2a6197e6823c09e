"""What a pane's border looks like: where it is looked at, how sharply it changes, and which wood lies beyond it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane, mask_of
from vision.picture import Picture
from vision.scene.border import ENDS_MM, INSIDE_MM, OUTSIDE_MM, STATIONS, STEP_MM, WIDE, Look, Stations, Tones, likeness

ALL = 4 * STATIONS
REACH_MM = 4.0
"""How much farther than the kept profile a longer one reaches to both sides."""


def framed(pane: Pane, within: int, beyond: tuple[int, int, int, int]) -> Picture:
    """A plain pane in plain wood, of another grey beyond each side."""
    picture = np.zeros((pane.size[1], pane.size[0], 3), np.uint8)
    middle = pane.opening.mean(axis=0)
    for index, grey in enumerate(beyond):
        side = pane.opening[[index, (index + 1) % 4]]
        wedge = np.vstack([middle, middle + 1.6 * (side - middle)])
        cv2.fillConvexPoly(picture, np.rint(pane.to_px(wedge)).astype(np.int32), (grey,) * 3)
    picture[mask_of(pane) > 0] = within
    return picture


def test_stations_stand_on_the_border_off_its_corners_and_look_outwards(pane: Pane) -> None:
    stations = Stations(pane, INSIDE_MM, OUTSIDE_MM)
    assert stations.feet.shape == (ALL, 2)
    assert pane.beyond(stations.feet) == pytest.approx(np.zeros(ALL), abs=1e-9)
    assert pane.beyond(stations.feet + 2.5 * stations.outwards) == pytest.approx(np.full(ALL, 2.5), abs=1e-9)
    apart = np.linalg.norm(stations.feet[:, None] - pane.opening, axis=2)
    assert apart.min(axis=0) == pytest.approx(np.full(4, ENDS_MM))
    assert np.ptp(stations.places, axis=1).max() == pytest.approx(2.8, rel=0.01)
    middles = stations.places.mean(axis=(1, 2)) - stations.feet
    assert middles == pytest.approx(stations.offsets.mean() * stations.outwards)


def test_each_station_changes_at_the_border_and_nowhere_else(pane: Pane) -> None:
    profiles = Look(pane, INSIDE_MM, OUTSIDE_MM).samples(framed(pane, 120, (60,) * 4)).profiles()
    assert profiles.shape == (ALL, round((INSIDE_MM + OUTSIDE_MM) / STEP_MM) + 1)
    offsets = np.arange(profiles.shape[1]) * STEP_MM - INSIDE_MM
    assert (profiles * offsets).sum(axis=1) / profiles.sum(axis=1) == pytest.approx(np.zeros(ALL), abs=0.5)
    assert profiles.max(axis=1) == pytest.approx(np.full(ALL, np.log((120 + 8) / (60 + 8))), abs=0.15)
    assert not profiles[:, np.abs(offsets) > 2.5].any()


def test_a_plain_picture_changes_nowhere_and_is_like_nothing(pane: Pane) -> None:
    samples = Look(pane, INSIDE_MM, OUTSIDE_MM).samples(np.full((pane.size[1], pane.size[0], 3), 77, np.uint8))
    profiles = samples.profiles()
    assert not profiles.any()
    assert not likeness(profiles, profiles, 1).any()
    assert samples.light == pytest.approx([77.0] * 4)


def test_the_border_is_found_as_far_aside_as_it_was_nudged(pane: Pane) -> None:
    grid = Grid(pane, 1.0, margin=24.0)
    empty = grid.rectify(framed(pane, 130, (50, 60, 70, 80)))
    wide, look = Look(pane, INSIDE_MM + REACH_MM, OUTSIDE_MM + REACH_MM), Look(pane, INSIDE_MM, OUTSIDE_MM)
    shifts = 2 * round(REACH_MM / STEP_MM) + 1
    fits = likeness(look.kept(grid, empty).profiles(), wide.kept(grid, empty, np.array([2.0, 1.0])).profiles(), shifts)
    found = (fits.argmax(axis=1) - shifts // 2) * STEP_MM
    # Who looks 2 mm further right and 1 mm further down sees the right and lower sides so much further inside.
    expected = -look.stations.outwards @ np.array([2.0, 1.0])
    assert np.median(np.abs(found - expected)) <= STEP_MM / 2
    assert np.abs(found - expected).max() <= 2 * STEP_MM
    assert fits.max(axis=1).min() > 0.6


def test_the_kept_picture_shows_what_the_camera_shows(pane: Pane) -> None:
    grid, picture = Grid(pane, 1.0), framed(pane, 130, (50, 60, 70, 80))
    look = Look(pane, INSIDE_MM, OUTSIDE_MM)
    kept, seen = look.kept(grid, grid.rectify(picture)), look.samples(picture)
    assert likeness(kept.profiles(), seen.profiles(), 1).min() > 0.7
    assert kept.light == pytest.approx(seen.light, abs=2.0)
    inside = (INSIDE_MM + 1) / (INSIDE_MM + OUTSIDE_MM + 2)
    assert seen.light == pytest.approx(130 * inside + np.array([50, 60, 70, 80]) * (1 - inside), abs=6)


def test_a_side_is_the_mean_of_the_stations_that_are_used(pane: Pane) -> None:
    samples = Look(pane, INSIDE_MM, OUTSIDE_MM).samples(framed(pane, 130, (40, 60, 70, 80)))
    use = np.zeros(ALL, np.bool_)
    use[[3, STATIONS + 5]] = True
    sides = samples.side_profiles(use)
    assert sides[:2] == pytest.approx(samples.profiles()[[3, STATIONS + 5]], abs=1e-4)
    assert sides[:2].max() > 0.3
    assert not sides[2:].any()


def test_beyond_the_picture_a_station_goes_on_as_the_picture_ends(pane: Pane) -> None:
    out = replace(pane, opening=pane.opening + np.array([0.0, 23.0]))
    rng = np.random.default_rng(4)
    noise = rng.integers(0, 255, (pane.size[1], pane.size[0], 3)).astype(np.uint8)
    look = Look(out, INSIDE_MM, OUTSIDE_MM)
    lower = slice(2 * STATIONS, 3 * STATIONS)
    assert look.within[:STATIONS].all() and look.within[lower].any() and not look.within[lower].all()
    ends = look.stations.feet[lower] + (look.within[lower].sum(axis=1) * STEP_MM - INSIDE_MM)[:, None] * [0, 1]
    assert out.to_px(ends)[:, 1] == pytest.approx(np.full(STATIONS, pane.size[1] - 1), abs=3 * STEP_MM * pane.scale / 2)
    last = look.within[lower].sum(axis=1).max()
    grid = Grid(out, 1.0)
    for samples in (look.samples(noise), look.kept(grid, noise[: grid.shape[0], : grid.shape[1]])):
        profiles = samples.profiles()
        assert last + 2 * WIDE + 3 < profiles.shape[1]
        assert profiles[lower, :last].any(axis=1).all()
        assert not profiles[lower, last + 2 * WIDE :].any()


def test_likeness_is_a_correlation_wherever_the_profiles_fit() -> None:
    rng = np.random.default_rng(2)
    kept, seen = (rng.uniform(0, 90, shape).astype(np.float32) for shape in ((3, 30), (3, 34)))
    fits = likeness(kept, seen, 5)
    each = [[np.corrcoef(kept[s], seen[s, k : k + 30])[0, 1] for k in range(5)] for s in range(3)]
    assert fits == pytest.approx(np.array(each), abs=1e-2)
    assert likeness(kept, 90 - kept, 1) == pytest.approx(np.full((3, 1), -1.0), abs=1e-2)


def tones(levels: np.ndarray, known: int = ALL) -> Tones:
    return Tones(levels.astype(np.float32), np.arange(ALL) < known)


def test_wood_is_known_again_in_any_light_and_by_most_of_it() -> None:
    rng = np.random.default_rng(8)
    wood, other = rng.normal(4.0, 0.3, (2, ALL, 3))
    assert tones(wood).likeness(tones(wood + np.log(0.4))) == pytest.approx(1.0, abs=1e-3)
    assert tones(wood).likeness(tones(8.0 - wood)) == pytest.approx(-1.0, abs=1e-3)
    assert abs(tones(wood).likeness(tones(other))) < 0.3
    hidden = np.where(np.arange(ALL)[:, None] < 40, wood, other)
    assert tones(wood).likeness(tones(hidden, 40)) == pytest.approx(1.0, abs=1e-3)


def test_wood_that_is_plain_or_hardly_seen_tells_nothing() -> None:
    rng = np.random.default_rng(8)
    wood, other = rng.normal(4.0, 0.3, (2, ALL, 3))
    assert tones(wood).likeness(tones(other, 29)) == 1.0
    assert tones(wood, 29).likeness(tones(other)) == 1.0
    assert tones(wood).likeness(tones(other, 30)) < 0.5
    assert tones(4.0 + 0.02 * (wood - 4.0)).likeness(tones(other)) == 1.0


def test_the_wood_beyond_each_side_is_told_by_its_brightness(pane: Pane) -> None:
    greys = (50, 65, 80, 95)
    told = Look(pane, INSIDE_MM, OUTSIDE_MM).samples(framed(pane, 150, greys)).tones()
    sides = np.median(told.levels.reshape(4, STATIONS, 3), axis=(1, 2))
    assert np.exp(sides) - 8 == pytest.approx(greys, abs=2.0)
