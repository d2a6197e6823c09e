"""After the end the towers are of glass: who sits where at every step of the replay, how long; the result to keep."""

from __future__ import annotations

import csv
import html
import io
import random
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from flask.testing import FlaskClient

from companion.games.tuerme import encoding, glass, twins
from companion.games.tuerme.game import GAME
from companion.settings import Settings
from companion.table import games, undo
from companion.table.errors import Denied
from companion.table.table import Table
from companion.web import create_app
from companion.web.games import find
from companion.web.games.tuerme.ring import columns, lens
from companion.web.language import COOKIES
from tests.web.games.tuerme.evening import NAMES
from tests.web.games.tuerme.past import evening, golden

OUT = 107
"""The step of the golden game at which wizards of all three come out after twelve turns, on space 6."""
LAST = 181
LANGUAGES = ("de", "en", "nl", "fr", "it")


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A game that is over and still lies on the table."""
    table = evening(tmp_path_factory.mktemp("past") / "table")
    yield table
    table.close()


@pytest.fixture(scope="module")
def guest(past: Table) -> FlaskClient:
    """Anybody."""
    return create_app(past, Settings(data=str(past.folder))).test_client()


def read(client: FlaskClient, path: str) -> str:
    """A page that must be there."""
    answer = client.get(path)
    assert answer.status_code == 200, f"{path}: {answer.status} {answer.text}"
    return answer.text


def replay(table: Table, step: int | str = "") -> str:
    """The address of the game's replay at a step."""
    return f"/archive/{table.game_id(table.course)}" + (f"?at={step}" if step != "" else "")


def prisoners(page: str) -> list[str]:
    """The wizards that are drawn inside towers."""
    return re.findall(r'data-prisoner="(\w+)"', page)


