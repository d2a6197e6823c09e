"""An owner's box as a file: what the shipped one says, with other values; the text is the same for the same data."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import Any

from companion.games import Fault, Invalid, Json
from companion.games.tuerme.box import PARTS, faults_of, load_box

SHIPPED = "default"
"""The name of the box that the companion brings; no other one may bear it."""


def contents(toml: str) -> Json:
    """What a box file says, as one data tree.  Raises Invalid with all faults."""
    return tomllib.loads(load_box(toml).toml)


def box_file(data: Mapping[str, Any], lamps: Mapping[str, list[int]]) -> str:
    """The file of an owner's data; lamps go along as far as the ring goes.  Raises Invalid with all faults."""
    whole = {**data, "lamps": _lamps(data, lamps)}
    faults = faults_of(whole)
    if str(data.get("name")).strip().casefold() == SHIPPED:
        faults.append(Fault("name", "is that of the shipped box"))
    if faults:
        raise Invalid("the box", faults)
    head = f"name = {_text(whole['name'])}\nchecked = {_text(whole['checked'])}\n"
    return head + "".join(_table(part, whole[part]) for part in PARTS)


def _lamps(data: Mapping[str, Any], lamps: Mapping[str, list[int]]) -> dict[str, list[int]]:
    """Those of spaces that the ring has; a space that is new has the next lamps."""
    ring = data.get("ring")
    spaces = ring.get("spaces") if isinstance(ring, Mapping) else None
    if type(spaces) is not int or not 0 < spaces < 100:
        return dict(lamps)
    kept = {space: numbers for space, numbers in lamps.items() if int(space) <= spaces}
    free = 1 + max((number for numbers in kept.values() for number in numbers), default=-1)
    fresh = [str(space) for space in range(1, spaces + 1) if str(space) not in kept]
    return kept | {space: [free + at] for at, space in enumerate(fresh)}


def _table(part: str, content: Mapping[str, Any]) -> str:
    lines = "".join(f"{key} = {_text(value)}\n" for key, value in content.items())
    return f"\n[{part}]\n{lines}"


def _text(value: Any) -> str:
    """A number, a text, a truth or a list as TOML writes it."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
