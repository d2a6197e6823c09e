"""Games that are no part of the product, on the real host and its pages: the toy game, and one of forty lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import Json
from tests.e2e.axe import violations
from tests.e2e.joining import join, state
from tests.e2e.phone import Phone
from tests.e2e.programs import Host

TOY = Path(__file__).parent / "toy"
SEATS = ("north", "east", "south", "west", "up", "down")

RULES = '''
"""A heap of pebbles: each in turn takes one or two; who takes the last has won."""
import msgspec
from companion.games import Game, Question

class Heap(msgspec.Struct, frozen=True):
    seats: tuple[str, ...]
    pebbles: int
    turn: int = 0

class Pebbles(Game[Heap]):
    name = "pebbles"
    open_information = True
    def header(self, options):
        return {"game": self.name, "seats": options.get("seats", ["left", "right"]), "pebbles": 4}
    def start(self, header):
        return Heap(tuple(header["seats"]), header["pebbles"])
    def asked(self, position):
        return (Question(position.seats[position.turn], "take"),) if position.pebbles else ()
    def legal(self, position):
        return tuple({"type": "take", "count": n} for n in (1, 2) if n <= position.pebbles)
    def apply(self, position, action):
        self.require(position, action)
        after = Heap(position.seats, position.pebbles - action["count"], (position.turn + 1) % len(position.seats))
        return after, ({"type": "took", "seat": position.seats[position.turn], "count": action["count"]},)
    def view(self, position, role):
        asked = [{"seat": each.seat, "kind": each.kind} for each in self.asked(position)]
        return {"game": self.name, "asked": asked, "legal": self.legal(position), "pebbles": position.pebbles}
    def encode(self, position):
        return msgspec.to_builtins(position)
    def decode(self, data):
        return msgspec.convert(data, Heap)

GAME = Pebbles()
'''
FACE = """
from companion.web.pages.face import Face
FACE = Face("pebbles", "companion.web.games.pebbles")
"""
STAGE = '<p class="serif" data-heap>{{ "●" * view.pebbles }}</p>\n'
WORDS = {
    "title": "Kiesel",
    "ask.take.mine": "Wie viele nimmst du?",
    "ask.take.other": "{name} nimmt",
    "do.take": {"one": "Einen Kiesel", "other": "{count} Kiesel"},
    "event.took": {"one": "{name} nimmt einen Kiesel.", "other": "{name} nimmt {count} Kiesel."},
}


def pebbles(folder: Path) -> Path:
    """A game of forty lines as a package of rules and one of a face."""
    rules, face = folder / "games" / "pebbles", folder / "faces" / "pebbles"
    for each in (rules, face / "templates" / "pebbles", face / "words"):
        each.mkdir(parents=True)
    (rules / "__init__.py").write_text(RULES)
    (face / "__init__.py").write_text(FACE)
    (face / "templates" / "pebbles" / "stage.html").write_text(STAGE)
    (face / "words" / "de.json").write_text(json.dumps(WORDS))
    assert len(RULES.strip().splitlines()) <= 40
    return folder


def serving(data: Path, game: str, added: Path, seats: tuple[str, ...]) -> Host:
    """A host of a fresh folder that is set to a game."""
    data.mkdir()
    (data / "settings.toml").write_text(f'game = "{game}"\n[game_options]\nseats = {json.dumps(seats)}\n')
    return Host(data, added=added)


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Host]:
    """The toy game for six."""
    with serving(tmp_path / "toy", "toy", TOY, SEATS) as host:
        yield host


def tap(phone: Phone, label: str) -> None:
    """One of the buttons of the actions, by its words."""
    phone.page.locator("#actions").get_by_role("button", name=label, exact=True).tap()
    expect(phone.page.locator("body[data-busy]")).to_have_count(0)


def test_six_phones_play_the_toy_game_to_its_end(toy: Host, browser: Browser) -> None:
    phones = {seat: join(toy, browser, seat) for seat in SEATS}
    north, down = phones["north"], phones["down"]
    for phone in phones.values():
        expect(phone.page.locator("#ask h1")).to_have_text("Such dir heimlich eine Zahl aus")
    for number, (seat, phone) in enumerate(phones.items()):
        tap(phone, str(number % 3 + 1))
        expect(phone.page.locator(f"[data-of={seat}] [data-pick]")).to_have_text(str(number % 3 + 1))
    expect(down.page.locator("[data-of=north] [data-pick]")).to_have_text("…")
    tap(down, "Winken")
    expect(north.page.locator("#ask h1")).to_have_text("Wirf den Würfel")
    tap(north, "3")
    for phone in phones.values():
        expect(phone.page.locator("#ask h1")).to_have_text("Das Spiel ist aus")
    expect(down.page.locator("[data-of=north] [data-pick]")).to_have_text("1")
    tap(north, "Winken")
    expect(down.page.locator(".history li").first).to_contain_text("North winkt.")
    down.page.goto(f"{toy.url}/after")
    expect(down.page.get_by_role("heading", name="Das Spiel ist aus")).to_be_visible()
    assert [fault for phone in phones.values() for fault in phone.faults] == []


def test_on_one_device_nobody_sees_what_is_not_for_him(toy: Host, browser: Browser) -> None:
    phone = join(toy, browser, *SEATS)
    page, picks = phone.page, phone.page.locator("[data-pick]")
    for seat in SEATS:
        expect(page.get_by_role("group", name="Gib das Gerät weiter. Wer schaut jetzt hinein?")).to_be_visible()
        assert "1" not in "".join(picks.all_text_contents()), "covered, and no pick is in the page"
        tap(phone, f"Ich bin {seat.title()}")
        expect(page.locator("#ask h1")).to_have_text("Such dir heimlich eine Zahl aus")
        tap(phone, "1")
    tap(phone, "Ich bin North")
    tap(phone, "1")
    expect(page.locator("#ask h1")).to_have_text("Das Spiel ist aus")
    expect(picks.first).to_have_text("1")
    expect(page.locator("#actions .cover")).to_have_count(0)
    # the next game has secrets again, and North is not the one who holds the device
    assert page.request.post(f"{toy.url}/api/new", data=_new(page, toy)).ok
    while state(page, toy)["ask"]:
        tap(phone, "Einverstanden")
    expect(page.get_by_role("group", name="Gib das Gerät weiter. Wer schaut jetzt hinein?")).to_be_visible()
    assert phone.faults == []


def _new(page: Page, host: Host) -> Json:
    return {"seq": state(page, host)["seq"], "request": "again", "seat": "north", "options": {}}


def test_a_browser_is_told_no_secret_before_it_is_uncovered(toy: Host, browser: Browser) -> None:
    phone = join(toy, browser, "north", "east")
    tap(phone, "Ich bin North")
    tap(phone, "3")
    for path in ("/play", "/fragments?page=play", "/"):
        assert "data-pick>3<" not in phone.page.request.get(toy.url + path).text()
    assert (
        "data-pick>3<"
        in phone.page.request.get(f"{toy.url}/fragments?page=play&seat=north").json()["fragments"]["stage"]["html"]
    )
    strange = phone.page.request.get(f"{toy.url}/fragments?page=play&seat=south").json()["fragments"]
    assert "data-uncover" in strange["actions"]["html"], "a seat that is not held cannot be uncovered"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568), (1280, 800)])
def test_the_shells_pages_are_whole_for_a_game_without_board(
    toy: Host, browser: Browser, width: int, height: int
) -> None:
    phone = join(toy, browser, "north", "east", width=width, height=height)
    for path in ("/play", "/", "/join", "/setup", "/after"):
        phone.page.goto(toy.url + path)
        expect(phone.page.locator("h1").first).to_be_visible()
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert phone.page.evaluate(wide) <= 0, path
        assert violations(phone.page) == [], path
    phone.page.goto(f"{toy.url}/setup")
    expect(phone.page.get_by_text("Kamera")).to_have_count(0)
    assert phone.faults == []


def test_a_game_of_forty_lines_is_added_and_played(tmp_path: Path, browser: Browser) -> None:
    added = pebbles(tmp_path / "added")
    with serving(tmp_path / "table", "pebbles", added, ("left", "middle", "right")) as host:
        phone = join(host, browser, "left", "middle", "right")
        expect(phone.page).to_have_title("Kiesel")
        # the last pebble is the only thing left to do, so the table takes it
        for label, heap in (("2 Kiesel", "●●"), ("Einen Kiesel", "")):
            tap(phone, label)
            expect(phone.page.locator("[data-heap]")).to_have_text(heap)
        expect(phone.page.locator("#ask h1")).to_have_text("Das Spiel ist aus")
        record = phone.page.request.get(f"{host.url}/api/record").text().splitlines()
        assert json.loads(record[0])["game"] == "pebbles" and len(record) == 4
        assert phone.faults == []


def test_what_happens_in_passing_reaches_the_scripts_of_an_open_page_once(tmp_path: Path, browser: Browser) -> None:
    added = pebbles(tmp_path)
    passing = "    def passing(self, events, role):\n        return events\n"
    rules = added / "games" / "pebbles" / "__init__.py"
    rules.write_text(RULES.replace("    def encode", passing + "    def encode", 1))
    with serving(tmp_path / "data", "pebbles", added, ("left", "right")) as host:
        left, right = join(host, browser, "left"), join(host, browser, "right")
        right.page.evaluate(
            "() => { window.seen = []; addEventListener('passing', ({ detail }) => seen.push(detail.said), true); }"
        )
        tap(left, "2 Kiesel")
        right.page.wait_for_function("() => seen.length === 1")
        tap(right, "Einen Kiesel")
        right.page.wait_for_function("() => seen.length === 2")
        # the last pebble is taken by the table, in the same moment
        last = ["Right nimmt einen Kiesel.", "Left nimmt einen Kiesel."]
        assert right.page.evaluate("() => seen") == [["Left nimmt 2 Kiesel."], last]
