"""What is looked at of a wand: a strip of the bare pane is none, whatever it passes for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.vision.conftest import SET
from vision.evidence.exhibit import mostly_bare
from vision.files import read_picture
from vision.locate.outline import Outline
from vision.read import Reader

THROW = SET / "throws" / "001.jpg"


def shown(outline: Outline, share: float) -> Outline:
    """The outline, shown by so much everywhere."""
    sides, ends = (np.full_like(part, share) for part in (outline.held_sides, outline.held_ends))
    return replace(outline, held_sides=sides, held_ends=ends)


def test_a_faint_outline_that_holds_the_bare_pane_is_no_wand_for_certain(reader: Reader) -> None:
    outlines = [f.outline for f in reader.read(read_picture(THROW)).found]
    empty, taken = (reader.empty.beside(read_picture(p)) for p in (SET / "empty.jpg", THROW))
    assert len(outlines) == 3
    for outline in outlines:
        assert mostly_bare(empty, shown(outline, 0.6))
        assert not mostly_bare(empty, shown(outline, 0.8))
        assert not mostly_bare(taken, shown(outline, 0.6))
