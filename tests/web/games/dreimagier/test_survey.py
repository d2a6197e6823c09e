"""The survey's pages: who may, what a tap answers, what is kept, and the board that comes of it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.games import Json
from companion.games.catalogue import LANGUAGES
from companion.games.dreimagier import GAME
from companion.games.dreimagier.board import load_board
from companion.games.dreimagier.survey import draft
from companion.table.table import Table
from companion.web.games.dreimagier.survey import WORDS
from tests.table.pocket import POCKET
from tests.web.guests import House

NAME = "Unser Brett"
PATH = f"/survey/{quote(NAME)}"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    table = Table(tmp_path / "data", GAME)
    yield House(table)
    table.close()


@pytest.fixture
def red(house: House) -> FlaskClient:
    client = house.seats["red"]
    assert client.post("/survey/begin", json={"name": NAME}).get_json() == {"path": PATH}
    return client


def tap(client: FlaskClient, **body: object) -> Json:
    told: Json = client.post(f"{PATH}/tap", json=body).get_json()
    return told


def traced(client: FlaskClient) -> Json:
    """The places as usual, and one path."""
    tap(client, do="usual")
    tap(client, do="pick", node="forest")
    tap(client, do="field", at=[260, 160])
    tap(client, do="field", at=[400, 160])
    return tap(client, do="join", node="house")


def test_only_seats_and_the_owner_survey(house: House, red: FlaskClient) -> None:
    for path, body in (("begin", {"name": "x"}), (f"{quote(NAME)}/tap", {"do": "usual"}), ("drop", {"name": NAME})):
        assert house.guest.post(f"/survey/{path}", json=body).status_code == 403
    assert house.guest.get(f"{PATH}/photo").status_code == 403
    assert "Platz am Tisch" in house.guest.get("/survey").get_data(as_text=True)
    assert "data-state" not in house.guest.get(PATH).get_data(as_text=True)
    assert house.guest.post("/survey/begin", json={"name": "B"}, headers=house.bearer("host")).status_code == 200


def test_a_tap_is_answered_with_all_that_there_is_to_draw(red: FlaskClient) -> None:
    told = traced(red)
    assert [node["name"] for node in told["nodes"]][-2:] == [
        "das erste Feld vom Wald zum Haus",
        "das erste Feld vom Haus zum Wald",
    ]
    assert told["tour"][0] == {"text": "Vom Wald zum Haus: 2 Felder.", "nodes": ["forest", "f1", "f2", "house"]}
    assert told["hand"] == "house" and told["steps"][0] == ["forest", "f1"] and not told["whole"]
    assert any(each["text"].startswith("Kein Weg führt vom Leben dorthin: Wald, Haus") for each in told["findings"])


def test_every_tap_can_be_taken_back_and_a_draft_is_resumed_elsewhere(house: House, red: FlaskClient) -> None:
    told = traced(red)
    assert told["taps"] == 5
    white = house.seats["white"]
    assert f'data-path="{PATH}"' in white.get(PATH).get_data(as_text=True)
    for left in range(4, -1, -1):
        told = white.post(f"{PATH}/undo").get_json()
        assert told["taps"] == left
    assert told["nodes"] == [] and white.post(f"{PATH}/undo").get_json()["taps"] == 0


def test_a_tap_that_cannot_be_says_why_in_the_readers_language(red: FlaskClient) -> None:
    traced(red)
    tap(red, do="pick", node="f1")
    refused = tap(red, do="join", node="f2")
    assert refused["refused"].startswith("Diese beiden sind schon verbunden") and refused["taps"] == 6
    french = red.post(f"{PATH}/tap?lang=fr", json={"do": "field", "at": [2000, 1]})
    assert "refused" in french.get_json()
    assert red.post(f"{PATH}/tap", json={"do": "conjure"}).status_code == 400
    assert red.post("/survey/none/tap", json={"do": "usual"}).status_code == 404


@pytest.mark.parametrize("name", ["", " ", "../x", "a/b", ".x", "x" * 61])
def test_a_name_that_no_file_may_have_is_refused(house: House, name: str) -> None:
    assert house.seats["red"].post("/survey/begin", json={"name": name}).status_code == 400


def test_the_board_is_the_tables_from_then_on(house: House, red: FlaskClient) -> None:
    traced(red)
    told = red.post(f"{PATH}/keep").get_json()
    assert told["kept"] and not told["playing"]
    sheet = red.get("/new").get_data(as_text=True)
    assert re.search(r"checked>\s*<span[^>]*><b>Unser Brett<", sheet), "what begins by itself is what is marked"
    for seat in ("black", "white"):
        house.seats[seat].post("/api/leave", json={"request": house.request(), "seat": seat})
    new = {"seq": house.table.course.seq, "request": house.request(), "seat": "red", "options": {}}
    assert red.post("/api/new", json=new).status_code == 200
    board = load_board(house.table.course.header["board"]["toml"])
    assert board.name == NAME and not board.surveyed and board.neighbours["f1"] == ("forest", "f2")
    assert "hierauf wird gespielt" in red.get("/survey").get_data(as_text=True)
    assert f"<b>{NAME}</b>" in red.get("/new").get_data(as_text=True)
    assert red.post("/survey/choose", json={"name": None}).status_code == 200
    assert "hierauf wird gespielt" not in red.get("/survey").get_data(as_text=True)
    assert "value='\"default\"'" in red.get("/new").get_data(as_text=True)
    assert red.post("/survey/choose", json={"name": "nobody's"}).status_code == 422
    assert red.post("/survey/drop", json={"name": NAME}).status_code == 200
    assert "data-board" not in red.get("/survey").get_data(as_text=True)


def test_a_photo_is_made_safe_and_kept_beside(red: FlaskClient) -> None:
    assert red.get(f"{PATH}/photo").status_code == 404
    picture = np.full((300, 400, 3), 90, np.uint8)
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    told = red.post(f"{PATH}/photo", data=io.BytesIO(jpeg), content_type="image/jpeg").get_json()
    assert told["photo"] and red.get(f"{PATH}/photo").data.startswith(b"\xff\xd8\xff")
    assert red.post(f"{PATH}/photo", data=b"no picture").status_code == 400
    corners = [[100, 100], [900, 120], [880, 900], [90, 870]]
    assert tap(red, do="corners", corners=corners)["corners"] == corners


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_draws_the_pages(house: House, red: FlaskClient, language: str) -> None:
    red.set_cookie("language", language)
    traced(red)
    for path in ("/survey", PATH):
        page = red.get(path).get_data(as_text=True)
        assert page.count("survey.") == page.count("/survey/survey.") and "{count}" not in page.split("data-words")[0]
    assert tap(red, do="field", at=[9999, 1])["refused"] == WORDS.say(language, "survey.no.off")


def test_the_way_from_the_box_leads_by_the_survey_where_the_game_has_one(house: House, tmp_path: Path) -> None:
    owner = {"headers": house.bearer("host")}
    assert 'href="/survey"' in house.guest.get("/setup/steps", **owner).get_data(as_text=True)
    other = Table(tmp_path / "pocket", POCKET)
    pocket = House(other).guest.get("/setup/steps").get_data(as_text=True)
    other.close()
    assert 'data-step="ways"' in pocket and 'data-step="board"' not in pocket


def test_files_that_somebody_spoilt_stop_no_page(house: House, red: FlaskClient) -> None:
    traced(red)
    red.post(f"{PATH}/keep")
    (house.table.folder / "setup" / "boards" / "dreimagier" / f"{NAME}.toml").write_text("name = 7")
    assert "zum Teil geraten" in red.get("/survey").get_data(as_text=True)
    assert red.get("/new").status_code == 200
    draft_file = house.table.folder / "drafts" / "dreimagier" / f"{NAME}.json"
    draft_file.write_text('{"name": "x", "taps": [{"do": "join", "node": "sun"}]}')
    assert red.get(PATH).status_code == 404 and red.get("/survey").status_code == 200


def test_whatever_is_refused_or_found_has_a_sentence() -> None:
    folder = Path(str(draft.__file__)).parent
    source = (folder / "draft.py").read_text() + (folder / "findings.py").read_text()
    refused, found = set(re.findall(r'NoTap\("([a-z]+)"', source)), set(re.findall(r'Finding\("([a-z.]+)"', source))
    assert len(refused) > 9 and len(found) > 4
    assert {f"survey.no.{message}" for message in refused} - {*WORDS.sentences["de"]} == set()
    assert {f"survey.finding.{message}" for message in found} - {*WORDS.sentences["de"]} == set()
