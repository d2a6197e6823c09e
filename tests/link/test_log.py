"""The log's lines: prefixes where the journal reads them, plain elsewhere, and never a wait."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest

from companion.link import log


class Pipe:
    """A descriptor to write to, and what came out of it."""

    def __init__(self) -> None:
        self.out, self.descriptor = os.pipe()
        status = os.fstat(self.descriptor)
        self.name = f"{status.st_dev}:{status.st_ino}"

    def read(self) -> str:
        return os.read(self.out, 65536).decode()


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    made = Pipe()
    yield made
    os.close(made.out)
    os.close(made.descriptor)


def test_plain_lines_name_the_program(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)
    written = log.opened("firmware", pipe.descriptor)
    written.log(log.ERROR, "no lamps: no bus")
    written.log(log.NOTICE, "the lamps work again")
    assert pipe.read() == "dreimagier firmware: no lamps: no bus\ndreimagier firmware: the lamps work again\n"


def test_in_the_journal_each_level_has_its_prefix(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", pipe.name)
    written = log.opened("vision", pipe.descriptor)
    for level in (log.ERROR, log.WARNING, log.NOTICE):
        written.log(level, "x")
    assert pipe.read() == "<3>vision: x\n<4>vision: x\n<5>vision: x\n"


@pytest.mark.parametrize("name", ["", "1:2", "rubbish"])
def test_another_stream_than_the_journal_stays_plain(name: str, pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", name)
    monkeypatch.setenv("INVOCATION_ID", "a shell that systemd started has one")
    log.opened("vision", pipe.descriptor).error("x")
    assert pipe.read() == "dreimagier vision: x\n"


def test_one_line_without_control_characters_and_not_long(pipe: Pipe) -> None:
    log.opened("vision", pipe.descriptor).error("a\x1b[31m\nb\r\n\u202ec é🧙 " + "x" * 10_000)
    line = pipe.read()
    assert line.startswith("dreimagier vision: a [31m b c é🧙 xxx")
    assert line.count("\n") == 1 and len(line) < log.LONGEST + 30
    assert line.rstrip("\n").isprintable()


def test_a_reader_that_stopped_holds_up_nothing_and_gets_whole_lines_later(pipe: Pipe) -> None:
    written = log.opened("vision", pipe.descriptor)
    for number in range(20_000):
        written.error("line %d %s", number, "x" * 100)
    lines = pipe.read().splitlines()
    assert [line.split(" ")[3] for line in lines] == [str(number) for number in range(len(lines))]
    assert 100 < len(lines) < 20_000
    written.error("after it")
    assert pipe.read() == "dreimagier vision: after it\n"


def test_a_closed_descriptor_is_no_fault() -> None:
    out, descriptor = os.pipe()
    written = log.opened("vision", descriptor)
    os.close(descriptor)
    os.close(out)
    written.error("x")
    assert not log.is_journal(descriptor)


def test_less_than_a_notice_is_not_written_and_nothing_goes_elsewhere(
    pipe: Pipe, caplog: pytest.LogCaptureFixture
) -> None:
    written = log.opened("firmware", pipe.descriptor)
    written.info("silence")
    written.error("one")
    assert pipe.read() == "dreimagier firmware: one\n"
    assert caplog.records == [] and logging.getLogger("dreimagier.firmware").handlers == written.handlers
