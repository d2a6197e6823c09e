"""Live streams: whole on connect, then changes; one a seat; never more than 24; heartbeats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.web import live
from companion.web.live import STREAMS_AT_MOST, Streams, streams
from tests.table.pocket import SEATS
from tests.web.guests import House


class Listener:
    """Reads one stream, message by message."""

    def __init__(self, answer: TestResponse) -> None:
        assert answer.status_code == 200 and answer.mimetype == "text/event-stream"
        self.answer = answer
        self.chunks: Iterator[Any] = iter(answer.response)
        assert next(self.chunks) == b"retry: 1000\n\n"

    def next(self) -> tuple[str, Any]:
        """The next event as name and data; a comment is ``heartbeat``."""
        text = next(self.chunks).decode()
        assert text.endswith("\n\n")
        if text.startswith(":"):
            return "heartbeat", None
        name, data = text.strip().split("\n")
        return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))

    def news(self) -> tuple[str, Any]:
        """The next event that is no heartbeat."""
        while (event := self.next())[0] == "heartbeat":
            pass
        return event

    def ended(self) -> bool:
        """Whether the stream is over."""
        return next(self.chunks, None) is None


def listen(house: House, path: str, who: str | None = None, **more: Any) -> Listener:
    client = house.seats[who] if who in house.seats else house.app.test_client()
    return Listener(client.get(path, **more))


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Heartbeats come at once, so that no test waits for the clock."""
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.01)


def test_all_fragments_on_connect_then_only_those_that_changed(house: House) -> None:
    stream = listen(house, "/live?page=play", "north")
    name, data = stream.news()
    assert name == "fragments" and data["seq"] == house.table.course.seq
    assert set(data["fragments"]) == {"seq", "frame"}
    assert data["fragments"]["frame"]["html"] == "<p>play north</p>"
    house.lay(north=2)
    name, data = stream.news()
    assert set(data["fragments"]) == {"seq"} and data["seq"] == house.table.course.seq


def test_a_page_that_was_drawn_while_the_table_went_on_learns_the_number_of_what_it_shows(house: House) -> None:
    """The parts show the later state, the number is the earlier one: the next news is the number alone."""
    render = house.app.extensions[live.RENDERER]

    def late(page: str, seats: tuple[str, ...], state: Any, language: str, shown: str | None) -> Any:
        if house.table.course.seq == before:
            house.lay(north=2)
        return render(page, seats, state, language, shown)

    before = house.table.course.seq
    house.app.extensions[live.RENDERER] = late
    stream = listen(house, "/live?page=play", "north")
    _, data = stream.news()
    assert data["seq"] == before and f"{before + 1} " in data["fragments"]["seq"]["html"]
    assert stream.next() == ("fragments", {"seq": before + 1, "game": "pocket", "fragments": {}})
    assert stream.next()[0] == "heartbeat"


def test_a_state_that_changes_no_part_is_told(house: House) -> None:
    house.app.extensions[live.RENDERER] = lambda *_: {"frame": "<p>always the same</p>"}
    stream = listen(house, "/live?page=play", "north")
    stream.news()
    house.lay(north=2)
    assert stream.next() == ("fragments", {"seq": house.table.course.seq, "game": "pocket", "fragments": {}})


def test_silence_is_filled_with_heartbeats(house: House) -> None:
    stream = listen(house, "/live?page=table")
    stream.news()
    assert [stream.next()[0] for _ in range(3)] == ["heartbeat"] * 3


def test_the_table_page_is_a_spectators_page_for_everybody(house: House) -> None:
    assert listen(house, "/live?page=table", "north").news()[1]["fragments"]["frame"]["html"] == "<p>table </p>"


def test_an_unknown_page(house: House) -> None:
    assert house.guest.get("/live?page=secret").status_code == 400


def test_the_language_of_the_request(house: House) -> None:
    data = listen(house, "/live?page=table", headers={"Accept-Language": "nl"}).news()[1]
    assert data["fragments"]["seq"]["html"].endswith("nl</p>")


def test_a_state_stream_gives_each_role_its_own(house: House) -> None:
    house.lay(north=2)
    told = {who: listen(house, "/api/live", who).news()[1]["view"]["laid"]["north"] for who in (*SEATS, None)}
    assert told == {"north": 2, "east": None, "south": None, None: None}


def test_devices_are_sent_what_they_need_and_no_more(house: House) -> None:
    stream = listen(house, "/api/live", headers=house.bearer("firmware"))
    name, data = stream.news()
    assert name == "state" and data["throw"] is None and data["lamps"] == {"middle": ["own"]}
    house.lay(north=1, east=2, south=3)
    while data["throw"] is None:
        data = stream.news()[1]
    assert data["dark"] is True and data["lamps"] == {}
    assert data["throw"]["question"] == house.table.course.questions["north"]
    assert "laid" not in str(data["throw"])


def test_a_second_stream_of_a_seat_ends_the_first(house: House) -> None:
    first = listen(house, "/live?page=play", "north")
    first.news()
    second = listen(house, "/live?page=play", "north")
    assert first.news() == ("replaced", {}) and first.ended()
    assert second.news()[0] == "fragments"


def test_a_device_has_one_stream(house: House) -> None:
    first = listen(house, "/api/live", headers=house.bearer("vision"))
    listen(house, "/api/live", headers=house.bearer("vision"))
    assert first.news()[0] == "replaced" or first.news()[0] == "replaced"


def test_too_many_spectators_push_out_spectators_not_seats(house: House) -> None:
    seat = listen(house, "/live?page=play", "north")
    seat.news()
    guests = [listen(house, "/live?page=table") for _ in range(STREAMS_AT_MOST + 5)]
    assert streams(house.app).count() == STREAMS_AT_MOST
    for guest in guests[:6]:
        assert [event[0] for event in (guest.news(),)] == ["full"]
    assert seat.next()[0] == "heartbeat"


def test_who_is_here(house: House) -> None:
    assert house.state()["seats"]["north"]["here"] is False
    stream = listen(house, "/live?page=play", "north")
    stream.next()
    assert house.state()["seats"]["north"]["here"] is True
    stream.answer.close()
    assert house.state()["seats"]["north"]["here"] is False
    assert streams(house.app).count() == 0


def test_vanished_clients_leave_nothing_behind(house: House) -> None:
    for _ in range(100):
        stream = listen(house, "/live?page=table")
        stream.next()
        stream.answer.close()
    assert streams(house.app).count() == 0


def test_a_head_request_opens_nothing(house: House) -> None:
    for path in ("/live?page=table", "/api/live"):
        house.guest.head(path).close()
    assert streams(house.app).count() == 0


def test_streams_end_when_the_host_stops(house: House) -> None:
    stream = listen(house, "/live?page=table")
    stream.news()
    streams(house.app).closing = True
    remaining = list(stream.chunks)
    assert len(remaining) <= 1


def test_a_replaced_phone_is_shown_the_truth_at_once(house: House) -> None:
    stream = listen(house, "/live?page=play", "north")
    assert "north" in stream.news()[1]["fragments"]["frame"]["html"]
    body = {"request": house.request(), "seat": "north"}
    house.seats["north"].post("/api/leave", json=body)
    while "frame" not in (fragments := stream.news()[1]["fragments"]):
        pass
    assert "north" not in fragments["frame"]["html"]


def test_the_oldest_goes_when_only_seats_are_there(house: House) -> None:
    made = Streams(house.table)
    opened = [made.open(f"seat {number}") for number in range(STREAMS_AT_MOST + 1)]
    assert [stream.ended for stream in opened[:2]] == ["full", None]
