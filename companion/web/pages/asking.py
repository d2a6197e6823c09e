"""The one big question of a page: what the game asks, a voice for somebody else, or what to think of a reading."""

from __future__ import annotations

from companion.games import Json
from companion.web.pages import history
from companion.web.pages.face import Face
from companion.web.pages.host import host
from companion.web.pages.seen import Seen

JUDGED = ("dispute", "correction")
MOST_STEPS = 3


def headline(face: Face, seen: Seen) -> Json:
    """``title`` and ``detail`` of what is asked, as this seat reads it."""
    judged = judging(face, seen)
    if judged is not None:
        return judged
    if seen.seat is not None and seen.seat == seen.state.get("throws_for") and not seen.who.taken(seen.seat):
        return stand_in(face, seen)
    return _vacant_headline(seen) or named(face.headline(seen), seen)


def stand_in(face: Face, seen: Seen) -> Json:
    """The same for somebody who acts for a ghost: it throws by the hands of people."""
    asked = face.headline(seen)
    return {**asked, "title": seen.t("ghost.throw", name=seen.who.name(seen.seat))}


def named(asked: Json, seen: Seen) -> Json:
    """On a device of several people the question says whose it is; where there are secrets it was said before."""
    if len(seen.seats) < 2 or not seen.mine or seen.state["hides"]:
        return asked
    return {**asked, "title": seen.t("ask.named", name=seen.who.name(seen.seat), title=asked["title"])}


def votes(seen: Seen) -> bool:
    """True where the table waits for this seat's voice."""
    ask = seen.state.get("ask")
    return bool(ask and seen.seat in ask["voters"] and seen.seat not in ask["votes"])


def judging(face: Face, seen: Seen) -> Json | None:
    """Title and detail where something else than the game is asked."""
    if votes(seen):
        return words(seen.state["ask"], face, seen)
    found = proposal(face, seen)
    if not found:
        return None
    detail = found["detail"] if found["mine"] else seen.t("proposal.other", name=seen.who.name(found["seat"]))
    return {"title": found["title"], "detail": detail}


def waiting(face: Face, seen: Seen) -> list[Json]:
    """What is asked of others, each with its words, ``id`` and whether this browser may take it back."""
    first = seen.state.get("ask")
    others = [each for each in seen.state.get("knocks") or [] if not first or each["id"] != first["id"]]
    shown = [] if first is None or votes(seen) or first["type"] in JUDGED else [first]
    return [{**words(ask, face, seen), "id": ask["id"], "mine": _mine(ask, seen)} for ask in (*shown, *others)]


def _mine(ask: Json, seen: Seen) -> bool:
    return ask["by"] is not None and ask["by"] in seen.seats


def words(ask: Json, face: Face, seen: Seen) -> Json:
    """What an ask asks: who wants what, and what it would change."""
    data, t = ask["data"], seen.t
    who = seen.who.name(ask["by"]) if ask["by"] else data.get("name") or t("ask.owner")
    if ask["type"] == "replace":
        return _replace(data, who, seen)
    detail, lines = DETAILS.get(ask["type"], _agree)(data, face, seen)
    return {"title": t(f"vote.{ask['type']}", name=who), "detail": detail, "lines": lines}


def _replace(data: Json, who: str, seen: Seen) -> Json:
    """Another phone for a seat: whose, and which colour."""
    seat = data["seat"]
    values = {"name": who, "other": seen.who.name(seat), "colour": f"@seat.{seat}"}
    side = "mine" if seat in seen.seats else "away" if seen.who.away(seat) else "here"
    return {
        "title": seen.t(f"vote.replace.{'mine' if side == 'mine' else 'other'}", **values),
        "detail": seen.t(f"vote.replace.{side}.detail", **values),
    }


Detail = tuple[str, list[str]]


def _action(data: Json, face: Face, seen: Seen) -> Detail:
    """What the seat would do, as its button says it."""
    return seen.t("vote.detail"), [face.label(data["action"], seen)]


def _undo(data: Json, face: Face, seen: Seen) -> Detail:
    """The steps that would be taken back, in words."""
    lines = [line for line in history.lines(face, seen) if line["seq"] > data["to"] and not line["void"]]
    said = [line["text"] for line in reversed(lines) if line["action"]]
    return (seen.t("vote.undo.detail"), said[-MOST_STEPS:]) if said else _agree(data, face, seen)


def _new(data: Json, face: Face, seen: Seen) -> Detail:
    """What the new game would change."""
    return seen.t("vote.new.detail"), _changes(data, face, seen) or [seen.t("vote.new.same")]


def _evening(data: Json, face: Face, seen: Seen) -> Detail:
    return seen.t("vote.evening.detail"), _changes(data, face, seen)


def _changes(data: Json, face: Face, seen: Seen) -> list[str]:
    """What would change; another game says the rest in its own words."""
    changes = dict(data.get("changes") or {})
    if "game" not in changes:
        return face.changes(changes, seen)
    other = host().face_of(changes.pop("game")[1])
    t = other.speaker(seen.t.language)
    title = t("title", default=other.name.title())
    return [seen.t("change.game", game=title), *other.changes(changes, seen._replace(t=t))]


def _agree(_: Json, __: Face, seen: Seen) -> Detail:
    return seen.t("vote.detail"), []


def _ghost(data: Json, _: Face, seen: Seen) -> Detail:
    values = {"colour": f"@seat.{data['seat']}", "level": f"@level.{data['level']}"}
    return seen.t("vote.ghost.detail", **values), []


def _odds(_: Json, __: Face, seen: Seen) -> Detail:
    return seen.t("vote.odds.detail"), []


DETAILS = {"action": _action, "undo": _undo, "new": _new, "evening": _evening, "ghost": _ghost, "odds": _odds}


def vacant(seen: Seen) -> str | None:
    """The seat that the game waits for and that nobody plays."""
    asked = seen.asked
    if asked is None or seen.mine or seen.who.taken(asked["seat"]) or seen.who.ghost(asked["seat"]):
        return None
    return str(asked["seat"])


def _vacant_headline(seen: Seen) -> Json | None:
    seat = vacant(seen)
    if seat is None or not any(seen.who.taken(each) for each in seen.state["seats"]):
        return None
    title = seen.t("vacant", colour=seen.who.colour(seat))
    code = seen.state["code"]
    return {"title": title, "detail": seen.t("vacant.detail", code=code) if code else seen.t("vacant.elsewhere")}


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
