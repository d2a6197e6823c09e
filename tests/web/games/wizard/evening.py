"""An evening of Wizard without a browser: everybody seated, notes in few words, all pages drawn as they are sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from companion.games import Json
from companion.games.wizard import GAME
from companion.games.wizard.settings import SEATS
from companion.settings import Settings
from companion.table.table import Table
from companion.web import create_app

NAMES = dict(zip(SEATS, ("Thomas", "Ute", "Kevin", "Lena", "Max", "Ida"), strict=True))


class Evening:
    """The host with its table, and a client for everybody; the third seat deals first, so the first one begins."""

    def __init__(self, folder: Path, seats: int = 3, **settings: str) -> None:
        folder.mkdir(exist_ok=True)
        options = {"seats": list(SEATS[:seats]), "first_dealer": SEATS[seats - 1], "settings": settings}
        self.table = Table(folder, GAME, options)
        self.app = create_app(self.table, Settings(data=str(folder)))
        self.guest = self.app.test_client()
        self.clients = {seat: self._seated(seat) for seat in SEATS[:seats]}
        self.number = 0

    def _seated(self, seat: str) -> FlaskClient:
        client = self.app.test_client()
        told = {"code": self.table.code, "seat": seat, "name": NAMES[seat]}
        assert client.post("/api/join", json=told).status_code == 200
        return client

    def act(self, seat: str, kind: str, besides: bool = False, status: int = 200, **more: Any) -> Json:
        """One note by the phone of a seat."""
        self.number += 1
        course = self.table.course
        question = course.offers[seat] if besides else course.questions.get(seat, "")
        body = {"seat": seat, "seq": course.seq, "request": f"e{self.number}", "question": question}
        answer = self.clients[seat].post("/api/act", json={**body, "action": {"type": kind, "seat": seat, **more}})
        assert answer.status_code == status, answer.text
        told: Json = answer.get_json()
        return told

    def bids(self, *bids: int, card: str = "red") -> None:
        """The turned card, and everybody's bid in the order that is asked."""
        if self.table.course.position.playing and not self.table.course.position.playing.noted:
            self.act("owl", "turn", card=card)
        while (asked := self.asked()) and asked[0]["kind"].startswith("bid"):
            seat = asked[0]["seat"]
            self.act(seat, "bid", bid=bids[SEATS.index(seat)])

    def round(self, bids: tuple[int, ...], tricks: tuple[int, ...], card: str = "red") -> None:
        """A whole round, its tricks all at once."""
        self.bids(*bids, card=card)
        self.act("owl", "tricks", besides=True, tricks=dict(zip(SEATS, tricks, strict=False)))

    def asked(self) -> list[Json]:
        """The open questions."""
        found: list[Json] = self.state()["view"]["asked"]
        return found

    def state(self, seat: str | None = None) -> Json:
        """What a seat or a spectator is told."""
        client = self.clients[seat] if seat else self.guest
        found: Json = client.get("/api/state", query_string={"seat": seat} if seat else {}).get_json()
        return found

    def text(self, path: str, seat: str | None = None) -> str:
        """A page as a seat or a spectator reads it."""
        answer = (self.clients[seat] if seat else self.guest).get(path)
        assert answer.status_code == 200, f"{path}: {answer.status} {answer.text}"
        return answer.text

    def parts(self, seat: str | None = None, page: str = "play") -> dict[str, str]:
        """The changing parts of a page."""
        found = json.loads(self.text(f"/fragments?page={page}", seat))["fragments"]
        return {name: each["html"] for name, each in found.items()}
