"""A card that was made ready: its first start, as each release does it, ends in a table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.card import WORDS, prepare
from tests.boot.booted import TREE, Booted

pytestmark = pytest.mark.boot

WELL = {"table": "ok", "eye": "ok", "lamps": "ok"}
IMAGER = "#cloud-config\nhostname: table\nmanage_etc_hosts: true\n"
"""As the Imager writes it where a name was chosen."""
SEED = "datasource_list: [NoCloud, None]\ndatasource:\n  NoCloud:\n    seedfrom: file:///boot/firmware\n"
PIP = "[global]\nno-index = true\nfind-links = /opt/wheels\nno-compile = true\n"
"""A booted root has no network."""
OFF = "etc/cloud/cloud-init.disabled"
LAID = ("boot/firmware", "usr/local/src/dreimagier")


class Card:
    """A root directory with the boot partition of a fresh card."""

    def __init__(self, root: Path) -> None:
        self.root, self.boot = root, root / "boot/firmware"
        self.boot.mkdir(parents=True, exist_ok=True)
        (self.boot / "cmdline.txt").write_text("console=tty1 rootwait\n")
        (root / "etc/pip.conf").write_text(PIP)

    def start(self, log: Path, *words: str) -> Booted:
        """Boot with these words of a kernel's command line."""
        return Booted(self.root, log, fresh=False, words=words)


@pytest.fixture
def laid(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Card]:
    """A card of a release; nothing of it stays in the root."""
    root = Path(os.environ["BOOT_ROOTS"]) / request.param
    Booted.clean(root)
    made = Card(root)
    names = {name: (root / name).read_bytes() for name in ("etc/hostname", "etc/hosts") if (root / name).is_file()}
    try:
        yield made
    finally:
        for name in LAID:
            Booted.remove(root / name)
        for name in ("etc/pip.conf", "etc/cloud/cloud.cfg.d/99-card.cfg"):
            (root / name).unlink(missing_ok=True)
        for name, text in names.items():
            (root / name).write_bytes(text)
        (root / OFF).touch()


def table_of(pi: Booted) -> None:
    pi.until(lambda: pi.health() == WELL, 400, "a table")
    pi.until(lambda: not pi.there("boot/firmware/dreimagier.tar.gz"), 60, "the end of the first start")
    assert not pi.there("etc/systemd/system/dreimagier-first.service")


@pytest.mark.parametrize("laid", ["trixie"], indirect=True)
def test_with_cloud_init(laid: Card, tmp_path: Path) -> None:
    (laid.boot / "meta-data").write_text("instance-id: card\n")
    (laid.boot / "user-data").write_text(IMAGER)
    prepare(laid.boot, TREE)
    (laid.root / OFF).unlink()
    (laid.root / "etc/cloud/cloud.cfg.d/99-card.cfg").write_text(SEED)
    pi = laid.start(tmp_path / "console")
    try:
        schema = pi.ask("cloud-init", "schema", "--config-file", "/boot/firmware/user-data")
        assert schema.returncode == 0 and "Valid" in schema.stdout, schema.stdout + schema.stderr
        table_of(pi)
        assert pi.run("hostname").strip() == "table", "what the Imager wrote holds too"
    finally:
        pi.run("cloud-init", "clean", "--logs")
        pi.close()


@pytest.mark.parametrize("laid", ["bookworm"], indirect=True)
def test_with_a_first_run(laid: Card, tmp_path: Path) -> None:
    prepare(laid.boot, TREE)
    assert (laid.boot / "cmdline.txt").read_text().endswith(f" {WORDS}\n")
    for path in laid.boot.iterdir():
        path.chmod(0o755)  # as on the card's own file system, which knows no rights
    first = laid.start(tmp_path / "first", *WORDS.replace("action=reboot", "action=poweroff").split())
    first.wait(120)
    assert (laid.boot / "cmdline.txt").read_text() == "console=tty1 rootwait\n"
    assert not (laid.boot / "firstrun.sh").exists()
    pi = laid.start(tmp_path / "second")
    try:
        table_of(pi)
    finally:
        pi.close()
