"""What the host was taught is fetched when it changes, whole or not at all; what the eye learns itself goes before."""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import SimpleNamespace

import pytest

import vision.live.taught
from companion.link.errors import HostError, LinkError, TokenError
from companion.link.host import Answer, Host
from companion.protocol import Taught as Learnt
from vision.live.taught import LONGEST, PAUSE_S, POSTED_S, Taught

PANE, WANDS = "pane.json", "wands.json"


def sums(**contents: str) -> dict[str, str]:
    """What a host says that it has, by the files' names without their ending."""
    return {f"{name}.json": hashlib.sha256(content.encode()).hexdigest() for name, content in contents.items()}


class Keeper(Host):
    """A host with files, or with something else to say of them."""

    def __init__(self, folder: Path) -> None:
        super().__init__("http://127.0.0.1:1", folder / "token")
        self.answers: dict[str, Answer | LinkError] = {}
        self.asked: list[str] = []

    def has(self, **contents: str) -> None:
        self.answers |= {f"{name}.json": Answer(200, content.encode()) for name, content in contents.items()}

    def get(self, path: str, longest: int = 0, timeout_s: float = 0.0) -> Answer:
        assert longest == LONGEST
        folder, _, name = path.rpartition("/")
        assert folder == "/api/device/taught"
        self.asked.append(name)
        answer = self.answers[name]
        if isinstance(answer, LinkError):
            raise answer
        return answer


