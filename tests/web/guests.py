"""A host for tests and the people and programs that talk to it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import Json
from companion.settings import Settings
from companion.table import tokens
from companion.table.table import Table
from companion.web import create_app
from companion.web.hosting import hosting

HEARTBEAT = {"device": "vision", "state": "ok", "backend": "simulated", "simulated": True}


def draw(
    page: str, seats: tuple[str, ...], state: Callable[[str | None], Json], language: str, shown: str | None
) -> dict[str, str]:
    """Fragments for tests: one that changes with every entry and one that never does."""
    told = state(seats[0] if seats else None)
    return {"seq": f"<p>{told['seq']} {language}</p>", "frame": f"<p>{page} {' '.join(seats)}</p>"}


class House:
    """The app with its table, and a client for everybody."""

    def __init__(self, table: Table, **settings: Any) -> None:
        self.table = table
        self.clock = 1000.0
        self.app = create_app(table, Settings(data=str(table.folder), **settings), draw, now=lambda: self.clock)
        self.hosting = hosting(self.app)
        self._ids = count(1)
        self.seats = {seat: self._seated(seat) for seat in table.course.seats}
        self.guest = self.app.test_client()

    def _seated(self, seat: str) -> FlaskClient:
        client = self.app.test_client()
        answer = client.post("/api/join", json={"code": self.table.code, "seat": seat, "name": seat.title()})
        assert answer.status_code == 200, answer.text
        return client

    def request(self) -> str:
        """A new request id."""
        return f"w{next(self._ids)}"

    def bearer(self, kind: str) -> dict[str, str]:
        """The header of a device or of the host's owner."""
        token = tokens.path(self.table.folder, kind).read_text().strip()  # type: ignore[arg-type]
        return {"Authorization": f"Bearer {token}"}

    def command(self, seat: str, action: Json, **changes: Any) -> Json:
        """The body of a command on the present state."""
        course = self.table.course
        body = {"seq": course.seq, "question": course.questions.get(seat, ""), "request": self.request()}
        return {**body, "seat": seat, "action": action, **changes}

    def act(self, seat: str, action: Json, **changes: Any) -> TestResponse:
        """A seat acts."""
        return self.seats[seat].post("/api/act", json=self.command(seat, action, **changes))

    def lay(self, **cards: int) -> None:
        """Seats lay cards."""
        for seat, card in cards.items():
            assert self.act(seat, {"type": "lay", "seat": seat, "card": card}).status_code == 200

    def state(self, seat: str | None = None) -> Json:
        """The state that a role is sent."""
        told: Json = (self.seats[seat] if seat else self.guest).get("/api/state").get_json()
        return told

    def beat(self, device: str = "vision", **changes: Any) -> TestResponse:
        """A device's heartbeat."""
        body = {**HEARTBEAT, "device": device, **changes}
        return self.guest.post("/api/device/heartbeat", json=body, headers=self.bearer(device))
