"""The pages of the block of truth as they are sent: questions, read-out, mended rounds, marks, files to keep."""

from __future__ import annotations

import csv
import io
import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games import Json
from companion.games.wizard.settings import SETTINGS
from companion.games.wizard.simulation import allowed_settings
from companion.web.games.wizard.rulebook import BOOK
from companion.web.pages import memo
from companion.web.pages.memo import Memo
from tests.web.games.wizard.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Three seats; Kevin deals first."""
    found = Evening(tmp_path / "three")
    yield found
    found.table.close()


def read(html: str) -> str:
    """The words of a part."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).strip()


def test_the_bids_are_read_out_large_until_the_first_trick(evening: Evening) -> None:
    evening.round((0, 0, 0), (1, 0, 0))
    evening.bids(1, 0, 2)
    for part in (evening.parts("fox")["stage"], evening.parts(page="table")["stage"]):
        assert "reading" in part and "<b>1</b>" in part and "<b>2</b>" in part
    assert "Ein Stich zu viel gewollt" in read(evening.parts("fox")["stage"])
    assert "Vorhersagen: Thomas 1, Ute 0, Kevin 2." in evening.parts(page="table")["speech"]
    evening.act("owl", "trick", winner="stag")
    stage = read(evening.parts("fox")["stage"])
    assert "reading" not in evening.parts("fox")["stage"] and "1 von 2" in stage and "0 von 1" in stage


def test_who_deals_who_leads_and_who_is_asked_stands_on_every_screen(evening: Evening) -> None:
    evening.act("owl", "turn", card="wizard")
    for html in (evening.parts("owl")["stage"], evening.parts(page="table")["stage"]):
        rows = [read(row) for row in re.findall(r"<li data-of.*?</li>", html, re.DOTALL)]
        assert [row.split("–")[0].strip() for row in rows] == ["Thomas spielt aus", "Ute", "Kevin wählt Trumpf · gibt"]
    evening.act("stag", "trump", colour="blue")
    evening.act("owl", "bid", bid=0)
    assert "Ute sagt vorher" in read(evening.parts(page="table")["stage"])
    assert "B Menschen" in read(evening.parts(page="table")["stage"])


def test_the_barred_number_is_drawn_on_the_last_bidders_phone_alone(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "barred", sum="not-equal")
    evening.act("owl", "turn", card="red")
    for seat in ("owl", "fox"):
        assert "barred" not in evening.parts("stag")["actions"]
        evening.act(seat, "bid", bid=0)
    buttons = re.findall(r"<button[^>]*>\d</button>", evening.parts("stag")["actions"])
    assert ["disabled" in each for each in buttons] == [False, True]
    assert "1 ist gesperrt" in read(evening.parts("stag")["actions"])
    assert all("barred" not in evening.parts(seat)["actions"] for seat in ("owl", "fox"))
    evening.table.close()


def test_only_the_dealer_chooses_and_sees_the_colours(evening: Evening) -> None:
    evening.act("owl", "turn", card="wizard")
    assert evening.parts("stag")["actions"].count("data-act") == 4
    assert "data-act" not in evening.parts("owl")["actions"]
    assert "Kevin wählt die Trumpffarbe" in read(evening.parts("owl")["ask"])


def test_clairvoyance_is_said_in_round_one_alone(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "seen", clairvoyance="yes")
    assert "Karte an die Stirn" in read(evening.parts("owl")["ask"])
    evening.act("owl", "turn", card="red")
    assert "Karte an die Stirn" in read(evening.parts(page="table")["ask"])
    evening.bids(0, 0, 0)
    assert "Karte an die Stirn" not in read(evening.parts("owl")["ask"])
    evening.act("owl", "trick", winner="owl")
    assert "Karte an die Stirn" not in read(evening.parts("owl")["ask"])
    evening.table.close()


