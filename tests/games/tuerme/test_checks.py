"""The thirteen checks after every action of seeded games, over two to six seats, both variants and teams."""

from __future__ import annotations

import random

import pytest

from companion.games import Json
from companion.games.tuerme import checks, simulation
from companion.games.tuerme.box import SPELLS
from companion.games.tuerme.simulation import Broken, Tally, any_header, play
from tests.games.tuerme.games import played
from tests.games.tuerme.table import table


@pytest.mark.parametrize("seed", range(15))
def test_all_checks_hold_after_every_action(seed: int) -> None:
    tally, rng = Tally(), random.Random(f"checks-{seed}")
    play(any_header(rng.randrange), rng.randrange, tally)
    assert tally.finished == 1 and tally.actions > 50


def test_the_games_are_of_every_kind() -> None:
    headers = [any_header(random.Random(f"checks-{seed}").randrange) for seed in range(15)]
    assert {len(header["seats"]) for header in headers} == {2, 3, 4, 5, 6}
    assert {header["settings"]["mode"] for header in headers} == {"basic", "master"}
    assert {header["settings"]["teams"] for header in headers} == {"no", "yes"}


def test_a_broken_step_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = simulation.step

    def twice(position: object, action: object) -> tuple[object, tuple[Json, ...]]:
        after, events = honest(position, action)  # type: ignore[arg-type]
        after.full = (after.full[0] + 1, *after.full[1:])
        return after, events

    monkeypatch.setattr(simulation, "step", twice)
    rng = random.Random("broken")
    with pytest.raises(Broken, match="check 5"):
        play(any_header(rng.randrange), rng.randrange, Tally())


def test_events_and_floors_are_checked() -> None:
    begun = table({3: "b/1", 5: "y"}).do("card t2")
    moved = begun.do("tower t1")
    assert checks.check_step(begun.position, moved.position, moved.events) == []
    unfilled = tuple(event for event in moved.events if event["type"] != "bottle-filled")
    assert "check 7" in checks.check_step(begun.position, moved.position, unfilled)[0].text
    other = table({3: "b/1", 5: "y", 7: "b"})
    assert any("check 6" in fault.text for fault in checks.check_step(begun.position, other.position, ()))
    early = ({"type": "keep-moved", "from": 1, "to": 5, "rule": "K2"},)
    assert any("check 8" in fault.text for fault in checks.check_step(begun.position, begun.position, early))
    odd = ({"type": "sung", "rule": "V3"},)
    assert any("documented" in fault.text for fault in checks.check_step(begun.position, begun.position, odd))


def test_rare_things_happen_in_seeded_games() -> None:
    kinds, spells = set(), set()
    for seed in range(25):
        alone = {"spells": [SPELLS[seed // 2]]} if seed < 2 * len(SPELLS) else {}
        for _, action, _, events in played(f"rare-{seed}", mode="master", most=500, **alone):
            kinds |= {event["type"] for event in events}
            spells.add(action.get("spell"))
    assert kinds >= {"freed", "freed-nobody", "prevented", "after", "yielded", "shuffled", "goal", "swapped"}
    assert spells >= {"piggyback", "keep", "swap", "wizard_back", "tower_back", "free"}
