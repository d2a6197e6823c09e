"""``dreimagier strength``: how well a player does against two of another, by many games.

Every throw of seeds is played three times, the player on each seat once, so that neither seat nor luck of the throws
speaks for anybody.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from companion.commands.intervals import Share, share
from companion.commands.simulate import board_option
from companion.games import Draw, Invalid
from companion.games.dreimagier import GAME
from companion.games.dreimagier.ghost.arena import Player, ghost, named, play
from companion.games.dreimagier.ghost.levels import LEVELS
from companion.games.dreimagier.ghost.reliability import reliability
from companion.games.dreimagier.ghost.value import read
from companion.games.dreimagier.position import Position
from companion.games.dreimagier.setup import Action

Table = tuple[tuple[str, str], Position]


class Match(msgspec.Struct):
    """Result of a match: games won by the player, and times of its decisions in milliseconds."""

    won: Share
    median_ms: float
    p99_ms: float


def match(first: Position, player: Player, other: Player, games: int, seed: str) -> Match:
    """So many games (a multiple of three) of a player against two others."""
    times: list[float] = []
    timed = _timed(player, times)
    won = sum(_won(first, timed, other, number % 3, f"{seed}-{number // 3}") for number in range(games))
    times.sort()
    return Match(share(won, games), *(times[int(part * len(times))] if times else 0.0 for part in (0.5, 0.99)))


def _won(first: Position, player: Player, other: Player, seat: int, seed: str) -> bool:
    seats = [player if each == seat else other for each in range(3)]
    return play(first, seats, drawer(seed)).winner == seat


def drawer(seed: str) -> Draw:
    """Chance from a seed."""
    rng = random.Random(seed)
    return lambda below: int(rng.random() * below)


def drawers(seed: str, games: int) -> list[Draw]:
    """One for each of so many games."""
    return [drawer(f"{seed}-{number}") for number in range(games)]


def _timed(player: Player, times: list[float]) -> Player:
    def decide(position: Position, draw: Draw) -> Action:
        begin = time.perf_counter()
        action = player(position, draw)
        times.append((time.perf_counter() - begin) * 1000)
        return action

    return decide


def player_of(name: str) -> Player:
    """A player by name, or the strong ghost under a file of weights."""
    if not name.endswith(".json"):
        try:
            return named(name)
        except KeyError:
            raise click.UsageError(
                f"no player {name!r}: random, greedy, {', '.join(LEVELS)} or a weights file"
            ) from None
    try:
        return ghost(LEVELS["strong"], read(Path(name).read_bytes()))
    except (OSError, msgspec.DecodeError) as error:
        raise click.UsageError(f"{name} holds no weights: {error}") from None


@click.command()
@click.option("--player", default="strong", show_default=True, help="Who is measured.")
@click.option("--against", default="greedy,random", show_default=True, help="Two of each of these.")
@click.option("--games", default=300, show_default=True, type=click.IntRange(3), help="Games against each.")
@click.option("--seed", default="1", show_default=True, help="Same seed, same throws.")
@click.option("--ruleset", default="noris-1985", show_default=True, help="Rule sets, with commas between.")
@click.option("--board", default="default", show_default=True, help="Boards, with commas between.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a match.")
@click.option("--reliability", "told", is_flag=True, help="Instead: whether odds come true, among three such players.")
def strength(
    player: str, against: str, games: int, seed: str, ruleset: str, board: str, as_json: bool, told: bool
) -> None:
    """Measure a player against two of another; 1/3 of the games is even.

    Players: random, greedy, child, middle, strong, or a file of weights written by "dreimagier train".
    """
    if told:
        tables = [first for _, first in firsts(board, ruleset)]
        click.echo("\n".join(map(str, reliability(tables, player_of(player), drawers(seed, games)))))
        return
    for names, first in firsts(board, ruleset):
        for other in against.split(","):
            found = match(first, player_of(player), player_of(other), games - games % 3, seed)
            said = {"board": names[0], "ruleset": names[1], "player": player, "against": other}
            if as_json:
                click.echo(json.dumps(said | msgspec.to_builtins(found), sort_keys=True))
            else:
                click.echo(f"{' '.join(names)}: {player} against two {other} wins {found.won}, ", nl=False)
                click.echo(f"a decision takes {found.median_ms:.1f} ms (99 %: {found.p99_ms:.1f} ms)")


def firsts(boards: str, rulesets: str) -> Iterator[Table]:
    """Boards under rule sets, both with commas between: their names, and the first position.  Raises UsageError."""
    for board in boards.split(","):
        for ruleset in rulesets.split(","):
            try:
                header = GAME.header({"ruleset": ruleset, "board": board_option(board)})
            except Invalid as invalid:
                raise click.UsageError(str(invalid)) from None
            yield (board, ruleset), GAME.start(header)
