"""The API: answers, statuses, languages, roles."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table import record
from companion.web import guesses
from companion.web.hosting import Hosting
from tests.table.pocket import SEATS
from tests.web.guests import House

LAY = {"type": "lay", "seat": "north", "card": 2}


def test_an_action_is_done_and_answered_with_the_state(house: House) -> None:
    answer = house.act("north", LAY)
    assert answer.status_code == 200
    told = answer.get_json()
    assert told["outcome"] == "done" and told["seq"] == told["state"]["seq"] == house.table.course.seq
    assert told["state"]["view"]["laid"] == {"north": 2}


def test_the_same_tap_twice_has_the_same_answer(house: House) -> None:
    body = house.command("north", LAY)
    first, second = (house.seats["north"].post("/api/act", json=body) for _ in range(2))
    assert (first.status_code, first.get_json()) == (second.status_code, second.get_json())
    assert len(house.table.course.line) == 1


def test_a_command_stands_with_its_question_and_a_stale_one_gets_the_present_state(house: House) -> None:
    body = house.command("east", {"type": "lay", "seat": "east", "card": 1})
    house.lay(north=2)
    assert house.seats["east"].post("/api/act", json=body).status_code == 200
    stale = house.seats["east"].post("/api/act", json={**body, "request": "again"})
    assert stale.status_code == 409
    told = stale.get_json()
    assert told["outcome"] == "stale" and "east" not in told["state"]["question"]
    assert told["seq"] == house.table.course.seq


def test_a_refusal_carries_rule_sentence_and_state(house: House) -> None:
    answer = house.act("north", {"type": "lay", "seat": "north", "card": 9})
    assert answer.status_code == 422
    told = answer.get_json()
    assert told["refusal"] == {"rule": "L1", "text": "Diese Karte kannst du nicht legen.", "nodes": []}
    assert told["state"]["seq"] == house.table.course.seq


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'{"seq":"x"}', b"\xff", b"[" * 60_000, b'{"seq":1e999}'])
def test_what_cannot_be_read_is_400(house: House, body: bytes) -> None:
    before = house.table.fingerprint
    answer = house.seats["north"].post("/api/act", data=body, content_type="application/json")
    assert answer.status_code == 400 and "error" in answer.get_json()
    assert house.table.fingerprint == before


def test_an_unreadable_action_is_400(house: House) -> None:
    assert house.act("north", {"type": "nonsense"}).status_code == 400


def test_a_large_body_is_413(house: House) -> None:
    assert house.seats["north"].post("/api/act", data=b" " * 100_000).status_code == 413
    big = house.guest.post("/api/device/picture", data=b"\xff\xd8\xff" + b"x" * 10**6, headers=house.bearer("vision"))
    assert big.status_code == 413


@pytest.mark.parametrize(("language", "word"), [("de", "gesehener"), ("en", "seen"), ("nl", "geziene"), ("fr", "vu")])
def test_refusals_follow_the_language_of_the_request(house: House, language: str, word: str) -> None:
    body = {"seq": house.table.course.seq, "request": house.request(), "seat": "north"}
    header = {"Accept-Language": f"{language};q=0.9, es"}
    for answer in (
        house.seats["north"].post("/api/undo", json=body, headers=header),
        house.seats["north"].post(f"/api/undo?lang={language}", json=body),
    ):
        assert answer.status_code == 422 and word in answer.get_json()["refusal"]["text"]


def test_undo_and_vote(house: House) -> None:
    house.lay(north=2)
    body = {"seq": house.table.course.seq, "request": "u", "seat": "north"}
    assert house.seats["north"].post("/api/undo", json=body).get_json()["state"]["ask"]["type"] == "undo"
    for path, seat in (("/api/undo/vote", "east"), ("/api/vote", "south")):
        ask = house.state()["ask"]["id"]
        vote = {"request": house.request(), "seat": seat, "ask": ask, "choice": "yes"}
        assert house.seats[seat].post(path, json=vote).status_code == 200
    assert house.state("north")["view"]["laid"] == {}


def test_a_role_is_sent_its_own_view_alone(house: House) -> None:
    house.lay(north=2, east=3)
    for seat in SEATS:
        told = house.state(seat)
        assert told["view"]["hand"] is not None
        others = [told["view"]["laid"].get(other) for other in ("north", "east") if other != seat]
        assert all(card is None for card in others)
        assert not any(line["action"] for line in told["history"] if line["seat"] not in (None, seat))
    guest = house.state()
    assert guest["view"]["hand"] is None and set(guest["view"]["laid"].values()) == {None}


def test_several_seats_on_one_device(house: House) -> None:
    client = house.app.test_client()
    both = ".".join(c.get_cookie("dreimagier").value for c in (house.seats["north"], house.seats["east"]))  # type: ignore[union-attr]
    client.set_cookie("dreimagier", both)
    house.lay(north=1)
    assert client.get("/api/state").get_json()["view"]["hand"] == [1, 2, 3], "the seat that is asked"
    assert client.get("/api/state?seat=north").get_json()["view"]["laid"] == {"north": 1}
    body = house.command("east", {"type": "lay", "seat": "east", "card": 1})
    assert client.post("/api/act", json=body).status_code == 200


def test_a_record_with_secrets_is_sealed_for_everybody_until_the_game_is_over(house: House) -> None:
    assert house.guest.get("/api/record").status_code == 403
    sealed = house.seats["north"].get("/api/record", headers={"Accept-Language": "en"})
    assert sealed.status_code == 403
    assert sealed.get_json()["said"] == "The record is sealed until the game is over."
    assert house.guest.get("/api/record", headers=house.bearer("host")).status_code == 403


def test_import_by_the_host(house: House) -> None:
    house.lay(north=2)
    text = "".join(record.lines(house.table.game, house.table.course))
    house.lay(east=1)
    body = {"request": "i", "record": text}
    assert house.guest.post("/api/import", json=body, headers=house.bearer("host")).status_code == 200
    assert house.table.course.position.laid == {"north": 2}
    bad = house.guest.post("/api/import", json={"request": "j", "record": "x"}, headers=house.bearer("host"))
    assert bad.status_code == 400 and "line 1" in bad.get_json()["error"]


def test_the_hosts_owner_logs_in_on_a_browser(house: House) -> None:
    token = house.bearer("host")["Authorization"].removeprefix("Bearer ")
    assert house.guest.post("/api/host", json={"token": "x" * 43}).status_code == 403
    assert house.guest.post("/api/host", json={"token": token}).status_code == 200
    body = {"seq": house.table.course.seq, "request": "n", "options": {"cards": 2}}
    assert house.guest.post("/api/new", json=body).status_code == 200
    assert house.table.course.header["cards"] == 2


def test_code_guesses_are_limited(house: House) -> None:
    wrong = {"code": "", "seat": "north", "name": "x"}
    codes = [house.guest.post("/api/join", json=wrong).status_code for _ in range(guesses.FROM_ONE + 1)]
    assert codes == [403] * guesses.FROM_ONE + [429]
    right = {**wrong, "code": house.table.code}
    assert house.guest.post("/api/join", json=right).status_code == 429


def test_wrong_codes_of_one_lock_out_neither_others_nor_the_owner(house: House) -> None:
    wrong = {"code": "", "seat": "north", "name": "x"}
    for _ in range(guesses.FROM_ONE + 1):
        house.guest.post("/api/join", json=wrong, environ_base={"REMOTE_ADDR": "192.168.1.9"})
    token = house.bearer("host")["Authorization"].removeprefix("Bearer ")
    login = house.guest.post("/api/host", json={"token": token}, environ_base={"REMOTE_ADDR": "192.168.1.9"})
    assert login.status_code == 200
    right = {**wrong, "code": house.table.code}
    assert house.guest.post("/api/join", json=right, environ_base={"REMOTE_ADDR": "192.168.1.10"}).status_code == 200


def test_guesses_are_forgotten_after_a_minute() -> None:
    clock = [0.0]
    made = guesses.Guesses(lambda: clock[0])
    for _ in range(guesses.FROM_ONE):
        made.wrong("a")
    assert not made.allowed("a") and made.allowed("b")
    clock[0] = guesses.WINDOW_S + 1
    assert made.allowed("a")


def test_a_few_who_guess_for_ever_leave_newcomers_their_try() -> None:
    made = guesses.Guesses(lambda: 0.0)
    for number in range(guesses.FROM_ALL * guesses.FROM_ONE):
        made.wrong(f"x{number % 20}")
    assert made.allowed("new")
    for _ in range(guesses.FRESH):
        made.wrong("new")
    assert not made.allowed("new"), "nobody gets around the limit of all together"


def test_a_crowd_that_guesses_makes_newcomers_wait() -> None:
    made = guesses.Guesses(lambda: 0.0)
    for number in range(guesses.CROWD):
        made.wrong(f"x{number}")
    assert not made.allowed("new")


def test_the_cookie_is_kept_from_scripts_and_other_sites(house: House) -> None:
    answer = house.guest.post("/api/join", json={"code": house.table.code, "seat": "north", "name": "New"})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Secure" not in cookie
    assert answer.get_json()["waiting"] is True


def test_health_names_the_devices(house: House) -> None:
    told = house.guest.get("/health").get_json()
    assert told["status"] == "ok" and told["vision"]["state"] == "absent" and told["vision"]["seen_s"] is None
    house.beat()
    house.beat("firmware", state="failed", detail="no strip", simulated=False, backend="neopixel-spi")
    told = house.guest.get("/health").get_json()
    assert told["status"] == "degraded"
    assert told["vision"]["state"] == "ok" and told["firmware"]["detail"] == "no strip"
    assert house.state()["simulated"] == {"camera": True, "lamps": False}


def test_a_toss_is_for_the_thrower_of_a_simulated_camera(house: House) -> None:
    def toss(seat: str) -> int:
        body = {"seat": seat, "seq": house.table.course.seq, "request": house.request()}
        return house.seats[seat].post("/api/toss", json=body).status_code

    house.lay(north=1, east=2, south=3)
    assert toss("north") == 422, "no camera"
    house.beat(simulated=False)
    assert toss("north") == 422, "a real one"
    house.beat()
    house.beat(state="degraded", detail="opening")
    assert toss("north") == 422, "not ready"
    house.beat()
    before = house.hosting.device_state().toss
    assert toss("east") == 422
    assert toss("north") == 200
    assert house.hosting.device_state().toss == before + 1


def test_a_host_that_begins_anew_has_asked_for_no_throw(house: House) -> None:
    house.lay(north=1, east=2, south=3)
    house.hosting.toss()
    again = Hosting(house.table, house.hosting.settings, "1")
    assert again.device_state().toss == 0


def test_a_throw_from_the_camera_and_a_picture_for_the_seats(house: House) -> None:
    house.lay(north=1, east=2, south=3)
    vision = house.bearer("vision")
    jpeg = b"\xff\xd8\xff" + b"picture"
    name = house.guest.post("/api/device/picture", data=jpeg, headers=vision).get_json()["picture"]
    wands: dict[str, Any] = {"wand": {"top": 1, "bottom": None, "sure": True, "options": [], "corners_px": []}}
    report = {
        "seq": house.table.course.seq,
        "question": house.table.course.questions["north"],
        "request": "t",
        "reading": {"status": "ok", "kind": None, "wands": wands},
        "picture": name,
    }
    answer = house.guest.post("/api/device/throw", json=report, headers=vision)
    assert (answer.status_code, answer.get_json()["outcome"]) == (200, "accepted")
    late = house.guest.post("/api/device/throw", json={**report, "request": "late"}, headers=vision)
    assert (late.status_code, late.get_json()["outcome"]) == (409, "stale")
    assert house.guest.get(f"/api/picture/{name}").status_code == 403
    assert house.seats["east"].get(f"/api/picture/{name}").data == jpeg
    assert house.seats["east"].get("/api/picture/nonsense").status_code == 404
    body = {"seq": house.table.course.seq, "request": "d", "seat": "east"}
    assert house.seats["east"].post("/api/dispute", json=body).status_code == 200
    assert (house.table.folder / "evidence" / f"{name}.jpg").read_bytes() == jpeg
    wiped = house.seats["east"].post("/api/pictures/delete", json={"request": "w", "seat": "east"})
    assert wiped.status_code == 200
    assert house.seats["east"].get(f"/api/picture/{name}").status_code == 404


def test_what_is_no_jpeg_is_refused(house: House) -> None:
    answer = house.guest.post("/api/device/picture", data=b"GIF89a", headers=house.bearer("vision"))
    assert answer.status_code == 400


def test_a_button_press_tosses_for_its_seat(house: House) -> None:
    house.lay(north=1, east=2, south=3)
    house.beat()
    before = house.hosting.device_state().toss
    for button, gesture, tossed in ((1, "press", 0), (0, "hold", 0), (7, "press", 0), (0, "press", 1)):
        body = {"button": button, "gesture": gesture, "request": house.request(), "seq": house.table.course.seq}
        answer = house.guest.post("/api/device/button", json=body, headers=house.bearer("firmware"))
        assert answer.status_code == 200
        assert house.hosting.device_state().toss == before + tossed


@pytest.mark.parametrize("name", ["", "\x00", "\ud800", " "])
def test_a_name_must_be_readable(house: House, name: str) -> None:
    body = {"code": house.table.code, "seat": "north", "name": name}
    assert house.guest.post("/api/join", json=body).status_code == 400


def test_unknown_paths_and_methods(house: House) -> None:
    assert house.guest.get("/api/nothing").status_code == 404
    answer = house.guest.get("/api/act")
    assert answer.status_code == 405 and "POST" in answer.headers["Allow"]


def test_every_answer_carries_the_policy(house: House) -> None:
    for path in ("/health", "/api/state", "/api/nothing"):
        policy = house.guest.get(path).headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
