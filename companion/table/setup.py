"""Everything that a table was taught, in one place: the folder ``setup`` of the data folder.

    setup/pane.json  wands.json      where the camera sees the pane, how the wands look (the eye's own formats)
    setup/lamps.GAME.json            which lamp shines under which node of that game's board
    setup/board.GAME                 the name of the board that each new GAME is played on (none: as the game has it)
    setup/boards/GAME/NAME.toml      boards of one's own for that game
    setup/board  boards/NAME.toml  lamps.json    the same from older programs, for any game that can use them
    setup/choices.json               what was chosen on the pages
    setup/kept/DATE.zip              every set-up that there was (the newest ``KEPT``), to go back to
    settings.toml                    the settings of this data folder; part of a copy, though it lies beside

Whoever teaches something ``put``s it: checked, written as a whole, told to everybody who waits (``changed``), and the
set-up that then is gets a name by its date.  A copy of all of it is one file (``setupfile``).
"""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import re
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from companion.games import Json
from companion.protocol import TAUGHT
from companion.table import files, setupfile, taughtfiles
from companion.table.errors import Denied, StorageFailed
from companion.table.sentences import reason

FOLDER = "setup"
PANE, WANDS, LAMPS, CHOICES, BOARD = "pane.json", "wands.json", "lamps.json", "choices.json", "board"
BOARDS, TOML, JSON = "boards/", ".toml", ".json"
SETTINGS = "settings.toml"
PLAIN = (PANE, WANDS, LAMPS, CHOICES, BOARD, SETTINGS)
KEPT = 20
PART_AT_MOST = 4 * 1024 * 1024
PENDING = "restoring.zip"
NAME = re.compile(r"[^\W_][\w .'()-]{0,59}")
GAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
NAMED = re.compile(rf"board\.{GAME.pattern}|lamps\.{GAME.pattern}\.json")
OF_GAMES = ("board.*", "lamps.*.json", "boards/*", "boards/*/*")
"""Where files lie whose names depend on games and people."""
DATE = "%Y-%m-%dT%H-%M-%S"
Check = Callable[[bytes], None]
"""Raises ValueError (a TableError or GameError too) with what is wrong with a part's content."""


class Version(msgspec.Struct, frozen=True):
    """A set-up that there was: its name is its date; ``now``: it is the one that holds."""

    name: str
    parts: tuple[str, ...]
    now: bool


