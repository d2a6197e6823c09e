"""What a browser sees of a position, without a table behind it."""

from __future__ import annotations

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.position import Position
from companion.web import games
from companion.web.pages.people import People
from companion.web.pages.seen import Seen

NAMES = {"red": "Anna", "black": "Björn", "white": "Çelik"}


def seen(position: Position, seat: str | None = "red", language: str = "de", **more: object) -> Seen:
    """The position as the browser of a seat sees it; ``more`` are parts of the state."""
    view = GAME.view(position, seat)
    questions = {each["seat"]: f"{each['kind']}.1" for each in view["asked"]}
    state: Json = {
        "game": "dreimagier",
        "view": view,
        "question": questions,
        "seats": {each: {"name": name, "taken": True} for each, name in NAMES.items()},
        "history": [],
        "proposal": None,
        **more,
    }
    t = games.find("dreimagier").speaker(language)
    return Seen(state, seat, (seat,) if seat else (), People(state, (seat,) if seat else (), t), t)
