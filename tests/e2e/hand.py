"""A player without a browser: a seat's token and the API, for the seats that a test does not look at."""

from __future__ import annotations

import json
import urllib.request
from itertools import count
from typing import Any

from companion.games import Json


class Hand:
    """One seat at a host."""

    def __init__(self, url: str, seat: str, name: str) -> None:
        self.url, self.seat = url, seat
        self._token = ""
        self._ids = count(1)
        joined = self.post("/api/join", {"code": self.state()["code"], "seat": seat, "name": name})
        self._token = joined["token"]

    def state(self) -> Json:
        """The state as this seat is sent it."""
        return self._send("/api/state", None)

    def post(self, path: str, message: Json) -> Json:
        """One message."""
        return self._send(path, json.dumps(message).encode())

    def act(self, action: Json) -> Json:
        """One action."""
        told = self.state()
        asked = {"seq": told["seq"], "question": told["question"][self.seat], "seat": self.seat}
        return self.post("/api/act", {**asked, "request": f"{self.seat}.{next(self._ids)}", "action": action})

    def _send(self, path: str, body: bytes | None) -> Any:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {self._token}"} if self._token else {}
        )
        with urllib.request.urlopen(urllib.request.Request(self.url + path, body, headers)) as answer:
            return json.load(answer)
