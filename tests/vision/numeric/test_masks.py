"""Masks: their connected pieces, wherever these lie."""

from __future__ import annotations

import numpy as np

from vision.numeric.masks import pieces


def test_each_piece_is_told_with_its_place_and_its_own_cells() -> None:
    mask = np.zeros((20, 30), np.uint8)
    mask[3:8, 4:16], mask[4:7, 5:15] = 1, 0
    mask[5, 7:10] = 1
    mask[15:17, 25:30] = 255
    found = {p.area: p for p in pieces(mask)}
    ring, stroke, corner = found[5 * 12 - 3 * 10], found[3], found[10]
    assert len(found) == 3
    assert [p.box for p in (ring, stroke, corner)] == [
        (slice(3, 8), slice(4, 16)),
        (slice(5, 6), slice(7, 10)),
        (slice(15, 17), slice(25, 30)),
    ]
    assert not ring.cells[2, 3:6].any()
    whole = np.zeros(mask.shape, bool)
    for piece in found.values():
        whole[piece.box] |= piece.cells
    assert np.array_equal(whole, mask > 0)


def test_pieces_that_touch_at_a_corner_are_one() -> None:
    (piece,) = pieces(np.eye(4, 6, k=1, dtype=np.uint8))
    assert (piece.left, piece.top, piece.width, piece.height, piece.area) == (1, 0, 4, 4, 4)


def test_a_mask_of_nothing_has_no_pieces() -> None:
    assert pieces(np.zeros((5, 7), np.uint8)) == []
