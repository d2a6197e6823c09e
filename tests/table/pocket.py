"""A toy game with a secret: three seats put a card down at once, face down; then the leader throws one wand.

The highest card wins the trick unless the wand shows 0: then the lowest.  The last card of each seat is forced.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games import Fault, Game, Invalid, Json, Question, Reason, Refused, ThrowWanted

SEATS = ("north", "east", "south")


class Pocket(msgspec.Struct, frozen=True):
    """Cards in hand, cards laid this trick, tricks won, and whether the wand is awaited."""

    hands: dict[str, tuple[int, ...]]
    laid: dict[str, int]
    won: dict[str, int]

    @property
    def full(self) -> bool:
        return len(self.laid) == len(SEATS)


class PocketGame(Game[Pocket]):
    name = "pocket"
    devices = frozenset({"vision", "firmware"})

    def header(self, options: Json) -> Json:
        if set(options) - {"cards", "game", "version", "seats"}:
            raise Invalid("options", [Fault("cards", "is the only option")])
        return {"game": self.name, "version": 1, "seats": list(SEATS), "cards": options.get("cards", 3)}

    def start(self, header: Json) -> Pocket:
        hand = tuple(range(1, header["cards"] + 1))
        return Pocket(dict.fromkeys(SEATS, hand), {}, dict.fromkeys(SEATS, 0))

    def seats(self, header: Json) -> tuple[str, ...]:
        return tuple(header["seats"])

    def asked(self, position: Pocket) -> tuple[Question, ...]:
        if position.full:
            return (Question(SEATS[0], "throw"),)
        return tuple(Question(s, "lay") for s in SEATS if position.hands[s] and s not in position.laid)

    def legal(self, position: Pocket) -> tuple[Json, ...]:
        if position.full:
            return ()
        asked = [q.seat for q in self.asked(position)]
        return tuple({"type": "lay", "seat": s, "card": c} for s in asked for c in position.hands[s])

    def actor(self, position: Pocket, action: Json) -> str:
        return str(action["seat"]) if action["type"] == "lay" else SEATS[0]

    def apply(self, position: Pocket, action: Json) -> tuple[Pocket, tuple[Json, ...]]:
        why = self.why_not(position, action)
        if why is not None:
            raise Refused(why, position)
        if action["type"] == "lay":
            return self._lay(position, action["seat"], action["card"])
        return self._settle(position, action["wands"]["wand"]["top"])

    def _lay(self, position: Pocket, seat: str, card: int) -> tuple[Pocket, tuple[Json, ...]]:
        hand = tuple(c for c in position.hands[seat] if c != card)
        after = Pocket({**position.hands, seat: hand}, {**position.laid, seat: card}, position.won)
        return after, ({"type": "laid", "seat": seat, "card": card},)

    def _settle(self, position: Pocket, top: int) -> tuple[Pocket, tuple[Json, ...]]:
        pick = min if top == 0 else max
        winner = pick(SEATS, key=lambda seat: position.laid[seat])
        won = {**position.won, winner: position.won[winner] + 1}
        return Pocket(position.hands, {}, won), ({"type": "thrown", "top": top}, {"type": "trick", "seat": winner})

    def why_not(self, position: Pocket, action: Json, seat: str | None = None) -> Reason | None:
        kind = action.get("type")
        if kind == "lay" and isinstance(action.get("seat"), str) and isinstance(action.get("card"), int):
            mine = seat in (None, action["seat"]) and action in self.legal(position)
            return None if mine else Reason("L1", "pocket.not-yours", {}, "Diese Karte kannst du nicht legen.")
        if kind == "throw" and self._top(action) in (0, 1, 2):
            return None if position.full else Reason("L2", "pocket.no-throw", {}, "Jetzt wird nicht geworfen.")
        raise Invalid("action", [Fault("type", "lay or throw")])

    def _top(self, action: Json) -> Any:
        wands = action.get("wands")
        wand = wands.get("wand") if isinstance(wands, dict) else None
        return wand.get("top") if isinstance(wand, dict) else None

    def throw_wanted(self, position: Pocket) -> ThrowWanted | None:
        return ThrowWanted(SEATS[0], "trick", ("wand",), {}, "top") if position.full else None

    def throw_action(self, position: Pocket, wands: Mapping[str, Json]) -> Json:
        return {"type": "throw", "wands": {name: {"top": wand["top"]} for name, wand in wands.items()}}

    def is_chance(self, action: Json) -> bool:
        return action.get("type") == "throw"

    def lamps(self, position: Pocket) -> dict[str, tuple[str, ...]]:
        return {} if position.full else {"middle": ("own",)}

    def view(self, position: Pocket, role: str | None) -> Json:
        return {
            "game": self.name,
            "asked": [{"seat": q.seat, "kind": q.kind} for q in self.asked(position)],
            "hand": list(position.hands[role]) if role else None,
            "laid": {seat: card if seat == role or position.full else None for seat, card in position.laid.items()},
            "won": position.won,
        }

    def encode(self, position: Pocket) -> Json:
        return msgspec.to_builtins(position)  # type: ignore[no-any-return]

    def decode(self, data: Json) -> Pocket:
        return msgspec.convert(data, Pocket)

    def tell(self, action: Json, events: tuple[Json, ...], role: str | None) -> tuple[Json | None, tuple[Json, ...]]:
        """What is laid face down is told to its owner alone."""
        if action["type"] == "lay" and action["seat"] != role:
            return None, tuple({k: v for k, v in event.items() if k != "card"} for event in events)
        return action, events


POCKET = PocketGame()
