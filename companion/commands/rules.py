"""``dreimagier rules``: legal actions and next positions, for scripts and bug reports.

A POSITION is a file, JSON text, a one-line notation (``3m1 ...``) or ``-`` for standard input; what ``rules apply``
prints is taken as well, so that commands can be chained.  The format is described in
``companion.games.dreimagier.encoding``.
Exit codes: 0; 1 for a refusal; 2 for unreadable input.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec

from companion.games import Fault, GameError, Invalid, Json, Refused
from companion.games.dreimagier import GAME
from companion.games.dreimagier.notation import TAG, from_line, to_line
from companion.games.dreimagier.position import Position

MOST_BYTES = 2_000_000
AS_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object; refusals as JSON on standard error.")


@click.group()
def rules() -> None:
    """Legal actions and next positions, for scripts and bug reports.

    A POSITION is a file, JSON text, a one-line notation, or - for standard input.
    """


@rules.command()
@click.option("--ruleset", default="noris-1985", show_default=True, help="Rule set.")
@click.option("--board", default="default", show_default=True, help="Name of a shipped board, or a board file.")
@click.option("--seats", default="red,black,white", show_default=True, help="Playing order.")
@click.option("--line", is_flag=True, help="Print the one-line notation.")
def start(ruleset: str, board: str, seats: str, line: bool) -> None:
    """Print the first position of a game."""
    try:
        given: Any = {"toml": _file(board)} if board.endswith(".toml") else board
        options = {"ruleset": ruleset, "board": given, "seats": seats.split(",")}
        position = GAME.start(GAME.header(options))
    except Invalid as invalid:
        _fail(invalid, False)
    click.echo(to_line(position) if line else _dump(GAME.encode(position)))


@rules.command()
@click.argument("position")
@AS_JSON
def legal(position: str, as_json: bool) -> None:
    """List the legal actions of POSITION, one JSON object a line; without any, the awaited throw or the winner."""
    try:
        found = read_position(position)
    except Invalid as invalid:
        _fail(invalid, as_json)
    actions, wanted = GAME.legal(found), GAME.throw_wanted(found)
    throw = None if wanted is None else msgspec.to_builtins(wanted)
    winner = GAME.view(found, None)["winner"]
    if as_json:
        click.echo(_dump({"legal": list(actions), "throw_wanted": throw, "winner": winner}))
        return
    for action in actions:
        click.echo(_dump(action))
    if throw is not None:
        click.echo(_dump({"throw_wanted": throw}))
    elif not actions:
        click.echo(_dump({"winner": winner}))


@rules.command()
@click.argument("position")
@click.argument("action")
@AS_JSON
def apply(position: str, action: str, as_json: bool) -> None:
    """Print what ACTION (JSON text, a file or -) makes of POSITION: the next position, its notation, the events."""
    try:
        if position == action == "-":
            raise Invalid("the input", [Fault("action", "POSITION and ACTION cannot both be standard input")])
        found = read_position(position)
        after, events = GAME.apply(found, _json("the action", _text(action, "{")))
    except Refused as refused:
        reason = refused.reason
        click.echo(_dump(msgspec.to_builtins(reason)) if as_json else f"{reason.rule}: {reason.text}", err=True)
        raise SystemExit(1) from None
    except Invalid as invalid:
        _fail(invalid, as_json)
    click.echo(_dump({"position": GAME.encode(after), "notation": to_line(after), "events": list(events)}))


def read_position(given: str) -> Position:
    """The position of a file, JSON text, notation or ``-``.  Raises Invalid."""
    text = _text(given, "{", TAG).strip()
    if text.startswith(TAG):
        return from_line(text)
    data = _json("the position", text)
    if isinstance(data, dict) and isinstance(data.get("position"), dict):
        data = data["position"]
    return GAME.decode(data)


def _text(given: str, *marks: str) -> str:
    if given.lstrip().startswith(marks):
        return given
    return _file(given)


def _file(name: str) -> str:
    """The text of a file or of standard input.  Raises Invalid."""
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else _bytes(Path(name))
        if len(data) > MOST_BYTES:
            raise Invalid("the input", [Fault(name[:80], f"longer than {MOST_BYTES} bytes")])
        return data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        if isinstance(error, GameError):
            raise
        raise Invalid("the input", [Fault(name[:80], f"cannot be read: {error}")]) from None


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _json(what: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid(what, [Fault("json", f"no JSON: {error}")]) from None


def _fail(invalid: Invalid, as_json: bool) -> NoReturn:
    """Says every fault on standard error and ends with 2."""
    faults: list[Json] = [msgspec.to_builtins(fault) for fault in invalid.faults]
    click.echo(_dump({"error": invalid.what, "faults": faults}) if as_json else f"Error: {invalid}", err=True)
    raise SystemExit(2)


def _dump(data: Any) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False)
