"""Sets made elsewhere are read from their folders, and reported by the folder's name."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.hardframes import photoreal
from tests.vision.conftest import SET

THROWS = ("001.jpg", "004.jpg")


def test_a_folder_is_calibrated_taught_read_and_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kitchen"
    shutil.copytree(SET, folder)
    labels = json.loads((folder / "labels.json").read_text())
    labels["throws"] = {name: labels["throws"][name] for name in THROWS}
    (folder / "labels.json").write_text(json.dumps(labels))
    monkeypatch.setattr(sys, "argv", ["photoreal", str(folder), "--pictures", str(tmp_path / "seen")])
    photoreal.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1 sets, 2 throws"
    assert lines[2].split()[:3] == ["kitchen", "1", "0"]
    assert "given as ok but wrong: 0 of 2 (0.0 %)" in lines
    assert (tmp_path / "seen").is_dir()
