"""Numbers that somebody saws and buys by."""

from __future__ import annotations

import json
import math

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.cli import main
from companion.games.dreimagier.board import load_board
from companion.settings import Settings
from firmware.commands import DEFAULT_BUDGET_MA
from firmware.strips.base import Wire
from firmware.strips.neopixel_spi import check_length
from hardware import bars, lamp_order, optics, parts, power
from hardware.box import plan as box_plan
from hardware.box.measures import SCREW_MM
from hardware.errors import PlanError
from hardware.solids.plates import Hole


class TestOptics:
    @pytest.mark.parametrize(
        ("view", "height_mm"),
        [(optics.VIEWS["module3"], 428), (optics.VIEWS["module2"], 353), (optics.VIEWS["module3-wide"], 242)],
        ids=lambda value: getattr(value, "title", None),
    )
    def test_heights_for_the_whole_pane_and_its_rim(self, view: optics.View, height_mm: float) -> None:
        assert optics.layout(view, 300).height_mm == pytest.approx(height_mm, abs=0.5)

    @given(st.sampled_from(sorted(optics.VIEWS)), st.floats(100, 600), st.floats(0, 40))
    def test_the_field_covers_pane_and_rim(self, camera: str, pane: float, margin: float) -> None:
        view = optics.VIEWS[camera]
        made = optics.layout(view, pane, margin_mm=margin)
        field = 2 * made.height_mm * math.tan(math.radians(view.vertical_deg / 2))
        assert field >= pane + 2 * margin - 1e-6
        assert made.px_per_mm * field == pytest.approx(view.rows)
        assert made.width_mm >= pane + 2 * margin

    @pytest.mark.parametrize(
        ("view", "depth_mm"),
        [
            (optics.VIEWS["module3"], 218),
            (optics.VIEWS["module2"], 206),
            (optics.VIEWS["module3-wide"], 181),
            (optics.hq(6), 215),
        ],
        ids=lambda value: getattr(value, "title", None),
    )
    def test_a_mirror_reaches_as_deep_as_a_ray_shows(self, view: optics.View, depth_mm: float) -> None:
        """The mirror's line from the pane's one side, and the ray of the other: where they meet."""
        found = optics.layout(view, 300).mirror_height_mm
        eye = 150 / math.tan(math.radians(view.vertical_deg / 2))
        assert found == pytest.approx(depth_mm, abs=0.6)
        assert 150 * (1 - found / eye) == pytest.approx(found - 150), "on the ray and on the mirror"

    def test_a_webcam_goes_by_its_angle(self) -> None:
        done = CliRunner().invoke(main, ["hardware", "optics", "--camera", "usb", "--fov", "78", "--json"])
        made = json.loads(done.output)
        assert made["height_mm"] == pytest.approx(160 / (math.tan(math.radians(39)) * 9 / math.hypot(16, 9)))
        assert made["px_per_mm"] == pytest.approx(1080 / 320)

    def test_an_hq_camera_goes_by_its_lens(self) -> None:
        near, far = (optics.layout(optics.hq(focal), 300).height_mm for focal in (6, 12))
        assert near == pytest.approx(320 * 6 / 4.712)
        assert far == pytest.approx(2 * near)

    def test_resolution_and_its_warnings(self) -> None:
        view = optics.VIEWS["module3"]
        assert optics.layout(view, 300).px_per_mm == pytest.approx(4.05)
        assert optics.layout(view, 300).warnings == ()
        assert "less than 2.7" in optics.layout(view, 500).warnings[0]
        assert "notches are not seen" in optics.layout(optics.View("small", 41, 480), 300).warnings[0]

    def test_a_wide_camera_sees_side_faces(self) -> None:
        assert "41 degrees at the corners" in optics.layout(optics.VIEWS["module3-wide"], 300).warnings[0]

    @given(st.sampled_from(sorted(optics.VIEWS)), st.floats(100, 600), st.floats(0, 200), st.floats(0, 30))
    def test_the_bars_mirror_outside_the_opening(self, camera: str, pane: float, depth: float, margin: float) -> None:
        made = optics.layout(optics.VIEWS[camera], pane, depth, margin)
        image = made.bar_offset_mm * made.height_mm / (made.height_mm + made.bar_depth_mm)
        assert image == pytest.approx(pane / 2 + margin)

    @given(st.sampled_from(["module3", "module2"]), st.floats(150, 400))
    def test_the_advised_bars_keep_the_shadow_off_the_wands(self, camera: str, pane: float) -> None:
        made = optics.layout(optics.VIEWS[camera], pane)
        assert made.shadow_mm <= bars.HARMLESS_MM
        assert made.uneven <= bars.UNEVEN
        assert not any("shadow" in warning for warning in made.warnings)

    def test_high_bars_under_thick_wood_are_told_of(self) -> None:
        made = optics.layout(optics.VIEWS["module3"], 300, 60, ledge_mm=20)
        dark, uneven = made.warnings[::-1]
        assert made.shadow_mm == pytest.approx(23.0, abs=0.1)
        assert "23 mm inwards" in dark and "a lip of 4.5 mm" in dark and "a rim of 24 mm" in dark
        assert "times brighter" in uneven
        bevelled = optics.layout(optics.VIEWS["module3"], 300, 60, ledge_mm=4)
        assert bevelled.shadow_mm <= bars.HARMLESS_MM

    def test_a_rim_where_no_wand_can_lie_may_be_dark(self) -> None:
        made = optics.layout(optics.VIEWS["module3"], 300, ledge_mm=20, rim_mm=15)
        assert bars.HARMLESS_MM < made.shadow_mm <= 15
        assert made.warnings == ()

    @pytest.mark.parametrize("make", [lambda: optics.hq(1), lambda: optics.layout(optics.VIEWS["module2"], 50)])
    def test_nonsense_is_refused(self, make: object) -> None:
        with pytest.raises(PlanError):
            make()  # type: ignore[operator]


