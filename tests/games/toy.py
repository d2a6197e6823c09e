"""A toy game with a secret and several seats asked at once: proof that a table needs to know no game by name.

Every seat picks 1, 2 or 3 in secret, all at the same time; then the first seat throws one die, and all picks are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games import Fault, Invalid, Json, Question, Reason, Refused, ThrowWanted


class Toy(msgspec.Struct, frozen=True):
    """The position: seats, what each has picked, the die."""

    seats: tuple[str, ...]
    picks: dict[str, int]
    die: int | None = None


class ToyGame:
    """Implements ``companion.games.Game``."""

    name = "toy"

    def header(self, options: Json) -> Json:
        seats = options.get("seats", ["north", "south", "west", "east"])
        if not isinstance(seats, list) or not 2 <= len(seats) <= 6:
            raise Invalid("the header", [Fault("seats", "two to six")])
        return {"game": self.name, "version": 1, "seats": seats}

    def start(self, header: Json) -> Toy:
        return Toy(tuple(header["seats"]), {})

    def seats(self, header: Json) -> tuple[str, ...]:
        return tuple(header["seats"])

    def asked(self, position: Toy) -> tuple[Question, ...]:
        if position.die is not None:
            return ()
        open_seats = [seat for seat in position.seats if seat not in position.picks]
        return tuple(Question(seat, "pick") for seat in open_seats) or (Question(position.seats[0], "throw"),)

    def legal(self, position: Toy) -> tuple[Json, ...]:
        picking = [question.seat for question in self.asked(position) if question.kind == "pick"]
        return tuple({"type": "pick", "seat": seat, "number": n} for seat in picking for n in (1, 2, 3))

    def actor(self, position: Toy, action: Json) -> str:
        return str(action["seat"]) if action.get("type") == "pick" else position.seats[0]

    def apply(self, position: Toy, action: Json) -> tuple[Toy, tuple[Json, ...]]:
        reason = self.why_not(position, action)
        if reason is not None:
            raise Refused(reason, position)
        if action["type"] == "pick":
            picks = {**position.picks, action["seat"]: action["number"]}
            return Toy(position.seats, picks), ({"type": "picked", "seat": action["seat"]},)
        if action["type"] == "spoilt":
            return position, ({"type": "spoilt"},)
        die = action["wands"]["die"]["top"]
        return Toy(position.seats, position.picks, die), ({"type": "shown", "die": die, "picks": position.picks},)

    def why_not(self, position: Toy, action: Json, seat: str | None = None) -> Reason | None:
        wanted = self.throw_wanted(position)
        if action in self.legal(position) and seat in (None, action["seat"]):
            return None
        whole = action == {"type": "spoilt"} or action in [
            self.throw_action(position, {"die": {"top": n}}) for n in (0, 1, 2)
        ]
        if wanted is not None and whole and seat in (None, wanted.seat):
            return None
        return Reason("TOY", "toy-no", {}, "Das geht hier nicht.")

    def throw_wanted(self, position: Toy) -> ThrowWanted | None:
        waiting = [question for question in self.asked(position) if question.kind == "throw"]
        return ThrowWanted(waiting[0].seat, "toy", ("die",), {}, "top") if waiting else None

    def throw_action(self, position: Toy, wands: Mapping[str, Json]) -> Json:
        return {"type": "throw", "wands": {"die": {"top": wands["die"]["top"]}}}

    def is_chance(self, action: Json) -> bool:
        return action.get("type") in ("throw", "spoilt")

    def lamps(self, position: Toy) -> dict[str, tuple[str, ...]]:
        return {}

    def view(self, position: Toy, role: str | None) -> Json:
        shown = position.picks if position.die is not None else {k: v for k, v in position.picks.items() if k == role}
        legal = [action for action in self.legal(position) if role == action["seat"]]
        asked = [{"seat": question.seat, "kind": question.kind} for question in self.asked(position)]
        return {"game": "toy", "asked": asked, "picks": shown, "die": position.die, "legal": legal, "lamps": {}}

    def encode(self, position: Toy) -> Json:
        return {"seats": list(position.seats), "picks": position.picks, "die": position.die}

    def decode(self, data: Json) -> Toy:
        try:
            return msgspec.convert(data, Toy)
        except msgspec.ValidationError as error:
            raise Invalid("the position", [Fault("position", str(error))]) from error


TOY: Any = ToyGame()
