"""Every change is one line, all the rest is silence, and a flood is said once."""

from __future__ import annotations

import itertools

import pytest

from companion.link.faults import ENOUGH, MOST, QUIET_S, Fault, Faults
from companion.link.log import ERROR, NOTICE, WARNING

BROKEN = Fault("no lamps: no bus", level=ERROR)
AWAY = Fault("the host is away: timed out", kind="away")


class Log:
    """Faults whose lines and clock a test holds."""

    def __init__(self) -> None:
        self.now = 0.0
        self.lines: list[tuple[int, str]] = []
        self.faults = Faults(lambda level, line: self.lines.append((level, line)), lambda: self.now)

    def tell(self, fault: Fault | None, name: str = "strip") -> list[str]:
        """Tell a second later; the lines of this telling."""
        before = len(self.lines)
        self.now += 1
        self.faults.tell(name, fault, "well again")
        return [line for _, line in self.lines[before:]]


def test_what_was_never_wrong_is_silent() -> None:
    log = Log()
    assert [log.tell(None) for _ in range(3)] == [[]] * 3


def test_each_change_is_one_line_at_its_level() -> None:
    log = Log()
    for fault in (BROKEN, BROKEN, AWAY, AWAY, None, None, BROKEN):
        log.tell(fault)
    assert log.lines == [
        (ERROR, "no lamps: no bus"),
        (WARNING, "the host is away: timed out"),
        (NOTICE, "well again"),
        (ERROR, "no lamps: no bus"),
    ]


def test_a_fault_in_other_words_and_other_numbers_is_the_same_fault() -> None:
    log = Log()
    assert log.tell(AWAY) == [AWAY.text]
    assert log.tell(Fault("the host is away: no route", kind="away")) == []
    assert log.tell(Fault("tripped: 2401 mA")) == ["tripped: 2401 mA"]
    assert log.tell(Fault("tripped: 2398 mA")) == []


def test_things_do_not_hide_one_another() -> None:
    log = Log()
    assert log.tell(BROKEN) and log.tell(AWAY, "host") == [AWAY.text]
    assert log.tell(None) == ["well again"]
    assert log.tell(AWAY, "host") == []


def test_what_comes_and_goes_is_said_a_few_times_and_then_how_it_is() -> None:
    log = Log()
    states = itertools.cycle([BROKEN, None])
    said = [line for _ in range(100) for line in log.tell(next(states))]
    assert len(said) == MOST
    assert [line.endswith(ENOUGH) for line in said] == [False] * (MOST - 1) + [True]
    log.now += QUIET_S
    last = said[-1].removesuffix(ENOUGH)
    other = None if last == BROKEN.text else BROKEN
    assert log.tell(other) == [other.text if other else "well again"]
    assert log.tell(other) == []


def test_after_the_silence_what_is_as_it_was_said_is_not_said_again() -> None:
    log = Log()
    for fault in [BROKEN, None, BROKEN, None, BROKEN][:MOST]:
        log.tell(fault)
    log.now += QUIET_S
    assert log.tell(BROKEN) == []


def test_changes_far_apart_are_all_said() -> None:
    log = Log()
    said = []
    for fault in [BROKEN, None] * 20:
        log.now += QUIET_S / 3
        said += log.tell(fault)
    assert len(said) == 40 and not any(line.endswith(ENOUGH) for line in said)


@pytest.mark.parametrize("thing", ["strip", "host"])
def test_a_flood_of_one_thing_takes_no_line_from_another(thing: str) -> None:
    log = Log()
    for fault in [BROKEN, None] * 50:
        log.tell(fault, "flapping")
    assert log.tell(AWAY, thing) == [AWAY.text]
