"""The archive: what ended is kept, whatever happens meanwhile; what was forgotten stays forgotten."""

from __future__ import annotations

import errno
import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.games import Json, registry
from companion.link import files as linked
from companion.table import games, play, record, seats
from companion.table.archive import Archive, Kept
from companion.table.replay import Replays, hindsight
from companion.table.statistics import statistics
from companion.table.table import Done, Table
from tests.games.toy import TOY
from tests.table.hands import Hands, play_on

BEGAN = 1_800_000_000
DIE: Json = {"type": "throw", "wands": {"die": {"top": 2}}}


class Timed(Hands):
    """Hands that take half a minute for each action; the table opens at ``BEGAN``."""

    def __init__(self, folder: Path) -> None:
        self.now = float(BEGAN)
        super().__init__(Table(folder, TOY, clock=lambda: self.now))

    def act(self, seat: str, action: Json) -> Done:
        """A seat acts, half a minute later."""
        self.now += 30
        return super().act(seat, action)


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Hands]:
    """The toy game for four, everybody seated."""
    hands = Timed(tmp_path / "data").seated()
    yield hands
    hands.table.close()


def finish(hands: Hands, *picks: int) -> None:
    """One whole toy game; the die shows 2."""
    for seat, pick in zip(hands.table.course.seats, picks, strict=True):
        hands.act(seat, {"type": "pick", "seat": seat, "number": pick})
    hands.act(next(iter(hands.table.course.seats)), DIE)


def again(hands: Hands) -> None:
    """The host begins the next game."""
    games.new(hands.table, None, hands.table.course.seq, hands.request(), {})


def reopened(hands: Hands) -> Table:
    """The same folder after the host was gone."""
    hands.table.close()
    hands.table = Table(hands.table.folder, hands.table.game)
    return hands.table


def whole(kept: Kept) -> Kept:
    """The same, which must be readable."""
    assert kept.fault is None and kept.told is not None, kept
    return kept


def test_a_finished_game_is_kept_at_once_and_stays(toy: Hands) -> None:
    finish(toy, 1, 2, 3, 2)
    (kept,) = toy.table.archive.games()
    told = whole(kept).told
    assert told is not None and told.over
    assert told.names == {seat: seat.title() for seat in toy.table.course.seats}
    assert told.ranking == (("east", "west"), ("north", "south"))
    assert told.began == BEGAN and told.steps == 5 and told.played_s == 150
    for _ in range(3):
        again(toy)
        finish(toy, 3, 3, 3, 3)
    assert len(toy.table.archive.games()) == 4
    assert [whole(each).when for each in toy.table.archive.games()] == sorted(
        (whole(each).when for each in toy.table.archive.games()), reverse=True
    )


def test_a_game_tells_in_hindsight_what_only_its_whole_course_shows(toy: Hands) -> None:
    finish(toy, 1, 2, 3, 2)
    (kept,) = toy.table.archive.games()
    course = Replays(toy.table.games, toy.table.archive).whole(kept)
    *before, last = hindsight(toy.table.game, course)
    assert len(before) == len(course.line) == 5 and not any(before)
    assert {told["seat"]: told["steps"] for told in last} == dict(zip(course.seats, (4, 3, 2, 1), strict=True))
    assert "lay" not in repr(toy.table.game.view(course.position, None)), "no view tells it"


@pytest.mark.parametrize("step_s", [-3600, -10 * 365 * 86400, 10 * 365 * 86400])
def test_games_stand_in_the_order_in_which_they_were_played_whatever_the_clock_did(tmp_path: Path, step_s: int) -> None:
    hands = Timed(tmp_path / "data").seated()
    finish(hands, 1, 2, 3, 2)
    seats.leave(hands.table, "east", hands.request())
    hands.tokens["east"] = seats.join(hands.table, hands.table.code, "east", "EAST").token
    for number in range(11):  # past the tenth entry names sort otherwise than numbers
        hands.now += step_s if number == 5 else 60
        again(hands)
        finish(hands, 3, 3, 3, 3)
    kept = hands.table.archive.games()
    hands.table.close()
    entries = [each.place[1] for each in kept]
    assert entries == sorted(entries, reverse=True) and len(entries) == 12
    times = [each.when for each in kept]
    assert (times == sorted(times, reverse=True)) == (step_s > 0), "the clock did step back"
    assert "EAST" in {person.name for person in statistics(kept, "toy").people}, "the newest spelling"


