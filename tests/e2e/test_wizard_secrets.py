"""Bids that others may not see, in the browser: all that a phone and the table's screen get, twice, with other bids."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.phone import Phone, context
from tests.e2e.programs import Host
from tests.e2e.wizard import NAMES, THREE, Taps, serving, state
from tests.web.games.wizard.test_secrets import PATHS, TOKENS

HEARD = """window.heard = []; const plain = window.fetch;
window.fetch = async (...asked) => {
  const answer = await plain(...asked);
  if (!answer.body) return answer;
  const [one, other] = answer.body.tee();
  const said = [];
  window.heard.push([String(asked[0]), said]);
  const reader = other.pipeThrough(new TextDecoderStream()).getReader();
  const read = ({ value, done }) => done || (said.push(value), reader.read().then(read));
  const broken = () => String(asked[0]).startsWith("/live") || (said.length = 0);
  reader.read().then(read).catch(broken).then(() => { said.ended = true; });
  return new Response(one, answer);
};"""
"""Whatever the page asks for or has streamed to it is kept beside, as it comes."""
ALL_CAME = """() => window.heard.every(([path, said]) => path.startsWith("/live") || said.ended)"""
PRESENCE = "more"
"""The part that says whose phone is there: when it changes is a matter of the network, not of the game."""


def sent(page: Page) -> set[tuple[str, str]]:
    """Every version of every part that came to this page, and every other answer to it.

    Where the machine is busy, a page asks for the parts that its stream is late with: they are the same ones.
    """
    page.wait_for_function(ALL_CAME)
    found = set[tuple[str, str]]()
    for path, said in page.evaluate("window.heard.map(([path, said]) => [path, said.join('')])"):
        if path.startswith("/live"):
            found |= parts(*re.findall(r"event: fragments\ndata: (.*)\n\n", said))
        elif path.startswith("/fragments"):
            found |= parts(*filter(None, [said]))
        else:
            found.add((path, plain(said)))
    return {each for each in found if each[0] != PRESENCE}


def parts(*news: str) -> set[tuple[str, str]]:
    """The parts that these bring."""
    every = [each for said in news for each in json.loads(said)["fragments"].items()]
    return {(part, plain(each["html"])) for part, each in every}


def plain(text: str) -> str:
    """Without random names and the host's port."""
    return TOKENS.sub("*", re.sub(r"127\.0\.0\.1:\d+", "*", text))


def watching(browser: Browser, host: Host) -> Page:
    """The table's screen of a spectator."""
    page = context(browser).new_page()
    page.add_init_script(HEARD)
    page.goto(host.url)
    return page


def replaced(taps: Taps, browser: Browser, seat: str) -> None:
    """The phone is given up; another one takes the seat and hears all that it is told."""
    before = taps.page(seat)
    gone = {"request": f"gone at {state(before, taps.host)['seq']}", "seat": seat}
    assert before.request.post(f"{taps.host.url}/api/leave", data=gone).ok
    before.context.close()
    page = context(browser).new_page()
    page.add_init_script(HEARD)
    code = state(page, taps.host)["code"]
    assert page.request.post(f"{taps.host.url}/api/join", data={"code": code, "seat": seat, "name": NAMES[seat]}).ok
    page.goto(f"{taps.host.url}/play")
    taps.phones[seat] = Phone(page, taps.host.url)


class Evening:
    """A round with these bids of owl and stag; what fox and a spectator get is told after every step."""

    def __init__(self, host: Host, browser: Browser, owl: int, stag: int) -> None:
        self.host, self.browser, self.bids = host, browser, (owl, stag)
        self.taps = Taps(host, browser, THREE)
        replaced(self.taps, browser, "fox")
        self.table = watching(browser, host)

    def steps(self, mode: str) -> Iterator[str]:
        """One entry a step: pages that are waited for after each are streamed every state."""
        owl, stag = self.bids
        yield "seated"
        self.taps.noted(dict.fromkeys(THREE, 0), {"owl": 1})
        yield "a round"
        self.taps.act("owl", "turn", card="red")
        yield "turned"
        self.taps.act("owl", "bid", bid=(owl + 1) % 3)
        yield "one has bid"
        self.taps.act("owl", "bid", besides=True, bid=owl)
        yield "and changed it"
        self.taps.asks("fox", "Wie viele Stiche machst du?")
        self.taps.tap("fox", "1")
        yield "fox has bid"
        replaced(self.taps, self.browser, "fox")
        yield "fox has another phone"
        if mode == "secret":
            self.taps.act("stag", "bid", bid=stag)
            yield "locked"
            self.taps.act("owl", "trick", winner="stag")
            yield "a trick"

    def told(self) -> list[set[tuple[str, str]]]:
        """What both pages hold, were streamed, and may ask for."""
        fox, seq = self.taps.page("fox"), state(self.table, self.host)["seq"]
        for page in (fox, self.table):
            page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq)
        asked = {(path, plain(fox.request.get(self.host.url + path).text())) for path in (*PATHS, "/api/record")}
        shown = [{(part, plain(html)) for part, html in page.evaluate(PARTS)} for page in (fox, self.table)]
        return [asked, *shown, sent(fox), sent(self.table)]


PARTS = "[...document.querySelectorAll('[data-part]')].map((part) => [part.id, part.innerHTML])"
WHAT = ("asked for by fox", "on the page of fox", "on the table's screen", "streamed to fox", "streamed to the table")


def evening(folder: Path, browser: Browser, mode: str, *bids: int) -> list[tuple[str, list[set[tuple[str, str]]]]]:
    """All of it, step by step; the last step is the end of the round (hidden bids: all are in)."""
    with serving(folder, THREE, "stag", bids=mode) as host:
        played = Evening(host, browser, *bids)
        found = [(step, played.told()) for step in played.steps(mode)]
        if mode == "secret":
            played.taps.act("owl", "trick", winner="owl")
        else:
            played.taps.act("stag", "bid", bid=bids[1])
        found.append(("shown", played.told()))
        assert played.taps.faults == []
    return found


@pytest.mark.parametrize("mode", ["hidden", "secret"])
def test_a_phone_and_the_tables_screen_get_the_same_whatever_others_bid(
    tmp_path: Path, browser: Browser, mode: str
) -> None:
    one, other = (evening(tmp_path / name, browser, mode, *bids) for name, bids in (("one", (0, 2)), ("two", (2, 1))))
    for (step, mine), (_, twin) in zip(one[:-1], other[:-1], strict=True):
        for what, told, else_told in zip(WHAT, mine, twin, strict=True):
            assert told - else_told == set() == else_told - told, f"{step}: {what}"
    for what, told, else_told in zip(WHAT, one[-1][1], other[-1][1], strict=True):
        assert told != else_told, f"the comparison can fail: {what}"
