"""Who sits where: names as the reader of one browser sees them."""

from __future__ import annotations

from companion.games import Json
from companion.web.pages.words import Speaker


class People:
    """The people at the table."""

    def __init__(self, state: Json, mine: tuple[str, ...], t: Speaker) -> None:
        self._seats: Json = state.get("seats") or {}
        self._t = t
        self.mine = mine
        self.spoken = (state["game"], t.language, {seat: self.name(seat) for seat in self._seats})
        """Game, language and names: all that a sentence about somebody depends on besides the facts."""

    def name(self, seat: str | None) -> str:
        """The player's name, or that of the seat where nobody gave one."""
        given = (self._seats.get(seat) or {}).get("name") if seat else None
        if given or not seat or self.ghost(seat) is None:
            return given or self.colour(seat)
        return self._t("ghost.name", colour=self.colour(seat))

    def colour(self, seat: str | None) -> str:
        """The seat's own name in the page's language."""
        return self._t(f"seat.{seat}", default=seat.title()) if seat else ""

    def ghost(self, seat: str) -> str | None:
        """The level of the game's own player on this seat, None where none plays it."""
        found: str | None = (self._seats.get(seat) or {}).get("ghost")
        return found

    def taken(self, seat: str) -> bool:
        """True where a player holds the seat."""
        return bool((self._seats.get(seat) or {}).get("taken"))

    def away(self, seat: str) -> bool:
        """True where a player holds the seat and nothing is heard of the phone."""
        return self.taken(seat) and bool((self._seats.get(seat) or {}).get("away"))

    def here(self, seat: str) -> bool:
        """True where the player's phone is connected."""
        return bool((self._seats.get(seat) or {}).get("here", True))
