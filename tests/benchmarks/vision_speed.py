"""How fast the eye is, against OpenCV's own marker detection on the same frames in the same run.

``python -m tests.benchmarks.vision_speed`` prints three ratios and exits 1 over a bar: watching a frame 0.4, a
deciding read 5.0 (medians, one OpenCV thread, processor time); and the memory of the eye, 180 MiB.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.base import Frame
from vision.files import read_picture
from vision.live.watcher import Watcher
from vision.picture import Picture
from vision.read import Reader
from vision.setup.calibrate import calibrate
from vision.setup.shots import load_shots
from vision.setup.teach import teach

SET = Path(__file__).parent.parent / "vision" / "data" / "set_a"
THROWS = ("001.jpg", "004.jpg", "015.jpg", "018.jpg", "022.jpg")
ROUNDS = 9
WATCH_BAR, READ_BAR, MEMORY_BAR_MIB = 0.4, 5.0, 180


def timed(call: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def main() -> int:
    """Measure and compare; returns the exit code."""
    cv2.setNumThreads(1)
    pane = calibrate({p.name: read_picture(p) for p in sorted(SET.glob("charuco_*.jpg"))})
    reader = Reader(pane, teach(pane, load_shots(SET / "teach")))
    pictures = [read_picture(SET / "throws" / name) for name in THROWS]
    watch, read, peer = measured(reader, pictures)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"detectMarkers {peer:.2f} ms, watching {watch:.2f} ms, reading {read:.2f} ms, memory {memory:.0f} MiB")
    print(f"watching / detectMarkers: {watch / peer:.2f} (bar {WATCH_BAR})")
    print(f"reading / detectMarkers: {read / peer:.2f} (bar {READ_BAR})")
    good = watch <= WATCH_BAR * peer and read <= READ_BAR * peer and memory <= MEMORY_BAR_MIB
    return 0 if good else 1


def measured(reader: Reader, pictures: list[Picture]) -> tuple[float, float, float]:
    """Medians of watching, reading and the peer, taken in turns so that a busy machine slows all alike."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    times: tuple[list[float], list[float], list[float]] = ([], [], [])
    for _ in range(ROUNDS):
        for picture in pictures:
            watcher = Watcher(reader)
            watcher.feed(Frame(picture, 0.0))
            times[0].append(timed(lambda w=watcher, p=picture: w.feed(Frame(p.copy(), 0.1))))
            times[1].append(timed(lambda p=picture: reader.read(p)))
            times[2].append(timed(lambda p=picture: detector.detectMarkers(p)))
    return float(np.median(times[0])), float(np.median(times[1])), float(np.median(times[2]))


if __name__ == "__main__":
    sys.exit(main())
