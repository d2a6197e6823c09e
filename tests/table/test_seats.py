"""Seats are held by secrets; a taken one changes hands with consent."""

from __future__ import annotations

import pytest

from companion.table import seats
from companion.table.errors import NotYours, Unreadable
from companion.table.table import Table
from tests.table.hands import Hands


def test_a_secret_holds_its_seat_and_only_its_hash_is_kept(hands: Hands, table: Table) -> None:
    for seat, token in hands.tokens.items():
        assert seats.holder(table.course, token) == seat
        assert len(token) >= 43
    written = b"".join(file.read_bytes() for file in table.folder.glob("journal*"))
    assert not any(token.encode() in written for token in hands.tokens.values())


@pytest.mark.parametrize("token", ["", "x", "0" * 43, "ä" * 50, "\ud800"])
def test_other_words_hold_nothing(hands: Hands, table: Table, token: str) -> None:
    assert seats.holder(table.course, token) is None


@pytest.mark.parametrize("code", ["", "AAAAA", "ÄÖÜß"])
def test_a_wrong_code_takes_no_seat(table: Table, code: str) -> None:
    before = table.fingerprint
    with pytest.raises(NotYours):
        seats.join(table, code, "north", "Ann")
    assert table.fingerprint == before


def test_the_code_may_be_typed_small(table: Table) -> None:
    assert not seats.join(table, f" {table.code.lower()} ", "north", "Ann").waiting


def test_another_phone_waits_for_the_consent_of_another_seat(hands: Hands, table: Table) -> None:
    joined = seats.join(table, table.code, "north", "New phone")
    assert joined.waiting and seats.waits_for(table.course, joined.token) == "north"
    assert seats.holder(table.course, hands.tokens["north"]) == "north"
    hands.vote("south", "yes")
    assert seats.holder(table.course, joined.token) == "north"
    assert seats.holder(table.course, hands.tokens["north"]) is None


def test_refused_it_stays_with_the_old_phone(hands: Hands, table: Table) -> None:
    joined = seats.join(table, table.code, "north", "Thief")
    for seat in ("south", "east"):
        hands.vote(seat, "no", "south", "east")
    assert not table.course.asks
    assert seats.holder(table.course, joined.token) is None
    assert seats.holder(table.course, hands.tokens["north"]) == "north"


def test_the_only_player_may_change_phones_by_himself(table: Table) -> None:
    seats.join(table, table.code, "north", "Ann")
    second = seats.join(table, table.code, "north", "Ann")
    assert not second.waiting and seats.holder(table.course, second.token) == "north"


def test_a_left_seat_is_free(hands: Hands, table: Table) -> None:
    seats.leave(table, "north", "bye")
    assert table.course.seats["north"].hash is None
    assert not seats.join(table, table.code, "north", "Next").waiting


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jürgen", "Jürgen"),
        ("  a \n b\x00c ", "a b c"),
        ("🧙" * 100, "🧙" * 40),
        ("שלום", "שלום"),
        ("x\u202ey", "x y"),
        ("<b>&", "<b>&"),
    ],
)
def test_names(name: str, shown: str) -> None:
    assert seats.clean_name(name) == shown


@pytest.mark.parametrize("name", ["", " ", "\x00", "\u200b"])
def test_a_name_must_show_something(name: str) -> None:
    with pytest.raises(Unreadable):
        seats.clean_name(name)
