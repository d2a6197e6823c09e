"""The position as JSON and back; ``totals`` is written for readers and must fit when it is read."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games import Fault, Invalid, Json
from companion.games.wizard import block as blocks
from companion.games.wizard.block import Block
from companion.games.wizard.checks import check
from companion.games.wizard.settings import make_header


def encode(block: Block) -> Json:
    """Complete, with the running totals."""
    found: Json = msgspec.to_builtins(block)
    return {**found, "totals": [list(row) for row in blocks.totals(block)]}


def decode(data: Any) -> Block:
    """The position from JSON.  Raises Invalid with all faults."""
    try:
        block = msgspec.convert({key: value for key, value in dict(data).items() if key != "totals"}, Block)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise Invalid("the position", [Fault("position", str(error))]) from error
    if make_header(block.header) != block.header:
        raise Invalid("the position", [Fault("header", "must be complete")])
    faults = check(block)
    if not faults and data.get("totals", encode(block)["totals"]) != encode(block)["totals"]:
        faults = [Fault("totals", "do not fit the rounds (C3)")]
    if faults:
        raise Invalid("the position", faults)
    return block
