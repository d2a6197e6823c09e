"""What the installation does to a machine, and that it takes all of it away again: on a made-up root."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.install import boot_config, record, release, roles, system, work
from hardware.install.__main__ import _parser, asked
from hardware.install.place import Answer, InstallError, Place, run

TREE = Path(__file__).parents[3]
CONFIG = "# mine\ndtparam=audio=on\n"
GUIDE = ("camera_auto_detect=1", "dtparam=spi=on", "core_freq_min=500")


class Machine:
    """A root directory and what its commands answer; ``ill`` are releases whose table never starts."""

    def __init__(self, root: Path, pi: bool = True) -> None:
        self.root, self.done, self.ill = root, [], set[str]()
        self.known = {"python3-venv", "avahi-daemon", "video"}
        self.said: list[str] = []
        self.write("etc/os-release", "VERSION_CODENAME=trixie\n")
        self.write("opt/other/readme", "not ours\n")
        self.write("etc/systemd/system/other.service", "[Unit]\n")
        if pi:
            self.write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
            self.write("boot/firmware/config.txt", CONFIG)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def place(self, dry: bool = False) -> Place:
        return Place(self.root, dry, self.run, self.said.append)

    def run(self, command: Sequence[str], folder: Path | None) -> Answer:
        words = " ".join(command)
        if command[0] == "dpkg-query":
            return Answer(0, "install ok installed") if command[-1] in self.known else Answer(1, "")
        if command[0] == "getent":
            return Answer(0 if command[-1] in self.known else 2, "")
        if command[0] == "uname":
            return Answer(0, "aarch64")
        if command[:2] == ["systemctl", "show"] or command[:2] == ("systemctl", "show"):
            return Answer(0, self.state(command[-1]))
        if command[0] == "journalctl":
            return Answer(0, "dreimagier: it does not start")
        if "-c" in command and str(command[0]).endswith(".venv/bin/python"):
            return Answer(0, "")
        if command[0] == "nmcli" and "RUNNING" in command:
            return Answer(0, "running")
        if command[:2] == ("systemctl", "is-enabled"):
            return Answer(0, "enabled")
        self.done.append(words)
        if "hardware/venv.sh" in words:
            assert folder is not None
            (folder / ".venv/bin").mkdir(parents=True, exist_ok=True)
            (folder / ".venv/bin/python").touch()
        if command[0] == "apt-get" and command[1] == "install":
            self.known |= {word for word in command[2:] if not word.startswith("-")}
        if command[0] == "systemd-sysusers":
            self.known |= {"dreimagier", "dreimagier-vision", "dreimagier-firmware", "gpio", "spi", "render"}
        return Answer(0, "")

    def state(self, unit: str) -> str:
        running = release.current(self.place())
        if "safe" in unit:
            return "inactive"
        return "failed" if running in self.ill and "host" in unit else "active"

    def files(self) -> dict[str, str]:
        """Every file, link and folder below the root."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            kind = str(path.readlink()) if path.is_symlink() else "" if path.is_dir() else path.read_text("latin-1")
            found[str(path.relative_to(self.root))] = kind
        return found


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(system, "_no_answer", lambda place: "")
    monkeypatch.setattr(system.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(system.ill, "__defaults__", (lambda seconds: None,))
    return Machine(tmp_path / "root")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A small program with our real units."""
    folder = tmp_path / "source"
    shutil.copytree(TREE / "systemd", folder / "systemd")
    (folder / "companion").mkdir()
    (folder / "companion/__init__.py").write_text("one = 1\n")
    return folder


def changed(source: Path) -> str:
    """Another release; its stamp."""
    (source / "companion/__init__.py").write_text("two = 2\n")
    return release.stamp(source)


class TestTable:
    def test_everything_is_put_where_the_system_looks(self, machine: Machine, source: Path) -> None:
        work.install(machine.place(), source, "table", "", "")
        units = ("host", "vision", "firmware", "console", "safe", "fallback")
        wanted = {f"etc/systemd/system/dreimagier-{name}.service" for name in units} | {
            "etc/systemd/system/dreimagier.target",
            "etc/dreimagier/settings.toml",
            "etc/sysusers.d/dreimagier.conf",
            "etc/tmpfiles.d/dreimagier.conf",
            "etc/udev/rules.d/60-dreimagier.rules",
            "etc/polkit-1/rules.d/50-dreimagier.rules",
            "usr/local/bin/dreimagier",
        }
        assert wanted <= set(machine.files())
        assert "systemctl enable dreimagier.target" in machine.done
        assert machine.done[-1] == "systemctl restart dreimagier.target"
        assert (machine.root / "opt/dreimagier").readlink() == Path("/opt/dreimagier.d") / release.stamp(source)
        install = next(words for words in machine.done if words.startswith("apt-get install"))
        assert "python3-picamera2" in install and "avahi-utils" in install and "python3-venv" not in install

    def test_the_programs_have_a_name(self, machine: Machine, source: Path) -> None:
        work.install(machine.place(), source, "table", "", "")
        command = machine.root / "usr/local/bin/dreimagier"
        assert command.stat().st_mode & 0o777 == 0o755
        assert "exec /opt/dreimagier/.venv/bin/dreimagier" in command.read_text()

    def test_somebody_elses_command_stays(self, machine: Machine, source: Path) -> None:
        machine.write("usr/local/bin/dreimagier", "mine\n")
        work.install(machine.place(), source, "table", "", "")
        work.install(machine.place(), source, "table", "", "")
        work.uninstall(machine.place(), everything=True)
        assert machine.files()["usr/local/bin/dreimagier"] == "mine\n"

    def test_again_does_no_harm(self, machine: Machine, source: Path) -> None:
        work.install(machine.place(), source, "table", "", "")
        before, done = machine.files(), len(machine.done)
        work.install(machine.place(), source, "table", "", "")
        assert machine.files() == before
        assert machine.done[done:] == []
        assert machine.said[-1] == "All is as it was."

    def test_a_dry_run_tells_and_changes_nothing(self, machine: Machine, source: Path) -> None:
        before = machine.files()
        work.install(machine.place(dry=True), source, "table", "", "")
        assert machine.files() == before and machine.done == []
        told = "\n".join(machine.said)
        assert "write /etc/systemd/system/dreimagier-host.service" in told
        assert "install python3-picamera2" in told or "python3-picamera2" in told
        assert machine.said[-1] == "Nothing was changed."

    def test_uninstall_leaves_nothing(self, machine: Machine, source: Path) -> None:
        before = machine.files()
        work.install(machine.place(), source, "table", "", "")
        machine.write("var/lib/dreimagier/journal.db", "games")
        machine.write("run/issue.d/dreimagier.issue", "here\n")
        (machine.root / "var/lib/dreimagier-vision").mkdir()
        work.uninstall(machine.place(), everything=True)
        after = machine.files()
        empty = {"var", "var/lib", "run"}  # made by this test
        assert {name: text for name, text in after.items() if name not in empty} == before
        gone = [words for words in machine.done if words.startswith(("userdel", "groupdel"))]
        assert gone == [
            *(f"userdel {name}" for name in ("dreimagier", "dreimagier-vision", "dreimagier-firmware")),
            *(f"groupdel {name}" for name in ("gpio", "spi", "render")),  # video was there before
        ]
        assert "sudo apt purge" in machine.said[-1] and "python3-venv" not in machine.said[-1]

    def test_the_hotspot_comes_with_its_packages_and_goes_with_the_rest(self, machine: Machine, source: Path) -> None:
        work.install(machine.place(), source, "table", "", "")
        before = machine.files()
        (machine.root / "sys/class/net/wlan0/wireless").mkdir(parents=True)
        work.hotspot(machine.place())
        assert {"network-manager", "dnsmasq-base", "nftables"} <= machine.known
        assert "Drei Magier" in machine.files()["etc/NetworkManager/system-connections/dreimagier.nmconnection"]
        assert machine.said[-1].startswith("Wi-Fi: Drei Magier, password: ")
        work.uninstall(machine.place(), everything=False)
        assert not [name for name in machine.files() if name not in before and machine.files()[name]]
        assert "nftables" in machine.said[-1], "the packages are named"

    def test_a_dry_run_opens_no_hotspot(self, machine: Machine) -> None:
        before = machine.files()
        work.hotspot(machine.place(dry=True))
        assert machine.files() == before and not machine.done

    def test_games_and_settings_stay_unless_said(self, machine: Machine, source: Path) -> None:
        work.install(machine.place(), source, "table", "", "")
        machine.write("var/lib/dreimagier/journal.db", "games")
        machine.write("etc/dreimagier/settings.toml", "port = 8181\n")
        work.uninstall(machine.place(), everything=False)
        left = machine.files()
        assert left["var/lib/dreimagier/journal.db"] == "games"
        assert left["etc/dreimagier/settings.toml"] == "port = 8181\n"
        assert not [words for words in machine.done if words.startswith("userdel")]
        work.install(machine.place(), source, "table", "", "")
        assert machine.files()["etc/dreimagier/settings.toml"] == "port = 8181\n"

    def test_an_update_keeps_the_way_back(self, machine: Machine, source: Path) -> None:
        work.install(machine.place(), source, "table", "", "")
        old = release.stamp(source)
        new = changed(source)
        work.install(machine.place(), source, "table", "", "")
        assert release.current(machine.place()) == new
        work.roll_back(machine.place())
        assert release.current(machine.place()) == old
        work.roll_back(machine.place())
        assert release.current(machine.place()) == new

    def test_only_two_releases_are_kept(self, machine: Machine, source: Path) -> None:
        for text in ("one", "two", "three"):
            (source / "companion/__init__.py").write_text(f"{text} = 0\n")
            work.install(machine.place(), source, "table", "", "")
        assert len([path for path in (machine.root / "opt/dreimagier.d").iterdir() if path.is_dir()]) == 2

    def test_an_update_that_is_not_well_is_taken_back(self, machine: Machine, source: Path) -> None:
        work.install(machine.place(), source, "table", "", "")
        old, files = release.current(machine.place()), machine.files()
        (source / "systemd/dreimagier-host.service").write_text("[Service]\nExecStart=/bin/false\n")
        machine.ill = {changed(source)}
        with pytest.raises(InstallError, match=r"the update was taken back.*it does not start"):
            work.install(machine.place(), source, "table", "", "")
        assert release.current(machine.place()) == old
        assert machine.files() == files, "the units are those of the release before"
        assert machine.done[-1] == "systemctl restart dreimagier.target"

    def test_a_release_before_may_lack_a_file_of_now(self, machine: Machine, source: Path) -> None:
        work.install(machine.place(), source, "table", "", "")
        old = release.current(machine.place())
        (machine.root / f"opt/dreimagier.d/{old}/systemd/dreimagier.sh").unlink()
        machine.ill = {changed(source)}
        with pytest.raises(InstallError, match="the update was taken back"):
            work.install(machine.place(), source, "table", "", "")
        assert release.current(machine.place()) == old
        assert "usr/local/bin/dreimagier" not in machine.files()

    def test_a_folder_that_is_not_whole_is_refused(self, machine: Machine, source: Path) -> None:
        (source / "systemd/dreimagier.sh").unlink()
        before = machine.files()
        with pytest.raises(InstallError, match="is not whole"):
            work.install(machine.place(), source, "table", "", "")
        assert machine.files() == before

    def test_an_environment_that_cannot_be_made_leaves_what_runs_alone(
        self, machine: Machine, source: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work.install(machine.place(), source, "table", "", "")
        files = machine.files()
        changed(source)
        real = machine.run

        def failing(command: Sequence[str], folder: Path | None) -> Answer:
            return Answer(1, "no network") if "hardware/venv.sh" in command else real(command, folder)

        monkeypatch.setattr(machine, "run", failing)
        with pytest.raises(InstallError, match="no network"):
            work.install(machine.place(), source, "table", "", "")
        assert machine.files() == files

    def test_an_environment_whose_python_is_gone_is_made_anew(self, machine: Machine, source: Path) -> None:
        work.install(machine.place(), source, "table", "", "")
        (machine.root / "opt/dreimagier.d" / release.stamp(source) / ".venv/bin/python").unlink()
        before = len(machine.done)
        work.install(machine.place(), source, "table", "", "")
        assert "sh hardware/venv.sh .venv" in machine.done[before:]
        assert machine.done[-1] == "systemctl restart dreimagier.target", "what ran on the old one starts anew"

    def test_an_older_guides_folder_is_told_of(self, machine: Machine, source: Path) -> None:
        machine.write("opt/dreimagier/README.md", "")
        with pytest.raises(InstallError, match=r"sudo mv /opt/dreimagier ~/dreimagier"):
            work.install(machine.place(), source, "table", "", "")

    @pytest.mark.parametrize(("file", "word"), [("VERSION_CODENAME=bullseye\n", "bullseye"), ("", "unknown")])
    def test_other_systems_are_refused(self, file: str, word: str, machine: Machine, source: Path) -> None:
        machine.write("etc/os-release", file)
        with pytest.raises(InstallError, match=word):
            work.install(machine.place(), source, "table", "", "")


class TestRoles:
    @pytest.mark.parametrize(
        ("role", "program", "other"), [("eye", "vision", "firmware"), ("lamps", "firmware", "vision")]
    )
    def test_a_device_of_a_table_elsewhere(
        self, role: str, program: str, other: str, machine: Machine, source: Path
    ) -> None:
        work.install(machine.place(), source, role, "http://192.168.1.20:8080", "secret\n")
        files = machine.files()
        units = {
            name for name in files if name.startswith("etc/systemd/system/dreimagier-") and name.endswith("service")
        }
        assert units == {f"etc/systemd/system/dreimagier-{program}.service"}
        assert f"Wants=dreimagier-{program}.service\n" in files["etc/systemd/system/dreimagier.target"]
        far = files[f"etc/systemd/system/dreimagier-{program}.service.d/far.conf"]
        assert "Environment=DREIMAGIER_HOST=http://192.168.1.20:8080" in far
        assert f"LoadCredential=\nLoadCredential=token:/etc/dreimagier/{program}.token" in far
        token = machine.root / f"etc/dreimagier/{program}.token"
        assert token.read_text() == "secret\n" and token.stat().st_mode & 0o777 == 0o600
        before = machine.files()
        work.install(machine.place(), source, "table", "", "")
        assert not [name for name in machine.files() if "far.conf" in name or name.endswith(".token")]
        assert "systemctl stop dreimagier.target dreimagier-*" in machine.done
        assert f"etc/systemd/system/dreimagier-{other}.service" in set(machine.files()) - set(before)

    def test_what_was_said_once_need_not_be_said_again(self, machine: Machine, source: Path, tmp_path: Path) -> None:
        (tmp_path / "token").write_text("secret\n")
        words = ["--role", "eye", "--host", "http://192.168.1.20:8080", "--token", str(tmp_path / "token")]
        first = asked(_parser().parse_args(words), machine.place())
        assert first == ("eye", "http://192.168.1.20:8080", "secret\n")
        work.install(machine.place(), source, *first)
        assert asked(_parser().parse_args([]), machine.place()) == first

    @pytest.mark.parametrize("words", [["--role", "eye"], ["--role", "lamps", "--host", "192.168.1.20"]])
    def test_an_eye_needs_an_address_and_a_token(self, words: list[str], machine: Machine) -> None:
        with pytest.raises(InstallError, match=r"needs its address and a token: --host http"):
            asked(_parser().parse_args(words), machine.place())

    def test_every_unit_of_the_tree_belongs_to_the_table(self) -> None:
        table = roles.ROLES["table"]
        named = {f"dreimagier-{name}.service" for name in (*table.units, *table.more)}
        assert named == {path.name for path in (TREE / "systemd").glob("*.service")}


class TestBootConfig:
    @pytest.mark.parametrize("role", sorted(roles.ROLES))
    @pytest.mark.parametrize("text", [CONFIG, "dtparam=audio=on", "", "[pi4]\narm_boost=1\n\n"])
    def test_the_block_comes_and_goes_and_the_rest_stays(self, text: str, role: str) -> None:
        with_it = boot_config.with_block(text, role)
        assert with_it.startswith(text)
        assert boot_config.with_block(with_it, role) == with_it
        assert boot_config.without_block(with_it) == text
        assert boot_config.without_block(text) == text

    def test_what_the_owner_writes_after_it_stays(self) -> None:
        text = boot_config.with_block(CONFIG, "table") + "dtoverlay=disable-bt\n"
        assert boot_config.without_block(text) == CONFIG + "dtoverlay=disable-bt\n"

    def test_a_table_has_the_lines_of_camera_and_lamps(self) -> None:
        assert all(line in boot_config.with_block("", "table").splitlines() for line in GUIDE)
        assert "dtparam=spi=on" not in boot_config.with_block("", "eye")

    def test_a_pi_gets_it_and_a_laptop_does_not(self, machine: Machine, source: Path, tmp_path: Path) -> None:
        work.install(machine.place(), source, "table", "", "")
        assert boot_config.BEGIN in machine.files()["boot/firmware/config.txt"]
        laptop = Machine(tmp_path / "laptop", pi=False)
        laptop.write("boot/firmware/config.txt", CONFIG)
        work.install(laptop.place(), source, "table", "", "")
        assert laptop.files()["boot/firmware/config.txt"] == CONFIG
        assert "python3-picamera2" not in laptop.known


def test_the_record_forgets_what_an_older_program_does_not_know(machine: Machine) -> None:
    machine.write("opt/dreimagier.d/installed.json", '{"role": "eye", "of_the_future": 1}')
    kept = record.read(machine.place())
    assert kept is not None and kept.role == "eye"


def test_the_stamp_goes_by_what_is_in_the_files(source: Path) -> None:
    before = release.stamp(source)
    (source / "companion/__pycache__").mkdir()
    (source / "companion/__pycache__/x.pyc").write_bytes(b"x")
    assert release.stamp(source) == before
    assert changed(source) != before


def test_the_port_is_asked_as_the_services_find_it(tmp_path: Path) -> None:
    """With a file of variables and without one: a shell that reads a missing file would end there."""
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "port ${DREIMAGIER_PORT:-of the settings}"\n')
    python.chmod(0o755)
    asked_for = system.ASK.replace("/opt/dreimagier/.venv/bin/python", str(python))
    asked_for = asked_for.replace("/etc/dreimagier/host.env", str(tmp_path / "host.env"))
    answers = [run(["/bin/sh", "-c", asked_for]).text]
    (tmp_path / "host.env").write_text("DREIMAGIER_PORT=8181\n")
    answers.append(run(["/bin/sh", "-c", asked_for]).text)
    assert answers == ["port of the settings", "port 8181"]
