"""The golden games are played again, byte for byte (``python -m tests.games.golden --write`` makes them anew)."""

from __future__ import annotations

import pytest

from tests.games.golden import FOLDER, GAMES, write_game


@pytest.mark.parametrize("name", list(GAMES))
def test_golden_game(name: str) -> None:
    assert write_game(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_five_games_that_show_every_kind_of_event() -> None:
    assert len(GAMES) == 5
    text = "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES)
    for event in ("card-taken", "duel-won", "duel-tied", "banished", "stone-gained", "transported", "doublet", "won"):
        assert f" {event}" in text, event
