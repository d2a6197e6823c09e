"""The film as WebM: VP8 and Opus.

A key frame of VP8 whose data are all zeros is a grey picture: its arithmetic decoder then reads zero after zero, which
is every flag off, every block predicted from its neighbours, and no difference coded.  Opus has a frame for silence.
"""

from __future__ import annotations

import struct

from companion.web.film.script import SECONDS, SIZE

FRAME_MS = 120
"""A packet of Opus holds six frames of 20 ms."""
ZEROS = 96
KEY_FRAME, SHOWN = 0, 1 << 4


def webm() -> bytes:
    """The whole file."""
    head = _element(0x1A45DFA3, _head())
    clusters = b"".join(_cluster(second) for second in range(SECONDS))
    return head + _element(0x18538067, _info() + _tracks() + clusters)


def _head() -> bytes:
    return b"".join(
        (
            _number(0x4286, 1),
            _number(0x42F7, 1),
            _number(0x42F2, 4),
            _number(0x42F3, 8),
            _element(0x4282, b"webm"),
            _number(0x4287, 2),
            _number(0x4285, 2),
        )
    )


def _info() -> bytes:
    """Times in milliseconds, how long it takes, who wrote it."""
    duration = _element(0x4489, _float(SECONDS * 1000))
    name = b"dreimagier"
    return _element(
        0x1549A966, _number(0x2AD7B1, 1_000_000) + duration + _element(0x4D80, name) + _element(0x5741, name)
    )


def _tracks() -> bytes:
    picture = _number(0xB0, SIZE) + _number(0xBA, SIZE)
    video = (
        _number(0xD7, 1) + _number(0x73C5, 1) + _number(0x83, 1) + _element(0x86, b"V_VP8") + _element(0xE0, picture)
    )
    head = b"OpusHead\x01\x01\x00\x00" + (48_000).to_bytes(4, "little") + b"\x00\x00\x00"
    sampled = _element(0xB5, _float(48_000)) + _number(0x9F, 1)
    audio = (
        _number(0xD7, 2) + _number(0x73C5, 2) + _number(0x83, 2) + _element(0x86, b"A_OPUS") + _element(0x63A2, head)
    )
    return _element(0x1654AE6B, _element(0xAE, video) + _element(0xAE, audio + _element(0xE1, sampled)))


def _cluster(second: int) -> bytes:
    """One second: a picture, and the packets of sound that begin in it."""
    start = second * 1000
    packets = range(-(-start // FRAME_MS) * FRAME_MS, start + 1000, FRAME_MS)
    sound = b"".join(_block(2, at - start, _silence()) for at in packets)
    return _element(0x1F43B675, _number(0xE7, start) + _block(1, 0, _grey()) + sound)


def _block(track: int, at: int, data: bytes) -> bytes:
    return _element(0xA3, bytes((0x80 | track,)) + at.to_bytes(2, "big") + b"\x80" + data)


def _grey() -> bytes:
    """Frame tag (key frame, shown, size of the first part), start code, width, height, and zeros for both parts."""
    tag = (KEY_FRAME | SHOWN | ZEROS << 5).to_bytes(3, "little")
    return tag + b"\x9d\x01\x2a" + SIZE.to_bytes(2, "little") * 2 + bytes(2 * ZEROS)


def _silence() -> bytes:
    """Six frames of one size (code 3): each says "silence" with its first bit."""
    celt_20_ms, several = 31 << 3, 3
    return bytes((celt_20_ms | several, 6)) + b"\xff\xfe" * 6


def _element(name: int, data: bytes) -> bytes:
    """An element of EBML: its name, its size in eight bytes, its data."""
    named = name.to_bytes((name.bit_length() + 7) // 8, "big")
    return named + (1 << 56 | len(data)).to_bytes(8, "big") + data


def _number(name: int, value: int) -> bytes:
    return _element(name, value.to_bytes(max((value.bit_length() + 7) // 8, 1), "big"))


def _float(value: float) -> bytes:
    return struct.pack(">d", value)
