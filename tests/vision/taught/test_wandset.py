"""A set of wands: kept and read back, chosen from, taught anew, and refused where its file makes no sense."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from vision.errors import WandSetError
from vision.files import save_json
from vision.taught.wandset import FACES, MOST_WANDS, TaughtFace, Wand, WandSet, load_wands, wandset_of

Content = dict[str, Any]


def wand(colour: str, seed: int = 0) -> Wand:
    """Noise for faces, whole numbers as a camera counts them; a lamp hides a corner of each."""
    rng = np.random.default_rng(seed)
    clear = np.ones((12, 40), dtype=bool)
    clear[:3, :5] = False
    pictures = rng.integers(0, 256, (3, 12, 40, 3)).astype(np.float32)
    faces = tuple(TaughtFace(f, 2 - i, pictures[i], clear) for i, f in enumerate(FACES))
    return Wand(colour, 100.5, 12.25, faces)


def wandset(*colours: str, seed: int = 0) -> WandSet:
    empty = np.random.default_rng(99 + seed).integers(0, 256, (70, 80, 3), dtype=np.uint8)
    return WandSet(3.0, 2.9, tuple(wand(c, seed + i) for i, c in enumerate(colours)), empty)


@pytest.fixture
def three() -> WandSet:
    """Names as people give them."""
    return wandset("grün", "red", "weiß")


@pytest.fixture
def content(three: WandSet) -> Content:
    """wands.json as plain values."""
    found: Content = msgspec.json.decode(msgspec.json.encode(three.file()))
    return found


def png(shape: tuple[int, ...], kind: type = np.uint8) -> str:
    return base64.b64encode(cv2.imencode(".png", np.zeros(shape, kind))[1].tobytes()).decode()


def test_everything_of_a_set_comes_back_from_its_file(three: WandSet, tmp_path: Path) -> None:
    save_json(tmp_path / "wands.json", three.file())
    again = load_wands(tmp_path / "wands.json")
    assert (again.density, again.taught_scale, again.colours) == (3.0, 2.9, ("grün", "red", "weiß"))
    assert np.array_equal(again.empty, three.empty)
    for one, other in zip(again.wands, three.wands, strict=True):
        assert (one.length, one.side) == (100.5, 12.25)
        assert [(f.face, f.top) for f in one.faces] == [("power", 2), ("magic", 1), ("fate", 0)]
        for a, b in zip(one.faces, other.faces, strict=True):
            assert np.array_equal(a.picture, b.picture) and a.picture.dtype == np.float32
            assert np.array_equal(a.clear, b.clear) and a.clear.dtype == np.bool_


def test_faces_are_in_their_order_however_the_file_has_them(content: Content, three: WandSet, tmp_path: Path) -> None:
    faces = content["wands"]["red"]["faces"]
    content["wands"]["red"]["faces"] = dict(reversed(faces.items()))
    (tmp_path / "wands.json").write_bytes(b"\xef\xbb\xbf" + msgspec.json.encode(content))
    again = load_wands(tmp_path / "wands.json").wand("red")
    assert [f.face for f in again.faces] == list(FACES)
    assert np.array_equal(again.face("fate").picture, three.wand("red").face("fate").picture)


def changed(path: str, value: object) -> Callable[[Content], None]:
    """One value of the file put otherwise."""

    def change(content: Content) -> None:
        *way, last = path.split("/")
        for step in way:
            content = content[step]
        content[last] = value

    return change


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("version", 2),
        ("version", "1"),
        ("density", 0.5),
        ("density", 20.5),
        ("density", None),
        ("wands", {}),
        ("more", 1),
        ("empty", ""),
        ("empty", "no base64!"),
        ("empty", base64.b64encode(b"no picture").decode()),
        ("empty", png((70, 80))),
        ("empty", png((70, 80, 3), np.uint16)),
        ("wands/red/length_mm", 20.0),
        ("wands/red/side_mm", 60.0),
        ("wands/red/side_mm", "12"),
        ("wands/red/faces/moon", {"top": 0, "picture": png((12, 40, 4))}),
        ("wands/red/faces/fate/top", 1),
        ("wands/red/faces/fate/top", 3),
        ("wands/red/faces/fate/picture", png((12, 40, 3))),
        ("wands/red/faces/fate/picture", png((12, 41, 4))),
    ],
)
def test_a_file_with_one_wrong_value_is_refused_with_the_cure(
    content: Content, tmp_path: Path, path: str, value: object
) -> None:
    changed(path, value)(content)
    (tmp_path / "wands.json").write_bytes(msgspec.json.encode(content))
    with pytest.raises(WandSetError, match=r"wands\.json is no wands\.json .*dreimagier vision teach") as told:
        load_wands(tmp_path / "wands.json")
    assert "\n" not in str(told.value)


def test_a_file_that_was_cut_off_anywhere_or_is_missing_is_refused(three: WandSet, tmp_path: Path) -> None:
    path = tmp_path / "wands.json"
    save_json(path, three.file())
    whole = path.read_bytes().rstrip()
    for share in (0.0, 0.1, 0.5, 0.9):
        path.write_bytes(whole[: int(share * len(whole))])
        with pytest.raises(WandSetError, match="is no wands"):
            load_wands(path)
    path.write_bytes(whole[:-1])
    with pytest.raises(WandSetError, match="is no wands"):
        load_wands(path)
    path.unlink()
    with pytest.raises(WandSetError, match=r"cannot read the wands .*No such file"):
        load_wands(path)


def test_wands_are_chosen_in_the_order_asked_for_and_once_each(three: WandSet) -> None:
    assert three.chosen(None) is three and three.chosen([]) is three
    some = three.chosen(["weiß", "grün", "weiß"])
    assert some.colours == ("weiß", "grün")
    assert some.wand("weiß") is three.wand("weiß") and some.empty is three.empty
    with pytest.raises(WandSetError, match="no wand 'blue' was taught; there are grün, red, weiß"):
        three.chosen(["red", "blue"])


def test_new_wands_come_last_and_are_never_more_than_a_file_may_hold(three: WandSet) -> None:
    full = three.retaught(wandset("a", "b"))
    assert full.colours == (*three.colours, "a", "b") and full.wand("red") is three.wand("red")
    assert len(full.wands) == MOST_WANDS and wandset_of(full.file()).colours == full.colours
    assert full.retaught(wandset("b", seed=3)).colours == full.colours
    with pytest.raises(WandSetError, match="at most 5 wands; teach one of grün, red, weiß, a, b"):
        full.retaught(wandset("c"))
    with pytest.raises(ValueError, match="number of wands"):
        wandset_of(replace(full, wands=(*full.wands, wand("c"))).file())
