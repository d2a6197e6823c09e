"""This machine's own settings, data and port, and the command that tells."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands import doctor as doctor_module
from companion.commands.doctor import examine, line, own
from companion.commands.findings import Finding
from companion.commands.machine import Machine, package, run


class TestOwn:
    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        for name in ("DREIMAGIER_SETTINGS", "DREIMAGIER_DATA", "DREIMAGIER_PORT"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(doctor_module, "filesystem", lambda place, mounts: "ext4")
        return tmp_path

    def test_bad_settings(self, folder: Path) -> None:
        (folder / "settings.toml").write_text("prot = 1\n")
        (finding,) = own(str(folder))
        assert finding.state == "wrong" and "prot" in finding.text

    def test_a_pane_that_is_gone(self, folder: Path) -> None:
        (folder / "settings.toml").write_text(f'pane = "{folder}/pane.json"\nport = 0\n')
        found = [finding for finding in own(str(folder)) if finding.state == "wrong"]
        assert [finding.cure for finding in found] == ["dreimagier vision calibrate, or take it out of the settings"]

    def test_a_port_that_is_taken(self, folder: Path) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            (folder / "settings.toml").write_text(f'bind = "127.0.0.1"\nport = {taken.getsockname()[1]}\n')
            assert any("cannot be opened" in finding.text for finding in own(str(folder)))


def test_the_command_tells_and_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DREIMAGIER_PORT", "0")
    done = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)])
    told = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path), "--json"])
    findings = json.loads(told.output)
    assert done.exit_code == told.exit_code == int(any(each["state"] == "wrong" for each in findings))
    assert {each["check"] for each in findings} >= {"python", "system", "opencv", "data", "port"}
    assert len(done.output.splitlines()) == len(findings) + sum(bool(each["cure"]) for each in findings)


def test_a_wrong_thing_ends_with_1(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("port = -1\n")
    done = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert " WRONG  settings: port must be from 1 to 65535" in done.output


def test_real_answers_of_this_machine() -> None:
    assert run(["sh", "-c", "echo yes"]) == "yes"
    assert run(["no-such-command"]) is None and run(["false"]) is None
    assert package("msgspec") and package("no-such-package") is None
    assert examine(Machine())
    assert line(Finding("x", "wrong", "y", "z")) == " WRONG  x: y\n        cure: z"
