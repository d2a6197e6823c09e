"""The vision program: holds the line to the host and keeps an eye on the eye.

This process imports no OpenCV.  A child (`vision.live.eye`) owns the camera; when it says nothing for a while it is
killed and started anew, and meanwhile the host hears every second that the eye is closed, and why.
"""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import queue
import signal
import subprocess
import sys
import threading
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import msgspec

from companion.protocol import DeviceState, Heartbeat, ThrowAnswer, ThrowReport, encode, read_device_state
from vision.errors import HostError
from vision.live import notify
from vision.live.held import Held
from vision.live.line import Beat, Failed, FromChild, Seen, Wanted, encoded

SILENT_S = 2.2
"""So long without a word from the child, and the eye counts as closed."""
KILL_S = 5.0
OPENING_S = 60.0
"""The first start of a simulated camera draws and learns its own set-up."""
RETRY_S = 2.0
BEAT_S = 1.0
STREAM_SILENT_S = 3.5
DELAYS_S = (0.2, 0.5, 1.0, 2.0)
FRESH_S = 20.0
LONGEST_LINE = 256 * 1024


@dataclass(frozen=True)
class Host:
    """Where the host is and how to speak to it."""

    address: str
    port: int
    token_file: Path

    @classmethod
    def of(cls, url: str, token_file: str) -> Host:
        """Check the address.  Raises HostError."""
        parts = urlsplit(url if "//" in url else f"http://{url}")
        try:
            port = parts.port or 80
        except ValueError as error:
            raise HostError(f"{url} is no address of a host: {error}") from error
        if parts.scheme != "http" or not parts.hostname:
            raise HostError(f"{url} is no address of a host; it looks like http://192.168.1.20:8080")
        return cls(parts.hostname, port, Path(token_file))

    def headers(self) -> dict[str, str]:
        """With the token as it is now in its file (the host may have made a new one).  Raises HostError."""
        try:
            token = self.token_file.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise HostError(f"cannot read the token file {self.token_file}") from error
        if not token or not token.isprintable() or " " in token:
            raise HostError(f"the token file {self.token_file} holds no token")
        return {"Authorization": f"Bearer {token}"}

    def post(self, path: str, body: bytes, kind: str = "application/json", timeout: float = 5.0) -> tuple[int, bytes]:
        """Send; returns status and answer.  Raises HostError when the host is not reached."""
        line = http.client.HTTPConnection(self.address, self.port, timeout=timeout)
        try:
            line.request("POST", path, body, {**self.headers(), "Content-Type": kind})
            answer = line.getresponse()
            return answer.status, answer.read(LONGEST_LINE)
        except (OSError, http.client.HTTPException) as error:
            raise HostError(f"the host does not answer: {error}") from error
        finally:
            line.close()


class Follower(threading.Thread):
    """Follows the host's stream of states for ever; calls ``told`` with each."""

    def __init__(self, host: Host, told: Any) -> None:
        super().__init__(name="host", daemon=True)
        self.host, self.told = host, told

    def run(self) -> None:
        failures = 0
        while True:
            try:
                self._follow()
                failures = 0
            except (OSError, http.client.HTTPException, HostError, msgspec.MsgspecError, UnicodeDecodeError):
                failures += 1
            time.sleep(DELAYS_S[min(failures, len(DELAYS_S) - 1)])

    def _follow(self) -> None:
        line = http.client.HTTPConnection(self.host.address, self.host.port, timeout=STREAM_SILENT_S)
        try:
            line.request("GET", "/api/live", headers={**self.host.headers(), "Accept": "text/event-stream"})
            answer = line.getresponse()
            if answer.status != 200:
                raise HostError(f"the host refuses this device (status {answer.status})")
            for event, data in events(answer):
                if event == "state":
                    self.told(read_device_state(data))
        finally:
            line.close()


