"""What the notches of a face say of the six ways in which a wand may lie."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evidence.notches import notch_witness
from vision.read import Reader

COLOURS = ["red", "black", "white"]


@pytest.mark.parametrize("colour", COLOURS)
def test_each_taught_face_fits_its_own_notches_either_way_round(colour: str, reader: Reader) -> None:
    model = reader.models[colour]
    for number, (picture, clear) in enumerate(zip(model.pictures, model.clears, strict=True)):
        told = notch_witness(model, picture, clear)
        assert told.best == number and told.fits and told.seen == 1.0
        assert told.margin(model.tops) > 0.5


def test_where_light_hides_an_edge_whole_nothing_is_told(reader: Reader) -> None:
    model = reader.models["red"]
    clear = np.ones_like(model.clears[0])
    clear[: len(clear) // 2] = False
    told = notch_witness(model, model.pictures[0], clear)
    assert told.seen == 0.0 and not told.misfits.any()


def test_a_face_without_notches_speaks_against_all_that_have_some(reader: Reader) -> None:
    """Plain wood on a plain pane: each notch that should be there counts."""
    model = reader.models["red"]
    plain = np.where(np.abs(model.vs)[:, None, None] > model.wand.side / 2, 130.0, model.base)
    told = notch_witness(
        model, np.broadcast_to(plain, model.pictures[0].shape).astype(np.float32), model.clears[0] | True
    )
    counts = [len(b.left) + len(b.right) for b in model.bites]
    assert told.misfits == pytest.approx(counts, abs=0.3)
