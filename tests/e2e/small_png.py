"""Write pictures as PNG with a palette of 256 colours: a quarter of the size, good enough for a page of the manual."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np

COLOURS = 256


def shrink(png: bytes) -> bytes:
    """The same picture with the 256 commonest colours (five bits a channel), others as the nearest of them."""
    picture: Any = cv2.cvtColor(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    codes = _codes(picture)
    _, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    means = np.stack([_means(picture[..., channel], inverse, counts) for channel in range(3)], axis=1)
    best = np.argsort(-counts)[:COLOURS]
    palette = means[best]
    nearest = np.argmin(((means[:, None, :] - palette[None]) ** 2).sum(axis=2), axis=1).astype(np.uint8)
    return _png(nearest[inverse].reshape(picture.shape[:2]), palette.round().astype(np.uint8))


def write(path: Path, png: bytes) -> None:
    """Write the smaller picture."""
    path.write_bytes(shrink(png))


def _codes(picture: Any) -> Any:
    high = (picture >> 3).astype(np.int32)
    return (high[..., 0] << 10 | high[..., 1] << 5 | high[..., 2]).ravel()


def _means(channel: Any, inverse: Any, counts: Any) -> Any:
    return np.bincount(inverse.ravel(), weights=channel.ravel()) / counts


def _png(indexes: Any, palette: Any) -> bytes:
    height, width = indexes.shape
    rows = np.hstack([np.zeros((height, 1), np.uint8), indexes]).tobytes()
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [(b"IHDR", head), (b"PLTE", palette.tobytes()), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
