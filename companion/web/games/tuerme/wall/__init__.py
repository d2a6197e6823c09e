"""The table page's own parts: cards of the turn in the middle of the ring, everybody's wizards and bottles, spells."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games import Json
from companion.games.catalogue import Catalogue
from companion.games.tuerme.cards import card_named
from companion.games.tuerme.sentences import WORDS as NAMES
from companion.web.games.tuerme import ring
from companion.web.pages.seen import Seen

WORDS = Catalogue(__name__)
ACTIONS = 2
"""T1."""


def context(seen: Seen) -> dict[str, Any]:
    """What the templates of the table page draw from; drawn only where they are."""
    return {
        "wall_ring": lambda: ring.drawn(seen.view, 0, seen.who, seen.t),
        "wall_actions": partial(actions, seen.view),
        "wall_players": partial(players, seen),
        "wall_spells": partial(spells, seen.view, seen.t.language),
    }


def actions(view: Json) -> Json:
    """T1, T5: the cards of this turn, each ``done``, ``now`` or still ``open``; which action it is."""
    turn = view["turn"]
    cards = [_card(name) for name in turn["played"]]
    over, ended = view["phase"] == "over", view["phase"] == "end"
    number = min(len(cards) + (_between(view) and not ended), ACTIONS)
    states = ["done" if over or ended or at < number else "now" if at == number else "open" for at in (1, 2)]
    if cards and view["turn"]["rolls"]:
        cards[-1]["rolled"] = turn["wizard"] or turn["tower"]
    return {
        "number": number,
        "away": turn["away"],
        "cards": [
            {"state": state, "card": cards[at] if at < len(cards) else None, "at": at + 1}
            for at, state in enumerate(states)
        ],
        "shown": not over and not ended and not turn["away"],
    }


def _between(view: Json) -> bool:
    """Whether the next card is awaited."""
    phase = view["claim_from"] or view["phase"]
    return bool(phase in ("card", "lifted") and not view["turn"]["wizard"] and not view["turn"]["tower"])


def _card(name: str) -> Json:
    card = card_named(name)
    if card is None:
        return {"name": name, "wizard": 0, "tower": 0, "rolls": 0}
    return {"name": name, "wizard": card.wizard, "tower": card.tower, "rolls": card.rolls}


def spells(view: Json, language: str) -> list[Json]:
    """Those on the table, in the words of the rules."""
    return [{"name": NAMES.say(language, f"spell.{each['spell']}"), "price": each["price"]} for each in view["spells"]]


def players(seen: Seen) -> list[Json]:
    """A row a seat, in playing order, after the end by place (E3, E4: shared ones share it)."""
    view = seen.view
    places: dict[str, int] = {}
    for rank in view["ranking"]:
        places |= dict.fromkeys(rank, len(places) + 1)
    rows = [_player(seat, view, places.get(seat)) for seat in view["seats"]]
    return sorted(rows, key=lambda row: row["place"]) if places else rows


def _player(seat: str, view: Json, place: int | None) -> Json:
    player, seats = view["players"][seat], view["seats"]
    out = player["wizards"] - player["home"] - player["imprisoned"]
    return {
        **player,
        "seat": seat,
        "place": place,
        "team": seats.index(seat) % (len(seats) // 2) + 1 if view["teams"] else None,
        "active": seat == view["active"] and place is None,
        "figures": ["home"] * player["home"] + ["out"] * out + ["within"] * player["imprisoned"],
        "out": out,
        "flasks": ["full"] * player["full"] + ["spent"] * player["spent"] + ["empty"] * player["empty"],
    }
