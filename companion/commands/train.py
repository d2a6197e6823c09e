"""``dreimagier train``: the ghost's weights, fitted to games that play themselves.

The games are those of greedy players, some of whom often go astray, so that good positions and bad ones are seen apart
from the plans that usually lead there.  Each kind of game (``value.kind_of``) is learned for itself; the boards that
are shipped take part alike.  Then the ghost plays games of its own, which the weights were not fitted to: one factor a
stage makes what it tells of them come true as often as it says.  All of it is written down beside the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click
import msgspec
import numpy as np

from companion.commands.fitting import Array, Game, Rows, fit, loss, rows, sharpness
from companion.commands.strength import Table, drawer, drawers, firsts, match
from companion.games import Draw
from companion.games.dreimagier.board import SHIPPED
from companion.games.dreimagier.ghost.arena import Player, ghost, play, simple
from companion.games.dreimagier.ghost.features import NAMES, features
from companion.games.dreimagier.ghost.levels import LEVELS
from companion.games.dreimagier.ghost.reliability import reliability
from companion.games.dreimagier.ghost.value import STAGES, Fit, Value, kind_of, stage
from companion.games.dreimagier.play import legal_actions
from companion.games.dreimagier.position import NOBODY, Position
from companion.games.dreimagier.rulesets import RULESETS
from companion.games.dreimagier.setup import Action

ASTRAY = (0.1, 0.25)
"""Shares of decisions that greedy players leave to chance."""
PARTS = 1000
APART = 4
"""Of the positions that follow upon a decision every so many is learned from.  What nobody chose is nothing to choose
by, and there is much of it where the labyrinth holds everybody.  Not so many a game are taken: how long a game will be
tells of who leads now whether he wins it, and what is told would be too sure."""
DIGITS = 4


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


class Watched:
    """Notes every so many positions of a game that follow upon a decision."""

    def __init__(self) -> None:
        self.decided = False
        self.moves = 0
        self.seen: list[tuple[Sequence[Sequence[float]], int]] = []

    def __call__(self, position: Position) -> None:
        if self.decided and self.moves % APART == 0:
            self.seen.append((features(position), stage(position)))
        self.moves += self.decided
        self.decided = False

    def by(self, player: Player) -> Player:
        """The same player, whose decisions are noticed."""

        def decide(position: Position, draw: Draw) -> Action:
            self.decided = True
            return player(position, draw)

        return decide

    def game(self, winner: int) -> Game:
        """What was seen, and who won."""
        return (
            np.array([row for row, _ in self.seen], dtype=np.float64),
            np.array([each for _, each in self.seen]),
            winner,
        )


def played(tables: Sequence[Table], players: Sequence[Player], games: int, seed: str) -> Rows:
    """Games with one of these players on each seat, as far as they came to an end."""
    found = list[Game]()
    for number in range(games):
        draw, seen = drawer(f"{seed}-{number}"), Watched()
        seats = [seen.by(players[draw(len(players))]) for _ in range(3)]
        last = play(tables[number % len(tables)][1], seats, draw, seen)
        if last.winner != NOBODY:
            found.append(seen.game(last.winner))
    return rows(found)


def named_weights(weights: Array) -> dict[str, float]:
    """Weights in the order of ``NAMES`` by name."""
    return {name: round(float(weight), DIGITS) for name, weight in zip(NAMES, weights, strict=True)}


def learned(kind: str, tables: Sequence[Table], games: int, own_games: int, seed: str, say: Diary) -> Fit:
    """What these tables, all of one kind, teach."""
    greedy = simple("greedy")
    known = played(tables, [greedy, *(astray(greedy, part) for part in ASTRAY)], games, f"{seed}-{kind}-greedy")
    weights = fit(known)
    say(f"{kind}: {games} games of greedy players, {len(known.winners)} positions, loss {loss(known, weights):.4f}")
    found = named_weights(weights)
    own = played(tables, [strong(Value({kind: Fit(found)}))], own_games, f"{seed}-{kind}-own")
    return Fit(found, sharpened(own, weights, say))


def strong(value: Value) -> Player:
    """The strong ghost under a value."""
    return ghost(LEVELS["strong"], value)


def sharpened(own: Rows, weights: Array, say: Diary) -> tuple[float, float, float]:
    """The factor of each stage that makes the ghost's own games come true as often as it says."""
    factors = []
    for number in range(len(STAGES) + 1):
        part = own.of(number)
        factor = round(sharpness(part, weights), DIGITS) if len(part.winners) else 1.0
        told = f"loss {loss(part, weights):.4f} -> {loss(part, weights * factor):.4f}" if len(part.winners) else ""
        say(f"  stage {number}: sharpness {factor:.3f} by {len(part.winners)} positions of own games, {told}")
        factors.append(factor)
    first, middle, end = factors
    return first, middle, end


def groups(tables: Iterable[Table]) -> dict[str, list[Table]]:
    """Tables by their kind of game."""
    found: dict[str, list[Table]] = {}
    for table in tables:
        found.setdefault(kind_of(table[1].setup.rules), []).append(table)
    return found


def measured(tables: Sequence[Table], value: Value, games: int, told: int, seed: str, say: Diary) -> None:
    """How strong it is on each table, and whether its odds come true, by other games."""
    for names, first in tables:
        found = match(first, strong(value), simple("greedy"), games, f"{seed}-duel").won
        say(f"  {' '.join(names)}: against two greedy {found}")
    say("  how often odds of other games came true:")
    for line in reliability([first for _, first in tables], strong(value), drawers(f"{seed}-told", told), value):
        say(f"    {line}")


@click.command()
@click.option("--games", default=6000, show_default=True, type=click.IntRange(4), help="Games to learn from, a kind.")
@click.option(
    "--own", "own_games", default=1500, show_default=True, type=click.IntRange(1), help="Games to be sharp by."
)
@click.option("--duels", default=90, show_default=True, type=click.IntRange(3), help="Games a table to measure by.")
@click.option("--told", default=300, show_default=True, type=click.IntRange(1), help="Games to check odds by, a kind.")
@click.option("--seed", default="1", show_default=True, help="Same seed, same weights.")
@click.option("--out", default=".", show_default=True, type=click.Path(file_okay=False), help="Folder to write to.")
@click.option("--ruleset", default=",".join(RULESETS), help="Rule sets to learn from, with commas between.")
@click.option("--board", default=",".join(sorted(SHIPPED)), help="Boards to learn from, with commas between.")
def train(games: int, own_games: int, duels: int, told: int, seed: str, out: str, ruleset: str, board: str) -> None:
    """Fit the ghost's weights to games that play themselves: writes weights.json and training.txt."""
    say, fits = Diary(), dict[str, Fit]()
    say(f"dreimagier train --games {games} --own {own_games} --duels {duels} --told {told} --seed {seed}")
    say(f"  on {board}, each under {ruleset}")
    for kind, tables in groups(firsts(board, ruleset)).items():
        fits[kind] = learned(kind, tables, games, own_games, seed, say)
        measured(tables, Value(fits), duels - duels % 3, told, seed, say)
        for name, weight in fits[kind].weights.items():
            say(f"  {name:28} {weight:8.4f}")
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "weights.json").write_bytes(msgspec.json.format(msgspec.json.encode(fits), indent=2) + b"\n")
    (folder / "training.txt").write_text("\n".join(say.lines) + "\n", encoding="utf-8")
