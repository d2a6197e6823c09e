"""A photo of a board as a phone takes it: the board of a file painted flat, then seen at a slant on a table."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.dreimagier.board import Board

Picture = NDArray[np.uint8]
PX_MM = 3
SLANT = np.array([[420, 260], [1560, 380], [1690, 1420], [240, 1290]], np.float32)
"""Where the corners of the board lie in the photo, clockwise from north-west."""
SIZE = (1920, 1600)
WOOD, GROUND, SLAB, RUNE, PLACE = (52, 74, 98), (120, 168, 150), (168, 176, 180), (70, 120, 170), (190, 215, 235)


def painted(board: Board) -> Picture:
    """The board from straight above: places, slabs, symbol slabs."""
    width, height = (round(side * PX_MM) for side in board.size_mm)
    picture = np.full((height, width, 3), GROUND, np.uint8)
    for node in board.nodes:
        x, y = (round(part * PX_MM) for part in board.positions_mm[node])
        if node in board.places:
            cv2.circle(picture, (x, y), 24 * PX_MM, PLACE, -1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), 24 * PX_MM, WOOD, 6, cv2.LINE_AA)
        else:
            tone = RUNE if node in board.symbols else SLAB
            half = (9 * PX_MM, 7 * PX_MM)
            cv2.rectangle(picture, (x - half[0], y - half[1]), (x + half[0], y + half[1]), tone, -1)
            cv2.rectangle(picture, (x - half[0], y - half[1]), (x + half[0], y + half[1]), (40, 40, 40), 3)
    return picture


def photo(board: Board) -> bytes:
    """The JPEG of a phone: the board at a slant on a dark table, uneven light, a little noise."""
    flat = painted(board)
    height, width = flat.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    turned = cv2.getPerspectiveTransform(corners, SLANT)
    table = np.full((SIZE[1], SIZE[0], 3), WOOD, np.uint8)
    cv2.warpPerspective(flat, turned, SIZE, dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    light = np.linspace(0.82, 1.1, SIZE[0], dtype=np.float32)[None, :, None]
    noise = np.random.default_rng(3).normal(0, 3, table.shape).astype(np.float32)
    lit = np.clip(table.astype(np.float32) * light + noise, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", lit, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
