"""The eye: what it is asked and what it tells while people set it up."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.protocol.readings import Face

EyeJob = Literal["calibrate", "corners", "teach", "trial"]
"""What the eye learns with people's help: pane by the printed board, pane by its corners, wands, ten throws to try."""
EyeDo = Literal[
    "begin", "stop", "over", "take", "value", "values", "enough", "more", "corners", "right", "wrong", "toss", "lay",
    "lock",
]  # fmt: skip
"""What people ask of the eye at the pages; ``lay`` and ``toss`` are for cameras without hands around them."""


class EyeOrder(msgspec.Struct, frozen=True):
    """To the eye: one tap at a set-up page.  ``number`` rises; the last few are told with every state.

    ``colours`` are the wands to teach, ``wand`` the one that is taught anew, ``value`` what people say that it shows;
    ``corners`` are places in the picture (0 to 1 both ways, clockwise) and ``size`` the opening in mm.
    """

    number: int
    do: EyeDo
    job: EyeJob | None = None
    colours: list[str] = []
    wand: str | None = None
    value: int | None = None
    corners: list[tuple[float, float]] = []
    size: tuple[float, float] | None = None


class Said(msgspec.Struct, frozen=True):
    """A sentence of the eye for people: its code and what stands in it; the host puts it into their language."""

    code: str
    values: dict[str, str | int | float] = {}


class EyeLook(msgspec.Struct, frozen=True):
    """How the picture is: ``sharp`` now beside the best so far, what is to be said of it, where lamps are mirrored
    (x, y, width, height; 0 to 1), whether exposure and lens are held (None: this camera has nothing to hold).

    ``pane`` and ``wands``: whether they are known; ``size_mm`` of the opening, ``size_px`` of the picture.
    """

    sharp: float
    best: float
    said: list[Said]
    mirrored: list[tuple[float, float, float, float]]
    locked: bool | None
    pane: bool
    wands: list[str]
    size_px: tuple[int, int]
    size_mm: tuple[float, float] | None = None


class EyeTask(msgspec.Struct, frozen=True):
    """Where a guided step stands.  ``ask`` is the one thing asked now, ``last`` what came of the picture before.

    ``only`` is the wand that is taught alone.  ``wand``, ``face`` and ``top`` are to be drawn; ``choices`` are the
    orders that make sense (``value:2``); ``outlines`` are boards that counted (0 to 1); ``names`` the files that are
    kept; ``values`` of the throw on trial.
    """

    job: EyeJob
    phase: Literal["waiting", "checking", "asking", "stuck", "done"]
    done: int
    wanted: int
    ask: Said
    last: Said | None = None
    good: bool = False
    wand: str | None = None
    face: Face | None = None
    top: int | None = None
    choices: list[str] = []
    outlines: list[list[tuple[float, float]]] = []
    names: list[str] = []
    notes: list[Said] = []
    values: dict[str, list[int]] = {}
    only: str | None = None


class EyeReport(msgspec.Struct, frozen=True):
    """From vision, while somebody is at a set-up page: how the picture is, and the step that is under way."""

    look: EyeLook | None = None
    task: EyeTask | None = None


TAUGHT = ("pane.json", "wands.json")
"""Files that the eye is taught; the host keeps them."""


class Taught(msgspec.Struct, frozen=True):
    """From vision: a file that the eye has just been taught (one of ``TAUGHT``), as text, to be kept by the host."""

    name: str
    content: str


class EyeTap(msgspec.Struct, frozen=True):
    """From the host: one order to the eye (``number`` is the host's to give)."""

    request: str
    order: EyeOrder
