"""What a set-up lets figures reach: chances of one throw, and turns to expect, computed from the board once.

A pip throw counts for a figure by two numbers: the own wand's value (the jump) and the sum of the two others (with it,
the walk).  They are nine cases of 27 throws in all.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.dreimagier.board import LABYRINTH, LIFE, MAGIC_PLACES
from companion.games.dreimagier.setup import Setup

CASES = tuple((own, others, ways) for own in range(3) for others, ways in enumerate((1, 2, 3, 2, 1)))
"""Own wand, sum of the others, and in how many of the 27 throws."""
SUM_WAYS = (1, 3, 6, 7, 6, 3, 1)
THROWS = 27
MAGIC_RULES = 14 / 27
"""Chance that a spell throw lets its thrower choose magic: six alone, two of 3-3-0, six of 2-2-2."""
HALF = 0.5
FAR = 20.0
SWEEPS = 30
CACHED = 1 << 17

Table = tuple[tuple[float, ...], ...]
"""Turns to expect from a node (first) to a place (second)."""


@lru_cache(maxsize=4096)
def bits(nodes: tuple[int, ...]) -> int:
    """Places among these nodes, as bits by their number."""
    return sum(1 << node for node in nodes if node < 9)


@lru_cache(maxsize=CACHED)
def gain(setup: Setup, magician: int, apprentice: int, stone: bool, wanted: int, foreign: int) -> float:
    """Chance that a pip throw leads to one of the wanted cards (bits), with foreign magicians on some places (bits).

    A meeting is sure, a duel counts half, a symbol field as often as magic can bring the apprentice to his magician.
    """
    found = 0.0
    for own, others, ways in CASES:
        if own + others and not (own == 0 and others == 0):
            found += ways * _gain(setup, (magician, apprentice, stone), (own, others), wanted, foreign)
    return found / THROWS


def _gain(setup: Setup, figures: tuple[int, int, bool], pips: tuple[int, int], wanted: int, foreign: int) -> float:
    magician, apprentice, stone = figures
    own, others = pips
    jumps, walks = setup.jumps[own][magician], setup.walks[stone][own + others][apprentice]
    if held(setup, own, others):
        jumps, walks = (() if magician == LABYRINTH else jumps), (() if apprentice == LABYRINTH else walks)
    jumped, walked = bits(jumps), bits(walks)
    meets = (jumped & (walked | bits((apprentice,)))) | (bits((magician,)) & walked)
    if meets & wanted & ~foreign:
        return 1.0
    magic = MAGIC_RULES if (jumped | bits((magician,))) & wanted & ~foreign else 0.0
    magic = magic if setup.symbols.intersection(walks) else 0.0
    return max(magic, HALF if jumped & wanted & foreign else 0.0)


def held(setup: Setup, own: int, others: int) -> bool:
    """K1: a figure in the labyrinth does not move with this throw (some of which are doublets, if pips allow it)."""
    exit_ = setup.rules.labyrinth_exit
    return exit_ != "free" and not ((own == 2 and others == 4) or (exit_ != "222" and own == 1 and others == 2))


@lru_cache(maxsize=CACHED)
def spells(setup: Setup, apprentice: int, stone: bool) -> float:
    """Chance that a pip throw can end the walk on a symbol field."""
    walks = setup.walks[stone]
    return sum(ways for total, ways in enumerate(SUM_WAYS) if setup.symbols.intersection(walks[total][apprentice])) / 27


@lru_cache(maxsize=32)
def walking(setup: Setup) -> Table:
    """Turns that an apprentice needs to end a walk on each place, walking at his best without a stone."""
    return tuple(zip(*(_walking(setup, place) for place in range(9)), strict=True))


def _walking(setup: Setup, place: int) -> list[float]:
    turns = [FAR] * len(setup.path)
    for _ in range(SWEEPS):
        for node in range(len(turns)):
            turns[node] = min(FAR, 1 + _next_turns(setup, node, place, turns))
    return turns


def _next_turns(setup: Setup, node: int, place: int, turns: list[float]) -> float:
    """What is left after a throw on average; 000 leads to the labyrinth (T2), where K1 may hold him."""
    found = turns[LABYRINTH]
    for total in range(1, 7):
        ways = leaving(setup, total) if node == LABYRINTH else SUM_WAYS[total]
        ends = setup.walks[False][total][node] or (node,)
        left = 0.0 if place in ends else min(turns[end] for end in ends)
        if not setup.rules.apprentice_must_walk:  # K5
            left = min(left, turns[node])
        found += ways * left + (SUM_WAYS[total] - ways) * turns[node]
    return found / THROWS


def leaving(setup: Setup, total: int) -> int:
    """In how many throws of this sum a figure may leave the labyrinth (K1)."""
    exit_ = setup.rules.labyrinth_exit
    if exit_ == "free":
        return SUM_WAYS[total]
    return int(total == 6 or (total == 3 and exit_ != "222"))


@lru_cache(maxsize=32)
def jumping(setup: Setup) -> Table:
    """Turns that a magician needs to reach each place; none where he stands."""
    return tuple(zip(*(_jumping(setup, place) for place in range(9)), strict=True))


def _jumping(setup: Setup, place: int) -> list[float]:
    turns = [FAR] * 9
    turns[place] = 0.0
    for _ in range(SWEEPS):
        for node in range(9):
            if node != place:
                turns[node] = min(FAR, 1 + sum(_after_jump(setup, node, steps, turns) for steps in range(3)) / 3)
    return turns


def _after_jump(setup: Setup, node: int, steps: int, turns: list[float]) -> float:
    ends = setup.jumps[steps][node]
    stays = not (ends and setup.rules.life_limit and node == LIFE)
    best = min((turns[end] for end in (*ends, node) if end != node or stays), default=turns[node])
    if node != LABYRINTH or setup.rules.labyrinth_exit == "free":
        return best
    free = leaving(setup, 3 * steps) / 9 if steps else 0.0  # K1: one of the nine throws with this own wand
    return free * best + (1 - free) * turns[node]


@lru_cache(maxsize=CACHED)
def ways_to_cards(setup: Setup, magician: int, apprentice: int, wanted: int) -> tuple[float, float, float]:
    """Nearness of the wanted cards: of the nearest, of all together, and turns of the three nearest on average.

    Both figures must come together, so the slower counts; nearness is 1 / turns.
    """
    walk, jump = walking(setup)[apprentice], jumping(setup)[magician]
    turns = sorted(max(walk[place], jump[place], 1.0) for place in MAGIC_PLACES if wanted >> place & 1)
    if not turns:
        return 0.0, 0.0, 0.0
    return 1 / turns[0], sum(1 / each for each in turns) / len(turns), sum(turns[:3]) / min(3, len(turns))


@lru_cache(maxsize=CACHED)
def attacked(setup: Setup, magician: int, place: int) -> float:
    """Chance that a magician may jump to a place with his next throw."""
    return sum(place in setup.jumps[steps][magician] for steps in range(3)) / 3
