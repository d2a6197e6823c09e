"""Safe mode: the same table with throws typed by hand, and the reason on every page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import safe, settings
from companion.commands import host
from companion.games import Json
from companion.web.hosting import hosting
from companion.web.pages import words
from tests.programs.running import running
from tests.web.guests import HEARTBEAT

REASON = "dreimagier-host.service did not start three times.\nport: expected <int>\x1b[0m\n"
PAGES = ("/", "/join", "/setup", "/after", "/play")


@pytest.fixture
def reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with the reason that the environment names."""
    path = tmp_path / "reason"
    path.write_text(REASON)
    monkeypatch.setenv(safe.VARIABLE, str(path))
    return path


class Evening:
    """The app that ``dreimagier host`` makes, with three players at one browser."""

    def __init__(self, folder: Path) -> None:
        self.app = host.make_app(settings.load(data=str(folder)))
        self.here = hosting(self.app)
        self.browser = self.app.test_client()
        for seat in self.here.table.course.seats:
            body = {"code": self.here.table.code, "seat": seat, "name": seat}
            assert self.browser.post("/api/join", json=body).status_code == 200

    def device(self, name: str, path: str, body: Json) -> Json:
        token = (self.here.table.folder / "tokens" / f"{name}.token").read_text().strip()
        answer = self.app.test_client().post(path, json=body, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200
        told: Json = answer.get_json()
        return told


@pytest.fixture
def evening(reason: Path, tmp_path: Path) -> Iterator[Evening]:
    """A table in safe mode."""
    made = Evening(tmp_path / "data")
    yield made
    made.here.table.close()


def test_health_is_degraded_and_says_why(evening: Evening) -> None:
    told = evening.browser.get("/health").get_json()
    assert told["status"] == "degraded"
    assert told["safe"] == "dreimagier-host.service did not start three times.\nport: expected <int> [0m"
    assert evening.browser.get("/api/state").get_json()["safe"] == told["safe"]


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_says_it_in_every_language(evening: Evening, path: str, language: str) -> None:
    page = evening.browser.get(path, headers={"Accept-Language": language}).text
    assert words.Speaker(language)("safe.banner") in page
    assert "port: expected &lt;int&gt; [0m" in page and "expected <int>" not in page


def test_throws_are_typed_by_hand_only(evening: Evening) -> None:
    evening.device("vision", "/api/device/heartbeat", HEARTBEAT)
    course = evening.here.table.course
    seat, question = next(iter(course.questions.items()))
    wand: Json = {"top": 2, "bottom": None, "sure": True, "options": [], "corners_px": []}
    wanted = evening.here.table.game.throw_wanted(course.position)
    assert wanted is not None
    reading = {"status": "ok", "kind": None, "wands": dict.fromkeys(wanted.wands, wand)}
    report = {"seq": course.seq, "question": question, "request": "eye", "reading": reading}
    assert evening.device("vision", "/api/device/throw", report) == {"outcome": "ignored", "seq": course.seq}
    tossed = evening.browser.post("/api/toss", json={"seat": seat, "seq": course.seq, "request": "t"})
    assert tossed.status_code == 422 and "Notbetrieb" in tossed.get_json()["refusal"]["text"]
    press = {"button": list(course.seats).index(seat), "gesture": "press", "request": "b", "seq": course.seq}
    toss = evening.here.device_state().toss
    evening.device("firmware", "/api/device/button", press)
    assert evening.here.device_state().toss == toss
    assert "/api/toss" not in evening.browser.get("/play").text

    action = {"type": "throw", "wands": {name: {"top": 2} for name in wanted.wands}}
    body = {"seq": course.seq, "question": question, "request": "h", "seat": seat, "action": action}
    assert evening.browser.post("/api/act", json=body).status_code == 200
    assert evening.here.table.course.line[0].source == "hand"


def test_without_the_variable_there_is_no_safe_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(safe.VARIABLE, raising=False)
    made = Evening(tmp_path / "data")
    assert made.browser.get("/health").get_json()["safe"] is None
    assert made.browser.get("/health").get_json()["status"] == "ok"
    assert words.Speaker("de")("safe.banner") not in made.browser.get("/play").text
    made.here.table.close()


def test_a_reason_that_is_not_there_or_endless_stops_nothing(reason: Path) -> None:
    reason.write_bytes(b"\xff" * 100_000)
    assert len(safe.reason() or "") == safe.LONGEST
    reason.write_text(" \n")
    assert safe.reason() == safe.UNKNOWN
    reason.unlink()
    assert (safe.reason() or "").startswith(safe.UNKNOWN)


def test_the_program_reads_the_variable(reason: Path, tmp_path: Path) -> None:
    with running(tmp_path / "data") as made:
        told = made.ask("/health")
        assert told is not None and told[1]["status"] == "degraded" and told[1]["safe"].startswith("dreimagier-host")
        assert "safe mode, throws are typed by hand: port: expected <int>" in made.output()
