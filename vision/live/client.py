"""The vision program: holds the line to the host and keeps an eye on the eye.

This process imports no OpenCV.  A child (`vision.live.eye`) owns the camera; when it says nothing for a while it is
killed and started anew, and meanwhile the host hears every second that the eye is closed, and why.
"""

from __future__ import annotations

import contextlib
import hashlib
import queue
import signal
import subprocess
import sys
import threading
import time
import uuid
from typing import IO

import msgspec

from companion.link.ending import Ending
from companion.link.errors import LinkError
from companion.link.follower import Follower
from companion.link.host import Host
from companion.link.notify import Notifier
from companion.protocol import DeviceState, Heartbeat, ThrowAnswer, ThrowReport, encode
from vision.live.faults import OPENING, tell
from vision.live.held import Held
from vision.live.line import Beat, Failed, FromChild, Learnt, Seen, Shown, Wanted, encoded
from vision.live.showing import Showing
from vision.live.taught import Taught
from vision.live.tosses import Tosses

SILENT_S = 2.2
"""So long without a word from the child, and the eye counts as closed."""
KILL_S = 5.0
OPENING_S = 60.0
"""The first start of a simulated camera draws and learns its own set-up."""
RETRY_S = 2.0
BEAT_S = 1.0
PAUSE_S = 0.2
PATIENCE_S = 5.0
"""How long the first state is waited for: it names what the host was taught."""
FRESH_S = 20.0
"""A throw that could not be told for so long is dropped."""
POST_S = 5.0
"""How long the host may take for a picture or a throw."""


class Child:
    """The process that looks."""

    def __init__(self, arguments: list[str]) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "vision.live.eye", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.heard: queue.Queue[FromChild] = queue.Queue()
        self.last_word = self.started
        self.opened = False
        self.listener = threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True)
        self.listener.start()

    def _listen(self, out: IO[bytes]) -> None:
        for line in out:
            with contextlib.suppress(msgspec.MsgspecError):
                message = msgspec.json.decode(line, type=FromChild)
                self.last_word = time.monotonic()
                self.opened = self.opened or not (isinstance(message, Beat) and message.detail == OPENING)
                self.heard.put(message)

    def tell(self, wanted: Wanted) -> None:
        """Say what the table wants; a child that is gone hears nothing."""
        with contextlib.suppress(OSError, ValueError):
            assert self.process.stdin is not None
            self.process.stdin.write(encoded(wanted))
            self.process.stdin.flush()

    @property
    def silence(self) -> float:
        """Seconds since its last word."""
        return time.monotonic() - self.last_word

    @property
    def hangs(self) -> bool:
        """Whether it has been silent too long to hope."""
        return self.silence > (KILL_S if self.opened else OPENING_S)

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process.poll() is None

    def kill(self) -> None:
        """End it, whatever it is doing."""
        self.process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(2.0)


