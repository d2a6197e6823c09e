"""Pictures and answers of an unfinished step are there again when it is gone on with, and damage is as nothing."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras.photograph import focus_of
from vision.errors import StorageError
from vision.picture import Picture
from vision.setup.guided.shelf import NOTES, Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """One that holds nothing yet."""
    return Shelf(tmp_path / "a" / "step")


def picture(grey: int = 90) -> Picture:
    """A soft ramp, which a JPEG keeps well."""
    columns = np.linspace(0, 60, 96)
    return np.asarray(np.broadcast_to((grey + columns)[None, :, None], (80, 96, 3)).round(), dtype=np.uint8).copy()


def test_a_picture_comes_back_as_it_was_put(shelf: Shelf) -> None:
    shelf.put("view_01.jpg", picture())
    Shelf(shelf.folder).put("view_02.jpg", picture(150))
    for name, grey in (("view_01.jpg", 90), ("view_02.jpg", 150)):
        found = shelf.picture(name)
        assert found is not None and found.shape == (80, 96, 3)
        assert np.abs(found.astype(int) - picture(grey)).max() <= 3


def test_the_fine_grain_of_a_picture_is_kept(shelf: Shelf) -> None:
    grain = np.random.default_rng(1).normal(0, 10, (80, 96, 1))
    fine = np.clip(picture() + grain, 0, 255).astype(np.uint8)
    shelf.put("view_01.jpg", fine)
    found = shelf.picture("view_01.jpg")
    assert found is not None and np.abs(found.astype(float) - fine).mean() < 1.8


def test_where_the_lens_stood_is_kept_with_the_picture(shelf: Shelf) -> None:
    shelf.put("near.jpg", picture(), 4.25)
    shelf.put("unknown.jpg", picture())
    assert focus_of([str(shelf.folder / "near.jpg")]) == 4.25
    assert focus_of([str(shelf.folder / "unknown.jpg")]) is None
    assert shelf.picture("near.jpg") is not None


def test_the_folder_is_made_when_something_is_laid_into_it(shelf: Shelf) -> None:
    assert shelf.picture("view_01.jpg") is None and shelf.names("*.jpg") == [] and shelf.notes() == {}
    shelf.drop("view_01.jpg")
    shelf.clear()
    assert not shelf.folder.exists()
    shelf.note({"red power": 2})
    assert shelf.folder.is_dir()


@pytest.mark.parametrize("content", [b"", b"no picture", cv2.imencode(".jpg", picture())[1].tobytes()[:40]])
def test_a_picture_that_cannot_be_read_is_none(shelf: Shelf, content: bytes) -> None:
    shelf.put("view_01.jpg", picture())
    (shelf.folder / "view_01.jpg").write_bytes(content)
    assert shelf.picture("view_01.jpg") is None


def test_a_picture_of_the_same_name_takes_the_place_of_the_one_before(shelf: Shelf) -> None:
    shelf.put("view_01.jpg", picture())
    shelf.put("view_01.jpg", picture(150))
    found = shelf.picture("view_01.jpg")
    assert found is not None and found[0, 0, 0] > 140
    assert [path.name for path in shelf.folder.iterdir()] == ["view_01.jpg"], "nothing is left beside it"


def test_names_are_those_of_the_pattern_in_order(shelf: Shelf) -> None:
    for name in ("view_10.jpg", "view_02.jpg", "empty.jpg", "view_01.jpg"):
        shelf.put(name, picture())
    shelf.note({})
    assert shelf.names("view_*.jpg") == ["view_01.jpg", "view_02.jpg", "view_10.jpg"]
    assert shelf.names("*.jpg")[0] == "empty.jpg" and shelf.names("*_top*.jpg") == []


def test_one_picture_is_dropped_and_the_others_stay(shelf: Shelf) -> None:
    shelf.put("view_01.jpg", picture())
    shelf.put("view_02.jpg", picture())
    shelf.drop("view_01.jpg")
    shelf.drop("view_01.jpg")
    assert shelf.names("*") == ["view_02.jpg"]


def test_what_people_said_comes_back_and_the_last_word_counts(shelf: Shelf) -> None:
    shelf.note({"red power": 2, "black fate": 0})
    shelf.note({"red power": 1, "black magic": 2})
    assert Shelf(shelf.folder).notes() == {"black magic": 2, "red power": 1}
    assert (shelf.folder / NOTES).read_bytes() == b'{"black magic":2,"red power":1}'


@pytest.mark.parametrize("content", [b"", b"{", b"[1, 2]", b'{"red power": "two"}', b'{"red power": 1.5}', b"\xff{}"])
def test_notes_that_make_no_sense_are_none(shelf: Shelf, content: bytes) -> None:
    shelf.note({"red power": 2})
    (shelf.folder / NOTES).write_bytes(content)
    assert shelf.notes() == {}


def test_a_step_that_is_done_leaves_nothing_and_may_begin_anew(shelf: Shelf) -> None:
    shelf.put("view_01.jpg", picture())
    shelf.note({"red power": 2})
    shelf.clear()
    assert not shelf.folder.exists() and shelf.folder.parent.exists()
    assert shelf.picture("view_01.jpg") is None and shelf.notes() == {}
    shelf.put("view_01.jpg", picture())
    assert shelf.names("*") == ["view_01.jpg"]


def test_a_shelf_that_cannot_be_written_says_so_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    shelf = Shelf(tmp_path / "file" / "step")
    with pytest.raises(StorageError, match=r"^cannot write .*view_01\.jpg: "):
        shelf.put("view_01.jpg", picture())
    with pytest.raises(StorageError, match=r"^cannot write .*notes\.json: "):
        shelf.note({"red power": 2})
