"""Places and fields in words: a place by its name, a field counted from a place."""

from __future__ import annotations

from companion.games import Json
from companion.games.dreimagier.fieldnames import field_names, say
from companion.web.pages.seen import Seen


def name(node: str, seen: Seen) -> str:
    """A place's name; a field's, with its article."""
    return seen.t(f"place.{node}", default="") or _field(node, seen, "nodes") or seen.t("field.any")


def whither(node: str | None, seen: Seen) -> str:
    """Where a figure goes: to the place, onto the field."""
    return seen.t(f"to.{node}", default="") or _field(node, seen, "onto") or seen.t("to.field")


def _field(node: str | None, seen: Seen, case: str) -> str:
    named = _names(seen.header).get(str(node))
    return say(named, seen.t.language, case) if named else ""


def _names(header: Json) -> dict[str, Json]:
    return field_names(header["board"]["toml"]) if "board" in header else {}
