"""A stand-in for the camera program: reports throws and pictures over the host's device API, and draws the pictures.

It knows the protocol alone.  Pictures are made of rectangles where the wands would lie, so that what a phone outlines
can be compared with what was reported.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from itertools import count
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.games import Json
from companion.protocol import Heartbeat, Reading, ThrowReport, WandReading

SIZE = (1280, 960)
BENCH = {"red": ((380, 300), 22.0), "black": ((760, 420), -35.0), "white": ((560, 640), 78.0)}
PAINT = {"red": (47, 57, 179), "black": (26, 27, 29), "white": (148, 200, 227)}
LENGTH, SIDE = 300, 60


class Eye:
    """A camera at one host."""

    def __init__(self, url: str, data: Path) -> None:
        self.url = url
        self._token = (data / "tokens" / "vision.token").read_text().strip()
        self._ids = count(1)

    def beat(self, simulated: bool = False, state: Any = "ok") -> None:
        """It is there."""
        self._post("/api/device/heartbeat", msgspec.json.encode(Heartbeat("vision", state, "stand-in", simulated)))

    def state(self) -> Json:
        """The state as everybody is sent it."""
        with urllib.request.urlopen(f"{self.url}/api/state") as answer:
            told: Json = json.load(answer)
        return told

    def sees(self, wands: dict[str, WandReading], status: Any = "ok", early: bool = False, **more: Any) -> Json:
        """Wands came to rest: a picture, then the report; the answer."""
        told = self.state()
        wanted = told["view"]["throw_wanted"]
        question = told["question"][wanted["seat"]] if wanted and not early else None
        name = self._post("/api/device/picture", picture(wands), "image/jpeg")["picture"]
        report = ThrowReport(
            seq=told["seq"],
            question=question,
            request=f"eye.{next(self._ids)}",
            reading=Reading(status, more.get("kind"), wands),
            picture=name,
        )
        return {**self._post("/api/device/throw", msgspec.json.encode(report)), "picture": name}

    def _post(self, path: str, body: bytes, kind: str = "application/json") -> Json:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": kind}
        asked = urllib.request.Request(self.url + path, body, headers)
        try:
            with urllib.request.urlopen(asked) as answer:
                told: Json = json.load(answer)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.code} {error.read().decode()}") from error
        return told


def corners(colour: str) -> list[tuple[float, float]]:
    """The bottom face of a wand in the picture, clockwise."""
    middle, angle = BENCH[colour]
    return [(float(x), float(y)) for x, y in cv2.boxPoints((middle, (LENGTH, SIDE), angle))]


def wand(colour: str, top: int, *options: int, movement: Any = "thrown") -> WandReading:
    """One wand as it was read; with two options it is doubtful."""
    return WandReading(top, None, not options, list(options), corners(colour), movement)


def shows(red: int, black: int, white: int) -> dict[str, WandReading]:
    """All three, sure."""
    tops = {"red": red, "black": black, "white": white}
    return {colour: wand(colour, top) for colour, top in tops.items()}


def picture(wands: dict[str, WandReading]) -> bytes:
    """The frame as the camera would have it, masked outside the pane."""
    frame = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    cv2.rectangle(frame, (120, 60), (1160, 900), (96, 104, 110), -1)
    for colour, told in wands.items():
        box = np.array(told.corners_px or corners(colour), np.int32)
        cv2.fillPoly(frame, [box], PAINT[colour])
        middle = box.mean(axis=0).astype(int)
        cv2.drawMarker(frame, (int(middle[0]), int(middle[1])), (200, 220, 230), cv2.MARKER_STAR, 34, 4)
    noise = np.random.default_rng(sum(told.top or 0 for told in wands.values())).normal(0, 4, frame.shape)
    frame = np.clip(frame + noise * (frame > 0), 0, 255).astype(np.uint8)
    return bytes(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])
