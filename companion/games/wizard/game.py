"""Wizard as a table asks for it (``companion.games.Game``)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games import Barred, Events, Game, Json, Question, Reason, Refused
from companion.games.tally import Step, Tally
from companion.games.wizard import block as blocks
from companion.games.wizard import encoding, noting, reasons, view
from companion.games.wizard.actions import require_shape
from companion.games.wizard.block import Block
from companion.games.wizard.sentences import WORDS, sentence
from companion.games.wizard.settings import NAME, SEATS, make_header


class Wizard(Game[Block]):
    """The block of truth; it has no state of its own, and needs no device."""

    name = NAME
    chairs = SEATS
    fewest = 3

    def header(self, options: Json) -> Json:
        """A complete header; see ``settings.make_header``."""
        return make_header(options)

    def again(self, header: Json, options: Json) -> Json:
        """The same seats and settings, single ones chosen anew; of new seats the first one deals."""
        settings = {**header["settings"], **options.get("settings", {})}
        whole = {**header, **options, "settings": settings}
        moved = "seats" in options and "first_dealer" not in options
        if moved or whole["first_dealer"] not in whole["seats"]:
            del whole["first_dealer"]
        return whole

    def changes(self, before: Json, after: Json) -> Json:
        """Seats, first dealer, and each setting by its own name."""
        found = {name: [before[name], after[name]] for name in ("seats", "first_dealer") if before[name] != after[name]}
        was, now = before["settings"], after["settings"]
        return found | {f"settings.{name}": [was[name], now[name]] for name in now if was[name] != now[name]}

    def barred(self, options: Json) -> tuple[Barred, ...]:
        """V1, O1, O7: values that do not go with the seats and settings that are chosen."""
        return reasons.barred(options)

    def start(self, header: Json) -> Block:
        """S1-S3: nothing is noted."""
        return blocks.first(header)

    def asked(self, position: Block) -> tuple[Question, ...]:
        """One bidder or all, the dealer, or whoever notes."""
        return view.asked(position)

    def legal(self, position: Block) -> tuple[Json, ...]:
        """Every single step."""
        return view.legal(position)

    def may(self, position: Block) -> tuple[Json, ...]:
        """B5, D4, E3, J6."""
        return view.may(position)

    def besides(self, position: Block) -> dict[str, tuple[str, ...]]:
        """N1, R1, J5."""
        return view.besides(position)

    def apply(self, position: Block, action: Json) -> tuple[Block, Events]:
        """The next position and events.  Raises Refused or Invalid, and then nothing has changed."""
        require_shape(position.seats, action)
        reason = reasons.why_not(position, action)
        if reason is not None:
            raise Refused(reason, position)
        return noting.step(position, action)

    def why_not(self, position: Block, action: Json, seat: str | None = None) -> Reason | None:
        """Why this cannot be done here, by that seat."""
        return reasons.why_not(position, action, seat)

    def by_hand(self, position: Block, action: Json) -> bool:
        """Nothing is said or noted for anybody, also where one number is left (V1)."""
        return True

    def confirmed(self, position: Block, seat: str) -> Json | None:
        """There are no buttons."""
        return None

    def rule_of(self, message: str) -> str:
        """P1: whose business it is; P2: the table's."""
        return "P1" if message in ("table.not-asked", "table.not-now") else "P2"

    def sentence(self, reason: Reason, language: str) -> str | None:
        """The sentence of a reason in a language."""
        return sentence(reason.message, reason.values, language) if reason.message in WORDS else None

    def sealed(self, position: Block) -> Reason | None:
        """V2, V3: while anybody's bid of the round is unseen, those of a deal before included (D4)."""
        return reasons.reason("V3", "record-sealed") if blocks.secret(position) else None

    def hides(self, position: Block) -> bool:
        """V2, V3: only while bids are given that are not to be seen."""
        return view.hides(position)

    def barrier(self, action: Json, events: Events) -> bool:
        """R4: no hidden or secret bid is taken back once all are in."""
        return any(event["type"] == "locked" for event in events)

    def tell(self, action: Json, events: Events, role: str | None) -> tuple[Json | None, Events]:
        """An unseen bid is told to its owner alone."""
        return view.tell(action, events, role)

    def ranking(self, position: Block) -> tuple[tuple[str, ...], ...]:
        """E2."""
        if position.playing is not None:
            return ()
        return tuple(tuple(position.seats[seat] for seat in rank) for rank in blocks.ranks(position))

    def tally(self, position: Block, steps: Sequence[Step]) -> Tally:
        """Rounds, exact bids and points of each seat."""
        totals = (blocks.totals(position) or ((0,) * len(position.seats),))[-1]
        return Tally(
            {
                name: {
                    "rounds": len(position.done),
                    "exact": sum(each.bids[seat] == each.tricks[seat] for each in position.done),
                    "points": totals[seat],
                }
                for seat, name in enumerate(position.seats)
            }
        )

    def view(self, position: Block, role: str | None) -> Json:
        """As far as the role may see."""
        return view.view(position, role)

    def review(self, position: Block) -> Json:
        """After the end every bid is open."""
        return view.view(position, None, review=True)

    def encode(self, position: Block) -> Json:
        """Complete JSON with the totals; see ``encoding``."""
        return encoding.encode(position)

    def decode(self, data: Json) -> Block:
        """The position from JSON.  Raises Invalid with all faults."""
        return encoding.decode(data)


GAME = Wizard()
