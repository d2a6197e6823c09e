"""The locks: exact packages with the hashes of their builds, all that the project wants, and no target's trap."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
TARGETS = {"laptop": "3.11", "bookworm": "3.11", "trixie": "3.13"}
LOCKS = (*TARGETS, "tests", "pytest")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def packages(lock: str) -> dict[str, Requirement]:
    """What a lock holds, by name."""
    held = [requirement for requirement, _ in blocks(lock)]
    return {canonicalize_name(requirement.name): requirement for requirement in held}


def blocks(lock: str) -> list[tuple[Requirement, list[str]]]:
    """The packages of a lock, each with its hashes."""
    text = (ROOT / "locks" / f"{lock}.txt").read_text(encoding="ascii")
    lines = [line for line in text.replace("\\\n", " ").splitlines() if not line.startswith("#")]
    parts = [re.split(r"\s+(?=--hash)", line.strip()) for line in lines]
    return [(Requirement(first), hashes) for first, *hashes in parts]


def version(requirement: Requirement) -> str:
    """The one version that a lock allows."""
    (only,) = requirement.specifier
    assert only.operator == "==" and "*" not in only.version, requirement
    return only.version


def wanted(extras: tuple[str, ...], python: str) -> list[Requirement]:
    """What the project asks for on a Python, to build and with extras."""
    asked = [*PROJECT["build-system"]["requires"], *PROJECT["project"]["dependencies"]]
    asked += [line for extra in extras for line in EXTRAS[extra]]
    found = [Requirement(line) for line in asked]
    here = {"python_version": python}
    return [each for each in found if each.name != "dreimagier" and (not each.marker or each.marker.evaluate(here))]


@pytest.mark.parametrize("lock", LOCKS)
def test_exact_versions_with_hashes_and_nothing_else(lock: str) -> None:
    held = blocks(lock)
    assert len({canonicalize_name(requirement.name) for requirement, _ in held}) == len(held) > 8
    for requirement, hashes in held:
        assert version(requirement) and requirement.url is None
        assert hashes and all(HASH.fullmatch(each) for each in hashes), requirement
    assert "://" not in (ROOT / "locks" / f"{lock}.txt").read_text(encoding="ascii")


@pytest.mark.parametrize(
    ("lock", "extras"),
    [
        ("laptop", ()),
        ("bookworm", ("pi",)),
        ("trixie", ("pi",)),
        ("tests", ("pi", "hardware", "pytest", "test")),
        ("pytest", ("pytest",)),
    ],
)
def test_every_lock_holds_what_the_project_wants(lock: str, extras: tuple[str, ...]) -> None:
    held = packages(lock) if lock in TARGETS else packages("laptop") | packages(lock)
    for asked in wanted(extras, TARGETS.get(lock, "3.11")):
        found = held.get(canonicalize_name(asked.name))
        assert found is not None, f"{asked} is not locked; make lock renews the locks"
        assert asked.specifier.contains(version(found)), f"{asked}, but {found}; make lock renews the locks"


def test_nothing_that_a_locked_package_wants_here_is_missing() -> None:
    """As far as the packages tell that run these tests."""
    held = packages("laptop") | packages("tests")
    for name in held:
        try:
            asked = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue  # for another system or Python
        needed = [each for each in map(Requirement, asked) if not each.marker or each.marker.evaluate({"extra": ""})]
        missing = [each.name for each in needed if canonicalize_name(each.name) not in held]
        assert not missing, f"{name} wants {missing}"


def test_one_package_is_one_version_in_all_locks_but_for_bookworms_numpy() -> None:
    differing = {
        name
        for lock in LOCKS
        for name, requirement in packages(lock).items()
        for other in LOCKS
        if name in packages(other) and version(packages(other)[name]) != version(requirement)
    }
    assert differing == {"numpy", "opencv-python-headless"}
    assert not {"numpy", "opencv-python-headless"} & {*packages("tests"), *packages("pytest")}


def test_bookworm_keeps_numpy_1_for_apts_simplejpeg() -> None:
    held = packages("bookworm")
    assert version(held["numpy"]).startswith("1.")
    assert version(held["opencv-python-headless"]).startswith("4.11.")


def test_trixie_takes_apts_lgpio() -> None:
    assert "lgpio" in packages("bookworm") and "lgpio" not in packages("trixie")


def test_picamera2_is_never_pips() -> None:
    assert all("picamera2" not in packages(lock) for lock in LOCKS)
    assert "picamera2" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[tool.")[0]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder with an environment, and one wheel to install from."""
    (tmp_path / "locks").mkdir()
    (tmp_path / "venv/bin").mkdir(parents=True)
    python = tmp_path / "venv/bin/python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    told = {
        "METADATA": "Metadata-Version: 2.1\nName: staff\nVersion: 1.0\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(tmp_path / "staff-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("staff.py", "LENGTH = 1\n")
        for name, text in told.items():
            wheel.writestr(f"staff-1.0.dist-info/{name}", text)
    return tmp_path


def install(house: Path, sum_: str) -> subprocess.CompletedProcess[str]:
    (house / "locks/one.txt").write_text(f"staff==1.0 \\\n    --hash=sha256:{sum_}\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    environment |= {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(house),
        "PIP_TARGET": str(house / "there"),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    command = ["sh", str(ROOT / "hardware/locked.sh"), "venv", "one"]
    return subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_what_is_locked_is_installed(house: Path) -> None:
    sum_ = hashlib.sha256((house / "staff-1.0-py3-none-any.whl").read_bytes()).hexdigest()
    done = install(house, sum_)
    assert (done.returncode, done.stderr) == (0, "")
    assert (house / "there/staff.py").is_file()


def test_a_tampered_package_is_refused_in_one_sentence(house: Path) -> None:
    wheel = house / "staff-1.0-py3-none-any.whl"
    sum_ = hashlib.sha256(wheel.read_bytes()).hexdigest()
    with zipfile.ZipFile(wheel, "a") as opened:
        opened.writestr("more.py", "")
    done = install(house, sum_)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "staff==1.0 is not what locks/one.txt expects" in done.stderr
    assert not (house / "there").exists()


def test_any_other_failure_is_told_as_pip_tells_it(house: Path) -> None:
    (house / "staff-1.0-py3-none-any.whl").unlink()
    done = install(house, "0" * 64)
    assert done.returncode == 1 and "No matching distribution found for staff==1.0" in done.stderr


def test_a_version_without_a_hash_is_refused(house: Path) -> None:
    (house / "locks/one.txt").write_text("staff==1.0\n")
    command = ["sh", str(ROOT / "hardware/locked.sh"), "venv", "one"]
    environment = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(house), "PIP_TARGET": str(house / "there")}
    done = subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "hash" in done.stderr
    assert not (house / "there").exists()
