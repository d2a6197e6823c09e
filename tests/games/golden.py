"""Five golden games as readable text: header, every action in words with what happened, the position after it.

``python -m tests.games.golden --write`` makes the files anew; the same seeds give the same bytes.
"""

from __future__ import annotations

import random
import sys

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.actions import parse, to_json
from companion.games.dreimagier.notation import to_line
from companion.games.dreimagier.play import step
from companion.games.dreimagier.players import greedy_player, random_player
from companion.games.dreimagier.position import THROW_PHASES, Position
from companion.games.dreimagier.setup import Action
from companion.games.dreimagier.view import view_of
from tests.games.conformance import next_action
from tests.games.situations import DATA, board_option

FOLDER = DATA / "golden"
TABLE = {
    "red": {"power": 0, "magic": 1, "fate": 2},
    "black": {"power": 2, "magic": 0, "fate": 1},
    "white": {"power": 1, "magic": 2, "fate": 0},
}
GAMES: dict[str, tuple[Json, bool, int]] = {
    "noris": ({}, True, 2000),
    "kurzregel": ({"ruleset": "kurzregel", "board": "forks", "seats": ["white", "red", "black"]}, True, 250),
    "noris-2010": ({"ruleset": "noris-2010", "board": "tiny"}, True, 2000),
    "star": (
        {"board": "star", "wands": TABLE, "settings": {"bonus_each_time": False, "magic_may_stay": False}},
        True,
        2000,
    ),
    "random": ({"board": "forks", "settings": {"short_walk": "stay", "fate": "both"}}, False, 250),
}
"""Name to options, whether all three play greedily (else at random), and most actions."""


def write_game(name: str) -> str:
    """The text of a golden game."""
    options, greedy, most = GAMES[name]
    if "board" in options:
        options = {**options, "board": board_option(options["board"])}
    rng, position = random.Random(name), GAME.start(GAME.header(options))
    lines = [f"golden game {name}", to_line(position), ""]
    for number in range(1, most + 1):
        if not GAME.asked(position):
            break
        action = _choose(position, rng, greedy)
        asked = view_of(position)["asked"][0]
        after, events = step(position, action)
        lines.append(f"{number}. {asked['seat']} {_words(position, action)}")
        lines += [f"    {_event(event)}" for event in events]
        lines.append(f"    = {to_line(after).split(' ', 2)[2]}")
        position = after
    return "\n".join(lines) + "\n"


def _choose(position: Position, rng: random.Random, greedy: bool) -> Action:
    if position.phase in THROW_PHASES:
        return parse(position.setup, next_action(GAME, position, rng))
    return (greedy_player if greedy else random_player)(position, rng.choice)


def _words(position: Position, action: Action) -> str:
    found = to_json(position.setup, action)
    if found["type"] == "throw":
        wands = found["wands"].items()
        return "throws " + " ".join(f"{wand}:{seen.get('top', seen.get('hidden'))}" for wand, seen in wands)
    rest = next((value for key, value in found.items() if key != "type"), "")
    return f"{found['type']} {','.join(rest) if isinstance(rest, list) else rest}".rstrip()


def _event(event: Json) -> str:
    rest = " ".join(f"{key}={_short(value)}" for key, value in event.items() if key not in ("type", "rule"))
    return f"{event['rule']:<4}{event['type']} {rest}".rstrip()


def _short(value: object) -> str:
    if isinstance(value, dict):
        return ",".join(f"{key}:{_short(item)}" for key, item in value.items()) or "-"
    return "+".join(map(_short, value)) if isinstance(value, list) else str(value)


def main() -> None:
    """Writes all golden games with ``--write``; without, says which have changed."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        path, text = FOLDER / f"{name}.txt", write_game(name)
        if sys.argv[1:] == ["--write"]:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name} has changed")


if __name__ == "__main__":
    main()
