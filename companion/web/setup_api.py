"""The API of the lamp map: one lamp glows, its place is tapped, the whole is kept."""

from __future__ import annotations

from companion.protocol import Glow, LampMap, Ok
from companion.table import lampmap, lamps
from companion.web.hosting import hosting
from companion.web.routes import route


@route("POST", "/api/lamps/glow", "host", Glow, {200: Ok})
def lamps_glow(message: Glow) -> Ok:
    """Let one lamp of the strip glow alone; null: as the game says."""
    here = hosting()
    here.glow(message.lamp)
    return Ok(here.table.course.seq)


@route("POST", "/api/lamps", "host", LampMap, {200: Ok})
def lamps_map(message: LampMap) -> Ok:
    """Keep which lamps shine under which node."""
    here = hosting()
    nodes = set(lamps.positions(here.table.game, here.table.course.header))
    lampmap.save(here.setup, message.lamps, nodes)
    here.glow(None)
    return Ok(here.table.course.seq)
