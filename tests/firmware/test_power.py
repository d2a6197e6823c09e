"""Current and gamma."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.protocol import DeviceState
from firmware.power import GAMMA_TABLE, corrected, current_ma, within
from firmware.scenes import Fader, scene
from tests.firmware.states import LEDS, STATES

VALUES = st.integers(0, 255)
FRAMES = st.lists(st.tuples(VALUES, VALUES, VALUES), min_size=1, max_size=165).map(tuple)


def test_current_of_white_and_of_dark() -> None:
    assert current_ma(((255, 255, 255),) * 10) == 10 * 1 + 10 * 3 * 20
    assert current_ma(((0, 0, 0),) * 10) == 10


@given(FRAMES, st.integers(0, 10_000))
def test_every_frame_fits_the_budget_and_keeps_its_colours(
    frame: tuple[tuple[int, int, int], ...], budget: int
) -> None:
    fit = within(frame, budget)
    assert current_ma(fit.frame) <= max(budget, len(frame))  # a dark strip draws 1 mA a lamp, nothing helps that
    assert fit.limited == (current_ma(frame) > budget)
    assert all(a <= b for one, other in zip(fit.frame, frame, strict=True) for a, b in zip(one, other, strict=True))
    assert current_ma(corrected(fit.frame)) <= current_ma(fit.frame)


@given(FRAMES)
def test_a_limited_frame_uses_most_of_its_budget(frame: tuple[tuple[int, int, int], ...]) -> None:
    full = current_ma(frame) - len(frame)
    budget = len(frame) + full * 0.6
    used = current_ma(within(frame, budget).frame) - len(frame)
    # one step of each channel may be lost to rounding
    assert used >= full * 0.6 * 0.95 - len(frame) * 3 * 20 / 255


@given(STATES, st.floats(0, 1e4), st.sampled_from([20, 100, 500, 1500]))
def test_what_goes_to_the_strip_of_any_scene_is_within_the_budget(now: DeviceState, at_s: float, budget: int) -> None:
    assert current_ma(corrected(within(scene(now, at_s, LEDS), budget).frame)) <= budget


@given(STATES, STATES, st.floats(0, 2))
def test_fades_are_within_the_budget_too(first: DeviceState, then: DeviceState, at_s: float) -> None:
    fader = Fader(LEDS)
    for moment, now in ((0.0, first), (1.5, then), (1.5 + at_s, then)):
        fader.want(now)
        assert current_ma(corrected(within(fader.frame(moment), 200).frame)) <= 200


def test_gamma_keeps_its_ends_and_never_brightens() -> None:
    assert GAMMA_TABLE[0] == 0 and GAMMA_TABLE[255] == 255
    assert list(GAMMA_TABLE) == sorted(GAMMA_TABLE)
    assert all(after <= before for before, after in enumerate(GAMMA_TABLE))
    assert corrected(((128, 255, 0),)) == ((42, 255, 0),)
