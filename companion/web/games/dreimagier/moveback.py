"""After a rewind: which figures, stones and cards of the wooden board must be put back by hand."""

from __future__ import annotations

from typing import Any

from companion.web.games.dreimagier.board import node_name
from companion.web.games.dreimagier.people import CARDS, People
from companion.web.pages.words import Translate

Json = dict[str, Any]


def moveback(state: Json, who: People, t: Translate) -> Json | None:
    """None where nothing was rewound; else ``seq`` and the ``steps``, each with ``seat`` and ``text``."""
    rewound = state.get("rewound")
    if not rewound:
        return None
    before, now = rewound["before"], state["view"]
    steps = [*_figures(before, now, who, t), *_stones(before, now, who, t), *_cards(before, now, who, t)]
    return {"seq": rewound["seq"], "steps": steps}


def _figures(before: Json, now: Json, who: People, t: Translate) -> list[Json]:
    return [
        _step(seat, t(f"back.{figure}", name=who.name(seat), start=_at(old, t), end=_at(new, t)))
        for seat in now["seats"]
        for figure in ("magician", "apprentice")
        if (old := before["figures"][seat][figure]) != (new := now["figures"][seat][figure])
    ]


def _stones(before: Json, now: Json, who: People, t: Translate) -> list[Json]:
    return [
        _step(seat, t(f"back.stone.{'on' if new else 'off'}", name=who.name(seat)))
        for seat in now["seats"]
        if bool(before["figures"][seat].get("stone")) != (new := bool(now["figures"][seat].get("stone")))
    ]


def _cards(before: Json, now: Json, who: People, t: Translate) -> list[Json]:
    """A card that somebody holds and should not goes to whoever should, else back to its place."""
    steps = []
    for card in CARDS:
        givers = [seat for seat in now["seats"] if card in before["cards"][seat] and card not in now["cards"][seat]]
        takers = [seat for seat in now["seats"] if card in now["cards"][seat] and card not in before["cards"][seat]]
        named = t(f"title.{card}")
        for number, seat in enumerate(givers):
            to = who.name(takers[number]) if number < len(takers) else _at(card, t)
            steps.append(_step(seat, t("back.card", card=named, start=who.name(seat), end=to)))
        for seat in takers[len(givers) :]:
            steps.append(_step(seat, t("back.card", card=named, start=_at(card, t), end=who.name(seat))))
    return steps


def _at(node: str, t: Translate) -> str:
    return node_name(node, t)


def _step(seat: str, text: str) -> Json:
    return {"seat": seat, "text": text}
