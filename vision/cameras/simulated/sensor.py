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
    exposes ``exposure_s``; ``blur`` is defocus in pixels at 1280 wide.
    """

    exposure: float = 1.0
    balance: Colour = (1.0, 1.0, 1.0)
    gamma: float = 2.2
    contrast: float = 1.0
    vignette: float = 0.25
    noise: float = 2.0
    grit: float = 0.5
    blur: float = 0.0
    sharpen: float = 0.0
    band_hz: float = 0.0
    band_depth: float = 0.0
    readout_s: float = 0.025
    exposure_s: float = 0.01
    quality: int = 92


_STRIP = 240
"""Rows developed at a time: small enough for the processor's cache."""


def develop(light: Array, sensor: Sensor, rng: np.random.Generator) -> Array:
    """Turn linear light (height, width, 3) float32 into an 8 bit picture; changes ``light``."""
    height, width = light.shape[:2]
    if sensor.blur > 0.2:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), sensor.blur * width / 1280))
    rows = _gains(height, sensor, rng)
    picture = np.empty(light.shape, np.uint8)
    for top in range(0, height, _STRIP):
        part = light[top : top + _STRIP]
        if sensor.vignette > 0:
            part *= _falloff(height, width, sensor.vignette)[top : top + _STRIP]
        picture[top : top + _STRIP] = _exposed(part, rows[top : top + _STRIP], sensor, rng)
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
        picture = np.asarray(cv2.addWeighted(picture, 1 + sensor.sharpen, soft, -sensor.sharpen, 0), np.uint8)
    return picture


def _gains(height: int, sensor: Sensor, rng: np.random.Generator) -> Array:
    """Exposure of each row and channel, (height, 3)."""
    rows = _bands(height, sensor, rng) if sensor.band_depth > 0 else np.ones(height, np.float32)
    return np.asarray(rows[:, None] * np.array(sensor.balance, np.float32) * sensor.exposure, np.float32)


def _exposed(part: Array, gains: Array, sensor: Sensor, rng: np.random.Generator) -> Array:
    """Develop a strip of rows."""
    height, width = part.shape[:2]
    flat = part.reshape(height, width * 3)
    flat *= np.tile(gains, (1, width))
    np.maximum(flat, 0, out=flat)
    np.sqrt(flat, out=flat)
    if sensor.noise > 0:
        grain = _noise(height, width, sensor.grit, rng)
        flat = np.asarray(cv2.scaleAdd(grain.reshape(flat.shape), sensor.noise / 255 * 0.7, flat))
    flat *= _STEPS / 2
    np.clip(flat, 0, _STEPS - 1, out=flat)
    return np.take(_curve(sensor.gamma, sensor.contrast), flat.astype(np.int16)).reshape(part.shape)


def jpeg(picture: Array, quality: int) -> bytes:
    """Compress a picture."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


@lru_cache(maxsize=2)
def _falloff(height: int, width: int, vignette: float) -> Array:
    """Vignetting, 1 in the middle, for each channel."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    far2 = ((x / width - 0.5) ** 2 + (y / width - 0.5 * height / width) ** 2) / 0.39
    return np.asarray(np.repeat((1 / (1 + vignette * far2) ** 2)[..., None], 3, 2), np.float32)


def _bands(height: int, sensor: Sensor, rng: np.random.Generator) -> Array:
    """Brightness of each row under lamps that flicker, (height,)."""
    when = np.arange(height) / height * sensor.readout_s
    phase = rng.uniform(0, 2 * math.pi)
    smear = abs(np.sinc(sensor.band_hz * sensor.exposure_s))
    wave = np.sin(2 * math.pi * sensor.band_hz * when + phase)
    return np.asarray(1 + sensor.band_depth * max(smear, 0.12) * wave, np.float32)


@lru_cache(maxsize=1)
def _grains(width: int, grit: float) -> Array:
    """A sheet of noise with a share of colour, coarse as demosaicing leaves it, larger than a strip."""
    rng = np.random.default_rng(5)
    size = (_STRIP + 140, width + 220)
    luma = rng.standard_normal((*size, 1)).astype(np.float32)
    chroma = cv2.GaussianBlur(rng.standard_normal((*size, 3)).astype(np.float32), (0, 0), 0.8)
    return np.asarray(luma + chroma * np.float32(grit / chroma.std()))


def _noise(height: int, width: int, grit: float, rng: np.random.Generator) -> Array:
    """Noise of unit spread and constant in the root of light, as photons have it."""
    top, left = int(rng.integers(0, 140)), int(rng.integers(0, 220))
    return np.ascontiguousarray(_grains(width, round(grit, 1))[top : top + height, left : left + width])


def level(light: float, sensor: Sensor) -> float:
    """The 8 bit level that light of one channel becomes."""
    index = min(max(light * sensor.exposure, 0.0) ** 0.5 * _STEPS / 2, _STEPS - 1)
    return float(_curve(sensor.gamma, sensor.contrast)[int(index)])


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
