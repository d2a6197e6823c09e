"""Throws, voices and verdicts in words."""

from __future__ import annotations

import json
from typing import Any

from companion.web.games.dreimagier.people import People
from companion.web.games.dreimagier.wands import COLOURS
from companion.web.pages.words import Translate

Json = dict[str, Any]

VALUE = "value:"


def verdict(told: Json, who: People, t: Translate) -> str:
    """How a dispute or a correction ended, with the voices."""
    body = told.get("body") or {}
    needs = _needs(body.get("action"))
    voices = ", ".join(
        f"{who.name(seat)}: {said(choice, needs, t)}" for seat, choice in (body.get("voices") or {}).items()
    )
    shown = values(body["action"], needs, t) if body.get("action") else ""
    name = t(f"entry.{body.get('type', 'correction')}.{body.get('verdict')}", values=shown)
    return f"{name} {voices}".strip()


def _needs(action: Json | None) -> str:
    """A spell throw is told by its hidden faces, any other by the tops."""
    shown = (action or {}).get("wands") or {}
    return "hidden" if shown and all(wand.get("top") is None for wand in shown.values()) else "top"


def said(choice: str, needs: str, t: Translate) -> str:
    """A voice in words."""
    if not choice.startswith(VALUE):
        return t(f"voice.{choice}")
    return t("voice.value", values=values(json.loads(choice.removeprefix(VALUE)), needs, t))


def values(action: Json, needs: str, t: Translate) -> str:
    """What a throw shows, of each wand what counted."""
    shown = {colour: {needs: wand.get(needs)} for colour, wand in action["wands"].items()}
    return values_text(shown, t)


def values_text(shown: Json, t: Translate) -> str:
    """The wands of a throw in words."""
    return ", ".join(
        str(wand["top"]) if wand.get("top") is not None else t(f"face.hidden.{wand.get('hidden')}")
        for colour in COLOURS
        if (wand := shown.get(colour))
    )
