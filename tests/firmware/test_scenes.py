"""What the lamps show, and that they never flash."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.protocol import ROLES, DeviceState
from firmware.power import corrected
from firmware.scenes import FADE_S, PERIOD_S, WAKE_S, Fader, Frame, black, missing, mixed, scene
from tests.firmware.states import LEDS, STATES, state

STEP_S = 1 / 40


@given(STATES, st.floats(0, 1e6))
def test_lit_are_exactly_the_lamps_of_nodes_with_a_role(now: DeviceState, at_s: float) -> None:
    lit = {number for number, colour in enumerate(scene(now, at_s, LEDS)) if any(colour)}
    assert lit == (set() if now.dark else {int(node[1:]) for node in now.lamps})


@given(STATES, st.floats(0, 1e6))
def test_a_scene_is_a_function_of_state_and_time_and_repeats(now: DeviceState, at_s: float) -> None:
    frame = scene(now, at_s, LEDS)
    assert frame == scene(now, at_s, LEDS)
    assert all(0 <= value <= 255 for colour in frame for value in colour)
    later = scene(now, at_s + PERIOD_S, LEDS)
    assert all(
        abs(a - b) <= 2 for one, other in zip(frame, later, strict=True) for a, b in zip(one, other, strict=True)
    )


def test_no_host_and_an_awaited_throw_are_dark() -> None:
    assert scene(None, 3.0, LEDS) == black(LEDS)
    assert scene(state({"n1": ["winner"]}, dark=True), 3.0, LEDS) == black(LEDS)


def test_a_node_with_three_lamps_lights_all_of_them() -> None:
    now = state({"n1": ["chosen"]}, lamp_numbers={"n1": [1, 2, 7]})
    assert [n for n, colour in enumerate(scene(now, 0.0, LEDS)) if any(colour)] == [1, 2, 7]


def test_lamps_that_the_strip_has_not_are_named_and_harmless() -> None:
    now = state({"n1": ["chosen"]}, lamp_numbers={"n1": [1, 99], "n2": [-1]})
    assert missing(now, LEDS) == [-1, 99]
    assert [n for n, colour in enumerate(scene(now, 0.0, LEDS)) if any(colour)] == [1]


@pytest.mark.parametrize("role", ROLES)
def test_each_role_has_its_own_course_of_light(role: str) -> None:
    def course(name: str) -> list[Frame]:
        return [scene(state({"n3": [name]}), t / 10, LEDS) for t in range(20)]  # type: ignore[list-item]

    assert all(course(role) != course(other) for other in ROLES if other != role)


def test_the_first_frame_is_black_and_the_light_comes_slowly() -> None:
    fader = Fader(LEDS)
    now = state({"n1": ["chosen"]})
    fader.want(now)
    frames = [fader.frame(10.0 + t * WAKE_S / 10) for t in range(11)]
    values = [sum(map(sum, frame)) for frame in frames]
    assert values[0] == 0
    assert values == sorted(values)
    assert frames[-1] == scene(now, 10.0 + WAKE_S, LEDS)


def test_a_new_state_fades_in_and_an_unchanged_one_does_not_start_a_fade() -> None:
    fader = Fader(LEDS)
    fader.want(state({"n1": ["chosen"]}))
    fader.frame(0.0)
    fader.frame(WAKE_S)
    fader.want(state({"n2": ["chosen"]}))
    fader.frame(2.0)
    half = fader.frame(2.0 + FADE_S / 2)
    assert 0 < half[1][0] < 255 and 0 < half[2][0] < 255
    end = fader.frame(2.0 + FADE_S)
    fader.want(state({"n2": ["chosen"]}, seq=2, sounds=["turn"]))
    assert fader.frame(2.0 + FADE_S + 0.01) == end


def test_mixing_has_its_ends() -> None:
    one, other = ((0, 0, 0),), ((200, 100, 50),)
    assert mixed(one, other, 0.0) == one
    assert mixed(one, other, 1.0) == other
    assert mixed(one, other, 0.5) == ((100, 50, 25),)


def flashes_a_second(light: list[float]) -> int:
    """Most pairs of opposite changes of 10 % of full light within one second, as WCAG 2.3.1 counts them."""
    turns: list[int] = []
    low = high = light[0]
    rising: bool | None = None
    for at, value in enumerate(light):
        if rising is not False and value <= high - 0.1:
            turns.append(at)
            rising, low, high = False, value, value
        elif rising is not True and value >= low + 0.1:
            turns.append(at)
            rising, low, high = True, value, value
        low, high = min(low, value), max(high, value)
    window = round(1 / STEP_S)
    return max((sum(1 for t in turns if start <= t < start + window) // 2 for start in turns), default=0)


def test_the_counter_of_flashes_counts() -> None:
    square = [float(step // 4 % 2) for step in range(160)]  # 5 Hz
    assert flashes_a_second(square) == 5
    assert flashes_a_second([0.5] * 80) == 0


def light_of(frame: Frame) -> list[float]:
    """Relative luminance of each lamp after gamma, 0 to 1, and of all lamps together."""
    each = [(0.2126 * r + 0.7152 * g + 0.0722 * b) / 255 for r, g, b in corrected(frame)]
    return [*each, sum(each) / len(each)]


def courses(changes: list[tuple[float, DeviceState]]) -> list[list[float]]:
    """Light over time of each lamp and of all, for states that come after the given pauses."""
    fader, at_s, frames = Fader(LEDS), 0.0, []
    for pause_s, now in changes:
        fader.want(now)
        for _ in range(max(1, round(pause_s / STEP_S))):
            frames.append(light_of(fader.frame(at_s)))
            at_s += STEP_S
    return [list(course) for course in zip(*frames, strict=True)]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1.5), STATES), min_size=1, max_size=24))
def test_nothing_flashes_above_3_hz_whatever_the_host_sends(changes: list[tuple[float, DeviceState]]) -> None:
    assert max(map(flashes_a_second, courses(changes))) <= 3


@pytest.mark.parametrize("pause_s", [0.025, 0.05, 0.1, 0.125, 0.2, 0.25, 0.275, 0.3, 0.5])
def test_a_host_that_flickers_between_two_states_does_not_make_lamps_flash(pause_s: float) -> None:
    lit, dark = state({f"n{n}": ["chosen"] for n in range(LEDS)}), state()
    both = list(itertools.islice(itertools.cycle([(pause_s, lit), (pause_s, dark)]), round(6 / pause_s)))
    assert 0 < max(map(flashes_a_second, courses(both)), default=0) <= 3 or pause_s < FADE_S


@pytest.mark.prove
@settings(max_examples=3000, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1.5), STATES), min_size=1, max_size=40))
def test_nothing_flashes_above_3_hz_in_many_more_courses(changes: list[tuple[float, DeviceState]]) -> None:
    assert max(map(flashes_a_second, courses(changes))) <= 3
