"""Figures, stones and cards of the wooden board: each as it is checked, and those that a rewind moves back by hand."""

from __future__ import annotations

from companion.games import Json
from companion.web.games.dreimagier import places
from companion.web.games.dreimagier.plans import CARDS
from companion.web.pages.seen import Seen


def figure(piece: Json, seen: Seen) -> Json:
    """A figure in words: whose it is, where it should stand."""
    return {
        **piece,
        "text": seen.t(f"figure.of.{piece['figure']}", name=seen.who.name(piece["seat"])),
        "place": places.name(piece["node"], seen),
        "ask": "check.piece.stone" if piece["stone"] else "check.piece",
    }


def steps(before: Json, seen: Seen) -> list[Json]:
    """What must be put back, each with ``seat``, ``text`` and the ``nodes`` where it is and where it goes."""
    now = seen.view
    return [*_figures(before, now, seen), *_stones(before, now, seen), *_cards(before, now, seen)]


def _figures(before: Json, now: Json, seen: Seen) -> list[Json]:
    return [
        _step(seat, _way(f"back.{figure}", old, new, seen, name=seen.who.name(seat)), old, new)
        for seat in now["seats"]
        for figure in ("magician", "apprentice")
        if (old := before["figures"][seat][figure]) != (new := now["figures"][seat][figure])
    ]


def _stones(before: Json, now: Json, seen: Seen) -> list[Json]:
    return [
        _step(
            seat,
            seen.t(f"back.stone.{'on' if new else 'off'}", name=seen.who.name(seat)),
            now["figures"][seat]["apprentice"],
        )
        for seat in now["seats"]
        if bool(before["figures"][seat].get("stone")) != (new := bool(now["figures"][seat].get("stone")))
    ]


def _cards(before: Json, now: Json, seen: Seen) -> list[Json]:
    """A card that somebody holds and should not goes to whoever should, else back to its place."""
    found, who, t = [], seen.who, seen.t
    for card in CARDS:
        givers = [seat for seat in now["seats"] if card in before["cards"][seat] and card not in now["cards"][seat]]
        takers = [seat for seat in now["seats"] if card in now["cards"][seat] and card not in before["cards"][seat]]
        named = t(f"title.{card}")
        for number, seat in enumerate(givers):
            to = who.name(takers[number]) if number < len(takers) else places.name(card, seen)
            found.append(_step(seat, t("back.card", card=named, start=who.name(seat), end=to), card))
        for seat in takers[len(givers) :]:
            start = places.name(card, seen)
            found.append(_step(seat, t("back.card", card=named, start=start, end=who.name(seat)), card))
    return found


def _way(message: str, old: str, new: str, seen: Seen, **values: str) -> str:
    return seen.t(message, start=places.name(old, seen), end=places.name(new, seen), **values)


def _step(seat: str, text: str, *nodes: str) -> Json:
    return {"seat": seat, "text": text, "nodes": nodes}
