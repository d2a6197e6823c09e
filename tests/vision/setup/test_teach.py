"""Teaching: what is learnt, and what is refused."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.errors import WandSetError
from vision.evidence.model import WandModel
from vision.files import read_picture, save_json
from vision.geometry.pane import Pane
from vision.read import Reader
from vision.setup.check import Advice
from vision.setup.doubts import Reread, confusion, given, reason, table
from vision.setup.shots import Shot, load_shots
from vision.setup.teach import lesson_of, teach
from vision.taught.wandset import WandSet, load_wands

INSIDE_MM = {"black": 1.0, "red": 1.0, "white": 1.7}
"""The long edges are rounded, and those of a white wand in shade: by so much is the outline narrower than the wand."""


def test_sizes_are_learnt_to_a_third_of_a_millimetre_of_the_visible_outline(
    wands: WandSet, labels: dict[str, Any]
) -> None:
    for wand in wands.wands:
        assert wand.length == pytest.approx(labels["wand_mm"]["length"], abs=1.5)
        assert wand.side == pytest.approx(labels["wand_mm"]["side"] - INSIDE_MM[wand.colour], abs=0.3)


def test_notches_are_found_where_they_are_and_nowhere_else(reader: Reader) -> None:
    # From the labels of the set: two notches 16 mm apart, one near the middle, by the order of the three values.
    for model in reader.models.values():
        for guess, bites in zip(model.guesses, model.bites, strict=True):
            counts = sorted((len(bites.left), len(bites.right)))
            assert counts == sorted({0, 1, 2} - {guess.top})
            for edge in (bites.left, bites.right):
                if len(edge) == 2:
                    assert abs(edge[1] - edge[0]) == pytest.approx(16, abs=0.7)


def test_the_blank_face_is_learnt_as_blank(reader: Reader) -> None:
    for model in reader.models.values():
        blank = {g.face: m for g, m in zip(model.guesses, model.marked, strict=True)}
        assert blank == {"power": True, "magic": True, "fate": False}


def test_all_nine_pictures_are_read_as_taught(pane: Pane, wands: WandSet) -> None:
    seen, reasons = confusion(pane, wands, load_shots(SET / "teach"))
    assert reasons == []
    assert all(s.right for s in seen)
    assert table(seen).count("x") == 9


def test_an_end_that_only_looks_covered_is_no_reason_where_the_picture_is_read_as_taught(
    pane: Pane, wands: WandSet
) -> None:
    first = confusion(pane, wands, load_shots(SET / "teach"))[0][0]
    line = "black.jpg: an end of the wand is covered"
    suspected, certain = (replace(first, advice=Advice(False, line, only)) for only in (True, False))
    assert suspected.cleared and not certain.cleared
    assert not replace(suspected, found=None).cleared
    assert line not in given([suspected]) and line in given([certain])


def test_a_wand_whose_sides_hardly_show_and_that_is_not_found_again_does_not_stand_out_from_the_room(
    pane: Pane,
) -> None:
    shots = load_shots(SET / "teach")
    lesson = lesson_of(pane, shots)
    shot, plain = shots[0], lesson.fits[0]
    faint = replace(plain, outline=replace(plain.outline, trust=np.zeros_like(plain.outline.trust)))
    assert plain.trusted and not faint.trusted
    told = [reason(Reread(shot, None, fit=fit)) or "" for fit in (faint, plain)]
    assert "put a light hood above the pane" in told[0]
    assert "is not recognised in its own picture" in told[1]


def test_the_file_keeps_everything(wands: WandSet, tmp_path: Path) -> None:
    save_json(tmp_path / "wands.json", wands.file())
    again = load_wands(tmp_path / "wands.json")
    assert again.colours == wands.colours
    assert np.array_equal(again.empty, wands.empty)
    for a, b in zip(again.wands, wands.wands, strict=True):
        assert [f.top for f in a.faces] == [f.top for f in b.faces]
        assert np.abs(a.faces[0].picture - b.faces[0].picture).max() <= 0.5


def test_two_faces_that_look_alike_are_refused(pane: Pane) -> None:
    shots = load_shots(SET / "teach")
    twin = next(s for s in shots if s.colour == "red" and s.face == "power")
    forged = [Shot(s.name, s.colour, s.top, s.face, twin.picture) if s.colour == "red" else s for s in shots]
    seen, reasons = confusion(pane, teach(pane, forged), forged)
    assert any("red" in r for r in reasons)
    assert all("\n" not in r for r in reasons)
    assert "doubt" in table(seen)


def test_two_wands_of_one_colour_are_refused(pane: Pane) -> None:
    shots = [s for s in load_shots(SET / "teach") if s.colour in ("red", "black")]
    noise = np.random.default_rng(1).integers(0, 3, shots[0].picture.shape)
    twins = [np.clip(s.picture + noise, 0, 255).astype(np.uint8) for s in shots if s.colour == "red"]
    reds = [s for s in shots if s.colour == "red"]
    forged = shots + [Shot("x" + s.name, "crimson", s.top, s.face, twin) for s, twin in zip(reds, twins, strict=True)]
    _, reasons = confusion(pane, teach(pane, forged), forged)
    assert any("too alike in colour" in r for r in reasons)


def _copy(folder: Path) -> Path:
    return Path(shutil.copytree(SET / "teach", folder / "teach"))


def test_a_missing_face_is_named(tmp_path: Path) -> None:
    folder = _copy(tmp_path)
    (folder / "red_top1_magie.jpg").unlink()
    with pytest.raises(WandSetError, match="the red wand lacks a picture of its face magic"):
        load_shots(folder)


def test_a_doubled_value_is_named(tmp_path: Path) -> None:
    folder = _copy(tmp_path)
    (folder / "red_top1_magie.jpg").rename(folder / "red_top2_magie.jpg")
    with pytest.raises(WandSetError, match="one for each value"):
        load_shots(folder)


def test_english_names_of_faces_are_accepted(tmp_path: Path) -> None:
    folder = _copy(tmp_path)
    (folder / "red_top1_magie.jpg").rename(folder / "red_top1_magic.jpg")
    assert {s.face for s in load_shots(folder)} == {"power", "magic", "fate"}


def test_an_unknown_face_is_refused(tmp_path: Path) -> None:
    folder = _copy(tmp_path)
    (folder / "red_top1_magie.jpg").rename(folder / "red_top1_moon.jpg")
    with pytest.raises(WandSetError, match="the face must be"):
        load_shots(folder)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WandSetError, match="holds no picture named"):
        load_shots(tmp_path)


def test_a_picture_without_wand_is_refused(pane: Pane) -> None:
    shots = load_shots(SET / "teach")
    empty = shots[0].picture.copy()
    from vision.files import read_picture

    empty = read_picture(SET / "empty.jpg")
    forged = [Shot(s.name, s.colour, s.top, s.face, empty if i == 0 else s.picture) for i, s in enumerate(shots)]
    with pytest.raises(WandSetError, match=shots[0].name):
        teach(pane, forged)


@pytest.mark.parametrize("content", [b"", b"{}", b"nonsense", b'{"version":1,"wands":{}}'])
def test_a_damaged_file_is_refused_with_the_cure(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "wands.json").write_bytes(content)
    with pytest.raises(WandSetError, match="dreimagier vision teach"):
        load_wands(tmp_path / "wands.json")


def test_a_model_needs_no_more_than_the_file(wands: WandSet, tmp_path: Path) -> None:
    save_json(tmp_path / "wands.json", wands.file())
    again = load_wands(tmp_path / "wands.json")
    model = WandModel(again.wand("white"), again.density)
    assert model.tops == [2, 2, 1, 1, 0, 0]


def test_one_wand_is_taught_anew_from_its_three_pictures(pane: Pane, wands: WandSet, labels: dict[str, Any]) -> None:
    shots = [s for s in load_shots(SET / "teach") if s.colour == "black"]
    again = wands.retaught(teach(pane, shots))
    assert again.colours == wands.colours
    assert again.wand("red") is wands.wand("red") and again.wand("white") is wands.wand("white")
    assert again.wand("black") is not wands.wand("black")
    seen, reasons = confusion(pane, again, shots)
    assert reasons == [] and all(s.right for s in seen) and len(seen) == 3
    reading = Reader(pane, again).read(read_picture(SET / "throws" / "004.jpg")).reading
    true = labels["throws"]["004.jpg"]["wands"]
    assert {c: w.top for c, w in reading.wands.items()} == {c: w["top_value"] for c, w in true.items()}
    assert reading.status == "ok"


def test_wands_of_another_place_of_the_camera_are_not_mixed(wands: WandSet) -> None:
    elsewhere = replace(wands, taught_scale=wands.taught_scale * 1.1)
    with pytest.raises(WandSetError, match="teach all wands anew"):
        wands.retaught(elsewhere)
