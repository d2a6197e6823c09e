"""A camera of pictures: a folder of throws shown one after the other on request, or a sequence played at its rate."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np

from vision.cameras.base import HELD, Camera, Frame
from vision.errors import CameraError, CameraTimeout, PictureError
from vision.files import list_pictures, read_picture
from vision.picture import Picture

VIDEOS = frozenset([".mp4", ".avi", ".mkv", ".mov", ".webm"])
EMPTY_S = 0.8
VALUE = re.compile(r"_top([012])_")
GERMAN = {"kraft": "power", "magie": "magic", "schicksal": "fate"}
DEFAULTS = {"fps": "15", "play": "no", "empty": ""}


class FilesCamera(Camera):
    """Pictures from files; no light falls on a sensor, and it says so.

    The argument is ``PATH[,key=value...]``.  A folder holds throws: the empty pane shows first (``empty.jpg`` in the
    folder or the one above, or ``empty=FILE``), and each toss shows it again for a moment and then the next picture,
    lying still, starting over after the last.  With ``play=yes``, or for a video, the frames are shown at ``fps`` once;
    the last one stays.  A picture that lies still is shown again and again, under fresh stamps.
    """

    name: ClassVar[str] = "files"
    simulated: ClassVar[bool] = True

    def __init__(
        self,
        argument: str = "",
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(argument)
        self._clock, self._sleep = clock, sleep
        path, *options = argument.split(",")
        self.path = Path(path)
        self._options = dict(DEFAULTS)
        for option in options:
            key, _, value = option.partition("=")
            if key not in DEFAULTS:
                raise CameraError(f"the files camera has no option {key!r}; it has {', '.join(sorted(DEFAULTS))}")
            self._options[key] = value
        try:
            self.fps = float(self._options["fps"])
        except ValueError:
            self.fps = 0.0
        if not 0 < self.fps <= 120:
            raise CameraError("the files camera's fps must be a number up to 120")
        self._films: list[Path] = []
        self._video: cv2.VideoCapture | None = None
        self._shown: Picture | None = None
        self._next, self._stamp, self._toss_at = 0, -np.inf, -np.inf
        self._waiting: Picture | None = None
        self._boards = 0

    @property
    def _plays(self) -> bool:
        return self._options["play"] in ("yes", "1", "true") or self.path.suffix.lower() in VIDEOS

    def open(self) -> None:
        """Find the files.  Raises CameraError."""
        self.close()
        try:
            if self.path.suffix.lower() in VIDEOS:
                self._video = cv2.VideoCapture(str(self.path))
                if not self._video.isOpened():
                    raise CameraError(f"{self.path} is no video that can be played")
            else:
                self._films = [p for p in list_pictures(self.path) if self._plays or p.stem != "empty"]
        except PictureError as error:
            raise CameraError(str(error)) from error
        self._next = 0
        if not self._plays:
            self._shown = self._empty()

    def _empty(self) -> Picture:
        given = self._options["empty"]
        places = [Path(given)] if given else [self.path / "empty.jpg", self.path.parent / "empty.jpg"]
        for place in places:
            if place.is_file():
                return read_picture(place)
        return np.zeros_like(read_picture(self._films[0]))

    def capture(self, timeout: float) -> Frame:
        """The next frame of ``fps``.  Raises CameraTimeout, CameraError."""
        if self._video is None and not self._films:
            raise CameraError("the files camera is not open")
        wait = self._stamp + 1 / self.fps - self._clock()
        if wait > timeout:
            self._sleep(timeout)
            raise CameraTimeout(f"no frame within {timeout:g} s")
        if wait > 0:
            self._sleep(wait)
        self._stamp = max(self._clock(), self._stamp + 1e-6)
        before = self._shown
        try:
            picture = self._current()
            return Frame(picture, self._stamp, {"files": True, HELD: picture is before})
        except PictureError as error:
            raise CameraError(str(error)) from error

    def _current(self) -> Picture:
        if self._plays:
            self._shown = self._advanced()
        elif self._waiting is not None and self._stamp - self._toss_at >= EMPTY_S:
            self._shown, self._waiting = self._waiting, None
        assert self._shown is not None
        return self._shown

    def _advanced(self) -> Picture:
        if self._video is not None:
            done, picture = self._video.read()
            if done:
                return np.asarray(picture, dtype=np.uint8)
        elif self._next < len(self._films):
            self._next += 1
            return read_picture(self._films[self._next - 1])
        if self._shown is None:
            raise CameraError(f"{self.path} holds no frames")
        return self._shown

    def toss(self, wands: list[str], kept: list[str]) -> None:
        """Show the empty pane, then the next throw.  Raises CameraError."""
        if self._plays or not self._films:
            return
        try:
            self._waiting = read_picture(self._films[self._next % len(self._films)])
            self._shown = self._empty()
        except PictureError as error:
            raise CameraError(str(error)) from error
        self._next += 1
        self._toss_at = self._clock()

    def lay(self, thing: str, face: str | None = None) -> int | None:
        """Show the set-up picture beside the throws that has it: ``charuco_*.jpg`` in turn, ``teach/COLOUR_topN_FACE``,
        the empty pane; its name tells the value.  Raises CameraError.
        """
        found = self._set_up(thing, face)
        if not found:
            raise CameraError(f"there is no set-up picture of {thing} {face or ''} beside {self.path}")
        chosen = found[self._boards % len(found)] if thing == "board" else found[0]
        self._boards += thing == "board"
        try:
            self._shown, self._waiting = read_picture(chosen), None
        except PictureError as error:
            raise CameraError(str(error)) from error
        match = VALUE.search(chosen.stem)
        return int(match[1]) if match else None

    def _set_up(self, thing: str, face: str | None) -> list[Path]:
        names = {"board": ["charuco_*.jpg"], "nothing": ["empty.jpg"]}.get(thing, [])
        words = (face, *(german for german, word in GERMAN.items() if word == face))
        names = names or [f"teach/{thing}_top[012]_{word}.jpg" for word in words]
        folders = (self.path, self.path.parent)
        return next((f for folder in folders if (f := sorted(p for n in names for p in folder.glob(n)))), [])

    def calibration(self) -> tuple[str, str] | None:
        """pane.json and wands.json beside the pictures or one folder up."""
        for folder in (self.path, self.path.parent):
            files = folder / "pane.json", folder / "wands.json"
            if all(f.is_file() for f in files):
                return str(files[0]), str(files[1])
        return None

    def close(self) -> None:
        """Let a video go."""
        if self._video is not None:
            self._video.release()
        self._video, self._films = None, []
