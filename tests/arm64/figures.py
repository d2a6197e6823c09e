"""How long a decision takes here, as a line of JSON: run on this machine and emulated, the two stand side by side."""

from __future__ import annotations

import json
import platform
import statistics
import sys
import time

import cv2

from companion.commands.simulate import measure
from companion.commands.strength import match
from companion.games.dreimagier import GAME
from companion.games.dreimagier.ghost.arena import named
from tests.benchmarks.vision_speed import SET, THROWS, timed
from vision.files import read_picture
from vision.read import Reader
from vision.setup.calibrate import calibrate
from vision.setup.shots import load_shots
from vision.setup.teach import teach

ROUNDS, SECONDS, GAMES = 3, 2.0, 3


def figures() -> dict[str, object]:
    """Milliseconds of a deciding read, of OpenCV's markers on the same picture and of a ghost's choices; decisions of
    the rules a second."""
    cv2.setNumThreads(1)
    begin = time.perf_counter()
    pane = calibrate({path.name: read_picture(path) for path in sorted(SET.glob("charuco_*.jpg"))})
    reader = Reader(pane, teach(pane, load_shots(SET / "teach")))
    taught = time.perf_counter() - begin
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    reads, markers = [], []
    for name in THROWS * ROUNDS:
        picture = read_picture(SET / "throws" / name)
        reads.append(timed(lambda p=picture: reader.read(p)))
        markers.append(timed(lambda p=picture: detector.detectMarkers(p)))
    first = GAME.start(GAME.header({}))
    ghost = match(first, named("strong"), named("greedy"), GAMES, "1")
    return {
        "processor": platform.machine(),
        "opencv": cv2.__version__,
        "taught_s": round(taught, 1),
        "read_ms": round(statistics.median(reads), 1),
        "markers_ms": round(statistics.median(markers), 1),
        "decisions_s": round(measure(first, "1", SECONDS)),
        "ghost_ms": round(ghost.median_ms, 1),
        "ghost_p99_ms": round(ghost.p99_ms, 1),
    }


if __name__ == "__main__":
    json.dump(figures(), sys.stdout)
