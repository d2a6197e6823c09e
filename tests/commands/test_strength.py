"""``dreimagier strength``, ``train`` and ``analyse``: intervals, rotated seats, the same from the same seed."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.commands import fitting, train
from companion.commands.intervals import share
from companion.commands.strength import firsts
from companion.commands.train import groups
from companion.games.dreimagier.actions import to_json
from companion.games.dreimagier.ghost.arena import named
from companion.games.dreimagier.ghost.features import NAMES
from companion.games.dreimagier.ghost.value import STAGES, Fit, Value, kind_of
from tests.games.ghost.evenings import drawer, evening, first


def call(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, list(args))
    assert result.exit_code == code, result.output
    return result


def test_wilsons_interval() -> None:
    """The worked figures of the score interval for 10 of 20, and the borders."""
    found = share(10, 20)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2993, 0.7007)
    assert share(0, 10).low == pytest.approx(0) and share(10, 10).high == pytest.approx(1) and share(0, 0).of == 0


def test_a_match_is_the_same_from_the_same_seed() -> None:
    command = ("strength", "--player", "greedy", "--against", "random", "--games", "9", "--board", "tiny", "--json")
    one, other = (json.loads(call(*command).output)["won"] for _ in range(2))
    assert one == other and one["of"] == 9 and one["count"] > 5


def test_the_ghost_beats_two_greedy_players() -> None:
    """A small sample of the bar (45 of 100 games); training.txt tells the fitted one."""
    command = ("strength", "--against", "greedy", "--games", "30", "--board", "tiny", "--json")
    assert json.loads(call(*command).output)["won"]["share"] > 0.4


def test_training_writes_weights_that_strength_can_read(tmp_path: Path) -> None:
    few = ("--games", "45", "--own", "1", "--duels", "3", "--told", "1")
    call("train", *few, "--board", "tiny", "--ruleset", "noris-1985,kurzregel", "--out", str(tmp_path))
    fits = json.loads((tmp_path / "weights.json").read_text())
    assert set(fits) == {"free", "held"}
    for found in fits.values():
        cards = sum(weight for name, weight in found["weights"].items() if name.endswith(("-card", "-cards")))
        assert set(found["weights"]) == set(NAMES) and cards > 0
        assert len(found["sharpness"]) == len(STAGES) + 1 and min(found["sharpness"]) > 0
    log = (tmp_path / "training.txt").read_text()
    assert log.count("45 games") == 2 and log.count("against two greedy") == 2 and log.count("told 60% to 70%") == 2
    file = str(tmp_path / "weights.json")
    call("strength", "--player", file, "--against", "random", "--games", "3", "--board", "tiny")
    call("strength", "--player", str(tmp_path / "none.json"), "--games", "3", code=2)
    call("strength", "--player", "nobody", "--games", "3", code=2)


def test_reliability_is_told_in_ten_lines() -> None:
    lines = call("strength", "--reliability", "--games", "3", "--board", "tiny").output.splitlines()
    assert len(lines) == 10 and all("told" in line and "won" in line for line in lines)


def test_the_fit_finds_weights_that_made_the_games() -> None:
    """Winners drawn by known weights: they come back, and a factor on them is found again."""
    rng = np.random.default_rng(5)
    true = rng.normal(size=len(NAMES))
    features = rng.normal(size=(10_000, 3, len(NAMES))) * 0.3
    chances = fitting.chances(features, true)
    winners = np.array([rng.choice(3, p=row) for row in chances])
    data = fitting.Rows(features, np.arange(len(winners)) % 2, winners)
    assert np.abs(fitting.fit(data) - true).max() < 0.25
    assert fitting.sharpness(data, true / 1.5) == pytest.approx(1.5, abs=0.12)
    assert fitting.loss(data, true) < fitting.loss(data, true * 0) == pytest.approx(np.log(3))
    assert len(fitting.rows([]).of(0).winners) == 0, "games without a winner teach nothing"
    assert (data.of(1).features == data.features[1::2]).all() and len(data.of(2).winners) == 0
    assert Value({}).odds(first()) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_a_record_is_analysed_as_text_json_and_csv(tmp_path: Path) -> None:
    start = first(board="tiny")
    file = tmp_path / "evening.jsonl"
    steps = evening(start, "told", named("greedy"))
    lines = [start.setup.header, *(to_json(start.setup, action) for _, action in steps)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = json.loads(call("analyse", str(file), "--json").output)
    assert set(found) == {"odds", "players", "steps"} and len(found["players"]["red"]["moments"]) == 3
    text = call("analyse", str(file)).output
    assert text.count("luck") >= 3 and "best was" in text
    rows = call("analyse", str(file), "--csv").output.splitlines()
    assert len(rows) == 1 + len(found["steps"]) and rows[0].startswith("step,seat,kind")
    file.write_text("nonsense")
    call("analyse", str(file), code=2)


def test_how_long_a_game_will_be_tells_the_fit_nothing() -> None:
    """As many decisions of an hour are learned from in a long game as in a short one: a leader who wins in time made
    what was told too sure where the positions of every game were thinned to the same number."""
    lengths, start = [], first(board="tiny")
    for moves in (40, 400):
        seen = train.Watched()
        player = seen.by(lambda position, draw: ("stay",))
        for _ in range(moves):
            player(start, drawer("x"))
            seen(start)
            seen(start)  # where nobody decided anything there is nothing to learn to choose
        lengths.append(len(seen.game(0)[0]))
    assert lengths == [40 // train.APART, 400 // train.APART]


def test_a_kind_of_game_has_weights_of_its_own() -> None:
    """Where the labyrinth holds figures other things count; what is fitted for one kind says nothing of the other."""
    value = Value({"held": Fit({"throws-next": 1.0})})
    free, held = first(ruleset="noris-1985"), first(ruleset="kurzregel")
    assert value.odds(free) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert value.odds(held)[0] > 0.5
    assert kind_of(first(ruleset="kurzregel", settings={"labyrinth_exit": "222-or-111"}).setup.rules) == "held"
    assert set(groups(firsts("default,tiny", "noris-1985,kurzregel,noris-2010"))) == {"free", "held"}


def test_each_stage_has_its_sharpness() -> None:
    """The more cards somebody holds the nearer the end."""
    value = Value({"free": Fit({"one-card": 1.0}, (0.0, 1.0, 2.0))})
    start = first()
    found = []
    for cards in (7, 15, 63):
        position = start.__copy__()  # type: ignore[attr-defined]
        position.cards = (cards, 0, 0)
        found.append(value.odds(position)[0])
    assert found == pytest.approx([1 / 3, math.e / (math.e + 2), math.e**2 / (math.e**2 + 2)])
