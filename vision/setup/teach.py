"""Teaching: nine pictures, each wand alone on each face, become a `WandSet`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.protocol import Face
from vision.errors import WandSetError
from vision.files import read_picture
from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.locate.outline import Outline, measure, settle
from vision.picture import Picture
from vision.scene.foreground import Foreground
from vision.scene.reflections import reflections
from vision.taught.wandset import FACES, TaughtFace, Wand, WandSet, empty_grid

NAME = re.compile(r"(?P<colour>[^\W_]+)_top(?P<top>[012])_(?P<face>[a-z]+)\.(?:jpe?g|png)$", re.IGNORECASE)
GERMAN: dict[str, Face] = {"kraft": "power", "magie": "magic", "schicksal": "fate"}
DENSITY = 3.0
SHIFTED_MM = 3.0
BORDER_MM = 1.0
"""Templates reach this far beyond the visible outline."""


@dataclass(frozen=True)
class Shot:
    """One teaching picture and what its name says."""

    name: str
    colour: str
    top: int
    face: Face
    picture: Picture


_Rough = tuple[Pose, float, float]
"""Pose, length, side."""


def load_shots(folder: str | Path) -> list[Shot]:
    """Read the nine pictures of a folder.  Raises WandSetError when one is missing, doubled or misnamed."""
    path = Path(folder)
    if not path.is_dir():
        raise WandSetError(f"there is no folder {folder}")
    shots = []
    for file in sorted(path.iterdir()):
        match = NAME.match(file.name)
        if match is None:
            continue
        face = match["face"].lower()
        face = GERMAN.get(face, face)
        if face not in FACES:
            raise WandSetError(f"{file.name}: the face must be power, magic or fate (kraft, magie, schicksal)")
        shots.append(Shot(file.name, match["colour"], int(match["top"]), cast(Face, face), read_picture(file)))
    _check_names(shots, path)
    return shots


def _check_names(shots: list[Shot], folder: Path) -> None:
    if not shots:
        raise WandSetError(f"{folder} holds no picture named <colour>_top<value>_<face>.jpg")
    for colour in dict.fromkeys(s.colour for s in shots):
        own = [s for s in shots if s.colour == colour]
        faces, tops = [s.face for s in own], [s.top for s in own]
        missing = [f for f in FACES if f not in faces]
        if missing:
            raise WandSetError(f"the {colour} wand lacks a picture of its face {missing[0]}")
        if len(own) != 3 or sorted(tops) != [0, 1, 2]:
            raise WandSetError(f"the {colour} wand needs three pictures, one for each value 0, 1, 2 and each face")


def teach(pane: Pane, shots: list[Shot]) -> WandSet:
    """Learn the wands.  Raises WandSetError when a wand is not found or sizes disagree."""
    sizes = {s.picture.shape for s in shots}
    if len(sizes) != 1:
        raise WandSetError("the teaching pictures differ in size; take all with the same camera settings")
    height, width = shots[0].picture.shape[:2]
    pane = pane.scaled(width, height)
    grid = empty_grid(pane)
    flat = [grid.rectify(s.picture) for s in shots]
    empty = np.median(np.array(flat), axis=0).astype(np.uint8)
    density = max(DENSITY, round(pane.scale * 1.1))
    samplers = [Sampler(pane, s.picture, density) for s in shots]
    views = [_differing(picture, empty, grid, pane) for picture in flat]
    rough = [_find(s.name, view, grid) for s, view in zip(shots, views, strict=True)]
    outlines = _measured(shots, samplers, _centred(rough, views, grid))
    empty = _without_wands(flat, outlines, grid)
    mirror = reflections(empty), grid
    wands = [_wand(colour, shots, samplers, outlines, mirror) for colour in dict.fromkeys(s.colour for s in shots)]
    return WandSet(density, pane.scale, tuple(wands), empty)


@dataclass(frozen=True)
class _Difference:
    """How much each cell of the grid differs from the empty pane, and where that is more than noise."""

    off: NDArray[np.uint8]
    mask: NDArray[np.uint8]


def _differing(flat: Picture, empty: Picture, grid: Grid, pane: Pane) -> _Difference:
    off = cv2.absdiff(cv2.GaussianBlur(flat, (3, 3), 0), cv2.GaussianBlur(empty, (3, 3), 0)).max(axis=2)
    inside = cv2.erode(grid.opening_mask(pane), np.ones((5, 5), np.uint8)) > 0
    noise = 1.4826 * float(np.median(off[inside])) + 1.0
    mask = ((off > 5 * noise) & inside).astype(np.uint8)
    return _Difference(
        off, np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)), dtype=np.uint8)
    )


def _centred(rough: list[_Rough], views: list[_Difference], grid: Grid) -> list[_Rough]:
    """Each moved along itself to where a wand of the common length covers most of what differs and least else.

    What shows behind a wand (a window, a beam) makes one half of it differ much more than the other.
    """
    length, side = (float(np.median([r[i] for r in rough])) for i in (1, 2))
    slid = [Foreground(view.mask, grid).slid(r[0], length, side) for r, view in zip(rough, views, strict=True)]
    return [
        (s if np.linalg.norm(s.middle - r[0].middle) > SHIFTED_MM else r[0], *r[1:])
        for s, r in zip(slid, rough, strict=True)
    ]


def _find(name: str, view: _Difference, grid: Grid) -> _Rough:
    """The one thing that differs from the empty pane: pose, length, side, all rough."""
    off, mask = view.off, view.mask
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        raise WandSetError(f"{name}: no wand is to be seen on the pane")
    blob = labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    # Half of its typical difference is where a blurred border really lies.
    sure = blob & (off > 0.5 * float(np.median(off[blob])))
    rows, columns = np.nonzero(cv2.morphologyEx(sure.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)))
    (x, y), (w, h), angle = cv2.minAreaRect(np.column_stack([columns, rows]).astype(np.float32))
    if w < h:
        w, h, angle = h, w, angle + 90
    length = (w + 1) / grid.scale
    side = min((h + 1) / grid.scale, len(rows) / grid.scale**2 / length + 0.5)
    if length < 3 * side or side < 4:
        raise WandSetError(f"{name}: what lies on the pane is no single wand ({length:.0f} x {side:.0f} mm)")
    middle = grid.to_mm(np.array([[x, y]]))[0]
    return Pose(float(middle[0]), float(middle[1]), float(np.radians(angle))), length, side


def _measured(shots: list[Shot], samplers: list[Sampler], rough: list[_Rough]) -> list[Outline]:
    """Outlines with the length and side that fit each wand's three pictures best."""
    length = float(np.median([r[1] for r in rough]))
    side = float(np.median([r[2] for r in rough]))
    poses = [r[0] for r in rough]
    sizes = {s.colour: (length, side) for s in shots}
    outlines: list[Outline] = []
    for reach in (4.0, 2.0, 1.5):
        outlines = []
        for i, (shot, sampler) in enumerate(zip(shots, samplers, strict=True)):
            poses[i] = settle(sampler, poses[i], *sizes[shot.colour], reach=reach).pose
            outline = measure(sampler, poses[i], *sizes[shot.colour], reach=reach, prior=0.1)
            poses[i] = outline.centred
            outlines.append(outline)
        common = float(np.median([o.span for o in outlines])), float(np.median([o.widths for o in outlines]))
        sizes = {c: _size(c, shots, outlines, common) for c in sizes}
    return [replace(o, pose=o.centred) for o in outlines]