def test_a_mended_round_tells_old_and_new_on_every_screen(evening: Evening) -> None:
    evening.round((0, 1, 1), (0, 0, 1))
    evening.act("fox", "mend", besides=True, round=1, bids={"owl": 1})
    told = "Runde 1 berichtigt: Vorhersage Thomas 0 → Vorhersage Thomas 1."
    for part in (evening.parts(seat)["stage"] for seat in evening.clients):
        assert told in read(part)
    assert told in read(evening.parts(page="table")["stage"])
    evening.act("owl", "turn", card="red")
    assert told not in read(evening.parts("owl")["stage"])
    assert told in read(evening.parts("owl")["history"])


def test_a_round_against_plus_minus_one_and_a_doubtful_trick_are_marked(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "marks", sum="not-equal")
    evening.bids(0, 0, 0)
    evening.act("owl", "trick", besides=True, winner="fox", cards=["B7", "R1", "B9"])
    assert "gegen die Regel" not in read(evening.parts("owl")["block"])
    evening.act("owl", "mend", besides=True, round=1, bids={"owl": 1})
    assert "Summe 1: gegen die Regel" in read(evening.parts("owl")["block"])
    evening.act("owl", "mend", besides=True, round=1, turned="green")
    assert "Stich 1 zweifelhaft" in read(evening.parts("owl")["block"])
    assert evening.state()["view"]["done"][0]["tricks"] == {"owl": 0, "fox": 1, "stag": 0}
    evening.table.close()


def test_a_revoke_is_shown_with_both_tricks_while_the_round_is_played(evening: Evening) -> None:
    evening.round((0, 0, 0), (1, 0, 0))
    evening.round((0, 0, 0), (2, 0, 0))
    evening.bids(0, 0, 0)
    evening.act("owl", "trick", besides=True, winner="fox", cards=["G5", "B2", "G9"])
    evening.act("owl", "trick", besides=True, winner="stag", cards=["Y1", "Y2", "G3"])
    said = "Thomas hat falsch bedient: in Stich 1 ohne Elfen (Elfen 5, Menschen 2, Elfen 9), in Stich 2 mit"
    for part in (evening.parts("fox")["stage"], evening.parts(page="table")["stage"]):
        assert said in read(part)
    evening.act("owl", "trick", winner="owl")
    assert said in read(evening.parts("fox")["block"]) and said not in read(evening.parts("fox")["stage"])


def test_a_mended_round_can_turn_the_end(evening: Evening) -> None:
    while (now := evening.state()["view"]["playing"]) is not None:
        bids = (now["count"], 0, 0) if now["count"] == 20 else (0, 0, 0)
        evening.round(bids, (now["count"], 0, 0))
    assert "<li>" in evening.parts(page="after")["after"]
    first = evening.state()["view"]["places"]
    assert first["fox"] == first["stag"] == 1 and first["owl"] == 3
    evening.act("stag", "mend", besides=True, round=20, bids={"stag": 1})
    assert evening.state()["view"]["places"] == {"fox": 1, "stag": 2, "owl": 3}
    assert "Runde 20 berichtigt" in read(evening.parts("owl")["stage"])
    ranks = read(evening.parts(page="after")["after"])
    assert re.search(r"1\. Ute .* 2\. Kevin .* 3\. Thomas", ranks)


def test_the_end_tells_best_and_worst_round_and_too_few_rounds(evening: Evening) -> None:
    for number in range(1, 6):
        evening.round((0, 0, 0), (number, 0, 0))
        told = read(evening.parts(page="after")["after"])
        assert ("zu wenige Runden" in told) == (number < 5)
    assert "100 % getroffen (5 von 5)" in told and "beste Runde: 1 (-10), schlechteste: 5 (-50)" in told


def test_the_result_as_text_table_picture_and_page(evening: Evening) -> None:
    evening.round((0, 1, 1), (0, 0, 1))
    evening.round((2, 0, 0), (1, 0, 1))
    evening.act("owl", "stop", besides=True)
    assert evening.text("/wizard/block.txt").splitlines()[1:] == ["1. Kevin: 20", "2. Thomas: 10", "2. Ute: 10"]
    rows = list(csv.reader(io.StringIO(evening.text("/wizard/block.csv").removeprefix("\ufeff"))))
    assert rows[2] == ["2", "Thomas", "R Zwerge", "10", "2", "1", "10", "0", "0", "20", "0", "1"]
    picture = evening.text("/wizard/block.svg")
    words = [each.text for each in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]
    assert {"Thomas", "Ute", "Kevin", "20", "Kevin 20"} <= set(words) and "href" not in picture
    kept = evening.text("/wizard/block.html")
    assert not re.search(r"(src|href)=|<script|url\(", kept), "it needs no host"
    assert "Kevin: 20" in read(kept) and "<svg" in kept


