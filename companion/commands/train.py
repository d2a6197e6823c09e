"""``dreimagier train``: the ghost's weights, fitted to games that play themselves.

The first games are those of greedy players, some of whom often go astray, so that good positions and bad ones are seen
apart from the plans that usually lead there.  The ghost that follows from them plays the next with greedy ones, and so
on.  All boards and rule sets that are shipped take part alike.  A round's weights stand only if they win more games of
two greedy players than those before, over all of them.  At the end one factor makes the odds of the ghost's own games
come true as often as they say.  All of it is written down beside the weights.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from companion.commands.fitting import Array, Game, fit, loss, rows, sharpness
from companion.commands.strength import Table, drawer, drawers, firsts, match
from companion.games import Draw
from companion.games.dreimagier.board import SHIPPED
from companion.games.dreimagier.ghost.arena import Player, ghost, play, simple
from companion.games.dreimagier.ghost.features import NAMES, Row, features
from companion.games.dreimagier.ghost.levels import LEVELS, Level
from companion.games.dreimagier.ghost.reliability import reliability
from companion.games.dreimagier.ghost.value import Value
from companion.games.dreimagier.play import legal_actions
from companion.games.dreimagier.position import NOBODY, Position
from companion.games.dreimagier.rulesets import RULESETS
from companion.games.dreimagier.setup import Action

CURIOUS = Level(0.02, 0.2)
"""How the ghost plays while it learns: mostly well, and often enough something else."""
ASTRAY = (0.1, 0.25)
"""Shares of decisions that greedy players leave to chance."""
PARTS = 1000
MOST_ROWS = 60
"""Positions of one game that are learned from, so that long games do not drown the others."""


class Diary:
    """What happened in training, said and kept."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, line: str) -> None:
        click.echo(line)
        self.lines.append(line)


def astray(player: Player, part: float) -> Player:
    """A player who leaves this part of his decisions to chance."""

    def decide(position: Position, draw: Draw) -> Action:
        if draw(PARTS) >= part * PARTS:
            return player(position, draw)
        legal = legal_actions(position)
        return legal[draw(len(legal))]

    return decide


def played(tables: Sequence[Table], players: Sequence[Player], games: int, seed: str) -> list[Game]:
    """Games with one of these players on each seat, as far as they came to an end."""
    found = list[Game]()
    for number in range(games):
        draw, seen = drawer(f"{seed}-{number}"), list[tuple[Row, Row, Row]]()
        seats = [players[draw(len(players))] for _ in range(3)]
        _, first = tables[number % len(tables)]
        last = play(first, seats, draw, lambda position, to=seen: to.append(features(position)))  # type: ignore[misc]
        if last.winner != NOBODY:
            found.append((_thinned(seen), last.winner))
    return found


def _thinned(seen: list[tuple[Row, Row, Row]]) -> list[tuple[Row, Row, Row]]:
    """Not more than enough, evenly from the whole game."""
    apart = max(1.0, len(seen) / MOST_ROWS)
    return [seen[int(number * apart)] for number in range(int(len(seen) / apart))]


def value_of(weights: Array) -> Value:
    """The value under weights in the order of ``NAMES``."""
    return Value(dict(zip(NAMES, map(float, weights), strict=True)))


def learned(tables: Sequence[Table], rounds: int, games: int, duels: int, seed: str, say: Diary) -> Array:
    """The best weights after so many rounds."""
    greedy = simple("greedy")
    known = played(tables, [greedy, *(astray(greedy, part) for part in ASTRAY)], games, f"{seed}-greedy")
    best = fit(rows(known))
    say(f"round 0: {len(known)} games of greedy players, loss {loss(rows(known), best):.4f} (ln 3 = 1.0986)")
    record = measured(tables, best, duels, seed, say)
    known = []
    for number in range(1, rounds + 1):
        mind = value_of(best)
        known += played(
            tables, [ghost(LEVELS["strong"], mind), ghost(CURIOUS, mind), greedy], games // 2, f"{seed}-{number}"
        )
        fresh = fit(rows(known))
        say(f"round {number}: {len(known)} games of ghosts among greedy ones, loss {loss(rows(known), fresh):.4f}")
        found = measured(tables, fresh, duels, seed, say)
        stands = found > record
        say(f"  {'stands' if stands else 'is dropped'}")
        best, record = (fresh, found) if stands else (best, record)
    return best


def measured(tables: Sequence[Table], weights: Array, games: int, seed: str, say: Diary) -> float:
    """The share of games won of two greedy players, over all tables."""
    player, shares = ghost(LEVELS["strong"], value_of(weights)), []
    for names, first in tables:
        found = match(first, player, simple("greedy"), games, f"{seed}-duel").won
        say(f"  {' '.join(names)}: against two greedy {found}")
        shares.append(found.share)
    return sum(shares) / len(shares)


@click.command()
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(0), help="Rounds of self-play.")
@click.option("--games", default=3600, show_default=True, type=click.IntRange(4), help="Games of the first round.")
@click.option(
    "--duels", default=60, show_default=True, type=click.IntRange(3), help="Games a table that judge a round."
)
@click.option(
    "--own", "own_games", default=900, show_default=True, type=click.IntRange(1), help="Games to be sharp by."
)
@click.option("--seed", default="1", show_default=True, help="Same seed, same weights.")
@click.option("--out", default=".", show_default=True, type=click.Path(file_okay=False), help="Folder to write to.")
@click.option("--ruleset", default=",".join(RULESETS), help="Rule sets to learn from, with commas between.")
@click.option("--board", default=",".join(sorted(SHIPPED)), help="Boards to learn from, with commas between.")
def train(rounds: int, games: int, duels: int, own_games: int, seed: str, out: str, ruleset: str, board: str) -> None:
    """Fit the ghost's weights to self-play: writes weights.json and training.txt."""
    say = Diary()
    say(f"dreimagier train --rounds {rounds} --games {games} --duels {duels} --own {own_games} --seed {seed}")
    say(f"  on {board}, each under {ruleset}")
    tables = list(firsts(board, ruleset))
    weights = learned(tables, rounds, games, duels - duels % 3, seed, say)
    mind = value_of(weights)
    own = rows(played(tables, [ghost(LEVELS["strong"], mind), ghost(CURIOUS, mind)], own_games, f"{seed}-scale"))
    factor = sharpness(own, weights)
    before, after = loss(own, weights), loss(own, weights * factor)
    say(f"sharpness {factor:.3f}: loss of the ghost's own games {before:.4f} -> {after:.4f}")
    say("how often odds of games after these came true:")
    sharp = value_of(weights * factor)
    everywhere = [first for _, first in tables]
    for line in reliability(everywhere, ghost(LEVELS["strong"], sharp), drawers(f"{seed}-told", own_games), sharp):
        say(f"  {line}")
    named = {name: round(float(weight), 4) for name, weight in zip(NAMES, weights * factor, strict=True)}
    for name, weight in named.items():
        say(f"  {name:28} {weight:8.4f}")
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    body = msgspec.json.format(json.dumps({"weights": named}).encode(), indent=2)
    (folder / "weights.json").write_bytes(body + b"\n")
    (folder / "training.txt").write_text("\n".join(say.lines) + "\n", encoding="utf-8")
