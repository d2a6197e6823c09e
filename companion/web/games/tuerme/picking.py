"""What can be picked on the ring: pieces that a card moves, and what a spell can be cast on.

A pick is ``action`` with the space that it is picked at (``at``), where the piece would end (``to``), the piece itself
and words; the page lights what is left of them tap by tap.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import Json
from companion.web.games.tuerme import names
from companion.web.pages.seen import Seen

REACH = {"wizard_forward": 1, "wizard_back": -1, "tower_forward": 2, "tower_back": -2}


def moves(seen: Seen) -> list[Json]:
    """C1, C2, T5: wizards and towers that may move, each with its goal."""
    if not seen.mine:
        return []
    pairs = zip(seen.view["legal"], seen.view["goals"], strict=True)
    return [_move(action, goal, seen) for action, goal in pairs if action["type"] in ("walk", "tower")]


def _move(action: Json, goal: int, seen: Seen) -> Json:
    if action["type"] == "walk":
        at, piece, said = action["space"], action["colour"], names.wizard(action["colour"], seen)
    else:
        at, piece = names.place_of(seen.view, action["tower"])[0], action["tower"]
        said = names.tower(seen.view, piece, seen.t)
    label = (
        seen.t("pick.from-to", piece=said, start=at, end=goal)
        if action["type"] == "walk"
        else seen.t("pick.to", piece=said, end=goal)
    )
    return {"action": action, "at": [at], "to": goal, "piece": piece, "label": label, "times": 1}


def spells(seen: Seen) -> list[Json]:
    """Z1: every spell that this seat could pay, with what it may be cast on now; none after the end."""
    view, seat = seen.view, seen.seat
    if seat is None or seat not in view["players"] or view["phase"] == "over":
        return []
    full = view["players"][seat]["full"]
    found = list(casts(seen))
    return [
        {
            "spell": each["spell"],
            "price": each["price"],
            "label": seen.t(f"spell.{each['spell']}"),
            "says": seen.t(f"spell.{each['spell']}.says"),
            "picks": [_cast(action, seen) for action in found if action["spell"] == each["spell"]],
        }
        for each in view["spells"]
        if full >= each["price"]
    ]


def casts(seen: Seen) -> Iterator[Json]:
    """What may be cast as the answer to a claim, or besides."""
    asked = seen.view["legal"] if seen.mine else ()
    yield from (action for action in (*asked, *seen.view["may"]) if action["type"] == "cast")


def _cast(action: Json, seen: Seen) -> Json:
    spell, count = action["spell"], len(seen.view["spaces"])
    times = action.get("times", 1)
    found: Json = {"action": action, "at": [], "to": None, "piece": "", "times": times}
    if "colour" in action and "space" in action:
        at = action["space"]
        to = (at + REACH[spell] * times - 1) % count + 1
        said = names.wizard(action["colour"], seen)
        if action.get("other"):
            said = seen.t("pick.other", piece=said)
        label = seen.t("pick.from-to", piece=said, start=at, end=to)
        piece = action["colour"] + ("+" if action.get("other") else "")
        return {**found, "at": [at], "to": to, "piece": piece, "label": label}
    if spell == "swap":
        one, other = action["spaces"]
        return {**found, "at": [one, other], "label": seen.t("pick.swap", one=one, other=other)}
    if "tower" in action:
        at = names.place_of(seen.view, action["tower"])[0]
        to = (at + REACH[spell] * times - 1) % count + 1 if spell in REACH else at
        said = names.tower(seen.view, action["tower"], seen.t)
        label = seen.t("pick.to", piece=said, end=to) if spell in REACH else seen.t("pick.lift", piece=said)
        return {**found, "at": [at], "to": to, "piece": action["tower"], "label": label}
    if spell == "keep":
        return {**found, "piece": action["way"], "label": seen.t(f"pick.keep.{action['way']}", count=times)}
    return {**found, "piece": action["colour"], "label": seen.t("pick.ride", name=seen.who.name(action["colour"]))}


def probe(seen: Seen) -> Json:
    """What a tap on a dark space asks: by which piece, and of whom."""
    turn = seen.view["turn"]
    return {
        "wizard": bool(turn["wizard"]),
        "tower": bool(turn["tower"]) or seen.view["phase"] == "push",
        "own": own(seen),
    }


def own(seen: Seen) -> str:
    """G3: whose wizards the active player moves."""
    view = seen.view
    active, seats = view["active"], view["seats"]
    player = view["players"][active]
    if view["teams"] and player["home"] == player["wizards"]:
        return str(seats[(seats.index(active) + len(seats) // 2) % len(seats)])
    return str(active)
