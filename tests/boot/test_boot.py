"""The services under the real systemd of both releases: what happens at a crash, a bad port, a slow eye."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.boot.booted import OVERLAY, Booted

pytestmark = pytest.mark.boot

ALL = {"host", "vision", "firmware"}
WELL = {"table": "ok", "eye": "ok", "lamps": "ok"}
SLOW = "import time\n\nfrom vision.cameras.files import FilesCamera as Quick\n\n\nclass SlowCamera(Quick):\n"
SLOW += "    def open(self):\n        time.sleep(50)\n        super().open()\n"


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def pi(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Booted]:
    """A system with table, eye and lamps."""
    root = Path(os.environ["BOOT_ROOTS"]) / request.param
    made = Booted(root, tmp_path_factory.mktemp("boot") / "console")
    try:
        done = made.install()
        assert done.returncode == 0, done.stdout + done.stderr
        made.until(lambda: made.health() == WELL, 90, "a table with eye and lamps")
        yield made
    finally:
        made.close()


def well_at(pi: Booted, port: int) -> bool:
    return pi.health(port) == WELL


@pytest.mark.parametrize("name", sorted(ALL))
def test_one_crash_ends_nothing_else(pi: Booted, name: str) -> None:
    before = {each: pi.started(each) for each in ALL}
    pi.run("systemctl", "kill", "-s", "KILL", "--kill-whom=main", f"dreimagier-{name}.service")
    pi.until(lambda: pi.started(name) not in ("", before[name]), 20, "another run")
    pi.until(lambda: pi.active() == ALL and pi.health() == WELL, 60, "all three")
    pi.until(lambda: pi.states()["fallback"] == "inactive", 30, "the end of the watch over it")
    assert pi.active() == ALL
    assert {each for each in ALL if pi.started(each) != before[each]} == {name}
    pi.run("systemctl", "reset-failed", f"dreimagier-{name}.service")


def test_eye_and_lamps_follow_the_port(pi: Booted) -> None:
    for file, text in (("host.env", "DREIMAGIER_PORT=8181\n"), ("settings.toml", "port = 8282\n")):
        pi.write(f"etc/dreimagier/{file}", text)
        pi.run("systemctl", "restart", "dreimagier.target")
        port = int("".join(filter(str.isdigit, text)))
        pi.until(partial(well_at, pi, port), 60, f"all three at {port}")
        pi.write("etc/dreimagier/host.env", "")
        pi.run("systemctl", "reset-failed", "dreimagier-*")


def test_a_bad_port_leads_to_safe_mode_with_its_reason_and_back(pi: Booted) -> None:
    pi.write("etc/dreimagier/settings.toml", "port = 80\n")
    pi.run("systemctl", "restart", "dreimagier.target")
    pi.until(lambda: pi.active() == {"safe"}, 60, "safe mode")
    pi.until(lambda: pi.health().get("table") == "degraded", 30, "its table")
    reason = pi.run("cat", "/run/dreimagier-safe/reason").splitlines()[-1]
    assert "0.0.0.0:80 cannot be used" in reason and "choose another --port" in reason
    pi.write("etc/dreimagier/settings.toml", "")
    pi.run("systemctl", "start", "dreimagier.target")
    pi.until(lambda: pi.active() == ALL and pi.health() == WELL, 60, "all three again")


def test_a_table_from_safe_mode_is_back_on_its_own_port(pi: Booted) -> None:
    """Safe mode is on 8080 always; the way back leads to where the settings say."""
    pi.write("etc/dreimagier/settings.toml", "port = 8181\nquestion_s = 0\n")
    pi.run("systemctl", "restart", "dreimagier.target")
    pi.until(lambda: pi.active() == {"safe"} and pi.health(8080), 60, "safe mode on 8080")
    assert pi.health(8181) == {}
    pi.write("etc/dreimagier/settings.toml", "port = 8181\n")
    pi.run("systemctl", "start", "dreimagier.target")
    pi.until(lambda: pi.health(8181) == WELL, 60, "all three on 8181")
    pi.until(lambda: "http://" in pi.run("cat", "/run/issue.d/dreimagier.issue"), 20, "the console")
    pi.write("etc/dreimagier/settings.toml", "")
    pi.run("systemctl", "restart", "dreimagier.target")
    pi.until(lambda: pi.active() == ALL and pi.health() == WELL, 60, "all three on 8080")


def test_a_table_that_stays_broken_ends_in_safe_mode_again(pi: Booted) -> None:
    pi.write("etc/dreimagier/settings.toml", "port = 80\n")
    pi.run("systemctl", "restart", "dreimagier.target")
    for _ in range(2):
        pi.until(lambda: pi.active() == {"safe"}, 60, "safe mode")
        pi.run("systemctl", "start", "dreimagier.target")
    pi.until(lambda: pi.active() == {"safe"} and pi.health(), 60, "a table after all")
    pi.write("etc/dreimagier/settings.toml", "")
    pi.run("systemctl", "start", "dreimagier.target")
    pi.until(lambda: pi.active() == ALL and pi.health() == WELL, 60, "all three again")


def test_a_camera_that_needs_long_to_open_is_waited_for(pi: Booted) -> None:
    base = pi.root / pi.run("readlink", "/opt/dreimagier").strip().lstrip("/") / "vision/cameras"
    names = (base / "__init__.py").read_text()
    pi.write(
        "opt/dreimagier/vision/cameras/slow.py", SLOW.replace("Files", "Simulated").replace(".files", ".simulated")
    )
    (base / "__init__.py").write_text(names.replace("vision.cameras.simulated:Simul", "vision.cameras.slow:Slow"))
    (base / "__init__.py").write_text((base / "__init__.py").read_text().replace("SlowatedCamera", "SlowCamera"))
    pi.run("systemctl", "restart", "dreimagier-vision.service")
    run = pi.started("vision")
    pi.until(lambda: pi.health().get("eye") == "degraded", 30, "an eye that opens")
    pi.until(lambda: pi.health() == WELL, 150, "an open eye")
    assert pi.started("vision") == run, "it was not killed meanwhile"
    (base / "__init__.py").write_text(names)


@pytest.mark.parametrize(("user", "answer"), [("dreimagier-firmware", "yes"), ("dreimagier", "challenge")])
def test_the_lamps_user_alone_may_switch_the_machine_off(pi: Booted, user: str, answer: str) -> None:
    """For the shutdown key."""
    ask = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "CanPowerOff")
    told = pi.ask("setpriv", f"--reuid={user}", "--clear-groups", "--reset-env", "busctl", "call", *ask)
    assert told.stdout.strip() == f's "{answer}"', told.stdout + told.stderr


def test_an_overlay_over_the_root_is_told(pi: Booted, tmp_path: Path) -> None:
    """What owners switch on against power cuts: the games would be gone with the power, and doctor says so."""
    told = pi.run("/opt/dreimagier/.venv/bin/dreimagier", "doctor", "--data", "/var/lib/dreimagier")
    assert "a power cut forgets" not in told
    name = pi.run("readlink", "/opt/dreimagier").strip().lstrip("/")
    pi.close()
    again = Booted(pi.root, tmp_path / "console", OVERLAY, fresh=False)
    try:
        again.until(lambda: again.health() == WELL, 90, "the table under an overlay")
        told = again.run("/opt/dreimagier/.venv/bin/dreimagier", "doctor", "--data", "/var/lib/dreimagier")
        assert "/var/lib/dreimagier lies in memory (overlay): a power cut forgets" in told
        assert "Overlay File System, off" in told
        assert (pi.root / name).is_dir()
    finally:
        again.close()
