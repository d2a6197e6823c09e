"""The eye's set-up at the host: whom the picture is for, what a tap becomes, and sentences in every language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.protocol import EyeOrder, EyeReport, EyeTask, Said, encode
from companion.web.eyeroom import FORGET_S, WATCHED_S, EyeRoom
from companion.web.games.dreimagier.face import FACE
from companion.web.pages.eye import cured, sentence
from tests.web.guests import House

JPEG = b"\xff\xd8\xff\xe0 a picture"
VISION = Path(__file__).parents[2] / "vision"
TOLD = ("agreement", "board", "calibrate", "check", "corners", "doubts", "exchange", "lens", "reach", "teach")
ON_A_TERMINAL = (
    "four corners are needed",
    "the pane's size must be two",
    "at least three pictures",
    "differ in size",
    "at X, X",
)
"""What only the commands can say."""


def post(house: House, path: str, body: bytes) -> int:
    """From the eye."""
    kind = {"content_type": "image/jpeg"} if body == JPEG else {"content_type": "application/json"}
    return house.guest.post(path, data=body, headers=house.bearer("vision"), **kind).status_code


def test_the_masked_picture_is_for_seats_and_the_owner(house: House) -> None:
    assert post(house, "/api/device/eye/picture", JPEG) == 200
    assert house.guest.get("/api/eye/picture").status_code == 403
    assert not house.hosting.eye.watched, "a stranger's look does not make the eye send"
    seat, owner = next(iter(house.seats.values())), house.bearer("host")
    assert seat.get("/api/eye/picture").data == JPEG
    assert house.guest.get("/api/eye/picture", headers=owner).data == JPEG
    assert house.hosting.device_state().watched


def test_a_whole_picture_is_for_the_owner_alone(house: House) -> None:
    assert post(house, "/api/device/eye/whole", JPEG) == 200
    assert next(iter(house.seats.values())).get("/api/eye/picture").status_code == 204
    assert house.guest.get("/api/eye/picture", headers=house.bearer("host")).data == JPEG


def test_only_the_eye_sends_pictures_and_only_the_owner_taps(house: House) -> None:
    for path in ("/api/device/eye/picture", "/api/device/eye/whole"):
        assert house.guest.post(path, data=JPEG, headers=house.bearer("firmware")).status_code == 403
    tap = {"request": "a", "order": {"number": 0, "do": "begin", "job": "calibrate"}}
    assert next(iter(house.seats.values())).post("/api/eye", json=tap).status_code == 403
    assert house.guest.post("/api/eye", json=tap, headers=house.bearer("host")).status_code == 200


def test_a_tap_becomes_one_order_however_often_it_is_sent(house: House) -> None:
    tap = {"request": "a", "order": {"number": 0, "do": "begin", "job": "teach", "colours": ["x"]}}
    for _ in range(2):
        house.guest.post("/api/eye", json=tap, headers=house.bearer("host"))
    orders = house.hosting.device_state().orders
    assert [(o.do, o.job, o.colours) for o in orders] == [("begin", "teach", ["x"])]
    house.guest.post("/api/eye", json={**tap, "request": "b"}, headers=house.bearer("host"))
    first, second = house.hosting.device_state().orders
    assert second.number > first.number > 0


def test_nobody_watches_any_more_is_told_once_and_pictures_go() -> None:
    now = [100.0]
    room = EyeRoom(lambda: now[0])
    assert room.watch() and not room.watch()
    room.show(JPEG, whole=False)
    now[0] += WATCHED_S - 0.1
    assert room.watched and not room.left()
    now[0] += 0.2
    assert room.left() and not room.left() and not room.watched
    now[0] += FORGET_S
    room.left()
    assert room.picture(owner=True) is None


def test_the_last_orders_are_kept() -> None:
    room = EyeRoom()
    for _ in range(20):
        room.order(EyeOrder(0, "take"))
    numbers = [order.number for order in room.orders]
    assert len(numbers) == 8 and numbers == sorted(set(numbers))


def test_the_page_tells_a_stranger_whom_it_is_for_and_an_owner_what_is_asked(house: House) -> None:
    assert "data-eye" not in house.guest.get("/eye/thrown").text
    assert "data-eye" in house.guest.get("/eye/thrown", headers=house.bearer("host")).text
    for path in ("/eye/nothing", "/eye/pane/x"):
        assert house.guest.get(path, headers=house.bearer("host")).status_code == 404
    look = b'{"sharp": 5, "best": 10, "said": [{"code": "dark", "values": {"level": 31}}],'
    look += b'"mirrored": [[0.1, 0.1, 0.1, 0.1]],'
    look += b'"locked": false, "pane": true, "wands": [], "size_px": [1280, 960]}'
    task = b'{"job": "calibrate", "phase": "waiting", "done": 3, "wanted": 6, "ask": {"code": "board-corner"},'
    task += b'"choices": ["take"], "outlines": [[[0.1, 0.1], [0.5, 0.1], [0.5, 0.5]]]}'
    assert post(house, "/api/device/eye", b'{"look": ' + look + b', "task": ' + task + b"}") == 200
    parts = house.guest.get("/eye-now?page=pane", headers=house.bearer("host")).get_json()
    assert "31 von 255" in parts["look"] and 'class="needle"' in parts["look"]
    assert 'points="128,96 640,96 640,480"' in parts["over"] and 'class="mirrored"' in parts["over"]
    assert "3 von 6" in parts["task"] and "Ecke" in parts["task"] and "take" in parts["task"]
    parts = house.guest.get("/eye-now?page=thrown", headers=house.bearer("host")).get_json()
    assert "3 von 6" not in parts["task"], "each page shows its own step"


def sentences() -> Iterator[str]:
    """What the checks may say, with something in the gaps."""
    for name in TOLD:
        tree = ast.parse((VISION / "setup" / f"{name}.py").read_text("utf-8"))
        documented = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
        parts = {id(v) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for v in n.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                yield "".join(str(v.value) if isinstance(v, ast.Constant) else "X" for v in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented | parts:
                yield node.value.format("X", "X")


@pytest.mark.parametrize("language", ["de", "nl", "fr", "it"])
def test_every_sentence_of_a_check_is_said_in_every_language(language: str) -> None:
    told = [text for text in sentences() if len(text.split()) > 4 and not any(o in text for o in ON_A_TERMINAL)]
    assert len(told) > 40
    t = FACE.speaker(language)
    plain = [text.removeprefix("X: ") for text in told]
    assert [text for text in plain if cured(t, text) == text] == []


def test_names_in_a_sentence_are_words_too() -> None:
    text = "red_top2_power.jpg and red_top1_magic.jpg look exchanged: the notches of the red wand fit power 1, magic 2"
    assert cured(FACE.speaker("de"), text) == (
        "Vertauscht? Rot, Kraft, 2, Rot, Magie, 1: die Kerben (Rot) passen zu Kraft 1, Magie 2."
    )
    assert cured(FACE.speaker("de"), "a sentence that nobody knows") == "a sentence that nobody knows"
    near = "x.jpg: the names of the red and the black wand look exchanged"
    assert cured(FACE.speaker("fr"), near).endswith("Rouge, Noir.")


def test_a_wand_is_asked_for_in_words() -> None:
    asked = Said("teach-lay", {"wand": "red", "face": "magic", "top": 2})
    assert sentence(FACE.speaker("de"), asked) == (
        "Rot: Leg den Stab so hin, dass Magie unten liegt, oben zwei Kerben."
    )
    assert "two notches up" in sentence(FACE.speaker("en"), asked)


@pytest.mark.parametrize(
    "text",
    [
        "the board names lamps that the strip has not: [48, 49]",
        "the strip is not open yet",
        "the lamps' library is missing (No module named 'board'); cure: pip install 'dreimagier[pi]'",
        "/dev/spidev0.0 is missing; cure: dtparam=spi=on in /boot/firmware/config.txt, then restart",
        "/dev/spidev0.0 may not be used; cure: sudo usermod -aG spi $USER, then log in anew",
        "the strip 'neopixel' cannot be used: OSError: gone",
        "the strip 'neopixel' failed: OSError: gone",
        "the simulated supply tripped: 900 mA of 500 mA",
        "the buttons 'gpio' cannot be used: OSError: gone",
        "the keyboard needs a terminal (no tty); choose --buttons none",
    ],
)
def test_what_the_lamps_program_says_of_itself_is_said_in_every_language(text: str) -> None:
    said = {language: cured(FACE.speaker(language), text) for language in ("de", "en", "nl", "fr", "it")}
    assert said["en"] == text and len(set(said.values())) == 5


def test_two_sentences_of_a_device_are_both_said() -> None:
    said = cured(FACE.speaker("de"), "the eye opens; the camera does not answer")
    assert "the" not in said.split() and ";" in said
    assert cured(FACE.speaker("de"), "the eye opens; nobody knows").endswith("; nobody knows")


def test_one_wand_anew_is_a_step_of_its_own_and_what_is_done_can_be_begun_again(house: House) -> None:
    owner = house.bearer("host")

    def shown(wand: str) -> str:
        told = house.guest.get(f"/eye-now?page=thrown&wand={wand}", headers=owner).get_json()
        return str(told["task"])

    for only, page, other in ((None, "", "red"), ("red", "red", "black")):
        task = EyeTask("teach", "done", 9, 9, Said("teach-done"), only=only)
        assert post(house, "/api/device/eye", encode(EyeReport(None, task))) == 200
        assert 'data-ask="teach-done"' in shown(page) and "data-begin" in shown(page)
        assert 'data-ask="' not in shown(other) and "data-begin" in shown(other)
