"""People and ghosts in Chromium: handed over on the phone, thrown for, their wishes on the board now, taken back.

Three tables (one person and two ghosts, two persons and one, one that takes over and gives back), each with throws by
hand, from the simulated camera, and with lamps.  ``make test`` begins near the end; ``make prove`` plays whole games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.haunted import Haunted, late, shot
from tests.e2e.phone import WAIT_MS, Phone, context
from tests.e2e.programs import Host, Lamps, Sight
from tests.e2e.test_eye_game import OPEN_S, import_record

ONE, TWO, THREE = ("red",), ("red", "black"), ("red", "black", "white")


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Host]:
    """A host whose ghosts think for a moment."""
    data = tmp_path / "table"
    data.mkdir()
    (data / "settings.toml").write_text('ghost_s = 0.1\n[game_options]\nboard = "tiny"\n')
    with Host(data) as running:
        yield running


def one_person(evening: Haunted) -> None:
    evening.call("red", "black", "strong")
    evening.call("red", "white", "child")
    evening.play()
    assert evening.ghosts().keys() <= {"strong", "child"}
    assert len(evening.ghosts()) == 2 or not evening.whole, "near the end one of them may have nothing to choose"


def two_persons(evening: Haunted) -> None:
    evening.call("black", "white", "middle")
    evening.play()
    assert set(evening.ghosts()) == {"middle"}


def taken_over(evening: Haunted) -> None:
    """White goes for a while, the others agree, a ghost plays on; then white sits down again and plays to the end."""
    evening.play(4)
    white = evening.phones["white"]
    evening.call("white", "white", "strong")
    del evening.phones["white"]
    before = evening.throws["white"]
    while (evening.throws["white"] < before + 2 or not evening.ghosts()["strong"]) and evening.step():
        pass
    assert evening.ghosts()["strong"] > 0
    white.join(evening.code, "white", "Çelik")
    evening.phones["white"] = white
    wishes = evening.ghosts()["strong"]
    evening.play()
    assert evening.ghosts()["strong"] == wishes, "a ghost that gave its seat back has gone on"


TABLES: dict[str, tuple[tuple[str, ...], Callable[[Haunted], None]]] = {
    "one": (ONE, one_person),
    "two": (TWO, two_persons),
    "over": (THREE, taken_over),
}


LEFT = 10
"""So many steps before the end a short evening begins; from there on people's wands fall for one of them."""
LUCKY = "red"
SIZES = ((320, 568), (390, 844))


def played(
    host: Host, browser: Browser, table: str, eye: bool = False, left: int | None = None, lamps: bool = False
) -> None:
    """An evening to its end, ``left`` steps of it or all."""
    people, go = TABLES[table]
    evening = Haunted(host, browser, people, eye, LUCKY if left == LEFT else None)
    if lamps:
        for phone in evening.phones.values():  # the notice that they are simulated moves the board
            expect(phone.page.locator(".simulated")).to_be_visible(timeout=WAIT_MS)
    if left is not None:
        import_record(host, late(left))
        evening.whole = False
    go(evening)
    evening.check_end()
    shot(evening.page, f"end-{table}")


@pytest.mark.parametrize(
    "table", [pytest.param(table, marks=() if table == "two" else pytest.mark.prove) for table in TABLES]
)
def test_the_end_of_a_game_by_hand(quick: Host, browser: Browser, table: str) -> None:
    played(quick, browser, table, left=LEFT if table == "two" else 40)


@pytest.mark.prove
@pytest.mark.parametrize("table", TABLES)
def test_a_whole_game_by_hand_and_with_lamps(quick: Host, browser: Browser, table: str) -> None:
    lamps = Lamps(quick)
    played(quick, browser, table, lamps=True)
    told = context(browser).request.get(f"{quick.url}/api/state").json()
    assert told["devices"]["firmware"]["state"] == "ok" and told["simulated"]["lamps"]
    lamps.stop()


@pytest.mark.prove
@pytest.mark.parametrize("table", TABLES)
def test_a_game_with_the_camera(quick: Host, browser: Browser, table: str, cache: Path) -> None:
    sight = Sight(quick, "simulated:seed=4", cache).start()
    page = context(browser).new_page()
    page.goto(f"{quick.url}/table")
    page.wait_for_function(
        "url => fetch(url).then((it) => it.json()).then((it) => it.devices.vision.state === 'ok')",
        arg=f"{quick.url}/api/state",
        timeout=1000 * OPEN_S,
        polling=500,
    )
    played(quick, browser, table, eye=True, left=40)
    sight.kill()


def test_a_person_is_told_what_to_throw_and_what_to_move(quick: Host, browser: Browser) -> None:
    evening = Haunted(quick, browser, ONE)
    evening.call("red", "black", "strong")
    evening.call("red", "white", "child")
    phone: Phone = evening.phones["red"]
    while evening.throws["black"] < 3:
        evening.step()
        told = evening.told()
        phone.shows(told["seq"])
        wanted = told["view"]["throw_wanted"]
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            if wanted and wanted["seat"] != "red":
                expect(phone.page.locator("#ask h1")).to_contain_text("Geist")
                expect(phone.page.locator("#ask h1")).to_be_in_viewport()
            shot(phone.page, f"step-{told['seq']}")
    assert phone.faults == []
