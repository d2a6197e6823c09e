"""What was read beside a picture, photos brought to a dispute, the check of the board, the lamp map."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table import boardcheck, jpeg, referee
from companion.table.errors import Denied, Stale
from companion.table.evidence import Evidence
from companion.table.table import Table
from tests.table.hands import Hands, wand

SMALL = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffc0000b080012002301011100") + b"\x00" * 40
NAMED = "p" * 64


def test_the_size_of_a_jpeg_is_read_from_its_markers() -> None:
    assert jpeg.size(SMALL) == (0x23, 0x12)
    assert jpeg.size(SMALL[:20]) is None and jpeg.size(b"") is None and jpeg.size(b"\xff" * 5000) is None


def test_a_reading_is_kept_and_deleted_with_its_picture(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    name = evidence.add(SMALL)
    evidence.describe(name, {"red": {"top": 1}})
    evidence.keep(name)
    again = Evidence(tmp_path)
    assert again.told(name) == {"size": [0x23, 0x12], "wands": {"red": {"top": 1}}}
    assert again.kept() == (1, len(SMALL))
    assert again.delete_all() == 1
    assert again.told(name) is None and list((tmp_path / "evidence").iterdir()) == []


def test_the_disk_budget_takes_readings_along(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, disk=2 * len(SMALL) + 10)
    for number in range(4):
        name = evidence.add(SMALL + bytes([number]))
        evidence.describe(name, {})
        evidence.keep(name)
    assert len(list((tmp_path / "evidence").iterdir())) == 2 * 2


def test_a_damaged_reading_is_no_reading(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    name = evidence.add(SMALL)
    evidence.keep(name)
    (tmp_path / "evidence" / f"{name}.json").write_text('{"wands": 3}')
    assert Evidence(tmp_path).told(name) == {"size": (0x23, 0x12), "wands": {}}


def disputed(hands: Hands, picture: str | None) -> int:
    """A dispute about a throw with or without a picture of the camera; its number."""
    hands.lay(north=1, east=2, south=3)
    hands.report({"wand": wand(2)}, picture=picture)
    referee.dispute(hands.table, "east", hands.table.course.seq, hands.request())
    assert hands.table.course.ask is not None
    return hands.table.course.ask.id


def test_a_photo_belongs_to_the_dispute_and_its_verdict(hands: Hands, table: Table) -> None:
    ask = disputed(hands, None)
    referee.photo(table, "south", ask, NAMED, hands.request())
    assert referee.picture(table.game, table.course) == NAMED
    hands.vote("south", "stands")
    hands.vote("north", "stands")
    verdict = next(entry for entry in reversed(table.entries) if entry.kind == "correction")
    assert verdict.body["picture"] == NAMED and verdict.body["type"] == "dispute"


def test_a_photo_never_replaces_the_cameras_picture(hands: Hands, table: Table) -> None:
    ask = disputed(hands, "c" * 64)
    with pytest.raises(Denied):
        referee.photo(table, "south", ask, NAMED, hands.request())
    assert referee.picture(table.game, table.course) == "c" * 64
    with pytest.raises(Stale):
        referee.photo(table, "south", ask + 1, NAMED, hands.request())


def test_a_game_without_pieces_is_never_checked(hands: Hands, table: Table) -> None:
    hands.lay(north=1, east=2, south=3)
    check = boardcheck.BoardCheck(table.games, table.course)
    assert check.told(table.course) is None
    check.step(table.course, 0, ())
    assert check.told(table.course) is None and check.glowing(table.course) is None
