"""Wizard on the real host and its pages: the block of truth by taps only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games.wizard.settings import SEATS
from tests.e2e.phone import context, within
from tests.e2e.programs import Host
from tests.e2e.wizard import NAMES, THREE, Taps, join, serving, state
from tests.games.wizard import naive


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Host]:
    """Three seats; Kevin deals first."""
    with serving(tmp_path / "three", THREE, "stag") as host:
        yield host


def test_three_phones_play_the_rulebooks_rounds_by_taps(three: Host, browser: Browser) -> None:
    taps = Taps(three, browser, THREE)
    taps.round("R Zwerge", {"owl": 0, "fox": 1, "stag": 1}, ["stag"])
    assert taps.count == 1 + 3 + 1
    taps.round("G Elfen", {"fox": 0, "stag": 0, "owl": 2}, ["owl", "stag"])
    assert taps.count == 5 + 1 + 3 + 2
    for seat in THREE:
        rows = taps.sheet(seat, "block").locator("#block tbody tr")
        for row, cells in enumerate((("20 0", "-10 1", "30 1"), ("10 2", "10 0", "20 0"))):
            for column, cell in enumerate(cells):
                expect(rows.nth(row).locator("td").nth(column)).to_contain_text(cell)
    assert taps.faults == []


def test_a_round_of_four_needs_no_more_taps_than_questions(tmp_path: Path, browser: Browser) -> None:
    four = SEATS[:4]
    with serving(tmp_path / "four", four, "hare") as host:
        taps = Taps(host, browser, four)
        taps.noted(dict.fromkeys(four, 0), {"owl": 1})
        for tricks in (2, 3):
            taps.count = 0
            dealt = state(taps.page("owl"), host)["view"]["playing"]["dealer"]
            first = four.index(dealt) + 1
            order = [four[(first + step) % 4] for step in range(4)]
            taps.round("B Menschen", dict.fromkeys(order, 1), ["fox"] * tricks)
            assert taps.count <= 1 + 4 + tricks
        assert taps.faults == []


def test_a_quarrel_of_six_is_judged_in_fourteen_taps_and_taken_over(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "six", SEATS, "cat") as host:
        taps = Taps(host, browser, SEATS)
        taps.noted(dict.fromkeys(SEATS, 0), {"owl": 1})
        taps.noted(dict.fromkeys(SEATS, 0), {"owl": 2})
        taps.act("owl", "turn", card="red")
        for seat in ("stag", "hare", "toad", "cat", "owl", "fox"):
            taps.act(seat, "bid", bid=0)
        taps.asks("owl", "Wer bekommt Stich 1 von 3?")
        taps.count = 0
        sheet = taps.sheet("owl", "judge")
        pad = taps.judged("owl", "B7 J B9 R1 G13 Y2")
        expect(pad.locator("[data-verdict]")).to_contain_text("Ida bekommt den Stich mit Zwerge 1.")
        expect(pad.locator(".decides")).to_have_text(re.compile("R1"))
        taps.touch(pad.get_by_role("button", name="Als Stich übernehmen"))
        assert taps.count <= 14
        expect(sheet).to_be_hidden()
        taps.asks("fox", "Wer bekommt Stich 2 von 3?")
        for cards, said in (
            ("W R13 J B1 R2 W", "Ida bekommt den Stich mit Zauberer. Der erste Zauberer gewinnt. (W1)"),
            ("J J G3 G9 B13 Y1", "Stich mit Elfen 9"),
            ("B7 B7", "Menschen 7 gibt es nur einmal. (J3)"),
        ):
            taps.sheet("owl", "judge")
            taps.touch(pad.locator("[data-clear]"))
            taps.judged("owl", cards)
            if len(cards.split()) < 6:
                taps.touch(pad.get_by_role("button", name="Wer gewinnt?"))
            expect(pad.locator("[data-verdict]")).to_contain_text(said)
            taps.close("owl")
        assert taps.faults == []


def test_the_judge_asks_for_the_trump_and_whether_a_hand_had_it(three: Host, browser: Browser) -> None:
    taps = Taps(three, browser, THREE)
    taps.round("nicht notiert", {"owl": 0, "fox": 1, "stag": 1}, [])
    taps.sheet("owl", "judge")
    pad = taps.judged("owl", "J J J")
    expect(pad.locator("[data-verdict]")).to_contain_text("Nur Narren: Der erste gewinnt. (W4)")
    taps.touch(pad.locator("[data-clear]"))
    taps.judged("owl", "B7 R1 B9")
    expect(pad.locator("[data-verdict]")).to_have_text("Das hängt vom Trumpf ab: Was war Trumpf? (T5)")
    taps.touch(pad.locator("[data-trump=red]"))
    expect(pad.locator("[data-verdict]")).to_contain_text("Ute bekommt den Stich mit Zwerge 1.")
    taps.touch(pad.get_by_role("button", name="War das erlaubt?"))
    taps.touch(pad.locator("[data-clear]"))
    taps.judged("owl", "G3 B2")
    taps.touch(pad.get_by_role("button", name="War das erlaubt?"))
    expect(pad.locator("[data-verdict]")).to_have_text("Nur, wenn keine Elfen auf der Hand waren. (L3)")
    taps.touch(pad.get_by_role("button", name="Mit der Hand prüfen"))
    taps.judged("owl", "B2 G11")
    taps.touch(pad.get_by_role("button", name="War das erlaubt?"))
    expect(pad.locator("[data-verdict]")).to_have_text("Nein. Erlaubt waren: Elfen 11 (L3)")
    for seat in THREE:
        assert "G11" not in taps.page(seat).content() or seat == "owl"
    assert "G11" not in (three.data.parent / f"{three.data.name}.host.log").read_text()
    assert taps.faults == []


def test_the_barred_number_is_struck_out_on_the_last_bidders_phone_alone(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "barred", THREE, "stag", sum="not-equal") as host:
        taps = Taps(host, browser, THREE)
        taps.round("R Zwerge", {"owl": 0, "fox": 0}, [])
        last = taps.page("stag")
        expect(last.locator("#actions .barred")).to_have_text("1")
        expect(last.locator("#actions")).to_contain_text("1 ist gesperrt")
        for other in ("owl", "fox"):
            expect(taps.page(other).locator(".barred")).to_have_count(0)
            assert state(taps.page(other), host)["view"]["playing"]["barred"] is None
        before = state(last, host)
        body = {"seat": "stag", "seq": before["seq"], "request": "barred", "question": before["question"]["stag"]}
        answer = last.request.post(
            f"{host.url}/api/act", data={**body, "action": {"type": "bid", "seat": "stag", "bid": 1}}
        )
        assert answer.status == 422 and answer.json()["refusal"]["rule"] == "V1"
        assert state(last, host) == before


def test_a_past_round_is_mended_while_others_bid(three: Host, browser: Browser) -> None:
    taps = Taps(three, browser, THREE)
    taps.round("R Zwerge", {"owl": 0, "fox": 1, "stag": 1}, ["stag"])
    taps.round("G Elfen", {}, [])
    taps.sheet("stag", "note")
    half = taps.page("stag").locator("form[data-note]")
    half.locator("[data-task]").select_option("mend-1")
    half.locator("select[name=tricks][data-of=fox]").select_option("1")
    form = taps.sheet("owl", "note").locator("form[data-note]")
    form.locator("[data-task]").select_option("mend-1")
    form.locator("select[name=bids][data-of=owl]").select_option("1")
    taps.tap("fox", "2")
    taps.touch(form.get_by_role("button", name="Berichtigen"))
    soon = within(2.0, taps.page("fox"), three.url)
    for seat in ("fox", "stag", "owl"):
        page = taps.page(seat)
        expect(page.locator("[data-of=owl] .wiz-total")).to_have_text("-10", timeout=soon)
        expect(page.locator("#stage .wiz-mended")).to_have_text(
            "Runde 1 berichtigt: Vorhersage Thomas 0 → Vorhersage Thomas 1.", timeout=soon
        )
        expect(page.locator("#block tbody tr").first.locator("td").first).to_contain_text("-10 1", timeout=soon)
        expect(page.locator("#course .wiz-ranks li").first).to_contain_text("Kevin", timeout=soon)
    expect(half.locator("select[name=tricks][data-of=fox]")).to_have_value("1")
    expect(half.locator("select[name=bids][data-of=owl]")).to_have_value("1")
    expect(half.locator("[data-sums]")).to_contain_text("Stiche zusammen: 2 von 1")
    taps.touch(half.get_by_role("button", name="Berichtigen"))
    expect(half.locator("[data-fault]")).to_contain_text("Das ist ein Stich zu viel. (C4)")
    half.locator("select[name=tricks][data-of=stag]").select_option("0")
    taps.touch(half.get_by_role("button", name="Berichtigen"))
    expect(taps.page("fox").locator("[data-of=fox] .wiz-total")).to_have_text("30", timeout=soon)
    assert state(taps.page("owl"), three)["view"]["playing"]["bids"] == {"fox": 2}
    assert taps.faults == []


def test_the_dealer_is_mended_in_round_three(three: Host, browser: Browser) -> None:
    taps = Taps(three, browser, THREE)
    taps.noted(dict.fromkeys(THREE, 0), {"owl": 1})
    taps.noted(dict.fromkeys(THREE, 0), {"owl": 2})
    expect(taps.page("owl").locator("#stage [data-of=fox] .soft")).to_have_text("gibt")
    form = taps.sheet("owl", "note").locator("form[data-note]")
    form.locator("[data-task]").select_option("mend-3")
    form.locator("select[name=dealer]").select_option("owl")
    taps.touch(form.get_by_role("button", name="Berichtigen"))
    taps.close("owl")
    for seat in THREE:
        page = taps.page(seat)
        expect(page.locator("#stage [data-of=owl] .soft")).to_have_text("gibt")
        expect(page.locator("#stage [data-of=fox] .soft")).to_have_text("spielt aus")
        expect(page.locator("#stage [data-of=fox]")).to_have_class("leads")
    taps.round("R Zwerge", {"fox": 0, "stag": 0, "owl": 0}, ["stag", "stag", "stag"])
    expect(taps.page("owl").locator("#stage [data-of=fox] .soft")).to_have_text("gibt")
    assert taps.faults == []


def test_the_trick_that_closed_a_round_is_taken_back(three: Host, browser: Browser) -> None:
    taps = Taps(three, browser, THREE)
    taps.round("R Zwerge", {"owl": 0, "fox": 1, "stag": 1}, ["stag"])
    taps.asks("owl", "Welche Karte ist aufgedeckt?")
    taps.sheet("owl", "more")
    taps.touch(taps.page("owl").get_by_role("button", name="Zurücknehmen"))
    for seat in ("fox", "stag"):
        button = taps.page(seat).get_by_role("button", name="Einverstanden")
        if state(taps.page(seat), three)["ask"]:
            taps.touch(button)
    for seat in THREE:
        taps.asks(seat, "Wer bekommt Stich 1 von 1?")
        expect(taps.page(seat).locator("[data-of=stag] .wiz-total")).to_have_text("0")
    taps.page("owl").keyboard.press("Escape")
    taps.tap("fox", "Ute")
    expect(taps.page("owl").locator("[data-of=fox] .wiz-total")).to_have_text("30")
    assert taps.faults == []


def test_all_tricks_at_once_and_a_whole_round_from_paper(three: Host, browser: Browser) -> None:
    taps = Taps(three, browser, THREE)
    form = taps.sheet("owl", "note").locator("form[data-note]")
    expect(form.locator("[data-task]")).to_have_value("round-1")
    form.locator("select[name=turned]").select_option("wizard")
    form.locator("select[name=trump]").select_option("green")
    form.locator("select[name=bids][data-of=fox]").select_option("1")
    taps.touch(form.get_by_role("button", name="Notieren"))
    expect(form.locator("[data-fault]")).to_contain_text("Es fehlt ein Stich. (C4)")
    form.locator("select[name=tricks][data-of=fox]").select_option("1")
    taps.touch(form.get_by_role("button", name="Notieren"))
    taps.close("owl")
    expect(taps.page("stag").locator("[data-of=fox] .wiz-total")).to_have_text("30")
    taps.round("G Elfen", {"fox": 0, "stag": 0, "owl": 2}, [])
    taps.sheet("owl", "note")
    expect(form.locator("[data-task]")).to_have_value("tricks-2")
    expect(form).to_contain_text("Vorhersage: 2")
    form.locator("select[name=tricks][data-of=owl]").select_option("2")
    taps.touch(form.get_by_role("button", name="Notieren"))
    expect(taps.page("stag").locator("[data-of=owl] .wiz-total")).to_have_text("60")
    assert state(taps.page("owl"), three)["view"]["done"][0]["trump"] == "green"
    assert taps.faults == []


def test_a_mending_after_the_end_turns_the_ranks_on_every_phone(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "end", SEATS, "cat") as host:
        taps = Taps(host, browser, SEATS)
        for number in range(1, 10):
            taps.noted(dict.fromkeys(SEATS, 0), {"owl": number})
        taps.noted(dict.fromkeys(SEATS, 0) | {"stag": 10}, {"owl": 10})
        board = taps.page("cat")
        board.goto(f"{host.url}/after")
        expect(board.locator(".wiz-ranks li").first).to_contain_text("Ute")
        form = taps.sheet("fox", "note").locator("form[data-note]")
        form.locator("[data-task]").select_option("mend-10")
        form.locator("select[name=bids][data-of=stag]").select_option("0")
        form.locator("select[name=bids][data-of=fox]").select_option("1")
        taps.touch(form.get_by_role("button", name="Berichtigen"))
        soon = within(2.0, taps.page("owl"), host.url)
        for seat in SEATS[:-1]:
            page = taps.page(seat)
            expect(page.locator("#ask h1")).to_have_text("Das Spiel ist aus")
            expect(page.locator(".wiz-mended").first).to_contain_text("Runde 10 berichtigt", timeout=soon)
            expect(page.locator("#course .wiz-ranks li").nth(4)).to_contain_text("5. Ute", timeout=soon)
            expect(page.locator("#block tbody tr").last.locator("td").nth(1)).to_contain_text("170 1", timeout=soon)
        board.reload()
        expect(board.locator(".wiz-ranks li").first).to_contain_text("Kevin")
        assert taps.faults == []


def test_a_revoke_is_shown_with_both_tricks_on_every_phone(three: Host, browser: Browser) -> None:
    taps = Taps(three, browser, THREE)
    taps.noted(dict.fromkeys(THREE, 0), {"owl": 1})
    taps.noted(dict.fromkeys(THREE, 0), {"owl": 2})
    taps.round("R Zwerge", {"stag": 0, "owl": 0, "fox": 0}, [])
    screen = context(browser).new_page()
    screen.goto(three.url)
    for number, cards in enumerate(("G5 B2 G9", "Y1 Y2 G3"), 1):
        taps.asks("owl", f"Wer bekommt Stich {number} von 3?")
        taps.sheet("owl", "judge")
        pad = taps.page("owl").locator("[data-judge]")
        taps.touch(pad.locator("[data-clear]"))
        taps.judged("owl", cards)
        taps.touch(pad.get_by_role("button", name="Als Stich übernehmen"))
    said = "in Stich 1 ohne Elfen (Elfen 5, Menschen 2, Elfen 9), in Stich 2 mit (Riesen 1, Riesen 2, Elfen 3)"
    for page in (*(taps.page(seat) for seat in THREE), screen):
        expect(page.locator("#stage .wiz-mark")).to_contain_text(said)
    taps.tap("fox", "Ute")
    for page in (*(taps.page(seat) for seat in THREE), screen):
        expect(page.locator("#block .wiz-mark[aria-hidden]").last).to_have_text("!")
        expect(page.locator("#block .wiz-marks")).to_contain_text(said)
    assert taps.faults == []


@pytest.mark.parametrize("mode", ["hidden", "secret"])
def test_one_device_is_handed_round_under_a_cover(tmp_path: Path, browser: Browser, mode: str) -> None:
    with serving(tmp_path / "one", THREE, "stag", bids=mode) as host:
        phone = join(host, browser, *THREE)
        page = phone.page
        actions = page.locator("#actions")

        def tap(label: str) -> None:
            actions.get_by_role("button", name=label, exact=True).tap()
            expect(page.locator("body[data-busy]")).to_have_count(0)

        for number in (1, 2):
            tap("R Zwerge")
            for seat in [question["seat"] for question in state(page, host)["view"]["asked"]]:
                expect(actions.locator(".cover")).to_be_visible()
                assert "data-act" not in page.locator("main").inner_html()
                actions.get_by_role("button", name=re.compile(NAMES[seat])).tap()
                tap("1")
            told = state(page, host)["view"]["playing"]
            assert told["locked"] and told["shown"] == (mode == "hidden")
            for trick in range(1, number + 1):
                if mode == "secret" and actions.locator(".cover").count():
                    actions.get_by_role("button", name=re.compile("Thomas")).tap()
                expect(page.locator("#ask h1")).to_contain_text(f"Wer bekommt Stich {trick} von {number}?")
                tap("Ute")
            expect(page.locator("#ask h1")).to_contain_text("Welche Karte ist aufgedeckt?")
        assert phone.faults == []


def test_one_device_with_open_bids_is_never_covered(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "one", THREE, "stag") as host:
        phone = join(host, browser, *THREE)
        page, actions = phone.page, phone.page.locator("#actions")
        for asked, label in (
            ("Thomas: Welche Karte ist aufgedeckt?", "R Zwerge"),
            ("Thomas: Wie viele Stiche machst du?", "0"),
            ("Ute: Wie viele Stiche machst du?", "1"),
            ("Kevin: Wie viele Stiche machst du?", "1"),
            ("Thomas: Wer bekommt Stich 1 von 1?", "Kevin"),
        ):
            expect(page.locator("#ask h1")).to_have_text(asked)
            expect(actions.locator(".cover")).to_have_count(0)
            actions.get_by_role("button", name=label, exact=True).tap()
        expect(page.locator("[data-of=stag] .wiz-total")).to_have_text("30")
        assert phone.faults == []


def six_rounds(tmp_path: Path, browser: Browser, rounds: int) -> None:
    """Hidden bids of six phones in the same moment; every one stands after one tap."""
    with serving(tmp_path / "six", SEATS, bids="hidden") as host:
        taps = Taps(host, browser, SEATS)
        played = []
        for number in range(1, rounds + 1):
            if number < 10:
                taps.act("owl", "turn", card="blue")
            bids = [(seat + number) % (number + 1) for seat in range(6)]
            for seat in SEATS:
                taps.asks(seat, "Wie viele Stiche machst du?")
            at = taps.page("owl").evaluate("Date.now()") + 400
            for seat, bid in zip(SEATS, bids, strict=True):
                taps.page(seat).evaluate(LATER, [f"#actions [data-key=bid-{bid}]", at])
            for seat in SEATS:
                taps.asks(seat, f"Wer bekommt Stich 1 von {number}?")
            when = [taps.page(seat).evaluate("window.tapped") for seat in SEATS]
            assert max(when) - min(when) <= 100, when
            playing = state(taps.page("owl"), host)["view"]["playing"]
            assert [playing["bids"][seat] for seat in SEATS] == bids
            tricks = [number - number // 2, number // 2, 0, 0, 0, 0]
            taps.act("fox", "tricks", besides=True, tricks=dict(zip(SEATS, tricks, strict=True)))
            played.append((bids, tricks))
        done = state(taps.page("owl"), host)["view"]["done"]
        assert [[each["totals"][seat] for seat in SEATS] for each in done] == naive.sheet(played)
        assert taps.faults == []


LATER = """([button, at]) => { setTimeout(() => { window.tapped = Date.now(); document.querySelector(button).click(); },
  at - Date.now()); }"""


def test_six_phones_bid_in_the_same_moment(tmp_path: Path, browser: Browser) -> None:
    six_rounds(tmp_path, browser, 3)


@pytest.mark.prove
def test_six_phones_bid_in_the_same_moment_for_ten_rounds(tmp_path: Path, browser: Browser) -> None:
    six_rounds(tmp_path, browser, 10)
