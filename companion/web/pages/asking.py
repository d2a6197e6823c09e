"""The one big question of a page: what the game asks, or a voice, or what to think of a reading."""

from __future__ import annotations

from companion.games import Json
from companion.web.pages.face import Face
from companion.web.pages.seen import Seen


def headline(face: Face, seen: Seen) -> Json:
    """``title`` and ``detail`` of what is asked, as this seat reads it."""
    return judging(face, seen) or named(face.headline(seen), seen)


def named(asked: Json, seen: Seen) -> Json:
    """On a device of several people the question says whose it is; where there are secrets it was said before."""
    if len(seen.seats) < 2 or not seen.mine or not seen.state["open"]:
        return asked
    return {**asked, "title": seen.t("ask.named", name=seen.who.name(seen.seat), title=asked["title"])}


def votes(seen: Seen) -> bool:
    """True where the table waits for this seat's voice."""
    ask = seen.state.get("ask")
    return bool(ask and seen.seat in ask["voters"] and seen.seat not in ask["votes"])


def judging(face: Face, seen: Seen) -> Json | None:
    """Title and detail where something else than the game is asked."""
    if votes(seen):
        ask = seen.state["ask"]
        name = seen.who.name(ask["by"]) if ask["by"] else ask["data"].get("name", "")
        return {"title": seen.t(f"vote.{ask['type']}", name=name), "detail": seen.t("vote.detail")}
    found = proposal(face, seen)
    if not found:
        return None
    detail = found["detail"] if found["mine"] else seen.t("proposal.other", name=seen.who.name(found["seat"]))
    return {"title": found["title"], "detail": detail}


def proposal(face: Face, seen: Seen) -> Json | None:
    """A reading that the players must judge."""
    found = seen.state.get("proposal")
    if not found:
        return None
    reason, kind = found.get("reason", "doubtful"), found.get("kind")
    plain = seen.t(f"reading.{kind}") if kind else seen.t(f"proposal.{reason}.detail", default="")
    detail = face.doubt(found, seen) or plain
    return {
        "id": found.get("id"),
        "seat": found.get("seat"),
        "title": seen.t(f"proposal.{reason}", name=seen.who.name(found.get("seat"))),
        "detail": found["refusal"]["text"] if found.get("refusal") else detail,
        "rule": (found.get("refusal") or {}).get("rule") or "",
        "mine": found.get("seat") == seen.seat,
    }
