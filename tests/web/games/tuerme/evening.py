"""An evening with the towers without a browser: everybody seated, actions by the API, pages drawn as they are sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from companion.games import Json
from companion.games.tuerme.box import COLOURS
from companion.games.tuerme.game import GAME
from companion.settings import Settings
from companion.table.table import Table
from companion.web import create_app

NAMES = dict(zip(COLOURS, ("Thomas", "Ute", "Kevin", "Lena", "Max", "Ida"), strict=True))


class Evening:
    """The host with its table, and a client for everybody; the first seat begins."""

    def __init__(self, folder: Path, seats: int = 3, **settings: Any) -> None:
        folder.mkdir(exist_ok=True)
        order = list(COLOURS[:seats])
        self.table = Table(folder, GAME, {"seats": order, "start": order[0], "settings": settings})
        self.app = create_app(self.table, Settings(data=str(folder)))
        self.guest = self.app.test_client()
        self.clients = {seat: self._seated(seat) for seat in order}
        self.number = 0

    def _seated(self, seat: str) -> FlaskClient:
        client = self.app.test_client()
        told = {"code": self.table.code, "seat": seat, "name": NAMES[seat]}
        assert client.post("/api/join", json=told).status_code == 200
        return client

    def act(self, action: Json, status: int = 200) -> Json:
        """One action by the phone of its seat."""
        self.number += 1
        course = self.table.course
        seat = GAME.actor(course.position, action)
        besides = action in GAME.may(course.position)
        question = course.offers.get(seat) if besides else course.questions.get(seat) or course.offers.get(seat)
        body = {"seat": seat, "seq": course.seq, "request": f"e{self.number}", "question": question, "action": action}
        answer = self.clients[seat].post("/api/act", json=body)
        assert answer.status_code == status, answer.text
        told: Json = answer.get_json()
        return told

    def text(self, path: str, seat: str | None = None) -> str:
        """A page as a seat or a spectator reads it."""
        answer = (self.clients[seat] if seat else self.guest).get(path)
        assert answer.status_code == 200, f"{path}: {answer.status} {answer.text}"
        return answer.text

    def parts(self, seat: str | None = None, page: str = "play") -> dict[str, str]:
        """The changing parts of a page."""
        found = json.loads(self.text(f"/fragments?page={page}", seat))["fragments"]
        return {name: each["html"] for name, each in found.items()}
