"""``dreimagier simulate``: many games by themselves, every invariant checked after every action."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from typing import Any

import click
import msgspec

from companion.games import Fault, Invalid, Json, registry
from companion.games.dreimagier import GAME
from companion.games.dreimagier.actions import to_json
from companion.games.dreimagier.checks import check, check_events
from companion.games.dreimagier.events import is_documented
from companion.games.dreimagier.lamps import lamp_roles
from companion.games.dreimagier.notation import from_line, to_line
from companion.games.dreimagier.play import legal_actions, step
from companion.games.dreimagier.players import PLAYERS, Player
from companion.games.dreimagier.position import OVER, THROW_PHASES, Position, asked_seat
from companion.games.dreimagier.rehearsal import thrown
from companion.games.dreimagier.setup import Action
from companion.games.dreimagier.wands import COLOURS

SPEED_SECONDS = 1.0


class Broken(Exception):
    """An invariant does not hold; the message names the game's seed, the breach and the position."""


class Tally(msgspec.Struct):
    """What has been played."""

    games: int = 0
    finished: int = 0
    decisions: int = 0
    actions: int = 0
    throws: int = 0
    turns: int = 0
    wins: dict[str, int] = {}


def random_throw(position: Position, rng: random.Random) -> Action:
    """A throw of the wanted wands by chance."""
    return thrown(position, lambda below: int(rng.random() * below))


def next_action(position: Position, players: Sequence[Player], rng: random.Random) -> Action:
    """The decision of the player who is asked, or a random throw."""
    if position.phase in THROW_PHASES:
        return random_throw(position, rng)
    return players[asked_seat(position)](position, rng.choice)


def play_game(first: Position, players: Sequence[Player], seed: str, turns: int, tally: Tally) -> list[Json]:
    """One game with all checks; gives its actions as JSON.  Raises Broken."""
    rng, position = random.Random(seed), first
    actions: list[Json] = []
    while position.phase != OVER and turns > 0:
        legal = legal_actions(position)
        action = next_action(position, players, rng)
        before = to_line(position) if len(actions) % 50 == 0 else ""
        after, events = step(position, action)
        _expect(position, action, after, events, seed)
        if before and (to_line(position) != before or from_line(before) != position):
            raise Broken(f"game {seed}: the position changed, or its notation does not hold: {before}")
        turns -= sum(event["type"] == "turn" for event in events)
        tally.turns += sum(event["type"] == "turn" for event in events)
        tally.decisions += len(legal) > 1
        tally.throws += not legal
        actions.append(to_json(position.setup, action))
        position = after
    tally.actions += len(actions)
    tally.games += 1
    if position.phase == OVER:
        tally.finished += 1
        winner = COLOURS[position.winner]
        tally.wins[winner] = tally.wins.get(winner, 0) + 1
    _fold(first, actions, position, seed)
    return actions


def _expect(before: Position, action: Action, after: Position, events: tuple[Json, ...], seed: str) -> None:
    """Checks 1-4 and 6, the list of events, and lit = legal."""
    faults = check(after) + check_events(before, after, events)
    faults += [Fault("events", f"{event} is not documented") for event in events if not is_documented(event)]
    targets = {node for kind, node in legal_actions(after) if kind in ("jump", "walk", "magic")}
    roles = lamp_roles(after).items()
    lit = {after.setup.numbers[node] for node, names in roles if any(name.startswith("target") for name in names)}
    if lit != targets:
        faults.append(Fault("lamps", "what is lit is not what is legal"))
    if faults:
        text = "; ".join(f"{fault.where} {fault.text}" for fault in faults)
        raise Broken(f"game {seed}: {text}\n  before: {to_line(before)}\n  action: {to_json(before.setup, action)}")


def _fold(first: Position, actions: list[Json], last: Position, seed: str) -> None:
    """Check 5: folding the recorded actions through the border gives the same position, byte for byte."""
    position = first
    for action in json.loads(json.dumps(actions)):
        position, _ = GAME.apply(position, action)
    if json.dumps(GAME.encode(position), sort_keys=True) != json.dumps(GAME.encode(last), sort_keys=True):
        raise Broken(f"game {seed}: the fold of the actions differs (check 5)\n  {to_line(last)}")


