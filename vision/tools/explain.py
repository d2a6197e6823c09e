"""A picture that shows what the reader saw: footprints, faces, notches, and what each witness says."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry.pane import masked
from vision.picture import Picture
from vision.read import Look, Reader
from vision.verdict.found import Found

GREEN, AMBER, RED, BLUE, WHITE = (80, 200, 80), (40, 180, 250), (60, 60, 240), (240, 160, 60), (255, 255, 255)
STRIP_PX = 4


def explained(reader: Reader, picture: Picture, look: Look) -> Picture:
    """The pane with every footprint drawn, and beside it each wand straightened with its evidence."""
    canvas = masked(reader.pane, picture)
    opening = np.round(reader.pane.to_px(reader.pane.opening)).astype(np.int32)
    cv2.polylines(canvas, [opening], True, BLUE, 1, cv2.LINE_AA)
    for found in look.found:
        _footprint(canvas, found)
    kind = look.reading.kind or ""
    _write(canvas, f"{look.reading.status} {kind}".strip(), (10, 28), WHITE, 0.9)
    strips = [_strip(reader, f) for f in look.found]
    width = max([canvas.shape[1], *(s.shape[1] for s in strips)])
    rows = [cv2.copyMakeBorder(r, 0, 6, 0, width - r.shape[1], cv2.BORDER_CONSTANT) for r in (canvas, *strips)]
    return np.asarray(np.vstack(rows), dtype=np.uint8)


def _colour(found: Found) -> tuple[int, int, int]:
    if found.fault is not None:
        return RED
    return GREEN if found.reading.sure else AMBER


def _footprint(canvas: Picture, found: Found) -> None:
    corners = np.round(np.array(found.reading.corners_px)).astype(np.int32)
    cv2.polylines(canvas, [corners], True, _colour(found), 2, cv2.LINE_AA)
    text = f"{found.colour} {'/'.join(map(str, found.reading.options))} {found.fault or ''}".strip()
    _write(canvas, text, (int(corners[:, 0].min()), int(corners[:, 1].min()) - 8), _colour(found), 0.55)


def _strip(reader: Reader, found: Found) -> Picture:
    model = reader.models[found.colour]
    strip = cv2.resize(
        found.exhibit.patch.astype(np.uint8), None, fx=STRIP_PX, fy=STRIP_PX, interpolation=cv2.INTER_CUBIC
    )
    guess = model.guesses[found.exhibit.best]
    bites = model.bites[found.exhibit.best]
    for edge, y in ((0, 8), (1, strip.shape[0] - 8)):
        for u in bites.edge(edge):
            x = round((u - model.us[0]) * model.density * STRIP_PX)
            cv2.circle(strip, (x, y), 6, _colour(found), 1, cv2.LINE_AA)
    head = np.zeros((24, strip.shape[1], 3), np.uint8)
    tops, mark, notch = model.tops, found.exhibit.mark, found.exhibit.notch
    text = (
        f"{found.colour}: {guess.face}, top {found.reading.top}; mark says {tops[mark.best]} "
        f"by {mark.margin(tops):.2f} ({mark.seen:.0%} seen), notches say {tops[notch.best]} "
        f"by {notch.margin(tops):.2f} ({notch.seen:.0%} seen)"
    )
    _write(head, text, (6, 17), WHITE, 0.5)
    return np.asarray(np.vstack([head, strip]), dtype=np.uint8)


def _write(canvas: Picture, text: str, at: tuple[int, int], colour: tuple[int, int, int], size: float) -> None:
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