def test_a_game_of_the_archive_shows_its_block(evening: Evening) -> None:
    evening.round((0, 1, 1), (0, 0, 1))
    evening.act("owl", "stop", besides=True)
    files = {ending: evening.text(f"/wizard/block.{ending}") for ending in ("html", "svg", "csv", "txt")}
    body = {"seq": evening.table.course.seq, "request": "again", "seat": "owl", "options": {}}
    assert evening.clients["owl"].post("/api/new", json=body).status_code == 200
    game = re.findall(r'href="/archive/([^"/]+)"', evening.text("/archive"))[0]
    told = evening.text(f"/archive/{game}?at=99")
    assert "30" in read(told) and "wiz-block" in told and "wiz-chart" in told
    for ending, text in files.items():
        assert f'href="/archive/{game}/result.{ending}"' in told
        assert evening.text(f"/archive/{game}/result.{ending}") == text, "as it was at the table"


def test_a_name_is_no_formula_and_no_markup(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "names")
    evening.round((0, 0, 0), (1, 0, 0))
    named = '=1+1<b>"&'
    body = {"code": evening.table.code, "seat": "owl", "name": named}
    evening.clients["owl"].post("/api/leave", json={"request": "gone", "seat": "owl"})
    assert evening.app.test_client().post("/api/join", json=body).status_code == 200
    assert "'=1+1" in evening.text("/wizard/block.csv")
    for path in ("/wizard/block.svg", "/wizard/block.html", "/after", "/"):
        assert "1+1&lt;b" in evening.text(path) and "1+1<b" not in evening.text(path)
    ElementTree.fromstring(evening.text("/wizard/block.svg"))
    evening.table.close()


def test_every_rule_of_the_page_is_explained_at_its_place(evening: Evening) -> None:
    listed = (Path(__file__).parents[3] / "games" / "wizard" / "rules.txt").read_text().split()
    assert sorted(BOOK.ids()) == sorted(listed)
    told = evening.text("/rules")
    assert all(f'id="{rule}"' in told for rule in listed)
    assert "Einstellung: Plus/minus Eins – hier gilt: nein" in read(told)
    assert 'href="/rules"' in evening.text("/play", "owl")


