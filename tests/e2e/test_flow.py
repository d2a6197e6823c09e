"""An evening that flows: questions end by themselves, nobody is locked out, a new game keeps what was chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.games import Json
from tests.e2e.phone import Phone, choose, context
from tests.e2e.planner import Planned, Step
from tests.e2e.programs import Host
from tests.e2e.round import Round

SHORT = "question_s = {question}\naway_s = 1.0\n"


def serving(folder: Path, question: float = 60) -> Host:
    """A host whose questions stand so long, and whose phones are soon away."""
    data = folder / "table"
    data.mkdir()
    (data / "settings.toml").write_text(SHORT.format(question=question))
    return Host(data)


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[Round]:
    """Three phones at the start; a question stands for a minute."""
    yield from gathered(serving(tmp_path), browser)


@pytest.fixture
def hasty(tmp_path: Path, browser: Browser) -> Iterator[Round]:
    """The same where a question stands for four seconds."""
    yield from gathered(serving(tmp_path, 4), browser)


def gathered(host: Host, browser: Browser) -> Iterator[Round]:
    """Three phones on their pages."""
    with host:
        found = Round(host, browser)
        found.open()
        found.shown()
        yield found
        assert found.faults() == []
        found.close()


def stepped(table: Round, planned: Planned) -> Step:
    """Play to where a step can be taken back and another seat is asked; the step."""
    for step in planned.steps:
        table.act(step.seat, step.action)
        told = table.state()
        if told["undo"] and step.seat not in told["question"]:
            return step
    raise AssertionError("no such step")


def take_back(table: Round, seat: str) -> Json:
    """A seat wants its step back; the question."""
    state = table.state()
    table.post(seat, "/api/undo", {"seq": state["seq"], "request": f"undo.{state['seq']}", "seat": seat})
    table.shown()
    asked: Json = table.state()["ask"]
    return asked


def stranger(table: Round, browser: Browser, seat: str, name: str = "Dora") -> Page:
    """Another browser asks for a seat of the full table."""
    page = context(browser).new_page()
    page.goto(f"{table.host.url}/join?code={table.state()['code']}")
    choose(page, f"input[value={seat}]")
    page.get_by_label("Dein Name").fill(name)
    page.get_by_role("button", name="Hier weiterspielen").tap()
    return page


def counts_down(ends: Locator) -> None:
    """Some of a minute's seconds are left, and then fewer."""
    expect(ends).to_have_text(re.compile(r"noch \d\d s"))
    before = ends.inner_text()
    expect(ends).not_to_have_text(before)
    assert 0 < int(ends.inner_text().split()[1]) < int(before.split()[1]) <= 60


def test_a_question_says_what_it_asks_counts_down_and_ends(hasty: Round, planned: Planned) -> None:
    step = stepped(hasty, planned)
    voter = hasty.page(take_back(hasty, step.seat)["voters"][0])
    expect(voter.locator("#ask")).to_contain_text("Zurückgenommen würde:")
    expect(voter.locator("#ask .lines li").first).to_contain_text(hasty.names[step.seat])
    expect(voter.locator("#ask [data-ends]")).to_have_text(re.compile(r"noch [1-4] s"))
    expect(voter.get_by_role("button", name="Einverstanden")).to_have_count(0)
    assert hasty.state()["ask"] is None and hasty.state()["history"][-1]["body"]["verdict"] == "time"


def test_who_asked_takes_the_question_back(table: Round, planned: Planned) -> None:
    step = stepped(table, planned)
    voter = table.page(take_back(table, step.seat)["voters"][0])
    expect(voter.get_by_role("button", name="Einverstanden")).to_be_visible()
    counts_down(voter.locator("#ask [data-ends]"))
    table.page(step.seat).get_by_role("button", name="Frage zurückziehen").tap()
    expect(voter.get_by_role("button", name="Einverstanden")).to_have_count(0)
    assert table.state()["ask"] is None


def test_a_doubt_is_opened_by_a_word_shows_its_minute_and_is_taken_back(table: Round, planned: Planned) -> None:
    step = stepped(table, planned)
    table.shown()
    page = table.page(step.seat)
    page.get_by_text("Anzweifeln", exact=True).tap()
    for seat in table.phones:
        counts_down(table.page(seat).locator("[data-trial] [data-ends]"))
        assert table.page(seat).get_by_role("heading", level=1).count() == 1, "it asks once"
    page.get_by_role("button", name="Frage zurückziehen").tap()
    expect(page.locator("[data-trial]")).to_have_count(0)
    assert table.state()["ask"] is None


