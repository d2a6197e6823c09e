"""A game whose throws are plain numbers that people type, without an eye: doubted and put right as every throw."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.e2e.test_other_games import join, serving, state, tap

RULES = '''
"""Each rolls one die in turn."""
import msgspec
from companion.games import Game, Question, ThrowWanted

ROLLS = [{"type": "roll", "value": n} for n in range(1, 7)]

class Cup(msgspec.Struct, frozen=True):
    seats: tuple[str, ...]
    rolls: tuple[int, ...] = ()

class Dice(Game[Cup]):
    name = "dice"
    open_information = True
    def header(self, options):
        return {"game": self.name, "seats": options.get("seats", ["left", "right"])}
    def start(self, header):
        return Cup(tuple(header["seats"]))
    def asked(self, position):
        return tuple(Question(seat, "roll") for seat in position.seats[len(position.rolls):][:1])
    def legal(self, position):
        return ()
    def throw_wanted(self, position):
        return next((ThrowWanted(each.seat, "die", ("die",), {}, "top") for each in self.asked(position)), None)
    def is_chance(self, action):
        return action.get("type") == "roll"
    def why_not(self, position, action, seat=None):
        asked = [each.seat for each in self.asked(position)]
        takes = asked and action in ROLLS and seat in (None, *asked)
        return None if takes else super().why_not(position, action, seat)
    def apply(self, position, action):
        self.require(position, action)
        return Cup(position.seats, (*position.rolls, action["value"])), ({"type": "rolled", **action},)
    def view(self, position, role):
        asked = [{"seat": each.seat, "kind": each.kind} for each in self.asked(position)]
        return {"game": self.name, "asked": asked, "legal": [], "rolls": list(position.rolls)}
    def encode(self, position):
        return msgspec.to_builtins(position)
    def decode(self, data):
        return msgspec.convert(data, Cup)

GAME = Dice()
'''
FACE = """
from companion.web.pages.face import Face

class DiceFace(Face):
    def buttons(self, seen):
        rolls = [{"type": "roll", "value": n} for n in range(1, 7) if seen.mine]
        return [{"action": roll, "label": str(roll["value"]), "main": False} for roll in rolls]
    def thrown(self, told):
        return told
    def values(self, action, throw, t):
        return str(action["value"])
    def title(self, throw, seen):
        return seen.who.name(throw["seat"]) + " " + str(throw["action"]["value"])
    def rows(self, throw):
        return [{"value": n, "read": n == throw["action"]["value"]} for n in range(1, 7)]

FACE = DiceFace("dice", "companion.web.games.dice")
"""
STAGE = "<p>{{ view.rolls|join(' ') }}</p>\n"
PIECES = """{% macro piece(w, t, extra="") -%}{% endmacro %}
{% macro reading(rows, prefix, t, mark) -%}
<div data-of="die" role="group">
{% for row in rows %}
<button type="button" data-says="{{ row.value }}" aria-pressed="{{ 'true' if row.read else 'false' }}"
        {% if row.read %}data-read{% endif %} data-option='{"value": {{ row.value }}}'>{{ row.value }}</button>
{% endfor %}
</div>
{% endmacro %}
"""
WORDS = {"title": "Becher", "ask.roll.mine": "Würfle", "ask.roll.other": "{name} würfelt", "event.rolled": "{value}"}


def dice(folder: Path) -> Path:
    """The game as a package of rules and one of a face."""
    rules, face = folder / "games" / "dice", folder / "faces" / "dice"
    for each in (rules, face / "templates" / "dice", face / "words"):
        each.mkdir(parents=True)
    (rules / "__init__.py").write_text(RULES)
    (face / "__init__.py").write_text(FACE)
    (face / "templates" / "dice" / "stage.html").write_text(STAGE)
    (face / "templates" / "dice" / "pieces.html").write_text(PIECES)
    (face / "words" / "de.json").write_text(json.dumps(WORDS))
    return folder


def test_a_typed_roll_is_put_right_and_doubted(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "table", "dice", dice(tmp_path / "added"), ("left", "middle", "right")) as host:
        left, right = join(host, browser, "left"), join(host, browser, "right")
        assert state(left.page, host)["devices"] == {}, "it needs no eye and no lamps"
        tap(left, "3")
        expect(right.page.locator("#throws [data-option]")).to_have_count(6)
        right.page.locator("#throws [data-says='5']").dispatch_event("click")
        right.page.locator("#throws [data-reads]").dispatch_event("click")
        expect(left.page.locator("[data-key=vote-rewind]")).to_be_visible()
        ask = state(left.page, host)["ask"]
        assert (ask["type"], ask["data"]["action"]) == ("correction", {"type": "roll", "value": 5})
        left.page.locator("[data-key=vote-rewind]").tap()
        expect(right.page.locator("#stage")).to_have_text("5")
        body = {"seq": state(right.page, host)["seq"], "request": "d", "seat": "right"}
        assert right.page.request.post(f"{host.url}/api/dispute", data=body).ok
        for phone in (left, right):
            phone.page.locator("[data-speaks=vote] [data-says='6']").tap()
            phone.page.locator("[data-key=judge-say]").tap()
        expect(right.page.locator("#stage")).to_have_text("6")
        assert state(right.page, host)["view"]["rolls"] == [6]
        assert left.faults == right.faults == []
