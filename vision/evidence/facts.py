"""Facts of one footprint: whether it is a wand that lies flat and whole on the pane."""

from __future__ import annotations

from dataclasses import dataclass

from vision.evidence.tilt import Tilt, tilt_of
from vision.geometry.pane import Pane
from vision.locate.outline import Outline


@dataclass(frozen=True)
class Facts:
    """What was measured of one footprint.

    In mm: ``span`` by how much it is longer than the taught wand, ``taper`` how much wider its end is than its start,
    ``outside`` how far it reaches beyond the opening (negative inside), ``bare`` how much of one end is empty pane.
    In mm2: ``strange``, the largest spot of another hue.  ``crossed`` is what tells of a thing that crosses a side.
    Shares, 0 to 1: ``trust`` of the worse side's pieces that agree on it, ``held`` how clearly the outline shows,
    ``ends`` how clearly its fainter end does, ``missing`` of the mark that is not there.  ``veiled`` tells of a face
    without a mark that one may be there all the same, ``endless`` of an end that should show and does not, ``tilt``
    what the outline says of a lifted end.
    """

    span: float
    taper: float
    trust: float
    tilt: Tilt
    outside: float
    held: float
    ends: float
    bare: float
    missing: float
    crossed: float
    strange: float
    veiled: bool
    endless: bool


def facts_of(
    pane: Pane,
    outline: Outline,
    taught_length: float,
    *,
    bare: float,
    missing: float,
    crossed: float,
    strange: float,
    veiled: bool,
    endless: bool,
) -> Facts:
    """The facts of an outline, and what else was found out about it."""
    corners = outline.centred.corners(outline.length, outline.side)
    return Facts(
        span=outline.span - taught_length,
        taper=float(outline.widths[1] - outline.widths[0]),
        trust=float(outline.trust.min()),
        tilt=tilt_of(pane, outline),
        outside=float(pane.beyond(corners).max()),
        held=outline.held,
        ends=float(outline.held_ends.mean(axis=1).min()),
        bare=bare,
        missing=missing,
        crossed=crossed,
        strange=strange,
        veiled=veiled,
        endless=endless,
    )
