"""What the table says aloud: turns, duels, the winner; once each, and nothing of the rest."""

from __future__ import annotations

import pytest

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.position import Position
from companion.web.games.dreimagier import speech
from tests.games.situations import action, after, situation
from tests.web.games.dreimagier.faces import seen


def told(position: Position, *words: str) -> tuple[Position, list[Json]]:
    """Play actions; the history as a page is sent it."""
    history: list[Json] = []
    for seq, each in enumerate(words, 7):
        played = action(position, each)
        position, events = GAME.apply(position, played)
        history.append({"kind": "action", "void": False, "seq": seq, "action": played, "events": list(events)})
    return position, history


def test_a_turn_is_said_with_the_name_of_its_question() -> None:
    (line,) = speech.lines(seen(situation(turn="black"), None))
    assert line == {"id": "throw.1", "text": "Björn ist dran: drei Stäbe werfen."}


@pytest.mark.parametrize(
    ("language", "led", "turn"),
    [
        ("de", "Anna legt 4 auf 1 vor.", "Björn wirft im Duell."),
        ("en", "Anna leads with 4 on 1.", "Björn throws in the duel."),
        ("fr", "Anna annonce 4 en 1.", "Björn lance dans le duel."),
    ],
)
def test_a_duel_is_said_as_players_say_it(language: str, led: str, turn: str) -> None:
    start = after(situation(red=("house", "sun"), black=("forest", "mill")), "throw 100", "jump forest")
    ready = after(start, next(f"walk {each['to']}" for each in GAME.legal(start) if each["type"] == "walk"))
    position, history = told(ready, "throw 211", "stop")
    texts = [line["text"] for line in speech.lines(seen(position, None, language, history=history))]
    assert texts == [led, turn]
    ids = [line["id"] for line in speech.lines(seen(position, None, language, history=history))]
    assert len(set(ids)) == 2


def test_what_was_taken_back_and_what_the_hands_do_is_not_said() -> None:
    position, history = told(situation(red=("house", "sun")), "throw 100", "jump forest")
    assert speech.lines(seen(position, None, history=history)) == []
    history[-1]["events"].append({"type": "won", "seat": "red"})
    assert [line["text"] for line in speech.lines(seen(position, None, history=history))] == [
        "Anna hat alle sieben Karten und gewinnt!"
    ]
    history[-1]["void"] = True
    assert speech.lines(seen(position, None, history=history)) == []
