"""A sign of life while something takes long, and not for ever."""

from __future__ import annotations

import threading

from vision.live.pulse import LONGEST_S, Pulse


class Heart:
    """A pulse with a clock of its own that counts what it says."""

    def __init__(self) -> None:
        self.now, self.said = 0.0, 0
        self.pulse = Pulse(self._say, 0.25, lambda: self.now)

    def _say(self) -> None:
        self.said += 1


def test_who_works_says_so() -> None:
    heart = Heart()
    with heart.pulse.work():
        heart.now = LONGEST_S
        heart.pulse.beat()
    assert heart.said == 1


def test_who_waits_says_nothing() -> None:
    heart = Heart()
    heart.pulse.beat()
    with heart.pulse.work():
        pass
    heart.pulse.beat()
    assert heart.said == 0


def test_who_works_too_long_hangs() -> None:
    heart = Heart()
    with heart.pulse.work():
        heart.now = LONGEST_S + 0.1
        heart.pulse.beat()
    assert heart.said == 0


def test_each_work_has_its_own_time_also_after_one_that_failed() -> None:
    heart = Heart()
    for now in (0.0, LONGEST_S + 1):
        heart.now = now
        try:
            with heart.pulse.work():
                heart.pulse.beat()
                raise ValueError
        except ValueError:
            heart.pulse.beat()
    assert heart.said == 2


def test_it_beats_by_itself_while_the_thread_that_works_is_busy() -> None:
    heard = threading.Event()
    pulse = Pulse(heard.set, 0.001)
    pulse.start()
    with pulse.work():
        assert heard.wait(60)
