"""The face of the toy game: a table of who has picked, and buttons for the die."""

from __future__ import annotations

from companion.games import Json
from companion.web.pages.face import Face
from companion.web.pages.seen import Seen


class ToyFace(Face):
    """What the shell does not know of the toy game."""

    def buttons(self, seen: Seen) -> list[Json]:
        """Picks, and what the die shows."""
        if not seen.view["throw"]:
            return super().buttons(seen)
        dice = [{"type": "throw", "wands": {"die": {"top": n}}} for n in (1, 2, 3)]
        return [{"action": die, "label": str(n), "main": False} for n, die in enumerate(dice, 1)]


FACE = ToyFace("toy", "companion.web.games.toy")
