"""What the referee shows: disputes, corrections, doubtful readings, consent, and the check of the board.

``context`` gives the templates of the parts ``referee`` and ``throws`` and of the actions what they need; whether
something may be done is decided by the table alone.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.web.games.dreimagier import wands
from companion.web.games.dreimagier.board import node_name
from companion.web.games.dreimagier.frame import frame
from companion.web.games.dreimagier.moveback import moveback
from companion.web.games.dreimagier.people import People
from companion.web.games.dreimagier.verdicts import said, values, values_text, verdict
from companion.web.pages.memo import Memo
from companion.web.pages.words import Translate

Json = dict[str, Any]

THROWS_SHOWN = 8
SHOWN = Memo(256)
JUDGED = ("dispute", "correction")


def context(state: Json, seat: str | None, seats: tuple[str, ...], who: People, t: Translate) -> dict[str, Any]:
    """``trial`` (what is being judged), ``voter``, ``throws`` (to correct), ``moveback``, ``check``, ``lying``."""
    return {
        "trial": trial(state, seat, who, t),
        "voter": voter(state, seat, seats),
        "throws": throws(state, who, t) if seat else [],
        "moveback": moveback(state, who, t),
        "check": check(state, who, t) if seat else None,
        "doubtable": bool(seat) and not state.get("ask") and bool(standing(state)),
        "answers": answers(state, t),
        "nudged": nudged(state, t),
        "settled": settled(state, who, t),
    }


def voter(state: Json, seat: str | None, seats: tuple[str, ...]) -> str | None:
    """The seat whose voice this browser may still give: the acting one first, then the others that it holds."""
    ask = state.get("ask")
    if not ask:
        return None
    waiting = [each for each in (seat, *seats) if each in ask["voters"] and each not in ask["votes"]]
    return waiting[0] if waiting else None


def trial(state: Json, seat: str | None, who: People, t: Translate) -> Json | None:
    """The open dispute, correction or doubtful reading; None where nothing is judged."""
    ask, proposal = state.get("ask"), state.get("proposal")
    if ask and ask["type"] in JUDGED:
        return _of_ask(state, ask, who, t)
    if proposal:
        return {"type": "proposal", "id": proposal["id"], "frame": frame(state.get("evidence")), "voices": []}
    return None


def _of_ask(state: Json, ask: Json, who: People, t: Translate) -> Json | None:
    throw = next((each for each in all_throws(state) if each["seq"] == ask["data"]["entry"]), None)
    if throw is None:
        return None
    then = ask["data"].get("action") if ask["type"] == "correction" else None
    return {
        "type": ask["type"],
        "id": ask["id"],
        "title": t(f"trial.{ask['type']}", name=who.name(ask["by"])),
        "detail": _detail(state, throw, then, who, t),
        "frame": frame(state.get("evidence")),
        "photo": bool(ask["data"].get("photo_by")),
        "may_bring": ask["type"] == "dispute" and (not ask["data"].get("picture") or ask["data"].get("photo_by")),
        "hand": throw["source"] == "hand",
        "wands": _drawn(throw["action"]["wands"]),
        "then": _drawn(then["wands"]) if then else None,
        "rows": rows(throw),
        "action": throw["action"],
        "read": values(throw["action"], throw["needs"], t),
        "voices": voices(ask, throw["needs"], who, t),
        "need": ask["need"],
    }


def _detail(state: Json, throw: Json, then: Json | None, who: People, t: Translate) -> str:
    told = {"name": who.name(throw["seat"]), "values": values(throw["action"], throw["needs"], t)}
    if then is None:
        return t("trial.dispute.detail", **told)
    after = sum(1 for told in _actions(state) if told["seq"] > throw["seq"] and told["source"] != "table")
    return t("trial.correction.detail", new=values(then, throw["needs"], t), count=after, **told)


def voices(ask: Json, needs: str, who: People, t: Translate) -> list[Json]:
    """Every voter, in order: ``seat`` and what was said (None: nothing yet)."""
    return [
        {"seat": seat, "said": said(ask["votes"][seat], needs, t) if seat in ask["votes"] else None}
        for seat in ask["voters"]
    ]


def _drawn(shown: Json) -> list[Json]:
    return [wands.wand(colour, shown[colour]) for colour in wands.COLOURS if colour in shown]


def rows(throw: Json) -> list[Json]:
    """The pad for another reading of a throw: a row a wand, what was read already pressed."""
    shown, needs = throw["action"]["wands"], throw["needs"]
    options: list[Any] = [0, 1, 2] if needs == "top" else list(reversed(wands.FACES))
    return [
        {
            "colour": colour,
            "choices": [_option(needs, value, shown[colour].get(needs) == value) for value in options],
        }
        for colour in wands.COLOURS
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


def _actions(state: Json) -> list[Json]:
    return [told for told in state.get("history") or [] if told["kind"] == "action" and not told["void"]]


def all_throws(state: Json) -> list[Json]:
    """The throws of the history that stand, oldest first: ``seq``, ``seat``, ``action``, ``kind``, ``needs``."""
    found = []
    for told in _actions(state):
        if (told.get("action") or {}).get("type") != "throw":
            continue
        kind = next((event.get("kind") for event in told["events"] if event["type"] == "thrown"), "pip")
        needs = "hidden" if kind == "spell" else "top"
        found.append({**{key: told[key] for key in ("seq", "seat", "action", "source")}, "kind": kind, "needs": needs})
    return found


def standing(state: Json) -> Json | None:
    """The last throw."""
    found = all_throws(state)
    return found[-1] if found else None


def throws(state: Json, who: People, t: Translate) -> list[Json]:
    """The last throws, newest first, to put one right that was read wrongly."""
    if state.get("ask"):
        return []
    found = reversed(all_throws(state)[-THROWS_SHOWN:])
    return [SHOWN.get(partial(_shown, throw, who, t), who.spoken, throw) for throw in found]


def _shown(throw: Json, who: People, t: Translate) -> Json:
    return {
        **throw,
        "title": t(f"event.thrown.{throw['kind']}", name=who.name(throw["seat"]), values=values_of(throw, t)),
        "rows": rows(throw),
        "wands": _drawn(throw["action"]["wands"]),
    }


def values_of(throw: Json, t: Translate) -> str:
    """The values of one of ``all_throws``."""
    return values(throw["action"], throw["needs"], t)


def answers(state: Json, t: Translate) -> Json:
    """What may be said to a reading: ``counts`` with the wands that tell them apart, and the ``others``."""
    found = state.get("proposal") or {"choices": [], "wands": {}}
    doubted = [colour for colour in wands.COLOURS if not found["wands"].get(colour, {}).get("sure", True)]
    counts = [_counted(choice, doubted, t) for choice in found["choices"] if choice.get("actions")]
    others = [
        {"choice": choice["choice"], "label": t(f"judge.{choice['choice']}")}
        for choice in found["choices"]
        if not choice.get("actions")
    ]
    return {"counts": counts, "others": others}


def _counted(choice: Json, doubted: list[str], t: Translate) -> Json:
    """One reading that may count: only the doubted wands where there are some, else the whole throw."""
    *before, throw = choice["actions"]
    shown = {colour: wand for colour, wand in throw["wands"].items() if not doubted or colour in doubted}
    told = [(f"@seat.{colour}", values_text({colour: shown[colour]}, t)) for colour in wands.COLOURS if colour in shown]
    if before:
        fly = ", ".join(t(f"seat.{colour}") for colour in before[0].get("fly") or [])
        label = t(f"judge.early.{before[0]['type']}", values=values_text(throw["wands"], t), fly=fly)
    elif doubted:
        label = ", ".join(t("judge.shows", colour=colour, value=value) for colour, value in told)
    else:
        label = t("judge.count", values=values_text(throw["wands"], t))
    return {"choice": choice["choice"], "label": label, "wands": _drawn(shown)}


def nudged(state: Json, t: Translate) -> list[str]:
    """In a duel: wands that lay and were knocked; their old value stands (D2)."""
    view, told = state["view"], (state.get("evidence") or {}).get("wands") or {}
    duel, throw = view.get("duel"), view.get("throw") or {}
    if not duel or throw.get("kind") != "duel":
        return []
    tops = duel["results"].get(throw["seat"], {}).get("wands") or {}
    lay = [colour for colour in wands.COLOURS if colour in tops and colour not in (throw.get("flew") or [])]
    knocked = [colour for colour in lay if told.get(colour, {}).get("movement") in ("nudged", "thrown")]
    return [t("duel.nudged", colour=f"@seat.{colour}", value=tops[colour]) for colour in knocked]


def settled(state: Json, who: People, t: Translate) -> str | None:
    """The verdict of the last dispute or correction, in words, until somebody plays on."""
    later = None
    for told in [] if state.get("ask") else reversed(state.get("history") or []):
        if told["kind"] == "correction":
            return verdict(told, who, t) if later in (None, told["seq"] + 1) else None
        if told["kind"] == "action" and not told["void"] and told["source"] != "table":
            if later is not None:
                return None
            later = told["seq"]
    return None


def check(state: Json, who: People, t: Translate) -> Json | None:
    """The check of the board: the piece that glows, or the list of what stood wrongly."""
    found = state.get("check")
    if not found:
        return None
    pieces = [
        {
            **piece,
            "text": t(f"figure.of.{piece['figure']}", name=who.name(piece["seat"])),
            "place": node_name(piece["node"], t),
        }
        for piece in found["pieces"]
    ]
    at = found["at"]
    return {
        "at": at,
        "count": len(pieces),
        "piece": pieces[at] if at is not None and at < len(pieces) else None,
        "wrong": found["wrong"],
        "bad": [pieces[number] for number in found["wrong"] if number < len(pieces)],
        "over": at is not None and at >= len(pieces),
    }


def glowing(state: Json, drawn: Json) -> Json:
    """What the board shows; while it is checked only the piece in question glows."""
    found = state.get("check")
    if not found or found["at"] is None or found["at"] >= len(found["pieces"]):
        return drawn
    piece = found["pieces"][found["at"]]
    named = f"{piece['seat']}-{piece['figure']}"
    figures = {name: {**stands, "asked": name == named} for name, stands in drawn["figures"].items()}
    return {**drawn, "roles": {piece["node"]: ["chosen"]}, "figures": figures, "can": {}}
