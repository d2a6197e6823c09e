"""Make a strange picture safe: ``python -m vision.tools.photo < anything > plain.jpg``.

Run by the host as a process of its own, so that a picture made to break a decoder breaks nothing else: limits on
memory, time and files are set before the first byte is looked at.  What comes out is a JPEG of at most 1280 pixels a
side, upright, without metadata.  Exit code 2 for what is no picture.
"""

from __future__ import annotations

import os
import resource
import sys

LARGEST = 12 * 1024 * 1024
LONGEST_PX = 1280
MEMORY = 2 * 1024**3
CPU_S = 8
PIXELS = 40_000_000
BUDGET = 480 * 1024


def main() -> int:
    """Read standard input, write the safe picture to standard output; returns the exit code."""
    confine()
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(PIXELS)
    safe = redrawn(sys.stdin.buffer.read(LARGEST + 1))
    if safe is None:
        print("not a picture that can be read", file=sys.stderr)
        return 2
    sys.stdout.buffer.write(safe)
    return 0


def confine() -> None:
    """Little memory, little time, no files."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def redrawn(data: bytes) -> bytes | None:
    """The picture as a plain JPEG; None for what is none."""
    import cv2
    import numpy as np

    if not data or len(data) > LARGEST:
        return None
    cv2.setNumThreads(1)
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError):
        return None
    if picture is None or picture.size > 3 * PIXELS:
        return None
    longest = max(picture.shape[:2])
    if longest > LONGEST_PX:
        scale = LONGEST_PX / longest
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return next((jpeg for quality in (85, 70, 50, 25) if (jpeg := _encoded(picture, quality)) is not None), None)


def _encoded(picture: object, quality: int) -> bytes | None:
    """The JPEG where it fits the budget."""
    import cv2

    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])  # type: ignore[call-overload]
    return bytes(jpeg) if len(jpeg) <= BUDGET else None


if __name__ == "__main__":
    sys.exit(main())
