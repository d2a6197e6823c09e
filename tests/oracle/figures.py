"""Figures that come and go, and the cards that change hands with them."""

from __future__ import annotations

from typing import Any

from tests.oracle.board import MAGIC

Json = dict[str, Any]


def banish(state: Json, seat: str, figure: str) -> None:
    state["figures"][seat][figure] = "labyrinth"
    if figure == "apprentice":
        state["figures"][seat]["stone"] = False


def foreign_magician(state: Json, seat: str, place: str) -> str | None:
    for other, figures in state["figures"].items():
        if other != seat and figures["magician"] == place and place in MAGIC:
            return str(other)
    return None


def jump(table: Json, state: Json, place: str) -> None:
    """E1, D1, C1: the magician lands; unshielded foreign apprentices go first of all."""
    seat = state["move"]["seat"]
    state["move"]["magician_decided"] = True
    state["figures"][seat]["magician"] = place
    if place not in MAGIC:
        return
    for other, figures in state["figures"].items():
        if other != seat and figures["apprentice"] == place and figures["magician"] != place:
            banish(state, other, "apprentice")
    rival = foreign_magician(state, seat, place)
    if rival:
        state["duel"] = {"place": place, "challenger": seat, "challenged": rival, "round": 1, "leader": seat}
        state["duel"]["results"] = {seat: no_result(), rival: no_result()}
    else:
        meet(table, state, seat)


def walk(table: Json, state: Json, node: str) -> None:
    seat = state["move"]["seat"]
    state["move"]["apprentice_decided"] = True
    state["move"]["symbol"] = node in table["symbols"]
    state["figures"][seat]["apprentice"] = node
    apprentice_arrives(table, state, seat)


def apprentice_arrives(table: Json, state: Json, seat: str) -> None:
    """E4, D8, C1 at the end of a walk or of magic."""
    figures = state["figures"][seat]
    if foreign_magician(state, seat, figures["apprentice"]):
        if figures["magician"] != figures["apprentice"]:
            banish(state, seat, "apprentice")
        return
    meet(table, state, seat)


def meet(table: Json, state: Json, seat: str) -> None:
    """C1, C5, C6: the card of the place where both figures of one colour stand now."""
    place = state["figures"][seat]["magician"]
    if state["figures"][seat]["apprentice"] != place or place not in MAGIC or place in state["cards"][seat]:
        return
    if state["supply"][place]:
        give(table, state, seat, place, "place")
    else:
        state["agenda"].insert(0, {"step": "take", "seat": seat, "place": place})


def give(table: Json, state: Json, seat: str, card: str, source: str) -> None:
    """The card changes hands; six cards earn a bonus (B1, B3), seven win at once (W1)."""
    if source == "place":
        state["supply"][card] -= 1
    else:
        state["cards"][source].remove(card)
    state["cards"][seat].append(card)
    if len(state["cards"][seat]) == 7:
        state["winner"] = seat
        state["agenda"] = []
        state["move"] = None
    elif len(state["cards"][seat]) == 6:
        bonus_won(table, state, seat)


def bonus_won(table: Json, state: Json, seat: str) -> None:
    rule = table["set"]
    if not rule["bonus"] or (seat in state["bonus_had"] and not rule["bonus_each_time"]):
        return
    if seat == state["move"]["seat"] or rule["bonus_out_of_turn"]:
        state["bonus_had"].append(seat)
        state["move"]["rights"].append({"step": "offer", "kind": "bonus", "seat": seat})


def no_result() -> Json:
    return {"throws": 0, "wands": {}, "flew": [], "done": False}
