"""What the referee shows: disputes, corrections, doubtful readings, consent.

Whether something may be done is decided by the table alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from companion.games import Json
from companion.web.pages.face import Face
from companion.web.pages.memo import Memo
from companion.web.pages.picture import picture
from companion.web.pages.seen import Seen
from companion.web.pages.verdicts import said, verdict

THROWS_SHOWN = 8
SHOWN = Memo(256)
JUDGED = ("dispute", "correction")


def voter(seen: Seen) -> str | None:
    """The seat whose voice this browser may still give: the acting one first, then the others that it holds."""
    ask = seen.state.get("ask")
    if not ask:
        return None
    waiting = [each for each in (seen.seat, *seen.seats) if each in ask["voters"] and each not in ask["votes"]]
    return waiting[0] if waiting else None


def trial(face: Face, seen: Seen) -> Json | None:
    """The open dispute, correction or doubtful reading; None where nothing is judged."""
    ask, proposal = seen.state.get("ask"), seen.state.get("proposal")
    if ask and ask["type"] not in JUDGED and seen.seat in ask["voters"]:
        return None
    if ask and ask["type"] in JUDGED:
        return _of_ask(ask, face, seen)
    if proposal:
        shown = picture(seen.state.get("evidence"), face.pieces)
        return {"type": "proposal", "id": proposal["id"], "frame": shown, "voices": []}
    return None


def _of_ask(ask: Json, face: Face, seen: Seen) -> Json | None:
    throw = next((each for each in newest(face, seen) if each["seq"] == ask["data"]["entry"]), None)
    if throw is None:
        return None
    then = ask["data"].get("action") if ask["type"] == "correction" else None
    return {
        "type": ask["type"],
        "id": ask["id"],
        "title": seen.t(f"trial.{ask['type']}", name=seen.who.name(ask["by"])),
        "detail": _detail(throw, then, face, seen),
        "frame": picture(seen.state.get("evidence"), face.pieces),
        "photo": bool(ask["data"].get("photo_by")),
        "may_bring": ask["type"] == "dispute" and (not ask["data"].get("picture") or ask["data"].get("photo_by")),
        "hand": throw["source"] == "hand",
        "pieces": face.drawn(throw["action"]),
        "then": face.drawn(then) if then else None,
        "rows": face.rows(throw),
        "action": throw["action"],
        "read": face.values(throw["action"], throw, seen.t),
        "voices": voices(ask, throw, face, seen),
        "need": ask["need"],
        "mine": ask["by"] in seen.seats,
    }


def _detail(throw: Json, then: Json | None, face: Face, seen: Seen) -> str:
    told = {"name": seen.who.name(throw["seat"]), "values": face.values(throw["action"], throw, seen.t)}
    if then is None:
        return seen.t("trial.dispute.detail", **told)
    after = sum(1 for line in _actions(seen) if line["seq"] > throw["seq"] and line["source"] != "table")
    return seen.t("trial.correction.detail", new=face.values(then, throw, seen.t), count=after, **told)


def voices(ask: Json, throw: Json, face: Face, seen: Seen) -> list[Json]:
    """Every voter, in order: ``seat`` and what was said (None: nothing yet)."""
    return [
        {"seat": seat, "said": said(ask["votes"][seat], throw, face, seen) if seat in ask["votes"] else None}
        for seat in ask["voters"]
    ]


def _actions(seen: Seen) -> list[Json]:
    return [told for told in seen.state.get("history") or [] if told["kind"] == "action" and not told["void"]]


def newest(face: Face, seen: Seen) -> Iterator[Json]:
    """The throws of the history that stand, newest first, as the game tells them."""
    if type(face).thrown is Face.thrown:
        return iter(())  # it tells none: no need to ask for each of sixty lines
    return (throw for told in reversed(_actions(seen)) if (throw := face.thrown(told)) is not None)


def throws(face: Face, seen: Seen) -> list[Json]:
    """The last throws, newest first, to put one right that was read wrongly."""
    if seen.seat is None or seen.state.get("ask"):
        return []
    found = islice(newest(face, seen), THROWS_SHOWN)
    return [SHOWN.get(partial(_shown, throw, face, seen), seen.who.spoken, throw) for throw in found]


def _shown(throw: Json, face: Face, seen: Seen) -> Json:
    return {
        **throw,
        "title": face.title(throw, seen),
        "rows": face.rows(throw),
        "pieces": face.drawn(throw["action"]),
    }


def doubtable(face: Face, seen: Seen) -> bool:
    """Whether this browser may question the last throw."""
    return bool(seen.seat) and not seen.state.get("ask") and any(newest(face, seen))


def answers(face: Face, seen: Seen) -> Json:
    """What may be said to a reading: ``counts`` with the pieces that tell them apart, and the ``others``."""
    found = seen.state.get("proposal") or {"choices": [], "wands": {}}
    doubted = [each for each in face.pieces if not found["wands"].get(each, {}).get("sure", True)]
    counts = [_counted(choice, doubted, face, seen) for choice in found["choices"] if choice.get("actions")]
    others = [
        {"choice": choice["choice"], "label": seen.t(f"judge.{choice['choice']}")}
        for choice in found["choices"]
        if not choice.get("actions")
    ]
    return {"counts": counts, "others": others}


def _counted(choice: Json, doubted: list[str], face: Face, seen: Seen) -> Json:
    """One reading that may count: only the doubted pieces where there are some, else the whole throw."""
    *before, throw = choice["actions"]
    lying = {name: piece for name, piece in throw["wands"].items() if not doubted or name in doubted}
    if before:
        label = face.early(before[0], throw, seen.t)
    elif doubted:
        label = ", ".join(_shows(name, lying[name], face, seen) for name in face.pieces if name in lying)
    else:
        label = seen.t("judge.count", values=face.values(throw, None, seen.t))
    return {"choice": choice["choice"], "label": label, "pieces": face.drawn({**throw, "wands": lying})}


def _shows(name: str, piece: Json, face: Face, seen: Seen) -> str:
    value = face.values({"wands": {name: piece}}, None, seen.t)
    return seen.t("judge.shows", colour=f"@seat.{name}", value=value)


def settled(face: Face, seen: Seen) -> str | None:
    """The verdict of the last dispute or correction, in words, until somebody plays on."""
    later = None
    for told in [] if seen.state.get("ask") else reversed(seen.state.get("history") or []):
        if told["kind"] == "correction":
            return verdict(told, face, seen) if later in (None, told["seq"] + 1) else None
        if told["kind"] == "action" and not told["void"] and told["source"] != "table":
            if later is not None:
                return None
            later = told["seq"]
    return None
