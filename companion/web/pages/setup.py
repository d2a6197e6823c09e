"""The set-up page: how the parts are, a new game and its rules, lamps, pictures, a copy to keep and to restore.

Beside it the page of this host's addresses, and that of the set-ups that were kept.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from companion.games import Json, wiring
from companion.table import lampmap, lamps
from companion.table.setup import BOARDS, part_of
from companion.web import addresses, auth, networks
from companion.web.hosting import Hosting, hosting
from companion.web.pages import guide, parts, steps, words
from companion.web.pages.eye import cured
from companion.web.pages.host import host
from companion.web.pages.ways import qr

pages = Blueprint("setup", __name__)
DRAWN, EDGE = 440, 30
"""The longer side of a drawn map of lamps, and the room around it."""


@pages.get("/setup")
def setup() -> str:
    """Everything that is set up from a browser; what needs the host's token says so."""
    here, hosted = host(), hosting()
    state = here.state(None)
    header, face = here.header(), here.face
    return parts.page(
        "setup.html",
        state=state,
        seats=here.seats(),
        header=header,
        owner=auth.who().host,
        offered=face.offered(header, face.speaker(words.of_request())),
        notes=face.notes(state["view"], face.speaker(words.of_request())),
        drawing=face.drawing(header),
        kept=hosted.evidence.kept(),
        last=hosted.evidence.last() if here.seats() or auth.who().host else None,
        taught=hosted.lamp_map(hosted.table.course),
        lamps=hosted.device_state().lamp_numbers,
        mapping=_mapping(hosted),
        spots=_spots(hosted),
        cure=lambda text: cured(face.speaker(words.of_request()), text),
        **guide.ownership(),
    )


def _mapping(hosted: Hosting) -> Json:
    """The lamp map under way, and the order in which a strip passes the nodes with little wire."""
    spots = lamps.positions(hosted.table.game, hosted.table.course.header)
    draft, order = lampmap.draft(hosted.setup, hosted.table.game.name, set(spots)), wiring.order(spots)
    metres = f"{wiring.length(order, spots) / 1000:.1f}"
    metres = metres if words.of_request() == "en" else metres.replace(".", ",")
    return {"lamps": draft.lamps, "spare": draft.spare, "at": draft.at, "order": order, "metres": metres}


def _spots(hosted: Hosting) -> Json:
    """The nodes where they lie, for a game that draws no board of its own: ``nodes`` in the ``size`` of the drawing."""
    spots = lamps.positions(hosted.table.game, hosted.table.course.header)
    left, top = (min((spot[axis] for spot in spots.values()), default=0.0) for axis in (0, 1))
    wide, tall = (max((spot[axis] for spot in spots.values()), default=0.0) for axis in (0, 1))
    scale = DRAWN / (max(wide - left, tall - top) or 1.0)
    places = {
        node: (round((x - left) * scale + EDGE), round((y - top) * scale + EDGE)) for node, (x, y) in spots.items()
    }
    size = tuple(round(length * scale) + 2 * EDGE for length in (wide - left, tall - top))
    return {"nodes": [{"id": node, "x": x, "y": y} for node, (x, y) in places.items()], "size": size}


@pages.get("/setup/ways")
def ways() -> str:
    """Every address that phones may reach this host under, with a QR code each; one may be fixed."""
    hosted = hosting()
    found = [{"host": each, **_way(each)} for each in offered_ways(hosted)]
    return _page("ways.html", ways=found, chosen=hosted.address)


@pages.get("/setup/kept")
def kept() -> str:
    """A copy of all that was taught, and the set-ups that there were."""
    hosted = hosting()
    may = auth.who().host
    return _page(
        "kept.html",
        names=hosted.setup.names() if may else [],
        versions=hosted.setup.versions() if may else [],
        part=lambda name: parts_in_words([name])[0],
    )


def _page(name: str, **values: Any) -> str:
    return parts.page(name, state=host().state(None), owner=auth.who().host, **guide.ownership(), **values)


def offered_ways(here: Hosting) -> list[str]:
    """The addresses to offer, the one that was fixed first; none where no phone gets here."""
    bind = here.settings.bind
    listening = networks.usable(networks.found()) if bind in addresses.EVERY else [bind]
    found = [each for each in listening if each not in ("127.0.0.1", "::1")]
    return list(dict.fromkeys([here.address, *found] if here.address else found))


def _way(name: str) -> Json:
    port = int(request.environ.get("SERVER_PORT") or 80)
    address = f"http://{addresses.bind(name, port)}/join"
    return {"address": address.removesuffix("/join"), "qr": qr(address)}


def _reached(here: Hosting) -> steps.Found:
    found = offered_ways(here)
    return steps.Found("done", found[0]) if found else steps.Found("trouble")


steps.register(steps.Step("ways", 70, "/setup/ways", _reached))


def parts_in_words(names: list[str]) -> list[str]:
    """Parts of a set-up as people call them."""
    t = host().face.speaker(words.of_request())
    return [
        t("kept.part.a-board", name=part_of(name)[1])
        if name.startswith(BOARDS)
        else t(f"kept.part.{stem}", default=t(f"kept.part.{stem}.any"))
        for name, stem in ((name, name.partition(".")[0]) for name in names)
    ]
