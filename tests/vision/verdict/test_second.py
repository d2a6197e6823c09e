"""The second look: which place is taken for a wand that the first one missed or misplaced."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs

from companion.protocol import Kind
from tests.vision.conftest import SET
from vision.files import read_picture
from vision.locate.outline import Fit
from vision.read import Reader
from vision.scene.view import View
from vision.verdict.found import Found
from vision.verdict.second import mended, sound, tried

THROW = SET / "throws" / "001.jpg"


@pytest.fixture(scope="module")
def view(reader: Reader) -> View:
    return reader.empty.beside(read_picture(THROW))


@pytest.fixture(scope="module")
def red(reader: Reader) -> Found:
    return next(f for f in reader.read(read_picture(THROW)).found if f.colour == "red")


def fit_of(found: Found, shown: float, contrast: float) -> Fit:
    """The place of a wand, as clearly ``shown`` and as much in ``contrast``."""
    return Fit(found.outline.centred, shown, shown * 0.8, contrast)


def faint(found: Found, fault: Kind | None) -> Found:
    """The wand with an outline that hardly shows and a value in doubt."""
    outline = replace(found.outline, held_sides=found.outline.held_sides * 0.5, held_ends=found.outline.held_ends * 0.5)
    reading = structs.replace(found.reading, sure=False, options=[0, 1])
    return replace(found, exhibit=replace(found.exhibit, outline=outline), reading=reading, fault=fault)


@pytest.mark.parametrize(("shown", "contrast", "taken"), [(0.6, 30.0, False), (0.95, 1.0, False), (0.95, 30.0, True)])
def test_what_looks_like_the_bare_pane_is_a_wand_only_with_a_whole_outline_that_stands_out(
    reader: Reader, view: View, red: Found, shown: float, contrast: float, taken: bool
) -> None:
    place = fit_of(red, shown, contrast)
    bare = np.median(view.around(place.pose.places(np.zeros((1, 2))))[1], axis=0).astype(np.float32)
    patch = np.broadcast_to(bare, red.exhibit.patch.shape).astype(np.float32)
    alike = replace(red, exhibit=replace(red.exhibit, patch=patch))
    assert bool(np.isfinite(tried(reader.models["red"], view, 1.0, 0, place, alike).worth)) is taken


def test_a_place_that_shows_plainly_replaces_one_that_does_not(reader: Reader, red: Found) -> None:
    old, order = faint(red, None), ["red"].index
    assert sound([old], reader.models) == []
    assert mended([old], {"red": red}, order) == [red]
    assert mended([red], {"red": old}, order) == [red]
    assert mended([faint(red, "obstructed")], {"red": old}, order) == [old]
    assert mended([], {"red": old}, order) == [old]


def doubted(found: Found) -> Found:
    """The wand with a value in doubt, its outline as plain as it was."""
    return replace(found, reading=structs.replace(found.reading, sure=False, options=[0, 1]))


def test_a_wand_in_doubt_or_with_a_fault_is_looked_for_once_more(reader: Reader, red: Found) -> None:
    off = replace(red, fault="partly-off")
    assert sound([red], reader.models) == [red]
    assert sound([doubted(red)], reader.models) == []
    assert sound([off], reader.models) == []
    for old in (doubted(red), off):
        assert mended([old], {"red": red}, ["red"].index) == [red]
    assert mended([doubted(red)], {"red": off}, ["red"].index)[0].fault is None


def test_a_sure_wand_that_the_network_does_not_know_is_looked_for_once_more_where_another_is_lost(
    reader: Reader, red: Found
) -> None:
    """A wand of nearly its colour was taken for it, and so nothing was left for that one."""
    stranger = replace(red, exhibit=replace(red.exhibit, patch=np.full_like(red.exhibit.patch, 120.0)))
    assert sound([stranger], reader.models) == []
    assert sound([stranger], {"red": reader.models["red"]}) == [stranger]


def test_no_two_wands_are_put_at_one_place(reader: Reader, red: Found) -> None:
    """The better place of the one is where the other was taken to lie: that one moves, too, or neither does."""
    away = replace(red.outline, pose=red.outline.pose.moved(0.0, 40.0, 0.0))
    black = replace(red, exhibit=replace(red.exhibit, colour="black"))
    elsewhere = replace(black, exhibit=replace(black.exhibit, outline=away))
    order = ["red", "black"].index
    assert mended([doubted(black)], {"red": red, "black": elsewhere}, order) == [red, elsewhere]
    alone = mended([doubted(black), replace(doubted(red), fault="obstructed")], {"red": red}, order)
    assert [f.reading.sure for f in alone] == [True, False] or len(alone) == 1
