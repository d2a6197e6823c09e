"""Server-sent events: whatever comes, nothing grows."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.errors import Garbled
from companion.link.events import LONGEST, Event, read_events


def read(data: bytes) -> list[Event]:
    return list(read_events(io.BytesIO(data)))


def test_events_comments_and_several_lines() -> None:
    data = b": heartbeat\n\nevent: state\r\ndata: a\r\ndata:b\r\n\r\ndata: c\n\nevent: lonely\n\n"
    assert read(data) == [Event("", b""), Event("state", b"a\nb"), Event("message", b"c")]


def test_a_line_broken_off_is_no_event() -> None:
    with pytest.raises(Garbled):
        read(b"event: state\ndata: {")


@pytest.mark.parametrize("data", [b"data: " + b"x" * 10_000_000, b"data: x\n" * 1_000_000], ids=["line", "lines"])
def test_ten_megabytes_are_refused_after_a_bounded_part(data: bytes) -> None:
    stream = io.BytesIO(data)
    with pytest.raises(Garbled):
        list(read_events(stream))
    assert stream.tell() <= 5 * LONGEST


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    try:
        events = read(data)
    except Garbled:
        return
    assert all(isinstance(each, Event) for each in events)
