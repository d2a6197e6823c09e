"""Positions and short scripts for the tests: figures set up by name, actions written as words.

    p = situation(red=("forest", "a1"), black=("sun", "e1"), board="forks", cards={"red": ["sun"]})
    p, events = run(p, "throw 120", "jump castle", "walk c2")

The words of an action: ``throw 120`` (values of the wands that fly, in the order red, black, white), ``spell pmf``
(hidden faces power, magic, fate), ``jump place``, ``walk node``, ``stay magician``, ``take black``,
``again red,white``, ``stop``, ``accept``, ``decline``, ``symbol power``, ``magic node``, ``spoilt``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.position import Position

DATA = Path(__file__).parent / "data"
COLOURS = ("red", "black", "white")
FACES = {"p": "power", "m": "magic", "f": "fate"}
MAGIC = ("forest", "house", "tower", "castle", "sun", "mill", "moon")
KEYS = {"jump": "to", "walk": "to", "magic": "to", "stay": "figure", "take": "from", "symbol": "symbol"}


def board_option(board: str) -> Any:
    """A shipped board by name, or one of the tests' own."""
    own = DATA / f"{board}.toml"
    return {"toml": own.read_text(encoding="utf-8")} if own.exists() else board


def situation(
    *,
    red: tuple[str, str] = ("life", "life"),
    black: tuple[str, str] = ("life", "life"),
    white: tuple[str, str] = ("life", "life"),
    stones: tuple[str, ...] = (),
    cards: dict[str, list[str]] | None = None,
    turn: str = "red",
    board: str = "forks",
    ruleset: str = "noris-1985",
    settings: Json | None = None,
    wands: Json | None = None,
    first_thrown: tuple[str, ...] = COLOURS,
    bonus_won: tuple[str, ...] = (),
    rights: tuple[tuple[str, str], ...] = (),
    mover: str | None = None,
) -> Position:
    """A position that awaits a pip throw of ``mover`` (default: whose turn it is)."""
    options = {"board": board_option(board), "ruleset": ruleset, "settings": settings or {}, "wands": wands}
    hands = {colour: sorted((cards or {}).get(colour, []), key=MAGIC.index) for colour in COLOURS}
    figures = {"red": red, "black": black, "white": white}
    data = GAME.encode(GAME.start(GAME.header(options))) | {
        "phase": "pip",
        "turn": turn,
        "mover": mover or turn,
        "figures": {
            colour: {"magician": magician, "apprentice": apprentice, "stone": colour in stones}
            for colour, (magician, apprentice) in figures.items()
        },
        "cards": hands,
        "supply": {place: 2 - sum(place in hand for hand in hands.values()) for place in MAGIC},
        "first_thrown": list(first_thrown),
        "bonus_won": list(bonus_won),
        "rights": [{"seat": seat, "kind": kind} for seat, kind in rights],
        "start": None,
    }
    return GAME.decode(data)


def action(position: Position, words: str) -> Json:
    """The JSON action of a few words."""
    kind, _, rest = words.partition(" ")
    if kind in ("throw", "spell"):
        wanted = GAME.throw_wanted(position)
        flying = COLOURS if wanted is None else wanted.wands
        seen: list[Json] = [{"top": int(c)} if c.isdigit() else {"hidden": FACES[c]} for c in rest]
        return {"type": "throw", "wands": dict(zip(flying, seen, strict=True))}
    if kind == "again":
        return {"type": "again", "fly": rest.split(",") if rest else []}
    return {"type": kind, KEYS[kind]: rest} if rest else {"type": kind}


def run(position: Position, *script: str) -> tuple[Position, list[Json]]:
    """Plays the script through the border; gives the last position and all events."""
    events: list[Json] = []
    for words in script:
        position, fresh = GAME.apply(position, action(position, words))
        events += fresh
    return position, events


def after(position: Position, *script: str) -> Position:
    """Only the last position of ``run``."""
    return run(position, *script)[0]


def ends(position: Position, kind: str) -> list[str]:
    """Targets of the legal jumps, walks or magic."""
    return [found["to"] for found in GAME.legal(position) if found["type"] == kind]


def can(position: Position, words: str) -> bool:
    """Whether the action is legal here."""
    return GAME.why_not(position, action(position, words)) is None


def rule(position: Position, words: str) -> str:
    """Id of the rule that forbids the action."""
    reason = GAME.why_not(position, action(position, words))
    assert reason is not None, f"{words} is legal"
    return reason.rule


def view(position: Position) -> Json:
    """What everybody sees."""
    return GAME.view(position, None)


def place_of(position: Position, colour: str, figure: str) -> str:
    """Where a figure stands."""
    found: str = view(position)["figures"][colour][figure]
    return found


def types(events: list[Json]) -> list[str]:
    """The types of events, in order."""
    return [event["type"] for event in events]
