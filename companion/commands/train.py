"""``dreimagier train``: the ghost's weights, fitted to games that play themselves.

The first games are those of greedy players; the ghost that follows from them plays the next, and so on.  A round's
weights stand only if they win more than their share against two of the round before.  At the end one factor makes the
odds of the ghost's own games come true as often as they say.  All of it is written down beside the weights.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import msgspec

from companion.commands.fitting import Array, Game, fit, loss, rows, sharpness
from companion.commands.intervals import Share
from companion.commands.strength import drawer, match
from companion.games.dreimagier import GAME
from companion.games.dreimagier.board import SHIPPED
from companion.games.dreimagier.ghost.arena import Player, ghost, play, simple
from companion.games.dreimagier.ghost.features import NAMES, Row, features
from companion.games.dreimagier.ghost.levels import LEVELS, Level
from companion.games.dreimagier.ghost.value import Value
from companion.games.dreimagier.position import NOBODY, Position
from companion.games.dreimagier.rulesets import RULESETS

CURIOUS = Level(0.02, 0.2)
"""How the ghost plays while it learns: mostly well, and often enough something else."""
EVEN = 1 / 3


class Diary:
    """What happened in training, said and kept."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, line: str) -> None:
        click.echo(line)
        self.lines.append(line)


def tables() -> list[Position]:
    """First positions to learn from: half the games on the default, the others on every shipped board and rule set."""
    pairs = [("default", "noris-1985"), *((board, ruleset) for board in SHIPPED for ruleset in RULESETS)]
    return [GAME.start(GAME.header({"board": board, "ruleset": ruleset})) for board, ruleset in pairs]


def played(player: Player, games: int, seed: str) -> list[Game]:
    """Games of three such players, as far as they came to an end."""
    firsts, found = tables(), list[Game]()
    for number in range(games):
        first = firsts[0] if number % 2 else firsts[1 + number // 2 % (len(firsts) - 1)]
        seen: list[tuple[Row, Row, Row]] = []

        def note(position: Position, to: list[tuple[Row, Row, Row]] = seen) -> None:
            to.append(features(position))

        last = play(first, [player] * 3, drawer(f"{seed}-{number}"), note)
        if last.winner != NOBODY:
            found.append((seen, last.winner))
    return found


def value_of(weights: Array) -> Value:
    """The value under weights in the order of ``NAMES``."""
    return Value(dict(zip(NAMES, map(float, weights), strict=True)))


def learned(rounds: int, games: int, duels: int, seed: str, say: Diary) -> Array:
    """The best weights after so many rounds."""
    known = played(simple("greedy"), games, f"{seed}-greedy")
    best = fit(rows(known))
    say(f"round 0: {len(known)} games of greedy players, loss {loss(rows(known), best):.4f} (ln 3 = 1.0986)")
    say(f"  against two greedy: {_strong_against(best, simple('greedy'), duels, seed)}")
    for number in range(1, rounds + 1):
        known += played(ghost(CURIOUS, value_of(best)), games // 4, f"{seed}-{number}")
        fresh = fit(rows(known))
        found = _strong_against(fresh, ghost(LEVELS["strong"], value_of(best)), duels, seed)
        stands = found.share > EVEN
        say(f"round {number}: {len(known)} games in all, loss {loss(rows(known), fresh):.4f}")
        say(f"  against two of the round before: {found}: {'stands' if stands else 'is dropped'}")
        best = fresh if stands else best
    return best


def _strong_against(weights: Array, other: Player, games: int, seed: str) -> Share:
    first = tables()[0]
    found = match(first, ghost(LEVELS["strong"], value_of(weights)), other, games, f"{seed}-duel")
    return found.won


@click.command()
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(0), help="Rounds of self-play.")
@click.option("--games", default=1500, show_default=True, type=click.IntRange(4), help="Games of the first round.")
@click.option("--duels", default=300, show_default=True, type=click.IntRange(3), help="Games that judge a round.")
@click.option(
    "--own", "own_games", default=400, show_default=True, type=click.IntRange(1), help="Games to be sharp by."
)
@click.option("--seed", default="1", show_default=True, help="Same seed, same weights.")
@click.option("--out", default=".", show_default=True, type=click.Path(file_okay=False), help="Folder to write to.")
def train(rounds: int, games: int, duels: int, own_games: int, seed: str, out: str) -> None:
    """Fit the ghost's weights to self-play: writes weights.json and training.txt."""
    say = Diary()
    say(f"dreimagier train --rounds {rounds} --games {games} --duels {duels} --own {own_games} --seed {seed}")
    weights = learned(rounds, games, duels - duels % 3, seed, say)
    own = rows(played(ghost(CURIOUS, value_of(weights)), own_games, f"{seed}-scale"))
    factor = sharpness(own, weights)
    before, after = loss(own, weights), loss(own, weights * factor)
    say(f"sharpness {factor:.3f}: loss of the ghost's own games {before:.4f} -> {after:.4f}")
    named = {name: round(float(weight), 4) for name, weight in zip(NAMES, weights * factor, strict=True)}
    for name, weight in named.items():
        say(f"  {name:28} {weight:8.4f}")
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    body = msgspec.json.format(json.dumps({"weights": named}).encode(), indent=2)
    (folder / "weights.json").write_bytes(body + b"\n")
    (folder / "training.txt").write_text("\n".join(say.lines) + "\n", encoding="utf-8")
