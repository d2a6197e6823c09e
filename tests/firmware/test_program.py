"""The loop, with everything around it played by the test."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from companion.link.notify import Notifier
from companion.protocol import ButtonPress, DeviceState, Heartbeat
from firmware.controls.base import Controls, Press
from firmware.errors import StripError
from firmware.lamps import RETRY_S, Lamps
from firmware.program import Program
from firmware.scenes import WAKE_S, black
from firmware.selftest import frames, walk
from firmware.strips.base import Wire
from firmware.strips.virtual import VirtualStrip
from tests.firmware.states import LEDS, state


class Hands(Controls):
    name = "hands"

    def __init__(self) -> None:
        self.presses: list[Press] = []
        self.sounds: list[str] = []
        self.healthy: list[bool] = []
        self.closed = False

    def poll(self, at_s: float) -> list[Press]:
        done, self.presses = self.presses, []
        return done

    def sound(self, names: list[str], at_s: float) -> None:
        self.sounds += names

    def show(self, state: DeviceState | None, healthy: bool, at_s: float) -> None:
        self.healthy.append(healthy)

    def close(self) -> None:
        self.closed = True


class Bench:
    """A program with a simulated strip; ``faults`` counts how often the next openings or showings fail."""

    state: DeviceState | None = None

    def __init__(self, budget_ma: float = 1500, trouble: str = "") -> None:
        self.sent: list[Heartbeat | ButtonPress] = []
        self.strips: list[VirtualStrip] = []
        self.faults: list[str] = []
        self.offs = 0
        self.hands = Hands()
        self.lamps = Lamps("virtual", self.open, LEDS, budget_ma)
        self.program = Program(self, self, self.lamps, self.hands, Notifier(""), self.off, trouble)

    def open(self) -> VirtualStrip:
        if self.faults:
            raise StripError(self.faults.pop())
        self.strips.append(VirtualStrip(LEDS, Wire()))
        return self.strips[-1]

    def send(self, message: Heartbeat | ButtonPress) -> bool:
        self.sent.append(message)
        return True

    def off(self) -> None:
        self.offs += 1

    def turns(self, start_s: float, seconds: float) -> None:
        for step in range(round(seconds * 25)):
            self.program.turn(start_s + step / 25)

    def beats(self) -> list[Heartbeat]:
        return [message for message in self.sent if isinstance(message, Heartbeat)]


def test_a_heartbeat_a_second() -> None:
    bench = Bench()
    bench.turns(0.0, 5.0)
    assert bench.beats() == [Heartbeat("firmware", "ok", "virtual", True)] * 5


def test_lamps_follow_the_state_from_black_and_back() -> None:
    bench = Bench()
    bench.state = state({"n4": ["chosen"]})
    bench.program.turn(0.0)
    assert bench.strips[0].pixels.lights() == black(LEDS)
    bench.turns(0.04, WAKE_S + 0.1)
    assert bench.strips[0].pixels.lights()[4] == (255, 255, 255)
    bench.state = state({"n4": ["chosen"]}, dark=True)
    bench.turns(1.2, 0.4)
    assert bench.strips[0].pixels.lights() == black(LEDS)


def test_an_unchanged_frame_is_sent_again_once_a_second() -> None:
    bench = Bench()
    bench.state = state({"n4": ["chosen"]})
    bench.turns(0.0, 2.0)
    before = len(bench.strips[0].pixels.sent)
    bench.turns(2.0, 3.0)
    assert len(bench.strips[0].pixels.sent) - before == 3


def test_a_strip_that_cannot_be_opened_is_reported_and_tried_again() -> None:
    bench = Bench()
    bench.faults = ["no bus; cure: a bus"]
    bench.turns(0.0, RETRY_S + 1.5)
    assert [beat.state for beat in bench.beats()] == ["failed"] * 5 + ["ok"] * 2
    assert bench.beats()[0].detail == "no bus; cure: a bus"
    assert bench.hands.healthy[0] is False and bench.hands.healthy[-1] is True


def test_a_strip_that_fails_in_between_is_reported_and_opened_anew_from_black() -> None:
    bench = Bench()
    bench.state = state({"n4": ["chosen"]})
    bench.turns(0.0, 2.0)
    bench.strips[0].supply_ma = 1.0
    bench.state = state({"n5": ["chosen"]})
    bench.turns(2.0, RETRY_S + 3.0)
    states = [beat.state for beat in bench.beats()]
    assert "failed" in states and states[-1] == "ok"
    assert "tripped" in next(beat.detail for beat in bench.beats() if beat.state == "failed")
    assert len(bench.strips) == 2
    assert bench.strips[1].pixels.sent[0] == bytes(3 * LEDS)
    assert bench.strips[1].pixels.lights()[5] == (255, 255, 255)


def test_a_supply_that_limits_is_said() -> None:
    bench = Bench(budget_ma=60)
    bench.state = state({"n4": ["chosen"], "n5": ["chosen"]})
    bench.turns(0.0, 3.0)
    assert bench.beats()[-1].limited is True
    assert bench.strips[0].ma <= 60


def test_lamps_that_the_strip_has_not_are_said() -> None:
    bench = Bench()
    bench.state = state({"n4": ["chosen"]}, lamp_numbers={"n4": [4, 70]})
    bench.turns(0.0, 2.0)
    beat = bench.beats()[-1]
    assert (beat.state, beat.detail) == ("degraded", "the board names lamps that the strip has not: [70]")


def test_broken_buttons_are_said_beside_the_lamps() -> None:
    bench = Bench(trouble="no pins")
    bench.turns(0.0, 1.0)
    assert (bench.beats()[0].state, bench.beats()[0].detail) == ("degraded", "no pins")
    bench = Bench(trouble="no pins")
    bench.faults = ["no bus"]
    bench.turns(0.0, 1.0)
    assert (bench.beats()[0].state, bench.beats()[0].detail) == ("failed", "no bus; no pins")


def test_presses_go_out_with_the_entry_they_were_made_on() -> None:
    bench = Bench()
    bench.hands.presses = [Press(0, "press")]
    bench.program.turn(0.0)
    assert not [message for message in bench.sent if isinstance(message, ButtonPress)], "no table, no press"
    bench.state = state(seq=12)
    bench.hands.presses = [Press(2, "hold"), Press(0, "press")]
    bench.program.turn(0.1)
    presses = [message for message in bench.sent if isinstance(message, ButtonPress)]
    assert [(press.button, press.gesture, press.seq) for press in presses] == [(2, "hold", 12), (0, "press", 12)]
    assert presses[0].request != presses[1].request


def test_an_entrys_sounds_are_played_once_and_old_ones_never() -> None:
    bench = Bench()
    bench.state = state(seq=5, sounds=["won"])
    bench.program.turn(0.0)
    assert bench.hands.sounds == [], "what was before this program is not played"
    bench.state = state(seq=6, sounds=["thrown"])
    bench.turns(0.1, 1.0)
    assert bench.hands.sounds == ["thrown"]
    bench.state = state(seq=1, table="WXYZ", sounds=["turn"])
    bench.turns(2.0, 1.0)
    assert bench.hands.sounds == ["thrown"]


def test_off_ends_the_program_and_shuts_down_once() -> None:
    bench = Bench()
    bench.hands.presses = [Press(0, "off")]
    bench.program.run()
    assert bench.offs == 1
    assert bench.hands.closed


def test_lamps_are_dark_after_an_error_of_any_kind() -> None:
    bench = Bench()
    bench.state = state({"n4": ["chosen"]})
    bench.turns(0.0, 2.0)
    assert any(map(any, bench.strips[0].pixels.lights()))
    bench.hands.poll = lambda at_s: 1 // 0  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):
        bench.program.run()
    assert bench.strips[0].pixels.lights() == black(LEDS)
    assert bench.hands.closed


def test_systemd_is_told_by_the_loop(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(address)
        line.settimeout(5)
        bench = Bench()
        bench.program.notifier = Notifier(address)
        bench.program.off = lambda: None
        bench.hands.presses = [Press(0, "off")]
        bench.program.run()
        told = [line.recv(100).decode() for _ in range(3)]
        assert told == ["READY=1\nSTATUS=lamps and buttons", "WATCHDOG=1", "STOPPING=1"]
        bench = Bench()
        bench.program.notifier = Notifier(address)
        bench.turns(0.0, 3.0)
        line.setblocking(False)
        assert [line.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3


def test_a_strip_that_opens_slowly_is_open_before_the_watchdog_counts() -> None:
    bench, order = Bench(), []
    opener, bench.lamps.opener = bench.lamps.opener, lambda: (order.append("open"), opener())[1]
    bench.program.notifier.ready = lambda status: order.append("ready")  # type: ignore[method-assign]
    bench.hands.presses = [Press(0, "off")]
    bench.program.run()
    assert order == ["open", "ready"]


def test_the_walk_lights_each_lamp_once_within_the_budget() -> None:
    strip = VirtualStrip(6, Wire())
    pauses: list[float] = []
    walk(strip, 6, 40, 0.05, pauses.append)
    shown = list(strip.pixels.sent)[1:]
    alone = [[bool(any(frame[3 * n : 3 * n + 3])) for n in range(6)] for frame in shown[: 6 * 2 : 2]]
    assert alone == [[n == lamp for n in range(6)] for lamp in range(6)]
    assert all(frame == bytes(18) for frame in shown[1::2])
    assert min(pauses) >= 1 / 6, "at most three flashes a second"
    assert len(frames(6)) == 9
