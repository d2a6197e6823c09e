"""One wand straightened, with both witnesses and the facts: all that the verdict knows of it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.crossing import Crossing, crossing_of, inner_strips
from vision.evidence.ends import lacking
from vision.evidence.facts import Facts, facts_of
from vision.evidence.marks import along_marks, mark_witness
from vision.evidence.model import WandModel
from vision.evidence.notches import notch_witness
from vision.evidence.shadow import Shadow, shadow_on
from vision.evidence.sharpness import SHARP, side_widths, softest
from vision.evidence.strange import PALE_MM2, coarse, strange_areas
from vision.evidence.witness import CERTAIN, FITS, Witness, favoured
from vision.geometry.patches import Patch, Sampler
from vision.geometry.pose import Pose
from vision.locate.locator import Lying
from vision.locate.outline import Outline, measure, shown_at
from vision.numeric.medians import colour_median
from vision.picture import Picture
from vision.scene.glare import BEYOND, WHITE, unwashed
from vision.scene.view import EmptyPane, View

Array = NDArray[np.float64]

OF_WOOD = 0.3
"""With less than this share that is not white with light, the wood itself may be so bright."""
PLAIN, NEW = 0.72, 0.75
"""In the dark a face is blank for certain only with so plain an outline, or where so much of it is not the bare pane:
of 90 blank faces in dim pictures three had neither, of 14 stripes of the pane or places beside a wand none but covered
ones had either."""
OLD = 0.5
"""Of 2,900 wands that lay flat and whole on 33 tables one that was covered was faint (less than `PLAIN`) and less than
so much of it new, 0.48; of strips of the pane beside a hand or a lamp that passed for white wands 0.04 and 0.13 were.
"""
STANDS_OUT = 20.0
"""Grey levels by which wood differs at least from the bare pane to be found new there for certain: from 9 to 12 on it
is, and a light that is uneven takes some of that away; a black wand on a dark hood differs by 6 to 13."""
MAYBE_WHITE = 225
"""A mark that is so bright in this light may be white."""


@dataclass(frozen=True)
class Exhibit:
    """A wand's outline, its brightness (``gain``), its straightened ``patch`` and which cells of that light has left
    ``clear``, what mark and notches say, what crosses its sides, and the facts.
    """

    colour: str
    outline: Outline
    gain: Array
    patch: Patch
    clear: NDArray[np.bool_]
    mark: Witness
    notch: Witness
    crossing: Crossing
    facts: Facts

    @property
    def best(self) -> int:
        """Number of the guess that both witnesses together favour."""
        return favoured(self.mark, self.notch)


@dataclass(frozen=True)
class _Shown:
    """A face, in one light, with the brightness of its wood, where light has left it ``clear``, and both witnesses."""

    face: Patch
    gain: Array
    clear: NDArray[np.bool_]
    mark: Witness
    notch: Witness

    def whole_mark(self, model: WandModel) -> bool:
        """Whether a whole mark shows that is of the value which both witnesses favour: the bare pane has none."""
        best, tops = favoured(self.mark, self.notch), model.tops
        return model.marked[best] and tops[self.mark.best] == tops[best] and self.mark.margin(tops) >= CERTAIN

    def plain(self, model: WandModel) -> bool:
        """Whether a whole mark shows, and notches as the same guess has them: no shadow upon it needs to be sought."""
        best = favoured(self.mark, self.notch)
        return self.whole_mark(model) and float(self.notch.misfits[best]) < FITS


def _shown(
    model: WandModel,
    raw: Picture,
    patch: Patch,
    dark: NDArray[np.bool_],
    gain: float,
    shadow: Shadow | None = None,
) -> _Shown:
    """What a straightened face (``raw``, and as a ``patch``) shows where no lamp is mirrored (``dark``), without the
    ``shadow`` upon it.
    """
    face = patch if shadow is None else shadow.relit(patch)
    own = _own_gain(raw if shadow is None else np.clip(face, 0, 255).astype(np.uint8), model, gain)
    white = model.brightest * float(own[0]) >= MAYBE_WHITE
    clear = unwashed(raw, model.density, white) & dark
    clear = clear if shadow is None else clear & ~shadow.border
    return _Shown(face, own, clear, mark_witness(model, face, own, clear), notch_witness(model, face, clear))


def exhibit_of(
    sampler: Sampler, view: View, empty: EmptyPane, model: WandModel, colour: str, lying: Lying, gain: float
) -> Exhibit:
    """Look at the wand of that colour where it lies; ``gain`` is how bright all wands are."""
    pane, wand = sampler.pane, model.wand
    outline = (shown_at if lying.known else measure)(sampler, lying.pose, wand.length, wand.side)
    rows, columns = wand.faces[0].picture.shape[:2]
    half = (columns // 2) / model.density, (rows // 2) / model.density
    raw = sampler.cut(outline.centred, *half)
    patch = raw.astype(np.float32)
    dark = sampler.layer(empty.mirrors, empty.grid, outline.centred, *half) == 0
    shown = _shown(model, raw, patch, dark, gain)
    if not shown.plain(model):
        shadow = shadow_on(patch, model.density, wand.length, wand.side, model.base * gain)
        shown = shown if shadow is None else _shown(model, raw, patch, dark, gain, shadow)
    own, clear, mark, notch = shown.gain, shown.clear, shown.mark, shown.notch
    best = favoured(mark, notch)

    size, wood = (wand.length, wand.side), model.strips[best] * own
    inner = inner_strips(raw, model.density, *size)
    crossing = crossing_of(pane, view, empty, outline.centred, size, inner, wood, model.cuts[best])
    crossed = crossing.weight(np.zeros(crossing.told.shape, dtype=np.bool_))
    strange, pale = _strange(model, best, raw, own, clear, view.grain)
    whole = shown.whole_mark(model)
    veiled = (not whole and mostly_bare(view, outline, model.base * gain)) or (
        not model.marked[best]
        and (
            like_bare(view, outline)
            or _soft(sampler, view, model, outline.centred, patch, clear)
            or (not _told(notch, model.tops, best) and (pale or _haunted(model, shown.face, own, clear)))
        )
    )
    # A whole mark tells where the wand lies along itself: an end in a shadow may look like the pane.
    bare = 0.0 if whole else lying.bare
    told = {"bare": bare, "missing": _missing(model, mark, notch, best), "crossed": crossed, "strange": strange}
    endless = lacking(view, outline, model.base * own)
    facts = facts_of(pane, outline, wand.length, **told, veiled=veiled, endless=endless)
    return Exhibit(colour, outline, own, patch, clear, mark, notch, crossing, facts)


def _missing(model: WandModel, mark: Witness, notch: Witness, best: int) -> float:
    """Share of the mark that is not there; of one that hardly stands out of its wood that says nothing against notches
    that tell the value by themselves.
    """
    faint = not model.marks.stands_out(best)
    return 0.0 if faint and _told(notch, model.tops, best) else mark.missing(best)


def _told(notch: Witness, tops: list[int], best: int) -> bool:
    """Whether the notches tell the value of a face by themselves, whatever lies over it."""
    return notch.certain(tops) or notch.attests(tops, tops[best])


def _strange(
    model: WandModel, best: int, raw: Picture, gain: Array, clear: NDArray[np.bool_], grain: float
) -> tuple[float, bool]:
    """Area (mm2) of what is neither wood, mark nor light on a face, and whether much of it may be light or no wand."""
    seen = coarse(raw, model.density)
    known = np.ones(seen.shape[:2], np.float32) if clear.all() else coarse(clear.astype(np.float32), model.density)
    taught, wood = (c * gain.astype(np.float32) for c in (model.colours[best], model.base.astype(np.float32)))
    strange, pale = strange_areas(seen, taught, wood.reshape(1, 1, 3), known, grain)
    return strange, not model.marked[best] and pale >= PALE_MM2


def _soft(sampler: Sampler, view: View, model: WandModel, pose: Pose, patch: Patch, clear: NDArray[np.bool_]) -> bool:
    """Whether a mark may be blurred, for the wand's sides are; evening out noise blurs them, too."""
    if view.grainy is not view.picture:
        rows, columns = patch.shape[:2]
        half = (columns // 2) / model.density, (rows // 2) / model.density
        patch = Sampler(sampler.pane, view.grainy, model.density).cut(pose, *half).astype(np.float32)
    widths = side_widths(patch, model.density, model.wand.length, model.wand.side, clear=clear)
    return softest(widths) > SHARP * model.width


def mostly_bare(view: View, outline: Outline, wood: Array) -> bool:
    """Whether a faint outline holds little but the bare pane, though this ``wood`` would stand out from it there: a
    strip of it beside a hand, no wand.
    """
    return outline.held < PLAIN and _new(view, outline) < OLD and _stands_out(view, outline, wood)


def _stands_out(view: View, outline: Outline, wood: Array) -> bool:
    """Whether wood of that colour would be new on the bare pane."""
    along = np.linspace(-0.45, 0.45, 19) * outline.length
    bare = np.median(view.around(outline.centred.places(np.column_stack([along, 0 * along])))[1], axis=0)
    return float(np.abs(wood - bare).max()) >= STANDS_OUT * view.grain


def like_bare(view: View, outline: Outline) -> bool:
    """Whether the bare pane may look like that in the dark, where noise draws outlines everywhere."""
    if view.grain <= 1.0 or outline.held >= PLAIN:
        return False
    return _new(view, outline) < NEW


def _new(view: View, outline: Outline) -> float:
    """Share of a footprint that differs from the empty pane."""
    return view.foreground.share(outline.centred, outline.length - 2, outline.side - 2)


def _haunted(model: WandModel, patch: Patch, gain: Array, clear: NDArray[np.bool_]) -> bool:
    """Whether the ghost of a mark, blurred or washed, shows on a face without one."""
    face, weight = along_marks(model, model.marks, patch, gain), model.middle(clear).astype(np.float32)
    return model.ghosts.haunt(face, weight, model.density, model.grain.shown(face, weight))


def _own_colour(patch: Picture) -> Array:
    """Usual colour of the cells of a patch that are not white with light; of all, where those are few."""
    dark = cv2.bitwise_not(cv2.inRange(patch, WHITE, BEYOND))
    part = cv2.countNonZero(dark) / dark.size
    return colour_median(patch, np.asarray(dark, dtype=np.uint8) if OF_WOOD < part < 1 else None)


def _own_gain(patch: Picture, model: WandModel, gain: float) -> Array:
    """Brightness of this wand; a dark one tells little by itself (veils), so it follows the others."""
    colour = _own_colour(model.middle(patch))
    trust = model.base / (model.base + 60)
    own = (colour + 1) / (model.base + 1)
    level = float((own * trust).sum() / trust.sum())
    weight = float(trust.max())
    mixed = float(np.exp(weight * np.log(max(level, 0.02)) + (1 - weight) * np.log(gain)))
    return np.full(3, mixed)
