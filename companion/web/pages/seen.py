"""What one browser sees: the state that it is sent, whom it acts for, and the words for it."""

from __future__ import annotations

from typing import NamedTuple

from companion.games import Json
from companion.web.pages.people import People
from companion.web.pages.words import Speaker


class Seen(NamedTuple):
    """``seat`` is whom the browser acts for (None: a spectator), ``seats`` are all that it holds; ``header`` is that
    of the game that is shown."""

    state: Json
    seat: str | None
    seats: tuple[str, ...]
    who: People
    t: Speaker
    header: Json = {}  # noqa: RUF012 (never changed)

    @property
    def spoken(self) -> list[object]:
        """All that a sentence depends on besides the facts: game, language, names, and the board that they are of."""
        return [*self.who.spoken, (self.header.get("board") or {}).get("hash")]

    @property
    def view(self) -> Json:
        """The game as this seat may see it."""
        found: Json = self.state["view"]
        return found

    @property
    def asked(self) -> Json | None:
        """What this seat is asked; else the first question that stands, None where all is over."""
        questions: list[Json] = self.view.get("asked") or []
        mine = next((question for question in questions if question["seat"] == self.seat), None)
        return mine or (questions[0] if questions else None)

    @property
    def mine(self) -> bool:
        """True where the browser's seat is asked."""
        return bool(self.seat and self.asked and self.asked["seat"] == self.seat)

    @property
    def question(self) -> str | None:
        """The name of what this seat is asked."""
        return self.state["question"].get(self.seat) if self.seat else None
