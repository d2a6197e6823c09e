"""The generator of hard pictures: complete, honest labels, the same for the same seed."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.hardframes import CATEGORIES, LEGAL, HardSet
from tests.hardframes.hardset import GERMAN
from tests.hardframes.sequences import Film, HardSequence
from vision.cameras.simulated.looks import COLOURS


def test_all_categories_come_in_their_shares() -> None:
    categories = HardSet(1, 0, 200).categories
    assert set(categories) == set(CATEGORIES)
    assert categories.count("ordinary") == pytest.approx(60, abs=4)
    assert categories.count("on_end") >= 5


def test_the_same_seed_draws_the_same_picture_and_another_seed_another() -> None:
    first, second, other = (HardSet(seed, 3, 12).throw(5) for seed in (8, 8, 9))
    assert first.data == second.data
    assert first.label == second.label
    assert other.data != first.data


def test_a_written_set_has_the_form_of_the_others(tmp_path: Path) -> None:
    made = HardSet(4, 1, 3)
    made.write(tmp_path)
    labels = json.loads((tmp_path / "labels.json").read_text())
    assert set(labels) >= {"colours", "faces", "wand_mm", "opposite_edge_notches", "camera", "teach", "throws"}
    assert len(labels["teach"]) == 9
    for name in [f"teach/{n}" for n in labels["teach"]] + [f"throws/{n}" for n in labels["throws"]] + ["empty.jpg"]:
        assert np.asarray(cv2.imread(str(tmp_path / name))).shape == (960, 1280, 3)
    for name, teach in labels["teach"].items():
        assert name == f"{teach['colour']}_top{teach['top_value']}_{teach['bottom_face']}.jpg"
        assert labels["opposite_edge_notches"][teach["colour"]][teach["bottom_face"]] == teach["top_value"]


@pytest.mark.parametrize("category", sorted(CATEGORIES))
def test_each_category_is_what_it_says(category: str) -> None:
    made = HardSet(21, 2, 400)
    throw = made.throw(made.categories.index(category))
    states = {colour: wand["state"] for colour, wand in throw.label["wands"].items()}
    half = made.look.place.lens.pane.visible_half_mm
    assert throw.label["category"] == category
    assert throw.label["legal"] == (category in LEGAL)
    if category in LEGAL:
        assert states == dict.fromkeys(COLOURS, "flat")
        corners = np.array([wand["corners_mm"] for wand in throw.label["wands"].values()])
        assert np.abs(corners[..., :2]).max() < half and np.abs(corners[..., 2]).max() < 0.01
        return
    odd = {"two_wands": None, "foreign_fingers": "tilted"}.get(category, category)
    assert len(states) == (2 if category == "two_wands" else 3)
    assert sorted(states.values()).count("flat") == 2
    assert odd is None or odd in states.values()


def test_a_table_differs_from_another_in_every_respect() -> None:
    looks = [HardSet(2, number, 1).look for number in range(12)]
    shapes = [look.wands["red"].shape for look in looks]
    assert len({s.length for s in shapes}) == 12
    assert {s.notch_shape for s in shapes} == {"V", "U"}
    assert {look.wands["red"].art.per_face for look in looks} == {1, 3}
    assert len({look.light.lamps.kind for look in looks}) >= 2
    assert len({tuple(look.wands[c].opposite.values()) for look in looks for c in COLOURS}) == 6
    assert {look.wands[c].mirrored for look in looks for c in COLOURS} == {True, False}


def test_touching_wands_touch_and_do_not_overlap() -> None:
    made = HardSet(6, 0, 60)
    for index in [k for k, name in enumerate(made.categories) if name == "touching"][:4]:
        wands = made.throw(index).label["wands"]
        shapes = [np.ascontiguousarray(np.array(w["corners_mm"], np.float32)[:, :2]) for w in wands.values()]
        pairs = [(a, b) for k, a in enumerate(shapes) for b in shapes[k + 1 :]]
        assert all(cv2.intersectConvexConvex(a, b)[0] < 0.01 for a, b in pairs)
        assert min(_distance(a, b) for a, b in pairs) < 0.3


def _distance(a: np.ndarray, b: np.ndarray) -> float:
    """Least distance of the corners of one footprint from the other."""
    one = max(cv2.pointPolygonTest(b, (float(x), float(y)), True) for x, y in a)
    two = max(cv2.pointPolygonTest(a, (float(x), float(y)), True) for x, y in b)
    return -max(one, two)


@pytest.fixture(scope="module")
def film() -> Film:
    """A throw and another in which some wands are kept."""
    return HardSequence(3, 1, rethrows=1, width=320).film()


def test_a_film_says_when_all_is_at_rest(film: Film) -> None:
    frames, phases = film.labels["frames"], film.labels["phases"]
    assert [f["frame"] for f in frames] == list(film.frames)
    assert frames[0]["status"] == "empty" and len(phases) == 2
    for phase in phases:
        rest, last = phase["rest_from_frame"], phase["last_frame"]
        assert all(f["all_at_rest"] for f in frames[rest : last + 1])
        assert not frames[rest - 1]["all_at_rest"]
        assert last - rest >= 6
    assert any(f["hand"] for f in frames[phases[1]["first_frame"] : phases[1]["rest_from_frame"]])
    before, after = frames[phases[0]["last_frame"]]["wands"], frames[-1]["wands"]
    for colour in phases[1]["kept"]:
        assert before[colour] == after[colour]
    assert set(GERMAN.values()) >= {wand["bottom_face"] for wand in after.values()}


def test_a_picture_at_rest_stays_and_a_moving_one_does_not(film: Film) -> None:
    rest, last = (film.labels["phases"][0][key] for key in ("rest_from_frame", "last_frame"))
    grey = cv2.IMREAD_GRAYSCALE
    pictures = [np.asarray(cv2.imdecode(np.frombuffer(d, np.uint8), grey)) for d in film.frames.values()]
    soft = [cv2.GaussianBlur(p, (0, 0), 2.0).astype(int) for p in pictures]
    changes = [int((np.abs(a - b) > 25).sum()) for a, b in pairwise(soft)]
    assert max(changes[rest + 1 : last]) == 0
    assert max(changes[:rest]) > 60
