"""A virtual environment whose Python is gone (an upgrade of the system took it) is made anew by itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

TREE = Path(__file__).parents[2]
MAKER = """#!/bin/sh
mkdir -p "$1/bin"
rm -f "$1/bin/python"
printf '#!/bin/sh\\nexit 0\\n' >"$1/bin/python"
printf '#!/bin/sh\\necho "a table: $*"\\n' >"$1/bin/dreimagier"
chmod +x "$1"/bin/*
echo made
"""
PYTHON = """#!/bin/sh
case "$*" in
    *"-m venv "*) for last; do :; done; mkdir -p "$last/bin"; cp "$0" "$last/bin/python"; echo "venv $last" ;;
    *"-m pip install"*) echo installed ;;
esac
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The Makefile, and an environment that stands on a Python that is gone."""
    shutil.copy(TREE / "Makefile", tmp_path)
    shutil.copytree(TREE / "locks", tmp_path / "locks")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python").symlink_to("/nonexistent/python")
    (tmp_path / ".venv/pyvenv.cfg").write_text("home = /nonexistent\n")
    (tmp_path / ".venv/.run").touch()
    (tmp_path / "hardware").mkdir()
    shutil.copy(TREE / "hardware/locked.sh", tmp_path / "hardware")
    return tmp_path


def test_make_run_makes_it_anew_and_starts(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ARGS", "MAKEFLAGS", "MAKEOVERRIDES"):  # what was said to the make that runs these tests
        monkeypatch.delenv(name, raising=False)
    (house / "hardware/venv.sh").write_text(MAKER)
    for expected in ("made\na table: up\n", "a table: up\n"):
        done = subprocess.run(["make", "-s", "run"], cwd=house, capture_output=True, text=True, timeout=30, check=False)
        assert (done.returncode, done.stdout) == (0, expected), done.stderr


def test_what_stood_on_the_old_python_goes(house: Path) -> None:
    (house / ".venv/old").touch()
    (house / "bin").mkdir()
    (house / "bin/python3").write_text(PYTHON)
    (house / "bin/python3").chmod(0o755)
    environment = {**os.environ, "PATH": f"{house / 'bin'}:{os.environ['PATH']}"}
    command = ["sh", str(TREE / "hardware/venv.sh"), ".venv"]
    done = subprocess.run(command, cwd=house, capture_output=True, text=True, timeout=30, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert "The Python of .venv is gone" in done.stdout and "installed" in done.stdout
    assert not (house / ".venv/old").exists()
