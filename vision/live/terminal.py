"""The guided steps on a terminal: the same as at the pages, asked by lines and answered by keys with Enter."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from companion.protocol import EyeOrder, Taught
from vision.cameras.base import Camera
from vision.cameras.photograph import FRAME_S
from vision.errors import CameraError
from vision.setup.guided.spoken import KEYS, lines
from vision.setup.guided.step import Runner, Step


class Terminal:
    """``keys`` are the lines that somebody types, ``say`` prints one."""

    def __init__(self, camera: Camera, keys: Iterable[str], say: Callable[[str], None]) -> None:
        self.camera, self.say = camera, say
        self._typed: queue.Queue[str] = queue.Queue()
        self._shown: list[str] = []
        threading.Thread(target=self._listen, args=(keys,), daemon=True).start()

    @staticmethod
    def runner() -> Runner:
        """Slow work goes on beside the frames."""
        return ThreadPoolExecutor(1).submit

    def guide(self, step: Step) -> Taught | None:
        """Guide to the end of a step; None when somebody stopped it (its pictures are kept)."""
        began = time.monotonic()
        while self.camera.capture(FRAME_S) and time.monotonic() - began < self.camera.settle_s:
            pass
        self.camera.lock()
        while step.learnt is None:
            self._tell(step)
            if self._answer(step):
                return None
            step.feed(self.camera.capture(FRAME_S))
        self._tell(step)
        return step.learnt

    def _tell(self, step: Step) -> None:
        """Say what is new."""
        now = lines(step.told())
        if now != self._shown:
            for line in now:
                self.say(line)
            self._shown = now

    def _answer(self, step: Step) -> bool:
        """Hand on what was typed; True to stop."""
        while not self._typed.empty():
            typed = self._typed.get().strip().lower()
            do = KEYS.get(typed)
            if do == "stop":
                return True
            if typed == "l":
                self._lay(step)
            elif typed in ("0", "1", "2"):
                step.order(EyeOrder(0, "value", value=int(typed)))
            elif do is not None:
                step.order(EyeOrder(0, do))
        return False

    def _lay(self, step: Step) -> None:
        """Where no hand can lay anything down (l)."""
        task = step.told()
        try:
            top = self.camera.lay("board" if task.job == "calibrate" else task.wand or "nothing", task.face)
        except CameraError as error:
            self.say(str(error))
            return
        if top is not None:
            self.say(f"the simulated hand counts {top} notches up")

    def _listen(self, keys: Iterable[str]) -> None:
        for line in keys:
            self._typed.put(line)