def measure(first: Position, seed: str, seconds: float) -> float:
    """Decisions a second by random players: rules alone, without checks; throws are made but not counted."""
    rng, decisions, position = random.Random(seed), 0, first
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        for _ in range(200):
            if position.phase in THROW_PHASES:
                action = random_throw(position, rng)
            elif position.phase == OVER:
                position = first
                continue
            else:
                legal = legal_actions(position)
                decisions += len(legal) > 1
                action = rng.choice(legal)
            position, _events = step(position, action)
    return decisions / spent


@click.command()
@click.option("--game", default=GAME.name, show_default=True, type=click.Choice(registry.names()), help="Which game.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--seed", default="1", show_default=True, help="Same seed, same games.")
@click.option("--ruleset", default="noris-1985", show_default=True, help="Rule set.")
@click.option("--board", default="default", show_default=True, help="Name of a shipped board, or a board file.")
@click.option("--players", default="greedy,greedy,random", show_default=True, help="For red, black, white.")
@click.option(
    "--turns", default=400, show_default=True, type=click.IntRange(1), help="A game ends after so many turns."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def simulate(
    game: str, games: int, seed: str, ruleset: str, board: str, players: str, turns: int, as_json: bool
) -> None:
    """Play many games by itself and check every invariant after every action."""
    if game != GAME.name:
        from companion.commands import blocks, towers

        others = {blocks.NAME: blocks.simulate, towers.NAME: towers.simulate}
        if game not in others:
            raise click.UsageError(f"--game: {game} does not play itself; one of {GAME.name}, {', '.join(others)}")
        others[game](games, seed, as_json)
        return
    kinds = _players(players)
    try:
        first = GAME.start(GAME.header({"ruleset": ruleset, "board": board_option(board)}))
    except Invalid as invalid:
        click.echo(f"Error: {invalid}", err=True)
        raise SystemExit(2) from None
    tally = Tally()
    try:
        for number in range(games):
            play_game(first, kinds, f"{seed}-{number}", turns, tally)
    except Broken as broken:
        click.echo(f"Error: {broken}", err=True)
        raise SystemExit(1) from None
    speed = measure(first, seed, SPEED_SECONDS)
    _report(tally, speed, {"seed": seed, "ruleset": ruleset, "board": board, "players": players}, as_json)


def _players(text: str) -> list[Player]:
    names = [name.strip() for name in text.split(",")]
    names = names * 3 if len(names) == 1 else names
    if len(names) != 3 or not all(name in PLAYERS for name in names):
        raise click.UsageError(f"--players: one or three of {', '.join(PLAYERS)}, like greedy,random,random")
    return [PLAYERS[name] for name in names]


def board_option(given: str) -> Any:
    """What a header takes for `--board`: a name, or the text of a file; ends the command where it cannot be read."""
    if not given.endswith(".toml"):
        return given
    try:
        with click.open_file(given, encoding="utf-8") as file:
            return {"toml": file.read()}
    except (OSError, UnicodeDecodeError) as error:
        click.echo(f"Error: the board file {given} cannot be read: {error}", err=True)
        raise SystemExit(2) from None


def _report(tally: Tally, speed: float, options: Json, as_json: bool) -> None:
    result = {**options, **msgspec.to_builtins(tally), "faults": 0, "decisions_per_second": round(speed)}
    if as_json:
        click.echo(json.dumps(result, sort_keys=True))
        return
    click.echo(f"{tally.games} games ({tally.finished} finished, {tally.turns} turns), every invariant held")
    click.echo(f"{tally.decisions} decisions, {tally.throws} throws, {tally.actions} actions")
    click.echo("won: " + (", ".join(f"{seat} {tally.wins[seat]}" for seat in sorted(tally.wins)) or "none"))
    click.echo(f"{round(speed)} decisions a second by random players, rules alone")
