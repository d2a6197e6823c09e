"""Seeded throws and players for the comparison: sensible ones, who get somewhere, and random ones."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.board import MAGIC
from tests.oracle.questions import now
from tests.oracle.start import COLOURS, FACES

Json = dict[str, Any]


def draw_wands(chance: random.Random, table: Json, step: Json, doublets: float = 0) -> Json:
    """The wands of a throw, with more or less of what a source may tell of each; some share are forced doublets."""
    same = chance.randrange(3) if chance.random() < doublets else None
    need = "hidden" if step["kind"] == "spell" else "top"
    wands: Json = {}
    for colour in step["wands"]:
        hidden, top = chance.choice(FACES), chance.randrange(3) if same is None else same
        if table["wands"]:
            edges = table["wands"][colour]
            hidden = hidden if same is None else next(face for face in FACES if edges[face] == same)
            top = edges[hidden]
        told = {"top": top, "hidden": hidden}
        kinds = [[need], ["top", "hidden"]] + ([["hidden"], ["top"]] if table["wands"] else [])
        wands[colour] = {kind: told[kind] for kind in chance.choice(kinds)}
    return wands


def draw_wand_table(chance: random.Random) -> Json:
    return {c: dict(zip(FACES, chance.sample(range(3), 3), strict=True)) for c in COLOURS}


def distances(near: dict[str, list[str]], goal: str) -> dict[str, int]:
    """Fields from every node to the goal, turning round allowed: good enough for a player."""
    far, edge = {goal: 0}, [goal]
    for node in edge:
        for other in near[node]:
            if other not in far:
                far[other] = far[node] + 1
                edge.append(other)
    return far


class Sensible:
    """Prefers cards, then duels that may bring one, then symbol fields and short ways to its own magician."""

    def __init__(self, chance: random.Random, table: Json) -> None:
        self.chance, self.table = chance, table
        self.far = {place: distances(table["next"], place) for place in MAGIC}

    def choose(self, state: Json, actions: list[Json]) -> Json:
        return max(actions, key=lambda action: self.worth(state, action) + self.chance.random())

    def worth(self, state: Json, action: Json) -> float:
        step = now(state)
        match action["type"]:
            case "jump":
                return self.jump_worth(state, step["seat"], action["to"])
            case "stay":
                return self.stay_worth(state, step["seat"], action["figure"])
            case "walk":
                return self.way_worth(state, step["seat"], action["to"]) + 1.5 * (action["to"] in self.table["symbols"])
            case "magic":
                return self.way_worth(state, step["seat"], action["to"])
            case "again" | "stop":
                return self.duel_worth(state, action)
            case "accept":
                return 1.2 if self.chance.random() < 0.9 else -1
            case "take":
                return 0.3 * len(state["cards"][action["from"]])
            case "symbol":
                return {"magic": 2.0, "power": 1.5, "fate": 0.0}[action["symbol"]]
        return 0

    def jump_worth(self, state: Json, seat: str, place: str) -> float:
        wanted = place in MAGIC and place not in state["cards"][seat]
        met = 6 if state["figures"][seat]["apprentice"] == place else 0
        rival = any(f["magician"] == place for c, f in state["figures"].items() if c != seat)
        return (3 + met + 2 * rival if wanted else -2 * rival) - 3 * (place == "labyrinth")

    def stay_worth(self, state: Json, seat: str, figure: str) -> float:
        """A magician on a wanted place waits there, unless his apprentice moved off in vain."""
        place = state["figures"][seat]["magician"]
        return 4 if figure == "magician" and place in MAGIC and place not in state["cards"][seat] else -1

    def way_worth(self, state: Json, seat: str, node: str) -> float:
        place = state["figures"][seat]["magician"]
        if place in MAGIC and place not in state["cards"][seat]:
            return 9 if node == place else 3 - 0.4 * self.far[place].get(node, 20)
        foe = any(f["magician"] == node for c, f in state["figures"].items() if c != seat)
        return (node in MAGIC and node not in state["cards"][seat]) - 5 * foe

    def duel_worth(self, state: Json, action: Json) -> float:
        results = state["duel"]["results"].values()
        wands = max((r for r in results if r["throws"]), key=lambda r: r["throws"])["wands"]
        if action["type"] == "stop":
            return float(sum(wands.values())) - 3
        return float(sum(1 - wands.get(c, 1) for c in action["fly"]))


class Rash(Sensible):
    """Attacks wherever it can, also for a card that it holds already."""

    def jump_worth(self, state: Json, seat: str, place: str) -> float:
        rival = any(f["magician"] == place for c, f in state["figures"].items() if c != seat)
        return super().jump_worth(state, seat, place) + 5 * rival


class Wanton:
    """Any legal action, each as likely as the other."""

    def __init__(self, chance: random.Random, table: Json) -> None:
        self.chance = chance

    def choose(self, state: Json, actions: list[Json]) -> Json:
        return self.chance.choice(actions)
