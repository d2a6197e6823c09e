"""The page for builders, walked command by command where a system without parts goes: docs/on-a-pi.md."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boot.booted import TREE, Booted

pytestmark = pytest.mark.boot

WELL = {"table": "ok", "eye": "ok", "lamps": "ok"}
PAGE = (TREE / "docs/on-a-pi.md").read_text(encoding="utf-8")
LINES = [
    re.split(r"\s{2,}", line.strip())[0].removeprefix("sudo ")
    for line in PAGE.splitlines()
    if re.match(r"    (sudo )?(dreimagier|systemctl status|journalctl) ", line)
]
PARTS = ("vision focus", "vision photo", "vision calibrate", "vision teach", "firmware test", "firmware blank")
"""They need a camera, its pictures, or lamps: here they say so in a line."""
TOLD = (*PARTS, "hotspot on", "wiring --svg")


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def pi(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Booted]:
    """A system with a table."""
    made = Booted(Path(os.environ["BOOT_ROOTS"]) / request.param, tmp_path_factory.mktemp("guide") / "console")
    try:
        done = made.install()
        assert done.returncode == 0, done.stdout + done.stderr
        made.until(lambda: made.health() == WELL, 90, "a table")
        yield made
    finally:
        made.close()


@pytest.mark.parametrize("line", LINES)
def test_a_command_of_the_page_does_what_it_says_or_tells_what_it_lacks(pi: Booted, line: str) -> None:
    words = line.replace(" -f", " --no-pager")
    done = pi.ask("sh", "-c", f"mkdir -p /tmp/guide && cd /tmp/guide && /usr/bin/env PAGER=cat {words}")
    assert "Traceback" not in done.stderr, done.stderr
    if any(part in line for part in TOLD):
        assert done.returncode != 0
        assert len(done.stderr.strip().splitlines()) <= 3, done.stderr
    elif not line.startswith("dreimagier doctor"):
        assert done.returncode == 0, done.stdout + done.stderr


def test_doctor_finds_nothing_wrong_where_nothing_is(pi: Booted) -> None:
    done = pi.ask("/usr/local/bin/dreimagier", "doctor")
    assert (done.returncode, " WRONG " in done.stdout) == (0, False), done.stdout
    assert pi.ask("/usr/local/bin/dreimagier", "doctor", "--bundle", "/tmp/report.zip").returncode == 0


def test_the_settings_of_the_page_are_taken(pi: Booted) -> None:
    """All but those that need parts or pins."""
    chosen = re.findall(r"^    (\w+ = \S.*?)(?: {2,}.*)?$", PAGE, re.MULTILINE)
    safe = [line for line in chosen if line.partition(" ")[0] not in ("camera", "buttons", "pins")]
    pi.write("etc/dreimagier/settings.toml", "\n".join(safe) + "\n")
    pi.run("systemctl", "restart", "dreimagier.target")
    pi.until(lambda: pi.health() == WELL, 60, "a table with these settings")


def test_the_letters_of_the_owner_are_where_the_page_says(pi: Booted) -> None:
    assert re.fullmatch(r"\w{6}", pi.run("cat", "/var/lib/dreimagier/tokens/owner.code").strip())
