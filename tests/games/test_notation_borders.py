"""A line of notation is read strictly: each wrong word is refused by its number, and only that."""

from __future__ import annotations

import pytest

from companion.games import Invalid
from companion.games.dreimagier import GAME
from companion.games.dreimagier.notation import from_line, to_line
from tests.games.situations import after, situation

LINE = to_line(after(situation(red=("castle", "life"), black=("forest", "sun")), "throw 111", "jump forest"))


@pytest.mark.parametrize("number", [1, *range(3, 12)])
@pytest.mark.parametrize("word", ["?" * 80, ".", ","])
def test_a_broken_word_of_a_line_is_named_by_its_number(number: int, word: str) -> None:
    words = LINE.split()
    words[number] = word
    with pytest.raises(Invalid) as caught:
        from_line(" ".join(words))
    (fault,) = caught.value.faults
    assert fault.where == f"word {number + 1}"
    assert fault.text.endswith(f": {word[:60]}") and fault.text.startswith("is no ")


DUEL = to_line(
    after(
        situation(red=("castle", "life"), black=("forest", "sun")),
        *("throw 100", "jump forest", "walk g2", "throw 110", "again red", "throw 0", "stop"),
    )
)
START = to_line(after(GAME.start(GAME.header({"board": "forks"})), "throw 200"))
EMPTY = to_line(situation(first_thrown=()))


@pytest.mark.parametrize("line", [LINE, DUEL, START, EMPTY])
@pytest.mark.parametrize("letter", ["+", "~", "x", "--"])
def test_nothing_but_a_dash_stands_for_nothing(line: str, letter: str) -> None:
    for at, old in enumerate(line):
        if old == "-" and line[at - 1] != "s" and "duel" not in line[at - 4 : at + 5]:
            with pytest.raises(Invalid):
                from_line(line[:at] + letter + line[at + 1 :])


@pytest.mark.parametrize("line", [LINE, DUEL, START])
def test_no_part_of_a_line_may_be_missing_or_too_many(line: str) -> None:
    for mark in ",./;:":
        for at, old in enumerate(line):
            if old == mark:
                for wrong in (line[:at] + line[at + 1 :], line[:at] + mark + line[at:]):
                    with pytest.raises(Invalid):
                        from_line(wrong)


def test_all_broken_words_of_a_line_are_named() -> None:
    words = LINE.split()
    words[1], words[4], words[12] = "?", "?", "y:"
    with pytest.raises(Invalid) as caught:
        from_line(" ".join([*words, "x:?m" + "?" * 80, "d:;", "nothing"]))
    assert [fault.where for fault in caught.value.faults] == ["word 2", "word 5", *["notation"] * 4]
    assert caught.value.faults[3].text == "cannot be read: x:?m" + "?" * 56


@pytest.mark.parametrize(
    "line", [" ".join(LINE.split()[:11]), LINE.replace("3m1", "3m2"), LINE.replace("3m1", "3m0"), "3m1"]
)
def test_a_line_has_a_tag_and_twelve_words(line: str) -> None:
    with pytest.raises(Invalid) as caught:
        from_line(line)
    assert [fault.where for fault in caught.value.faults] == ["notation"]


def test_a_line_has_a_bounded_length() -> None:
    assert from_line(LINE.ljust(300_000)) == from_line(LINE)
    with pytest.raises(Invalid, match="in one line"):
        from_line(LINE.ljust(300_001))


@pytest.mark.parametrize("flags", ["", "-", "!s-", "?-", "-?", "s!"])
def test_the_flags_of_a_move_are_two(flags: str) -> None:
    words = LINE.split()
    words[11] = words[11].rsplit(".", 1)[0] + "." + flags
    with pytest.raises(Invalid, match="word 12: is no move"):
        from_line(" ".join(words))


def test_a_line_offers_one_right_at_most() -> None:
    words = to_line(after(situation(rights=(("white", "bonus"), ("red", "doublet"))), "throw 000")).split()
    assert words[8] == "wB"
    words[8] = "wB,rD"
    with pytest.raises(Invalid, match="word 9: is no offer"):
        from_line(" ".join(words))
