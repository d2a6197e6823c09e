"""Where the table is, for people in front of its console and for the network."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands import where
from companion.settings import Settings
from companion.web import names

CODE = "KLQX"


@pytest.fixture
def console(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> where.Console:
    """A console of a table whose letters are known; nothing real is told."""
    monkeypatch.setattr(where, "_code", lambda settings, token: CODE)
    monkeypatch.setattr(where, "_run", lambda command: None)
    monkeypatch.setattr(where.addresses, "own", lambda: ["192.168.1.20"])
    return where.Console(Settings(), tmp_path / "token", tmp_path / "issue.d/dreimagier.issue", name=False)


def test_the_console_shows_address_code_and_qr(console: where.Console) -> None:
    console.look()
    text = console.file.read_text(encoding="utf-8")
    assert "http://192.168.1.20:8080/join?code=KLQX" in text
    assert text.count("█") > 100 and "\\" not in text.replace("\\\\", "")


def test_it_is_written_when_something_changed_only(console: where.Console, monkeypatch: pytest.MonkeyPatch) -> None:
    console.look()
    console.file.write_text("of somebody else")
    console.look()
    assert console.file.read_text() == "of somebody else"
    monkeypatch.setattr(where.addresses, "own", lambda: ["10.0.0.7"])
    console.look()
    assert "http://10.0.0.7:8080" in console.file.read_text(encoding="utf-8")


def test_the_name_follows_the_address(console: where.Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "avahi-publish").write_text(f"#!/bin/sh\necho $* >>{tmp_path}/told\nexec sleep 60\n")
    (tmp_path / "avahi-publish").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    console.name = True
    told = []
    for address in ("192.168.1.20", "192.168.1.20", "10.0.0.7", "127.0.0.1"):
        monkeypatch.setattr(where.addresses, "own", lambda address=address: [address])
        console.look()
        told.append(console._publisher is not None and console._publisher.poll() is None)
        if console._publisher is not None:
            wait_for(lambda address=address: address in (tmp_path / "told").read_text(), tmp_path / "told")
    console.end()
    lines = (tmp_path / "told").read_text().splitlines()
    assert lines == [f"--address --no-reverse dreimagier.local {each}" for each in ("192.168.1.20", "10.0.0.7")]
    assert told == [True, True, True, False], "nobody is sent to this machine alone"


def wait_for(condition: object, file: Path) -> None:
    """Until a stand-in has spoken."""
    import time

    end = time.monotonic() + 10
    while not (file.exists() and condition()):  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_table_that_does_not_answer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, "_code", lambda settings, token: None)
    done = CliRunner().invoke(main, ["where", "--data", str(tmp_path)])
    assert done.exit_code == 0 and "no table answers yet" in done.output


@pytest.mark.parametrize(
    ("name", "ours"), [("dreimagier.local", True), ("dreimagier-2.local", True), ("x.local", False)]
)
def test_the_name_opens_the_table(name: str, ours: bool) -> None:
    assert names.of_this_machine(name) is ours
    assert not names.of_this_machine("dreimagier.example.org")
