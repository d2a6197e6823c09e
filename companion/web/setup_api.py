"""The API of the set-up: lamps, steps, addresses, a copy of all of it, and set-ups that there were."""

from __future__ import annotations

import re
import time

from flask import Response

from companion.protocol import (
    Address,
    Answer,
    Begin,
    Failure,
    Glow,
    GoBack,
    LampMap,
    Ok,
    RestoreAnswer,
    Skip,
)
from companion.table import lampmap, lamps, setupfile
from companion.table.errors import Denied
from companion.table.sentences import reason
from companion.web import api
from companion.web.hosting import hosting
from companion.web.pages import setup, steps
from companion.web.routes import route

ADDRESS = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9a-fA-F:]{2,39}")


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
    game = here.table.game
    nodes = set(lamps.positions(game, here.table.course.header))
    lampmap.keep_draft(here.setup, game.name, message.lamps, message.spare, message.at)
    if not message.part:
        lampmap.save(here.setup, game.name, message.lamps, nodes)
        here.glow(None)
    return Ok(here.table.course.seq)


@route("POST", "/api/setup/begin", "code", Begin, {200: Ok, 403: Failure, 429: Failure})
def setup_begin(message: Begin) -> Ok:
    """Play as things are: the first page gives way to the table."""
    api.good_code(message.code)
    here = hosting()
    if here.untouched:
        here.setup.choose(begun=time.strftime("%Y-%m-%d"))
    return Ok(here.table.course.seq)


@route("POST", "/api/setup/skip", "host", Skip, {200: Ok})
def setup_skip(message: Skip) -> Ok:
    """Leave a step out for now, or not any more."""
    here = hosting()
    steps.skip(here, message.step, message.skipped)
    return Ok(here.table.course.seq)


@route("POST", "/api/setup/address", "host", Address, {200: Ok, 422: Answer})
def setup_address(message: Address) -> Ok:
    """Fix the address that phones are sent to; empty: the likeliest."""
    here, address = hosting(), message.address.strip().strip("[]")
    if address and not ADDRESS.fullmatch(address):
        raise Denied(reason("setup.address.bad"))
    here.setup.choose(address=address or None)
    return Ok(here.table.course.seq)


@route("GET", "/api/setup/copy", "host", answers={200: "zip", 403: Failure})
def setup_copy() -> Response:
    """All that was taught and chosen as one file."""
    name = time.strftime("dreimagier-%Y-%m-%d.zip")
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(hosting().setup.backup(), mimetype="application/zip", headers=headers)


@route("POST", "/api/setup/look", "host", "zip", {200: RestoreAnswer, 422: Answer}, limit=setupfile.LARGEST)
def setup_look(content: bytes) -> RestoreAnswer:
    """Check such a file and tell what is in it; nothing is replaced."""
    return RestoreAnswer(setup.parts_in_words(sorted(hosting().setup.opened(content))), False)


@route("POST", "/api/setup/restore", "host", "zip", {200: RestoreAnswer, 422: Answer}, limit=setupfile.LARGEST)
def setup_restore(content: bytes) -> RestoreAnswer:
    """Replace the set-up by what such a file holds, once all of it is checked."""
    here = hosting()
    found = sorted(here.setup.opened(content))
    here.setup.restore(content)
    return RestoreAnswer(setup.parts_in_words(found), True)


@route("POST", "/api/setup/back", "host", GoBack, {200: Ok, 422: Answer})
def setup_back(message: GoBack) -> Ok:
    """Make an earlier set-up the one that holds."""
    here = hosting()
    here.setup.go_back(message.version)
    return Ok(here.table.course.seq)
