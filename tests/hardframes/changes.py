"""Changes that a camera, its light, its glass and its stand go through after set-up; each a picture to a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.picture import Picture


@dataclass(frozen=True)
class Scene:
    """What a change needs to know: pixels a millimetre on the pane, the wands' corners in px (n, 4, 2), and chance."""

    scale: float
    wands: np.ndarray
    rng: np.random.Generator


@dataclass(frozen=True)
class Change:
    """One change at one strength."""

    kind: str
    strength: str
    make: Callable[[Picture, Scene], Picture]


def _levels(picture: np.ndarray) -> Picture:
    return np.clip(np.round(picture), 0, 255).astype(np.uint8)


def jpeg(quality: int) -> Callable[[Picture, Scene], Picture]:
    """Compressed once more."""

    def make(picture: Picture, _: Scene) -> Picture:
        _ok, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    return make


def gamma(power: float) -> Callable[[Picture, Scene], Picture]:
    """Another tone curve."""
    return lambda picture, _: _levels(255 * (picture / 255.0) ** power)


def gains(blue: float, green: float, red: float) -> Callable[[Picture, Scene], Picture]:
    """More or less light in each channel, clipped as a sensor does; applied in linear light (gamma 2.2)."""
    factors = np.array([blue, green, red]) ** (1 / 2.2)
    return lambda picture, _: _levels(picture * factors)


def defocus(sigma: float) -> Callable[[Picture, Scene], Picture]:
    """The lens has turned; ``sigma`` in px at 1280 wide."""

    def make(picture: Picture, _: Scene) -> Picture:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma * picture.shape[1] / 1280), np.uint8)

    return make


def noise(spread: float) -> Callable[[Picture, Scene], Picture]:
    """Grain of ``spread`` levels."""
    return lambda picture, scene: _levels(picture + scene.rng.normal(0, spread, picture.shape))


def sharpen(amount: float) -> Callable[[Picture, Scene], Picture]:
    """What webcams do by themselves."""

    def make(picture: Picture, _: Scene) -> Picture:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        return _levels(picture * (1 + amount) - soft.astype(np.float32) * amount)

    return make


def haze(veil: float) -> Callable[[Picture, Scene], Picture]:
    """A film of dust or grease on half the glass: washed, and blurred a little."""

    def make(picture: Picture, scene: Scene) -> Picture:
        height, width = picture.shape[:2]
        coarse = scene.rng.random((6, 8)).astype(np.float32)
        cloud = np.clip(np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)) * 1.4, 0, 1)
        soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0 + 2 * veil), np.float32)
        cover = cloud[..., None]
        return _levels(picture * (1 - cover) + (soft * (1 - veil) + 150 * veil) * cover)

    return make


def smear(blur: float, veil: float) -> Callable[[Picture, Scene], Picture]:
    """A thumb's stroke over one of the wands: blurred by ``blur`` px at 1280 wide, washed by ``veil``."""

    def make(picture: Picture, scene: Scene) -> Picture:
        corners = scene.wands[int(scene.rng.integers(len(scene.wands)))]
        share = float(scene.rng.uniform(0.2, 0.8))
        at = corners[0] + (corners[1] - corners[0]) * share + (corners[3] - corners[0]) / 2
        mask = np.zeros(picture.shape[:2], np.uint8)
        turn, long, wide = scene.rng.uniform(0, 180), scene.rng.uniform(15, 45), scene.rng.uniform(12, 30)
        axes = (round(long * scene.scale), round(wide * scene.scale))
        cv2.ellipse(mask, (round(float(at[0])), round(float(at[1]))), axes, turn, 0, 360, 255, -1)
        cover = np.asarray(cv2.GaussianBlur(mask, (0, 0), 4 * scene.scale), np.float32)[..., None] / 255
        soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur * picture.shape[1] / 1280), np.float32)
        return _levels(picture * (1 - cover) + (soft * (1 - veil) + 150 * veil) * cover)

    return make


def moved(mm: float = 0.0, degrees: float = 0.0, grown: float = 1.0) -> Callable[[Picture, Scene], Picture]:
    """The camera or its stand was moved: sideways in a direction of chance, turned, nearer."""

    def make(picture: Picture, scene: Scene) -> Picture:
        height, width = picture.shape[:2]
        sign, way = float(scene.rng.choice([-1, 1])), float(scene.rng.uniform(0, 2 * np.pi))
        turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), sign * degrees, grown)
        turn[:, 2] += mm * scene.scale * np.array([np.cos(way), np.sin(way)])
        shifted = cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(shifted, np.uint8)

    return make


def flipped(code: int) -> Callable[[Picture, Scene], Picture]:
    """Mirrored: 1 left to right, 0 top to bottom, -1 both (turned by 180 degrees)."""
    return lambda picture, _: np.asarray(cv2.flip(picture, code), np.uint8)


def _series(kind: str, make: Callable[..., Callable[[Picture, Scene], Picture]], *values: float) -> list[Change]:
    return [Change(kind, f"{value:g}", make(value)) for value in values]


CHANGES: tuple[Change, ...] = (
    *_series("jpeg quality", jpeg, 75, 50, 30),
    *_series("gamma", gamma, 0.65, 0.8, 1.25, 1.5),
    *[Change("light", f"x{k:g}", gains(k, k, k)) for k in (0.3, 0.5, 0.7, 1.3, 1.8)],
    Change("cast", "warm 1.25", gains(0.8, 1.0, 1.25)),
    Change("cast", "warm 1.6", gains(0.62, 1.0, 1.6)),
    Change("cast", "cold 1.25", gains(1.25, 1.0, 0.8)),
    Change("cast", "cold 1.6", gains(1.6, 1.0, 0.62)),
    *_series("defocus px", defocus, 0.8, 1.5, 2.5, 4),
    *_series("noise levels", noise, 4, 8, 14),
    *_series("sharpening", sharpen, 0.6, 1.2, 2),
    *_series("haze", haze, 0.15, 0.3, 0.5),
    *[Change("smear px", f"{blur:g}", smear(blur, veil)) for blur, veil in ((3, 0.05), (5, 0.15), (9, 0.3))],
    *[Change("nudged mm", f"{mm:g}", moved(mm=mm)) for mm in (2, 5, 8)],
    *[Change("nudged degrees", f"{d:g}", moved(degrees=d)) for d in (1, 3)],
    Change("nudged both", "8 mm 3 deg", moved(8, 3)),
    *[Change("nearer", text, moved(grown=k)) for text, k in (("10 mm", 1.03), ("20 mm", 1.06))],
    Change("turned", "90", moved(degrees=90)),
    Change("turned", "180", flipped(-1)),
    Change("mirrored", "left-right", flipped(1)),
    Change("mirrored", "up-down", flipped(0)),
)
"""Kind and strength -> change.  Nearer by 10 and 20 mm is 3 and 6 percent larger from some 340 mm below the pane."""