def words(page: str) -> str:
    """What is read of a page."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", page)))


@pytest.mark.parametrize("step", [0, 30, OUT - 1, OUT, LAST])
def test_v4_at_every_step_of_the_replay_everybody_inside_is_drawn_and_told(
    past: Table, guest: FlaskClient, step: int
) -> None:
    page, position = read(guest, replay(past, step)), glass.positions(*golden("master"))[step]
    inside = [
        (space, height, seat, count)
        for space, column in enumerate(glass.shown(position)["columns"], 1)
        for height, crowd in enumerate(column["wizards"][:-1], 1)
        for seat, count in crowd.items()
    ]
    assert sorted(prisoners(page)) == sorted(seat for _, _, seat, count in inside for _ in range(count))
    assert step == 0 or inside, "somebody sits at all"
    for space, height, seat, count in inside:
        told = re.search(rf"Feld {space}, Turm {height} von unten: ([^<]*)", page)
        assert told is not None and f"{NAMES[seat]} {count}" in told[1]
        label = re.search(rf'data-space="{space}"[^>]*aria-label="([^"]*)"', page)
        assert label is not None and f"in Turm {height} von unten: " in label[1]
    assert 'class="tw-ring glass"' in page


def test_where_somebody_comes_out_the_replay_tells_for_how_many_turns_he_sat(past: Table, guest: FlaskClient) -> None:
    told = words(read(guest, replay(past, OUT)))
    for name in (NAMES["blue"], NAMES["red"], NAMES["green"]):
        assert f"{name} saß hier 12 Züge lang unter einem Turm: Feld 6." in told
    assert "saß hier" not in words(read(guest, replay(past, OUT - 1)))


def test_the_page_after_the_game_tells_the_longest_stays_and_leads_to_the_replay(
    past: Table, guest: FlaskClient
) -> None:
    page = read(guest, "/after")
    assert f"{NAMES['green']} saß am längsten 12 Züge fest" in words(page)
    assert f'href="{replay(past)}"' in page and "Mit Türmen aus Glas ansehen" in page
    assert prisoners(page) == [], "V4: only the replay opens them"


def test_what_was_seen_through_the_glass_is_not_played_on(past: Table, guest: FlaskClient) -> None:
    assert prisoners(read(guest, replay(past, OUT)))
    with pytest.raises(Denied) as denied:
        undo.undo(past, "blue", past.course.seq, "seen", everything=True)
    assert denied.value.reason.message == "table.undo-nothing" and not past.course.questions


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_is_kept_as_text_and_table_in_every_language(past: Table, guest: FlaskClient, language: str) -> None:
    guest.set_cookie(COOKIES[0], language)
    try:
        text, table = (read(guest, f"{replay(past)}/result.{ending}") for ending in ("txt", "csv"))
    finally:
        guest.delete_cookie(COOKIES[0])
    t = find("tuerme").speaker(language)
    assert text.startswith(t("title") + "\n1. ") and text.count("12") >= 3
    rows = list(csv.reader(io.StringIO(table.removeprefix("\ufeff"))))
    assert rows[0] == [t(f"kept.{key}") for key in ("place", "name", "home", "filled", "full", "turns")]
    assert {row[1]: row[5] for row in rows[1:]} == {NAMES[seat]: "12" for seat in ("blue", "red", "green")}


def test_before_the_end_there_is_no_replay_and_twins_are_told_apart_by_nothing(tmp_path: Path) -> None:
    table = evening(tmp_path / "running", short=30)
    client = create_app(table, Settings(data=str(table.folder))).test_client()
    assert GAME.asked(table.course.position)
    for path in (replay(table), replay(table, 3), f"{replay(table)}/parts?at=3", f"{replay(table)}/result.txt"):
        assert client.get(path).status_code == 404, path
    assert table.game_id(table.course) not in read(client, "/archive")
    before, position = read(client, "/after"), table.course.position
    twin = twins.dealt_anew(position, random.Random(9).randrange)
    assert encoding.encode(twin) != encoding.encode(position)
    table.course = msgspec.structs.replace(table.course, position=twin)
    after = read(client, "/after")
    plain = [re.sub(r"nonce[-=]\S+", "", page) for page in (before, after)]
    assert plain[0] == plain[1] and "data-since" not in before and "/archive/" not in before
    table.close()


def test_a_game_that_another_took_the_place_of_runs_no_more_and_is_of_glass_too(tmp_path: Path) -> None:
    table = evening(tmp_path / "broken", short=30)
    old, client = replay(table, OUT), create_app(table, Settings(data=str(table.folder))).test_client()
    assert client.get(old).status_code == 404
    games.new(table, None, table.course.seq, "another", {})
    assert prisoners(read(client, old)), "V4: it is nobody's secret any more"
    with pytest.raises(Denied):
        undo.undo(table, "blue", table.course.seq, "back", everything=True)
    table.close()


@pytest.mark.parametrize("shield", [False, True])
def test_prisoners_of_a_crowded_tower_stay_within_its_walls(shield: bool) -> None:
    space = {"space": 1, "keep": False, "visible": {}, "shield": False, "towers": [{"tower": "t1", "shield": shield}]}
    for crowd in ({"blue": 1}, {"blue": 3, "red": 3}, {}):
        (tower,) = columns.column(space, None, {"towers": ["t1"], "wizards": [crowd, {}]})["towers"]
        assert len(tower["inside"]) == sum(crowd.values())
        for one in tower["inside"]:
            assert one["x"] >= -20 + tower["crest"] - 1.1 and one["x"] + one["wide"] <= 20 and one["y"] >= 0
            assert one["y"] + one["wide"] <= columns.TIER + 0.1


def test_a_stack_whose_prisoners_are_too_small_is_drawn_large_in_the_middle() -> None:
    towers = [{"tower": f"t{number}", "shield": number % 2 == 0} for number in range(1, 10)]
    space = {"space": 6, "keep": True, "visible": {}, "shield": False, "towers": towers}
    held = [{"red": 3, "blue": 3} if height == 4 else {"red": 1} for height in range(9)]
    high = columns.column(space, None, {"towers": [], "wizards": [*held, {}]}) | {"space": 6}
    bare = columns.column({**space, "towers": []}, None, {"towers": [], "wizards": [{}]}) | {"space": 1}
    (found,) = lens.large([high, *[bare] * 15])
    assert found["space"] == 6 and min(tower["tall"] for tower in found["towers"]) >= 2 * lens.LEGIBLE
    assert [len(tower["inside"]) for tower in found["towers"]] == [1, 1, 1, 1, 6, 1, 1, 1, 1]
    assert min(one["wide"] for tower in found["towers"] for one in tower["inside"]) >= 8
    low, top = found["towers"][0], found["towers"][-1]
    assert low["y"] + low["tall"] == found["foot"] == -top["y"]
    assert lens.large([bare] * 16) == [] and lens.large([high, *[bare] * 7]) == [], "a small ring has no room in it"


def test_in_a_high_stack_towers_that_nobody_sits_in_give_way_to_the_others() -> None:
    towers = [{"tower": f"t{number}", "shield": number == 9} for number in range(1, 10)]
    space = {"space": 1, "keep": False, "visible": {"blue": 1}, "shield": False, "towers": towers}
    held = [{"red": 1} if height in (1, 4, 6) else {} for height in range(10)]
    found = columns.column(space, None, {"towers": [], "wizards": held})
    talls = [tower["tall"] for tower in found["towers"]]
    assert [tall > 6 for tall in talls] == [height in (1, 4, 6, 8) for height in range(9)], "and the topmost shield"
    assert found["towers"][8]["crest"] <= talls[8]
    assert -found["roof"] + columns.PERSON <= columns.GLASS + 0.5
    assert {one["wide"] for tower in found["towers"] for one in tower["inside"]} == {talls[1]}
    plain = columns.column(space, None)
    assert len({tower["tall"] for tower in plain["towers"]}) == 1, "a tower that is dark tells nothing by its height"
