"""Die wandelnden Türme as a table asks for it (``companion.games.Game``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games import Barred, Draw, Events, Fault, Game, Invalid, Json, Question, Reason, Refused, ThrowWanted
from companion.games.tally import Step, Tally
from companion.games.tuerme import encoding, events, glass, players, reasons, settings, tally, turns, view
from companion.games.tuerme.actions import parse, to_json
from companion.games.tuerme.box import COLOURS
from companion.games.tuerme.lamps import lamp_roles
from companion.games.tuerme.play import legal_actions, may_actions, step
from companion.games.tuerme.position import ROLL, Position, first_position
from companion.games.tuerme.sentences import WORDS, sentence

TABLE_RULES = {"table.not-asked": "S4", "table.not-now": "T1", "table.sealed": "V5"}
"""S4: whose turn it is; U1 holds for all else that belongs to the table."""


class Tuerme(Game[Position]):
    """The game; it has no state of its own.  See the protocol for what each function promises."""

    name = settings.NAME
    devices = frozenset({"firmware"})
    chairs = COLOURS

    def header(self, options: Json) -> Json:
        """A complete header; see ``settings.make_header``."""
        return settings.make_header(options)

    def again(self, header: Json, options: Json) -> Json:
        """The same box, seats and settings."""
        return settings.again(header, options)

    def barred(self, options: Json) -> tuple[Barred, ...]:
        """S5, G1: what does not go with the mode or the number of seats."""
        return tuple(
            Barred(setting, value, reasons.reason(rule, message))
            for setting, value, rule, message in settings.barred(options)
        )

    def changes(self, before: Json, after: Json) -> Json:
        """Seats, start, the box, and each setting by its own name."""
        return settings.changes(before, after)

    rehearses = True

    def rehearse(self, header: Json, draw: Draw) -> int:
        """Between players who look at one move."""
        return players.turns(self.start(header), draw)

    def advice(self, header: Json) -> tuple[Fault, ...]:
        """What is known from one source only is to be checked on a real box."""
        return settings.setup_from(header).box.advice()

    def start(self, header: Json) -> Position:
        """S1-S6."""
        return first_position(settings.setup_from(header))

    def asked(self, position: Position) -> tuple[Question, ...]:
        """One seat at a time; nobody when the game is over."""
        return view.asked(position)

    def legal(self, position: Position) -> tuple[Json, ...]:
        """Every decision that answers what is asked, in a fixed order."""
        return tuple(to_json(position.setup, action) for action in legal_actions(position))

    def may(self, position: Position) -> tuple[Json, ...]:
        """Spells, claims, freeing, bottles and cards between partners."""
        return tuple(to_json(position.setup, action) for action in may_actions(position))

    def besides(self, position: Position) -> Mapping[str, tuple[str, ...]]:
        """A lifted tower that shows others than believed."""
        return view.besides(position)

    def actor(self, position: Position, action: Json) -> str:
        """The seat that an action names, else the active player."""
        return str(action.get("seat", position.setup.seats[position.active]))

    def apply(self, position: Position, action: Json) -> tuple[Position, Events]:
        """The next position and events.  Raises Refused or Invalid, and then nothing has changed."""
        parsed = parse(position.setup, action)
        reason = reasons.why_not(position, parsed)
        if reason is not None:
            raise Refused(reason, position)
        return step(position, parsed)

    def why_not(self, position: Position, action: Json, seat: str | None = None) -> Reason | None:
        """Why this cannot be done here, by that seat; an action that cannot be read has a reason too."""
        try:
            parsed = parse(position.setup, action)
        except Invalid as invalid:
            return reasons.unreadable(invalid)
        return reasons.why_not(position, parsed, seat)

    def hides(self, position: Position) -> bool:
        """V1: every role is shown the same; what is imprisoned nobody is."""
        return False

    def by_hand(self, position: Position, action: Json) -> bool:
        """Pieces are moved by hands; by itself only a card that moves nothing goes, a turn ends, a right is yielded.

        And that only where nobody may do anything else; a tower that was just lifted may still be corrected.  The turn
        that ends the game is ended by hand: what comes then is not taken back (``barrier``).
        """
        by_itself = action["type"] in ("waste", "over", "yield") and not (
            action["type"] == "over" and turns.is_last(position)
        )
        return not by_itself or bool(may_actions(position)) or bool(view.besides(position))

    def rule_of(self, message: str) -> str:
        """The rule of a reason of the table's own."""
        return TABLE_RULES.get(message, "U1")

    def sentence(self, reason: Reason, language: str) -> str | None:
        """The sentence of a reason in a language."""
        return sentence(reason.message, reason.values, language) if reason.message in WORDS else None

    def tell(self, action: Json, events_: Events, role: str | None) -> tuple[Json | None, Events]:
        """V5: a line of history, the same for every role."""
        return events.told(action, events_)

    def passing(self, events_: Events, role: str | None) -> Events:
        """V3: what pages that are open show once, to every role the same."""
        return events.passing(events_)

    def wants_consent(self, action: Json) -> bool:
        """What only stands when the others agree: what a lifted tower really showed."""
        return action.get("type") == "correct"

    def spoken_of(self, reason: Reason) -> tuple[str, ...]:
        """The space in a reason."""
        return (str(reason.values["space"]),) if "space" in reason.values else ()

    def barrier(self, action: Json, events_: Events) -> bool:
        """U1, B8, V4: a lifted tower, a seen roll, and the end, with which every tower is of glass to everybody."""
        return self.is_chance(action) or any(event["type"] in (*events.PASSING, "over") for event in events_)

    def review(self, position: Position) -> Json:
        """V4: the towers of a game that is over are made of glass."""
        return glass.shown(position)

    def recount(self, action: Json, events_: Events) -> tuple[Json | None, Events]:
        """V4: the whole line."""
        return action, events_

    def hindsight(self, positions: Sequence[Position]) -> tuple[Events, ...]:
        """V4: how long somebody sat under a tower."""
        return glass.hindsight(positions)

    def ranking(self, position: Position) -> tuple[tuple[str, ...], ...]:
        """E3, E4."""
        return tuple(tuple(position.setup.seats[seat] for seat in rank) for rank in view.ranking(position))

    def tally(self, position: Position, steps: Sequence[Step]) -> Tally:
        """Wizards, bottles and spells of each seat, and how the die fell."""
        return tally.tally(position, steps)

    def throw_wanted(self, position: Position) -> ThrowWanted | None:
        """M7: the die."""
        if position.phase != ROLL:
            return None
        return ThrowWanted(position.setup.seats[position.active], "die", ("die",), {}, "top")

    def throw_action(self, position: Position, wands: Mapping[str, Json]) -> Json:
        """What the die shows."""
        seen = wands.get("die", {}).get("top")
        if type(seen) is not int:
            raise Invalid("the throw", [Fault("die", "must show 1 to 6")])
        return {"type": "roll", "value": seen}

    def is_chance(self, action: Json) -> bool:
        """The die."""
        return action.get("type") == "roll"

    def lamps(self, position: Position) -> dict[str, tuple[str, ...]]:
        """V6."""
        return lamp_roles(position)

    def trails(self, header: Json, events_: Events) -> tuple[tuple[str, ...], ...]:
        """The spaces that a wizard, a tower or the keep passed."""
        return events.trails(settings.setup_from(header).box.spaces, events_)

    def lamp_numbers(self, header: Json) -> dict[str, tuple[int, ...]]:
        """M1: as the box file says."""
        return settings.setup_from(header).box.lamps

    def positions(self, header: Json) -> dict[str, tuple[float, float]]:
        """A circle."""
        return settings.setup_from(header).box.positions()

    def pieces(self, position: Position) -> tuple[Json, ...]:
        """Columns with towers, visible wizards and the keep, to check after a restart (V5: no deeper)."""
        return tuple(
            {"node": str(each["space"]), "towers": each["towers"], "visible": each["visible"], "keep": each["keep"]}
            for each in view.open_table(position)["spaces"]
            if each["towers"] or each["visible"] or each["keep"]
        )

    def view(self, position: Position, role: str | None) -> Json:
        """V1: what everybody sees, and what the role may do."""
        return view.view_of(position, role)

    def encode(self, position: Position) -> Json:
        """Complete JSON; see ``encoding``."""
        return encoding.encode(position)

    def decode(self, data: Json) -> Position:
        """The position from JSON.  Raises Invalid with all faults."""
        return encoding.decode(data)


GAME = Tuerme()
