"""Power cuts at every write of every other file of an evening: set-up, boards, settings, archive, spare copy, tokens.

A game is played while pane, wands, lamps, boards and choices are taught, copies brought back, owners come and go.  Each
write beside, rename, added line and removal is recorded with all files as they are then; from each a cut may leave what
was not synced torn, as rubbish, or not at all, and folders that nobody made to last with all that is in them.  Opened
again, a part is what was kept before or what was being kept, every record of the archive is whole, every token that was
handed out is good, and every acknowledged action is there.  (Cuts within the journal itself: test_torn.py.)
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.games import Json
from companion.link import files as link_files
from companion.table import games, lampmap, tokens
from companion.table.owners import Owners
from companion.table.seats import hashed
from companion.table.setup import BOARD, BOARDS, CHOICES, LAMPS, PANE, PENDING, SETTINGS, TOML, WANDS, Setup
from companion.table.table import Table
from tests.table import learnt
from tests.table.hands import Hands, play_on
from tests.table.pocket import POCKET

Files = dict[str, bytes]
CHECKS = {LAMPS: lampmap.check}


class Moment(NamedTuple):
    """All files after one operation, and what was promised by then.

    ``loose`` is what no sync has made to last, ``gone`` what none has removed for good, ``adrift`` are folders that
    none has made to last.
    """

    files: Files
    loose: str
    before: bytes | None
    gone: Files
    adrift: tuple[str, ...]
    parts: list[Files]
    actions: tuple[Json, ...]
    archived: frozenset[str]
    tokens: dict[tokens.Kind, str]
    owners: list[frozenset[str]]


class Evening:
    """Plays and teaches in a folder whose writes are recorded."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.moments: list[Moment] = []
        self.table = Table(folder, POCKET, {"cards": 2})
        self.setup = Setup(folder, checks=CHECKS)
        self.hands = Hands(self.table).seated()
        self.parts = [self.setup.parts()]
        self.actions: tuple[Json, ...] = ()
        self.archived: frozenset[str] = frozenset()
        self.tokens: dict[tokens.Kind, str] = {}
        self.owners: list[frozenset[str]] = [frozenset()]
        self.lasting: set[Path] = {folder}
        self.listed: dict[Path, dict[Path, bytes]] = {}
        for name in ("written_beside", "_moved", "append"):
            monkeypatch.setattr(link_files, name, self._recorded(getattr(link_files, name)))
        monkeypatch.setattr(link_files, "sync_folder", self._synced(link_files.sync_folder))
        tokens.Tokens(folder)
        self.tokens = {kind: tokens.path(folder, kind).read_text().strip() for kind in tokens.KINDS}
        self.keepers = Owners(folder)

    def _recorded(self, operation: object) -> object:
        """The same operation; what it touched is loose until its folder or file is synced."""

        def run(*arguments: object, **more: object) -> object:
            target = Path(str(arguments[1 if operation.__name__ == "_moved" else 0]))  # type: ignore[attr-defined]
            before = target.read_bytes() if target.is_file() else None
            done = operation(*arguments, **more)  # type: ignore[operator]
            self._note(done if isinstance(done, Path) else target, None if isinstance(done, Path) else before)
            return done

        return run

    def _synced(self, sync: Callable[[Path], None]) -> Callable[[Path], None]:
        """The same: what was removed is noted before it is gone for good, and folders in it last from then on."""

        def run(folder: Path) -> None:
            if self._gone():
                self._note(None, None)
            sync(folder)
            self.lasting |= {path for path in folder.iterdir() if path.is_dir()}
            self.listed[folder] = {path: path.read_bytes() for path in folder.iterdir() if kept(path)}

        return run

    def _gone(self) -> Files:
        """What was removed and may be there after a cut."""
        listed = {path: content for each in self.listed.values() for path, content in each.items()}
        return {str(path.relative_to(self.folder)): listed[path] for path in listed if not path.exists()}

    def _note(self, loose: Path | None, before: bytes | None) -> None:
        name = str(loose.relative_to(self.folder)) if loose else ""
        folders = [path for path in self.folder.rglob("*") if path.is_dir() and path not in self.lasting]
        adrift = tuple(f"{path.relative_to(self.folder)}/" for path in folders)
        promised = (self.parts, self.actions, self.archived, self.tokens, self.owners)
        self.moments.append(Moment(held(self.folder), name, before, self._gone(), adrift, *promised))

    def put(self, name: str, content: bytes | None) -> None:
        """Teach a part: until it is done, the old or the new set-up holds."""
        old = self.setup.parts()
        new = {**old, name: content} if content is not None else {key: old[key] for key in old if key != name}
        self.parts = [old, new]  # type: ignore[list-item]
        self.setup.put(name, content)
        self.parts = [self.setup.parts()]

    def bring_back(self, copy: bytes) -> None:
        """Restore a copy: all of its parts, or none."""
        new = self.setup.opened(copy)
        self.parts = [self.setup.parts(), new]
        self.setup.restore(copy)
        self.parts = [self.setup.parts()]

    def choose(self, **chosen: str) -> None:
        """Choose on a page."""
        old = self.setup.parts()
        self.parts = [old]
        self.setup.choose(**chosen)
        self.parts = [self.setup.parts()]

    def play(self, seed: int) -> None:
        """A few actions, each promised when it is answered."""
        play_on(self.hands, random.Random(seed), 3, self._acknowledged)

    def _acknowledged(self) -> None:
        self.actions = tuple(played.action for played in self.table.course.line)
        self.archived = frozenset(kept.id for kept in self.table.archive.games())

    def change_owners(self, number: int) -> None:
        """One more owner, and the first one goes."""
        secret = hashed(f"owner {number}")
        known = frozenset(owner.hash for owner in self.keepers.all())
        self.owners = [known, known | {secret}]
        self.keepers.grant(secret)
        first = self.keepers.all()[0]
        self.owners = [known | {secret}, (known | {secret}) - {first.hash}]
        if number:
            self.keepers.withdraw(first.id)
        self.owners = [frozenset(owner.hash for owner in self.keepers.all())]

    def again(self) -> None:
        """The next game."""
        self.actions = ()
        games.new(self.table, None, self.table.course.seq, self.hands.request(), {})
        self._acknowledged()


