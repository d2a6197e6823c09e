"""The one command under the real systemd of both releases: install, again, update, roll-back, roles, uninstall.

In order: each test finds what the one before left.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boot.booted import SOURCE, WHEELS, Booted

pytestmark = pytest.mark.boot

WELL = {"table": "ok", "eye": "ok", "lamps": "ok"}
SYSTEM = ("etc/.pwd.lock",)
"""Made by the system's own tools for users."""


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def fresh(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Booted]:
    """A system on which nothing is installed."""
    made = Booted(Path(os.environ["BOOT_ROOTS"]) / request.param, tmp_path_factory.mktemp("install") / "console")
    try:
        yield made
    finally:
        made.close()


def release(pi: Booted) -> str:
    return pi.run("readlink", "/opt/dreimagier").strip()


def test_from_one_command_to_nothing(fresh: Booted) -> None:
    before, people = fresh.files(), fresh.run("cat", "/etc/passwd", "/etc/group")

    told = fresh.install("--dry-run")
    assert told.returncode == 0 and told.stdout.endswith("Nothing was changed.\n"), told.stderr
    assert fresh.files() == before

    done = fresh.install()
    assert done.returncode == 0, done.stdout + done.stderr
    fresh.until(lambda: fresh.health() == WELL, 60, "a table with eye and lamps")
    first = release(fresh)
    command_by_its_name(fresh)

    again = fresh.install()
    assert again.returncode == 0 and "All is as it was." in again.stdout, again.stdout + again.stderr
    assert release(fresh) == first

    update_that_is_ill(fresh, first)
    update_and_back(fresh, first)
    environment_without_python(fresh)

    gone = fresh.install("uninstall", "--all")
    assert gone.returncode == 0, gone.stdout + gone.stderr
    after = fresh.files()
    assert {name: after.get(name) for name in after.keys() ^ before.keys() if name not in SYSTEM} == {}
    assert {name for name in before if before[name] != after.get(name)} == set()
    assert fresh.run("cat", "/etc/passwd", "/etc/group") == people
    assert not fresh.active()


def command_by_its_name(pi: Booted) -> None:
    """For root and for others: a screen of the machine itself may show the letters to join."""
    nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--reset-env")
    for who in ((), nobody):
        told = pi.ask(*who, "/usr/local/bin/dreimagier", "where")
        assert told.returncode == 0 and "/join?code=" in told.stdout, told.stdout + told.stderr
    assert "/var/lib/dreimagier:" in pi.run("/usr/local/bin/dreimagier", "doctor"), "the table's data"


def update_that_is_ill(pi: Booted, first: str) -> None:
    """A release whose table does not start gives way to the one before, within the same command."""
    server = f"{SOURCE}/companion/web/server.py"
    text = pi.run("cat", f"/{server}")
    pi.write(server, "raise SystemExit('this release is broken')\n")
    done = pi.install()
    assert done.returncode == 1 and "the update was taken back" in done.stderr, done.stdout + done.stderr
    assert "this release is broken" in done.stderr
    assert release(pi) == first
    pi.until(lambda: pi.health() == WELL, 60, "the table of before")
    pi.write(server, text)


def update_and_back(pi: Booted, first: str) -> None:
    pi.write(f"{SOURCE}/companion/news.py", "NEWS = 1\n")
    done = pi.install()
    assert done.returncode == 0, done.stdout + done.stderr
    assert release(pi) != first
    back = pi.install("rollback")
    assert back.returncode == 0, back.stdout + back.stderr
    assert release(pi) == first
    pi.until(lambda: pi.health() == WELL, 60, "the table of before")


def environment_without_python(pi: Booted) -> None:
    """An upgrade of the system took the Python: the console says the cure, and the cure works."""
    pi.run("ln", "-sf", "/nonexistent/python", "/opt/dreimagier/.venv/bin/python")
    pi.run("systemctl", "restart", "dreimagier-console")
    pi.until(lambda: "sudo sh /opt/dreimagier/install.sh" in pi.run("cat", CONSOLE), 20, "the console's word")
    done = pi.ask("env", *WHEELS, "sh", "/opt/dreimagier/install.sh", seconds=500)
    assert done.returncode == 0, done.stdout + done.stderr
    pi.until(lambda: pi.health() == WELL, 60, "a table again")
    pi.until(lambda: "/join?code=" in pi.run("cat", CONSOLE), 20, "address and code")


CONSOLE = "/run/issue.d/dreimagier.issue"


@pytest.mark.parametrize(("role", "unit"), [("eye", "vision"), ("lamps", "firmware")])
def test_one_part_alone(fresh: Booted, role: str, unit: str) -> None:
    """The role has its own unit, token and target, and no table; nothing of it stays."""
    before = fresh.files()
    fresh.write(f"{SOURCE}/far.token", "A" * 43 + "\n")
    words = ("--role", role, "--host", "http://192.168.1.20:8080", "--token", f"/{SOURCE}/far.token")
    done = fresh.install(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert fresh.active() == {unit}
    told = fresh.run("systemctl", "show", "--property=Environment", f"dreimagier-{unit}.service")
    assert "DREIMAGIER_HOST=http://192.168.1.20:8080" in told
    gone = fresh.install("uninstall", "--all")
    assert gone.returncode == 0 and not fresh.active()
    after = fresh.files()
    assert {name for name in after.keys() | before.keys() if after.get(name) != before.get(name)} == set()


def test_uninstall_keeps_games_and_settings(fresh: Booted) -> None:
    assert fresh.install("status").stderr.strip().endswith("nothing is installed")
    done = fresh.install()
    assert done.returncode == 0, done.stdout + done.stderr
    told = fresh.install("status")
    assert told.returncode == 0 and told.stdout.endswith("All is well.\n"), told.stdout + told.stderr
    fresh.write("etc/dreimagier/settings.toml", "port = 8181\n")
    fresh.run("systemctl", "stop", "dreimagier.target", "dreimagier-*")
    kept = owners(fresh)
    gone = fresh.install("uninstall")
    assert gone.returncode == 0 and "--all takes them too" in gone.stdout, gone.stdout + gone.stderr
    assert owners(fresh) == kept and any(name.endswith("host.token") for name in kept)
    assert not [name for name in fresh.files() if name.startswith("opt/dreimagier") or "bin/dreimagier" in name]


def owners(pi: Booted) -> dict[str, str]:
    """Games, tokens and settings."""
    places = ("var/lib/dreimagier", "etc/dreimagier")
    return {name: told for name, told in pi.files().items() if name.startswith(places)}
