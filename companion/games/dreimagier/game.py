"""Die drei Magier as a table asks for it (``companion.games.Game``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games import Draw, Events, Fault, Game, Invalid, Json, Question, Reason, Refused, ThrowWanted
from companion.games.dreimagier import encoding, reasons, rehearsal, routes, rulesets, tally
from companion.games.dreimagier.actions import parse, to_json
from companion.games.dreimagier.board import load_board
from companion.games.dreimagier.boardfile import advice
from companion.games.dreimagier.flow import ranking
from companion.games.dreimagier.ghost.expectation import Expectation
from companion.games.dreimagier.ghost.levels import LEVELS, choose
from companion.games.dreimagier.ghost.value import fingerprint, fitted
from companion.games.dreimagier.lamps import lamp_roles
from companion.games.dreimagier.play import legal_actions, step
from companion.games.dreimagier.position import NOBODY, OVER, Position, asked_seat, first_position
from companion.games.dreimagier.sentences import WORDS, nodes, sentence
from companion.games.dreimagier.setup import NAME, make_header, setup_from
from companion.games.dreimagier.view import figures_json, question, view_of, wanted
from companion.games.dreimagier.wands import COLOURS
from companion.games.tally import Step, Tally

TABLE_RULES = {"table.not-asked": "P1", "table.contradiction": "M4"}
"""P1: whose turn it is; M4: how wands can lie; P2 holds for all else that belongs to the table."""


class DreiMagier(Game[Position]):
    """The game; it has no state of its own.  See the protocol for what each function promises."""

    name = NAME
    open_information = True
    contested = frozenset({"duel"})
    devices = frozenset({"vision", "firmware"})
    thrown = COLOURS

    def header(self, options: Json) -> Json:
        """A complete header; see ``setup.make_header``."""
        return make_header(options)

    def again(self, header: Json, options: Json) -> Json:
        """The same board, wands, seats and rules; another rule set comes with settings of its own."""
        fresh = ("settings",) if options.get("ruleset", header["ruleset"]) != header["ruleset"] else ()
        return {key: value for key, value in header.items() if key not in fresh} | options

    def advice(self, header: Json) -> tuple[Fault, ...]:
        """Dead ends of its board, and places joined without a field."""
        return tuple(advice(load_board(header["board"]["toml"])))

    levels = tuple(LEVELS)

    @property
    def weights(self) -> str:
        """That of the value's weights."""
        return fingerprint()

    def choose(self, header: Json, view: Json, level: str, draw: Draw) -> Json:
        """The ghost mage; see ``ghost``."""
        return choose(header, view, level, draw)

    def odds(self, position: Position) -> Mapping[str, float]:
        """By the ghost's value of the position, over all that may still happen in this move."""
        found = Expectation(fitted()).odds(position)
        return dict(zip(COLOURS, found, strict=True))

    def trails(self, header: Json, events: Events) -> tuple[tuple[str, ...], ...]:
        """Jumps from place to place, walks field by field."""
        return tuple(routes.trails(header, events))

    rehearses = True

    def rehearse(self, header: Json, draw: Draw) -> int:
        """Between players who look one step ahead."""
        return rehearsal.turns(self.start(header), draw)

    def changes(self, before: Json, after: Json) -> Json:
        """Rule set and single settings by name, the board's name, the seats; of the wands only that they differ."""
        return rulesets.changes(before, after)

    def start(self, header: Json) -> Position:
        """S1: the position before the first throw."""
        return first_position(setup_from(header))

    def asked(self, position: Position) -> tuple[Question, ...]:
        """One seat is asked at a time; nobody when the game is over."""
        found = question(position)
        return () if found is None else (Question(*found),)

    def legal(self, position: Position) -> tuple[Json, ...]:
        """Every legal decision as JSON, in a fixed order."""
        return tuple(to_json(position.setup, action) for action in legal_actions(position))

    def actor(self, position: Position, action: Json) -> str:
        """The seat that is asked; when the game is over, the first."""
        seat = asked_seat(position)
        return COLOURS[position.setup.order[0] if seat == NOBODY else seat]

    def apply(self, position: Position, action: Json) -> tuple[Position, tuple[Json, ...]]:
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

    def confirmed(self, position: Position, seat: str) -> Json | None:
        """The only legal action, or that which takes what is offered."""
        mine = self.legal(position) if COLOURS[asked_seat(position)] == seat else ()
        found = mine if len(mine) == 1 else [action for action in mine if action["type"] == "accept"]
        return found[0] if len(found) == 1 else None

    def rule_of(self, message: str) -> str:
        """The rule of a reason of the table's own."""
        return TABLE_RULES.get(message, "P2")

    def sentence(self, reason: Reason, language: str) -> str | None:
        """The sentence of a reason in a language; some of the table's are said with the names of this game."""
        return sentence(reason.message, reason.values, language) if reason.message in WORDS else None

    def spoken_of(self, reason: Reason) -> tuple[str, ...]:
        """The places and fields in a reason."""
        return nodes(reason.values)

    def ranking(self, position: Position) -> tuple[tuple[str, ...], ...]:
        """W2: by the cards, equal ones together."""
        rows = ranking(position) if position.phase == OVER else []
        ranks = sorted({row["rank"] for row in rows})
        return tuple(tuple(row["seat"] for row in rows if row["rank"] == rank) for rank in ranks)

    def tally(self, position: Position, steps: Sequence[Step]) -> Tally:
        """Cards, duels and throws of each seat, and how each wand fell."""
        return tally.tally(position, steps)

    def throw_wanted(self, position: Position) -> ThrowWanted | None:
        """The awaited throw."""
        found = wanted(position)
        if found is None:
            return None
        return ThrowWanted(found["seat"], found["kind"], tuple(found["wands"]), found["kept"], found["needs"])

    def throw_action(self, position: Position, wands: Mapping[str, Json]) -> Json:
        """The action for what a source saw; kept wands (D2) and empty values are left out."""
        found = wanted(position)
        flying = COLOURS if found is None else found["wands"]
        seen: dict[str, dict[str, Any]] = {
            colour: {
                key: value for key, value in wands[colour].items() if key in ("top", "hidden") and value is not None
            }
            for colour in flying
            if colour in wands
        }
        return {"type": "throw", "wands": seen}

    def spoilt(self, position: Position) -> Json | None:
        """S2: the same wands fly again."""
        return {"type": "spoilt"} if wanted(position) is not None else None

    def is_chance(self, action: Json) -> bool:
        """Throws and spoilt throws were seen, not decided."""
        return action.get("type") in ("throw", "spoilt")

    def lamps(self, position: Position) -> dict[str, tuple[str, ...]]:
        """Node to roles; see ``lamps``."""
        return lamp_roles(position)

    def lamp_numbers(self, header: Json) -> dict[str, tuple[int, ...]]:
        """The lamps of each node, as the board file of this header says."""
        return load_board(header["board"]["toml"]).lamps

    def positions(self, header: Json) -> dict[str, tuple[float, float]]:
        """Millimetres of each node on the board of this header."""
        return load_board(header["board"]["toml"]).positions_mm

    def pieces(self, position: Position) -> tuple[Json, ...]:
        """The six figures: seat, figure, the node that each stands on, and whether a stone lies under it."""
        return tuple(
            {
                "seat": seat,
                "figure": figure,
                "node": stands[figure],
                "stone": figure == "apprentice" and stands["stone"],
            }
            for seat, stands in figures_json(position).items()
            for figure in ("magician", "apprentice")
        )

    def view(self, position: Position, role: str | None) -> Json:
        """The whole table: there are no secrets."""
        return view_of(position)

    def encode(self, position: Position) -> Json:
        """Complete JSON; see ``encoding``."""
        return encoding.encode(position)

    def decode(self, data: Json) -> Position:
        """The position from JSON.  Raises Invalid with all faults."""
        return encoding.decode(data)


GAME = DreiMagier()
