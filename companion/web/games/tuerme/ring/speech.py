"""What a screen reader says of a space."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games import Json
from companion.web.pages.people import People
from companion.web.pages.words import Speaker


def label(space: Json, roles: Iterable[str], who: People, t: Speaker, glass: Json | None = None) -> str:
    """Number, ground, towers with their topmost shield and whom they show, who stands there, and what glows."""
    said = [t("ring.space", space=space["space"])]
    said += [t("ring.ground-shield")] if space["shield"] else []
    if space["towers"]:
        said.append(t("ring.towers", count=len(space["towers"])))
        said += [t("ring.top-shield")] if space["towers"][-1]["shield"] else []
    said += [t("ring.inside", height=height, who=names) for height, names in prisoners(glass, who)]
    said += [t("ring.keep")] if space["keep"] else []
    said += [t("ring.wizards", count=count, name=who.name(seat)) for seat, count in space["visible"].items()]
    return ", ".join(said + [t(f"ring.role.{role}") for role in roles])


def prisoners(glass: Json | None, who: People) -> list[tuple[int, str]]:
    """The height of each tower of glass that somebody is in, and who."""
    inside = glass["wizards"][: len(glass["towers"])] if glass else ()
    return [
        (height, ", ".join(f"{who.name(seat)} {count}" for seat, count in crowd.items()))
        for height, crowd in enumerate(inside, 1)
        if crowd
    ]
