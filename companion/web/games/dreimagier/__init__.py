"""The pages of Die drei Magier: which parts there are, and what their templates need.

Everything is drawn from the view that the rules give a role; nothing here decides what is allowed.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from companion.web.games.dreimagier import after, asking, board, choices, history, people, referee, rules, wands
from companion.web.pages.words import Translate

Json = dict[str, Any]

blueprint = Blueprint(
    "dreimagier",
    __name__,
    template_folder="templates",
    static_folder="static",
    static_url_path="/static/dreimagier",
)

PARTS: dict[str, tuple[str, ...]] = {
    "play": (
        "band",
        "notice",
        "say",
        "ask",
        "boardstate",
        "throw",
        "plan",
        "actions",
        "cards",
        "history",
        "more",
        "referee",
        "throws",
    ),
    "table": ("band", "notice", "say", "ask", "boardstate", "throw", "plans", "seats", "referee"),
    "after": ("after",),
}

drawing = board.drawing
offered = rules.offered


def context(state: Json, seat: str | None, seats: tuple[str, ...], t: Translate) -> dict[str, Any]:
    """What the templates need; ``seat`` is whom the browser acts for, None for a spectator."""
    view = state["view"]
    who = people.People(state, seats, t)
    lines = history.lines(state, who, t)
    return {
        "state": state,
        "view": view,
        "seat": seat,
        "seats": seats,
        "who": who,
        "ask": choices.judging(state, seat, who, t) or asking.headline(state, seat, who, t),
        "voting": choices.votes(state, seat),
        "mine": asking.is_mine(state, seat),
        "question": state["question"].get(seat) if seat else None,
        "thrown": wands.thrown(view.get("throw")),
        "pad": wands.pad(view.get("throw_wanted"), seat, state),
        "duel": wands.duel(view, who),
        "choices": choices.buttons(state, seat, who, t),
        "fly": choices.fly(view, seat, state),
        "chips": choices.chips(view, seat),
        "boardstate": referee.glowing(state, board.state(state, seat, who, t)),
        "lines": lines,
        "plans": people.plans(view, seat),
        "after": after.summary(state, who, t),
        "proposal": choices.proposal(state, seat, who, t),
        **referee.context(state, seat, seats, who, t),
    }
