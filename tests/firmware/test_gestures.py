"""Presses out of noisy contacts: real presses are never swallowed, spikes and dips never count."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.controls.gestures import HOLD_S, OFF_S, SETTLE_S, Contact, Key, OffKey

LOOK_S = 0.04

Edges = list[tuple[bool, float]]


def bounced(down: bool, at_s: float, bounces: list[float]) -> Edges:
    """An edge with bouncing: pauses below 2 ms each, ending at the level ``down``."""
    times = [at_s, *itertools.accumulate(bounces, initial=at_s)][1:]
    levels = [down if (len(times) - 1 - n) % 2 == 0 else not down for n in range(len(times))]
    return list(zip(levels, times, strict=True))


def played(key: Key, edges: Edges, until_s: float, lost: frozenset[int] = frozenset()) -> list[str]:
    """Gestures when edges come as events (but for the lost ones) and the loop looks every 40 ms."""
    level, gestures = False, []
    looks = [(None, n * LOOK_S) for n in range(round(until_s / LOOK_S) + 1)]
    moments = sorted([*edges, *looks], key=lambda moment: moment[1])
    number = -1
    for down, at_s in moments:
        if down is not None:
            number += 1
            level = down
            if number in lost:
                continue
        gestures += key.see(level, at_s)
    return gestures


BOUNCES = st.lists(st.floats(0.0001, 0.002), max_size=6)
PRESSES = st.lists(st.tuples(st.floats(0.03, 0.7), st.floats(0.05, 0.6), BOUNCES, BOUNCES), max_size=8)


@given(PRESSES)
def test_every_bouncing_press_counts_once(presses: list[tuple[float, float, list[float], list[float]]]) -> None:
    edges, at_s = [], 0.1
    for length, pause, down, up in presses:
        edges += bounced(True, at_s, down)
        edges += bounced(False, at_s + sum(down) + length, up)
        at_s += sum(down) + length + sum(up) + pause
    assert played(Key(), edges, at_s + 0.2) == ["press"] * len(presses)


@given(st.lists(st.tuples(st.floats(0.0001, SETTLE_S * 0.9), st.floats(0.05, 0.3)), max_size=12))
def test_spikes_count_never(spikes: list[tuple[float, float]]) -> None:
    edges: Edges = []
    at_s = 0.1
    for length, pause in spikes:
        edges += [(True, at_s), (False, at_s + length)]
        at_s += length + pause
    assert played(Key(), edges, at_s + 0.2) == []


@given(st.floats(HOLD_S + 0.05, 5.0), st.lists(st.floats(0.0001, 0.005), max_size=4))
def test_a_hold_counts_once_even_with_dips(length: float, dips: list[float]) -> None:
    edges: Edges = [(True, 0.1)]
    for number, dip in enumerate(dips):
        edges += [(False, 0.2 + number * 0.1), (True, 0.2 + number * 0.1 + dip)]
    edges.append((False, 0.1 + length))
    edges.sort(key=lambda edge: edge[1])
    assert played(Key(), edges, length + 0.5) == ["hold"]


@given(st.floats(0.1, 0.7), st.sets(st.integers(0, 1)))
def test_lost_edges_are_made_up_for_by_looking(length: float, lost: set[int]) -> None:
    assert played(Key(), [(True, 0.1), (False, 0.1 + length)], 1.5, frozenset(lost)) == ["press"]


def test_a_hold_is_told_while_the_finger_is_still_down() -> None:
    key = Key()
    assert key.see(True, 0.0) == []
    assert key.see(True, HOLD_S - 0.01) == []
    assert key.see(True, HOLD_S) == ["hold"]
    assert key.see(True, 9.0) == []
    assert key.see(False, 9.1) == []
    assert key.see(False, 9.2) == []


def test_a_clock_that_steps_back_in_the_queue_does_no_harm() -> None:
    contact = Contact()
    assert contact.see(True, 1.0) == []
    assert contact.see(True, 0.5) == []
    assert contact.see(True, 1.0 + SETTLE_S) == [(True, 1.0)]


def seen_open() -> OffKey:
    """A key that stood open before."""
    key = OffKey()
    key.see(False, -1.0)
    key.see(False, -0.5)
    return key


class TestOff:
    def test_three_seconds_with_a_countdown(self) -> None:
        key = seen_open()
        key.see(True, 0.0)
        left = []
        for step in range(1, 30):
            assert key.see(True, step / 10) is False
            left.append(key.left(step / 10))
        assert [number for number, _ in itertools.groupby(left)] == [3, 2, 1]
        assert key.see(True, OFF_S) is True
        assert key.see(True, OFF_S + 1) is False
        assert key.left(OFF_S + 1) is None

    @pytest.mark.parametrize("length", [0.001, 0.2, 1.5, 2.98])
    def test_a_shorter_press_or_a_dip_does_nothing(self, length: float) -> None:
        key = seen_open()
        key.see(True, 0.0)
        seen = [key.see(True, length * n / 10) for n in range(10)]
        seen += [key.see(False, length + n / 10) for n in range(50)]
        assert not any(seen)
        assert key.left(length + 5) is None

    def test_letting_go_and_holding_again_begins_anew(self) -> None:
        key = seen_open()
        for down, at_s in ((True, 0.0), (True, 2.0), (False, 2.5), (False, 2.6), (True, 2.7), (True, 4.0)):
            assert key.see(down, at_s) is False
        assert key.left(4.0) == 2
        assert key.see(True, 5.71) is True


def test_an_off_key_that_is_low_from_the_start_is_no_press() -> None:
    key = OffKey()
    assert not any(key.see(True, 100 + step * 0.04) for step in range(200))
    assert key.left(110.0) is None
    for step in range(3):
        key.see(False, 120 + step * 0.04)
    assert [key.see(True, 121 + step * 0.04) for step in range(100)].count(True) == 1


def test_a_spike_does_not_make_an_off_key_that_is_shorted_count() -> None:
    key = OffKey()
    for step in range(100):
        at_s = 100 + step * 0.1
        assert not key.see(True, at_s) and not key.see(False, at_s + 0.002) and not key.see(True, at_s + 0.004)
