"""From the box to the first throw: the first page on an untouched table, and the steps that can be left and resumed."""

from __future__ import annotations

from flask import Blueprint, request

from companion.table import setup
from companion.web import auth
from companion.web.hosting import hosting
from companion.web.pages import archive, gamelist, parts, steps, words
from companion.web.pages.host import host
from companion.web.pages.ways import qr, reachable, reached, wifi

pages = Blueprint("guide", __name__)


def first() -> str:
    """The first page of a table on which nobody has begun anything: set up, or just play."""
    here, hosted = host(), hosting()
    address = f"{reachable(here.address())}/setup/steps"
    return parts.page(
        "first.html",
        state=here.state(None),
        near=auth.at_table(),
        code=hosted.table.code if auth.at_table() else "",
        ownercode=hosted.owners.code if auth.at_machine() else "",
        games=gamelist.games(hosted.table.game.name),
        needed=hosted.needed,
        simulated=hosted.simulated_camera,
        resumed=bool(hosted.owners.all() or hosted.setup.names()),
        address=address,
        reached=reached(address),
        qr=qr(address),
        wifi=wifi(),
    )


@pages.get("/setup/steps")
def steps_page() -> str:
    """What is there, what is missing; each step may be skipped."""
    here, hosted = host(), hosting()
    found = steps.shown(hosted)
    return parts.page(
        "steps.html",
        state=here.state(None),
        seats=here.seats(),
        owner=auth.who().host,
        near=auth.at_table(),
        code=hosted.table.code if auth.at_table() else "",
        untouched=hosted.untouched,
        steps=found,
        next=next((shown for shown in found if not shown.settled), None),
        **ownership(),
    )


def ownership() -> dict[str, object]:
    """What the form of an owner shows: the code at the machine and to owners, the devices to owners."""
    hosted, who = hosting(), auth.who()
    tokens, _ = auth.tokens(request)
    mine = [found.id for token in tokens if (found := hosted.owners.find(token))]
    return {
        "ownercode": hosted.owners.code if who.host or auth.at_machine() else "",
        "machine": auth.at_machine(),
        "claimable": not hosted.owners.all() and hosted.devices.health("firmware").state == "ok",
        "owners": hosted.owners.all() if who.host else (),
        "mine": mine,
        "dated": _dated,
    }


def _dated(at: int | str) -> str:
    """When something came, by its time or by its name."""
    t = host().face.speaker(words.of_request())
    seconds = at if isinstance(at, int) else int(setup.time_of(at))
    return str(archive.date(seconds, t)["text"])