class Clock:
    """Seconds, turned by hand."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(vision.live.taught, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    return Keeper(tmp_path)


@pytest.fixture
def taught(keeper: Keeper, clock: Clock) -> Taught:
    return Taught(keeper)


def pointed(taught: Taught) -> dict[str, str]:
    """Content of the files that the child is pointed to."""
    arguments = taught.arguments("", "")
    options = dict(zip(arguments[::2], arguments[1::2], strict=True))
    found = {PANE: options["--taught-pane"], WANDS: options["--taught-wands"]}
    return {name: Path(path).read_text("utf-8") for name, path in found.items() if path}


def test_the_child_is_told_what_the_owner_named_and_that_nothing_was_taught(taught: Taught) -> None:
    assert taught.arguments("/a/pane.json", "b.json") == [
        "--pane", "/a/pane.json", "--wands", "b.json", "--taught-pane", "", "--taught-wands", "",
    ]  # fmt: skip


def test_what_the_host_was_taught_is_fetched_once(taught: Taught, keeper: Keeper, clock: Clock) -> None:
    keeper.has(pane="Scheibe", wands="Stäbe")
    wanted = sums(pane="Scheibe", wands="Stäbe")
    assert taught.follow(wanted)
    assert pointed(taught) == {PANE: "Scheibe", WANDS: "Stäbe"}
    assert taught.sums == wanted
    clock.now += 60
    assert not taught.follow(wanted)
    assert keeper.asked == [PANE, WANDS]


def test_only_what_changed_is_fetched_again(taught: Taught, keeper: Keeper, clock: Clock) -> None:
    keeper.has(pane="p", wands="w")
    taught.follow(sums(pane="p", wands="w"))
    clock.now += PAUSE_S
    keeper.has(wands="w2")
    assert taught.follow(sums(pane="p", wands="w2"))
    assert keeper.asked == [PANE, WANDS, WANDS]
    assert pointed(taught) == {PANE: "p", WANDS: "w2"}


def test_a_state_that_brings_nothing_new_holds_no_change_up(taught: Taught, keeper: Keeper, clock: Clock) -> None:
    keeper.has(pane="p")
    taught.follow(sums(pane="p"))
    clock.now += PAUSE_S
    assert not taught.follow(sums(pane="p"))
    keeper.has(pane="p2")
    assert taught.follow(sums(pane="p2"))


def test_what_the_host_forgets_is_not_looked_at_any_longer(taught: Taught, keeper: Keeper, clock: Clock) -> None:
    keeper.has(pane="p", wands="w")
    taught.follow(sums(pane="p", wands="w"))
    clock.now += PAUSE_S
    assert taught.follow(sums(wands="w"))
    assert pointed(taught) == {WANDS: "w"}
    clock.now += PAUSE_S
    assert taught.follow({})
    assert pointed(taught) == {} and keeper.asked == [PANE, WANDS]


def test_a_file_that_the_eye_does_not_know_is_not_asked_for(taught: Taught, keeper: Keeper) -> None:
    assert not taught.follow(sums(pins="x"))
    assert keeper.asked == [] and taught.sums == {}


@pytest.mark.parametrize(
    "answer",
    [
        HostError("no answer"),
        TokenError("no token"),
        Answer(404, b""),
        Answer(500, b"w2"),
        Answer(206, b"w2"),
        Answer(200, b"w"),
        Answer(200, b"w3"),
        Answer(200, b""),
    ],
    ids=["silence", "no token", "not found", "a fault", "a part", "half", "newer", "empty"],
)
def test_what_does_not_come_whole_leaves_what_lies_there_and_is_asked_for_again(
    taught: Taught, keeper: Keeper, clock: Clock, answer: Answer | LinkError
) -> None:
    keeper.has(pane="p", wands="w1")
    taught.follow(sums(pane="p", wands="w1"))
    clock.now += PAUSE_S
    keeper.answers[WANDS] = answer
    wanted = sums(pane="p", wands="w2")
    assert not taught.follow(wanted)
    assert pointed(taught) == {PANE: "p", WANDS: "w1"} and taught.sums == sums(pane="p", wands="w1")
    keeper.has(wands="w2")
    clock.now += PAUSE_S
    assert taught.follow(wanted)
    assert pointed(taught) == {PANE: "p", WANDS: "w2"}


def test_one_file_that_fails_does_not_hold_the_other_up(taught: Taught, keeper: Keeper) -> None:
    keeper.has(wands="w")
    keeper.answers[PANE] = HostError("no answer")
    assert taught.follow(sums(pane="p", wands="w"))
    assert pointed(taught) == {WANDS: "w"}


@pytest.mark.parametrize(("after", "asked"), [(0.0, 1), (0.99, 1), (1.0, 2), (5.0, 2)])
def test_a_host_that_does_not_answer_is_asked_once_a_second(
    taught: Taught, keeper: Keeper, clock: Clock, after: float, asked: int
) -> None:
    keeper.answers[PANE] = HostError("no answer")
    for pause in (0.0, after):
        clock.now += pause
        assert not taught.follow(sums(pane="p"))
    assert keeper.asked == [PANE] * asked


def test_what_the_eye_learnt_lies_there_at_once_and_is_not_fetched(
    taught: Taught, keeper: Keeper, clock: Clock
) -> None:
    taught.adopt(Learnt(WANDS, "Stäbe: grün, weiß\n"))
    assert pointed(taught) == {WANDS: "Stäbe: grün, weiß\n"}
    clock.now += POSTED_S
    assert not taught.follow(sums(wands="Stäbe: grün, weiß\n"))
    assert keeper.asked == []


def test_a_lesson_takes_the_place_of_what_was_fetched(taught: Taught, keeper: Keeper) -> None:
    keeper.has(pane="p", wands="the longer one of both")
    taught.follow(sums(pane="p", wands="the longer one of both"))
    taught.adopt(Learnt(WANDS, "w2"))
    assert pointed(taught) == {PANE: "p", WANDS: "w2"} and taught.sums == sums(pane="p", wands="w2")


@pytest.mark.parametrize(("after", "content"), [(0.0, "new"), (9.9, "new"), (10.0, "old")])
def test_an_older_file_of_the_host_does_not_undo_a_lesson_on_its_way(
    taught: Taught, keeper: Keeper, clock: Clock, after: float, content: str
) -> None:
    """After ten seconds the host has had its time, and what it has counts."""
    keeper.has(pane="old")
    taught.follow(sums(pane="old"))
    taught.adopt(Learnt(PANE, "new"))
    clock.now += after
    assert taught.follow(sums(pane="old")) is (content == "old")
    assert pointed(taught) == {PANE: content}


def test_the_files_of_two_eyes_lie_apart(keeper: Keeper, clock: Clock) -> None:
    one, other = Taught(keeper), Taught(keeper)
    one.adopt(Learnt(PANE, "one"))
    other.adopt(Learnt(PANE, "other"))
    assert pointed(one) == {PANE: "one"} and pointed(other) == {PANE: "other"}
