"""The changing parts of the pages as HTML, with a hash of each.

There is one rendering path: every part is drawn from the state JSON that a role is sent (never from a position), the
page puts the same parts into its first answer, and the live stream sends those whose hash changed.

A page has the parts of the shell and those of the game's face; the template of a part is the game's where it brings one
of that name, else the shell's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from flask import current_app, render_template
from jinja2 import Environment, Template
from jinja2.runtime import Context

from companion.games import Events, Json
from companion.web.pages import asking, boardcheck, history, trial
from companion.web.pages.face import Face
from companion.web.pages.host import host
from companion.web.pages.memo import kept_of
from companion.web.pages.people import People
from companion.web.pages.seats import seatmarks
from companion.web.pages.seen import Seen

SHELL: dict[str, tuple[str, ...]] = {
    "play": ("clock", "band", "notice", "say", "ask", "actions", "history", "more", "referee", "throws"),
    "table": ("clock", "band", "notice", "say", "speech", "ask", "seats", "referee"),
    "after": (),
    "replay": ("replay", "before"),
}
"""The parts that each page has of every game."""
THROWING = ("ask", "actions")
"""Parts of the page of somebody who throws for a ghost that are the ghost's."""
JUDGING = (*THROWING, "referee")
"""The same where what its throw shows is in doubt."""


def acting(seats: tuple[str, ...], state: Json) -> str | None:
    """The seat that a browser acts for: of those it holds the one that is asked, else the first."""
    asked = [question["seat"] for question in state["view"].get("asked", ())]
    return next((seat for seat in asked if seat in seats), seats[0] if seats else None)


def shared(seats: tuple[str, ...], state: Json) -> bool:
    """Whether several people look at this browser while there are secrets: then nobody's seat is shown unasked."""
    return len(seats) > 1 and bool(state["hides"])


def fragments(
    page: str, seats: tuple[str, ...], state: Callable[[str | None], Json], language: str, shown: str | None = None
) -> dict[str, str]:
    """Every changing part of a page as id and HTML, for a browser that holds these seats.

    ``state`` gives the state JSON for a seat or, with None, for a spectator; ``shown`` is the seat whose holder has
    said that he alone looks at a browser of several.  Needs an app context, no request.
    """
    seen = state(None)
    seat = acting(seats, seen) if page == "play" else None
    cover: list[Json] = []
    if page == "play" and shared(seats, seen):
        seat = shown if shown in seats else None
        cover = [] if seat else _cover(seats, seen)
    face = host().face
    t = face.speaker(language)
    told = state(seat) if seat else seen
    browser = Seen(told, seat, seats, People(told, seats, t), t, host().header())
    names = (*SHELL[page], *face.parts[page])
    found = drawn(current_app.jinja_env, face, names, {"page": page, "covered": cover, **context(face, browser)})
    ghost = thrown_for(seen) if page == "play" and seat else None
    if ghost is None:
        return found
    told = state(ghost)
    other = Seen(told, ghost, seats, People(told, seats, t), t, host().header())
    values = {"page": page, "covered": [], **context(face, other)}
    return found | drawn(current_app.jinja_env, face, JUDGING if seen["proposal"] else THROWING, values)


def said(events: Events, seats: tuple[str, ...], state: Json, language: str) -> list[str]:
    """A sentence for each of these events that has one, as this browser reads it."""
    face = host().face
    t = face.speaker(language)
    seen = Seen(state, acting(seats, state), seats, People(state, seats, t), t, host().header())
    told: Json = {"events": list(events)}
    return [text for text in (face.sentence(each, told, seen) for each in events) if text]


def thrown_for(state: Json) -> str | None:
    """The ghost for which anybody may throw now, or say what was thrown; nothing while the table is asked else."""
    busy = state.get("ask") or (state.get("check") or {}).get("at") is not None
    found: str | None = None if busy or not state["open"] else state.get("throws_for")
    return found


def gathering(seen: Seen) -> bool:
    """Whether people still come and are enough: the seats that stay free can be put away before the start."""
    seats, fewest = seen.state["seats"], seen.state.get("fewest")
    begun = any(told["kind"] == "action" for told in seen.state["history"])
    sitting = sum(map(seen.who.taken, seats))
    return bool(fewest and seen.seats and not begun and fewest <= sitting < len(seats))


def _cover(seats: tuple[str, ...], state: Json) -> list[Json]:
    """Whose seat can be uncovered, those that are asked first."""
    found = [{"seat": seat, "asked": seat in state["question"]} for seat in seats]
    return sorted(found, key=lambda each: not each["asked"])


def context(face: Face, seen: Seen) -> dict[str, Any]:
    """What the templates of the parts need."""
    return {
        "t": seen.t,
        "kept": partial(kept_of, face.name),
        "language": seen.t.language,
        "state": seen.state,
        "view": seen.view,
        "seat": seen.seat,
        "seats": seen.seats,
        "seatmarks": seatmarks(),
        "who": seen.who,
        "mine": seen.mine,
        "question": seen.question,
        "asked": seen.asked,
        "over": seen.state["over"],
        "begun": any(told["kind"] == "action" for told in seen.state["history"]),
        "ask": asking.headline(face, seen),
        "voting": asking.votes(seen),
        "waiting": asking.waiting(face, seen),
        "gathering": gathering(seen),
        "vacant": asking.vacant(seen) if seen.seat else None,
        "proposal": asking.proposal(face, seen),
        "passages": history.passages(history.lines(face, seen)),
        "voter": trial.voter(seen),
        "trial": trial.trial(face, seen),
        "throws": trial.throws(face, seen),
        "doubtable": trial.doubtable(face, seen),
        "answers": trial.answers(face, seen),
        "settled": trial.settled(face, seen),
        "check": boardcheck.check(face, seen),
        "moveback": boardcheck.put_back(face, seen),
        "hints": face.hints(seen),
        "spoken": face.spoken(seen),
        "notes": face.notes(seen.view, seen.t),
        "choices": [] if seen.state.get("proposal") else face.buttons(seen),
        "offers": face.offers(seen),
        **face.context(seen),
    }


def drawn(environment: Environment, face: Face, names: tuple[str, ...], values: dict[str, Any]) -> dict[str, str]:
    """The parts, all drawn in one context: making a new one for each would cost as much as the drawing."""
    context = environment.context_class(environment, {**environment.globals, **values}, "parts.html", {})
    return {part: _text(template(environment, face, f"{part}.html", "parts/"), context) for part in names}


def template(environment: Environment, face: Face, name: str, folder: str = "") -> Template:
    """The game's template of this name, else the shell's; looked up once."""
    found = cast(dict[str, Template], environment.globals.setdefault("templates_found", {}))
    key = f"{face.name}/{name}"
    if key not in found:
        found[key] = environment.select_template([key, folder + name])
    return found[key]


def page(name: str, **values: Any) -> str:
    """A whole page: the game's template of this name, else the shell's."""
    return render_template(bring(name), **values)


def bring(name: str) -> Template:
    """For templates: the game's template of this name, else the shell's."""
    return template(current_app.jinja_env, host().face, name)


def _text(template: Template, context: Context) -> str:
    try:
        return template.environment.concat(template.root_render_func(context))
    except Exception:
        template.environment.handle_exception()


def digest(html: str) -> str:
    """A short name of a part's content."""
    return hashlib.sha256(html.encode("utf-8", "replace")).hexdigest()[:16]


def packed(found: dict[str, str]) -> dict[str, Json]:
    """Parts as the live stream sends them: id to hash and HTML."""
    return {part: {"hash": digest(html), "html": html} for part, html in found.items()}
