"""What goes from a set-up page's eye to the host: of pictures the newest, what was learnt until it has come over."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import vision.live.showing
from companion.link.errors import HostError, LinkError, TokenError
from companion.link.host import Answer, Host
from companion.protocol import EyeReport, EyeTask, Said, Taught, encode
from tests.vision.live.host import PATIENCE_S
from vision.live.line import Learnt, Shown
from vision.live.showing import AGAIN_S, POST_S, Showing
from vision.live.taught import Taught as Files

PICTURE, WHOLE, REPORT, LESSON = (f"/api/device/{name}" for name in ("eye/picture", "eye/whole", "eye", "taught"))


class Post(NamedTuple):
    """One message as it came to the host."""

    path: str
    body: bytes
    kind: str
    timeout_s: float


class Box(Host):
    """Keeps what is posted.  Answers are given in turn, then only good ones; while ``free`` is not set it holds on."""

    def __init__(self, folder: Path) -> None:
        super().__init__("http://127.0.0.1:1", folder / "token")
        self.posts: queue.Queue[Post] = queue.Queue()
        self.answers: list[int | LinkError] = []
        self.free = threading.Event()
        self.free.set()
        self.sender: threading.Thread | None = None

    def post(self, path: str, body: bytes, kind: str = "application/json", timeout_s: float = 3.0) -> Answer:
        self.sender = threading.current_thread()
        self.posts.put(Post(path, body, kind, timeout_s))
        assert self.free.wait(PATIENCE_S)
        answer = self.answers.pop(0) if self.answers else 200
        if isinstance(answer, LinkError):
            raise answer
        return Answer(answer, b"{}")

    def got(self, *bodies: bytes) -> list[Post]:
        """The next posts, which have these bodies."""
        posts = [self.posts.get(timeout=PATIENCE_S) for _ in bodies]
        assert [post.body for post in posts] == list(bodies)
        return posts


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Pauses that were made; none takes any time."""
    slept: list[float] = []
    monkeypatch.setattr(vision.live.showing, "time", SimpleNamespace(sleep=slept.append))
    return slept


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


@pytest.fixture
def showing(box: Box, slept: list[float]) -> Showing:
    return Showing(box, Files(box))


def shown(name: str, whole: bool = False, jpeg: bool = True) -> Shown:
    """A picture whose bytes are its name, and whose report asks it."""
    task = EyeTask("trial", "waiting", 0, 10, Said(name))
    return Shown(name.encode() if jpeg else b"", whole, EyeReport(None, task))


def report(name: str) -> bytes:
    return encode(shown(name).report)


def learnt(content: str, name: str = "pane.json") -> Learnt:
    return Learnt(Taught(name, content))


def lesson(content: str, name: str = "pane.json") -> bytes:
    return encode(Taught(name, content))


def put(showing: Showing, messages: Iterable[Shown | Learnt]) -> None:
    for message in messages:
        showing.put(message)


@pytest.mark.parametrize(("whole", "path"), [(False, PICTURE), (True, WHOLE)])
def test_a_picture_goes_first_to_those_who_may_see_it_and_its_report_follows(
    showing: Showing, box: Box, whole: bool, path: str
) -> None:
    showing.start()
    showing.put(shown("a", whole))
    assert box.got(b"a", report("a")) == [
        Post(path, b"a", "image/jpeg", POST_S),
        Post(REPORT, report("a"), "application/json", POST_S),
    ]


def test_a_report_without_a_picture_goes_alone(showing: Showing, box: Box) -> None:
    showing.start()
    showing.put(shown("a", jpeg=False))
    assert box.got(encode(shown("a").report))[0].path == REPORT


def test_it_sends_beside_and_holds_nobody_up_who_ends(showing: Showing, box: Box) -> None:
    showing.start()
    showing.put(shown("a"))
    box.got(b"a", report("a"))
    assert box.sender is not None and box.sender is not threading.current_thread()
    assert box.sender.daemon


def test_of_pictures_that_come_while_one_is_under_way_the_newest_alone_is_sent(showing: Showing, box: Box) -> None:
    box.free.clear()
    showing.start()
    showing.put(shown("a"))
    box.got(b"a")
    put(showing, map(shown, "bcd"))
    box.free.set()
    box.got(report("a"), b"d", report("d"))
    showing.put(shown("e"))
    box.got(b"e", report("e"))


@pytest.mark.parametrize("fault", [HostError("no answer"), TokenError("no token")])
def test_a_picture_that_does_not_come_over_is_given_up_with_its_report(
    showing: Showing, box: Box, slept: list[float], fault: LinkError
) -> None:
    box.answers = [fault]
    showing.start()
    showing.put(shown("a"))
    box.got(b"a")
    showing.put(shown("b"))
    box.got(b"b", report("b"))
    assert slept == []


def test_what_was_learnt_comes_before_the_picture_and_each_lesson_in_its_turn(showing: Showing, box: Box) -> None:
    put(showing, [shown("a"), learnt("p1"), learnt("w1", "wands.json"), learnt("p2")])
    showing.start()
    posts = box.got(lesson("p1"), b"a", report("a"), lesson("w1", "wands.json"), lesson("p2"))
    assert posts[0] == Post(LESSON, lesson("p1"), "application/json", POST_S)
    showing.put(shown("b"))
    box.got(b"b", report("b"))


@pytest.mark.parametrize("fault", [500, 503, HostError("no answer"), TokenError("no token")])
def test_what_was_learnt_is_sent_each_second_until_the_host_has_it(
    showing: Showing, box: Box, slept: list[float], fault: int | LinkError
) -> None:
    box.answers = [fault] * 3
    put(showing, [learnt("p1"), learnt("p2")])
    showing.start()
    box.got(*[lesson("p1")] * 4, lesson("p2"))
    assert slept == [AGAIN_S] * 3


@pytest.mark.parametrize("status", [400, 403, 409, 422, 499])
def test_what_the_host_refuses_for_good_is_not_sent_again(
    showing: Showing, box: Box, slept: list[float], status: int
) -> None:
    box.answers = [status]
    put(showing, [learnt("p1"), learnt("p2")])
    showing.start()
    box.got(lesson("p1"), lesson("p2"))
    assert slept == []


def test_a_lesson_that_does_not_come_over_holds_no_picture_up(showing: Showing, box: Box) -> None:
    box.answers = [503, 200, 200]
    put(showing, [learnt("p1"), shown("a")])
    showing.start()
    box.got(lesson("p1"), b"a", report("a"), lesson("p1"))


def test_the_eye_goes_by_what_it_learnt_before_the_host_hears_of_it(showing: Showing, box: Box) -> None:
    showing.put(learnt("p1"))
    assert box.posts.empty()
    path = showing.taught.arguments("", "")[5]
    assert Path(path).read_text() == "p1" and list(showing.taught.sums) == ["pane.json"]


def test_a_picture_teaches_nothing(showing: Showing) -> None:
    showing.put(shown("a"))
    assert showing.taught.sums == {}
