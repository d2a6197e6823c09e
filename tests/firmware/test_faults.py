"""What the lamps' program says of strip and buttons: one line for each change."""

from __future__ import annotations

from companion.link.faults import Faults
from companion.link.log import ERROR, NOTICE, WARNING
from firmware.lamps import RETRY_S
from tests.firmware.states import state
from tests.firmware.test_program import Bench

SIMULATED = (NOTICE, "the lamps are simulated (virtual)")
BACK = (NOTICE, "the lamps work again")


class Spoken(Bench):
    """A bench whose log is read.  The clock of the log is the bench's."""

    def __init__(self, trouble: str = "") -> None:
        super().__init__(trouble=trouble)
        self.lines: list[tuple[int, str]] = []
        self.program.faults = Faults(lambda level, line: self.lines.append((level, line)))


def test_simulated_lamps_say_so_once() -> None:
    bench = Spoken()
    bench.turns(0.0, 5.0)
    assert bench.lines == [SIMULATED]


def test_real_lamps_that_work_are_silence() -> None:
    bench = Spoken()
    bench.turns(0.0, 0.04)
    bench.lines.clear()
    bench.program.faults = Faults(lambda level, line: bench.lines.append((level, line)))
    bench.strips[0].simulated = False  # type: ignore[misc]
    bench.turns(1.0, 3.0)
    assert bench.lines == []


def test_a_strip_that_cannot_be_opened_and_then_can() -> None:
    bench = Spoken()
    bench.faults = ["no bus; cure: a bus"] * 2
    bench.turns(0.0, 2 * RETRY_S + 1.5)
    assert bench.lines == [(ERROR, "no lamps: no bus; cure: a bus"), BACK, SIMULATED]


def test_a_strip_that_fails_for_another_reason_is_another_line() -> None:
    bench = Spoken()
    bench.faults = ["no rights", "no bus"]
    bench.turns(0.0, 2 * RETRY_S + 1.5)
    assert bench.lines == [(ERROR, "no lamps: no bus"), (ERROR, "no lamps: no rights"), BACK, SIMULATED]


def test_a_strip_that_is_lost_and_found() -> None:
    bench = Spoken()
    bench.state = state({"n4": ["chosen"]})
    bench.turns(0.0, 2.0)
    bench.strips[0].supply_ma = 1.0
    bench.state = state({"n5": ["chosen"]})
    bench.turns(2.0, RETRY_S + 3.0)
    assert bench.lines[0] == SIMULATED
    assert [level for level, _ in bench.lines[1:]] == [ERROR, NOTICE]
    assert bench.lines[1][1].startswith("no lamps: the simulated supply tripped") and bench.lines[2] == BACK


def test_lamps_that_the_strip_has_not_and_then_a_board_that_fits() -> None:
    bench = Spoken()
    bench.state = state({"n4": ["chosen"]}, lamp_numbers={"n4": [4, 70]})
    bench.turns(0.0, 3.0)
    bench.state = state({"n4": ["chosen"]}, seq=2)
    bench.turns(3.0, 2.0)
    assert bench.lines[1:] == [
        (WARNING, "the board names lamps that the strip has not: [70]"),
        (NOTICE, "the strip has all lamps that the board names"),
    ]


def test_buttons_that_are_missing_are_one_line() -> None:
    bench = Spoken(trouble="no pins")
    bench.turns(0.0, 4.0)
    assert sorted(bench.lines) == sorted([(WARNING, "no buttons: no pins"), SIMULATED])


def test_an_evening_without_faults_is_silence_after_the_first_line() -> None:
    bench = Spoken()
    for number in range(60):
        bench.state = state({f"n{number % 12}": ["chosen"]}, seq=number, dark=number % 3 == 0)
        bench.turns(float(number), 1.0)
    assert bench.lines == [SIMULATED]