def test_a_dead_phone_is_replaced_while_another_question_is_open(
    table: Round, planned: Planned, browser: Browser
) -> None:
    step = stepped(table, planned)
    voter = take_back(table, step.seat)["voters"][0]
    table.page(voter).close()
    other = next(seat for seat in table.phones if seat not in (voter, step.seat))
    page = stranger(table, browser, voter, "Berta")
    expect(table.page(other).locator("#ask")).to_contain_text(
        "das Telefon dieses Platzes ist gerade weg", ignore_case=True
    )
    expect(table.page(other).locator("#ask")).to_contain_text(table.names[voter])
    table.page(other).get_by_role("button", name="Einverstanden").tap()
    page.wait_for_url("**/play")
    page.get_by_role("button", name="Einverstanden").tap()
    expect(page.get_by_role("button", name="Einverstanden")).to_have_count(0)
    assert table.state(other)["history"][-1]["kind"] == "undo", "the question to the seat went on"


def test_a_phone_that_is_there_has_the_only_voice(table: Round, browser: Browser) -> None:
    page = stranger(table, browser, "red")
    expect(table.page("red").locator("#ask h1")).to_have_text("Dora möchte an deinem Platz (Rot) weiterspielen")
    expect(table.page("black").locator("[data-asked]")).to_contain_text("den Platz von Anna")
    expect(table.page("black").get_by_role("button", name="Einverstanden")).to_have_count(0)
    told = table.state()
    asked = told["knocks"][0]["id"]
    table.post("black", "/api/vote", {"request": "b", "seat": "black", "ask": asked, "choice": "yes"}, 422)
    table.page("red").get_by_role("button", name="Nein, nicht mehr fragen").tap()
    expect(page.get_by_role("alert")).to_have_text(
        "Niemand hat zugestimmt. Sprecht euch am Tisch ab und fragt noch einmal."
    )
    page.get_by_role("button", name="Hier weiterspielen").tap()
    expect(page.get_by_role("alert")).to_contain_text("möchte danach nicht mehr gefragt werden")
    assert table.state()["seats"]["red"]["name"] == "Anna" and table.state()["knocks"] == []


def test_strangers_block_nothing_and_are_limited(table: Round, planned: Planned, browser: Browser) -> None:
    step = stepped(table, planned)
    page = stranger(table, browser, "red")
    expect(page.get_by_role("alert")).to_have_text("Am Tisch wird gefragt …")
    assert take_back(table, step.seat)["type"] in ("undo", "replace")
    assert {each["type"] for each in (table.state("white")["ask"], *table.state()["knocks"])} == {"undo", "replace"}
    code = table.state()["code"]
    status = []
    for number in range(10):
        fresh = context(browser)
        message = {"code": code, "seat": "black", "name": f"Fremd {number}"}
        status.append(fresh.request.post(f"{table.host.url}/api/join", data=message).status)
        fresh.close()
    assert status == [200, 200, *[422] * 8] and len(table.state()["knocks"]) == 3
    page.get_by_role("button", name="Doch nicht").tap()
    expect(page.get_by_role("button", name="Hier weiterspielen")).to_be_visible()
    assert [each["data"]["seat"] for each in table.state()["knocks"]] == ["black", "black"]


def test_a_seat_that_lost_its_phone_is_told_and_the_new_one_plays(table: Round, browser: Browser) -> None:
    page = stranger(table, browser, "red")
    table.page("red").get_by_role("button", name="Einverstanden").tap()
    page.wait_for_url("**/play")
    table.page("red").wait_for_url("**/join?lost=1")
    expect(table.page("red").get_by_role("status")).to_contain_text("gehört jetzt einem anderen Telefon")


def test_a_second_tab_says_so_and_either_goes_on(table: Round) -> None:
    first = table.page("red")
    second = first.context.new_page()
    second.goto(f"{table.host.url}/play")
    expect(first.get_by_text("Dein Platz ist in einem anderen Fenster offen.")).to_be_visible()
    expect(first.locator("[data-banner]")).to_be_hidden()
    first.get_by_role("button", name="Hier weiterspielen").tap()
    expect(first.locator("body[data-offline]")).to_have_count(0)
    expect(second.get_by_text("Dein Platz ist in einem anderen Fenster offen.")).to_be_visible()
    second.close()


def test_the_fourth_is_told_that_the_table_is_full_and_watches(table: Round, browser: Browser) -> None:
    page = context(browser).new_page()
    page.goto(f"{table.host.url}/join?code={table.state()['code']}")
    expect(page.get_by_role("heading", name="Der Tisch ist voll")).to_be_visible()
    page.get_by_label("Dein Name").fill("Vierte")
    page.get_by_role("button", name="Hier weiterspielen").tap()
    expect(page.get_by_role("alert")).to_have_text("Tippe einen Platz an.")
    page.get_by_role("link", name="Nur zuschauen").tap()
    page.wait_for_url(f"{table.host.url}/")
    expect(page.locator("#ask h1")).to_contain_text("wirft um den Anfang")


