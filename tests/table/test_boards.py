"""The table's board: kept in the set-up, used by every new game, changed by one that was chosen here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import Fault, Invalid, Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.board import shipped_text
from companion.table import boards, games, knownboards, record
from companion.table.errors import Denied
from companion.table.setup import BOARDS, Setup
from companion.table.table import Table
from tests.games.toy import ToyGame
from tests.table.pocket import POCKET

FORKS = shipped_text("forks")
OURS = FORKS.replace('name = "forks"', 'name = "Unser Brett!"')


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data", GAME)
    yield opened
    opened.close()


@pytest.fixture
def setup(table: Table) -> Setup:
    found = Setup(table.folder, checks={BOARDS: boards.checked(lambda: (GAME,))})
    table.chosen = boards.chooser(found)
    return found


def board_of(table: Table) -> str:
    return str(table.course.header["board"]["name"])


def begin(table: Table, **options: object) -> None:
    games.new(table, None, table.course.seq, f"r{table.course.seq}", options)


def test_every_new_game_is_played_on_the_tables_board(table: Table, setup: Setup) -> None:
    assert boards.keep(setup, GAME, OURS) == "Unser Brett"
    begin(table)
    assert board_of(table) == "default", "kept is not yet chosen"
    boards.choose(setup, GAME, "Unser Brett")
    begin(table)
    assert board_of(table) == "Unser Brett!"
    games.evening(table, None, "evening", {})
    begin(table, ruleset="kurzregel")
    assert board_of(table) == "Unser Brett!"


def test_a_kept_board_is_named_for_one_game_and_is_then_the_tables(table: Table, setup: Setup) -> None:
    boards.keep(setup, GAME, OURS)
    begin(table, board="Unser Brett")
    assert board_of(table) == "Unser Brett!"
    boards.follow(setup, table)
    assert (boards.chosen(setup, GAME) or ("",))[0] == "Unser Brett"
    begin(table, board="default")
    boards.follow(setup, table)
    assert boards.chosen(setup, GAME) is None
    begin(table)
    assert board_of(table) == "default"


def test_a_game_from_elsewhere_leaves_the_tables_board_alone(table: Table, setup: Setup) -> None:
    text = "".join(record.lines(GAME, table.course))
    boards.keep(setup, GAME, OURS)
    boards.choose(setup, GAME, "Unser Brett")
    games.import_(table, text, "import")
    boards.follow(setup, table)
    assert board_of(table) == "default" and (boards.chosen(setup, GAME) or ("",))[0] == "Unser Brett"


def test_only_sound_boards_are_kept_and_one_that_goes_is_the_tables_no_more(table: Table, setup: Setup) -> None:
    with pytest.raises(Invalid, match="symbol fields, there must be 8"):
        boards.keep(setup, GAME, OURS.replace('"b1", ', ""))
    with pytest.raises(Denied, match="Wald"):
        setup.put("boards/x.toml", OURS.replace('["forest", "a1"', '["Wald", "a1"').encode())
    boards.keep(setup, GAME, OURS)
    boards.choose(setup, GAME, "Unser Brett")
    boards.drop(setup, GAME, "Unser Brett")
    assert boards.of(setup, GAME) == {} and boards.chosen(setup, GAME) is None


def test_a_fresh_table_begins_on_its_board_and_a_board_that_cannot_be_used_stops_nothing(tmp_path: Path) -> None:
    found = Setup(tmp_path)
    boards.keep(found, GAME, OURS)
    boards.choose(found, GAME, "Unser Brett")
    whole = boards.first_options(tmp_path, GAME, {"ruleset": "kurzregel"})
    assert whole == {"ruleset": "kurzregel", "board": {"toml": OURS}}
    assert boards.first_options(tmp_path, GAME, {"board": "tiny"}) == {"board": "tiny"}
    found.put("boards/dreimagier/Unser Brett.toml", b"name = 7")
    assert boards.first_options(tmp_path, GAME, {}) == {}


class Boarded(ToyGame):
    """The toy game, drawn on a board that is called something."""

    def header(self, options: Json) -> Json:
        """The board's text is its name."""
        toml = options.get("board", {}).get("toml", "plain")
        if not toml.startswith("toy "):
            raise Invalid("the board", [Fault("name", "a toy's")])
        return {**super().header(options), "board": {"name": toml, "hash": toml, "toml": toml}}

    def again(self, header: Json, options: Json) -> Json:
        """On the same board."""
        return {**header, **options}


