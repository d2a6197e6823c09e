"""Throws of the history: what they show in words, as wands, and as a pad for another reading."""

from __future__ import annotations

from typing import Any

from companion.games import Json
from companion.web.games.dreimagier import wands
from companion.web.games.dreimagier.wands import COLOURS
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker


def thrown(told: Json) -> Json | None:
    """A line of the history as a throw: ``seq``, ``seat``, ``action``, ``source``, ``kind``, and what it ``needs``."""
    if (told.get("action") or {}).get("type") != "throw":
        return None
    kind = next((event.get("kind") for event in told["events"] if event["type"] == "thrown"), "pip")
    needs = "hidden" if kind == "spell" else "top"
    return {**{key: told[key] for key in ("seq", "seat", "action", "source")}, "kind": kind, "needs": needs}


def values(action: Json, throw: Json | None, t: Speaker) -> str:
    """What a throw shows, of each wand what counts; in a throw that is not known, all that was seen."""
    if throw is None:
        return values_text(action["wands"], t)
    needs = throw.get("needs") or _needs(throw["action"])
    return values_text({colour: {needs: wand.get(needs)} for colour, wand in action["wands"].items()}, t)


def _needs(action: Json) -> str:
    """A spell throw is told by its hidden faces, any other by the tops."""
    return "hidden" if all(wand.get("top") is None for wand in action["wands"].values()) else "top"


def values_text(shown: Json, t: Speaker) -> str:
    """The wands of a throw in words."""
    return ", ".join(
        str(wand["top"]) if wand.get("top") is not None else t(f"face.hidden.{wand.get('hidden')}")
        for colour in COLOURS
        if (wand := shown.get(colour))
    )


def title(throw: Json, seen: Seen) -> str:
    """A throw of the history in words."""
    told = values(throw["action"], throw, seen.t)
    return seen.t(f"event.thrown.{throw['kind']}", name=seen.who.name(throw["seat"]), values=told)


def drawn(action: Json) -> list[Json]:
    """The wands of a throw."""
    return [wands.wand(colour, action["wands"][colour]) for colour in COLOURS if colour in action["wands"]]


def rows(throw: Json) -> list[Json]:
    """The pad for another reading of a throw: a row a wand, what was read already pressed."""
    shown, needs = throw["action"]["wands"], throw["needs"]
    options: list[Any] = [0, 1, 2] if needs == "top" else list(reversed(wands.FACES))
    return [
        {"colour": colour, "choices": [_option(needs, value, shown[colour].get(needs) == value) for value in options]}
        for colour in COLOURS
        if colour in shown
    ]


def _option(needs: str, value: Any, read: bool) -> Json:
    top = value if needs == "top" else None
    return {
        "value": {needs: value},
        "name": str(value),
        "top": top,
        "faces": [] if needs == "top" else wands.seen(value),
        "read": read,
    }


def early(decision: Json, action: Json, t: Speaker) -> str:
    """What it means to let a throw count that was made before the decision that asks for it."""
    fly = ", ".join(t(f"seat.{colour}") for colour in decision.get("fly") or [])
    return t(f"judge.early.{decision['type']}", values=values_text(action["wands"], t), fly=fly)


def nudged(seen: Seen) -> list[str]:
    """In a duel: wands that lay and were knocked; their old value stands (D2)."""
    view, told = seen.view, (seen.state.get("evidence") or {}).get("wands") or {}
    duel, throw = view.get("duel"), view.get("throw") or {}
    if not duel or throw.get("kind") != "duel":
        return []
    tops = duel["results"].get(throw["seat"], {}).get("wands") or {}
    lay = [colour for colour in COLOURS if colour in tops and colour not in (throw.get("flew") or [])]
    knocked = [colour for colour in lay if told.get(colour, {}).get("movement") in ("nudged", "thrown")]
    return [seen.t("duel.nudged", colour=f"@seat.{colour}", value=tops[colour]) for colour in knocked]
