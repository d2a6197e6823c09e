"""The ring as a drawing: what the view shows of each space, laid out for ``ring.html``.

Everything here is a function of the view, so nothing of a tower's inside can be in it (V1); only the replay of a game
that is over has ``columns`` with everybody, and its towers are of glass (V4).
"""

from __future__ import annotations

from companion.games import Json
from companion.games.catalogue import Catalogue
from companion.games.tuerme.box import load_box
from companion.web.games.tuerme.ring import columns, layout, lens, speech
from companion.web.pages.people import People
from companion.web.pages.words import Speaker

WORDS = Catalogue(__name__)


def drawn(view: Json, turn: int, who: People, t: Speaker) -> Json:
    """Columns where they stand, those in front last; ``turn`` (``layout.turn_of``) is in spaces."""
    said, lamps = view["announced"], view.get("lamps") or {}
    places, opened = layout.places(len(view["spaces"]), turn), view.get("columns") or (None,) * len(view["spaces"])
    found = [
        {
            **columns.column(space, said, glass),
            **layout.spot(place),
            "space": space["space"],
            "shield": space["shield"],
            "roles": " ".join(lamps.get(str(space["space"]), ())),
            "label": speech.label(space, lamps.get(str(space["space"]), ()), who, t, glass),
        }
        for space, place, glass in zip(view["spaces"], places, opened, strict=True)
    ]
    return {
        **layout.ground(places),
        "glass": "columns" in view,
        "large": lens.large(found) if "columns" in view else [],
        "spaces": sorted(found, key=lambda each: each["y"]),
        "way": layout.way(places, said["space"], said["target"]) if said and said["space"] else "",
    }


def of_header(header: Json) -> Json:
    """What a page needs of the box once: ``ring``, the ring without anything on it, as the map of lamps needs it."""
    box = load_box(header["board"]["toml"])
    places = layout.places(box.spaces, 0)
    spots = [
        {**layout.spot(place), "space": number, "shield": shield}
        for number, (place, shield) in enumerate(zip(places, box.shields, strict=True), 1)
    ]
    return {"ring": {**layout.ground(places), "spaces": spots}}
