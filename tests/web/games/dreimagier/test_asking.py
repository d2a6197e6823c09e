"""What the one big question says: true under every rule set."""

from __future__ import annotations

import pytest

from companion.web.games.dreimagier import asking, board
from tests.games.situations import after, situation
from tests.web.games.dreimagier.faces import seen


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("noris-1985", "Magie: auf jeden magischen Platz."),
        ("kurzregel", "Magie: auf jedes Feld und jeden Platz."),
    ],
)
def test_magic_says_where_it_leads_under_these_rules(ruleset: str, said: str) -> None:
    position = situation(red=("forest", "e1"), board="default", ruleset=ruleset)
    position = after(position, "throw 100", "stay magician", "walk e2", "accept", "spell fff")
    position = after(position, "symbol magic") if seen(position).asked["kind"] == "symbol" else position
    assert seen(position).asked["kind"] == "magic"
    assert asking.headline(seen(position))["detail"] == said
    assert asking.headline(seen(position, "black"))["detail"] == said


@pytest.mark.parametrize(
    ("throw", "said"),
    [("100", "Magier: 1 Platz weit · Lehrling: 1 Feld"), ("210", "Magier: 2 Plätze weit · Lehrling: 3 Felder")],
)
def test_a_move_counts_its_places_and_fields(throw: str, said: str) -> None:
    position = after(situation(red=("sun", "e1"), board="default"), f"throw {throw}")
    assert asking.headline(seen(position))["detail"] == said


def test_a_tap_on_the_own_field_means_stay_where_the_apprentice_may() -> None:
    may = after(situation(red=("sun", "a1"), ruleset="noris-2010", board="default"), "throw 100")
    must = after(situation(red=("sun", "a1"), board="default"), "throw 100")
    stays = board.state(seen(may))["can"]["a1"]
    assert [each["action"] for each in stays] == [{"type": "stay", "figure": "apprentice"}]
    assert "a1" not in board.state(seen(must))["can"]