def kept(path: Path) -> bool:
    """Whether this is a file that a cut may harm."""
    return path.is_file() and path.name not in ("host.lock", "journal.db-shm")


def held(folder: Path) -> Files:
    """All files of a folder."""
    paths = [path for path in folder.rglob("*") if kept(path)]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def recorded(folder: Path, monkeypatch: pytest.MonkeyPatch, rounds: int) -> list[Moment]:
    """The moments of an evening."""
    evening = Evening(folder, monkeypatch)
    for number in range(rounds):
        copy = evening.setup.backup()
        evening.play(number)
        evening.put(PANE, learnt.pane(640 + number))
        evening.put(WANDS, learnt.wands(120.0 + number))
        evening.play(number + 100)
        evening.put(LAMPS, b'{"a": [%d]}' % number)
        evening.put(f"{BOARDS}own{number}{TOML}", b"# board %d\n" % number)
        evening.put(BOARD, b"own%d\n" % number)
        evening.change_owners(number)
        evening.put(SETTINGS, b"question_s = %d\n" % (60 + number))
        evening.choose(begun=f"2026-01-{number + 1:02}")
        evening.again()
        evening.put(WANDS, None)
        if number:
            evening.bring_back(copy)
    evening.table.close()
    monkeypatch.undo()
    return evening.moments


def left(moment: Moment, rng: random.Random) -> Iterator[Files]:
    """What a cut may leave of a moment."""
    files, name = moment.files, moment.loose
    yield files
    if moment.gone:
        yield files | moment.gone
    for folder in moment.adrift:
        yield {path: content for path, content in files.items() if not path.startswith(folder)}
    if not name:
        return
    content = files[name]
    kept = moment.before if name.endswith("spare.json") else b""
    start = len(kept or b"") if kept and content.startswith(kept) else 0
    if Path(name).name.startswith(".") or start:  # not synced yet: any part of it, or rubbish in its place
        cut = rng.randrange(start, len(content) + 1)
        yield files | {name: content[:cut]}
        yield files | {name: content[:cut] + rng.randbytes(len(content) - cut)}
        return
    old = {key: value for key, value in files.items() if key != name}
    yield old if moment.before is None else old | {name: moment.before}  # the rename is not on the disk


def opened_well(moment: Moment, files: Files, folder: Path) -> None:
    """All that was promised is there."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    where = f"cut at {moment.loose}"
    table = Table(folder, POCKET)
    try:
        actions = tuple(played.action for played in table.course.line)
        assert actions[: len(moment.actions)] == moment.actions, where
        kept = table.archive.games()
        assert moment.archived <= {each.id for each in kept} and all(each.fault is None for each in kept), where
        assert not table.course.notices, where
        found = tokens.Tokens(folder)
        assert all(found.kind(token) == kind for kind, token in moment.tokens.items()), where
        assert frozenset(owner.hash for owner in Owners(folder).all()) in moment.owners, where
    finally:
        table.close()
    setup = Setup(folder, checks=CHECKS)
    found = {name: content for name, content in setup.parts().items() if name != CHOICES}
    assert found in [{key: each[key] for key in each if key != CHOICES} for each in moment.parts], where
    assert setup.damaged() == {} and all(each.name for each in setup.versions()), where


def check(moments: list[Moment], folder: Path) -> int:
    """Cut at each of these; how many folders were opened."""
    rng, tried = random.Random(9), 0
    for moment in moments:
        for files in left(moment, rng):
            opened_well(moment, files, folder)
            tried += 1
    return tried


def test_a_cut_while_something_is_kept_leaves_the_old_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = recorded(tmp_path / "evening", monkeypatch, 2)
    names = {moment.loose for moment in moments}
    assert {".new", ".json", ".zip", ".jsonl", ".toml"} <= {Path(name).suffix for name in names}, names
    assert {f"setup/{PENDING}", "tokens/vision.token", "tokens/host.token", "tokens/owners.json"} <= names, names
    assert any(f"setup/{PENDING}" in moment.gone for moment in moments), "its end is a write too"
    assert check(moments[::3], tmp_path / "cut") > 60


@pytest.mark.prove
def test_a_cut_at_every_write_of_an_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = recorded(tmp_path / "evening", monkeypatch, 8)
    tried = check(moments, tmp_path / "cut")
    print(f"{tried} cuts at {len(moments)} writes")
    assert tried > 1000
