"""What the table says aloud: whose turn it is, "four on two", who won; nothing of what the hands do anyway."""

from __future__ import annotations

from companion.games import Json
from companion.web.games.dreimagier import story
from companion.web.pages.seen import Seen

ALOUD = frozenset({"starter", "duel-opened", "duel-led", "duel-tied", "duel-won", "won"})
THROWS = frozenset({"start", "pip", "duel"})
"""Uses of a throw that name somebody who did not expect it; a spell is cast by whoever just walked."""
LATEST = 4
"""So many entries back something is still news."""


def lines(seen: Seen) -> list[Json]:
    """``id`` and ``text`` of each, what happened first and what is asked now last."""
    told = [each for each in (seen.state.get("history") or [])[-LATEST:] if each["kind"] == "action"]
    return [line for each in told if not each["void"] for line in _happened(each, seen)] + _asked(seen)


def _happened(told: Json, seen: Seen) -> list[Json]:
    return [
        {"id": f"{told['seq']}.{event['type']}", "text": story.sentence(event, told, seen)}
        for event in told["events"]
        if event["type"] in ALOUD
    ]


def _asked(seen: Seen) -> list[Json]:
    wanted = seen.view.get("throw_wanted")
    if not wanted or wanted["kind"] not in THROWS or wanted["kept"]:
        return []
    text = seen.t(f"speech.{wanted['kind']}", name=seen.who.name(wanted["seat"]))
    return [{"id": seen.state["question"].get(wanted["seat"], wanted["seat"]), "text": text}]