def _size(colour: str, shots: list[Shot], outlines: list[Outline], common: tuple[float, float]) -> tuple[float, float]:
    own = [o for s, o in zip(shots, outlines, strict=True) if s.colour == colour]
    length = float(np.median([o.span for o in own]))
    side = float(np.median([o.widths for o in own]))
    # A wand whose measure strays far from the others was measured badly, not made longer.
    if abs(length - common[0]) > 3 or abs(side - common[1]) > 1.5:
        return common
    return length, side


def _without_wands(flat: list[Picture], outlines: list[Outline], grid: Grid) -> Picture:
    """The empty pane: each cell's median over the pictures in which no wand lies there."""
    stack = np.array(flat, dtype=np.float32)
    for layer, outline in zip(stack, outlines, strict=True):
        corners = outline.pose.corners(outline.length + 6, outline.side + 6)
        mask = np.zeros(grid.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(grid.to_cells(corners)).astype(np.int32), 1)
        layer[mask > 0] = np.nan
    plain = np.nanmedian(np.where(np.isnan(stack).all(axis=0), np.array(flat), stack), axis=0)
    return plain.round().astype(np.uint8)


def _wand(
    colour: str,
    shots: list[Shot],
    samplers: list[Sampler],
    outlines: list[Outline],
    mirror: tuple[NDArray[np.uint8], Grid],
) -> Wand:
    own = [i for i, s in enumerate(shots) if s.colour == colour]
    length, side = outlines[own[0]].length, outlines[own[0]].side
    length = float(np.median([outlines[i].span for i in own]))
    side = float(np.median([outlines[i].widths for i in own]))
    faces = []
    for i in sorted(own, key=lambda i: FACES.index(shots[i].face)):
        pose, half = outlines[i].pose, (length / 2 + BORDER_MM, side / 2 + BORDER_MM)
        patch = samplers[i].patch(pose, *half)
        # White that is no mirrored lamp is the wand's own: a light mark on a dark wand.
        clear = samplers[i].layer(*mirror, pose, *half) == 0
        faces.append(TaughtFace(shots[i].face, shots[i].top, patch, clear))
    return Wand(colour, length, side, tuple(faces))
