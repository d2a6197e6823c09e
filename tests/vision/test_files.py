"""Pictures and JSON on disk: what is read back is what was written, and what cannot be is told in one line."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from vision.errors import PictureError, StorageError
from vision.files import decode_picture, json_text, list_pictures, read_file, read_picture, save_json, save_picture
from vision.picture import Picture


class Note(msgspec.Struct, frozen=True):
    """Anything that is kept."""

    text: str
    numbers: tuple[float, ...] = ()


@pytest.fixture
def picture() -> Picture:
    """Blobs of many colours, smooth enough for JPEG."""
    rough = np.random.default_rng(7).integers(0, 256, (8, 10, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(rough, (100, 80), interpolation=cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize(("name", "most"), [("a.png", 0), ("a.PNG", 0), ("a.jpg", 24), ("a.Jpeg", 24)])
def test_a_picture_comes_back_as_its_names_ending_allows(
    tmp_path: Path, picture: Picture, name: str, most: int
) -> None:
    save_picture(tmp_path / name, picture)
    again = read_picture(str(tmp_path / name))
    assert again.shape == picture.shape and again.dtype == np.uint8
    assert int(cv2.absdiff(again, picture).max()) <= most


def test_a_picture_that_its_format_cannot_hold_is_told_and_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"wide\.jpg: OpenCV makes no such picture"):
        save_picture(tmp_path / "wide.jpg", np.zeros((1, 70000, 3), np.uint8))
    assert not (tmp_path / "wide.jpg").exists()


@pytest.mark.parametrize("content", [b"", b"\x00", b"no picture", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0"])
def test_bytes_that_are_no_picture_are_refused_by_name(content: bytes) -> None:
    with pytest.raises(PictureError, match=r"^throw 3: not an image"):
        decode_picture(content, "throw 3")


@pytest.mark.parametrize(("height", "width", "usable"), [(64, 64, True), (63, 200, False), (200, 63, False)])
def test_a_picture_of_less_than_64_pixels_is_told_with_its_size(height: int, width: int, usable: bool) -> None:
    data = cv2.imencode(".png", np.zeros((height, width, 3), np.uint8))[1].tobytes()
    if usable:
        assert decode_picture(data, "x").shape == (height, width, 3)
    else:
        with pytest.raises(PictureError, match=f"{width}x{height} is no usable picture size"):
            decode_picture(data, "x")


def test_pictures_are_listed_by_name_and_what_cannot_be_read_or_listed_is_told(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("no picture")
    for name, said in (("nothing.jpg", "no such file"), ("", "is a directory")):
        with pytest.raises(PictureError, match=said):
            read_picture(tmp_path / name)
    for name, said in (("nowhere", "no such folder"), ("note.txt", "no such folder"), ("", "no pictures")):
        with pytest.raises(PictureError, match=said):
            list_pictures(tmp_path / name)
    for name in ("b.JPG", "a.png", "c.jpeg", "e.jpg.part", "jpg"):
        (tmp_path / name).touch()
    assert [p.name for p in list_pictures(tmp_path)] == ["a.png", "b.JPG", "c.jpeg"]


def test_json_comes_back_and_the_mark_of_an_editor_does_not_hinder(tmp_path: Path) -> None:
    note, path = Note("grün\n", (0.1, 1e-9, -3.0)), tmp_path / "note.json"
    save_json(path, note)
    assert msgspec.json.decode(read_file(path), type=Note) == note
    assert path.read_text() == json_text(note) and json_text(note).endswith("}\n")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert msgspec.json.decode(read_file(path), type=Note) == note


def test_a_file_that_cannot_be_replaced_stays_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "note.json"
    save_json(path, Note("old"))

    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match=r"cannot write .*note\.json: no space left on device"):
        save_json(path, Note("new"))
    assert msgspec.json.decode(read_file(path), type=Note) == Note("old")