def test_what_all_may_see_is_drawn_once_for_all(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.round((0, 0, 0), (1, 0, 0))
    evening.bids(1, 0, 1)
    drawn, get = list[str](), Memo.get

    def counted(self: Memo, draw: Callable[[], object], *facts: object) -> object:
        def told() -> object:
            drawn.append(str(facts[1]).split(" ")[0])
            return draw()

        return get(self, told, *facts)

    monkeypatch.setattr(memo, "PARTS", Memo())
    monkeypatch.setattr(Memo, "get", counted)
    for seat in (*evening.clients, None):
        evening.parts(seat)
        evening.parts(page="table")
    assert [drawn.count(name) for name in ("wiz-block", "wiz-chart", "wiz-notebook")] == [1, 1, 1]
    assert len([name for name in drawn if name.startswith("wiz-stage")]) == 1
    view = evening.state("owl")["view"]
    assert view["done"] == evening.state()["view"]["done"]


def judged(evening: Evening, **asked: object) -> Json:
    """What the judge says."""
    answer = evening.clients["owl"].post("/wizard/judge", json=asked)
    assert answer.status_code == 200, answer.text
    found: Json = answer.get_json()
    return found


@pytest.mark.parametrize(
    ("cards", "rule", "text"),
    [
        ("B7 J R1", "W2", "Kevin bekommt den Stich mit Zwerge 1. Der höchste Trumpf gewinnt."),
        ("W R13 J", "W1", "Thomas bekommt den Stich mit Zauberer. Der erste Zauberer gewinnt."),
        ("J G3 G9", "W3", "Kevin bekommt den Stich mit Elfen 9."),
        ("J J J", "W4", "Thomas bekommt den Stich mit Narr. Nur Narren: Der erste gewinnt."),
        ("B7 B9", "W3", "Bisher liegt Ute mit Menschen 9 vorn."),
        ("B7 B7", "J3", "Menschen 7 gibt es nur einmal."),
        ("B1 B2 B3 B4", "J3", "Es liegen mehr Karten, als Leute spielen."),
    ],
)
def test_the_judge_says_who_wins_and_why(evening: Evening, cards: str, rule: str, text: str) -> None:
    evening.bids(0, 0, 0)
    found = judged(evening, cards=cards.split())
    assert found["rule"] == rule and text in found["text"]
    assert ("winner" in found and bool(found["winner"])) == (rule != "J3" and len(cards.split()) == 3)


def test_the_judge_asks_for_a_trump_that_nobody_noted(evening: Evening) -> None:
    evening.bids(0, 0, 0, card="unknown")
    assert judged(evening, cards=["B7", "R1", "B9"])["trump"]
    assert judged(evening, cards=["B7", "R1", "B9"], trump="red")["at"] == 1
    assert judged(evening, cards=["B7", "W", "B9"])["at"] == 1
    assert judged(evening, cards=["B7", "R1", "B9"], trump="red")["winner"] is None


def test_was_that_allowed_without_and_with_a_hand_that_is_kept_nowhere(evening: Evening) -> None:
    evening.bids(0, 0, 0)
    before = evening.table.fingerprint
    assert judged(evening, cards=["G3", "B2"], allowed=True)["text"] == "Nur, wenn keine Elfen auf der Hand waren."
    assert judged(evening, cards=["G3", "J"], allowed=True)["answer"] == "yes"
    said = judged(evening, cards=["G3", "B2"], allowed=True, hand=["B2", "G11", "W"])
    assert said["answer"] == "no" and said["text"] == "Nein. Erlaubt waren: Elfen 11, Zauberer"
    assert evening.table.fingerprint == before
    for seat in ("fox", "stag", None):
        assert "G11" not in evening.text("/api/state", seat)
    assert "G11" not in "".join(path.read_text(errors="replace") for path in evening.table.folder.rglob("*.*"))


@pytest.mark.parametrize("body", [b"", b"{}", b'{"cards": []}', b'{"cards": ["X9"]}', b'{"cards": ["W"], "trump": "W"}',
                                  b'{"cards": ["W"], "hand": ["W", 3]}', b'{"cards": "W"}', b"[" * 5000])  # fmt: skip
def test_what_the_judge_cannot_read(evening: Evening, body: bytes) -> None:
    assert evening.clients["owl"].post("/wizard/judge", data=body).status_code == 400
    assert evening.guest.post("/wizard/judge", json={"cards": ["W"]}).status_code in (401, 403)


UNUSUAL = [
    each
    for each in allowed_settings(3)
    if each["tie"] == "shared" and sum(value != SETTINGS[name][0] for name, value in each.items()) <= 2
]


@pytest.mark.parametrize("settings", UNUSUAL, ids=lambda each: "-".join(each.values()))
def test_every_page_is_drawn_in_every_phase_under_every_setting(tmp_path: Path, settings: dict[str, str]) -> None:
    evening, rng = Evening(tmp_path / "drawn", **settings), random.Random(5)
    phases = set[str]()
    while len(evening.state()["view"]["done"]) < 2:
        phases.add(evening.state()["view"]["phase"])
        for seat in (*evening.clients, None):
            assert set(evening.parts(seat)) > {"stage", "actions", "block", "note"}
        evening.parts(page="table")
        evening.parts(page="after")
        seat = rng.choice(evening.asked())["seat"]
        action = rng.choice(evening.state(seat)["view"]["legal"])
        evening.act(seat, action.pop("type"), **{key: value for key, value in action.items() if key != "seat"})
    assert phases >= {"bid", "trick"}
    evening.table.close()
