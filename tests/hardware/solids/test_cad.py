"""The solids of the CAD library; where it is not installed, what to do.  ``make cad`` runs the marked ones."""

from __future__ import annotations

import math
import struct
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from hardware.commands import hardware
from hardware.solids.plates import Body, Hole, Plate, rectangle
from tests.hardware.box.boxes import CAMERAS, made


def test_without_the_library_the_cure_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "build123d", None)
    done = CliRunner().invoke(hardware, ["cad", str(tmp_path)])
    assert done.exit_code == 2
    assert done.output == "Error: solids need build123d; cure: make cad, or pip install 'dreimagier[cad]'\n"


def triangles(stl: Path) -> list[tuple[tuple[float, ...], ...]]:
    """Corners of a binary STL's triangles."""
    content = stl.read_bytes()
    (count,) = struct.unpack("<I", content[80:84])
    rows = [struct.unpack("<12fH", content[84 + 50 * k : 134 + 50 * k]) for k in range(count)]
    return [tuple(tuple(row[k : k + 3]) for k in (3, 6, 9)) for row in rows]


def open_edges(mesh: list[tuple[tuple[float, ...], ...]]) -> list[object]:
    """Edges that are not passed once in each direction: there water runs out."""
    passed = Counter((one, other) for a, b, c in mesh for one, other in ((a, b), (b, c), (c, a)))
    return [edge for edge, times in passed.items() if passed[edge[::-1]] != times]


@pytest.mark.cad
class TestSolids:
    @pytest.mark.parametrize("camera", CAMERAS)
    def test_every_piece_is_one_valid_solid(self, camera: str) -> None:
        from hardware.solids.cad import solid

        for body, _ in made(camera).kinds().values():
            shape = solid(body)
            assert shape.is_valid, body.name
            assert len(shape.solids()) == 1, body.name
            assert shape.volume > 0, body.name
            low, high = body.bounds()
            box = shape.bounding_box()
            assert (*box.min, *box.max) == pytest.approx((*low, *high), abs=0.02), body.name

    @pytest.mark.parametrize("camera", CAMERAS)
    def test_no_two_pieces_share_room(self, camera: str) -> None:
        from hardware.solids.cad import solid

        solids = [(body.name, body.bounds(), solid(body)) for body in made(camera).box]
        for (one, (low, high), a), (other, (low2, high2), b) in combinations(solids, 2):
            if all(low[k] < high2[k] and low2[k] < high[k] for k in range(3)):
                common = a & b
                assert common is None or sum(each.volume for each in common.solids()) < 1, (one, other)

    def test_a_hole_takes_away_its_volume(self) -> None:
        from hardware.solids.cad import solid

        plate = Plate(rectangle(0, 0, 40, 30), 5.0, holes=(Hole(10, 10, 3), Hole(25, 10, 2, dv=8)))
        found = solid(Body("x", "1", "print", (plate,))).volume
        assert found == pytest.approx(5 * (1200 - math.pi * 9 - math.pi * 4 - 4 * 8))

    def test_notches_and_marks_are_cut_into_a_wand(self) -> None:
        from hardware.solids.cad import solid

        for body in made().wands:
            whole = solid(Body("x", "1", "print", body.plates)).volume
            notch = 3.2 * 2.2 / 2 * 2.2  # about: a V of that width and depth across an edge as wide as deep
            taken = whole - solid(body).volume
            marks = sum(solid(Body("x", "1", "print", (cut,))).volume for cut in body.cuts if cut.thickness < 1)
            assert 0.7 * marks + 2 * notch < taken < marks + 12 * notch

    def test_files_for_printers_are_watertight(self, tmp_path: Path) -> None:
        done = CliRunner().invoke(hardware, ["cad", str(tmp_path)])
        assert done.exit_code == 0, done.output
        files = sorted(tmp_path.glob("*.stl"))
        printed = [body for body, _ in made().kinds().values() if body.material == "print"]
        assert len(files) == len(printed) and len(list(tmp_path.glob("*.step"))) == len(made().kinds()) + 1
        for stl in files:
            mesh = triangles(stl)
            assert mesh and not open_edges(mesh), stl.name
            lowest = min(value for triangle in mesh for corner in triangle for value in corner)
            assert lowest == pytest.approx(0, abs=1e-3)

    def test_a_hole_in_a_mesh_would_be_found(self, tmp_path: Path) -> None:
        CliRunner().invoke(hardware, ["cad", str(tmp_path)])
        assert open_edges(triangles(tmp_path / "3-bar-bracket.stl")[1:])

    def test_steps_hold_what_was_planned(self, tmp_path: Path) -> None:
        import build123d

        CliRunner().invoke(hardware, ["cad", str(tmp_path), "--camera", "module2", "--wand-length", "120"])
        wand = build123d.import_step(tmp_path / "12-wand-red.step")
        assert pytest.approx(120, abs=0.02) == wand.bounding_box().size.X
        whole = build123d.import_step(tmp_path / "box.step")
        assert len(whole.solids()) == len(made("module2").box)
