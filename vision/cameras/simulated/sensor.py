"""From light to a JPEG: exposure, white balance, vignetting, mains and PWM bands, noise, tone curve, compression."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.wand import Colour

_STEPS = 4096


@dataclass(frozen=True)
class Sensor:
    """How the camera renders light.  ``noise`` is the spread at half level in 8 bit steps; ``grit`` its colour share.

    ``band_hz`` and ``band_depth`` describe lamps that flicker under a rolling shutter that reads in ``readout_s`` and
    exposes ``exposure_s``; ``blur`` is defocus and lens softness in pixels at 1280 wide.
    """

    exposure: float = 1.0
    balance: Colour = (1.0, 1.0, 1.0)
    gamma: float = 2.2
    contrast: float = 1.0
    vignette: float = 0.25
    noise: float = 2.0
    grit: float = 0.5
    blur: float = 0.6
    sharpen: float = 0.0
    band_hz: float = 0.0
    band_depth: float = 0.0
    readout_s: float = 0.025
    exposure_s: float = 0.01
    quality: int = 92


def develop(light: Array, sensor: Sensor, rng: np.random.Generator) -> Array:
    """Turn linear light (height, width, 3) float32 into an 8 bit picture; changes ``light``."""
    height, width = light.shape[:2]
    light *= _falloff(height, width, sensor.vignette)[..., None]
    gain = np.array(sensor.balance, np.float32) * sensor.exposure
    light *= (_bands(height, sensor, rng)[:, None] * gain)[:, None, :]
    np.maximum(light, 0, out=light)
    np.sqrt(light, out=light)
    if sensor.noise > 0:
        light += _noise(height, width, sensor, rng)
    light *= _STEPS / 2
    np.clip(light, 0, _STEPS - 1, out=light)
    picture: Array = _curve(sensor.gamma, sensor.contrast)[light.astype(np.uint16)]
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
        picture = np.asarray(cv2.addWeighted(picture, 1 + sensor.sharpen, soft, -sensor.sharpen, 0))
    return picture


def jpeg(picture: Array, quality: int) -> bytes:
    """Compress a picture."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


@lru_cache(maxsize=4)
def _falloff(height: int, width: int, vignette: float) -> Array:
    """Vignetting, 1 in the middle."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    far2 = ((x / width - 0.5) ** 2 + (y / width - 0.5 * height / width) ** 2) / 0.39
    return np.asarray(1 / (1 + vignette * far2) ** 2, np.float32)


def _bands(height: int, sensor: Sensor, rng: np.random.Generator) -> Array:
    """Brightness of each row under lamps that flicker, (height,)."""
    if sensor.band_depth <= 0:
        return np.ones(height, np.float32)
    when = np.arange(height) / height * sensor.readout_s
    phase = rng.uniform(0, 2 * math.pi)
    smear = abs(np.sinc(sensor.band_hz * sensor.exposure_s))
    wave = np.sin(2 * math.pi * sensor.band_hz * when + phase)
    return np.asarray(1 + sensor.band_depth * max(smear, 0.12) * wave, np.float32)


@lru_cache(maxsize=2)
def _grains(seed: int) -> tuple[Array, Array]:
    """A sheet of noise, fine and as coarse as demosaicing leaves it, larger than any picture."""
    rng = np.random.default_rng(seed)
    luma = rng.standard_normal((1100, 1500, 1)).astype(np.float32)
    chroma = cv2.GaussianBlur(rng.standard_normal((1100, 1500, 3)).astype(np.float32), (0, 0), 0.8)
    return luma, np.asarray(chroma / chroma.std())


def _noise(height: int, width: int, sensor: Sensor, rng: np.random.Generator) -> Array:
    """Noise of constant spread in the root of light, as photons have it."""
    luma, chroma = _grains(5)
    top, left = int(rng.integers(0, 1100 - height + 1)), int(rng.integers(0, 1500 - width + 1))
    spread = sensor.noise / 255 * 0.7
    grain = chroma[top : top + height, left : left + width] * np.float32(spread * sensor.grit)
    top, left = int(rng.integers(0, 1100 - height + 1)), int(rng.integers(0, 1500 - width + 1))
    return np.asarray(grain + luma[top : top + height, left : left + width] * np.float32(spread))


@lru_cache(maxsize=16)
def _curve(gamma: float, contrast: float) -> Array:
    """Tone curve from the root of light (2 at full scale 4096) to 8 bit, with a soft shoulder and toe."""
    light = (np.arange(_STEPS) / (_STEPS / 2)) ** 2
    tone = light ** (1 / gamma)
    tone = 0.5 + (tone - 0.5) * contrast
    knee = 0.9
    over = np.maximum(tone - knee, 0)
    tone = np.where(tone > knee, knee + (1 - knee) * (1 - np.exp(-over / (1 - knee))), tone)
    return np.asarray(np.clip(tone * 255 + 0.5, 0, 255), np.uint8)
