"""Voices and verdicts in words."""

from __future__ import annotations

import json

from companion.games import Json
from companion.web.pages.face import Face
from companion.web.pages.seen import Seen

VALUE = "value:"


def verdict(told: Json, face: Face, seen: Seen) -> str:
    """How a dispute or a correction ended, with the voices."""
    body, action = told.get("body") or {}, (told.get("body") or {}).get("action")
    voices = ", ".join(
        f"{seen.who.name(seat)}: {said(choice, action and {'action': action}, face, seen)}"
        for seat, choice in (body.get("voices") or {}).items()
    )
    shown = face.values(action, None, seen.t) if action else ""
    name = seen.t(f"entry.{body.get('type', 'correction')}.{body.get('verdict')}", values=shown)
    return f"{name} {voices}".strip()


def said(choice: str, throw: Json | None, face: Face, seen: Seen) -> str:
    """A voice in words."""
    if not choice.startswith(VALUE):
        return seen.t(f"voice.{choice}")
    return seen.t("voice.value", values=face.values(json.loads(choice.removeprefix(VALUE)), throw, seen.t))