class Client:
    """Parent of the eye: forwards wishes, throws and heartbeats."""

    def __init__(self, host: Host, camera: str, pane: str, wands: str, work: str = "") -> None:
        self.host = host
        self.follower = Follower(host, self._told)
        self.notifier = Notifier()
        self.camera, self.named, self.work = camera, (pane, wands), work
        self.taught = Taught(host)
        self.child: Child | None = None
        self.state: DeviceState | None = None
        self.beat = Beat("degraded", camera, False, None, OPENING)
        self.fault = ""
        self.throws: queue.Queue[tuple[float, Seen]] = queue.Queue()
        self.held = Held()
        self.tosses = Tosses()
        self.showing = Showing(host, self.taught)
        self.past: int | None = None
        """Orders up to this number were for a child that is no more."""
        self.ended = Ending()
        self.began = time.monotonic()

    def run(self) -> None:
        """Until SIGTERM or SIGINT."""
        self.ended.on(signal.SIGTERM, signal.SIGINT)
        self.follower.start()
        threading.Thread(target=self._post_throws, name="throws", daemon=True).start()
        threading.Thread(target=self._beat_on, name="beats", daemon=True).start()
        self.showing.start()
        self.notifier.ready("the eye is open")
        retry_at = 0.0
        while not self.ended.wait(0.02):
            retry_at = self._tend(retry_at)
        self.notifier.stopping()
        if self.child is not None:
            self.child.kill()

    def _tend(self, retry_at: float) -> float:
        """One turn: hear the child, end one that hangs, start one when it is time; returns when that is."""
        now = time.monotonic()
        if self.child is None or not self.child.opened:
            # Opening may take long (a slow card, a first start), and has a bound of its own; then the child feeds it.
            self.notifier.alive()
        if self.child is None:
            if now >= retry_at:
                self._open(now)
            return retry_at
        self._hear()
        if self._learnt():
            self.child.kill()
            self.child = None
            return now
        if self.child.hangs:
            self.fault = "the camera hangs; it is started anew"
        elif self.child.alive:
            return retry_at
        else:
            self.child.listener.join(1.0)
            self._hear()
        if not self.fault:
            self.fault = f"the camera program ended (code {self.child.process.returncode})"
        self.child.kill()
        self.child = None
        return now + RETRY_S

    def _open(self, now: float) -> None:
        """Start a child that looks, once the host has said what it was taught or is not heard of for a while."""
        if not all(self.named) and self.state is None and now - self.began < PATIENCE_S:
            return
        self._learnt()
        self.past = None if self.state is None else newest(self.state)
        self.child = Child(["--camera", self.camera, *self.taught.arguments(*self.named), "--work", self.work])
        self._wish(self.tosses.owed(self.state))
        self._wish()

    def _learnt(self) -> bool:
        """Whether the host was taught anew what this eye goes by."""
        state = self.state
        return state is not None and not all(self.named) and self.taught.follow(state.taught)

    def _hear(self) -> None:
        assert self.child is not None
        while not self.child.heard.empty():
            message = self.child.heard.get()
            if isinstance(message, Beat):
                self.beat = message
                self.fault = "" if message.state == "ok" else self.fault
                self._offer(message)
            elif isinstance(message, Failed):
                self.fault = message.detail
            elif isinstance(message, Shown | Learnt):
                self.showing.put(message)
            else:
                self.tosses.seen()
                self.held.drop()
                self.throws.put((time.monotonic(), message))

    def _offer(self, beat: Beat) -> None:
        """Tell an early throw once more when it is wanted; wands that were taken up are no throw any longer."""
        if beat.pane == "empty":
            self.held.drop()
        elif beat.lies and (seen := self.held.offer(self.state)) is not None:
            self.throws.put((time.monotonic(), seen))

    def _told(self) -> None:
        """A new state; while the host is away the last one stands, for the table goes on where it was."""
        if (state := self.follower.state) is not None:
            self.state = state
            self.tosses.asked(state)
            self._wish()

    def _wish(self, tosses: int | None = None) -> None:
        """Tell the child what the table wants; ``tosses`` is how often it shall know that a throw was asked for."""
        child, state = self.child, self.state
        if child is None or state is None:
            return
        throw, toss = state.throw, state.toss if tosses is None else tosses
        if self.past is None:
            self.past = newest(state)
        past = self.past
        at_pages = state.watched, [order for order in state.orders if order.number > past]
        if throw is None:
            child.tell(Wanted(state.seq, None, [], [], toss, *at_pages))
        else:
            child.tell(Wanted(state.seq, throw.question, throw.wands, sorted(throw.kept), toss, *at_pages))

    def _post_throws(self) -> None:
        while True:
            since, seen = self.throws.get()
            report = reported(seen)
            while time.monotonic() - since < FRESH_S:
                try:
                    if seen.jpeg:
                        self.host.post("/api/device/picture", seen.jpeg, "image/jpeg", POST_S)
                    answer = self.host.post("/api/device/throw", encode(report), timeout_s=POST_S)
                    if answer.status < 500:
                        self.held.answered(seen, outcome(answer.body))
                        break
                except LinkError:
                    pass  # the follower tells why; here only the next try counts
                time.sleep(PAUSE_S)

    def _beat_on(self) -> None:
        while not self.ended.is_set():
            beat = self._heartbeat()
            tell(self.host.faults, beat)
            with contextlib.suppress(LinkError):
                self.host.post("/api/device/heartbeat", encode(beat), timeout_s=2.0)
            self.ended.wait(BEAT_S)

    def _heartbeat(self) -> Heartbeat:
        child, beat, fault = self.child, self.beat, self.fault
        if child is not None and child.opened and child.silence > SILENT_S:
            fault = fault or "the camera does not answer"
        if fault:
            return Heartbeat("vision", "failed", beat.backend, beat.simulated, fault)
        return Heartbeat("vision", beat.state, beat.backend, beat.simulated, beat.detail, beat.pane)


def newest(state: DeviceState) -> int:
    """Number of the last order; 0 when there was none."""
    return max((order.number for order in state.orders), default=0)


def reported(seen: Seen) -> ThrowReport:
    """What the host is told of a throw, with a request id of its own."""
    picture = hashlib.sha256(seen.jpeg).hexdigest() if seen.jpeg else None
    return ThrowReport(seen.seq, seen.question, uuid.uuid4().hex, seen.reading, picture, seen.simulated)


def outcome(answer: bytes) -> str:
    """What became of a throw; empty when the answer cannot be read."""
    try:
        return msgspec.json.decode(answer, type=ThrowAnswer).outcome
    except msgspec.MsgspecError:
        return ""
