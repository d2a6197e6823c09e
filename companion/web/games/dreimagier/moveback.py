"""Figures, stones and cards of the wooden board: each as it is checked, and those that a rewind moves back by hand."""

from __future__ import annotations

from companion.games import Json
from companion.web.games.dreimagier.board import node_name
from companion.web.games.dreimagier.plans import CARDS
from companion.web.pages.people import People
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker


def figure(piece: Json, seen: Seen) -> Json:
    """A figure in words: whose it is, where it should stand."""
    return {
        **piece,
        "text": seen.t(f"figure.of.{piece['figure']}", name=seen.who.name(piece["seat"])),
        "place": node_name(piece["node"], seen.t),
        "ask": "check.piece.stone" if piece["stone"] else "check.piece",
    }


def steps(before: Json, seen: Seen) -> list[Json]:
    """What must be put back, each with ``seat`` and ``text``."""
    now, who, t = seen.view, seen.who, seen.t
    return [*_figures(before, now, who, t), *_stones(before, now, who, t), *_cards(before, now, who, t)]


def _figures(before: Json, now: Json, who: People, t: Speaker) -> list[Json]:
    return [
        _step(seat, t(f"back.{figure}", name=who.name(seat), start=_at(old, t), end=_at(new, t)))
        for seat in now["seats"]
        for figure in ("magician", "apprentice")
        if (old := before["figures"][seat][figure]) != (new := now["figures"][seat][figure])
    ]


def _stones(before: Json, now: Json, who: People, t: Speaker) -> list[Json]:
    return [
        _step(seat, t(f"back.stone.{'on' if new else 'off'}", name=who.name(seat)))
        for seat in now["seats"]
        if bool(before["figures"][seat].get("stone")) != (new := bool(now["figures"][seat].get("stone")))
    ]


def _cards(before: Json, now: Json, who: People, t: Speaker) -> list[Json]:
    """A card that somebody holds and should not goes to whoever should, else back to its place."""
    found = []
    for card in CARDS:
        givers = [seat for seat in now["seats"] if card in before["cards"][seat] and card not in now["cards"][seat]]
        takers = [seat for seat in now["seats"] if card in now["cards"][seat] and card not in before["cards"][seat]]
        named = t(f"title.{card}")
        for number, seat in enumerate(givers):
            to = who.name(takers[number]) if number < len(takers) else _at(card, t)
            found.append(_step(seat, t("back.card", card=named, start=who.name(seat), end=to)))
        for seat in takers[len(givers) :]:
            found.append(_step(seat, t("back.card", card=named, start=_at(card, t), end=who.name(seat))))
    return found


def _at(node: str, t: Speaker) -> str:
    return node_name(node, t)


def _step(seat: str, text: str) -> Json:
    return {"seat": seat, "text": text}
