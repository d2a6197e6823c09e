"""The values that names say, compared with the notches that show on real pictures."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from vision.evidence.model import WandModel
from vision.read import Reader
from vision.setup.values import CLEAR, VOUCHED_CLEAR, values_of

COLOURS = ["red", "black", "white"]


@pytest.mark.parametrize("colour", COLOURS)
def test_the_true_values_fit_best_by_far(colour: str, reader: Reader) -> None:
    values = values_of(reader.models[colour])
    others = [odds for tops, odds in values.odds.items() if tops != values.said]
    assert len(others) == 5 and values.odds[values.said] - max(others) > CLEAR
    assert values.best(vouched=False) == values.best(vouched=True) == values.said


@pytest.mark.parametrize("colour", COLOURS)
def test_each_wrong_way_to_say_them_is_seen_through(colour: str, reader: Reader) -> None:
    wand = reader.wands.wand(colour)
    true = tuple(f.top for f in wand.faces)
    for tops in permutations(range(3)):
        if tops == true:
            continue
        faces = tuple(replace(f, top=top) for f, top in zip(wand.faces, tops, strict=True))
        values = values_of(WandModel(replace(wand, faces=faces), reader.wands.density))
        assert values.said == tops and values.best(vouched=True) == true
        assert values.odds[true] - values.odds[tops] > VOUCHED_CLEAR / 2