def test_games_of_a_journal_that_was_lost_stand_below_those_of_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    hands = Timed(folder).seated()
    finish(hands, 1, 2, 3, 2)
    hands.table.close()
    for path in (*folder.glob("journal.db*"), *folder.glob("spare*")):
        path.unlink()
    later = Timed(folder)
    later.now += 86400
    again(later.seated())
    finish(later, 3, 3, 3, 3)
    kept = later.table.archive.games()
    later.table.close()
    assert [each.place[0] for each in kept] == [later.table.name, hands.table.name]


def test_a_game_that_another_took_the_place_of_is_kept_as_ended(toy: Hands) -> None:
    toy.act("north", {"type": "pick", "seat": "north", "number": 1})
    again(toy)
    (kept,) = toy.table.archive.games()
    told = whole(kept).told
    assert told is not None and not told.over and told.ranking == () and told.steps == 1


def test_nothing_is_kept_of_a_game_in_which_nobody_acted(toy: Hands) -> None:
    again(toy)
    again(toy)
    assert toy.table.archive.games() == []
    assert reopened(toy).archive.games() == []


def test_an_imported_game_keeps_its_time_and_puts_away_what_was_there(toy: Hands) -> None:
    finish(toy, 1, 1, 2, 2)
    text = "".join(record.lines(toy.table.game, toy.table.course))
    again(toy)
    toy.act("north", {"type": "pick", "seat": "north", "number": 1})
    games.import_(toy.table, text, "import")
    found = [whole(each).told for each in toy.table.archive.games()]
    assert [(told.over, told.steps) for told in found if told] == [(True, 5), (False, 1), (True, 5)]
    assert len({told.began for told in found if told and told.over}) == 1


def test_who_left_before_the_end_is_still_told(toy: Hands) -> None:
    toy.act("north", {"type": "pick", "seat": "north", "number": 1})
    for seat in tuple(toy.table.course.seats):
        seats.leave(toy.table, seat, toy.request())
    again(toy)
    (kept,) = toy.table.archive.games()
    assert kept.told is not None and set(kept.told.names) == set(toy.table.course.seats)


def test_a_host_that_is_killed_before_it_wrote_the_record_writes_it_when_it_starts(toy: Hands) -> None:
    finish(toy, 1, 2, 3, 1)
    again(toy)
    toy.act("north", {"type": "pick", "seat": "north", "number": 1})
    again(toy)
    finish(toy, 2, 2, 2, 2)
    before = toy.table.archive.games()
    assert len(before) == 3
    shutil.rmtree(toy.table.folder / "archive")
    assert reopened(toy).archive.games() == before


def test_a_disk_that_is_full_stops_no_game_and_the_record_comes_later(
    toy: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes, mode: int = 0o600) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(linked, "write", full)
        finish(toy, 1, 2, 3, 1)
        assert toy.table.course.questions == {}
        assert toy.table.archive.games() == []
        assert toy.table.archive.fault is not None and "space" in str(toy.table.archive.fault)
    again(toy)
    toy.table.complete_archive()
    assert toy.table.archive.fault is None
    assert len(toy.table.archive.games()) == 1


@pytest.mark.parametrize("damage", ["cut", "altered", "empty", "bytes", "nonsense", "nested"])
def test_a_damaged_record_is_told_and_stops_nobody(toy: Hands, damage: str) -> None:
    finish(toy, 1, 2, 3, 1)
    again(toy)
    finish(toy, 3, 2, 3, 1)
    (path, *_) = sorted((toy.table.folder / "archive").iterdir())
    text = path.read_text()
    lines = text.splitlines(keepends=True)
    path.write_bytes(
        {
            "cut": "".join(lines[:-1]).encode(),
            "altered": text.replace('"number":2', '"number":3').encode(),
            "empty": b"",
            "bytes": b"\xff\xfe" + text.encode(),
            "nonsense": b"nonsense\n",
            "nested": b"[" * 200_000,
        }[damage]
    )
    table = reopened(toy)
    good, bad = table.archive.games()
    assert whole(good) and bad.fault and bad.id == path.stem and bad.told is None
    assert statistics(table.archive.games(), "toy").games == 1
    assert table.archive.forget("nobody") == 0


