"""A request that goes round, or does not."""

from __future__ import annotations

import socket

import pytest

from companion.web import roundtrip
from companion.web.roundtrip import goes_round


def test_nobody_there_or_nobody_who_answers_is_no_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roundtrip, "PATIENCE_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert goes_round("127.0.0.1", port)() is False
    assert goes_round("127.0.0.1", port)() is False


@pytest.mark.parametrize(
    ("bound", "reached"),
    [("0.0.0.0", "127.0.0.1"), ("::", "::1"), ("192.168.1.7", "192.168.1.7"), ("table.local", "table.local")],
)
def test_who_listens_everywhere_is_reached_from_here(bound: str, reached: str) -> None:
    assert roundtrip._reached(bound) == reached
