"""Two witnesses are weighed: when one may overrule the other, and when they leave a doubt."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evidence.facts import Facts
from vision.evidence.model import WandModel
from vision.evidence.tilt import Tilt
from vision.evidence.witness import Witness
from vision.read import Reader
from vision.verdict.weighing import both_saw, decided, well_placed


@pytest.fixture
def model(reader: Reader) -> WandModel:
    return reader.models["black"]


def witness(model: WandModel, true: str, others: dict[str, float], seen: float = 1.0) -> Witness:
    """Misfits of the guesses: 0 for a face, so much for the others (turned round a little more)."""
    misfits = [others.get(g.face, 0.0) + (0.0 if g.forward or g.face != true else 0.05) for g in model.guesses]
    return Witness(np.array(misfits), seen)


def verdict(model: WandModel, mark: Witness, notch: Witness) -> tuple[str | None, bool, int]:
    reading = decided(model, mark, notch, [])
    return reading.bottom, reading.sure, len(reading.options)


def test_both_agree(model: WandModel) -> None:
    mark = witness(model, "magic", {"power": 1.0, "fate": 1.0})
    notch = witness(model, "magic", {"power": 1.0, "fate": 0.5})
    assert verdict(model, mark, notch) == ("magic", True, 1)


@pytest.mark.parametrize(("against", "sure"), [(0.0, True), (-0.3, True), (-0.55, True), (-0.7, False)])
def test_a_whole_mark_outweighs_half_a_notch_and_no_more(model: WandModel, against: float, sure: bool) -> None:
    mark = witness(model, "magic", {"power": 1.0, "fate": 1.0})
    notch = witness(model, "magic", {"power": against, "fate": 1.0})
    assert verdict(model, mark, notch) == ("magic", sure, 1 if sure else 2)


@pytest.mark.parametrize("against", [-0.3, -0.2])
def test_a_blank_face_outweighs_nothing_for_glare_looks_so_too(model: WandModel, against: float) -> None:
    mark = witness(model, "fate", {"power": 0.95, "magic": 0.95})
    notch = witness(model, "fate", {"power": against, "magic": 1.0})
    assert verdict(model, mark, notch) == ("fate", False, 2)


def test_a_mark_half_seen_outweighs_nothing(model: WandModel) -> None:
    mark = witness(model, "magic", {"power": 1.0, "fate": 1.0}, seen=0.5)
    notch = witness(model, "magic", {"power": -0.3, "fate": 1.0})
    assert verdict(model, mark, notch) == ("magic", False, 2)


def test_without_the_mark_it_takes_more_than_one_notch(model: WandModel) -> None:
    blind = witness(model, "magic", {}, seen=0.0)
    assert verdict(model, blind, witness(model, "magic", {"power": 0.6, "fate": 1.5}))[1] is False
    assert verdict(model, blind, witness(model, "magic", {"power": 1.5, "fate": 1.5}))[:2] == ("magic", True)


@pytest.mark.parametrize(("misfit", "sure"), [(0.0, True), (0.4, True), (1.0, False)])
def test_notches_decide_alone_only_where_they_are_as_some_guess_has_them(
    model: WandModel, misfit: float, sure: bool
) -> None:
    mark, notch = witness(model, "fate", {"power": 0.2, "magic": 0.2}), witness(model, "fate", {"power": 1, "magic": 1})
    assert verdict(model, mark, Witness(notch.misfits + misfit, 1.0))[1] is sure


@pytest.mark.parametrize(("misfit", "shown", "sure"), [(0.6, 0.6, True), (0.8, 0.6, False), (1.0, 0.85, True)])
def test_notches_that_no_face_has_make_a_doubt_of_a_mark_that_is_not_whole(
    model: WandModel, misfit: float, shown: float, sure: bool
) -> None:
    """A smear had wiped two of three signs away: a blank face, and notches that fit no face."""
    mark, notch = (witness(model, "magic", {"power": by, "fate": by}) for by in (shown, 1.0))
    assert verdict(model, mark, Witness(notch.misfits + misfit, 1.0))[:2] == ("magic", sure)


def test_a_mark_that_speaks_for_another_value_is_never_overruled(model: WandModel) -> None:
    mark = witness(model, "magic", {"power": -0.2, "fate": 1.0})
    notch = witness(model, "magic", {"power": 2.0, "fate": 2.0})
    assert verdict(model, mark, notch)[1] is False


@pytest.mark.parametrize(
    ("taper", "mark_says", "vouched", "placed"),
    [
        (0.3, 0.6, False, True),
        (1.6, 0.6, False, False),
        (1.6, 0.6, True, True),
        (1.6, 0.4, True, False),
        (1.6, 0.8, False, True),
    ],
)
def test_off_its_outline_a_wand_needs_both_witnesses_or_a_plain_mark(
    model: WandModel, taper: float, mark_says: float, vouched: bool, placed: bool
) -> None:
    mark = witness(model, "magic", {"power": mark_says, "fate": 1.0})
    assert well_placed(outlined(taper, trust=0.6, held=0.7), mark, model.tops, vouched) is placed


@pytest.mark.parametrize(
    ("trust", "held", "placed"), [(0.95, 0.95, True), (0.75, 0.78, True), (0.6, 0.95, False), (0.95, 0.7, False)]
)
def test_sides_that_diverge_tell_nothing_where_the_outline_shows_plainly(
    model: WandModel, trust: float, held: float, placed: bool
) -> None:
    mark = witness(model, "fate", {"power": 0.55, "magic": 0.6})
    assert well_placed(outlined(1.6, trust, held), mark, model.tops, vouched=False) is placed


def outlined(taper: float, trust: float, held: float) -> Facts:
    return Facts(
        span=0.0,
        taper=taper,
        trust=trust,
        tilt=Tilt(0.0, 0.0, 0, np.full(2, 9.0)),
        outside=-20.0,
        held=held,
        ends=0.7,
        bare=0.0,
        missing=0.0,
        crossed=0.0,
        strange=0.0,
        veiled=False,
        endless=False,
    )


@pytest.mark.parametrize(
    ("mark", "notch", "seen", "saw"),
    [
        ({"power": 0.6, "magic": 0.6}, {"power": 1.0, "magic": 1.5}, 0.5, True),
        ({"power": 0.6, "magic": 0.6}, {"power": 1.0, "magic": 1.5}, 0.3, False),
        ({"power": 0.6, "magic": 0.6}, {"power": 0.5, "magic": 1.5}, 1.0, False),
        ({"power": 0.6, "magic": 0.2}, {"power": 1.0, "magic": 1.5}, 1.0, False),
    ],
)
def test_a_blank_face_that_may_be_veiled_is_certain_where_notches_were_seen_and_agree(
    model: WandModel, mark: dict[str, float], notch: dict[str, float], seen: float, saw: bool
) -> None:
    assert both_saw(witness(model, "fate", mark), witness(model, "fate", notch, seen), model.tops) is saw


def test_notches_that_no_guess_fits_are_no_certificate(model: WandModel) -> None:
    mark, notch = (witness(model, "fate", {"power": 1.0, "magic": 1.0}) for _ in range(2))
    assert both_saw(mark, notch, model.tops)
    assert not both_saw(mark, Witness(notch.misfits + 1.0, 1.0), model.tops)


def test_witnesses_that_differ_are_no_certificate(model: WandModel) -> None:
    mark, notch = (witness(model, face, {"power": 1.0, "magic": 1.0, "fate": 1.0}) for face in ("fate", "power"))
    assert not both_saw(mark, notch, model.tops)
