"""Whatever comes in: no exception but our own, and no change after a refusal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import GameError
from companion.games.dreimagier import GAME
from companion.games.dreimagier.board import load_board, shipped_text
from companion.games.dreimagier.checks import check
from companion.games.dreimagier.notation import from_line, to_line
from companion.games.dreimagier.play import legal_actions, step
from companion.games.dreimagier.position import Position
from tests.games.conformance import state
from tests.games.counts import branches
from tests.games.strategies import WORDS, actions, broken_positions, nonsense, positions

fuzz = settings(
    max_examples=300,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@fuzz
@given(positions, actions)
def test_an_action_is_taken_or_refused_and_changes_nothing_then(position: Position, action: Any) -> None:
    before = state(GAME, position)
    reason = GAME.why_not(position, action)
    try:
        after, _ = GAME.apply(position, action)
    except GameError:
        assert reason is not None
    else:
        assert reason is None and not check(after)
    assert state(GAME, position) == before


@fuzz
@given(broken_positions())
def test_a_broken_position_is_refused_or_playable(data: Any) -> None:
    try:
        position = GAME.decode(data)
    except GameError:
        return
    playable(position)


def playable(position: Position) -> None:
    """A position that was accepted can be asked, shown, written, and every branch of it played."""
    assert from_line(to_line(position)) == position
    assert GAME.decode(GAME.encode(position)) == position
    GAME.view(position, None)
    for action in legal_actions(position):
        assert GAME.why_not(position, GAME.legal(position)[legal_actions(position).index(action)]) is None
    for action in branches(position):
        after, _ = step(position, action)
        assert not check(after), action


@fuzz
@given(nonsense)
def test_nonsense_is_no_position_and_seldom_a_header(data: Any) -> None:
    with pytest.raises(GameError):
        GAME.decode(data)
    try:
        header = GAME.header(data)
    except GameError:
        return
    assert GAME.header(header) == header


@fuzz
@given(positions, st.data())
def test_a_line_with_broken_words_is_refused_or_playable(position: Position, data: st.DataObject) -> None:
    words = to_line(position).split(" ")
    for _ in range(data.draw(st.integers(1, 2))):
        number = data.draw(st.integers(0, len(words) - 1))
        word = words[number]
        at = data.draw(st.integers(0, len(word)))
        part = data.draw(st.one_of(st.text(alphabet="rbwDBS-+/.,;:012349pmf!~", max_size=3), st.sampled_from(WORDS)))
        words[number] = word[:at] + part + word[at + data.draw(st.integers(0, 2)) :]
    try:
        found = from_line(" ".join(words))
    except GameError:
        return
    playable(found)


@fuzz
@given(st.text(max_size=60))
def test_any_text_is_refused_as_a_line(text: str) -> None:
    with pytest.raises(GameError):
        from_line(text)


TINY = shipped_text("tiny")


@fuzz
@given(st.data())
def test_a_broken_board_file_is_refused_or_usable(data: st.DataObject) -> None:
    text = TINY
    for _ in range(data.draw(st.integers(1, 3))):
        lines = text.splitlines()
        number = data.draw(st.integers(0, len(lines) - 1))
        change = data.draw(st.sampled_from(["drop", "double", "word"]))
        if change == "drop":
            del lines[number]
        elif change == "double":
            lines.insert(number, lines[number])
        else:
            names = st.sampled_from(["forest", "a", "[", "]", '"', "= 1", "life", "999", "-1", "true", "{}"])
            old, new = data.draw(names), data.draw(names)
            lines[number] = lines[number].replace(old, new)
        text = "\n".join(lines) + "\n"
    try:
        load_board(text)
    except GameError:
        return
    position = GAME.start(GAME.header({"board": {"toml": text}}))
    playable(position)
