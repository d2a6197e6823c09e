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


LAUNCHER = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-m", "vision.tools.photo"], stdin=sys.stdin, stdout=subprocess.PIPE)
safe = child.stdout.read()
_, status, used = os.wait4(child.pid, 0)
print(status, len(safe), used.ru_maxrss // 1024)
"""


def weighed(data: bytes) -> tuple[int, int, int]:
    """Exit status, bytes that came out, and the most memory (MiB) that the decoder held."""
    done = subprocess.run([sys.executable, "-c", LAUNCHER], input=data, capture_output=True, timeout=60, check=True)
    status, length, memory = map(int, done.stdout.split())
    return status, length, memory


@pytest.mark.parametrize(("progressive", "most"), [(0, 110), (1, 220)])
def test_a_photo_of_48_megapixels_takes_little_memory(progressive: int, most: int) -> None:
    coarse = np.random.default_rng(1).integers(0, 255, (750, 1000, 3), dtype=np.uint8)
    drawn = cv2.resize(coarse, (8000, 6000))
    how = [cv2.IMWRITE_JPEG_QUALITY, 60, cv2.IMWRITE_JPEG_PROGRESSIVE, progressive]
    status, length, memory = weighed(bytes(cv2.imencode(".jpg", drawn, how)[1]))
    assert status == 0 and length > 1000
    assert memory <= most


@pytest.mark.parametrize("size", [(1280, 960), (2559, 1000), (2560, 1000), (5120, 3000), (10240, 4000)])
def test_what_a_decoder_leaves_out_is_never_missed(size: tuple[int, int]) -> None:
    done = made_safe(picture(*size))
    shown = cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None and max(shown.shape) == 1280


@pytest.mark.parametrize(
    ("width", "height", "ending", "good"), [(4000, 3200, ".png", False), (4000, 2900, ".png", True)]
)
def test_others_than_jpegs_are_decoded_whole_and_so_may_be_less_large(
    width: int, height: int, ending: str, good: bool
) -> None:
    assert (made_safe(picture(width, height, ending)).returncode == 0) is good
