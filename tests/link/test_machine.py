"""Is this a Pi?"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.link.machine import model, on_a_pi


@pytest.mark.parametrize(
    ("content", "name", "a_pi"),
    [
        (b"Raspberry Pi 5 Model B Rev 1.0\0", "Raspberry Pi 5 Model B Rev 1.0", True),
        (b"Radxa ROCK 5B\0", "Radxa ROCK 5B", False),
        (b"\xff\0", "\ufffd", False),
        (None, "", False),
    ],
)
def test_a_board_is_known_by_what_its_firmware_says(
    content: bytes | None, name: str, a_pi: bool, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / "model").write_bytes(content)
    assert (model(tmp_path / "model"), on_a_pi(tmp_path / "model")) == (name, a_pi)
