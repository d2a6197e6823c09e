"""What the note sheet fills its fields with: every round as it stands, and the words of its choices."""

from __future__ import annotations

from companion.games import Json
from companion.games.wizard.actions import TURN_CARDS
from companion.games.wizard.cards import COLOURS, NONE
from companion.web.pages.seen import Seen


def book(seen: Seen) -> Json:
    """Seats in their order, cards, and what can be noted or mended, the latest first."""
    return {
        "seats": [{"seat": seat, "name": seen.who.name(seat)} for seat in seen.view["seats"]],
        "leader": (seen.view["playing"] or {}).get("leader"),
        "cards": [[card, seen.t(f"card.{card}")] for card in TURN_CARDS],
        "colours": [[colour, seen.t(f"card.{colour}")] for colour in (*COLOURS, NONE)],
        "tasks": [*_playing(seen), *(_mend(each, seen) for each in reversed(seen.view["done"]))],
    }


def _playing(seen: Seen) -> list[Json]:
    """N1, R2, R3: the round in play; bids only where all may see them (R5)."""
    now, phase, t = seen.view["playing"], seen.view["phase"], seen.t
    if now is None:
        return []
    one = {key: now[key] for key in ("number", "count", "dealer", "turns", "tricks")}
    one |= {"turned": now["turned"] or "unknown", "trump": now["trump"]}
    found: list[Json] = []
    if phase == "trick":
        found.append({**one, "type": "tricks", "label": t("note.tricks"), "bids": _bids(now), "say": t("note.do")})
    if not now["bid_given"]:
        found.append({**one, "type": "round", "label": t("note.round"), "bids": {}, "say": t("note.do")})
    label = t("note.mend.playing", number=now["number"])
    played = phase == "trick"
    mend = {**one, "type": "mend", "label": label, "bids": _bids(now), "part": not played, "say": t("note.mend.do")}
    return [*found, {**mend, "noted": now["noted"], "tricks": now["tricks"] if played else {}}]


def _bids(now: Json) -> Json:
    return now["bids"] if now["shown"] else {}


def _mend(each: Json, seen: Seen) -> Json:
    """R1: a finished round."""
    keys = ("number", "count", "dealer", "bids", "tricks", "trump")
    return {
        **{key: each[key] for key in keys},
        "type": "mend",
        "past": True,
        "noted": True,
        "turns": each["turned"] != NONE,
        "turned": each["turned"] or "unknown",
        "label": seen.t("note.mend", number=each["number"]),
        "say": seen.t("note.mend.do"),
    }
