"""What commands for scripts take: a file, text or ``-``; and how they say what cannot be used."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec

from companion.games import Fault, GameError, Invalid, Json

MOST_BYTES = 2_000_000


def text_of(given: str, *marks: str) -> str:
    """What is given itself, where it begins like a position or action; else the file of that name, or ``-``."""
    if given.lstrip().startswith(marks):
        return given
    return file_text(given)


def file_text(name: str) -> str:
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


def json_of(what: str, text: str) -> Any:
    """The JSON of a text.  Raises Invalid."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid(what, [Fault("json", f"no JSON: {error}")]) from None


def fail(invalid: Invalid, as_json: bool) -> NoReturn:
    """Says every fault on standard error and ends with 2."""
    faults: list[Json] = [msgspec.to_builtins(fault) for fault in invalid.faults]
    click.echo(dump({"error": invalid.what, "faults": faults}) if as_json else f"Error: {invalid}", err=True)
    raise SystemExit(2)


def dump(data: Any) -> str:
    """One line of JSON."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False)
