"""The child that looks: camera, watcher, reader.  It may hang or die in native code; its parent sees that.

``python -m vision.live.eye --camera NAME[:ARG] [--pane F] [--wands F] [--taught-pane F] [--taught-wands F]
[--work DIR]``: `Wanted` lines on stdin, what `vision.live.line` names on stdout.  The end of stdin ends it.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import click
import cv2
import msgspec
from msgspec import structs

from companion.link.notify import Notifier
from companion.protocol import Taught
from vision.cameras import make_camera
from vision.cameras.base import Camera, Frame
from vision.errors import CameraTimeout, VisionError
from vision.geometry.pane import Pane, PaneFile, few_pixels, masked, pane_of
from vision.live.desk import Desk
from vision.live.faults import BEING_SET_UP, OPENING
from vision.live.line import Beat, Failed, Learnt, Seen, Wanted, encoded
from vision.live.pulse import Pulse
from vision.live.watcher import State, Throw, Watcher
from vision.read import Reader
from vision.setup.guided.step import PANE
from vision.setup.stored import NOT_SET_UP, SIMULATED, known_of, own_folder
from vision.taught.wandset import WandSet, WandSetFile, wandset_of

BEAT_S = 0.25
FRAME_S = 1.0
TIMEOUTS = 5
JPEG_QUALITY = 82


class Eye:
    """One camera, looked through until stdin ends."""

    def __init__(self, camera: Camera, out: BinaryIO, folder: Path | None = None) -> None:
        self.camera, self.out, self.notifier = camera, out, Notifier()
        self.folder = folder or own_folder(camera, "")
        self.wishes: queue.Queue[Wanted] = queue.Queue()
        self.wanted: Wanted | None = None
        self.watcher: Watcher | None = None
        self.laid = True
        """Whether what a fresh watcher sees first was not thrown."""
        self.desk = Desk(camera, self.folder, self._say, self._learn)
        self.desk.tossed = self._tossed
        self._beat_at = 0.0
        self._told: Beat | None = None
        self._line = threading.Lock()
        self.pulse = Pulse(self._works, BEAT_S)

    def run(self, pane: str | None, wands: str | None, taught: tuple[str, str] = ("", "")) -> None:
        """Look for ever.  Raises VisionError when the camera or its set-up fails for good."""
        self._say(Beat("degraded", self.camera.describe(), self.camera.simulated, None, OPENING))
        self.pulse.start()
        desk = self.desk
        desk.pane, desk.wands = known_of(self.camera, pane, wands, taught)
        if desk.pane is not None:
            self.camera.expect(desk.pane.size, desk.pane.focus, abs(float(desk.pane.eye[2])))
        with self.camera:
            opened, settled, misses = time.monotonic(), False, 0
            while True:
                with self.pulse.work():
                    self._heed()
                try:
                    frame = self.camera.capture(FRAME_S)
                except CameraTimeout:
                    misses += 1
                    if misses >= TIMEOUTS:
                        raise
                    continue
                misses = 0
                self.notifier.alive()
                if settled:
                    with self.pulse.work():
                        self._see(frame)
                elif time.monotonic() - opened >= self.camera.settle_s:
                    # What is not held yet is not looked at: a reading is compared with those after it.
                    self._hold()
                    settled = True

    def _hold(self) -> None:
        """Raises CameraError when a camera in use cannot be held; one that is not set up is looked through first."""
        if self.desk.pane is None:
            self.desk.lock()
        else:
            self.camera.lock()
            self.desk.hold()

    def _see(self, frame: Frame) -> None:
        """A frame for the people at a set-up page, and for the table."""
        desk = self.desk
        desk.feed(frame)
        if desk.pane is None or desk.wands is None:
            self._rest(NOT_SET_UP)
        elif desk.busy:
            self.watcher, self.laid = None, True  # what is laid down for a step is no throw afterwards
            self._rest(BEING_SET_UP)
        else:
            self._look(frame, (desk.pane, desk.wands))

    def _rest(self, why: str) -> None:
        self._beat_now_and_then(lambda: Beat("degraded", self.camera.describe(), self.camera.simulated, None, why))

    def _beat_now_and_then(self, beat: Callable[[], Beat]) -> None:
        if time.monotonic() - self._beat_at >= BEAT_S:
            self._beat_at, self._told = time.monotonic(), beat()
            self._say(self._told)

    def _works(self) -> None:
        """The last beat once more, for whoever waits while this reads; whether the wands lie still is not known."""
        self.notifier.alive()
        if self._told is not None:
            self._say(structs.replace(self._told, lies=False))

    def _learn(self, taught: Taught) -> None:
        """Go on with what a step has taught; the host keeps it, for a camera that looks at something real."""
        if taught.name == PANE:
            self.desk.pane = pane_of(msgspec.json.decode(taught.content, type=PaneFile))
        else:
            self.desk.wands = wandset_of(msgspec.json.decode(taught.content, type=WandSetFile))
        self.watcher, self.laid = None, True
        if self.camera.name != SIMULATED:
            self._say(Learnt(taught))

    def _look(self, frame: Frame, loaded: tuple[Pane, WandSet]) -> None:
        if self.watcher is None:
            pane, wands = loaded
            height, width = frame.picture.shape[:2]
            self.watcher = Watcher(Reader(pane.scaled(width, height), wands), laid=self.laid)
            self._expect()
        throw = self.watcher.feed(frame)
        if throw is not None and self.desk.trial is not None:
            self.desk.threw(throw.reading)
        elif throw is not None:
            self._report(throw)
        watcher = self.watcher
        self._beat_now_and_then(lambda: self._beat(watcher))

    def _beat(self, watcher: Watcher) -> Beat:
        backend, simulated = self.camera.describe(), self.camera.simulated
        if watcher.state is State.FROZEN:
            said = "the camera sends the same picture again and again"
            return Beat("degraded", backend, simulated, watcher.status, said)
        if watcher.state is State.BLIND:
            return Beat("ok", backend, simulated, watcher.status, "the camera sees nothing of the pane")
        return Beat("ok", backend, simulated, watcher.status, self._remark(watcher), watcher.lies)

    def _remark(self, watcher: Watcher) -> str:
        return "; ".join(filter(None, (self.camera.remark, *few_pixels(watcher.reader.pane))))

    def _heed(self) -> None:
        """Take the newest wish; let a simulated camera toss when it was asked once more."""
        while not self.wishes.empty():
            before, self.wanted = self.wanted, self.wishes.get()
            self._expect()
            self.desk.heed(self.wanted.watched, self.wanted.orders)
            # A host that began anew counts from 0: nobody has asked for a throw.
            if before is not None and self.wanted.toss not in (0, before.toss) and self.wanted.wands:
                self.desk.called()
                self.camera.toss(self.wanted.wands, self.wanted.kept)
                self._tossed()

    def _tossed(self) -> None:
        """What a camera's own hand throws is a throw, however soon it comes."""
        self.laid = False
        if self.watcher is not None:
            self.watcher.laid = False

    def _expect(self) -> None:
        if self.watcher is not None and self.wanted is not None:
            known = self.watcher.reader.wands.colours
            expected = [c for c in known if c in (*self.wanted.wands, *self.wanted.kept)]
            self.watcher.expect_wands(expected or None)
            self.watcher.kept = frozenset(self.wanted.kept)

    def _report(self, throw: Throw) -> None:
        assert self.watcher is not None
        shown = masked(self.watcher.reader.pane, throw.frame.picture)
        done, jpeg = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        seq, question = (self.wanted.seq, self.wanted.question) if self.wanted else (0, None)
        picture = jpeg.tobytes() if done else b""
        self._say(Seen(seq, question, throw.reading, picture, self.camera.simulated))

    def _say(self, message: msgspec.Struct) -> None:
        with self._line:
            self.out.write(encoded(message))
            self.out.flush()


