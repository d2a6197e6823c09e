"""The ghost's choices: legal, the same from the same seed, seen from its seat, exact over chance."""

from __future__ import annotations

import pytest

from companion.games.dreimagier import GAME
from companion.games.dreimagier.actions import parse, to_json
from companion.games.dreimagier.ghost import duels
from companion.games.dreimagier.ghost.arena import named
from companion.games.dreimagier.ghost.expectation import Expectation, mixed
from companion.games.dreimagier.ghost.features import NAMES, features
from companion.games.dreimagier.ghost.levels import LEVELS, Level, choose, decide, pick
from companion.games.dreimagier.ghost.value import fitted
from companion.games.dreimagier.odds import solve
from companion.games.dreimagier.play import legal_actions, step
from companion.games.dreimagier.position import DUEL_THROW, MOVE, PIP, SPELL, Position
from companion.games.dreimagier.setup import setup_from
from companion.games.dreimagier.wands import COLOURS
from tests.games.ghost.evenings import choices, drawer, evening, first

BOARDS, RULESETS = ("default", "forks", "tiny"), ("noris-1985", "kurzregel", "noris-2010")
ALL = [(board, ruleset) for board in BOARDS for ruleset in RULESETS]


@pytest.mark.parametrize(("board", "ruleset"), ALL)
def test_every_choice_is_legal_on_every_board_and_rule_set(board: str, ruleset: str) -> None:
    for level in LEVELS:
        for position in choices(first(board=board, ruleset=ruleset), level, 60):
            assert decide(position, LEVELS[level], drawer("x")) in legal_actions(position)


@pytest.mark.parametrize("ruleset", ["noris-1985", "kurzregel"])
def test_the_view_of_a_seat_is_enough_to_choose(ruleset: str) -> None:
    start = first(ruleset=ruleset)
    header = start.setup.header
    for number, position in enumerate(choices(start, "view", 250)):
        seat = COLOURS[number % 3]
        chosen = choose(header, GAME.view(position, seat), "middle", drawer(str(number)))
        assert chosen == to_json(position.setup, decide(position, LEVELS["middle"], drawer(str(number))))


def test_the_same_seed_chooses_the_same_and_the_position_stays() -> None:
    for position in choices(first(), "again", 200):
        before = GAME.encode(position)
        one, other = (decide(position, LEVELS["child"], drawer("7")) for _ in range(2))
        assert one == other and GAME.encode(position) == before


def test_a_board_from_a_file_needs_no_training() -> None:
    toml = first(board="tiny").setup.board.toml.replace('["tower", "k"]', '["tower", "k", "k2"]')
    toml = toml.replace("k = [440, 40]", "k = [440, 40]\nk2 = [460, 20]").replace("k = [9]", "k = [9]\nk2 = [20]")
    start = first(board={"toml": toml})
    assert len(setup_from(start.setup.header).names) == 21
    assert len(evening(start, "own-board", most=60)) == 60


def test_a_win_within_reach_is_never_let_go() -> None:
    """Where this move can win for sure, the strong ghost's action leaves it sure."""
    found = 0
    games = [evening(first(board="tiny"), seed, named("greedy")) for seed in "abcdefghijkl"]
    for position in (each for game in games for each, _ in game):
        wins = [step(position, action)[0] for action in legal_actions(position) if position.phase == MOVE]
        if any(after.winner == position.mover for after in wins):
            found += 1
            after = step(position, decide(position, LEVELS["strong"], drawer("1")))[0]
            assert Expectation(fitted()).odds(after)[position.mover] == pytest.approx(1)
    assert found


def test_the_odds_of_a_spell_are_the_mean_of_all_its_throws() -> None:
    spells = [position for position, _ in evening(first(), "spell") if position.phase == SPELL]
    assert spells
    for position in spells[:3]:
        mind = Expectation(fitted())
        faces = [(a, b, c) for a in range(3) for b in range(3) for c in range(3)]
        each = [(1 / 27, mind.odds(step(position, ("throw", ((-1, -1, -1), hidden)))[0])) for hidden in faces]
        assert mind.fresh().odds(position) == pytest.approx(mixed(each))


def test_a_duel_is_weighed_by_its_exact_odds() -> None:
    opened = [position for position, _ in evening(first(), "duel") if position.phase == DUEL_THROW]
    whole = next(each for each in opened if each.duel and each.duel.throws == 0 and each.duel.lead is None)
    assert whole.duel is not None
    assert duels.chance_of(whole, whole.duel.side) == pytest.approx(float(solve().leader))


def test_a_duel_throw_neither_wins_nor_loses_on_average() -> None:
    """The odds before a throw are the mean of those after it: a martingale, by exact chances."""
    opened = [position for position, _ in evening(first(), "duel") if position.phase == DUEL_THROW]
    for position in opened[:8]:
        assert position.duel is not None
        fly = position.duel.fly
        mind = Expectation(fitted())
        throws = [(a, b, c) for a in range(3) for b in range(3) for c in range(3)]
        seen = [tuple(value if wand in fly else -1 for wand, value in enumerate(tops)) for tops in throws]
        each = [(1 / 27, mind.odds(step(position, ("throw", (tops, (-1, -1, -1))))[0])) for tops in seen]
        assert mind.fresh().odds(position) == pytest.approx(mixed(each))


def test_odds_sum_to_one_and_features_are_small() -> None:
    waiting: list[Position] = [position for position, _ in evening(first(), "odds") if position.phase == PIP]
    for position in waiting:
        assert sum(fitted().odds(position)) == pytest.approx(1)
        for row in features(position):
            assert len(row) == len(NAMES) and all(-1 <= number <= 4 for number in row)


def test_no_level_gives_away_more_than_it_may() -> None:
    odds = [0.5, 0.49, 0.43, 0.41]
    taken = {name: {pick(odds, level, drawer(f"{seed}")) for seed in range(300)} for name, level in LEVELS.items()}
    assert taken["strong"] == {0} and 3 not in taken["child"]
    assert taken["middle"] == {0, 1} and 2 in taken["child"]
    assert {pick([0.3, 0.3], Level(0, 0), drawer(str(seed))) for seed in range(50)} == {0, 1}


def test_actions_survive_the_border() -> None:
    for position in choices(first(), "border", 50):
        action = decide(position, LEVELS["strong"], drawer("1"))
        assert parse(position.setup, to_json(position.setup, action)) == action
