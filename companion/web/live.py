"""Live streams: server-sent events to phones, tables and devices.

``GET /live?page=play|table`` sends fragments of a page: the whole set on connect, then only what changed.  ``GET
/api/live`` sends the state of a role, or to a device its DeviceState.  Both send ``event: passing`` while something
happens that the game shows once (``Game.passing``); no later stream gets it.  A comment comes twice a second when
nothing else does.  At most 24 streams; one a seat and one a device, where the older one is told ``event: replaced``
and ends.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeVar

import msgspec
from flask import Blueprint, Flask, Response, current_app, request

from companion.games import Events, Json
from companion.protocol import encode
from companion.table import state
from companion.table.course import Course
from companion.table.table import Table
from companion.web import auth, language
from companion.web.auth import Who
from companion.web.crier import Crier, Line
from companion.web.errors import BadRequest
from companion.web.hosting import Hosting, hosting

STREAMS_AT_MOST = 24
HEARTBEAT_S = 0.5
SEND_TIMEOUT_S = 4.0
KEY = "streams"
SEAT = "seat "
RENDERER = "fragments"
SAYER = "said"
Asked = TypeVar("Asked")
live = Blueprint("live", __name__)

Renderer = Callable[[str, tuple[str, ...], Callable[[str | None], Json], str, str | None], dict[str, str]]
"""``render(page, seats, state, language, shown)``: every changing part of a page as id and HTML."""


Sayer = Callable[[Events, tuple[str, ...], Json, str], list[str]]
"""``say(events, seats, state, language)``: a sentence for each of these events that has one."""


class Stream:
    """One open stream: ``key`` names whose it is, ``hashes`` its secrets, ``ended`` why it should end."""

    def __init__(self, key: str, hashes: frozenset[str]) -> None:
        self.key = key
        self.hashes = hashes
        self.ended: str | None = None
        self.began = time.monotonic()

    @property
    def guest(self) -> bool:
        """A spectator's stream; these give way first."""
        return self.key.startswith("guest")


class Streams:
    """All open streams of a host.  Thread-safe."""

    def __init__(self, table: Table) -> None:
        self._touch = table.touch
        self.crier = Crier(table, HEARTBEAT_S)
        self._lock = threading.Lock()
        self._open: list[Stream] = []
        self.closing = False
        self.drawings = Drawings()

    def open(self, key: str, hashes: frozenset[str] = frozenset()) -> Stream:
        """Register a stream; the older one of the same key, or the oldest of too many, ends."""
        stream = Stream(key, hashes)
        with self._lock:
            for other in self._open:
                if other.key == key and not other.guest:
                    other.ended = "replaced"
            self._open = [other for other in self._open if other.ended is None]
            if len(self._open) >= STREAMS_AT_MOST:
                oldest = next((other for other in self._open if other.guest), self._open[0])
                oldest.ended = "full"
                self._open.remove(oldest)
            self._open.append(stream)
        self._touch()
        return stream

    def close(self, stream: Stream) -> None:
        """Forget a stream that ended."""
        with self._lock:
            self._open = [other for other in self._open if other is not stream]
        self._touch()

    def hashes(self) -> frozenset[str]:
        """The secrets whose streams are open, hashed."""
        with self._lock:
            return frozenset(each for stream in self._open for each in stream.hashes)

    def count(self) -> int:
        """How many streams are open."""
        with self._lock:
            return len(self._open)


class Drawing(NamedTuple):
    """Every part of a page with hash and HTML, showing the state ``seq`` of ``game`` or a later one."""

    seq: int
    game: str
    parts: dict[str, Json]


