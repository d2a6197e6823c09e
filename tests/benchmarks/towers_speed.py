"""Speed of the game with towers, against Die drei Magier in the same run on one thread.

Decisions a second by random players, in the basic and in the master game; and how long the longest list of what may be
done takes, with six players who can all pay for every spell.  Exit 1 below the bars.
"""

from __future__ import annotations

import random
import statistics
import time

import msgspec

from companion.commands import simulate, towers
from companion.games.dreimagier import GAME as WANDS
from companion.games.tuerme import GAME
from companion.games.tuerme.box import COLOURS
from companion.games.tuerme.play import step
from companion.games.tuerme.players import next_action
from companion.games.tuerme.position import OVER, Position

BAR, WORST_MS = 0.5, 15.0
ROUNDS, SECONDS = 5, 0.8


def rich(position: Position) -> Position:
    """The same, where everybody has all bottles full."""
    each = (position.setup.bottles,) * len(position.full)
    return msgspec.structs.replace(position, full=each, empty=(0,) * len(each), spent=(0,) * len(each))


def worst(seeds: int = 4) -> tuple[float, int]:
    """The longest list over seeded master games of six, in milliseconds (best of three), and how long it is."""
    header = GAME.header({"seats": list(COLOURS), "settings": {"mode": "master", "spells_per_action": "one-each"}})
    slowest, length = 0.0, 0
    for seed in range(seeds):
        rng, position = random.Random(seed), GAME.start(header)
        while position.phase != OVER:
            times = []
            for _ in range(3):
                begin = time.perf_counter()
                found = GAME.legal(rich(position)) + GAME.may(rich(position))
                times.append(time.perf_counter() - begin)
            if min(times) > slowest:
                slowest, length = min(times), len(found)
            position, _ = step(position, next_action(position, rng.randrange))
    return 1000 * slowest, length


def main() -> int:
    """Both games in turns, medians compared."""
    wands, basic, master = WANDS.start(WANDS.header({})), GAME.start(GAME.header({})), _master()
    speeds: dict[str, list[float]] = {"wands": [], "basic": [], "master": []}
    for number in range(ROUNDS):
        speeds["wands"].append(simulate.measure(wands, str(number), SECONDS))
        speeds["basic"].append(towers.measure(basic, str(number), SECONDS))
        speeds["master"].append(towers.measure(master, str(number), SECONDS))
    found = {name: statistics.median(each) for name, each in speeds.items()}
    ratios = {name: found[name] / found["wands"] for name in ("basic", "master")}
    slowest, length = worst()
    held = min(ratios.values()) >= BAR and slowest < WORST_MS
    print(", ".join(f"{name}: {speed:,.0f} decisions a second" for name, speed in found.items()))
    print(f"ratios {ratios['basic']:.2f} basic, {ratios['master']:.2f} master, bar {BAR}")
    print(f"longest list: {length} actions in {slowest:.1f} ms, bar {WORST_MS} ms: {'held' if held else 'MISSED'}")
    return 0 if held else 1


def _master() -> Position:
    return GAME.start(GAME.header({"seats": list(COLOURS), "settings": {"mode": "master"}}))


if __name__ == "__main__":
    raise SystemExit(main())
