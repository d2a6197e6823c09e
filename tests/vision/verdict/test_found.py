"""One wand judged: a doubt is settled by the look of the whole face, and only by that together with the mark."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.conftest import SET
from vision.evidence.exhibit import Exhibit
from vision.files import read_picture
from vision.read import Reader
from vision.verdict.found import found_of


def doubted(exhibit: Exhibit) -> Exhibit:
    """The same with a mark that favours its value by too little, and notches that tell nothing."""
    mark, notch = exhibit.mark, exhibit.notch
    faint, silent = 0.1 * mark.misfits, 0.0 * notch.misfits
    return replace(
        exhibit, mark=replace(mark, misfits=faint), notch=replace(notch, misfits=silent, seen=0.0, beyond=None)
    )


@pytest.mark.parametrize("colour", ["red", "white"])
def test_a_doubt_is_settled_where_the_face_is_recognised_and_the_mark_says_the_same(
    colour: str, reader: Reader
) -> None:
    picture = read_picture(SET / "throws" / "004.jpg")
    view, model = reader.empty.beside(picture), reader.models[colour]
    exhibit = doubted(next(f.exhibit for f in reader.read(picture).found if f.colour == colour))
    top = model.tops[exhibit.mark.best]
    settled = found_of(reader.pane, view, model, exhibit).reading
    assert (settled.sure, settled.top, settled.options) == (True, top, [top])
    other = next(n for n, value in enumerate(model.tops) if value != top)
    elsewhere = found_of(reader.pane, view, model, replace(exhibit, patch=model.pictures[other])).reading
    assert not elsewhere.sure and len(elsewhere.options) == 2
