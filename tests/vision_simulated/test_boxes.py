"""The boxes that the documentation shows are the ones that the plans advise, and differ from them in what they say."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.bars import HARMLESS_MM, REST_MM
from hardware.optics import VIEWS, layout
from tests.hardframes import boxes
from tests.hardframes.boxes import BOXES, BoxSet
from vision.cameras.simulated.light import Light

DOCS = Path(__file__).parents[2] / "docs"


def dark_rim_mm(light: Light) -> float:
    """How far inwards one bar is hidden by the ledge, from the opening's side next to it."""
    assert light.ledge is not None
    reaches = np.arange(0.0, 60.0, 0.5)
    points = np.column_stack([light.ledge.half_mm - reaches, np.zeros((len(reaches), 2))])
    bar = np.array([light.lamps.reach_mm, 0.0, -light.lamps.depth_mm])
    return float(reaches[np.argmax(light.ledge.free(points, bar) > 0.5)])


def test_the_recommended_box_is_what_the_plans_advise() -> None:
    advised = layout(VIEWS["module3"])
    assert advised.bar_depth_mm == boxes.BAR_DEPTH_MM
    assert advised.bar_offset_mm <= boxes.BAR_OFFSET_MM <= advised.bar_offset_mm + 3
    assert advised.ledge_mm == boxes.LIP_MM
    assert advised.height_mm == pytest.approx(boxes.HEIGHT_MM, abs=30)
    assert dark_rim_mm(BoxSet(3, 0, 1).look.light) <= HARMLESS_MM


def test_the_thick_ledge_throws_the_shadow_that_the_plans_warn_of() -> None:
    look = BoxSet(3, list(BOXES).index("thick_ledge"), 1).look
    pane = look.place.lens.pane
    warned = layout(VIEWS["module3"], 300, look.light.lamps.depth_mm, ledge_mm=pane.ledge_mm)
    warned_mm = warned.shadow_mm + REST_MM  # that is counted from where a wand may rest
    assert dark_rim_mm(look.light) == pytest.approx(warned_mm, abs=3), "refraction in the pane aside"


def test_boxes_of_one_round_hold_the_same_wands() -> None:
    looks = [BoxSet(5, number, 1).look for number in (0, 1, len(BOXES))]
    shapes = [look.wands["black"].shape for look in looks]
    assert shapes[0] == shapes[1] != shapes[2]
    assert BoxSet(5, 1, 1).kind == "thick_ledge"


@pytest.mark.parametrize("name", ["recommended", "thick-ledge"])
def test_the_pictures_of_the_page_are_small(name: str) -> None:
    file = DOCS / f"box-{name}.jpg"
    assert file.stat().st_size < 150_000
    assert np.asarray(cv2.imread(str(file))).shape == (600, 800, 3)
    assert file.name in (DOCS / "the-box.md").read_text(encoding="utf-8")