class Setup:
    """The set-up of a data folder.  Thread-safe.

    ``checks`` look at a part before it is kept, by its ``kind``; ``changed`` is called after
    each change.  A restore that a power cut stopped is ended on opening.
    """

    def __init__(
        self,
        data: Path,
        changed: Callable[[], None] = lambda: None,
        checks: Mapping[str, Check] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.folder = data / FOLDER
        self._data = data
        self._changed = changed
        self._checks: dict[str, Check] = {PANE: taughtfiles.pane, WANDS: taughtfiles.wands, **(checks or {})}
        self._clock = clock
        self._sums: dict[str, tuple[tuple[int, int, int], str]] = {}
        self._lock = threading.RLock()
        with contextlib.suppress(OSError, StorageFailed, Denied):
            self._moved()
            self._ended()

    # parts

    def path(self, name: str) -> Path:
        """Where a part lies, whether it is there or not.  Raises Denied for a name that no part has."""
        if not allowed(name):
            raise Denied(reason("setup.part.name", name=name[:60]))
        return (self._data if name == SETTINGS else self.folder) / name

    def get(self, name: str) -> bytes | None:
        """A part's content, None where there is none.  Raises StorageFailed."""
        try:
            return self.path(name).read_bytes().removeprefix(codecs.BOM_UTF8)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StorageFailed(f"{self.path(name)} cannot be read: {error.strerror or error}") from error

    def put(self, name: str, content: bytes | None) -> None:
        """Keep a part, or with None take it away.  Raises Denied for what cannot be used, StorageFailed."""
        with self._lock:
            self._replace({**self.parts(), name: content})

    def names(self) -> list[str]:
        """The parts that are there, in the order of their names."""
        found = [name for name in PLAIN if self.path(name).is_file()]
        with contextlib.suppress(OSError):
            there = (path for places in OF_GAMES for path in self.folder.glob(places) if path.is_file())
            found += [path.relative_to(self.folder).as_posix() for path in there]
        return sorted(name for name in found if allowed(name))

    def parts(self) -> dict[str, bytes]:
        """All of them with their contents.  Raises StorageFailed."""
        return {name: content for name in self.names() if (content := self.get(name)) is not None}

    def sums(self, names: tuple[str, ...]) -> dict[str, str]:
        """The SHA-256 of those that are there; read once and then again only after a change."""
        found = {}
        for name in names:
            with contextlib.suppress(OSError):
                stat = self.path(name).stat()
                stamp = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
                known = self._sums.get(name)
                if known is None or known[0] != stamp:
                    known = (stamp, hashlib.sha256(self.get(name) or b"").hexdigest())
                    self._sums[name] = known
                found[name] = known[1]
        return found

    def damaged(self) -> dict[str, str]:
        """Parts that cannot be used, with what is wrong with each.  Raises StorageFailed."""
        found = {}
        for name, content in self.parts().items():
            if name == SETTINGS:
                continue  # the host itself says so at its start
            try:
                self._checked(name, content)
            except Denied as error:
                found[name] = str(error.__cause__ or error)
        return found

    # boards

    def boards(self, game: str = "") -> list[str]:
        """The names of one's own boards that were kept for a game; without one those that were kept for any."""
        parts = (part_of(name) for name in self.names() if name.startswith(BOARDS))
        return [name for owner, name in parts if owner == game]

    def chosen_board(self, game: str = "") -> str:
        """The name of the board that was chosen for a game, without one for any; or nothing.  Raises StorageFailed."""
        return (self.get(chosen_part(game)) or b"").decode("utf-8", "replace").strip()

    # what was chosen on the pages

    def choices(self) -> Json:
        """What was chosen on the pages; empty where nothing was or it cannot be read."""
        try:
            found = msgspec.json.decode(self.get(CHOICES) or b"{}")
        except (StorageFailed, msgspec.MsgspecError):
            return {}
        return found if isinstance(found, dict) else {}

    def choose(self, **chosen: Json | str | list[str] | None) -> None:
        """Keep choices beside those there are; None takes one away.  Raises StorageFailed."""
        with self._lock:
            kept = {name: value for name, value in {**self.choices(), **chosen}.items() if value is not None}
            files.write(self.path(CHOICES), msgspec.json.encode(kept, order="sorted"))
        self._changed()

    # the whole

    def backup(self) -> bytes:
        """All of it as one file.  Raises StorageFailed."""
        return setupfile.pack(self.parts())

    def opened(self, content: bytes) -> dict[str, bytes]:
        """The parts of such a file, all of them checked; nothing is replaced.  Raises Denied."""
        found = setupfile.unpack(content)
        if not found:
            raise Denied(reason("setup.file.empty"))
        return {name: self._checked(name, part) for name, part in found.items()}

    def restore(self, content: bytes) -> None:
        """Replace all of it by what such a file holds; settings only where it holds some.

        Raises Denied (nothing changed), StorageFailed.
        """
        found = self.opened(content)
        with self._lock:
            present = self.parts()
            self._replace({**{part: present[part] for part in (SETTINGS,) if part in present}, **found})

    def versions(self) -> list[Version]:
        """The set-ups that there were, the newest first."""
        present = setupfile.pack(_taught(self.parts()))
        found = []
        for path in self._kept():
            with contextlib.suppress(OSError, Denied):
                content = path.read_bytes()
                found.append(Version(path.stem, tuple(setupfile.unpack(content)), content == present))
        return found[::-1]

    def go_back(self, name: str) -> None:
        """Make an earlier set-up the one that holds; choices of the pages stay.  Raises Denied, StorageFailed."""
        path = next((path for path in self._kept() if path.stem == name), None)
        if path is None:
            raise Denied(reason("setup.version.none"))
        try:
            found = self.opened(path.read_bytes())
        except OSError as error:
            raise StorageFailed(f"{path} cannot be read: {error.strerror or error}") from error
        with self._lock:
            present = self.parts()
            self._replace({**{part: present[part] for part in UNVERSIONED if part in present}, **found})

    # within

    def _checked(self, name: str, content: bytes) -> bytes:
        """A part as it is kept.  Raises Denied with what is wrong."""
        self.path(name)
        if len(content) > PART_AT_MOST:
            raise Denied(reason("setup.file.large"))
        content = content.removeprefix(codecs.BOM_UTF8)
        try:
            content.decode("utf-8")
            if (check := self._checks.get(kind(name))) is not None:
                check(content)
        except (ValueError, msgspec.MsgspecError) as error:
            # what is wrong in pane and wands is nothing that people could mend
            message = "setup.part.none" if name in TAUGHT else "setup.part.bad"
            raise Denied(reason(message, name=name, fault=str(error))) from error
        return content

    def _replace(self, wanted: Mapping[str, bytes | None]) -> None:
        """Make these parts the set-up, all or, after a power cut, all at the next start."""
        present = self.parts()
        parts = {
            name: part if part == present.get(name) else self._checked(name, part)
            for name, part in wanted.items()
            if part is not None
        }
        if parts == present:
            return
        self._keep(_taught(present))
        pending = self.folder / PENDING
        files.write(pending, setupfile.pack(parts))
        self._apply(parts)
        files.remove(pending)
        self._keep(_taught(parts))
        self._changed()

    def _apply(self, parts: Mapping[str, bytes]) -> None:
        present = self.parts()
        for name, content in parts.items():
            if present.get(name) != content:
                files.write(self.path(name), content)
        for name in present.keys() - parts.keys():
            files.remove(self.path(name))

    def _ended(self) -> None:
        """End a restore that was stopped."""
        pending = self.folder / PENDING
        if pending.is_file():
            with contextlib.suppress(Denied):
                self._apply(self.opened(pending.read_bytes()))
            files.remove(pending)

    def _moved(self) -> None:
        """A lamp map where older programs kept it."""
        if (self._data / LAMPS).is_file() and not self.path(LAMPS).exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            (self._data / LAMPS).rename(self.path(LAMPS))

    def _keep(self, parts: dict[str, bytes]) -> None:
        """Give a set-up its date, unless it is the newest that is kept; the oldest go."""
        kept, content = self._kept(), setupfile.pack(parts)
        with contextlib.suppress(OSError):
            if not parts or (kept and kept[-1].read_bytes() == content):
                return
        date = time.strftime(DATE, time.localtime(self._clock()))
        last = kept[-1].stem if kept else ""
        if date <= last[: len(date)]:  # within a second, or after the clock was set back
            date = f"{last[: len(date)]}-{int(last[len(date) + 1 :] or 0) + 1:04}"
        files.write(self.folder / "kept" / f"{date}.zip", content)
        for path in self._kept()[:-KEPT]:
            files.remove(path)

    def _kept(self) -> list[Path]:
        """The files of the set-ups that there were, the oldest first."""
        return sorted((self.folder / "kept").glob("*.zip"), key=lambda path: path.stem)


UNVERSIONED = (CHOICES, SETTINGS)
"""Parts of a copy that are no part of what was taught: going back leaves them alone."""


def _taught(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: content for name, content in parts.items() if name not in UNVERSIONED}


def time_of(version: str) -> float:
    """When a set-up came, by its name; 0 for a name that is no date."""
    try:
        return time.mktime(time.strptime(version[:19], DATE))
    except (ValueError, OverflowError):
        return 0.0


def board_part(name: str, game: str = "") -> str:
    """The part that holds a board of a game; without a game one of any."""
    return f"{BOARDS}{game}/{name}{TOML}" if game else BOARDS + name + TOML


def chosen_part(game: str = "") -> str:
    """The part that names the chosen board of a game; without a game that of any."""
    return f"{BOARD}.{game}" if game else BOARD


def lamps_part(game: str) -> str:
    """The part that holds the lamp map of a game."""
    return f"{LAMPS.removesuffix(JSON)}.{game}{JSON}"


def kind(part: str) -> str:
    """What a part is, whichever game it is of: ``boards/``, ``lamps.json``, else its own name."""
    if part.startswith(BOARDS):
        return BOARDS
    return LAMPS if part.startswith(LAMPS.removesuffix(JSON) + ".") else part


def part_of(part: str) -> tuple[str, str]:
    """Game and name of the board that a part holds."""
    game, _, name = part.removeprefix(BOARDS).removesuffix(TOML).rpartition("/")
    return game, name


def allowed(name: str) -> bool:
    """Whether a part may be called so."""
    if name in PLAIN:
        return True
    if NAMED.fullmatch(name):
        return True
    game, board = part_of(name)
    known = NAME.fullmatch(board) is not None and (not game or GAME.fullmatch(game) is not None)
    return known and name == board_part(board, game)