def test_a_seat_whose_phone_is_away_is_freed_and_offered(table: Round) -> None:
    table.page("red").close()
    page = table.page("black")
    page.locator("[data-open=sheet-more]").tap()
    button = page.locator("[data-key=free-red]")
    button.tap()
    expect(button).to_have_text("Wirklich frei machen? Noch einmal tippen")
    expect(page.locator("[data-key=free-white]")).to_have_count(0)
    button.tap()
    expect(page.locator("#ask h1")).to_have_text("Rot ist frei: wer spielt weiter?")
    expect(page.locator("#ask p")).to_contain_text(table.state("black")["code"])
    page.get_by_role("button", name="An diesem Telefon mitspielen").tap()
    expect(page.locator("[data-pad]")).to_be_visible()
    assert table.state("black")["seats"]["red"]["taken"]


def test_other_people_begin_a_new_evening(hasty: Round, browser: Browser) -> None:
    for seat in hasty.phones:
        hasty.page(seat).goto("about:blank")
    page = context(browser).new_page()
    page.goto(f"{hasty.host.url}/join?code={hasty.state()['code']}")
    page.get_by_label("Dein Name").fill("Dora")
    page.get_by_role("button", name="Neuer Abend").tap()
    page.wait_for_url("**/join?code=*")
    expect(page.get_by_role("heading", name="Der Tisch ist voll")).to_have_count(0)
    Phone(page, hasty.host.url).join(hasty.state()["code"], "red", "Dora")
    assert not any(each["taken"] for seat, each in hasty.state()["seats"].items() if seat != "red")


def test_the_sheet_of_a_new_game_shows_what_holds_and_keeps_it(table: Round) -> None:
    page = table.page("red")
    page.goto(f"{table.host.url}/new")
    expect(page.locator("[name=ruleset]:checked")).to_have_value("noris-1985")
    expect(page.locator("[data-of=must_leave_labyrinth] p[data-says]")).to_contain_text("darf dort bleiben")
    page.locator("#set-must_leave_labyrinth").select_option("true")
    expect(page.locator("[data-of=must_leave_labyrinth] p[data-says]")).to_contain_text("muss ein Magier")
    expect(page.locator("[data-of=must_leave_labyrinth] [data-differs]")).to_be_visible()
    page.get_by_role("button", name="Çelik nach oben").tap()
    page.get_by_role("button", name="Çelik nach oben").tap()
    expect(page.locator("[data-moved]")).to_have_text("Çelik: Platz 1")
    page.get_by_role("button", name="Spiel beginnen").tap()
    page.wait_for_url("**/play")
    for seat in ("black", "white"):
        asked = table.page(seat).locator("#ask")
        expect(asked).to_contain_text("Das jetzige Spiel endet.")
        expect(asked).to_contain_text("Der Magier muss das Labyrinth verlassen: ja statt nein.")
        expect(asked).to_contain_text("Neue Sitzordnung: Çelik, Anna, Björn.")
        table.page(seat).get_by_role("button", name="Einverstanden").tap()
        expect(table.page(seat).get_by_role("button", name="Einverstanden")).to_have_count(0)
    assert table.state()["view"]["seats"] == ["white", "red", "black"]
    page.goto(f"{table.host.url}/new")
    expect(page.locator("#set-must_leave_labyrinth")).to_have_value("true")
    assert page.locator(".sits").evaluate_all("each => each.map(e => e.dataset.seat)") == ["white", "red", "black"]
    page.get_by_role("button", name="Spiel beginnen").tap()
    expect(table.page("black").locator("#ask")).to_contain_text("Alles bleibt, wie ihr es gewählt habt.")


def test_seats_are_dragged_into_their_order(table: Round) -> None:
    page = table.page("red")
    page.goto(f"{table.host.url}/new")
    page.locator("[data-order]").evaluate("list => list.scrollIntoView({ block: 'center' })")
    box, last = page.locator("[data-grip]").first.bounding_box(), page.locator(".sits").last.bounding_box()
    assert box is not None and last is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, last["y"] + last["height"] / 2, steps=8)
    page.mouse.up()
    assert page.locator(".sits").evaluate_all("each => each.map(e => e.dataset.seat)") == ["black", "white", "red"]


def test_another_rule_set_brings_its_own_settings(table: Round) -> None:
    page = table.page("red")
    page.goto(f"{table.host.url}/new")
    choose(page, "[name=ruleset][value=kurzregel]")
    expect(page.locator("#set-fate")).to_have_value('"both"')
    expect(page.locator("[data-differs]:visible")).to_have_count(0)
    page.get_by_role("button", name="Spiel beginnen").tap()
    asked = table.page("black").locator("#ask .lines li")
    expect(asked).to_have_text(["Regelwerk: Kurzregel statt Original von 1985."])