class TestBars:
    @given(st.floats(150, 300), st.floats(40, 300), st.floats(0, 30))
    def test_the_shadow_is_what_a_ray_past_the_ledge_leaves(self, offset: float, depth: float, ledge: float) -> None:
        below = depth - ledge - bars.PANE_MM
        assume(below > 1)
        found = bars.shadow(offset, depth, 145.0, ledge)
        slope = (offset - 145) / below
        sine = math.sin(math.atan(slope)) / bars.ACRYLIC_INDEX
        assert found.reach_mm == pytest.approx(ledge * slope + bars.PANE_MM * sine / math.sqrt(1 - sine**2))
        assert bars.shadow(offset, depth + 20, 145.0, ledge).reach_mm < found.reach_mm

    def test_lamps_within_the_opening_throw_no_shadow(self) -> None:
        assert bars.shadow(140.0, 60.0, 145.0, 20.0) == bars.Shadow(0.0, 0.0)

    def test_a_lamp_level_with_the_ledge_lights_no_wand(self) -> None:
        assert bars.shadow(200.0, 24.0, 145.0, 20.0).reach_mm > 1e6

    def test_lower_bars_are_more_even(self) -> None:
        shares = [bars.unevenness(176 + 0.4 * d, d, 145.0) for d in (40, 100, 200)]
        assert shares == sorted(shares, reverse=True)
        assert shares[0] > 5 > shares[2] > 1


class TestPower:
    @given(st.integers(1, 165), st.integers(300, 14_000), st.floats(0.1, 3))
    def test_what_is_bought_is_strong_enough(self, leds: int, budget: int, length: float) -> None:
        try:
            made = power.plan(leds, budget, length)
        except PlanError:
            assert budget > 11_000 or budget < leds + 60 or length > 1
            return
        assert made.fuse_ma <= power.WIRES_MA[made.wire_mm2], "the fuse protects its wire"
        assert made.fuse_ma < made.supply_ma, "the fuse opens before the supply limits"
        assert made.fault_ma <= power.WIRES_MA[made.wire_mm2], "a slow fuse takes its time"
        assert made.opens is (min(made.white_ma, made.supply_ma) > made.fuse_ma)
        assert made.supply_ma >= budget * power.RESERVE
        assert budget < made.fuse_ma
        drop = 2 * power.COPPER * length / made.wire_mm2 * budget / 1000
        assert drop <= power.DROP_V + 1e-9
        assert leds + made.lit_at_once * 60 <= budget

    def test_the_fuse_is_not_stronger_than_a_supply_twice_its_size(self) -> None:
        assert all(power.plan(64, budget).fuse_ma <= 2 * budget for budget in range(500, 8000, 100))

    def test_too_little_and_too_much(self) -> None:
        with pytest.raises(PlanError, match="do not light one of 64 lamps; at least 124 mA"):
            power.plan(64, 100)
        with pytest.raises(PlanError, match=r"a (supply|fuse) .* choose a smaller --budget-ma"):
            power.plan(165, 18_000)

    def test_the_default_is_the_settings(self) -> None:
        assert Settings().lamp_budget_ma == DEFAULT_BUDGET_MA
        shown = json.loads(CliRunner().invoke(main, ["hardware", "power", "--json"]).output)
        assert shown["budget_ma"] == DEFAULT_BUDGET_MA


