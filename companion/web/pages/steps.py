"""The steps from the box to the first throw: what is there, what is missing, and the page of each step.

A step is registered by the module that brings its page, in any order; ``place`` says where it stands in the list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from companion.protocol import Device
from companion.table import boards
from companion.table.setup import PANE, WANDS
from companion.web.hosting import Hosting
from companion.web.pages import words
from companion.web.pages.eye import cured
from companion.web.pages.host import host

State = Literal["done", "simulated", "missing", "trouble"]


class Found(NamedTuple):
    """How far a step is, with what there is to say of it: a text, or values for its sentence."""

    state: State
    detail: str = ""


class Step(NamedTuple):
    """One step.  Its words are ``step.NAME`` and ``step.NAME.what``; ``device`` is the one without which it is none.

    A step without a page has that where the game's face surveys boards; a game without it has no such step.
    """

    name: str
    place: int
    page: str
    look: Callable[[Hosting], Found]
    device: Device | None = None


class Shown(NamedTuple):
    """A step as the page shows it; ``skipped`` by the owner for now."""

    step: Step
    found: Found
    skipped: bool

    @property
    def left_out(self) -> bool:
        """Whether it is missing, and nobody minds."""
        return self.skipped and self.found.state == "missing"

    @property
    def settled(self) -> bool:
        """Whether nobody need look at it now."""
        return self.skipped or self.found.state in ("done", "simulated")


_STEPS: dict[str, Step] = {}
SKIPPED = "skipped"


def register(step: Step) -> None:
    """Put a step into the list; one of the same name is replaced."""
    _STEPS[step.name] = step


def named(name: str) -> Step | None:
    """The step of this name."""
    return _STEPS.get(name)


def shown(here: Hosting) -> list[Shown]:
    """Every step of this table's game in its order."""
    skipped, survey = here.setup.choices().get(SKIPPED, []), host().face.survey
    steps = sorted((_paged(step, survey) for step in _STEPS.values()), key=lambda step: step.place)
    return [
        Shown(step, step.look(here), step.name in skipped)
        for step in steps
        if step.page and (step.device is None or step.device in here.needed)
    ]


def _paged(step: Step, survey: str) -> Step:
    return step if step.page else step._replace(page=survey)


def skip(here: Hosting, name: str, skipped: bool) -> None:
    """Leave a step out for now, or not any more; one that there is not is none."""
    if name not in _STEPS:
        return
    others = [other for other in here.setup.choices().get(SKIPPED, []) if other != name and other in _STEPS]
    here.setup.choose(skipped=[*others, name] if skipped else others)


def device(which: Device) -> Callable[[Hosting], Found]:
    """The look at a device: there, simulated, in trouble, or missing."""

    def look(here: Hosting) -> Found:
        health = here.devices.health(which)
        if health.state == "absent":
            return Found("missing")
        if health.simulated:
            return Found("simulated")
        return Found("done" if health.state == "ok" else "trouble", _spoken(health.detail) or health.backend or "")

    return look


def _spoken(detail: str) -> str:
    """What a device says of itself, in the page's language."""
    return cured(host().face.speaker(words.of_request()), detail)


def part(name: str, which: Device | None = None) -> Callable[[Hosting], Found]:
    """The look at a part of the set-up."""
    return taught(lambda here: here.setup.path(name).is_file(), which)


def taught(known: Callable[[Hosting], bool], which: Device | None = None) -> Callable[[Hosting], Found]:
    """The look at what a device was taught; a simulated one that works without it brings its own."""

    def look(here: Hosting) -> Found:
        if known(here):
            return Found("done")
        own = which is not None and here.devices.simulated(which) and here.devices.health(which).state == "ok"
        return Found("simulated" if own else "missing")

    return look


def _mapped(here: Hosting) -> bool:
    return here.lamp_map(here.table.course) is not None


register(Step("camera", 10, "/eye", device("vision"), "vision"))
register(Step("pane", 20, "/eye/pane", part(PANE, "vision"), "vision"))
register(Step("thrown", 30, "/eye/thrown", part(WANDS, "vision"), "vision"))
register(
    Step(
        "board", 40, "", lambda here: Found("missing" if boards.chosen(here.setup, here.table.game) is None else "done")
    )
)
register(Step("lamps", 50, "/setup#s-lamps", device("firmware"), "firmware"))
register(Step("lampmap", 60, "/setup#s-lamps", taught(_mapped, "firmware"), "firmware"))
