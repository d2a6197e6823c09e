"""The simulated camera: a pane in memory, tossed wands, frames in real time, and a watermark that nobody misses."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np

from vision.cameras.base import Camera, Frame
from vision.cameras.simulated import people, room
from vision.cameras.simulated.boards import board_place
from vision.cameras.simulated.layers import Placed
from vision.cameras.simulated.layouts import laid, place_apart
from vision.cameras.simulated.looks import COLOURS, Look, shipped
from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.paint import skin
from vision.cameras.simulated.scene import Stage
from vision.cameras.simulated.sensor import develop
from vision.cameras.simulated.things import Sheet, board, flat
from vision.cameras.simulated.tosses import Toss, toss
from vision.cameras.simulated.truth import wand_truth
from vision.cameras.simulated.wand import FACES
from vision.cameras.simulated.watermark import watermark
from vision.errors import CameraError, CameraTimeout

EXPOSURE_S = 1 / 60
_AWAY = flat(0.0, 0.0, 30.0, 0.0)
_OPTIONS = {"seed": "1", "accidents": "0.03", "fps": "15", "width": "1280", "setup": ""}


class SimulatedCamera(Camera):
    """Wands fall, roll and lie on a pane that exists only here.

    The argument is a list ``key=value,...``: ``seed`` (whole number; the same tosses fall alike), ``accidents`` (0 to
    1: how often a wand ends across another, against the rim or half off the pane), ``fps``, ``width`` (a multiple of 8,
    4:3)
    and ``setup`` (folder that holds this camera's pane.json and wands.json).  ``clock`` and ``sleep`` are for tests.
    Frames in motion are drawn at half size and enlarged; pictures of wands at rest are sharp.
    """

    name: ClassVar[str] = "simulated"
    simulated: ClassVar[bool] = True

    def __init__(
        self,
        argument: str = "",
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(argument)
        self._options = _read(argument)
        self._clock, self._sleep = clock, sleep
        seed = int(self._options["seed"])
        # the sensor's noise has numbers of its own: how many frames have passed changes no toss and no hold
        self._rng, self._noise = np.random.default_rng(seed), np.random.default_rng((seed, 1))
        self._lying: dict[str, Placed] = {}
        self._states: dict[str, str] = {}
        self._toss: Toss | None = None
        self._stages: tuple[Stage, Stage] | None = None
        self._still: Array | None = None
        self._stamp = 0.0
        self._sheets: list[Sheet] = []
        self._boards = 0

    def open(self) -> None:
        """Draw the empty pane; what lay there before `close` still lies there."""
        if self._stages is None:
            large, small = self._look(), self._look(2)
            self._sensor = large.sensor
            self._wands = large.wands
            self._stages = Stage(large.place, large.light), Stage(small.place, small.light)
            self._hand = people.hand(
                np.random.default_rng(3), 0.35, people.SKINS[0], (0.16, 0.06, 0.03), flat(0, 0, 30, 0)
            )
            for wand in self._wands.values():
                skin(wand)
            room.forget()
            _give_back()
            self._still = None

    def _look(self, shrink: int = 1) -> Look:
        return shipped(int(self._options["width"]) // shrink)

    def close(self) -> None:
        """Forget the pictures, keep the wands where they lie."""
        self._stages, self._still = None, None

    def capture(self, timeout: float) -> Frame:
        """Return the next frame of ``fps``, waiting at most ``timeout`` seconds.  Raises CameraError, CameraTimeout."""
        if self._stages is None:
            raise CameraError("the simulated camera is not open")
        wait = self._stamp + 1 / float(self._options["fps"]) - self._clock()
        if wait > timeout:
            self._sleep(timeout)
            raise CameraTimeout(f"no frame within {timeout:g} s")
        if wait > 0:
            self._sleep(wait)
        self._stamp = max(self._clock(), self._stamp + 1e-6)
        light = self._light(self._stamp)
        picture = develop(light, self._sensor, self._noise)
        watermark(picture)
        return Frame(picture, self._stamp, {"simulated": True, "exposure_s": EXPOSURE_S})

    def toss(self, wands: list[str], kept: list[str]) -> None:
        """Drop wands (colours) while others stay; a hand picks up what lies and is not kept.  Raises CameraError."""
        unknown = set(wands) - set(COLOURS)
        if unknown:
            raise CameraError(f"the simulated camera has no wands {', '.join(sorted(unknown))}")
        if self._stages is None:
            self.open()
        self._end_toss()
        self._sheets = []
        thrown = [self._wands[colour] for colour in wands]
        chance, pane = float(self._options["accidents"]), self._look().place.lens.pane
        now, keep = self._clock(), [colour for colour in kept if colour not in wands]
        self._toss = toss(self._rng, thrown, self._lying, keep, pane, chance, now, self._hand)
        self._states = {c: s for c, s in self._states.items() if c in keep} | self._toss.states
        self._still = None

    def lay(self, thing: str, face: str | None = None) -> int | None:
        """Lay down ``board`` (flat first, then tilted, then towards the corners), a wand on a face, or ``nothing``.

        Raises CameraError for what it has not.
        """
        if self._stages is None:
            self.open()
        if thing not in ("board", "nothing") and (thing not in self._wands or face not in FACES):
            raise CameraError(f"the simulated camera has no {thing} to lay on {face}")
        self._end_toss()
        self._lying, self._states, self._still = {}, {}, None
        self._sheets = [board(board_place(self._boards, self._rng))] if thing == "board" else []
        self._boards += thing == "board"
        if thing in ("board", "nothing"):
            return None
        assert face is not None
        wand, pane = self._wands[thing], self._look().place.lens.pane
        self._lying[thing] = wand, laid(wand, face, place_apart(self._rng, [wand], pane)[0])
        return wand.opposite[face]

    def calibration(self) -> tuple[str, str] | None:
        """Paths of pane.json and wands.json in the ``setup`` folder, when both are there."""
        folder = Path(self._options["setup"])
        files = folder / "pane.json", folder / "wands.json"
        found = self._options["setup"] and all(file.is_file() for file in files)
        return (str(files[0]), str(files[1])) if found else None

    def moving(self) -> bool:
        """Whether a toss is under way."""
        return self._toss is not None and self._clock() - self._toss.start <= self._toss.seconds

    def truth(self) -> dict[str, dict[str, Any]]:
        """What lies on the pane once all is still, by colour.  For tests only: the reader must see for itself."""
        lying = self._toss.resting() if self._toss else self._lying
        lens = self._look().place.lens
        return {c: wand_truth(lens, *placed, self._states.get(c, "flat")) for c, placed in lying.items()}

    def _end_toss(self) -> None:
        if self._toss is not None:
            self._lying, self._toss = self._toss.resting(), None

    def _light(self, now: float) -> Array:
        """Linear light of the frame exposed until ``now``."""
        assert self._stages is not None
        if self._toss is not None:
            late = now - self._toss.start
            if late - EXPOSURE_S <= self._toss.seconds:
                return self._blurred(self._toss, late)
            self._end_toss()
        if self._still is None:
            drawn = self._stages[0].picture([list(self._lying.values())], self._sheets)
            self._still = drawn.astype(np.float16)
        return self._still.astype(np.float32)

    def _blurred(self, running: Toss, late: float) -> Array:
        """A frame in motion: three moments of the exposure, half size, enlarged."""
        assert self._stages is not None
        times = [max(late - EXPOSURE_S * share, 0.0) for share in (1.0, 0.5, 0.0)]
        moments = [running.wands(t) for t in times]
        moments = [m for m in moments if len(m) == len(moments[-1])]
        sheets: list[Sheet] = running.sheets(late)
        small = self._stages[1].picture(moments, sheets, fine=1)
        width = self._stages[0].lens.width
        return np.asarray(cv2.resize(small, (width, width * 3 // 4), interpolation=cv2.INTER_LINEAR))


def _give_back() -> None:
    """Hand freed memory back to the system where the C library can: drawing a room takes more than keeping it."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _read(argument: str) -> dict[str, str]:
    """Read ``key=value,...`` over the defaults.  Raises CameraError for keys or numbers that are none."""
    options = dict(_OPTIONS)
    for part in filter(None, argument.split(",")):
        key, _, value = part.partition("=")
        if key not in options:
            raise CameraError(f"the simulated camera has no option {key!r}; it has {', '.join(sorted(options))}")
        options[key] = value
    try:
        sane = int(options["seed"]) >= 0 and 0 <= float(options["accidents"]) <= 1 and 0 < float(options["fps"]) <= 120
        sane = sane and 320 <= int(options["width"]) <= 2592 and int(options["width"]) % 32 == 0
    except ValueError:
        sane = False
    if not sane:
        raise CameraError(
            "simulated camera: seed 0.., accidents 0 to 1, fps up to 120, width 320 to 2592 in steps of 8"
        )
    return options
