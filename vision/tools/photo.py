"""Make a strange picture safe: ``python -m vision.tools.photo < anything > plain.jpg``.

Run by the host as a process of its own, so that a picture made to break a decoder breaks nothing else: limits on
memory, time and files are set before the first byte is looked at.  What comes out is a JPEG of at most 1280 pixels a
side, upright, without metadata.  Exit code 2 for what is no picture.
"""

from __future__ import annotations

import contextlib
import os
import resource
import sys
from pathlib import Path
from typing import Any

LARGEST = 12 * 1024 * 1024
LONGEST_PX = 1280
MEMORY = 2 * 1024**3
CPU_S = 8
PIXELS = {True: 50_000_000, False: 12_000_000}
"""Of a JPEG, which is decoded at an eighth to the whole of its size, and of others, which are decoded whole (36 MB)."""
LOOK, STEPS = 8, (8, 4, 2)
OOM_SCORE_ADJ = "/proc/self/oom_score_adj"
BUDGET = 480 * 1024


def main() -> int:
    """Read standard input, write the safe picture to standard output; returns the exit code."""
    confine()
    data = sys.stdin.buffer.read(LARGEST + 1)
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(PIXELS[jpeg(data)])
    safe = redrawn(data)
    if safe is None:
        print("not a picture that can be read", file=sys.stderr)
        return 2
    sys.stdout.buffer.write(safe)
    return 0


def confine() -> None:
    """Little memory, little time, no files; where memory ends, this process goes first, never the host."""
    with contextlib.suppress(OSError):
        Path(OOM_SCORE_ADJ).write_text("1000")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def jpeg(data: bytes) -> bool:
    """Whether it begins as a JPEG."""
    return data.startswith(b"\xff\xd8\xff")


def redrawn(data: bytes) -> bytes | None:
    """The picture as a plain JPEG; None for what is none."""
    import cv2

    if not data or len(data) > LARGEST:
        return None
    cv2.setNumThreads(1)
    picture = _decoded(data)
    if picture is None:
        return None
    longest = max(picture.shape[:2])
    if longest > LONGEST_PX:
        scale = LONGEST_PX / longest
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return next((found for quality in (85, 70, 50, 25) if (found := _encoded(picture, quality)) is not None), None)


def _decoded(data: bytes) -> Any:
    """The pixels, of a large JPEG no more than are needed: its decoder leaves out the fine steps."""
    import cv2
    import numpy as np

    held = np.frombuffer(data, np.uint8)
    try:
        how = _reduced(held) if jpeg(data) else cv2.IMREAD_COLOR
        return cv2.imdecode(held, how)
    except (cv2.error, MemoryError):
        return None


def _reduced(held: Any) -> int:
    """How OpenCV decodes this JPEG so that its longer side keeps LONGEST_PX or more."""
    import cv2

    look = cv2.imdecode(held, cv2.IMREAD_REDUCED_GRAYSCALE_8)
    longest = LOOK * max(look.shape) if look is not None else 0
    step = next((step for step in STEPS if longest >= step * LONGEST_PX), 1)
    return {
        8: cv2.IMREAD_REDUCED_COLOR_8,
        4: cv2.IMREAD_REDUCED_COLOR_4,
        2: cv2.IMREAD_REDUCED_COLOR_2,
        1: cv2.IMREAD_COLOR,
    }[step]


def _encoded(picture: object, quality: int) -> bytes | None:
    """The JPEG where it fits the budget."""
    import cv2

    _, drawn = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])  # type: ignore[call-overload]
    return bytes(drawn) if len(drawn) <= BUDGET else None


if __name__ == "__main__":
    sys.exit(main())
