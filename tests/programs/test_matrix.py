"""Whatever is missing of an evening, it goes on: each of the 32 sets of camera, lamps, buttons, other phones, network.

A real host for each case of phones and network, with stand-ins for the devices, plays on through the eight sets of the
rest: a throw typed by hand and a decision, by the phones that are left.  State and page say what is missing.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import urllib.parse
from itertools import combinations, count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import Json
from companion.table import tokens
from tests.programs.running import Running, running, until

PARTS = ("camera", "lamps", "buttons")
SETS = [frozenset(off) for size in range(4) for off in combinations(PARTS, size)]
WORDS = {
    "camera": "Die Kamera sieht gerade nichts",
    "lamps": "Die Lampen leuchten gerade nicht",
    "buttons": "Lampen oder Knöpfe gehen nur teilweise",
    "no eye": "Die Kamera ist weg",
    "no firmware": "Die Lampen sind weg",
}
AWAY = "gerade weg"
STEPS_AT_MOST = 30


class Phone:
    """A browser at the table: it keeps the tokens of the seats that it holds."""

    def __init__(self, host: Running) -> None:
        self.host = host
        self.held: list[str] = []
        self.stream: http.client.HTTPConnection | None = None

    def _sent(self, path: str, body: Any = None) -> http.client.HTTPConnection:
        where = urllib.parse.urlsplit(self.host.url)
        connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=10)
        data = None if body is None else json.dumps(body).encode()
        connection.request(
            "GET" if body is None else "POST", path, data, {"Cookie": f"dreimagier={'.'.join(self.held)}"}
        )
        return connection

    def text(self, path: str, body: Any = None) -> str:
        """One request that must be answered with 200."""
        with contextlib.closing(self._sent(path, body)) as connection:
            answer = connection.getresponse()
            content = answer.read().decode()
        assert answer.status == 200, content
        return content

    def ask(self, path: str, body: Any = None) -> Json:
        """The same for the API."""
        told: Json = json.loads(self.text(path, body))
        return told

    def join(self, seat: str) -> bool:
        """Take a seat; True when another seat must agree first."""
        code = self.host.state()["code"]
        told = self.ask("/api/join", {"code": code, "seat": seat, "name": seat.title()})
        self.held.append(told["token"])
        return bool(told["waiting"])

    def listen(self) -> None:
        """Open the live stream."""
        self.stream = self._sent("/api/live")
        assert self.stream.getresponse().readline()

    def off(self) -> None:
        """The stream is cut."""
        if self.stream is not None:
            self.stream.close()
            self.stream = None

    def notice(self) -> str:
        """The notice of the seat page, as the browser is sent it."""
        return str(self.ask("/fragments?page=play")["fragments"]["notice"]["html"])


class Devices:
    """Stand-ins for eye and firmware: heartbeats twice a second until the network is cut."""

    def __init__(self, host: Running) -> None:
        self._host = host
        self._cut = threading.Event()
        self._turn = threading.Lock()  # or a beat of before a loss could arrive after it
        self._beats: list[Json] = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.lose(frozenset())
        self._thread.start()

    def lose(self, off: frozenset[str]) -> None:
        """These parts are off from now on, the others work."""
        lamps = "failed" if "lamps" in off else "degraded" if "buttons" in off else "ok"
        detail = "; ".join(f"no {part}" for part in ("lamps", "buttons") if part in off)
        eye = {"state": "failed", "detail": "no camera"} if "camera" in off else {"state": "ok"}
        beats: list[Json] = [
            {"device": "vision", "backend": "usb", "simulated": False, **eye},
            {"device": "firmware", "backend": "neopixel-spi", "simulated": False, "state": lamps, "detail": detail},
        ]
        with self._turn:
            self._beats = beats
            self._beat()

    def _beat(self) -> None:
        for beat in self._beats:
            kind = "vision" if beat["device"] == "vision" else "firmware"
            token = tokens.path(self._host.folder, kind).read_text().strip()  # type: ignore[arg-type]
            self._host.ask("/api/device/heartbeat", beat, token, quiet=True)

    def _run(self) -> None:
        while not self._cut.wait(0.5):
            with self._turn:
                self._beat()

    def cut(self) -> None:
        """No device reaches the host any more."""
        self._cut.set()
        self._thread.join(10)


class Evening:
    """A host with three phones and two devices; ``alone``: one phone is all that is left of them."""

    def __init__(self, host: Running, alone: bool) -> None:
        self.host, self.alone = host, alone
        self.seats = list(host.state()["seats"])
        self.chance, self._ids = Random(7), count()
        self.phones = {seat: Phone(host) for seat in self.seats}
        self.first, self.others = self.phones[self.seats[0]], self.seats[1:]
        for seat, phone in self.phones.items():
            assert not phone.join(seat)
            phone.listen()
        self.devices = Devices(host)

    def lose_phones(self) -> None:
        """All phones but the first are gone; the state and the set-up page say so."""
        for seat in self.others:
            self.phones[seat].off()
        until(lambda: not any(self.host.state()["seats"][seat]["here"] for seat in self.others), what="absent phones")
        assert self.host.state()["seats"][self.seats[0]]["here"]
        until(lambda: self.first.text("/setup").count(AWAY) == len(self.others), what="the word for absent phones")

    def lose_network(self) -> None:
        """No device reaches the host; what happens at the host itself goes on."""
        self.devices.cut()
        until(lambda: self.states() == {"vision": "absent", "firmware": "absent"}, what="absent devices")

    def states(self) -> Json:
        """What the host says of the devices."""
        return {name: each["state"] for name, each in self.host.state()["devices"].items()}

    def take_over(self) -> None:
        """The phone that is left takes the other seats; its own seat is the voice that agrees to that."""
        for seat in self.others:
            if self.first.join(seat):
                ask = self.first.ask("/api/state")["ask"]
                vote = {"seat": self.seats[0], "ask": ask["id"], "choice": "yes", "request": self._request()}
                self.first.ask("/api/vote", vote)

    def _request(self) -> str:
        return f"r{next(self._ids)}"

    def _holder(self, seat: str) -> Phone:
        return self.first if self.alone else self.phones[seat]

    def play(self) -> None:
        """Go on until a throw was typed by hand and a decision was made."""
        done: set[bool] = set()
        for _ in range(STEPS_AT_MOST):
            if len(done) == 2:
                return
            state = self.first.ask("/api/state")
            thrown = state["view"]["throw_wanted"] is not None
            self._act(state, *(self._throw(state["view"]) if thrown else self._decision(state["view"])))
            done.add(thrown)
        raise AssertionError("no throw or no decision")

    def _throw(self, view: Json) -> tuple[str, Json]:
        wanted = view["throw_wanted"]
        values: list[Any] = [0, 1, 2] if wanted["needs"] == "top" else ["power", "magic", "fate"]
        wands = {wand: {wanted["needs"]: self.chance.choice(values)} for wand in wanted["wands"]}
        return wanted["seat"], {"type": "throw", "wands": wands}

    def _decision(self, view: Json) -> tuple[str, Json]:
        return view["asked"][0]["seat"], self.chance.choice(view["legal"])

    def _act(self, state: Json, seat: str, action: Json) -> None:
        body = {"seq": state["seq"], "question": state["question"][seat], "request": self._request()}
        done = self._holder(seat).ask("/api/act", {**body, "seat": seat, "action": action})
        assert done["outcome"] == "done" and done["seq"] > state["seq"]
        played = next(line for line in done["state"]["history"] if line["seq"] == state["seq"] + 1)
        assert (played["seat"], played["action"], played["source"]) == (seat, action, "hand")


def expected(off: frozenset[str], network: bool) -> tuple[Json, set[str]]:
    """The devices' states, and the keys of the notice's sentences."""
    if not network:
        return {"vision": "absent", "firmware": "absent"}, {"no eye", "no firmware"}
    lamps = "failed" if "lamps" in off else "degraded" if "buttons" in off else "ok"
    told = off - {"buttons"} if "lamps" in off else off
    return {"vision": "failed" if "camera" in off else "ok", "firmware": lamps}, set(told)


def said(evening: Evening) -> set[str]:
    """Which sentences the notice of the seat page has."""
    notice = evening.first.notice()
    return {part for part, sentence in WORDS.items() if sentence in notice}


@pytest.mark.parametrize("network", [True, False], ids=["network", "no network"])
@pytest.mark.parametrize("phones", [True, False], ids=["three phones", "one phone"])
def test_whatever_is_missing_the_game_goes_on_and_says_so(phones: bool, network: bool, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "settings.toml").write_text("away_s = 1.0\n")
    with running(folder) as host:
        evening = Evening(host, alone=not (phones and network))
        if evening.alone:
            evening.lose_phones()
            evening.take_over()
        if not network:
            evening.lose_network()  # from here on the host cannot tell the sets apart: nothing of a device reaches it
        for off in SETS:
            if network:
                evening.devices.lose(off)
            states, words = expected(off, network)
            assert evening.states() == states, off
            assert said(evening) == words, off
            assert all(f"no {part}" in str(host.state()["devices"]) for part in off) or not network
            evening.play()
        evening.devices.cut()


def test_the_sets_are_all_there_are() -> None:
    assert len(set(SETS)) * 2 * 2 == 32
