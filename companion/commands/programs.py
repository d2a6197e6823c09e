"""Programs that ``dreimagier up`` keeps running: start, watch, start again with growing pauses, end without orphans.

A program that hangs is found as under systemd, with the same words: it says ``WATCHDOG=1`` again and again to the
socket that ``$NOTIFY_SOCKET`` names; once it has said so and falls silent, it is killed and started anew.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from companion.commands.greeting import say

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 5.0
STEADY_S = 10.0
END_S = 4.0
UNUSABLE = 2
SILENT_S = 15.0
"""As ``WatchdogSec`` of the units."""
PR_SET_PDEATHSIG = 1


class Program:
    """One child.  It dies with its parent, however that one dies; exit code 2 (bad options) is not tried again."""

    def __init__(
        self,
        name: str,
        arguments: Callable[[], Sequence[str]],
        pipe: bool = False,
        tty: bool = False,
        silent_s: float = SILENT_S,
    ) -> None:
        """``arguments`` are those of the ``dreimagier`` command; ``pipe`` gives us its output, ``tty`` the keyboard.

        A program that once was ``steady`` is never given up; one that says nothing for ``silent_s`` hangs.
        """
        self.name = name
        self._arguments, self._pipe, self._tty = arguments, pipe, tty
        self.process: subprocess.Popen[bytes] | None = None
        self.given_up = False
        self.steady = False
        self._pause_s = FIRST_PAUSE_S
        self._started = 0.0
        self._again_at = 0.0
        self._pulse = Pulse(silent_s)

    def start(self) -> subprocess.Popen[bytes]:
        """Start it."""
        self._started = time.monotonic()
        self._pulse.begin()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.cli", *self._arguments()],
            stdin=None if self._tty else subprocess.DEVNULL,
            stdout=subprocess.PIPE if self._pipe else None,
            start_new_session=not self._tty,
            preexec_fn=_die_with(os.getpid()),
            env={**os.environ, **self._pulse.environment},
        )
        return self.process

    def watch(self) -> bool:
        """Start it again when it has died and its pause is over; True when it was started."""
        if self.process is None or self.given_up:
            return False
        if (code := self.process.poll()) is None:
            self._end_if_hung()
            return False
        now = time.monotonic()
        if not self._again_at:
            self._note_end(code, now)
            return False
        if now < self._again_at or self.given_up:
            return False
        self._again_at = 0.0
        self.start()
        return True

    def _end_if_hung(self) -> None:
        if self.process is not None and self._pulse.lost(time.monotonic()):
            say(f"{self.name} has said nothing for {self._pulse.silent_s:g} s; it is started anew")
            self._pulse.begin()
            _kill(self.process, group=not self._tty)

    def _note_end(self, code: int, now: float) -> None:
        if code == UNUSABLE and not self.steady:
            self.given_up = True
            say(f"{self.name} cannot run like this (see above); the game goes on without it")
            return
        self._pause_s = FIRST_PAUSE_S if now - self._started > STEADY_S else min(2 * self._pause_s, LONGEST_PAUSE_S)
        self._again_at = now + self._pause_s
        say(f"{self.name} ended ({_how(code)}); it starts again in {self._pause_s:g} s")

    def terminate(self) -> None:
        """Ask it to end."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def end(self, until: float) -> None:
        """Wait for its end, until then; kill it after."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            _kill(self.process, group=not self._tty)
            self.process.wait()


class Pulse:
    """The watchdog of one program: its words, as systemd's, on a socket of its own."""

    def __init__(self, silent_s: float) -> None:
        self.silent_s = silent_s
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._line.bind("")  # the kernel chooses a name, which goes with us
        self._heard_s: float | None = None

    @property
    def environment(self) -> dict[str, str]:
        """Where the program speaks to, and how often it must."""
        address = self._line.getsockname().decode("ascii").replace("\0", "@", 1)
        return {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": str(round(self.silent_s * 1e6))}

    def begin(self) -> None:
        """A new program: before its first word it may take its time."""
        self.lost(0.0)
        self._heard_s = None

    def lost(self, at_s: float) -> bool:
        """Whether a program that has spoken is silent now; hears what came meanwhile."""
        with contextlib.suppress(BlockingIOError):
            while word := self._line.recv(4096):
                if b"WATCHDOG=1" in word:
                    self._heard_s = at_s
        return self._heard_s is not None and at_s - self._heard_s > self.silent_s


def end_all(programs: Sequence[Program]) -> None:
    """End all of them within a few seconds."""
    for program in programs:
        program.terminate()
    until = time.monotonic() + END_S
    for program in programs:
        program.end(until)


def _kill(process: subprocess.Popen[bytes], group: bool) -> None:
    with contextlib.suppress(ProcessLookupError):
        if group:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _die_with(parent: int) -> Callable[[], None]:
    """Let the kernel end the child when its parent dies (Linux)."""
    libc = ctypes.CDLL(None, use_errno=True)

    def before_exec() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return before_exec


def _how(code: int) -> str:
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
