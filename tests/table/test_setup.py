"""Everything taught in one place: parts, versions by date, one file to keep and to bring back."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from companion.link import files as link_files
from companion.table import lampmap, setupfile, setuploss
from companion.table.errors import Denied, StorageFailed, Unreadable
from companion.table.setup import (
    BOARD,
    CHOICES,
    KEPT,
    LAMPS,
    PANE,
    SETTINGS,
    WANDS,
    Setup,
    allowed,
    board_part,
    part_of,
)
from companion.table.table import Table
from tests.table import learnt

PANE_1, PANE_2 = learnt.pane(1280), learnt.pane(640)


class Clock:
    """Stands until it is set."""

    now = 1_790_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def setup(tmp_path: Path, told: list[str]) -> Setup:
    return Setup(tmp_path, lambda: told.append("changed"), {LAMPS: lampmap.check}, Clock())


def test_a_part_is_kept_told_and_found_by_the_next_host(setup: Setup, told: list[str], tmp_path: Path) -> None:
    assert setup.get(PANE) is None and setup.names() == []
    setup.put(PANE, PANE_1)
    assert told == ["changed"] and (tmp_path / "setup" / "pane.json").read_bytes() == PANE_1
    assert Setup(tmp_path).parts() == {PANE: PANE_1}
    setup.put(PANE, PANE_1)
    assert told == ["changed"], "nothing new, nothing told"
    setup.put(PANE, None)
    assert setup.names() == [] and len(told) == 2


def test_what_an_editor_puts_before_a_file_is_no_part_of_it(setup: Setup) -> None:
    setup.put(PANE, b"\xef\xbb\xbf" + PANE_1)
    assert setup.get(PANE) == PANE_1


@pytest.mark.parametrize(
    ("name", "content"),
    [(PANE, b"["), (PANE, b'{"version": 2}'), (PANE, b"[" * 100_000), (WANDS, b"\xff"), (LAMPS, b'{"a": [1, 1]}')],
)
def test_a_part_that_cannot_be_used_is_refused_and_changes_nothing(setup: Setup, name: str, content: bytes) -> None:
    setup.put(PANE, PANE_1)
    with pytest.raises(Denied, match=r"unbrauchbar|was es sein soll"):
        setup.put(name, content)
    assert setup.parts() == {PANE: PANE_1}


def test_a_damaged_neighbour_stops_no_other_part(setup: Setup) -> None:
    setup.path(WANDS).parent.mkdir(exist_ok=True)
    setup.path(WANDS).write_text("[")
    setup.put(PANE, PANE_1)
    assert setup.damaged().keys() == {WANDS} and setup.get(PANE) == PANE_1


@pytest.mark.parametrize(
    "name",
    ["", "x.json", "../pane.json", "boards/../x.toml", "boards/.toml", "boards/A b/c.toml", "boards/a/b/c.toml",
     "boards/a\0.toml", "boards/.x.toml", f"boards/{'a' * 80}.toml", "kept/x.zip", "boards/x.json",
     "board.A", "board.", "boards//a.toml"],
)  # fmt: skip
def test_nothing_is_written_under_a_name_that_no_part_has(setup: Setup, name: str) -> None:
    assert not allowed(name)
    with pytest.raises(Denied):
        setup.put(name, b"{}")


def test_boards_are_kept_by_game_and_those_of_older_programs_for_any(setup: Setup) -> None:
    assert setup.chosen_board() == setup.chosen_board("toy") == "" and setup.boards() == []
    setup.put("boards/Grüner Wald.toml", b"x = 1\n")
    setup.put("boards/toy/Moor.toml", b"x = 2\n")
    setup.put("board.toy", b"Moor\n")
    assert (setup.boards(), setup.boards("toy"), setup.boards("other")) == (["Grüner Wald"], ["Moor"], [])
    assert (setup.chosen_board("toy"), setup.chosen_board("other"), setup.chosen_board()) == ("Moor", "", "")
    assert setup.names() == ["board.toy", "boards/Grüner Wald.toml", "boards/toy/Moor.toml"]
    assert part_of("boards/toy/Moor.toml") == ("toy", "Moor") and board_part("Moor", "toy") == "boards/toy/Moor.toml"
    other = Setup(setup.folder.parent / "other")
    other.restore(setup.backup())
    assert other.parts() == setup.parts()


def test_every_set_up_has_its_date_and_can_be_gone_back_to(setup: Setup) -> None:
    setup.put(PANE, PANE_1)
    setup.choose(address="192.168.4.1")
    setup.put(PANE, PANE_2)
    setup.put(LAMPS, b'{"a": [1]}')
    versions = setup.versions()
    assert [(each.parts, each.now) for each in versions] == [
        ((LAMPS, PANE), True),
        ((PANE,), False),
        ((PANE,), False),
    ]
    assert len({each.name for each in versions}) == 3 and all(each.name.startswith("2026-09-2") for each in versions)
    setup.go_back(versions[-1].name)
    assert setup.parts() == {PANE: PANE_1, CHOICES: b'{"address":"192.168.4.1"}'}
    assert len(setup.versions()) == 4, "what held before is there to go back to"
    with pytest.raises(Denied):
        setup.go_back("../../pane")


def test_what_was_copied_by_hand_is_not_lost_with_the_first_change(setup: Setup) -> None:
    setup.path(PANE).parent.mkdir()
    setup.path(PANE).write_bytes(PANE_1)
    setup.put(PANE, PANE_2)
    setup.go_back(setup.versions()[-1].name)
    assert setup.get(PANE) == PANE_1


def test_a_clock_that_is_set_back_and_many_set_ups_keep_their_order(setup: Setup) -> None:
    clock = Clock()
    setup._clock = clock
    for number in range(KEPT + 5):
        clock.now -= 3600 * (number % 2)
        setup.put(PANE, learnt.pane(100 + number))
    versions = setup.versions()
    assert len(versions) == KEPT and [each.now for each in versions] == [True] + [False] * (KEPT - 1)


def test_one_file_holds_all_of_it_and_brings_it_back(setup: Setup, tmp_path: Path) -> None:
    setup.put(PANE, PANE_1)
    setup.put("boards/Moor.toml", b"x = 1\n")
    setup.put(BOARD, b"Moor\n")
    setup.put(SETTINGS, b"port = 8090\n")
    setup.choose(address="10.0.0.2")
    kept = setup.backup()
    assert kept == setup.backup(), "the same set-up is the same file"
    other = Setup(tmp_path / "other")
    other.put(WANDS, learnt.wands())
    other.restore(kept)
    assert other.parts() == setup.parts() and WANDS not in other.names()
    assert (tmp_path / "other" / "settings.toml").read_bytes() == b"port = 8090\n"


def test_any_byte_that_is_altered_and_any_cut_is_refused_before_anything_is_replaced(setup: Setup) -> None:
    setup.put(PANE, PANE_1)
    kept, before = setup.backup(), setup.parts()
    setup.put(PANE, PANE_2)
    for place in range(0, len(kept), 3):
        altered = kept[:place] + bytes([kept[place] ^ 0x41]) + kept[place + 1 :]
        for wrong in (altered, kept[:place]):
            try:
                found = setup.opened(wrong)
            except Denied:
                continue
            assert found == before, "what did no harm (a date in the archive's own list)"
    assert setup.get(PANE) == PANE_2


def test_files_that_are_no_set_up_are_refused_in_words(setup: Setup) -> None:
    def refusal(content: bytes) -> str:
        with pytest.raises(Denied) as refused:
            setup.restore(content)
        return refused.value.reason.message

    assert refusal(b"") == refusal(b"PK\x03\x04 and no more") == "setup.file.damaged"
    assert refusal(setupfile.pack({})) == "setup.file.empty"
    assert refusal(setupfile.pack({PANE: b"["})) == "setup.part.none"
    assert refusal(setupfile.pack({"../../evil": b"x"})) == "setup.part.name"
    assert refusal(setupfile.pack({PANE: b" " * (setupfile.LARGEST + 1)})) == "setup.file.large", "a bomb"
    assert setup.names() == []


def test_a_restore_that_a_power_cut_stopped_is_ended_at_the_next_start(
    setup: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup.put(PANE, PANE_1)
    setup.put(WANDS, learnt.wands(101))
    old, kept = setup.parts(), setup.backup()
    setup.put(PANE, PANE_2)
    setup.put(WANDS, learnt.wands(102))
    new, write = setup.parts(), link_files.write
    for cut in range(6):
        Setup(tmp_path).restore(setupfile.pack(new))
        left = [cut]

        def cutting(path: Path, content: bytes, mode: int = 0o600, left: list[int] = left) -> None:
            if left[0] == 0:
                raise OSError(5, "power cut")
            left[0] -= 1
            write(path, content, mode)

        with monkeypatch.context() as patch:
            patch.setattr(link_files, "write", cutting)
            with contextlib.suppress(StorageFailed):
                Setup(tmp_path).restore(kept)
        assert Setup(tmp_path).parts() in (old, new), f"whole after a cut before write {cut}"
        assert not (tmp_path / "setup" / "restoring.zip").exists()


def test_the_lamp_map_is_kept_and_checked(setup: Setup) -> None:
    assert lampmap.taught(setup, "toy", {"a", "b"}) is None
    lampmap.save(setup, "toy", {"a": [3, 1]}, {"a", "b"})
    assert lampmap.taught(setup, "toy", {"a", "b"}) == {"a": [3, 1]}
    for wrong in ({"c": [1]}, {"a": [1], "b": [1]}, {"a": [-1]}, {"a": [600]}):
        with pytest.raises(Unreadable):
            lampmap.save(setup, "toy", wrong, {"a", "b"})
    setup.path("lamps.toy.json").write_bytes(b'\xef\xbb\xbf{"a": [2]}')
    assert lampmap.taught(setup, "toy", {"a", "b"}) == {"a": [2]}, "as an editor saves it"


def test_a_lamp_map_of_an_older_program_is_found(tmp_path: Path) -> None:
    (tmp_path / "lamps.json").write_text('{"a": [2]}')
    assert lampmap.taught(Setup(tmp_path), "toy", {"a"}) == {"a": [2]} and not (tmp_path / "lamps.json").exists()


def test_a_damaged_part_is_set_aside_and_told_once(table: Table) -> None:
    setup = Setup(table.folder, checks={LAMPS: lampmap.check})
    setup.folder.mkdir()
    setup.path(LAMPS).write_text("[")
    setup.path(PANE).write_text("{}")
    setuploss.told(table, setup)
    told = table.course.notices
    assert [notice["type"] for notice in told] == ["lamps", "setup"] and setup.names() == []
    assert (setup.folder / told[0]["aside"]).read_text() == "["
    setuploss.told(table, setup)
    assert table.course.notices == told, "told once"
