"""The constraints files: exact versions, no addresses, and the traps of each target avoided."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TARGETS = ("laptop", "bookworm", "trixie")


def pins(target: str) -> dict[str, str]:
    lines = (ROOT / "constraints" / f"{target}.txt").read_text(encoding="ascii").splitlines()
    found = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {normal(name): version for name, version in found}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("target", TARGETS)
def test_names_and_exact_versions_and_nothing_else(target: str) -> None:
    lines = (ROOT / "constraints" / f"{target}.txt").read_text(encoding="ascii").splitlines()
    held = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", line) for line in held)
    assert len(pins(target)) == len(held) > 40


@pytest.mark.parametrize("target", TARGETS)
def test_everything_that_is_asked_for_is_held(target: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [
        *project["dependencies"],
        *project["optional-dependencies"]["pi"],
        *project["optional-dependencies"]["hardware"],
    ]
    names = {normal(re.match(r"[A-Za-z0-9._-]+", line)[0]) for line in asked}  # type: ignore[index]
    assert names - set(pins(target)) == ({"lgpio"} if target == "trixie" else set())


def test_bookworm_keeps_numpy_1_for_apts_simplejpeg() -> None:
    held = pins("bookworm")
    assert held["numpy"].startswith("1.")
    assert held["opencv-python-headless"].startswith("4.11.")


def test_picamera2_is_never_pips() -> None:
    assert all("picamera2" not in pins(target) for target in TARGETS)
    assert "picamera2" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[tool.")[0]
