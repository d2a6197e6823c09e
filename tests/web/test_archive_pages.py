"""The archive's pages with records that are no game of here: damaged ones, and those of a game that nobody knows."""

from __future__ import annotations

import json

import pytest

from tests.web.guests import House

STRANGE = ("", "tarot", "a.b", "../up", 7, None)


@pytest.mark.parametrize(
    "lines", [b"", b"\x00", b'{"game"', *(json.dumps({"game": each}).encode() for each in STRANGE)]
)
def test_what_is_no_game_of_here_is_listed_and_stops_nobody(house: House, lines: bytes) -> None:
    folder = house.table.archive.folder
    folder.mkdir(exist_ok=True)
    (folder / "elsewhere-1.jsonl").write_bytes(lines + b"\n")
    for path in ("/archive", "/archive/elsewhere-1"):
        answer = house.guest.get(path)
        assert answer.status_code == 200 and "elsewhere-1" in answer.text, path
