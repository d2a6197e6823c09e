"""``--game`` and the setting ``game``: what lies on a fresh table; what is under way goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion import settings
from companion.commands import up
from companion.commands.up import Bound, Evening
from tests.programs.running import Running

TOY = Path(__file__).parents[1] / "e2e" / "toy"


def started(data: Path, *arguments: str) -> Running:
    """A host that has the toy game too."""
    made = Running(data, *arguments)
    made.module = ["tests.e2e.added", str(TOY)]
    return made.start()


def test_a_named_game_lies_on_a_fresh_table_and_no_other_game_is_cut(tmp_path: Path) -> None:
    host = started(tmp_path / "data", "--game", "toy")
    try:
        told = host.state()
        assert told["game"] == "toy" and len(told["seats"]) == 6 and told["devices"] == {}
        host.ask("/api/join", {"code": _code(host), "seat": "north", "name": "Nora"})
        host.stop()
        host.arguments = ("--game", "dreimagier")
        host.start()
        assert host.state()["game"] == "toy"
        assert "toy is under way and goes on; begin dreimagier on /new" in host.output()
    finally:
        host.over()


def test_the_setting_is_for_a_fresh_folder_and_the_record_wins_after(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('game = "toy"\n')
    host = started(tmp_path)
    try:
        assert host.state()["game"] == "toy"
        told = host.ask("/api/lay", {"code": _code(host), "request": "l", "game": "dreimagier"})
        assert told is not None and told[0] == 200
        host.stop()
        host.start()
        assert host.state()["game"] == "dreimagier" and set(host.state()["devices"]) == {"vision", "firmware"}
    finally:
        host.over()


def _code(host: Running) -> str:
    token = (host.folder / "tokens" / "host.token").read_text().strip()
    answer = host.ask("/api/state", token=token)
    assert answer is not None
    return str(answer[1]["code"])


class Fake:
    """A program that only notes what is asked of it."""

    def __init__(self) -> None:
        self.running = False

    def start(self) -> None:
        """It runs."""
        self.running = True

    def terminate(self) -> None:
        """It does not."""
        self.running = False

    def end(self, _: float) -> None:
        """It is over."""


@pytest.fixture
def health() -> Iterator[tuple[str, list[str]]]:
    """A host whose game needs what stands in the list; its address."""
    needed: list[str] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"needed": needed}).encode())

        def log_message(self, *_: Any) -> None:
            """Silent."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", needed
    server.shutdown()
    server.server_close()


def test_eye_and_lamps_run_while_the_game_needs_them(
    tmp_path: Path, health: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(up, "LOOK_S", -1.0)
    address, needed = health
    evening = Evening(settings.load(data=str(tmp_path)), True, True)
    eye, lamps = Fake(), Fake()
    evening._clients = {"vision": eye, "firmware": lamps}  # type: ignore[dict-item]
    evening._bound = Bound(address, 1)
    for wanted in ([], ["firmware"], ["vision", "firmware"], ["vision"], []):
        needed[:] = wanted
        evening._start_needed()
        assert [eye.running, lamps.running] == ["vision" in wanted, "firmware" in wanted], wanted
    needed[:] = ["vision"]
    evening._start_needed()
    evening._bound = Bound("http://127.0.0.1:9", 1)
    evening._start_needed()
    assert eye.running, "a host that does not answer says nothing of devices"
