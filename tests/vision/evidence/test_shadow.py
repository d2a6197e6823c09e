"""The frame's shadow upon a face is told from marks, gradients and things, and taken away."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evidence.shadow import Shadow, border_lines, middles, shadow_on
from vision.geometry.patches import Patch

DENSITY, LENGTH, SIDE = 3.0, 150.0, 15.0
RED, DARK = (45.0, 60.0, 190.0), 0.4
ROWS, COLUMNS = 51, 457
VS, US = (np.arange(ROWS)[:, None] - ROWS // 2) / DENSITY, (np.arange(COLUMNS) - COLUMNS // 2) / DENSITY
MARK = (np.abs(US) < 6) & (np.abs(VS) < 3)


def face(marked: bool = False) -> Patch:
    """A red face on a grey pane, with some grain, perhaps with a white mark in its middle."""
    seen = np.full((ROWS, COLUMNS, 3), 110.0, np.float32)
    on_face = (np.abs(VS) <= SIDE / 2) & (np.abs(US) <= LENGTH / 2)
    seen[on_face] = RED
    if marked:
        seen[MARK] = (220, 225, 230)
    seen += np.random.default_rng(1).normal(0, 2, seen.shape)
    return np.asarray(seen, np.float32)


def shaded(seen: Patch, place: float, degrees: float, factor: float | tuple[float, ...] = DARK) -> Patch:
    """Darker beyond a line through u = ``place``, at that angle with the wand."""
    angle = np.radians(degrees)
    dark = (US - place) * np.sin(angle) - VS * np.cos(angle) > 0
    return np.asarray(np.where(dark[..., None], seen * np.array(factor), seen), np.float32)


def shadow(seen: Patch, wood: tuple[float, ...] = RED) -> Shadow | None:
    return shadow_on(seen, DENSITY, LENGTH, SIDE, np.array(wood))


@pytest.mark.parametrize(("place", "degrees"), [(50, 90), (-40, 60), (-30, 73), (0, 5), (35, -20), (9, 90)])
@pytest.mark.parametrize("marked", [False, True])
def test_a_face_is_relit_from_a_straight_line_on(place: float, degrees: float, marked: bool) -> None:
    lit = face(marked)
    seen = shadow(shaded(lit, place, degrees))
    assert seen is not None
    known = ~seen.border & (np.abs(VS) < SIDE / 2 - 1) & (np.abs(US) < LENGTH / 2 - 1)
    off = np.abs(seen.relit(shaded(lit, place, degrees)) - lit).max(axis=2)
    assert np.median(off[known]) < 12
    assert (off[known] > 60).mean() < 0.02


def test_the_pane_beside_the_face_stays_as_it_is() -> None:
    dark = shaded(face(), 30, 90)
    seen = shadow(dark)
    assert seen is not None
    assert np.array_equal(seen.relit(dark)[:3], dark[:3])


def test_a_mark_is_no_shadow() -> None:
    assert shadow(face(marked=True)) is None
    dark = face()
    dark[(np.abs(US) < 30) & (np.abs(VS) < 5)] *= DARK
    assert shadow(dark) is None


def test_a_mark_from_side_to_side_is_no_shadow_on_the_bright_wood_behind_it() -> None:
    seen = face()
    seen[(np.abs(US - 3) < 4) & (np.abs(VS) < SIDE / 2)] *= DARK
    assert shadow(seen) is None


def test_light_that_grows_along_a_wand_is_no_shadow() -> None:
    assert shadow(np.asarray(face() * np.linspace(0.4, 1.3, COLUMNS)[:, None], np.float32)) is None


def test_a_thing_of_another_colour_is_no_shadow() -> None:
    assert shadow(shaded(face(), 40, 90, (0.9, 0.9, 0.3))) is None


def test_half_a_face_under_a_veil_is_no_shadow_on_the_other_half() -> None:
    assert shadow(shaded(face(), 10, 90), tuple(DARK * np.array(RED))) is None


def test_a_face_in_even_light_has_none() -> None:
    assert shadow(face()) is None


@pytest.mark.parametrize(("place", "degrees"), [(30, 90), (0, 3), (-20, 40)])
def test_a_line_is_found_where_the_light_changes(place: float, degrees: float) -> None:
    us, vs = middles(96), middles(11)
    angle = np.radians(degrees)
    dark = (us - place) * np.sin(angle) - vs[:, None] * np.cos(angle) > 0
    best = border_lines(np.where(dark, -1.0, 0.0).astype(np.float32), us, vs)[0]
    away = best.away(us, vs)
    assert ((away < 0) == dark)[np.abs(away) > 1].all()


def test_a_face_in_one_light_has_no_lines() -> None:
    assert border_lines(np.zeros((11, 96), np.float32), middles(96), middles(11)) == []


@pytest.mark.parametrize("degrees", [-75, -78])
def test_the_light_is_told_though_a_mark_lies_across_the_border(degrees: float) -> None:
    """What is under an arrow's shaft tells no step, and the border may cross a wand at any angle."""
    white, factor = (225.0, 228.0, 230.0), 0.65
    lit = np.where(face()[..., 2:] > 120, np.array(white), face())
    arrow = (np.abs(US) < 6) & (np.abs(VS) < 2)
    lit = np.asarray(np.where(arrow[..., None], np.array((120.0, 100.0, 100.0)), lit), np.float32)
    seen = shadow(shaded(lit, 3, degrees, factor), white)
    assert seen is not None
    assert seen.factor == pytest.approx(1 / factor, rel=0.12)
