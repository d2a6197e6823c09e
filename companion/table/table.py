"""The table: one live game, one writer.

Every change goes through ``write``: under the one lock a plan looks at the course and drafts entries; the journal
commits them; only then the new course is seen and the answer given.  Reading needs no lock: ``course`` is a value that
is replaced as a whole.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.games import Game, GameError, Json, registry
from companion.table import archive, files, salvage
from companion.table.archive import Archive
from companion.table.bodies import Acted, Begun, draft
from companion.table.course import Course, base_after, from_base
from companion.table.entries import Draft, Entry, Origin
from companion.table.errors import Refolded, StorageFailed, Unreadable
from companion.table.installed import Installed
from companion.table.journal import OUTLIVES, Journal
from companion.table.spare import SpareCopy

FORCED_AT_MOST = 200
SPARE_EVERY = 25
Plan = Callable[[Course], list[Draft]]


class Done(msgspec.Struct, frozen=True):
    """What became of a request: the number after it, whether it was done before, and what its first entry was."""

    seq: int
    repeated: bool = False
    kind: str = ""


class Table:
    """One table in one data folder.  Raises Occupied, OtherGame, StorageFailed or games.Invalid on opening.

    ``clock`` tells people when they played, and how long "tonight" is; nothing else depends on it.
    """

    def __init__(
        self,
        folder: Path,
        game: Game[Any],
        options: Json | None = None,
        patience_s: float = 5.0,
        clock: Callable[[], float] = time.time,
        find: Callable[[str], Game[Any]] = registry.find,
    ) -> None:
        """Open the folder's table and fold its journal; a table without a game begins one with ``options``."""
        self.folder = folder
        self.games = Installed(game, find)
        self.course = Course()
        self.archive = Archive(folder)
        self.unsaved: StorageFailed | None = None
        self.chosen: Callable[[Game[Any], Json], Json] = lambda game, options: options
        """Makes the options of a new game whole with what this table has chosen for all of that game."""
        self._clock = clock
        self._lock = threading.RLock()
        self._changed = threading.Condition()
        self.version = 0
        self._closed = False
        self._spare = SpareCopy(folder)
        self._folder_lock = files.FolderLock(folder, patience_s)
        try:
            salvage.require_game(folder, game.name)
            before = salvage.header_of(folder)
            self._journal: Journal = salvage.open_journal(folder)
            self.course = self._opened()
            self.complete_archive(last=bool(self.course.line) and not self.course.questions)
        except BaseException:
            self._folder_lock.release()
            raise
        if self.course.position is None:
            self._begin(before, options or {})

    def _opened(self) -> Course:
        """The folded journal; one that the rules of today refuse is set aside whole, who sits where stays."""
        try:
            return self._fold()
        except Refolded as fault:
            self.complete_archive(last=True)
            seats = remembered(self.games, self._journal)
            self._journal = salvage.start_over(self._journal, seats, str(fault))
            return self._fold()

    def _fold(self) -> Course:
        """Fold the journal, whose check sums hold; raises Refolded where an entry cannot follow."""
        course = from_base(self._journal.base)
        for entry in self._journal.past:
            course = self.games.pass_by(course, entry)
        self._base = base_after(course, *self._journal.began)
        for entry in self._journal.entries:
            course = self.games.follow(course, entry)
        return course

    def _begin(self, before: Json | None, options: Json) -> None:
        """A first game; after one that was set aside the same again, where the rules still know its header."""
        try:
            header = _again(self.games.first, before, options)
            self.write(lambda _: [draft(Begun(header, "new"))])
        except BaseException:
            self.close()
            raise

    # reading

    @property
    def game(self) -> Game[Any]:
        """The game on the table; whoever holds a course asks ``games`` for the game of that."""
        return self.games.of(self.course)

    @property
    def code(self) -> str:
        """The four letters that let a phone take a seat."""
        return self._journal.meta["code"]

    @property
    def name(self) -> str:
        """The table's name, made at random with its journal."""
        return self._journal.meta["table"]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every entry since the game began."""
        with self._lock:
            return tuple(self._journal.entries)

    @property
    def fingerprint(self) -> str:
        """Hash of all that the table keeps: equal exactly when nothing was written."""
        return self._journal.check

    def repeated(self, origin: Origin) -> Done | None:
        """The outcome of a request that was done before; raises Unreadable when it said something else then."""
        found = self._journal.find(origin.actor, origin.request)
        if found is None:
            return None
        first, last = found
        if first.origin is None or first.origin.digest != origin.digest:
            raise Unreadable("this request id was already used for something else")
        return Done(last, True, first.kind)

    # writing

    def write(self, plan: Plan, origin: Origin | None = None) -> Done:
        """Do what ``plan`` drafts on the present course, and the forced steps after it, in one transaction.

        A request that was done before gets the same outcome and changes nothing.  The plan raises TableError or
        GameError to refuse; StorageFailed means that nothing was written.
        """
        with self._lock, self._noticed():
            self._stand_by()
            if origin and (done := self.repeated(origin)):
                return done
            try:
                drafts, course = self._planned(plan(self.course))
            except Refolded as fault:
                raise fault.__cause__ if isinstance(fault.__cause__, GameError) else fault from None
            if drafts:
                self._commit(drafts, course, origin)
            self.unsaved = None
            done = Done(self.course.seq)
        self.touch()
        return done

    @contextlib.contextmanager
    def _noticed(self) -> Iterator[None]:
        """A failed save is remembered until the next that succeeds."""
        try:
            yield
        except StorageFailed as error:
            self.unsaved = error
            raise

    def _stand_by(self) -> None:
        """A journal that was taken away is written anew before anything is promised."""
        if self._journal.gone():
            self._journal = salvage.rewrite(self._journal, self._base)
            self.course = self._fold()

    def _planned(self, drafts: list[Draft]) -> tuple[list[Draft], Course]:
        """The drafts with forced steps behind, and the course after them (check sums are added by the journal)."""
        drafts = [self._stamped(each) for each in drafts]
        course = self.course
        for each in drafts:
            course = self.games.follow(course, Entry(course.seq + 1, each.kind, each.body, ""))
        if not any(each.kind in ("game", "action", "correction") for each in drafts):
            return drafts, course
        for _ in range(FORCED_AT_MOST):
            forced = forced_step(self.games.of(course), course.position)
            if forced is None:
                break
            drafts.append(forced := self._stamped(forced))
            course = self.games.follow(course, Entry(course.seq + 1, forced.kind, forced.body, ""))
        return drafts, course

    def _commit(self, drafts: list[Draft], course: Course, origin: Origin | None) -> None:
        before, ended = self._journal.seq, self.course
        entries = self._journal.append(drafts, origin)
        for game in (entry for entry in entries if entry.kind == "game"):
            self._journal.forget_before(game.seq)
            self._base = base_after(self.course, *self._journal.began)
        self.course = course
        if ended.began != course.began:
            self._archive(ended)
        if not course.questions:
            self._archive(course)
        if before // SPARE_EVERY != entries[-1].seq // SPARE_EVERY:
            self._write_spare()

    def _stamped(self, each: Draft) -> Draft:
        """The draft with the time, where people want to know it and nobody told it."""
        if each.kind not in ("game", "action") and each.body.get("verdict") != "never":
            return each
        return Draft(each.kind, {"at": self.now(), **each.body})

    def now(self) -> int:
        """The clock, in whole seconds; it may jump."""
        return int(self._clock())

    def _archive(self, course: Course) -> None:
        self.archive.keep(self.game_id(course), self.games.of(course), course)

    def game_id(self, course: Course) -> str:
        """The name of a game of this table in the archive."""
        return f"{self.name}-{course.began}"

    def complete_archive(self, last: bool = False) -> None:
        """Put into the archive what is missing there; what cannot be written now is tried again later."""
        with self._lock:
            try:
                archive.complete(self.archive, self.name, self.games, self._journal, last)
            except StorageFailed as error:
                self.archive.fault = error

    def _write_spare(self) -> None:
        try:
            self._spare.write(self._journal.meta, self._base, self._journal.entries)
        except StorageFailed:
            return  # the journal has it all; the spare copy is written again later

    # waiting

    def touch(self) -> None:
        """Something to be seen has changed: who waits is told."""
        with self._changed:
            self.version += 1
            self._changed.notify_all()

    def wait(self, version: int, timeout_s: float) -> int:
        """Wait until the version is another than ``version``, at most ``timeout_s``; returns the present one."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != version, timeout_s)
            return self.version

    def alive(self, patience_s: float = 1.0) -> bool:
        """Whether the table can still be written: its lock is free within the patience."""
        if not self._lock.acquire(timeout=patience_s):
            return False
        self._lock.release()
        return True

    def close(self) -> None:
        """Write the spare copy, close the journal, let the folder go; a second time does nothing."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            if self._journal.entries:
                self._write_spare()
            self._journal.close()
            self._folder_lock.release()


def _again(game: Game[Any], before: Json | None, options: Json) -> Json:
    if before is not None:
        with contextlib.suppress(GameError, LookupError, TypeError):
            return game.header(game.again(before, options))
    return game.header(options)


def remembered(games: Installed, journal: Journal) -> dict[str, Json]:
    """Who sits where at the end of a journal, as far as that can be told without its actions."""
    course = from_base(journal.base)
    for entry in (*journal.past, *journal.entries):
        with contextlib.suppress(Refolded):
            course = games.pass_by(course, entry) if entry.kind in OUTLIVES else course
    return base_after(course, journal.seq, journal.check).seats


def forced_step(game: Game[Any], position: Any) -> Draft | None:
    """The only legal action of a seat that is asked, as an entry of the table's own.

    None where every asked seat has a choice, a throw is awaited, or the game wants the step to be taken by a hand.
    What a seat may do besides (``Game.may``) is never forced, and does not make a forced step a choice.
    """
    if game.throw_wanted(position) is not None:
        return None
    legal = game.legal(position)
    actors = [game.actor(position, action) for action in legal]
    for action, seat in zip(legal, actors, strict=True):
        if actors.count(seat) == 1 and not game.by_hand(position, action):
            return draft(Acted(action, seat, "table"))
    return None
