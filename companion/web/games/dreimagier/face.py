"""The face of Die drei Magier: which parts its pages have, and what their templates need.

Everything is drawn from the view that the rules give a role; nothing here decides what is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from companion.games import Json
from companion.web.games.dreimagier import (
    after,
    asking,
    board,
    choices,
    doubts,
    luck,
    moveback,
    now,
    plans,
    rulebook,
    rules,
    speech,
    story,
    survey,
    throws,
    wands,
)
from companion.web.games.dreimagier.survey import pages as survey_pages
from companion.web.pages.face import Face
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker


class Magicians(Face):
    """Board, wands, plans and duels on the shell's pages."""

    styles = ("ground.css", "board.css", "wands.css", "table.css", "now.css")
    scripts = ("sounds.js", "board.js", "pointing.js", "motion.js", "wands.js")
    parts: ClassVar = {
        "play": ("now", "boardstate", "throw", "plan", "owned", "cards"),
        "table": ("now", "boardstate", "throw", "plans"),
        "after": ("after",),
        "replay": ("now", "boardstate", "throw", "plans"),
    }
    pieces = wands.COLOURS
    token = "magician"

    book = rulebook.BOOK
    odds = luck.PATH
    survey = survey.PATH

    def __init__(self, name: str, package: str) -> None:
        super().__init__(name, package)
        self.blueprint.add_url_rule(luck.PATH, endpoint="luck", view_func=luck.page)
        self.blueprint.add_url_rule(luck.TABLE, endpoint="luck_table", view_func=luck.table)
        self.blueprint.add_url_rule(luck.PICTURE, endpoint="luck_picture", view_func=luck.picture)
        survey_pages.install(self.blueprint)

    def speaker(self, language: str) -> Speaker:
        """The words of the face, of its rule book and its survey, then the shell's."""
        return Speaker(language, self.words, rulebook.BOOK.words, survey.WORDS)

    def css(self, seat: str, number: int) -> str:
        """A seat is a colour."""
        return seat

    def mark(self, seat: str, number: int) -> str:
        """Each colour has its mark."""
        return f"mark-{seat}"

    def drawing(self, header: Json) -> dict[str, Any]:
        """The board of this header."""
        return board.drawing(header)

    def context(self, seen: Seen) -> dict[str, Any]:
        """What stands where, what lies, and what can be done besides the buttons."""
        view, seat = seen.view, seen.seat
        return {
            "thrown": wands.thrown(view.get("throw")),
            "pad": wands.pad(view.get("throw_wanted"), seat, seen.state),
            "duel": wands.duel(view),
            "fly": choices.fly(seen),
            "chips": choices.chips(view, seat),
            "boardstate": board.glowing(seen.state, board.state(seen)),
            "now": now.lines(seen),
            "plans": plans.plans(view, seat),
            "after": after.summary(seen),
        }

    def thing(self, thing: str, t: Speaker) -> str:
        """A wand and a side of it."""
        _, colour, side = thing.split(".")
        return t(f"thing.{side}", colour=f"@seat.{colour}")

    def outcome(self, thing: str, outcome: str, t: Speaker) -> str:
        """A value, or a face."""
        return outcome if outcome.isdigit() else t(f"face.{outcome}")

    def headline(self, seen: Seen) -> Json:
        """The question in the words of the game."""
        return asking.headline(seen)

    def sentence(self, event: Json, told: Json, seen: Seen) -> str:
        """One event in words."""
        return story.sentence(event, told, seen)

    def points(self, event: Json) -> tuple[str, ...]:
        """Where it happened."""
        return story.points(event)

    def buttons(self, seen: Seen) -> list[Json]:
        """Decisions that are no place on the board."""
        return choices.buttons(seen)

    def offered(self, header: Json, t: Speaker, boards: Sequence[Json] = ()) -> Json | None:
        """The rule sets, single rules and boards."""
        return rules.offered(header, t, boards)

    def change(self, name: str, old: Any, new: Any, seen: Seen) -> str:
        """Rules, board and wands in the words of the game."""
        return rules.change(name, old, new, seen.t) or super().change(name, old, new, seen)

    def notes(self, view: Json, t: Speaker) -> list[str]:
        """A board that nobody has surveyed."""
        return [] if view["board"]["surveyed"] else [t("board.guess")]

    def hints(self, seen: Seen) -> list[str]:
        """Wands that were knocked."""
        return throws.nudged(seen)

    def spoken(self, seen: Seen) -> list[Json]:
        """Whose turn it is, what was led in a duel, who won."""
        return speech.lines(seen)

    def thrown(self, told: Json) -> Json | None:
        """A throw of three wands."""
        return throws.thrown(told)

    def values(self, action: Json, throw: Json | None, t: Speaker) -> str:
        """Tops or hidden faces."""
        return throws.values(action, throw, t)

    def title(self, throw: Json, seen: Seen) -> str:
        """Who threw what for what."""
        return throws.title(throw, seen)

    def drawn(self, action: Json) -> list[Json]:
        """Three wands from above."""
        return throws.drawn(action)

    def rows(self, throw: Json) -> list[Json]:
        """A row a wand."""
        return throws.rows(throw)

    def early(self, decision: Json, action: Json, t: Speaker) -> str:
        """Thrown before it was said what flies."""
        return throws.early(decision, action, t)

    def doubt(self, proposal: Json, seen: Seen) -> str:
        """The wand, and the true cause."""
        return doubts.sentence(proposal, seen)

    def piece(self, piece: Json, seen: Seen) -> Json:
        """A figure of the board."""
        return moveback.figure(piece, seen)

    def put_back(self, before: Json, seen: Seen) -> list[Json]:
        """Figures, stones and cards."""
        return moveback.steps(before, seen)


FACE = Magicians("dreimagier", "companion.web.games.dreimagier")
