"""A toy game for two to six seats: proof that a table needs to know no game by name.

Every seat picks 1, 2 or 3 in secret, all at the same time; then the first seat throws one die, and all picks are shown.
Whoever picked what the die shows has won.  A seat may wave to the others once, at any time, also after the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.games import Barred, Draw, Events, Fault, Game, Invalid, Json, Question, Reason, ThrowWanted
from companion.games.tally import Odds, Step, Tally

NAMES = ("north", "east", "south", "west", "up", "down")


class Toy(msgspec.Struct, frozen=True):
    """The position: seats, what each has picked, the die, who has waved, whether anybody may."""

    seats: tuple[str, ...]
    picks: dict[str, int]
    die: int | None = None
    waved: tuple[str, ...] = ()
    waves: str = "once"


SETTINGS = {"waves": ("once", "never"), "die": ("seen", "felt")}
SIGNS = ("hand", "hat", "bell")
"""With what one may wave: any of these; and how much each counts, 1 to 3."""
OTHERS: Json = {"signs": ["hand"], "worth": dict.fromkeys(SIGNS, 1)}


class ToyGame(Game[Toy]):
    """Implements ``companion.games.Game``."""

    name = "toy"
    levels = ("low", "high")
    chairs = NAMES

    def choose(self, header: Json, view: Json, level: str, draw: Draw) -> Json:
        """Low ones pick 1 or 2, high ones 2 or 3: by what their own seat may do."""
        mine: list[Json] = view["legal"]
        return mine[draw(2) + (level == "high")]

    def header(self, options: Json) -> Json:
        """``seats`` may be named: two to six of ``NAMES``; and ``settings``."""
        seats = options.get("seats", list(NAMES[:4]))
        if not isinstance(seats, list) or not 2 <= len(seats) <= 6 or set(seats) - set(NAMES):
            raise Invalid("the header", [Fault("seats", "two to six")])
        usual = {name: values[0] for name, values in SETTINGS.items()} | OTHERS
        settings = usual | options.get("settings", {})
        whole = {"game": self.name, "version": 1, "seats": seats, "settings": settings}
        for each in self.barred(whole):
            if each.value in (settings[each.setting], *settings["signs"]):
                raise Invalid("the header", [Fault(f"settings.{each.setting}", each.reason.text)])
        return whole

    def barred(self, options: Json) -> tuple[Barred, ...]:
        """What is only felt needs waves, and not too many people."""
        settings, felt = options.get("settings", {}), []
        if settings.get("waves") == "never":
            felt.append(Reason("TOY", "toy.felt", {}, "Wer nicht winkt, muss sehen."))
        if len(options.get("seats", ())) > 4:
            felt.append(Reason("TOY", "toy.many", {}, "So viele fühlen nicht."))
        found = [Barred("die", "felt", why) for why in felt[:1]]
        if settings.get("die") == "felt":
            found.append(Barred("signs", "bell", Reason("TOY", "toy.bell", {}, "Wer fühlt, hört nichts.")))
            found.append(Barred("waves", "never", Reason("TOY", "toy.felt", {}, "Wer nicht winkt, muss sehen.")))
        return tuple(found)

    def start(self, header: Json) -> Toy:
        """Nobody has picked."""
        return Toy(tuple(header["seats"]), {}, waves=header.get("settings", {}).get("waves", "once"))

    def asked(self, position: Toy) -> tuple[Question, ...]:
        """All who have not picked at once, then the first seat."""
        if position.die is not None:
            return ()
        open_seats = [seat for seat in position.seats if seat not in position.picks]
        return tuple(Question(seat, "pick") for seat in open_seats) or (Question(position.seats[0], "throw"),)

    def legal(self, position: Toy) -> tuple[Json, ...]:
        """The picks."""
        picking = [question.seat for question in self.asked(position) if question.kind == "pick"]
        return tuple({"type": "pick", "seat": seat, "number": n} for seat in picking for n in (1, 2, 3))

    def may(self, position: Toy) -> tuple[Json, ...]:
        """A wave of each seat that has not waved."""
        may = position.waves == "once"
        return tuple({"type": "wave", "seat": seat} for seat in position.seats if may and seat not in position.waved)

    def actor(self, position: Toy, action: Json) -> str:
        """A throw is the first seat's."""
        return str(action.get("seat", position.seats[0]))

    def apply(self, position: Toy, action: Json) -> tuple[Toy, Events]:
        """One step."""
        self.require(position, action)
        return getattr(self, f"_{action['type']}")(position, action)  # type: ignore[no-any-return]

    def _pick(self, position: Toy, action: Json) -> tuple[Toy, Events]:
        picks = {**position.picks, action["seat"]: action["number"]}
        return msgspec.structs.replace(position, picks=picks), ({"type": "picked", **_told(action)},)

    def _wave(self, position: Toy, action: Json) -> tuple[Toy, Events]:
        waved = (*position.waved, action["seat"])
        return msgspec.structs.replace(position, waved=waved), ({"type": "waved", "seat": action["seat"]},)

    def _spoilt(self, position: Toy, _: Json) -> tuple[Toy, Events]:
        return position, ({"type": "spoilt"},)

    def _throw(self, position: Toy, action: Json) -> tuple[Toy, Events]:
        die = action["wands"]["die"]["top"]
        winners = [{"type": "won", "seat": seat} for seat, pick in position.picks.items() if pick == die]
        return msgspec.structs.replace(position, die=die), ({"type": "shown", "die": die}, *winners)

    def why_not(self, position: Toy, action: Json, seat: str | None = None) -> Reason | None:
        """A throw and a spoilt one where they are awaited; else as every game."""
        wanted = self.throw_wanted(position)
        throws = [{"type": "spoilt"}, *(self.throw_action(position, {"die": {"top": n}}) for n in (1, 2, 3))]
        if wanted is not None and action in throws and seat in (None, wanted.seat):
            return None
        return super().why_not(position, action, seat)

    def rule_of(self, message: str) -> str:
        """There is one rule."""
        return "TOY"

    def throw_wanted(self, position: Toy) -> ThrowWanted | None:
        """The die, when all have picked."""
        waiting = [question for question in self.asked(position) if question.kind == "throw"]
        return ThrowWanted(waiting[0].seat, "toy", ("die",), {}, "top") if waiting else None

    def throw_action(self, position: Toy, wands: Mapping[str, Json]) -> Json:
        """What the die shows."""
        return {"type": "throw", "wands": {"die": {"top": wands["die"]["top"]}}}

    def spoilt(self, position: Toy) -> Json | None:
        """The die fell off the table."""
        return {"type": "spoilt"}

    def is_chance(self, action: Json) -> bool:
        """The die."""
        return action.get("type") in ("throw", "spoilt")

    def ranking(self, position: Toy) -> tuple[tuple[str, ...], ...]:
        """Who picked what the die showed, then the others."""
        won = tuple(seat for seat in position.seats if position.picks.get(seat) == position.die)
        return tuple(rank for rank in (won, tuple(seat for seat in position.seats if seat not in won)) if rank)

    def tally(self, position: Toy, steps: Sequence[Step]) -> Tally:
        """Waves, and how the die fell."""
        waves = {seat: {"waves": 1} for seat in position.waved}
        seen = {str(n): 0 for n in (1, 2, 3)}
        for step in steps:
            if step.action["type"] == "throw" and step.real:
                seen[str(step.action["wands"]["die"]["top"])] += 1
        return Tally(waves, (Odds("die", dict.fromkeys(seen, 1 / 3), seen),))

    def hides(self, position: Toy) -> bool:
        """Until the die has shown the picks."""
        return position.die is None

    def tell(self, action: Json, events: Events, role: str | None) -> tuple[Json | None, Events]:
        """What a seat picks is told to it alone."""
        if action["type"] != "pick" or action["seat"] == role:
            return action, events
        return None, ({"type": "picked", "seat": action["seat"]},)

    def view(self, position: Toy, role: str | None) -> Json:
        """The picks of others are shown with the die."""
        over = position.die is not None
        return {
            "game": self.name,
            "asked": [{"seat": question.seat, "kind": question.kind} for question in self.asked(position)],
            "seats": list(position.seats),
            "picks": {seat: pick for seat, pick in position.picks.items() if over or seat == role},
            "picked": sorted(position.picks),
            "die": position.die,
            "waved": list(position.waved),
            "legal": [action for action in self.legal(position) if action["seat"] == role],
            "may": [action for action in self.may(position) if action["seat"] == role],
            "throw": role == position.seats[0] and self.throw_wanted(position) is not None,
        }

    def review(self, position: Toy) -> Json:
        """Afterwards everybody may see what each has picked, while he picked it."""
        return {**self.view(position, None), "picks": position.picks}

    def recount(self, action: Json, events: Events) -> tuple[Json | None, Events]:
        """And when."""
        return action, events

    def hindsight(self, positions: Sequence[Toy]) -> tuple[Events, ...]:
        """At the end: how long each pick lay hidden."""
        lay = {seat: sum(seat in each.picks for each in positions[:-1]) for seat in positions[-1].picks}
        return (*((),) * (len(positions) - 1), tuple({"type": "lay", "seat": seat, "steps": lay[seat]} for seat in lay))

    def encode(self, position: Toy) -> Json:
        """As it is."""
        return msgspec.to_builtins(position)  # type: ignore[no-any-return]

    def decode(self, data: Json) -> Toy:
        """As it was."""
        try:
            return msgspec.convert(data, Toy)
        except msgspec.ValidationError as error:
            raise Invalid("the position", [Fault("position", str(error))]) from error


def _told(action: Json) -> Json:
    return {key: value for key, value in action.items() if key != "type"}


TOY = ToyGame()
GAME: Any = TOY
