"""What goes over the wire, message by message: a change shows here before a lamp in the field stumbles over it.

``python -m tests.protocol.test_wire`` writes the file anew; what it changes is read by people.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from companion import protocol

WIRE = Path(__file__).parent / "data" / "wire.txt"


def messages() -> dict[str, type[msgspec.Struct]]:
    """Every message by its name."""
    found = {name: getattr(protocol, name) for name in protocol.__all__}
    return {name: each for name, each in found.items() if isinstance(each, type) and issubclass(each, msgspec.Struct)}


def wire() -> str:
    """A line for each message: its fields, their types, those that may be left out."""
    _, schemas = msgspec.json.schema_components(messages().values(), ref_template="{name}")
    return "".join(f"{name} {json.dumps(_bare(schemas[name]), sort_keys=True)}\n" for name in sorted(schemas))


def _bare(schema: Any) -> Any:
    """A schema without its sentences."""
    if isinstance(schema, dict):
        return {key: _bare(each) for key, each in schema.items() if key not in ("description", "title")}
    return [_bare(each) for each in schema] if isinstance(schema, list) else schema


def test_messages_are_as_they_were() -> None:
    assert wire() == WIRE.read_text(encoding="ascii")


def test_every_message_is_found_by_its_name_in_one_place() -> None:
    assert len(messages()) > 50
    assert all(each.__name__ == name for name, each in messages().items())
    assert all(each.__module__.startswith("companion.protocol.") for each in messages().values())


if __name__ == "__main__":
    WIRE.write_text(wire(), encoding="ascii")
