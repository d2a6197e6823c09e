"""From pictures of the printed ChArUco board to a `Pane`: one lies flat on the pane, the others are held above it.

Nothing is guessed: what the pictures do not tell is refused, or noted with how exact the pane is there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.errors import PaneError
from vision.geometry.pane import INDEX, THICKNESS_MM, Pane, Points
from vision.picture import Picture
from vision.setup.above import relief_of
from vision.setup.agreement import (
    check_each,
    check_flat,
    check_slant,
    check_square,
    check_tilts,
    check_unmoved,
    flat_view,
)
from vision.setup.board import LEAST_VIEWS, View, completed, seen
from vision.setup.corners import check_marked
from vision.setup.lens import Fit, fitted, started
from vision.setup.opening import find_opening
from vision.setup.plumb import Line, enclosed, plumb_lines
from vision.setup.reach import corner_errors, told
from vision.setup.upright import upright

WORST_RMS_PX = 1.5


@dataclass(frozen=True)
class Calibration:
    """``errors``: expected error (mm) at the opening's corners (upper left, then clockwise), None if nobody can tell;
    ``notes``: what is no reason to refuse but should be known, one line each.
    """

    pane: Pane
    errors: NDArray[np.float64] | None
    notes: tuple[str, ...]


def calibrate(pictures: dict[str, Picture], thickness: float = THICKNESS_MM, index: float = INDEX) -> Pane:
    """Fit lens, pane plane and opening.  Raises PaneError when the pictures do not suffice or disagree."""
    return calibration(pictures, (thickness, index)).pane


def calibration(
    pictures: dict[str, Picture], slab: tuple[float, float] = (THICKNESS_MM, INDEX), corners: Points | None = None
) -> Calibration:
    """The same with what should be known of it.

    ``slab``: thickness (mm) and refractive index of the pane; ``corners`` (4, 2) px: the opening as a hand has marked
    it, where its edges do not show.
    """
    size = _common_size(pictures)
    if corners is not None:
        check_marked(corners, size)
    views, notes = seen(pictures)
    start = started(views, size)
    views = [completed(v, pictures[v.name], start[0], p) for v, p in zip(views, start[1], strict=True)]
    start = started(views, size)
    flat, clear = flat_view(views, start[1])
    check_tilts(start[1], flat)
    fit = _agreeing(views, fitted(views, start, flat, size, slab, []), size)
    check_flat(clear)
    pane = _pane(size, fit, slab)
    check_slant(pane)
    shown = [pictures[v.name] for v in views]
    if corners is None:
        lines = _sides(pane, shown, views)
        fit = fitted(views, (fit.lens, fit.poses), flat, size, slab, lines)
        pane = _pane(size, fit, slab)
        pane = replace(pane, opening=enclosed(pane, lines))
    else:
        pane = replace(pane, opening=pane.to_mm(corners))
    check_square(pane.opening)
    if corners is None:
        check_unmoved(pane, views, shown, flat)
    errors = corner_errors(pane, fit)
    return Calibration(pane, errors, (*notes, *told(errors)))


def _common_size(pictures: dict[str, Picture]) -> tuple[int, int]:
    sizes = {(p.shape[1], p.shape[0]) for p in pictures.values()}
    if len(pictures) < LEAST_VIEWS:
        raise PaneError("at least three pictures of the board are needed, one of them flat on the pane")
    if len(sizes) != 1:
        raise PaneError("the pictures differ in size; take all with the same camera settings")
    return sizes.pop()


def _agreeing(views: list[View], fit: Fit, size: tuple[int, int]) -> Fit:
    check_each(views, fit, size)
    if fit.rms > WORST_RMS_PX:
        raise PaneError(f"the pictures disagree by {fit.rms:.1f} px; were camera or focus moved between them?")
    return fit


def _pane(size: tuple[int, int], fit: Fit, slab: tuple[float, float]) -> Pane:
    return upright(size, fit.lens, fit.poses[fit.flat], slab, fit.rms)


def _sides(pane: Pane, pictures: list[Picture], views: list[View]) -> list[Line]:
    """The sides of the opening.  Whatever is seen of a board, held above the pane or not, is seen through it."""
    relief = relief_of(pane, pictures, [v.covered(pane.size) for v in views])
    on_pane = pane.to_mm(np.concatenate([v.pixels for v in views]))
    return plumb_lines(find_opening(pane, relief, on_pane), relief)
