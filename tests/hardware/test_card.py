"""A card that installs at its first start, beside what the Imager has written on it."""

from __future__ import annotations

import subprocess
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from hardware.card import ARCHIVE, FIRST, WORDS, prepare, with_call
from hardware.errors import HardwareError

TREE = Path(__file__).parents[2]
CALLED = f"[sh, /boot/firmware/{FIRST}]"
IMAGER = "#cloud-config\nhostname: table\nusers:\n  - name: anna\n"


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    (tmp_path / "cmdline.txt").write_text("console=tty1 root=PARTUUID=x rootwait\n")
    return tmp_path


@pytest.fixture
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small program."""
    folder = tmp_path_factory.mktemp("tree")
    (folder / "install.sh").write_text("#!/bin/sh\n")
    return folder


def test_the_program_lies_on_the_card_whole_and_without_its_owners_things(boot: Path) -> None:
    prepare(boot, TREE)
    with tarfile.open(boot / ARCHIVE) as archive:
        names = set(archive.getnames())
    assert {"install.sh", "pyproject.toml", "companion/cli.py", "systemd/dreimagier.target"} <= names
    assert not {name for name in names if name.startswith((".", "tests")) or "__pycache__" in name}


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", f"#cloud-config\nruncmd:\n  - {CALLED}\n"),
        (IMAGER, f"{IMAGER}runcmd:\n  - {CALLED}\n"),
        (f"{IMAGER}runcmd:\n- [ls]\n", f"{IMAGER}runcmd:\n- {CALLED}\n- [ls]\n"),
        (
            "#cloud-config\nruncmd:\n  # x\n  - [ls]\nhostname: table\n",
            f"#cloud-config\nruncmd:\n  # x\n  - {CALLED}\n  - [ls]\nhostname: table\n",
        ),
    ],
)
def test_user_data_keeps_what_it_says(text: str, whole: str) -> None:
    assert with_call(text) == whole
    assert with_call(whole) == whole, "a second time"


@pytest.mark.parametrize("text", ["#!/bin/sh\nls\n", "#cloud-config\nruncmd: [ls]\n"])
def test_what_cannot_be_added_to_is_said(text: str) -> None:
    with pytest.raises(HardwareError, match="user-data"):
        with_call(text)


def test_trixie_gets_user_data_alone(boot: Path, tree: Path) -> None:
    (boot / "meta-data").write_text("instance-id: x\n")
    assert prepare(boot, tree)[2:] == ["user-data"]
    assert not (boot / "firstrun.sh").exists() and "systemd.run" not in (boot / "cmdline.txt").read_text()


def test_bookworm_gets_a_first_run_that_takes_itself_out(boot: Path, tree: Path) -> None:
    assert prepare(boot, tree)[2:] == ["firstrun.sh", "cmdline.txt"]
    assert (boot / "cmdline.txt").read_text() == f"console=tty1 root=PARTUUID=x rootwait {WORDS}\n"
    assert "rm -f /boot/firmware/firstrun.sh" in (boot / "firstrun.sh").read_text()


def test_the_imagers_own_first_run_calls_us_too(boot: Path, tree: Path) -> None:
    (boot / "firstrun.sh").write_text("#!/bin/bash\nset +e\nrm -f /boot/firstrun.sh\n")
    for _ in range(2):
        assert prepare(boot, tree)[2:] == ["firstrun.sh"]
    text = (boot / "firstrun.sh").read_text()
    assert text == f"#!/bin/bash\nsh /boot/firmware/{FIRST} later\nset +e\nrm -f /boot/firstrun.sh\n"
    assert "systemd.run" not in (boot / "cmdline.txt").read_text()


@pytest.mark.parametrize("hotspot", [False, True])
def test_the_scripts_are_scripts(hotspot: bool, boot: Path, tree: Path) -> None:
    prepare(boot, tree, hotspot)
    for name in (FIRST, "firstrun.sh"):
        assert subprocess.run(["sh", "-n", str(boot / name)], check=False).returncode == 0
    assert ("install.sh --hotspot\n" in (boot / FIRST).read_text()) == hotspot


def test_another_folder_is_no_card(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["hardware", "card", str(tmp_path)])
    assert done.exit_code == 2 and "no cmdline.txt" in done.output and not list(tmp_path.iterdir())


def test_the_command_says_what_it_wrote(boot: Path) -> None:
    done = CliRunner().invoke(main, ["hardware", "card", str(boot)])
    assert done.exit_code == 0 and f"written: {boot / FIRST}" in done.output
