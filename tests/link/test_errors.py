"""Messages on one line."""

from __future__ import annotations

import pytest

from companion.games import Fault, Invalid
from companion.link.errors import HostError, OneLine, on_one_line
from companion.settings import SettingsError
from firmware.errors import OptionError
from vision.errors import StorageError, WandSetError


@pytest.mark.parametrize("kind", [HostError, SettingsError, OptionError, WandSetError])
def test_what_an_error_quotes_does_not_break_its_line(kind: type[OneLine]) -> None:
    assert str(kind("unknown field `a\nb\u2028\x1b[31m`")) == "unknown field `a\\nb\\u2028\\x1b[31m`"


def test_letters_of_every_language_stay() -> None:
    assert on_one_line("Björn hält « Çelik » … 赤 5\u202f%") == "Björn hält « Çelik » … 赤 5\u202f%"


def test_an_error_of_the_system_keeps_its_sentence() -> None:
    assert str(StorageError("no space for\nwands.json")) == "no space for\\nwands.json"


def test_each_fault_has_one_line() -> None:
    told = str(Invalid("the board", [Fault("links.a\nb", "no such\nplace"), Fault("start", "missing")]))
    assert told == "the board cannot be used:\n  links.a b: no such place\n  start: missing"
