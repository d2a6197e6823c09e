"""The film that keeps screens on: its bytes are films to a decoder that is not ours, and come in pieces."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from companion.web.film import bytes_of
from companion.web.film.bits import Bits
from companion.web.film.script import SECONDS, SIZE
from tests.web.guests import House


@pytest.mark.parametrize("kind", ["mp4", "webm"])
def test_every_picture_is_read_and_all_are_grey(tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"film.{kind}"
    file.write_bytes(bytes_of(kind))
    player = cv2.VideoCapture(str(file))
    pictures = []
    while (read := player.read())[0]:
        pictures.append(read[1])
    assert len(pictures) == SECONDS and player.get(cv2.CAP_PROP_FPS) == 1.0
    for picture in pictures:
        assert picture.shape == (SIZE, SIZE, 3) and picture.std() < 1 and 100 < picture.mean() < 156


@pytest.mark.parametrize("kind", ["mp4", "webm"])
def test_it_is_small_and_short(kind: str) -> None:
    assert len(bytes_of(kind)) < 4_000
    assert SECONDS < 5, "a longer one is music to a phone, and stops other music"


@pytest.mark.parametrize("kind", ["mp4", "webm"])
def test_players_get_it_whole_and_in_pieces(house: House, kind: str) -> None:
    whole = house.guest.get(f"/film.{kind}")
    assert whole.status_code == 200 and whole.data == bytes_of(kind) and whole.mimetype == f"video/{kind}"
    assert whole.headers["Accept-Ranges"] == "bytes"
    piece = house.guest.get(f"/film.{kind}", headers={"Range": "bytes=0-1"})
    assert piece.status_code == 206 and piece.data == bytes_of(kind)[:2]
    assert piece.headers["Content-Range"] == f"bytes 0-1/{len(bytes_of(kind))}"
    assert "media-src 'self'" in whole.headers["Content-Security-Policy"]


def test_there_is_no_other_film(house: House) -> None:
    assert house.guest.get("/film.ogg").status_code == 404


def test_bits_are_written_as_the_codings_say() -> None:
    assert Bits().number(5, 3).bytes() == b"\xa0"
    assert Bits().golomb(0, 1, 2, 3).end().bytes() == bytes((0b10100110, 0b01001000))
