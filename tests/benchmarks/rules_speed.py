"""Speed of the rules against python-chess, in the same run on one thread.

Counted are decisions a second by random players (two or more legal actions; throws are made but not counted, events are
produced) against moves a second of random chess games.  Prints both and the ratio; exit 1 below the bar.
"""

from __future__ import annotations

import random
import statistics
import time

import chess

from companion.commands.simulate import measure
from companion.games.dreimagier import GAME

BAR = 4.5
ROUNDS = 5
SECONDS = 1.0


def chess_moves(seed: int, seconds: float) -> float:
    """Moves a second of random playouts; a finished game starts again."""
    rng, board, moves = random.Random(seed), chess.Board(), 0
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        for _ in range(50):
            legal = list(board.legal_moves)
            if not legal or board.is_insufficient_material() or board.halfmove_clock >= 100:
                board = chess.Board()
                continue
            board.push(rng.choice(legal))
            moves += 1
    return moves / spent


def main() -> int:
    """Both in turns, medians compared."""
    first = GAME.start(GAME.header({}))
    ours, theirs = [], []
    for number in range(ROUNDS):
        ours.append(measure(first, str(number), SECONDS))
        theirs.append(chess_moves(number, SECONDS))
    decisions, moves = statistics.median(ours), statistics.median(theirs)
    ratio = decisions / moves
    print(f"rules: {decisions:,.0f} decisions a second; python-chess: {moves:,.0f} moves a second")
    print(f"ratio {ratio:.2f}, bar {BAR}: {'held' if ratio >= BAR else 'MISSED'}")
    return 0 if ratio >= BAR else 1


if __name__ == "__main__":
    raise SystemExit(main())
