"""Spells in which a camera sees nothing, badly, or in another light, and sequences into which they are put."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from vision.cameras.base import Frame
from vision.live.watcher import Throw, Watcher
from vision.picture import Picture

FPS = 15.0
Rng = np.random.Generator
Spell = Callable[[Picture, float, Rng], Picture]
"""The picture as it would be, how far the spell has come (0 to 1), chance."""


def noisy(picture: Picture, rng: Rng, spread: float = 1.5) -> Picture:
    """With fresh noise of a sensor, so many grey levels."""
    cv2.setRNGSeed(int(rng.integers(2**31 - 1)))
    noise = cv2.randn(np.empty(picture.shape, np.int16), 0, spread) if spread else 0
    return np.clip(picture.astype(np.int16) + noise, 0, 255).astype(np.uint8)


def plain(*colour: float, spread: float = 3.0) -> Spell:
    """One colour (blue, green, red)."""

    def spell(picture: Picture, _: float, rng: Rng) -> Picture:
        return noisy(np.broadcast_to(np.array(colour, np.uint8), picture.shape), rng, spread)

    return spell


def gain(of: Callable[[float], float]) -> Spell:
    """Brighter or darker by a factor that changes along the spell."""

    def spell(picture: Picture, share: float, rng: Rng) -> Picture:
        return noisy(np.clip(picture * of(share), 0, 255).astype(np.uint8), rng)

    return spell


def cast(*factors: float) -> Spell:
    """Light of another colour."""

    def spell(picture: Picture, _: float, rng: Rng) -> Picture:
        return noisy(np.clip(picture * np.array(factors), 0, 255).astype(np.uint8), rng)

    return spell


def part(rows: slice, columns: slice, level: float, blurred: bool = False) -> Spell:
    """A part of the picture (shares of 12) covered."""

    def spell(picture: Picture, _: float, rng: Rng) -> Picture:
        height, width = picture.shape[:2]
        cover = np.zeros((height, width), np.float32)
        cover[_shares(rows, height), _shares(columns, width)] = 1
        if blurred:
            cover = cv2.blur(cover, (width // 16 | 1,) * 2)
        mixed = picture * (1 - cover[..., None]) + level * cover[..., None]
        return noisy(mixed.astype(np.uint8), rng)

    return spell


def _shares(of: slice, extent: int) -> slice:
    return slice(of.start * extent // 12, of.stop * extent // 12)


def static(picture: Picture, _: float, rng: Rng) -> Picture:
    """Noise alone, as of a loose wire."""
    return rng.integers(0, 256, picture.shape, dtype=np.uint8)


def _hunting(share: float) -> float:
    return float(1.15 + 0.85 * np.sin(share * 40))


BLIND: dict[str, Spell] = {
    "black": plain(0, 0, 0, spread=0),
    "dark": plain(3, 3, 3),
    "white": plain(255, 255, 255, spread=0),
    "pale": plain(248, 250, 249),
    "grey": plain(128, 128, 128),
    "red": plain(10, 12, 200),
    "green": plain(20, 180, 30),
    "blue": plain(200, 40, 10),
    "static": static,
}
"""In these nothing is to be seen."""

HALF: dict[str, Spell] = {
    "left": part(slice(0, 12), slice(0, 6), 0.0),
    "right": part(slice(0, 12), slice(6, 12), 2.0),
    "lower grey": part(slice(6, 12), slice(0, 12), 128.0),
    "upper white": part(slice(0, 6), slice(0, 12), 255.0),
    "sleeve": part(slice(0, 12), slice(0, 5), 40.0, blurred=True),
}
"""In these a part is to be seen."""

LIGHT: dict[str, Spell] = {
    "dim": gain(lambda _: 0.4),
    "bright": gain(lambda _: 1.8),
    "fade": gain(lambda share: abs(1 - 2 * share)),
    "hunting": gain(_hunting),
    "flicker": gain(lambda share: 1.0 if int(share * 1000) % 2 else 0.05),
    "warm": cast(0.5, 0.8, 1.15),
    "cold": cast(1.15, 0.9, 0.6),
}
"""In these the light changes over what lies there."""


def put_in(pictures: list[Picture], at: int, count: int, spell: Spell | None, rng: Rng) -> Iterator[Picture]:
    """The pictures with ``count`` more before number ``at``, of what lies there in a spell (None: frozen)."""
    before = pictures[max(at - 1, 0)]
    yield from pictures[:at]
    for step in range(count):
        yield before if spell is None else spell(before, step / count, rng)
    yield from pictures[at:]


def laid_over(pictures: list[Picture], at: int, count: int, spell: Spell, rng: Rng) -> Iterator[Picture]:
    """The pictures with a spell over ``count`` of them, while what lies or flies there goes on."""
    for number, picture in enumerate(pictures):
        yield spell(picture, (number - at) / count, rng) if at <= number < at + count else picture


def watched(watcher: Watcher, pictures: Iterator[Picture]) -> list[Throw]:
    """The throws that a watcher tells of pictures at FPS."""
    settled = (watcher.feed(Frame(picture, number / FPS)) for number, picture in enumerate(pictures))
    return [throw for throw in settled if throw is not None]
