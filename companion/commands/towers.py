"""``dreimagier rules`` and ``simulate`` for the game with towers; prisoners are shown only where that is asked for."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import click
import msgspec

from companion.commands.inputs import dump, json_of, text_of
from companion.games import Fault, Invalid, Json
from companion.games.tuerme import GAME, notation
from companion.games.tuerme.cards import HIGHEST
from companion.games.tuerme.play import legal_actions, may_actions, step
from companion.games.tuerme.position import OVER, ROLL, Position
from companion.games.tuerme.simulation import Broken, Tally, any_header, play

NAME = GAME.name
SPEED_SECONDS = 1.0
LISTS = ("spells",)


def start(board: Any, seats: str, settings: tuple[str, ...], line: bool, show: bool) -> None:
    """Print the first position; raises Invalid."""
    options: Json = {"board": board, "settings": dict(_setting(each) for each in settings)}
    options |= {"seats": seats.split(",")} if seats else {}
    position = GAME.start(GAME.header(options))
    click.echo(notation.to_line(position, with_prisoners=show) if line else dump(_shown(position, show)))


def _setting(text: str) -> tuple[str, Any]:
    """``name=value``; a list is written with commas, a price as ``swap:2``."""
    name, _, value = text.partition("=")
    if name in LISTS:
        return name, [each for each in value.split(",") if each]
    if name == "spell_costs":
        prices = (each.partition(":") for each in value.split(","))
        return name, {spell: int(price) if price.isdecimal() else price for spell, _, price in prices}
    return name, value


def _shown(position: Position, show: bool) -> Json:
    """Complete where prisoners are shown, else what everybody sees."""
    return GAME.encode(position) if show else GAME.view(position, None)


def read(given: str) -> tuple[Position, bool]:
    """The position of a file, JSON text, notation or ``-``, and whether its prisoners are known; raises Invalid."""
    text = text_of(given, "{", notation.TAG).strip()
    if text.startswith(notation.TAG):
        return notation.from_line(text), not notation.is_closed(text)
    data = json_of("the position", text)
    if isinstance(data, dict) and isinstance(data.get("notation"), str):
        line = data["notation"]
        return notation.from_line(line), not notation.is_closed(line)
    return GAME.decode(data), True


def legal(given: str, as_json: bool) -> None:
    """What is asked and what may be done besides, one a line; it does not turn on who is imprisoned where."""
    position, _ = read(given)
    wanted = GAME.throw_wanted(position)
    throw = None if wanted is None else msgspec.to_builtins(wanted)
    found = {"legal": GAME.legal(position), "may": GAME.may(position)}
    ranking = GAME.view(position, None)["ranking"]
    if as_json:
        click.echo(dump({**found, "throw_wanted": throw, "ranking": ranking}))
        return
    for action in (*found["legal"], *found["may"]):
        click.echo(dump(action))
    if throw is not None:
        click.echo(dump({"throw_wanted": throw}))
    elif not found["legal"]:
        click.echo(dump({"ranking": ranking}))


def apply(given: str, action: str, show: bool) -> None:
    """Print the next position and what happened, as a history would tell it, or all; raises Invalid or Refused."""
    position, known = read(given)
    if not known:
        raise Invalid(
            "the position", [Fault("notation", "leaves out who is imprisoned; what happens turns on it (V5)")]
        )
    said = json_of("the action", text_of(action, "{"))
    after, events = GAME.apply(position, said)
    happened = list(events) if show else list(GAME.tell(said, events, None)[1])
    line = notation.to_line(after, with_prisoners=show)
    click.echo(dump({"position": _shown(after, show), "notation": line, "events": happened}))


def simulate(games: int, seed: str, as_json: bool) -> None:
    """Games over all settings, every check after every action; the same seed gives the same games."""
    tally = Tally()
    for number in range(games):
        rng = random.Random(f"{seed}-{number}")
        header = any_header(rng.randrange)
        try:
            play(header, rng.randrange, tally)
        except Broken as broken:
            click.echo(f"Error: game {seed}-{number}: {broken}", err=True)
            raise SystemExit(1) from None
    speed = round(measure(GAME.start(GAME.header({})), seed, SPEED_SECONDS))
    result = {"game": GAME.name, "seed": seed, "faults": 0, **msgspec.to_builtins(tally), "decisions_per_second": speed}
    if as_json:
        click.echo(json.dumps(result, sort_keys=True))
        return
    click.echo(f"{tally.games} games ({tally.finished} finished, {tally.turns} turns), every check held")
    click.echo(f"{tally.decisions} decisions, {tally.spells} spells, {tally.actions} actions")
    click.echo("won: " + (", ".join(f"{seat} {tally.wins[seat]}" for seat in sorted(tally.wins)) or "none"))
    click.echo(f"{speed} decisions a second by random players, rules alone")


def measure(first: Position, seed: str, seconds: float) -> float:
    """Decisions a second by random players: rules alone, without checks; rolls are made but not counted."""
    rng, decisions, position = random.Random(seed), 0, first
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        for _ in range(200):
            if position.phase == OVER:
                position = first
            if position.phase == ROLL:
                action: tuple[Any, ...] = ("roll", 1 + int(rng.random() * HIGHEST))
            else:
                open_to = legal_actions(position) + may_actions(position)
                decisions += len(open_to) > 1
                action = rng.choice(open_to)
            position, _events = step(position, action)
    return decisions / spent
