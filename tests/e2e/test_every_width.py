"""Every page fits every screen in every language: nothing sideways, no word cut."""

from __future__ import annotations

from itertools import product

from playwright.sync_api import Browser

from companion.games.dreimagier import GAME
from tests.e2e.phone import context
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.round import Round
from tests.e2e.test_languages import speaks
from tests.e2e.test_phones import WIDTHS, Course, everybody

LANGUAGES = ("de", "en", "nl", "fr", "it")
PAGES = (
    "/",
    "/join",
    "/play",
    "/setup",
    "/setup/steps",
    "/setup/ways",
    "/setup/kept",
    "/eye/thrown",
    "/rules",
    "/after",
)
WIDE = """() => [document.documentElement.scrollWidth > innerWidth && 'the page',
  ...[...document.querySelectorAll('button, .button, h1, h2, h3, p, th, td, label, .chip b, .chip span')]
    .filter((el) => el.checkVisibility({ visibilityProperty: true }) && !el.closest('.unseen, dialog:not([open])')
      && !el.classList.contains('unseen') && el.clientWidth && el.scrollWidth > el.clientWidth + 1)
    .map((el) => `${el.tagName} ${el.textContent.trim().slice(0, 40)}`)].filter(Boolean)"""


def test_nothing_is_cut_or_sideways(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    Course(planned, phone).until("move")
    for language, path in product(LANGUAGES, PAGES):
        speaks(phone.page, host, language, path)
        phone.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for width, height in WIDTHS:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(WIDE) == [], f"{language} {path} {width}"


WALLS = ((1280, 800), (1024, 768), (1920, 1080))
BELOW = """() => {
  const side = document.querySelector('.side');
  const over = (box) => box.scrollHeight - box.clientHeight > 1;
  return [over(side) && 'the column', over(document.documentElement) && 'the page',
    ...[...side.querySelectorAll('button, a, p, h2, b, span, svg, li')].filter((el) => {
      const box = el.getBoundingClientRect();
      return el.checkVisibility() && !el.closest('.unseen') && box.height && box.bottom > innerHeight + 1;
    }).map((el) => el.outerHTML.slice(0, 80))].filter(Boolean);
}"""


def kinds(planned: Planned) -> dict[str, int]:
    """How many steps of the game lie before the first of each kind; after a duel everything is said that moved."""
    found: dict[str, int] = {}
    for number, step in enumerate(planned.steps):
        view = GAME.view(step.position, step.seat)
        wanted = view["throw_wanted"] or {}
        found.setdefault(f"{view['asked'][0]['kind']} {wanted.get('kind', '')}", number)
        if number and planned.steps[number - 1].action["type"] == "stop" and "duel" not in view["asked"][0]["kind"]:
            found.setdefault("after a duel", number)
    return found


def test_nobody_scrolls_a_table_page(host: Host, browser: Browser, planned: Planned) -> None:
    table = Round(host, browser)
    wall = context(browser, *WALLS[0]).new_page()
    wall.goto(host.url)
    before = 0
    for kind, number in kinds(planned).items():
        for step in planned.steps[before:number]:
            table.act(step.seat, step.action)
        before = number
        seq = table.state()["seq"]
        wall.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq)
        for width, height in WALLS:
            wall.set_viewport_size({"width": width, "height": height})
            assert wall.evaluate(BELOW) == [], f"{kind} {width}"
    for language in LANGUAGES:
        speaks(table.phones["red"].page, host, language, "/")
        for width, height in WALLS:
            table.page("red").set_viewport_size({"width": width, "height": height})
            assert table.page("red").evaluate(BELOW) == [], f"{language} {width}"
    assert before > 10


UNDER = """() => {
  const dock = document.querySelector('.dock').getBoundingClientRect();
  const board = document.querySelector('.board').getBoundingClientRect();
  const beside = getComputedStyle(document.querySelector('main')).display === 'contents';
  const low = beside ? innerHeight : dock.top;
  return [board.bottom > low + 1 && `the board ends at ${board.bottom}, the dock begins at ${low}`,
    board.height < 68 && 'the board is too small', document.querySelector('.pad') === null && 'nothing to type',
    document.querySelector('#now').innerText.trim() === '' && 'nothing has moved'].filter(Boolean);
}"""


MORE = "(line, most) => { while (line.parentElement.children.length < most) line.after(line.cloneNode(true)); }"


def moved(table: Round) -> bool:
    """Whether the strip says what moved by itself."""
    return 'class="now"' in table.page("red").request.get(f"{table.host.url}/play").text()


def test_the_whole_board_stands_above_the_dock_while_a_throw_is_typed(
    host: Host, browser: Browser, planned: Planned
) -> None:
    """Also with all that has moved by itself in the strip above it."""
    table = Round(host, browser)
    step = table.play(planned, lambda step: step.action["type"] == "throw" and moved(table))
    page = table.page(step.seat)
    for language in LANGUAGES:
        speaks(page, host, language, "/play")
        for lines, (width, height) in product((1, 3), WIDTHS):
            page.locator("#now li").first.evaluate(MORE, lines)
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(UNDER) == [], f"{language} {width} {lines} lines"