class Drawings:
    """Fragments by page, seats and language, of one version of the table: equal screens are drawn once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._version = -1
        self._drawn: dict[tuple[object, ...], Drawing] = {}
        self._told: tuple[Course | None, dict[tuple[str | None, str], Json]] = (None, {})

    def get(self, version: int, key: tuple[object, ...], draw: Callable[[], Drawing]) -> Drawing:
        """What was drawn at this version or later."""
        with self._lock:
            if version > self._version:
                self._version, self._drawn, self._told = version, {}, (None, {})
            if version < self._version or key not in self._drawn:
                self._drawn[key] = draw()
            return self._drawn[key]

    def told(self, role: str | None, words: str) -> Json:
        """The state of a role for what is drawn here: asked once, until table or version go on."""
        here = hosting()
        if self._told[0] is not here.table.course:
            self._told = (here.table.course, {})
        known = self._told[1]
        if (role, words) not in known:
            known[role, words] = here.state(role, words)
        return known[role, words]


def streams(app: Flask | None = None) -> Streams:
    """The streams of an app."""
    found: Streams = (app or current_app).extensions[KEY]
    return found


def event(name: str, data: bytes) -> bytes:
    """One server-sent event; the data is JSON on one line."""
    return b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"


class Told:
    """What is said in a stream from version to version of the table; ``news`` gives what is new (None: nothing)."""

    def __init__(self, stream: Stream, all_: Streams, news: Callable[[], bytes | None]) -> None:
        self._stream, self._all, self._news = stream, all_, news
        self.version = -1

    def __call__(self, version: int) -> bytes | None:
        """The news of this version, or a comment; None when the stream must end."""
        if self._all.closing or self._stream.ended is not None:
            return None
        told = self._news() if version != self.version else None
        self.version = version
        return told or b": heartbeat\n\n"


def follow(
    stream: Stream, here: Hosting, all_: Streams, told: Told, still: Callable[[], bool], line: Line | None
) -> Iterator[bytes]:
    """Say what is told at every change, and a comment at every beat; the crier does it where there is a ``line``.

    A stream that ends is told why: ``replaced`` by another window of the same seat, or ``lost``: the seat is gone.
    """
    try:
        yield b"retry: 1000\n\n"
        while (said := told(here.table.wait(told.version, HEARTBEAT_S))) is not None:
            yield said
            if line is not None and told.version == here.table.version:
                all_.crier.lend(line, told.version)
        if stream.ended is not None:
            yield event("lost" if stream.ended == "replaced" and not still() else stream.ended, b"{}")
    finally:
        all_.close(stream)


def answer(stream: Stream, news: Callable[[], bytes | None]) -> Response:
    """A response that streams; the socket gets a time limit, so that a sleeping phone holds no thread for ever."""
    all_, sock = streams(), request.environ.get("gunicorn.socket")
    told, line = Told(stream, all_, _in_context(news)), None
    if sock is not None:
        sock.settimeout(SEND_TIMEOUT_S)
        line = Line(sock, request.environ["SERVER_PROTOCOL"] > "HTTP/1.0", told)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    given = auth.tokens(request)
    still = _in_context(lambda: not stream.key.startswith(SEAT) or bool(auth.identify(*given).seats))
    body = follow(stream, hosting(), all_, told, still, line)
    response = Response(body, mimetype="text/event-stream", headers=headers)
    response.call_on_close(lambda: all_.close(stream))  # a HEAD request never starts the body
    return response


def _in_context(asks: Callable[[], Asked]) -> Callable[[], Asked]:
    """The same with an app context of its own, since a stream outlives its request."""
    context = current_app.app_context

    def within() -> Asked:
        with context():
            return asks()

    return within


@live.get("/live")
def fragments() -> Response:
    """Fragments of a page for this browser."""
    page = request.args.get("page", "table")
    if page not in ("play", "table"):
        raise BadRequest("page: play or table")
    tokens = auth.tokens(request) if page == "play" else ([], False)
    held = auth.identify(*tokens).seats
    stream = streams().open(SEAT + " ".join(held) if held else f"guest {page}", auth.hashes(tokens[0]))
    return answer(stream, Fragments(page, tokens, language.of_request(), request.args.get("seat")))


class Fragments:
    """News of one page for one browser: the parts whose hash is not the one that was sent last.

    A state that changes no part is news too: a page must know the number of the state that it shows, or its next tap
    counts as made on an old one.
    """

    def __init__(self, page: str, tokens: tuple[list[str], bool], words: str, shown: str | None) -> None:
        self._page, self._tokens, self._words, self._shown = page, tokens, words, shown
        self._seq = -1
        self._sent: dict[str, str] = {}
        self._passing = Passing(words)
        self._held: tuple[object, tuple[str, ...]] = (None, ())

    def _seats(self) -> tuple[str, ...]:
        """Whose the browser is; asked again when somebody has sat down or left."""
        sitting = hosting().table.course.seats
        if self._held[0] is not sitting:
            self._held = sitting, auth.identify(*self._tokens).seats
        return self._held[1]

    def __call__(self) -> bytes | None:
        seats = self._seats()
        key = (self._page, seats, self._words, self._shown)
        seq, game, fresh = streams().drawings.get(hosting().table.version, key, lambda: self._draw(seats))
        changed = {part: each for part, each in fresh.items() if self._sent.get(part) != each["hash"]}
        passed = self._passing(seats, self._shown)
        if not changed and seq == self._seq:
            return passed or None
        self._seq, self._sent = seq, {part: each["hash"] for part, each in fresh.items()}
        return event("fragments", msgspec.json.encode({"seq": seq, "game": game, "fragments": changed})) + passed

    def _draw(self, seats: tuple[str, ...]) -> Drawing:
        """The table may go on while this draws; the number is that of before, so that no page claims too much."""
        here = hosting()
        course, told = here.table.course, streams().drawings.told
        render: Renderer = current_app.extensions[RENDERER]
        drawn = render(self._page, seats, lambda role: told(role, self._words), self._words, self._shown)
        return Drawing(
            course.seq,
            here.table.games.of(course).name,
            {part: {"hash": digest(html), "html": html} for part, html in drawn.items()},
        )


class Passing:
    """What the game shows once, for one stream: of all that happens while it is open, of nothing before."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._after = hosting().table.course.seq

    def __call__(self, seats: tuple[str, ...], shown: str | None = None) -> bytes:
        """The event that tells it; nothing where nothing came to pass.

        A browser of several seats sees what everybody sees, unless one of them alone looks at it.
        """
        here, before = hosting(), self._after
        course = here.table.course
        self._after = course.seq
        game = here.table.games.of(course)
        role = shown if shown in seats else seats[0] if len(seats) == 1 else None
        events = state.passing(game, course, role, before)
        if not events:
            return b""
        say: Sayer = current_app.extensions[SAYER]
        said = say(events, seats, here.state(role, self._words), self._words)
        return event("passing", msgspec.json.encode({"game": game.name, "events": events, "said": said}))


@lru_cache(maxsize=256)
def digest(html: str) -> str:
    """A short name of a fragment's content; most parts are what they were, so it is known."""
    return hashlib.sha256(html.encode("utf-8", "replace")).hexdigest()[:16]


@live.get("/api/live")
def states() -> Response:
    """The state of a role, or a device's state, at every change."""
    tokens = auth.tokens(request)
    found = auth.identify(*tokens)
    if found.device:
        return answer(streams().open(f"device {found.device}"), _device)
    key = f"api {' '.join(found.seats)}" if found.seats else "guest api"
    stream = streams().open(key, auth.hashes(tokens[0]))
    words = language.of_request()
    passing = Passing(words)
    return answer(stream, lambda: _state(auth.identify(*tokens), words, passing))


def _device() -> bytes:
    return event("state", encode(hosting().device_state()))


def _state(found: Who, words: str, passing: Passing) -> bytes:
    role = auth.role_of(found)
    told = hosting().state(role, words)
    return event("state", msgspec.json.encode(told, order="sorted")) + passing(() if role is None else (role,))
