"""The question, what was moved in this turn, and the history in words."""

from __future__ import annotations

from companion.games import Json
from companion.web.games.tuerme import names
from companion.web.pages.seen import Seen

MOVED = 3
"""So many moves of the turn are told below the ring."""


def headline(seen: Seen) -> Json:
    """Title and detail of what is asked."""
    view, t = seen.view, seen.t
    if seen.asked is None:
        return {"title": _winners(seen), "detail": ""}
    phase = seen.asked["kind"]
    values = {"name": seen.who.name(seen.asked["seat"]), "card": _card(seen), "move": announced(seen)}
    key = f"ask.{phase}.{'mine' if seen.mine else 'other'}"
    if phase == "move" and not view["legal"] and seen.mine:
        key = "ask.move.none"
    return {"title": t(key, **values), "detail": _detail(phase, seen)}


def _card(seen: Seen) -> str:
    played = seen.view["turn"]["played"]
    return names.card(played[-1], seen.t) if played else ""


def _winners(seen: Seen) -> str:
    ranking = seen.view["ranking"]
    first = ranking[0] if ranking else []
    if not first:
        return seen.t("ask.over")
    return seen.t("ask.over.won", count=len(first), names=" & ".join(seen.who.name(seat) for seat in first))


def _detail(phase: str, seen: Seen) -> str:
    """Which action of the turn it is, with the card and the value where there is one."""
    view, t = seen.view, seen.t
    turn = view["turn"]
    if phase == "announced":
        return announced(seen)
    if phase == "claim":
        return t("ask.claim.detail", names=", ".join(seen.who.name(seat) for seat in view["claim"] or []))
    if phase == "lifted" and view["lifted"]:
        return t("ask.lifted.detail", who=names.crowd(view["lifted"]["under"], seen))
    if phase == "end" and _is_last(view):
        return t("ask.end.last")
    if turn["away"] or phase in ("end", "over"):
        return ""
    number = len(turn["played"]) + (phase == "card")
    said = [t("line.action", number=number, count=2)]
    if phase in ("roll", "move") and turn["played"]:
        said.append(_card(seen))
    if phase == "move" and turn["rolls"]:
        said.append(t("line.rolled", value=turn["wizard"] or turn["tower"]))
    return " · ".join(said)


def _is_last(view: Json) -> bool:
    """E2: whether the game is over with this turn."""
    seats = view["seats"]
    return bool(view["last_round"]) and seats[(seats.index(view["active"]) + 1) % len(seats)] == view["start"]


def announced(seen: Seen) -> str:
    """Z7: the piece, its goal, and who rides."""
    said, t = seen.view["announced"], seen.t
    if not said:
        return ""
    walks = said["kind"] == "walk"
    piece = names.wizard(said["piece"], seen) if walks else names.tower(seen.view, said["piece"], t)
    text = t("pick.to", piece=piece, end=said["target"])
    if said["riders"]:
        text += " " + t("line.riders", names=", ".join(seen.who.name(seat) for seat in said["riders"]))
    return text


def banner(seen: Seen) -> str:
    """E2."""
    return seen.t("line.last-round") if seen.view["last_round"] and seen.asked is not None else ""


def moved(seen: Seen) -> list[Json]:
    """The last moves of this turn with their spaces: a line and the spaces to point at."""
    return [found for found in (_moved(move, seen) for move in seen.view["moves"][-MOVED:]) if found]


def _moved(move: Json, seen: Seen) -> Json:
    kind, t = move["type"], seen.t
    if kind == "swapped":
        one, other = move["from"]
        return {"text": t("pick.swap", one=one, other=other), "nodes": [str(one), str(other)]}
    if kind == "freed":
        text = t("event.freed", name=seen.who.name(move["seat"]), by=seen.who.name(move["by"]))
        return {"text": text, "nodes": [str(move["to"])]}
    piece = {
        "walked": lambda: names.wizard(move["seat"], seen),
        "tower-moved": lambda: t("piece.tower"),
        "keep-moved": lambda: t("piece.keep"),
    }[kind]()
    text = t("pick.from-to", piece=piece, start=move["from"], end=move["to"])
    return {"text": text, "nodes": [str(move["from"]), str(move["to"])]}


def sentence(event: Json, seen: Seen) -> str:
    """One event of the history, or of what is shown in passing."""
    kind, t = event["type"], seen.t
    values: Json = {**event, "name": seen.who.name(event.get("seat")), "by": seen.who.name(event.get("by"))}
    values["default"] = ""
    if "turns" in event:
        values["count"] = event["turns"]
    if "card" in event:
        values["card"] = names.card(event["card"], t)
    if "spell" in event:
        values["spell"] = t(f"spell.{event['spell']}")
    if "to" in event and kind == "bottle-given":
        values["to"] = seen.who.name(event["to"])
    if event.get("riders"):
        return t("event.walked.riders", **{**values, "riders": ", ".join(map(seen.who.name, event["riders"]))})
    if kind == "announced":
        kind = "announced.wizard" if "wizard" in event else "announced.tower"
        values["piece"] = seen.who.name(event.get("wizard"))
    if kind in ("lifted", "imprisoned"):
        return _passing(event, seen)
    if kind in ("goal", "over"):
        seats = event["seats"] if kind == "goal" else event["ranking"][0]
        values |= {"names": " & ".join(map(seen.who.name, seats)), "count": len(seats)}
    if kind in ("walked", "tower-moved") and event["value"] < 0:
        kind, values["value"] = f"{kind}.back", -event["value"]
    return t(f"event.{kind}", **values)


def _passing(event: Json, seen: Seen) -> str:
    """V3: who was seen under a lifted tower; who is imprisoned is seen by all, too."""
    if event["type"] == "imprisoned":
        return seen.t("event.imprisoned", by=seen.who.name(event["by"]), who=names.crowd(event.get("who", {}), seen))
    under = event.get("under", {})
    return seen.t("event.lifted" if under else "event.lifted.nobody", who=names.crowd(under, seen))