BOARDED = Boarded()


def test_a_board_is_that_of_one_game_and_no_other_is_played_on_it(tmp_path: Path) -> None:
    found = Setup(tmp_path)
    for game, toml in ((GAME, OURS), (BOARDED, "toy x")):
        boards.choose(found, game, boards.keep(found, game, toml))
    assert (boards.of(found, GAME), boards.of(found, BOARDED)) == ({"Unser Brett": OURS}, {"toy x": "toy x"})
    assert found.names() == [
        "board.dreimagier", "board.toy", "boards/dreimagier/Unser Brett.toml", "boards/toy/toy x.toml",
    ]  # fmt: skip
    whole = boards.chooser(found)
    assert whole(GAME, {}) == {"board": {"toml": OURS}} and whole(BOARDED, {}) == {"board": {"toml": "toy x"}}
    assert whole(BOARDED, {"board": "Unser Brett"}) == {"board": "Unser Brett"}, "that is a board of another game"
    with pytest.raises(Denied):
        boards.choose(found, BOARDED, "Unser Brett")
    boards.choose(found, GAME, None)
    boards.drop(found, BOARDED, "Unser Brett")
    assert whole(GAME, {}) == {} and whole(BOARDED, {}) == {"board": {"toml": "toy x"}}
    assert [each.toml for each in knownboards.known(GAME, {}, found, ())] == [OURS]
    assert [each.toml for each in knownboards.known(BOARDED, {}, found, ())] == ["toy x"]


def test_another_game_on_the_table_begins_on_its_own_board(tmp_path: Path) -> None:
    table = Table(tmp_path, GAME, find=lambda _: BOARDED)
    found = Setup(tmp_path)
    table.chosen = boards.chooser(found)
    for game, toml in ((GAME, OURS), (BOARDED, "toy x")):
        boards.choose(found, game, boards.keep(found, game, toml))
    with pytest.raises(Invalid):
        BOARDED.header({})
    boards.follow(found, table)
    begin(table, game="toy", board={"toml": "toy y"})
    boards.follow(found, table)
    assert board_of(table) == "toy y" and boards.chosen(found, BOARDED) is None
    boards.choose(found, BOARDED, "toy x")
    begin(table)
    assert board_of(table) == "toy x"
    begin(table, game="dreimagier")
    assert board_of(table) == "default", "the board of the first game was given up when one without it began"
    table.close()


def test_a_board_of_an_older_program_is_that_of_the_game_that_can_use_it(tmp_path: Path) -> None:
    found = Setup(tmp_path)
    found.put("boards/Unser Brett.toml", OURS.encode())
    found.put("board", b"Unser Brett\n")
    assert boards.chosen(found, GAME) == ("Unser Brett", OURS) and boards.chosen(found, BOARDED) is None
    boards.choose(found, GAME, None)
    assert boards.chosen(found, GAME) is None and boards.of(found, GAME) == {"Unser Brett": OURS}
    boards.drop(found, GAME, "Unser Brett")
    assert found.names() == []


def test_a_game_without_boards_keeps_none(tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        boards.keep(Setup(tmp_path), POCKET, OURS)


@pytest.mark.parametrize(
    ("name", "file"), [("Mühle & Co.", "Mühle  Co."), ("../../x", "x"), ("  ", "board"), ("a" * 99, "a" * 60)]
)
def test_a_board_is_called_as_a_file_may_be(name: str, file: str) -> None:
    assert boards.file_name(name) == file
