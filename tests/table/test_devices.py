"""What the host knows of its devices, by a clock that only runs forward."""

from __future__ import annotations

import pytest

from companion.protocol import Heartbeat
from companion.table.devices import ABSENT_AFTER_S, Devices

BEAT = Heartbeat("vision", "ok", "simulated", True, "fine", "empty", False)


@pytest.fixture
def clock() -> list[float]:
    return [100.0]


@pytest.fixture
def devices(clock: list[float]) -> Devices:
    return Devices(lambda: clock[0])


def test_nobody_was_heard(devices: Devices) -> None:
    health = devices.health("vision")
    assert (health.state, health.backend, health.seen_s) == ("absent", None, None)
    assert not devices.simulated("vision") and devices.last("vision") is None


def test_a_heartbeat_is_told_on(devices: Devices, clock: list[float]) -> None:
    assert devices.beat(BEAT)
    clock[0] += 1.25
    health = devices.health("vision")
    assert (health.state, health.simulated, health.detail, health.seen_s) == ("ok", True, "fine", 1.2)
    assert devices.simulated("vision")


def test_absent_after_three_seconds_and_back_with_the_next(devices: Devices, clock: list[float]) -> None:
    devices.beat(BEAT)
    clock[0] += ABSENT_AFTER_S
    assert devices.health("vision").state == "ok" and not devices.changed()
    clock[0] += 0.1
    assert devices.health("vision").state == "absent" and not devices.simulated("vision")
    assert devices.changed(), "it is to be shown"
    assert devices.beat(BEAT) and devices.health("vision").state == "ok"


def test_only_what_is_shown_is_news(devices: Devices, clock: list[float]) -> None:
    devices.beat(BEAT)
    for _ in range(5):
        clock[0] += 1.0
        assert not devices.beat(BEAT)
    assert devices.beat(Heartbeat("vision", "ok", "simulated", True, "fine", "ok", False)), "the pane"
    assert devices.beat(Heartbeat("vision", "failed", "simulated", True, "lens", "ok", False))
    assert devices.beat(Heartbeat("firmware", "ok", "virtual", True, "", None, True)), "another device"
