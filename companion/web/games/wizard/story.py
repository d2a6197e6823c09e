"""The question, the line about the round, and the history in words."""

from __future__ import annotations

from companion.games import Json
from companion.web.pages.seen import Seen


def headline(seen: Seen) -> Json:
    """Title and detail of what is asked."""
    now, phase, t = seen.view["playing"], seen.view["phase"], seen.t
    if now is None:
        return {"title": t("ask.over"), "detail": t("ask.over.early") if seen.view["early"] else ""}
    asked = seen.asked or {"seat": None}
    side = "mine" if seen.mine else "other"
    if phase == "bid" and not seen.mine and not now["shown"]:
        side = "wait"
    values = {"name": seen.who.name(asked["seat"]), "number": sum(now["tricks"].values()) + 1, "count": now["count"]}
    return {"title": t(f"ask.{phase}.{side}", **values), "detail": _detail(seen)}


def _detail(seen: Seen) -> str:
    now, t = seen.view["playing"], seen.t
    if now["clairvoyance"] and seen.view["phase"] != "trick":
        return t("ask.clairvoyance")
    return sums(seen) if seen.view["phase"] == "trick" else ""


def sums(seen: Seen) -> str:
    """B6: the sum of all bids against the tricks."""
    now = seen.view["playing"]
    if now is None or now["wanted"] is None:
        return ""
    over = now["wanted"] - now["count"]
    key = "sum.over" if over > 0 else "sum.under" if over < 0 else "sum.exact"
    return seen.t(key, count=abs(over))


def line(seen: Seen) -> list[str]:
    """Who deals, who leads, what is trump: always there."""
    now, t = seen.view["playing"], seen.t
    if now is None:
        return []
    leader = t("line.leads", name=seen.who.name(now["leader"])) if now["leader"] else t("line.leader-unknown")
    return [
        t("line.round", number=now["number"], rounds=seen.view["rounds"]),
        t("line.deals", name=seen.who.name(now["dealer"])),
        leader,
    ]


def sentence(event: Json, seen: Seen) -> str:
    """One event; what is told elsewhere needs no sentence."""
    kind, t = event["type"], seen.t
    values: Json = {**event, "name": seen.who.name(event.get("seat")), "default": ""}
    if kind in ("turned", "chose"):
        values["card"] = f"@card.{event.get('card') or event.get('colour')}"
    if kind in ("bids", "counted"):
        values["list"] = _list(event["bids" if kind == "bids" else "tricks"], seen)
    if kind == "over":
        values["names"] = ", ".join(seen.who.name(seat) for seat in event["winners"])
    if kind == "mended":
        values |= {key: _list_of(event[key], seen) for key in ("old", "new")}
    if kind == "ruled":
        kind = f"ruled.{event['choice']}"
    return t(f"event.{kind}", **values)


def _list(numbers: Json, seen: Seen) -> str:
    return ", ".join(f"{seen.who.name(seat)} {number}" for seat, number in numbers.items())


def _list_of(values: Json, seen: Seen) -> str:
    """Old or new entries in words."""
    said = []
    for key, value in values.items():
        what = seen.t(f"part.{key}")
        if isinstance(value, dict):
            said.append(f"{what} {_list(value, seen)}")
        else:
            said.append(f"{what} {seen.who.name(value) if key == 'dealer' else seen.t(f'card.{value}')}")
    return "; ".join(said)
