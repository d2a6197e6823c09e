"""Harsh tables and throws: the shadows, mirrors, smears and poses that they are named for are in their pictures."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.hardframes import HarshSet
from tests.hardframes.harsh_tables import FAINT, LOOKS, RIM_MM, draw_harsh_table
from tests.hardframes.harsh_throws import HARSH_CATEGORIES
from tests.hardframes.tables import stands_out
from tests.hardframes.throws import ILLEGAL
from vision.cameras.simulated import layouts, symbols
from vision.cameras.simulated.film import Smear, crumbed, smeared
from vision.cameras.simulated.ledge import Ledge
from vision.cameras.simulated.lid import Lid, lit_lid
from vision.cameras.simulated.light import Lamps, Light
from vision.cameras.simulated.looks import Look, shipped
from vision.cameras.simulated.scene import compose
from vision.cameras.simulated.wand import FACES, face_corners, lying

KINDS = sorted(LOOKS)


@pytest.mark.parametrize("category", sorted(HARSH_CATEGORIES))
def test_each_category_is_what_it_says(category: str) -> None:
    made = HarshSet(21, KINDS.index("woods"), 400)
    throw = made.throw(made.categories.index(category))
    states = sorted(wand["state"] for wand in throw.label["wands"].values())
    half = made.look.place.lens.pane.visible_half_mm
    assert throw.label["legal"] == (category not in ILLEGAL)
    assert set(throw.label["wands"]) <= set(made.look.wands)
    if throw.label["legal"]:
        corners = np.array([wand["corners_mm"] for wand in throw.label["wands"].values()])
        assert states == ["flat"] * 3
        assert np.abs(corners[..., :2]).max() < half
    else:
        assert len(states) == (2 if category == "two_wands" else 3)
        assert states.count("flat") == 2


def test_kinds_come_in_turn_and_pictures_follow_from_the_seed() -> None:
    sets = [HarshSet(3, number, 10) for number in range(2 * len(LOOKS))]
    assert [made.kind for made in sets] == list(LOOKS) * 2
    assert len({made.look.wands[c].finish.paint for made in sets for c in made.look.wands}) == 6 * len(LOOKS)
    assert HarshSet(3, 4, 10).throw(2).data == sets[4].throw(2).data != HarshSet(4, 4, 10).throw(2).data


@pytest.mark.parametrize("kind", ["hood", "pale"])
def test_a_faint_wand_stands_out_by_a_few_levels_only(kind: str) -> None:
    look = draw_harsh_table(np.random.default_rng(5), kind)
    assert FAINT[0] < stands_out(look, look.light, look.sensor)[1] < FAINT[1]


def test_the_ledge_shadow_reaches_as_far_as_geometry_says_and_keeps_the_hue() -> None:
    ledge = Ledge(145.0, 30.0, lamp_mm=4.0)
    lamps = Lamps("bars", depth_mm=90.0, reach_mm=205.0, glare=0.0)
    reach = 30.0 * (205 - 145) / (90 - 30)
    light = Light(lamps, room=0.0, box=0.1, ledge=ledge)
    near, far = (np.array([[145 - d, 0.0, 0.0]]) for d in (reach - 4, reach + 4))
    down = np.array([[0.0, 0.0, -1.0]])
    dark, bright = light.on(near, down)[0], light.on(far, down)[0]
    assert dark[1] < 0.5 * bright[1]
    assert dark / dark[1] == pytest.approx(bright / bright[1], rel=1e-5)
    assert ledge.free(np.array([[145 - reach, 0.0, 0.0]]), np.array([205.0, 0.0, -90.0]))[0] == pytest.approx(0.5)


@pytest.mark.parametrize("kind", ["rim_shadow", "ring_shadow"])
def test_tables_with_close_lamps_have_a_dark_rim_of_15_to_45_mm(kind: str) -> None:
    light = draw_harsh_table(np.random.default_rng(9), kind).light
    assert light.ledge is not None
    half = light.ledge.half_mm
    reaches = np.arange(0.0, 80.0)
    lamp = light.lamps.samples()[-1] if kind == "rim_shadow" else light.lamps.samples()[0]
    points = np.column_stack([half - reaches, np.zeros(80), np.zeros(80)])
    free = light.ledge.free(points, np.array([lamp[0], 0.0, lamp[2]]))
    inward = float(reaches[np.argmax(free > 0.5)])
    assert RIM_MM[0] - 1 <= inward <= RIM_MM[1] + 1


def on_a_lid() -> tuple[Look, Lid, Light]:
    look = shipped(640)
    lamps = Lamps("one", depth_mm=200.0, reach_mm=150.0, glare=0.0)
    return look, Lid(75.0), replace(look.light, lamps=lamps)


def test_a_wand_throws_its_shadow_on_the_lid_away_from_the_lamp() -> None:
    look, lid, light = on_a_lid()
    wand = look.wands["red"]
    lens = look.place.lens
    bare, shaded = (lit_lid(lens, light, lid, w) for w in ([], [(wand, lying(wand, FACES[0], 0, 0, math.pi / 2))]))
    lost = 1 - shaded[..., 1] / bare[..., 1]
    _, xs = np.nonzero(lost > 0.3)
    assert len(xs) > 200
    assert xs.mean() > lens.pixels(np.array([[20.0, 0, 0]]))[0, 0]
    assert np.median(lost) == 0


def test_lacquer_mirrors_the_ring_as_a_halo_near_its_image() -> None:
    look = shipped(640)
    lens = look.place.lens
    light = Light(Lamps("ring", depth_mm=320.0, reach_mm=45.0, glare=0.0))
    plain = look.wands["black"]
    glossy = replace(plain, finish=replace(plain.finish, polish=400.0))
    placed = [[(w, lying(w, "fate", x, 45.0, 0.0)) for x in (0.0,)] for w in (plain, glossy)]
    more = (compose(look.place, light, placed[1]) - compose(look.place, light, placed[0]))[..., 1]
    middle, end = (lens.pixels(np.array([[x, 45.0, 0.0]]))[0].round().astype(int) for x in (0.0, 50.0))
    assert more[middle[1], middle[0]] > 3 * more[end[1], end[0]] >= 0
    assert more[middle[1], middle[0]] > 0.03


def test_a_smear_blurs_and_washes_only_where_it_is() -> None:
    look = shipped(640)
    lens = look.place.lens
    clear = np.random.default_rng(1).random((lens.height, lens.width, 3)).astype(np.float32)
    seen = smeared(clear, lens, Smear((-40, 0), (40, 0), 30.0, 8.0, 0.3), 0.3)
    inside, outside = (lens.pixels(np.array([[0.0, y, 0.0]]))[0].round().astype(int) for y in (0.0, 60.0))
    within, beyond = (seen[y - 8 : y + 8, x - 8 : x + 8] for x, y in (inside, outside))
    assert within.std() < 0.3 * clear.std()
    assert np.array_equal(beyond, clear[outside[1] - 8 : outside[1] + 8, outside[0] - 8 : outside[0] + 8])


def test_crumbs_change_few_pixels_and_each_seed_others() -> None:
    look = shipped(640)
    lens = look.place.lens
    clear = np.full((lens.height, lens.width, 3), 0.2, np.float32)
    one, two = (crumbed(clear, lens, np.random.default_rng(s), 60, 6) != clear for s in (1, 2))
    assert 0.0005 < one.mean() < 0.02
    assert (one != two).any()


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("face", FACES)
def test_a_propped_wand_lies_on_one_long_edge(face: str, side: int) -> None:
    wand = shipped().wands["white"]
    pose = layouts.propped(wand, face, (10.0, -20.0, 0.7, 54.0, 7.0), 0.2, side)
    heights = pose.world(face_corners(wand, face))[:, 2]
    left, right = heights[:2], heights[2:]
    still, lifted = (left, right) if side > 0 else (right, left)
    assert still == pytest.approx([0, 0], abs=1e-9)
    assert lifted == pytest.approx([wand.shape.side * math.sin(0.2)] * 2)


def test_marks_stay_on_a_face_and_differ() -> None:
    marks = {**symbols.POWER, **symbols.MAGIC}
    extents = {}
    for name, mark in marks.items():
        points = np.vstack([points for points, _ in mark(10.0)])
        assert np.abs(points[:, 1]).max() <= 5.5, name
        assert np.abs(points[:, 0]).max() <= 14.0, name
        extents[name] = points.round(2).tobytes()
    assert len(set(extents.values())) == len(marks)
