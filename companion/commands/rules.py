"""``dreimagier rules``: legal actions and next positions, for scripts and bug reports.

A POSITION is a file, JSON text, a one-line notation (``3m1 ...``) or ``-`` for standard input; what ``rules apply``
prints is taken as well, so that commands can be chained.  The format is described in
``companion.games.dreimagier.encoding``.  The game with towers has its own module beside this one.
Exit codes: 0; 1 for a refusal; 2 for unreadable input.
"""

from __future__ import annotations

from typing import Any

import click
import msgspec

from companion.commands import towers
from companion.commands.inputs import dump, fail, file_text, json_of, text_of
from companion.games import Fault, Invalid, Refused
from companion.games.dreimagier import GAME
from companion.games.dreimagier.notation import TAG, from_line, to_line
from companion.games.dreimagier.position import Position

GAMES = (GAME.name, towers.NAME)
WHICH = click.option("--game", default=GAMES[0], show_default=True, type=click.Choice(GAMES), help="Which game.")
WITH_PRISONERS = click.option("--open", "open_", is_flag=True, help="Show who is imprisoned where (game with towers).")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object; refusals as JSON on standard error.")


@click.group()
def rules() -> None:
    """Legal actions and next positions, for scripts and bug reports.

    A POSITION is a file, JSON text, a one-line notation, or - for standard input.
    """


@rules.command()
@WHICH
@click.option("--ruleset", default="noris-1985", show_default=True, help="Rule set.")
@click.option("--board", default="default", show_default=True, help="Name of a shipped board, or a board file.")
@click.option("--seats", default="", help="Playing order; all of the game, or the first two of the one with towers.")
@click.option("--setting", "settings", multiple=True, help="A setting of the game with towers, like mode=master.")
@click.option("--line", is_flag=True, help="Print the one-line notation.")
@WITH_PRISONERS
def start(game: str, ruleset: str, board: str, seats: str, settings: tuple[str, ...], line: bool, open_: bool) -> None:
    """Print the first position of a game."""
    try:
        given: Any = {"toml": file_text(board)} if board.endswith(".toml") else board
        if game != GAME.name:
            towers.start(given, seats, settings, line, open_)
            return
        options = {"ruleset": ruleset, "board": given, "seats": (seats or "red,black,white").split(",")}
        position = GAME.start(GAME.header(options))
    except Invalid as invalid:
        fail(invalid, False)
    click.echo(to_line(position) if line else dump(GAME.encode(position)))


@rules.command()
@WHICH
@click.argument("position")
@AS_JSON
def legal(game: str, position: str, as_json: bool) -> None:
    """List the legal actions of POSITION, one JSON object a line; without any, the awaited throw or the winner."""
    try:
        if game != GAME.name:
            towers.legal(position, as_json)
            return
        found = read_position(position)
    except Invalid as invalid:
        fail(invalid, as_json)
    actions, wanted = GAME.legal(found), GAME.throw_wanted(found)
    throw = None if wanted is None else msgspec.to_builtins(wanted)
    winner = GAME.view(found, None)["winner"]
    if as_json:
        click.echo(dump({"legal": list(actions), "throw_wanted": throw, "winner": winner}))
        return
    for action in actions:
        click.echo(dump(action))
    if throw is not None:
        click.echo(dump({"throw_wanted": throw}))
    elif not actions:
        click.echo(dump({"winner": winner}))


@rules.command()
@WHICH
@click.argument("position")
@click.argument("action")
@AS_JSON
@WITH_PRISONERS
def apply(game: str, position: str, action: str, as_json: bool, open_: bool) -> None:
    """Print what ACTION (JSON text, a file or -) makes of POSITION: the next position, its notation, the events."""
    try:
        if position == action == "-":
            raise Invalid("the input", [Fault("action", "POSITION and ACTION cannot both be standard input")])
        if game != GAME.name:
            towers.apply(position, action, open_)
            return
        found = read_position(position)
        after, events = GAME.apply(found, json_of("the action", text_of(action, "{")))
    except Refused as refused:
        reason = refused.reason
        click.echo(dump(msgspec.to_builtins(reason)) if as_json else f"{reason.rule}: {reason.text}", err=True)
        raise SystemExit(1) from None
    except Invalid as invalid:
        fail(invalid, as_json)
    click.echo(dump({"position": GAME.encode(after), "notation": to_line(after), "events": list(events)}))


def read_position(given: str) -> Position:
    """The position of a file, JSON text, notation or ``-``.  Raises Invalid."""
    text = text_of(given, "{", TAG).strip()
    if text.startswith(TAG):
        return from_line(text)
    data = json_of("the position", text)
    if isinstance(data, dict) and isinstance(data.get("position"), dict):
        data = data["position"]
    return GAME.decode(data)
