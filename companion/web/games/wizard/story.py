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
    if phase == "bid" and not seen.mine and seen.view["settings"]["bids"] != "open":
        side = "wait"
    values = {"name": seen.who.name(asked["seat"]), "number": sum(now["tricks"].values()) + 1, "count": now["count"]}
    return {"title": t(f"ask.{phase}.{side}", **values), "detail": _detail(seen)}


def _detail(seen: Seen) -> str:
    now, phase, t = seen.view["playing"], seen.view["phase"], seen.t
    if now["clairvoyance"] and phase != "trick":
        return t("ask.clairvoyance")
    if phase == "trump" and seen.mine:
        return t("ask.trump.detail")
    return t("ask.bid.hidden") if phase == "bid" and seen.mine and seen.view["settings"]["bids"] != "open" else ""


def sums(seen: Seen) -> str:
    """B6: the sum of all bids against the tricks."""
    now = seen.view["playing"]
    if now is None or now["wanted"] is None:
        return ""
    over = now["wanted"] - now["count"]
    key = "sum.over" if over > 0 else "sum.under" if over < 0 else "sum.exact"
    return seen.t(key, count=abs(over))


def reading(seen: Seen) -> bool:
    """B6: the bids are read out, large, until the first trick is noted."""
    now = seen.view["playing"]
    return bool(seen.view["phase"] == "trick" and now["shown"] and not sum(now["tricks"].values()))


def line(seen: Seen) -> list[str]:
    """Which round of how many, and that the leader is not known (R2)."""
    now, t = seen.view["playing"], seen.t
    if now is None:
        return []
    found = [t("line.round", number=now["number"], rounds=seen.view["rounds"]), t("line.count", count=now["count"])]
    return found if now["leader"] else [*found, t("line.leader-unknown")]


def roles(seen: Seen) -> dict[str, list[str]]:
    """Who deals, who leads, who is asked for a bid or a colour: in words at each seat, always there."""
    now, phase, t = seen.view["playing"], seen.view["phase"], seen.t
    found: dict[str, list[str]] = {seat: [] for seat in seen.view["seats"]}
    if now is None:
        return found
    if phase in ("bid", "trump"):
        for question in seen.view["asked"]:
            found[question["seat"]].append(t(f"role.{phase}"))
    if now["leader"]:
        found[now["leader"]].append(t("role.leads"))
    found[now["dealer"]].append(t("role.deals"))
    return found


def spoken(seen: Seen) -> list[Json]:
    """What the table's voice says: the question, and the bids before the first trick (B6)."""
    now = seen.view["playing"]
    if now is None:
        return []
    kind = seen.view["asked"][0]["kind"]
    if reading(seen):
        return [{"id": kind, "text": seen.t("event.bids", list=_list(now["bids"], seen))}]
    if seen.view["phase"] == "trick":
        return []
    return [{"id": f"{kind}-{len(now['bid_given'])}", "text": headline(seen)["title"]}]


def sentence(event: Json, seen: Seen) -> str:
    """One event; what is told elsewhere needs no sentence."""
    kind, t = event["type"], seen.t
    values: Json = {**event, "name": seen.who.name(event.get("seat")), "default": ""}
    if kind in ("turned", "chose"):
        values["card"] = f"@card.{event.get('card') or event.get('colour')}"
    if kind in ("bids", "counted"):
        values["list"] = _list(event["bids" if kind == "bids" else "tricks"], seen)
    if kind == "scored":
        values["list"] = ", ".join(f"{seen.who.name(seat)} {number:+d}" for seat, number in event["points"].items())
    if kind == "over":
        values["names"] = ", ".join(seen.who.name(seat) for seat in event["winners"])
    if kind == "mended":
        values |= {key: _list_of(event[key], seen) for key in ("old", "new")}
    if kind == "ruled":
        kind = f"ruled.{event['choice']}"
    return t(f"event.{kind}", **values)


def mended(seen: Seen) -> str:
    """R1: what was mended by the last entry, old and new, for every phone."""
    for told in reversed(seen.state["history"]):
        if told["kind"] != "action" or told["void"]:
            continue
        events = [event for event in told["events"] if event["type"] == "mended"]
        return sentence(events[0], seen) if events else ""
    return ""


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
