"""Strange pictures: decoded in a process of their own, within limits, and drawn anew."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib

import cv2
import numpy as np
import pytest

from vision.tools import photo


def made_safe(data: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "vision.tools.photo"], input=data, capture_output=True, timeout=30, check=False
    )


def picture(width: int, height: int, ending: str = ".jpg") -> bytes:
    drawn = np.full((height, width, 3), (40, 90, 160), np.uint8)
    return bytes(cv2.imencode(ending, drawn)[1])


def png(width: int, height: int) -> bytes:
    """A PNG that promises more pixels than it has."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 99)) + chunk(b"IEND", b"")
    )


def test_a_large_photo_comes_out_small_and_plain() -> None:
    secret = picture(3000, 2000)
    marked = secret[:2] + b"\xff\xe1\x00\x10Exif\0\0PLACE123" + secret[2:]
    done = made_safe(marked)
    assert done.returncode == 0 and b"PLACE123" not in done.stdout and b"Exif" not in done.stdout
    shown = cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None and shown.shape == (853, 1280, 3)
    assert len(done.stdout) <= photo.BUDGET


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff", b"GIF89a" + b"\0" * 99, picture(64, 64)[:200], png(60000, 60000)]
)
def test_what_is_no_picture_is_told_apart(data: bytes) -> None:
    done = made_safe(data)
    assert done.returncode == 2 and done.stdout == b""


def test_too_many_bytes_are_not_looked_at() -> None:
    assert photo.redrawn(b"\xff\xd8\xff" + bytes(photo.LARGEST)) is None
