"""What a position holds for each seat: few numbers that a player can read, all between about -1 and 4.

They are taken before a throw, when nothing else is under way.  ``rank`` is how soon a seat throws: 0 next, 2 last.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.dreimagier.board import LABYRINTH, LIFE
from companion.games.dreimagier.ghost import reach
from companion.games.dreimagier.position import ALL_CARDS, NOBODY, Position
from companion.games.dreimagier.setup import Setup
from companion.games.dreimagier.wands import Three

STATIC = (
    "one-card",
    "two-cards",
    "three-cards",
    "four-cards",
    "five-cards",
    "six-cards",
    "gain",
    "gain-with-five",
    "gain-with-six",
    "nearest-card",
    "nearness-of-all",
    "turns-to-three",
    "nearest-with-six",
    "spell-near",
    "stone",
    "magician-in-labyrinth",
    "apprentice-in-labyrinth",
    "contested-cards",
)
"""Of a seat's own figures and cards; gain is the chance of its next throw to bring a card."""
DYNAMIC = (
    "throws-next",
    "throws-last",
    "next-gain",
    "last-gain",
    "next-gain-with-six",
    "last-gain-with-six",
    "further-throws",
    "magician-exposed",
    "magician-exposed-with-card",
    "apprentice-exposed",
)
"""Of the order of throws, and of what the others may do before the seat throws again."""
CHANCE = STATIC.index("gain")
NAMES = STATIC + DYNAMIC
Row = tuple[float, ...]


def features(position: Position) -> tuple[Row, Row, Row]:
    """The numbers of red, black and white, in the order of ``NAMES``."""
    ranks = order_of_throws(position)
    red, black, white = (_row(position, seat, ranks) for seat in (0, 1, 2))
    return red, black, white


def order_of_throws(position: Position) -> tuple[int, ...]:
    """How soon each colour throws: whoever is on first, then the turns go clockwise."""
    order = position.setup.order
    turn = position.turn if position.turn != NOBODY else order[0]
    return _ranks(order, turn, position.mover if position.mover != NOBODY else turn)


@lru_cache(maxsize=64)
def _ranks(order: Three, turn: int, mover: int) -> tuple[int, ...]:
    start = order.index(turn)
    queue = [mover, *(order[(start + step) % 3] for step in (1, 2, 3) if order[(start + step) % 3] != mover)]
    return queue.index(0), queue.index(1), queue.index(2)


def _row(position: Position, seat: int, ranks: tuple[int, ...]) -> Row:
    own = static(*key(position, seat))
    return own + dynamic(position, seat, ranks, own[CHANCE])


def key(position: Position, seat: int) -> tuple[Setup, int, int, bool, int, int, int]:
    """All that the static features of a seat depend on."""
    cleared = sum(1 << place for place, count in enumerate(position.supply) if count == 0)
    foreign = sum(1 << position.magicians[other] for other in (0, 1, 2) if other != seat)
    foreign &= ALL_CARDS
    own = position.cards[seat]
    figures = position.magicians[seat], position.apprentices[seat], position.stones[seat]
    return (position.setup, *figures, own, own & cleared, foreign)


@lru_cache(maxsize=reach.CACHED)
def static(setup: Setup, magician: int, apprentice: int, stone: bool, cards: int, contested: int, foreign: int) -> Row:
    """The features of ``STATIC``."""
    count, wanted = cards.bit_count(), ALL_CARDS & ~cards
    chance = reach.gain(setup, magician, apprentice, stone, wanted, foreign)
    nearest, nearness, turns = reach.ways_to_cards(setup, magician, apprentice, wanted)
    return (
        *(float(count >= step) for step in range(1, 7)),
        chance,
        chance * (count == 5),
        chance * (count == 6),
        nearest,
        nearness,
        turns / 10,
        nearest * (count == 6),
        reach.spells(setup, apprentice, stone),
        float(stone),
        float(magician == LABYRINTH),
        float(apprentice == LABYRINTH),
        float(contested.bit_count()) / 4,
    )


def dynamic(position: Position, seat: int, ranks: tuple[int, ...], chance: float) -> Row:
    """The features of ``DYNAMIC`` for a seat whose next throw has this chance of a card."""
    rank = ranks[seat]
    count = position.cards[seat].bit_count()
    place, node = position.magicians[seat], position.apprentices[seat]
    danger = exposed(position, seat, place, ranks)
    return (
        float(rank == 0),
        float(rank == 2),
        chance * (rank == 0),
        chance * (rank == 2),
        chance * (rank == 0 and count == 6),
        chance * (rank == 2 and count == 6),
        float(sum(owner == seat for owner, _ in position.rights)),
        danger,
        danger * (position.cards[seat] >> place & 1),
        exposed(position, seat, node, ranks) if node != place else 0.0,
    )


def exposed(position: Position, seat: int, place: int, ranks: tuple[int, ...]) -> float:
    """Jumps onto this place to expect from rivals who throw before this seat; the rest of the board is safe."""
    if place > 8 or place in (LIFE, LABYRINTH):
        return 0.0
    rivals = [other for other in (0, 1, 2) if other != seat and ranks[other] < ranks[seat]]
    return sum(reach.attacked(position.setup, position.magicians[rival], place) for rival in rivals)
