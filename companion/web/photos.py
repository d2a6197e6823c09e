"""Photos from phones: decoded and drawn anew by another process, within limits of size, time and memory.

A photo goes from the phone to that process piece by piece, one photo after the other: the host holds none.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from typing import IO

from companion.web.errors import BadRequest, TooMany

LARGEST = 12 * 1024 * 1024
TIME_S = 10.0
PIECE = 64 * 1024
BEGINNINGS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF")
_one = threading.BoundedSemaphore(1)


def made_safe(photo: IO[bytes]) -> bytes:
    """A plain JPEG of the same picture, without what a phone writes into it (place, time).

    Raises BadRequest for what is no picture or takes too long, TooMany while another photo is under way.
    """
    if not _one.acquire(timeout=TIME_S):
        raise TooMany("another photo is still being looked at")
    try:
        return _redrawn(photo)
    finally:
        _one.release()


def _redrawn(photo: IO[bytes]) -> bytes:
    first = photo.read(PIECE)
    if not first.startswith(BEGINNINGS):
        raise BadRequest("the picture must be a JPEG, PNG or WebP")
    command = [sys.executable, "-m", "vision.tools.photo"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as decoder:
        try:
            _poured(first, photo, decoder)
            safe, _ = decoder.communicate(timeout=TIME_S)
        except subprocess.TimeoutExpired:
            raise BadRequest("the photo cannot be read in time") from None
        finally:
            decoder.kill()
    if decoder.returncode != 0 or not safe.startswith(b"\xff\xd8\xff"):
        raise BadRequest("the photo cannot be read (JPEG of at most 50 million pixels, PNG or WebP of at most 12)")
    return safe


def _poured(first: bytes, photo: IO[bytes], decoder: subprocess.Popen[bytes]) -> None:
    """All of a photo into the decoder, which may have seen enough before the end."""
    assert decoder.stdin is not None
    piece = first
    with contextlib.suppress(BrokenPipeError):
        while piece:
            decoder.stdin.write(piece)
            piece = photo.read(PIECE)
