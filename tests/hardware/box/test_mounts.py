"""What is printed comes off an ordinary printer, and holds what it is for."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.games.dreimagier.board import load_board
from hardware import parts
from hardware.box import measures as m
from hardware.box.board_mounts import LAMP_MM, SHEET_MM, mounts
from hardware.box.mounts import BOLT_HIGH_MM, BOLTS_MM, SLIDE_MM
from hardware.box.plan import BED_MM, Plan
from hardware.errors import PlanError
from hardware.solids.plates import Body, Hole, thinnest
from hardware.template import FIELD_MM
from tests.hardware.box.boxes import CAMERAS, made

LEAST_MM = 0.8
"""Two lines of an ordinary nozzle of 0.4 mm."""


def printed(camera: str = "module3", board: str = "default", board_mm: float = 3.0) -> list[Body]:
    kinds = made(camera, board=board, board_mm=board_mm).kinds().values()
    return [body for body, _ in kinds if body.material == "print"]


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("board_mm", [1.5, 3.0, 6.0])
def test_it_fits_the_bed_and_its_walls_can_be_printed(camera: str, board_mm: float) -> None:
    for body in printed(camera, board_mm=board_mm):
        assert max(body.size()) <= BED_MM, body.name
        assert min(map(thinnest, body.plates)) >= LEAST_MM, body.name


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_lens_looks_up_over_the_axis_at_the_height_of_the_plan(camera: str) -> None:
    plan = made(camera)
    carrier = next(body for body in plan.box if body.key == "2")
    shelf = plan.measures.floor_z + m.SHELF_MM
    assert -plan.measures.layout.height_mm - (shelf + plan.measures.camera.lens_mm) == pytest.approx(0, abs=1)
    low, high = carrier.bounds()
    assert low[0] == pytest.approx(-high[0]), "the axis is in its middle"


@pytest.mark.parametrize("camera", [each for each in CAMERAS if each != "usb"])
def test_the_cameras_screws_have_their_holes(camera: str) -> None:
    plan = made(camera)
    shelf = next(body for body in plan.box if body.key == "2").plates[0]
    slots = [hole for hole in shelf.holes if isinstance(hole, Hole)]
    wide, high = plan.measures.camera.apart
    for shift in (-3, 0, 3):
        wanted = {(x * wide / 2, y * high / 2 + shift) for x in (-1, 1) for y in (-1, 1)}
        assert all(any(h.u == u and h.v - 1e-9 <= v <= h.v + h.dv + 1e-9 for h in slots) for u, v in wanted)


def test_the_carrier_slides_on_its_foot() -> None:
    plan = made()
    foot, carrier = (next(body for body in plan.box if body.key == key) for key in "12")
    bolts = [hole for hole in carrier.plates[1].holes if isinstance(hole, Hole)]
    places = [carrier.plates[1].world((hole.u, hole.v)) for hole in bolts]
    assert [(abs(x), z - plan.measures.floor_z) for x, _, z in places] == [(BOLTS_MM, BOLT_HIGH_MM)] * 2
    assert down(plan) == 8 and SLIDE_MM[1] - BOLT_HIGH_MM == 27, "as the guide says"
    assert foot.plates[0].at[1] - foot.plates[0].thickness >= 0
    assert foot.bounds()[0][1] == pytest.approx(carrier.bounds()[1][1]), "they touch"


def down(plan: Plan) -> float:
    """So far the carrier slides down: to its slots' end or to the floor."""
    carrier = next(body for body in plan.box if body.key == "2")
    return min(BOLT_HIGH_MM - SLIDE_MM[0], carrier.bounds()[0][2] - plan.measures.floor_z)


