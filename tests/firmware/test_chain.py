"""Exact bytes through Adafruit's real libraries, down to the kernel's door, on four forced Pi models."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

MODELS = ("RASPBERRY_PI_3B_PLUS", "RASPBERRY_PI_4B", "RASPBERRY_PI_5", "RASPBERRY_PI_ZERO_2_W")
FRAME = [[255, 0, 0], [0, 255, 0], [1, 2, 3]]
ON_THE_WIRE = bytes([0, 255, 0, 255, 0, 0, 2, 1, 3])
"""Green, red, blue of each lamp, full: nothing is scaled on the way."""


def through(folder: Path, model: str, backend: str, leds: int, frames: list[Any]) -> dict[str, Any]:
    """What goes out at the bottom of the chain."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("BLINKA", "SPI_"))}
    environment |= {"BLINKA_FORCECHIP": "BCM2XXX", "BLINKA_FORCEBOARD": model}
    environment |= {"PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-m", "tests.firmware.chain", backend, str(leds)],
        input=json.dumps(frames),
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer["board"] == model
    return answer


def as_spi(lamps: bytes) -> bytes:
    """The bytes on the bus for these bytes of lamps: a byte a bit, 80 us of silence before and after."""
    bits = "".join(f"{byte:08b}" for byte in lamps)
    return bytes(64) + bytes({"0": 0xC0, "1": 0xF0}[bit] for bit in bits) + bytes(64)


@pytest.mark.parametrize("model", MODELS)
def test_bytes_at_the_spidev_ioctl(model: str, tmp_path: Path) -> None:
    sent = through(tmp_path, model, "neopixel-spi", 3, [FRAME])["out"]
    assert [transfer["hz"] for transfer in sent] == [6_400_000] * 3
    dark = as_spi(bytes(9)).hex()
    assert [transfer["bytes"] for transfer in sent] == [dark, as_spi(ON_THE_WIRE).hex(), dark]


def test_the_longest_strip_goes_out_in_one_transfer(tmp_path: Path) -> None:
    sent = through(tmp_path, "RASPBERRY_PI_4B", "neopixel-spi", 165, [])["out"]
    assert [len(transfer["bytes"]) // 2 for transfer in sent] == [4088, 4088]


@pytest.mark.parametrize("model", [model for model in MODELS if model != "RASPBERRY_PI_5"])
def test_words_at_the_second_back_end(model: str, tmp_path: Path) -> None:
    sent = through(tmp_path, model, "neopixel", 3, [FRAME])["out"]
    dark = [0, 0, 0]
    assert sent == [dark, [0x00FF00, 0xFF0000, 0x020103], dark, dark, {"freed": 10}]
