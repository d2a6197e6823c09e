"""One settings file for table, eye and lamps; what it says and where it lies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import firmware.commands
import vision.live.client
from companion import settings
from companion.cli import main
from companion.settings import SettingsError

FILE = (
    'port = 8181\ncamera = "usb:cam"\npane = "p.json"\nwands = "w.json"\nstrip = "none"\nleds = 72\npins = ["off=26"]\n'
)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A settings file that the environment names, as in the units."""
    for name in (settings.PORT_VARIABLE, settings.DATA_VARIABLE, "DREIMAGIER_HOST"):
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "settings.toml"
    path.write_text(FILE)
    monkeypatch.setenv(settings.FILE_VARIABLE, str(path))
    (tmp_path / "token").write_text("x" * 43)
    return path


def eye(monkeypatch: pytest.MonkeyPatch, folder: Path, *more: str) -> tuple[str, int, tuple[str, str, str]]:
    """Where an eye looks for the table, and what it looks with."""
    seen: list[vision.live.client.Client] = []
    monkeypatch.setattr(vision.live.client.Client, "run", lambda client: seen.append(client))
    done = CliRunner().invoke(main, ["vision", "run", "--token-file", str(folder / "token"), *more])
    assert done.exit_code == 0, done.output
    return seen[0].host.address, seen[0].host.port, (seen[0].camera, *seen[0].named)


def lamps(monkeypatch: pytest.MonkeyPatch, folder: Path, *more: str) -> tuple[Any, ...]:
    """The same of the lamps: port, strip, lamps, buttons, pins."""
    seen: list[Any] = []
    monkeypatch.setattr(firmware.commands, "_run", lambda *given: seen.extend(given))
    done = CliRunner().invoke(main, ["firmware", "run", "--token-file", str(folder / "token"), *more])
    assert done.exit_code == 0, done.output
    host, strip, buttons, pins = seen
    return host.port, strip.name, strip.leds, buttons, pins.off


def test_eye_and_lamps_follow_the_tables_port(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.load().port == 8181
    assert eye(monkeypatch, file.parent)[:2] == ("127.0.0.1", 8181)
    assert lamps(monkeypatch, file.parent)[0] == 8181
    monkeypatch.setenv(settings.PORT_VARIABLE, "8282")
    assert settings.load().port == 8282
    assert eye(monkeypatch, file.parent)[1] == lamps(monkeypatch, file.parent)[0] == 8282


def test_a_table_elsewhere_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DREIMAGIER_HOST", "http://192.168.1.20:8080")
    assert eye(monkeypatch, file.parent)[:2] == ("192.168.1.20", 8080)
    assert eye(monkeypatch, file.parent, "--host", "http://10.0.0.1:1")[1] == 1


def test_what_the_file_says_reaches_eye_and_lamps_and_may_be_overruled(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert eye(monkeypatch, file.parent)[2] == ("usb:cam", "p.json", "w.json")
    assert eye(monkeypatch, file.parent, "--camera", "pi")[2] == ("pi", "p.json", "w.json")
    assert lamps(monkeypatch, file.parent)[1:] == ("none", 72, "none", 26)
    monkeypatch.setenv("DREIMAGIER_LEDS", "10")
    assert lamps(monkeypatch, file.parent)[2] == 10


def test_lamps_go_dark_whatever_the_file_says(file: Path) -> None:
    file.write_text("leds = many\n")
    done = CliRunner().invoke(main, ["firmware", "blank", "--strip", "virtual"])
    assert done.exit_code == 0 and "cannot be read" in done.output and "it is left alone" in done.output


def test_a_mark_that_an_editor_left_is_read_over(file: Path) -> None:
    file.write_text(FILE, encoding="utf-8-sig")
    assert settings.load().port == 8181


def test_the_machines_file_holds_where_the_folder_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(settings.FILE_VARIABLE, raising=False)
    machine, folder = tmp_path / "machine.toml", tmp_path / "data"
    monkeypatch.setattr(settings, "MACHINE", machine)
    assert settings.load(data=str(folder)).port == 8080
    machine.write_text("port = 8181\n")
    assert settings.load(data=str(folder)).port == 8181
    folder.mkdir()
    (folder / "settings.toml").write_text("port = 8282\n")
    assert settings.load(data=str(folder)).port == 8282


def test_a_named_file_that_is_not_there_is_no_file_with_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(settings.FILE_VARIABLE, str(tmp_path / "none.toml"))
    with pytest.raises(SettingsError, match="there is no such file"):
        settings.load()