@pytest.mark.parametrize("camera", CAMERAS)
def test_brackets_hold_the_bars_where_the_optics_want_them(camera: str) -> None:
    plan = made(camera)
    layout = plan.measures.layout
    brackets, bars = ([body for body in plan.box if body.key == key] for key in "3N")
    assert (len(brackets), len(bars)) == (4, 2)
    for bar in bars:
        low, high = bar.bounds()
        assert abs(low[0] + high[0]) / 2 == pytest.approx(layout.bar_offset_mm)
        assert high[2] == pytest.approx(-layout.bar_depth_mm)
        under = [each for each in brackets if each.bounds()[0][0] <= low[0] and each.bounds()[1][0] >= high[0]]
        assert len(under) == 2 and all(each.bounds()[1][2] == pytest.approx(low[2]) for each in under)
    walls = plan.measures.inside_x / 2
    assert max(each.bounds()[1][0] for each in brackets) == pytest.approx(walls)


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_whole_bar_is_mirrored_outside_the_opening(camera: str) -> None:
    """Its inner edge too, not its middle alone; and it stands in no ray from the lens to the opening."""
    plan = made(camera)
    high, half = plan.measures.layout.height_mm, plan.measures.opening / 2
    for bar in (body for body in plan.box if body.key == "N"):
        low, top = bar.bounds()
        inner, depth = min(abs(low[0]), abs(top[0])), -top[2]
        assert inner * high / (high + depth) > half
        assert inner > half * (high - depth) / high


class TestBoard:
    def test_every_way_of_the_parts_list_has_its_piece(self) -> None:
        ways = {mount.way for mount in mounts(load_board("default"), 3)}
        assert ways == (set(parts.MOUNTS) - {"none"}) | {"any"}

    def test_only_the_last_way_needs_a_hole(self) -> None:
        order = [mount.way for mount in mounts(load_board("default"), 3)]
        assert order[-1] == "drilled" and order.count("drilled") == 1

    @pytest.mark.parametrize("name", ["default", "forks"])
    def test_wells_of_neighbours_do_not_touch(self, name: str) -> None:
        board = load_board(name)
        place, field = (mount.body.size()[0] / 2 for mount in mounts(board, 3)[:2])
        lamped = [node for node, numbers in board.lamps.items() if numbers]
        for one, other in combinations(lamped, 2):
            (x1, y1), (x2, y2) = board.positions_mm[one], board.positions_mm[other]
            room = sum(place if node in board.places else field for node in (one, other))
            assert (x1 - x2) ** 2 + (y1 - y2) ** 2 > room**2, (one, other)

    def test_there_is_one_well_or_sleeve_for_each_lamp(self) -> None:
        board = load_board("default")
        counted = {mount.body.key: mount.number for mount in mounts(board, 3)}
        lamped = sum(bool(numbers) for numbers in board.lamps.values())
        assert counted["4"] + counted["5"] == counted["11"] == lamped

    @pytest.mark.parametrize("board_mm", [1.5, 3.0, 6.0])
    def test_clip_and_clamp_open_as_wide_as_the_board_is_thick(self, board_mm: float) -> None:
        clip, clamp = (
            next(mount.body for mount in mounts(load_board("default"), board_mm) if mount.body.key == key)
            for key in ("6", "9")
        )
        low, _, high = clip.plates
        assert high.at[2] - low.at[2] - low.thickness == pytest.approx(board_mm + SHEET_MM + 0.6)
        assert clamp.plates[2].at[2] - clamp.plates[0].thickness >= board_mm + 8, "board, a rail's base, the bolt"

    def test_the_frame_goes_all_round(self) -> None:
        board = load_board("default")
        rail = next(mount for mount in mounts(board, 3) if mount.body.key == "7")
        assert rail.number * max(rail.body.size()) >= 2 * sum(board.size_mm)

    def test_a_sleeve_goes_through_the_templates_hole(self) -> None:
        sleeve = next(mount.body for mount in mounts(load_board("default"), 3) if mount.body.key == "11")
        tube = sleeve.plates[0]
        assert max(u for u, _ in tube.outline) < FIELD_MM
        assert LAMP_MM > 2 * FIELD_MM, "a lamp's board stays outside"

    @pytest.mark.parametrize("board_mm", [0, 11])
    def test_no_board_is_so_thick(self, board_mm: float) -> None:
        with pytest.raises(PlanError, match="1 to 10 mm"):
            mounts(load_board("default"), board_mm)
