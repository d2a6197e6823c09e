"""The film as MP4: H.264 (baseline) and AAC, which is what iPhones play.

A picture is one macroblock, predicted from nothing, with no difference coded: grey.  A frame of sound has a window
without a single band: silence.
"""

from __future__ import annotations

from companion.web.film.bits import Bits
from companion.web.film.script import SECONDS, SIZE

RATE = 44_100
SAMPLES = 1024
FRAMES = SECONDS * RATE // SAMPLES
SCALE = 1000
MATRIX = b"".join(number.to_bytes(4, "big") for number in (0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000))
BASELINE, LEVEL = 66, 10


def mp4() -> bytes:
    """The whole file: kind, index, and the data; the index names where in the file the data begin."""
    kind = _box("ftyp", b"isom" + _u32(0x200) + b"isomiso2avc1mp41")
    pictures, sounds = b"".join(map(_picture, range(SECONDS))), _silence() * FRAMES
    start = len(kind) + len(_index(0, 0)) + 8
    return kind + _index(start, start + len(pictures)) + _box("mdat", pictures + sounds)


def _index(pictures_at: int, sounds_at: int) -> bytes:
    head = _full(
        "mvhd", 0, 0, _u32(0, 0, SCALE, SECONDS * SCALE, 0x10000), b"\1\0" + bytes(10), MATRIX, bytes(24), _u32(3)
    )
    return _box("moov", head, _track(1, pictures_at), _track(2, sounds_at))


def _track(number: int, at: int) -> bytes:
    video = number == 1
    length = SECONDS * SCALE
    volume = b"\0\0" if video else b"\1\0"
    sides = _u32(SIZE << 16, SIZE << 16) if video else bytes(8)
    head = _full("tkhd", 0, 3, _u32(0, 0, number, 0, length), bytes(12), volume, b"\0\0", MATRIX, sides)
    scale, whole = (SCALE, length) if video else (RATE, FRAMES * SAMPLES)
    media = _full("mdhd", 0, 0, _u32(0, 0, scale, whole), b"\x55\xc4\0\0")
    handler = _full("hdlr", 0, 0, _u32(0), b"vide" if video else b"soun", bytes(12), b"film\0")
    kind = _full("vmhd", 0, 1, bytes(8)) if video else _full("smhd", 0, 0, bytes(4))
    here = _box("dinf", _full("dref", 0, 0, _u32(1), _full("url ", 0, 1)))
    return _box("trak", head, _box("mdia", media, handler, _box("minf", kind, here, _samples(video, at))))


def _samples(video: bool, at: int) -> bytes:
    """All samples are alike and lie in one row."""
    count, lasts = (SECONDS, SCALE) if video else (FRAMES, SAMPLES)
    size = len(_picture(0) if video else _silence())
    return _box(
        "stbl",
        _full("stsd", 0, 0, _u32(1), _avc1() if video else _mp4a()),
        _full("stts", 0, 0, _u32(1, count, lasts)),
        _full("stsc", 0, 0, _u32(1, 1, count, 1)),
        _full("stsz", 0, 0, _u32(size, count)),
        _full("stco", 0, 0, _u32(1, at)),
    )


def _avc1() -> bytes:
    sides = SIZE.to_bytes(2, "big") * 2
    told = (
        bytes(6) + b"\0\1" + bytes(16) + sides + _u32(0x480000, 0x480000, 0) + b"\0\1" + bytes(32) + b"\0\x18\xff\xff"
    )
    sequence, picture = _sequence(), _parameters()
    sets = b"\xe1" + _sized(sequence, 2) + b"\x01" + _sized(picture, 2)
    return _box("avc1", told, _box("avcC", bytes((1, BASELINE, 0xC0, LEVEL, 0xFF)) + sets))


def _sequence() -> bytes:
    """Baseline, one macroblock wide and high, every picture complete in itself."""
    bits = Bits().number(BASELINE, 8).number(0xC0, 8).number(LEVEL, 8)
    bits.golomb(0, 0, 2, 0).number(0, 1).golomb(SIZE // 16 - 1, SIZE // 16 - 1)
    return b"\x67" + bits.number(0b1100, 4).end().bytes()


def _parameters() -> bytes:
    """CAVLC, one slice, no weights; the strength of the smoothing is said in each slice."""
    bits = Bits().golomb(0, 0).number(0, 2).golomb(0, 0, 0).number(0, 3).golomb(0, 0, 0)
    return b"\x68" + bits.number(0b100, 3).end().bytes()


def _picture(number: int) -> bytes:
    """An IDR slice with one macroblock: 16 x 16 predicted by its mean, nothing coded, not smoothed."""
    bits = Bits().golomb(0, 7, 0).number(0, 4).golomb(1 + number % 2).number(0, 2).golomb(0, 1)
    bits.golomb(3, 0, 0).number(1, 1)
    return _sized(b"\x65" + bits.end().bytes(), 4)


def _mp4a() -> bytes:
    told = bytes(6) + b"\0\1" + bytes(8) + b"\0\1\0\x10" + bytes(4) + _u32(RATE << 16)
    decoder = Bits().number(2, 5).number(4, 4).number(1, 4).number(0, 3).bytes()
    config = b"\x40\x15" + bytes(11) + _tag(5, decoder)
    return _box("mp4a", told, _full("esds", 0, 0, _tag(3, b"\0\2\0" + _tag(4, config) + _tag(6, b"\2"))))


def _silence() -> bytes:
    """One channel: gain, a long window of no bands, no pulses, no shaping, no gain control; then the end."""
    bits = Bits().number(0, 3).number(0, 4).number(0, 8)
    return bits.number(0, 4).number(0, 6).number(0, 1).number(0, 3).number(7, 3).bytes()


def _tag(number: int, data: bytes) -> bytes:
    return bytes((number, len(data))) + data


def _sized(data: bytes, width: int) -> bytes:
    return len(data).to_bytes(width, "big") + data


def _u32(*values: int) -> bytes:
    return b"".join(value.to_bytes(4, "big") for value in values)


def _full(name: str, version: int, flags: int, *parts: bytes) -> bytes:
    return _box(name, bytes((version,)), flags.to_bytes(3, "big"), *parts)


def _box(name: str, *parts: bytes) -> bytes:
    data = b"".join(parts)
    return _u32(len(data) + 8) + name.encode() + data