class TestLampOrder:
    @pytest.mark.parametrize("name", ["default", "forks"])
    def test_a_shipped_board_is_wired_with_the_least_wire(self, name: str) -> None:
        board = load_board(name)
        made = lamp_order.order(board)
        assert made.lamps == board.lamps
        assert made.wire_mm == made.board_wire_mm

    def test_the_order_halves_the_wire_of_one_that_nobody_thought_of(self) -> None:
        made = lamp_order.order(load_board("tiny"))
        assert made.wire_mm < made.board_wire_mm / 2
        assert sorted(number for each in made.lamps.values() for number in each) == list(range(20))

    def test_it_is_shown_as_a_part_of_the_board_file(self) -> None:
        shown = CliRunner().invoke(main, ["hardware", "lamps", "--board", "tiny"]).output
        assert "\n[lamps]\nforest = [0]\n" in shown

    def test_a_board_without_positions_has_no_order(self) -> None:
        with pytest.raises(PlanError, match="has no positions"):
            lamp_order.order(msgspec.structs.replace(load_board("tiny"), positions_mm={}))


class TestParts:
    def test_the_sounder_is_none_with_a_coil_and_has_its_resistor(self) -> None:
        sounder = next(part for part in parts.PARTS if "sounder" in part.name)
        assert "no coil" in sounder.name
        assert "in series with the sounder" in parts.text()

    def test_the_strip_on_the_list_fits_the_bus(self) -> None:
        line = next(part for part in parts.PARTS if part.name.startswith("WS2812B"))
        assert "at most 165" in line.name
        check_length(165, Wire(), 4096)

    def test_the_mount_of_every_shipped_board_is_explained(self) -> None:
        assert {load_board(name).mount for name in ("default", "forks", "tiny")} <= set(parts.MOUNTS)
        assert next(iter(parts.MOUNTS)) == "replica", "the recommended one first"

    def test_nobody_is_told_to_drill_first(self) -> None:
        order = list(parts.MOUNTS)
        assert order.index("drilled") == len(order) - 2

    def test_prices_are_orders_of_magnitude(self) -> None:
        """1, 2 or 5 with noughts: no shop's price, which would be wrong next month."""
        priced = [part.euro for part in parts.PARTS if part.section != "Tools"]
        assert all(f"{price:g}".rstrip("0") in ("1", "2", "5") for price in priced)
        needed = sum(part.euro for part in parts.PARTS if not part.optional)
        assert f"some {needed:.0f} euro" in parts.text()

    @pytest.mark.parametrize(
        "word", ["ribbon", "screw M2", "plywood", "ledge", "slow fuse", "JST", "jumper", "1 kilohm"]
    )
    def test_what_holds_and_joins_the_parts_is_listed(self, word: str) -> None:
        assert any(word in f"{part.name} {part.purpose}" for part in parts.PARTS)

    @pytest.mark.parametrize(("word", "keys"), [("3.5 x 35", "AB"), ("3.5 x 13", "13")])
    def test_there_is_a_screw_for_every_hole_of_the_box(self, word: str, keys: str) -> None:
        made = box_plan.plan(optics.layout(optics.VIEWS["module3"]), "module3", load_board("default"))
        holes = [
            hole
            for body in made.box
            if body.key in keys
            for plate in body.plates
            for hole in plate.holes
            if isinstance(hole, Hole) and hole.radius == SCREW_MM / 2
        ]
        assert next(part.number for part in parts.PARTS if word in part.name) == str(len(holes))

    def test_every_material_of_the_box_is_listed(self) -> None:
        made = box_plan.plan(optics.layout(optics.VIEWS["module3"]), "module3", load_board("default"))
        walls = sum(body.material == "plywood" and body.key in "ABCD" for body in made.box)
        assert next(part.number for part in parts.PARTS if part.name.startswith("plywood, birch")) == str(walls)
        strips = sum(max(body.size()) for body in made.box if body.material == "strip")
        assert strips <= 1300, "1.3 m of strip"
        thick = next(body for body in made.box if body.key == "E").size()[2]
        assert any(part.name.startswith(f"plywood {thick:g} mm") for part in parts.PARTS)

    def test_the_list_is_shown(self) -> None:
        shown = CliRunner().invoke(main, ["hardware", "parts"]).output
        assert all(part.name in shown for part in parts.PARTS)
        assert len(json.loads(CliRunner().invoke(main, ["hardware", "parts", "--json"]).output)) == len(parts.PARTS)


@pytest.mark.parametrize(
    "command",
    [
        ["optics", "--camera", "hq", "--focal", "1"],
        ["optics", "--pane", "5"],
        ["power", "--budget-ma", "70"],
        ["wiring", "--pin", "buzzer=9"],
        ["template", "x.pdf", "--board", "nowhere"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_built_is_told_and_exit_2(command: list[str]) -> None:
    done = CliRunner().invoke(main, ["hardware", *command])
    assert done.exit_code == 2
    assert done.output.startswith("Error: ") and "Traceback" not in done.output


@pytest.mark.parametrize("command", ["optics", "power", "wiring", "parts", "lamps"])
def test_every_plan_is_shown(command: str) -> None:
    done = CliRunner().invoke(main, ["hardware", command])
    assert done.exit_code == 0
    assert len(done.output.splitlines()) >= 7
