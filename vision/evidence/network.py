"""A small network that was taught on pictures of other tables; OpenCV runs it, in one thread at a time."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Network:
    """The network in a file of this package; where it is asked several things they have names."""

    def __init__(self, file: str, names: tuple[str, ...] = ("",)) -> None:
        self._file, self._names, self._turn = file, names, Lock()

    @cached_property
    def _net(self) -> cv2.dnn.Net:
        stored = files("vision.evidence").joinpath(self._file).read_bytes()
        return cv2.dnn.readNetFromONNX(np.frombuffer(stored, np.uint8))

    def answer(self, *asked: NDArray[np.float32]) -> Array:
        """What it says to layers (n, channels, rows, columns) or facts (n, facts), as many as it was made for."""
        with self._turn:
            for name, each in zip(self._names, asked, strict=True):
                self._net.setInput(np.ascontiguousarray(each), name)
            return np.asarray(self._net.forward(), dtype=np.float64)