def test_a_name_is_forgotten_everywhere_and_the_games_stay(toy: Hands) -> None:
    finish(toy, 1, 2, 3, 1)
    again(toy)
    finish(toy, 3, 2, 3, 1)
    assert toy.table.archive.forget(" EAST ") == 2
    assert toy.table.archive.forget("east") == 0
    for kept in toy.table.archive.games():
        assert "East" not in toy.table.archive.text(kept.id)
        told = whole(kept).told
        assert told is not None and told.names.keys() == {"north", "south", "west"}
        assert told.ranking[0] == ("east",), "the game itself stays"
        record.replay(TOY, toy.table.archive.text(kept.id))
    assert {person.name for person in statistics(toy.table.archive.games(), "toy").people} == {
        "North",
        "South",
        "West",
    }
    again(toy)
    assert all("East" not in toy.table.archive.text(kept.id) for kept in reopened(toy).archive.games())


def test_what_is_done_after_the_end_is_kept_too(toy: Hands) -> None:
    finish(toy, 1, 2, 3, 1)
    wave = toy.command("south", {"type": "wave", "seat": "south"})
    play.act(toy.table, msgspec.structs.replace(wave, question=toy.table.course.offers["south"]))
    (kept,) = toy.table.archive.games()
    assert kept.told is not None and kept.told.steps == 6
    assert kept.told.tally.seats == {"south": {"waves": 1}}


def test_the_names_of_files_lead_nowhere_else(toy: Hands) -> None:
    finish(toy, 1, 2, 3, 1)
    (kept,) = toy.table.archive.games()
    assert toy.table.archive.find(kept.id) == kept
    for name in ("../journal", "", ".", "a/b", f"{kept.id}.jsonl", "x" * 200, "nothing"):
        assert toy.table.archive.find(name) is None
    (toy.table.folder / "archive" / "evil name.jsonl").write_text("{}")
    assert len(toy.table.archive.games()) == 1


def test_an_archive_that_is_no_folder_is_empty(tmp_path: Path) -> None:
    (tmp_path / "archive").write_text("")
    archive = Archive(tmp_path)
    assert archive.games() == []


def test_a_game_of_a_program_that_wrote_no_times_has_no_date(toy: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_stamped", lambda _, draft: draft)
    again(toy)
    finish(toy, 1, 2, 3, 1)
    (kept,) = toy.table.archive.games()
    assert kept.told is not None and kept.told.began is None and kept.told.played_s == 0 and kept.when == 0


def test_statistics_of_evenings(toy: Hands) -> None:
    finish(toy, 1, 2, 3, 2)
    again(toy)
    finish(toy, 2, 1, 1, 1)
    again(toy)
    toy.act("north", {"type": "pick", "seat": "north", "number": 1})
    again(toy)
    found = statistics(toy.table.archive.games(), "toy")
    assert (found.games, found.finished) == (3, 2)
    people = {person.name: (person.games, person.finished, person.won) for person in found.people}
    assert people == {"North": (3, 2, 1), "East": (3, 2, 1), "South": (3, 2, 0), "West": (3, 2, 1)}
    (die,) = found.things
    assert [(outcome.name, outcome.seen) for outcome in die.outcomes] == [("1", 0), ("2", 2), ("3", 0)]
    assert die.verdict == "early"
    assert statistics(toy.table.archive.games(), "another").games == 0


def test_simulated_throws_say_nothing_of_anybodys_wands(tmp_path: Path) -> None:
    game = registry.find("dreimagier")
    table = Table(tmp_path / "data", game)
    hands = Hands(table).seated()
    play_on(hands, random.Random(3), 300)
    text = "".join(record.lines(game, table.course))
    header, told, _ = record.opened(text.splitlines())
    assert told is not None
    things = {thing.thing: thing.seen for thing in told.tally.things}
    assert set(things) == {f"wand.{colour}.{side}" for colour in header["seats"] for side in ("top", "hidden")}
    thrown = [json.loads(line) for line in text.splitlines()[1:] if '"throw"' in line]
    tops = sum("red" in line["wands"] and "top" in line["wands"]["red"] for line in thrown)
    assert sum(things["wand.red.top"].values()) == tops > 10
    assert sum(counts["throws"] for counts in told.tally.seats.values()) == len(thrown)
    simulated = text.replace('"source":"hand"', '"source":"simulated"').splitlines()
    recorded = record.Recorded(game, "\n".join([json.dumps(header), *simulated[1:]]))
    games.import_(table, "\n".join([json.dumps(header), *simulated[1:]]), "simulated")
    assert recorded.told is None
    _, told, _ = record.opened(list(record.lines(game, table.course)))
    assert told is not None and not any(any(thing.seen.values()) for thing in told.tally.things)
    table.close()