def listen(source: BinaryIO, eye: Eye) -> None:
    """Hand on what the parent says; the end of the line ends the process, whatever else it is doing."""
    for line in source:
        try:
            eye.wishes.put(msgspec.json.decode(line, type=Wanted))
        except msgspec.MsgspecError:
            continue
    os._exit(0)


@click.command()
@click.option("--camera", "choice", required=True)
@click.option("--pane", default="")
@click.option("--wands", default="")
@click.option("--taught-pane", default="")
@click.option("--taught-wands", default="")
@click.option("--work", default="")
def main(choice: str, pane: str, wands: str, taught_pane: str, taught_wands: str, work: str) -> None:
    """Look through a camera; for `vision.live.client` only."""
    cv2.setNumThreads(1)
    out = os.fdopen(os.dup(1), "wb")
    # Native code that prints must not break the line to the parent.
    os.dup2(2, 1)
    try:
        camera = make_camera(choice)
        eye = Eye(camera, out, own_folder(camera, work))
        threading.Thread(target=listen, args=(sys.stdin.buffer, eye), daemon=True).start()
        eye.run(pane or None, wands or None, (taught_pane, taught_wands))
    except VisionError as error:
        out.write(encoded(Failed(str(error))))
        out.flush()
        os._exit(1)


if __name__ == "__main__":
    main()