def events(lines: Any) -> Any:
    """Yield (event, data) of a stream; bounded.  Raises HostError for a line or an event without end."""
    event, data = "message", b""
    while line := lines.readline(LONGEST_LINE):
        if not line.endswith(b"\n") or len(data) + len(line) > LONGEST_LINE:
            raise HostError("the host sends lines without end")
        line = line.rstrip(b"\r\n")
        if not line:
            if data:
                yield event, data
            event, data = "message", b""
        elif line.startswith(b"event:"):
            event = line[6:].strip().decode("utf-8", "replace")
        elif line.startswith(b"data:"):
            data += (b"\n" if data else b"") + line[5:].removeprefix(b" ")


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
                self.opened = (
                    self.opened or isinstance(message, Seen) or (isinstance(message, Beat) and message.pane is not None)
                )
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

    def __init__(self, host: Host, camera: str, pane: str, wands: str) -> None:
        self.host, self.camera = host, camera
        self.arguments = ["--camera", camera, "--pane", pane, "--wands", wands]
        self.child: Child | None = None
        self.state: DeviceState | None = None
        self.beat = Beat("degraded", camera, False, None, "the eye opens")
        self.fault = ""
        self.throws: queue.Queue[tuple[float, Seen]] = queue.Queue()
        self.held = Held()
        self.ended = threading.Event()

    def run(self) -> None:
        """Until SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.ended.set())
        Follower(self.host, self._told).start()
        threading.Thread(target=self._post_throws, name="throws", daemon=True).start()
        threading.Thread(target=self._beat_on, name="beats", daemon=True).start()
        notify.ready()
        retry_at = 0.0
        while not self.ended.wait(0.02):
            retry_at = self._tend(retry_at)
        notify.stopping()
        if self.child is not None:
            self.child.kill()

    def _tend(self, retry_at: float) -> float:
        """One turn: hear the child, end one that hangs, start one when it is time; returns when that is."""
        now = time.monotonic()
        if self.child is None:
            notify.alive()
            if now >= retry_at:
                self.child = Child(self.arguments)
                self._wish()
            return retry_at
        self._hear()
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
            else:
                self.held.drop()
                self.throws.put((time.monotonic(), message))

    def _offer(self, beat: Beat) -> None:
        """Tell an early throw once more when it is wanted; wands that were taken up are no throw any longer."""
        if beat.pane == "empty":
            self.held.drop()
        elif beat.lies and (seen := self.held.offer(self.state)) is not None:
            self.throws.put((time.monotonic(), seen))

    def _told(self, state: DeviceState) -> None:
        self.state = state
        self._wish()

    def _wish(self) -> None:
        child, state = self.child, self.state
        if child is None or state is None:
            return
        throw = state.throw
        if throw is None:
            child.tell(Wanted(state.seq, None, [], [], state.toss))
        else:
            child.tell(Wanted(state.seq, throw.question, throw.wands, sorted(throw.kept), state.toss))

    def _post_throws(self) -> None:
        while True:
            since, seen = self.throws.get()
            report = reported(seen)
            while time.monotonic() - since < FRESH_S:
                try:
                    if seen.jpeg:
                        self.host.post("/api/device/picture", seen.jpeg, "image/jpeg")
                    status, answer = self.host.post("/api/device/throw", encode(report))
                    if status < 500:
                        self.held.answered(seen, outcome(answer))
                        break
                except HostError:
                    pass
                time.sleep(DELAYS_S[0])

    def _beat_on(self) -> None:
        while not self.ended.is_set():
            with contextlib.suppress(HostError):
                self.host.post("/api/device/heartbeat", encode(self._heartbeat()), timeout=2.0)
            self.ended.wait(BEAT_S)

    def _heartbeat(self) -> Heartbeat:
        child, beat, fault = self.child, self.beat, self.fault
        if child is not None and child.opened and child.silence > SILENT_S:
            fault = fault or "the camera does not answer"
        if fault:
            return Heartbeat("vision", "failed", beat.backend, beat.simulated, fault)
        return Heartbeat("vision", beat.state, beat.backend, beat.simulated, beat.detail, beat.pane)


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
