"""What is likely in a duel: to throw again or to stop, by the chances of the game; and when stopping loses."""

from __future__ import annotations

from companion.games import Json
from companion.games.dreimagier.odds import solve


def gives_in(view: Json) -> bool:
    """D6: the side that follows has less, else it would have won; stopping gives the duel away."""
    duel = view.get("duel")
    return bool(duel and duel["turn"] != duel["leader"])


def stops(view: Json) -> bool:
    """Whether the leader would rather stop, by best play (D2)."""
    duel = view.get("duel")
    if not duel or gives_in(view):
        return False
    result = duel["results"][duel["turn"]]
    choice = solve().leading.get((result["throws"], tuple(sorted(result["wands"].values()))))
    return choice is None or choice.stop
