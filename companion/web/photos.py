"""Photos from phones: decoded and drawn anew by another process, within limits of size, time and memory."""

from __future__ import annotations

import subprocess
import sys
import threading

from companion.web.errors import BadRequest, TooMany

LARGEST = 12 * 1024 * 1024
TIME_S = 10.0
_one = threading.BoundedSemaphore(1)


def made_safe(content: bytes) -> bytes:
    """A plain JPEG of the same picture, without what a phone writes into it (place, time).

    Raises BadRequest for what is no picture or takes too long, TooMany while another photo is under way.
    """
    if not _one.acquire(timeout=TIME_S):
        raise TooMany("another photo is still being looked at")
    try:
        command = [sys.executable, "-m", "vision.tools.photo"]
        done = subprocess.run(command, input=content, capture_output=True, timeout=TIME_S, check=False)
    except subprocess.TimeoutExpired:
        raise BadRequest("the photo cannot be read in time") from None
    finally:
        _one.release()
    if done.returncode != 0 or not done.stdout.startswith(b"\xff\xd8\xff"):
        raise BadRequest("the photo cannot be read (JPEG, PNG or WebP, at most 40 million pixels)")
    return done.stdout
