"""One wand with its verdict: the value, whether it is sure, what is wrong."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from msgspec import structs

from companion.protocol import Kind, WandReading
from vision.evidence.appearance import cells_of, recognised
from vision.evidence.exhibit import Exhibit
from vision.evidence.facts import Facts
from vision.evidence.model import WandModel
from vision.geometry.pane import Pane
from vision.locate.outline import Outline
from vision.scene.view import View
from vision.verdict.faults import fault_of
from vision.verdict.weighing import both_saw, decided, doubtful, in_clear_view, vouched_by, well_placed


@dataclass(frozen=True)
class Found:
    """One wand, found and looked at; kept for explaining."""

    exhibit: Exhibit
    reading: WandReading
    fault: Kind | None

    @property
    def colour(self) -> str:
        """Which wand it is."""
        return self.exhibit.colour

    @property
    def outline(self) -> Outline:
        """Where it lies."""
        return self.exhibit.outline

    @property
    def facts(self) -> Facts:
        """What was measured of it."""
        return self.exhibit.facts


def found_of(pane: Pane, view: View, model: WandModel, exhibit: Exhibit) -> Found:
    """Weigh what is known of one wand."""
    mark, notch, facts = exhibit.mark, exhibit.notch, exhibit.facts
    reading = decided(model, mark, notch, _corners(pane, exhibit.outline))
    vouched = vouched_by(notch, model.tops, reading)
    plain = well_placed(facts, mark, model.tops, vouched)
    clear = both_saw(mark, notch, model.tops) or (
        not facts.veiled and (vouched or in_clear_view(facts, model, exhibit.best))
    )
    if reading.sure and not (plain and clear):
        reading = doubtful(reading, mark, notch, model.tops)
    if not reading.sure and model.tops[mark.best] == reading.top == _recognised(view, model, exhibit):
        reading = structs.replace(reading, sure=True, options=[reading.top])
    return Found(exhibit, reading, fault_of(facts, exhibit.clear))


def _recognised(view: View, model: WandModel, exhibit: Exhibit) -> int | None:
    """The value of the face that this one plainly is, as a whole."""
    cells = cells_of(model)
    bare = view.around(exhibit.outline.centred.places(cells.reshape(-1, 2)))[1].reshape(*cells.shape[:2], 3)
    return recognised(model, exhibit.patch, exhibit.clear, bare.astype(np.float32))


def _corners(pane: Pane, outline: Outline) -> list[tuple[float, float]]:
    corners = pane.to_px(outline.centred.corners(outline.length, outline.side))
    return [(round(float(x), 1), round(float(y), 1)) for x, y in corners]
