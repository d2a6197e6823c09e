"""The four things that can be done: install (and update), go back, uninstall, tell what is there."""

from __future__ import annotations

import shutil
from pathlib import Path

from hardware.hotspot import switch
from hardware.install import boot_config, record, release, roles, system
from hardware.install.place import InstallError, Place
from hardware.install.record import Record

DATA = ("/var/lib/dreimagier", "/var/lib/dreimagier-vision")
OWN = "/etc/dreimagier"


def install(place: Place, source: Path, role: str, host: str, token: str) -> None:
    """Install, or update what is there; one that is not well gives way to the one before.  Raises InstallError."""
    system.checked(place)
    roles.whole(source)
    kept = record.read(place) or Record()
    if kept.files and kept.role != role:
        system.stop(place)
    kept.role, kept.host = role, host
    before, name = release.current(place), release.stamp(source)
    place.say(f"{'Update' if before else 'Install'} ({role}):")
    system.packages(place, roles.packages(role, system.a_pi(place)), kept)
    made = release.prepare(place, source, name)
    changed = _put(place, source, kept, token) or made
    if before and before != name:
        kept.previous = before
    release.switch(place, name)
    record.write(place, kept)
    if before == name and not changed and not place.dry and not system.wrong_now(place, role):
        place.say("All is as it was.")
        return
    _start(place, kept, before if before != name else "", token)
    release.tidy(place, name, kept.previous)
    record.write(place, kept)
    place.say("Installed." if not place.dry else "Nothing was changed.")


def hotspot(place: Place) -> None:
    """The table's own Wi-Fi, with the packages that it needs.  Raises InstallError."""
    kept = record.read(place) or Record()
    system.packages(place, switch.PACKAGES, kept)
    if place.dry:
        place.say("  open the table's own Wi-Fi: dreimagier hotspot on")
        return
    record.write(place, kept)
    chosen = switch.on(place)
    place.say(f"Wi-Fi: {chosen.ssid}, password: {chosen.password}")


def _put(place: Place, source: Path, kept: Record, token: str) -> bool:
    """Files of the role, the settings where there are none, our lines in config.txt; whether one was new."""
    files = _wanted(place, source, kept, token)
    for name in sorted(set(kept.files) - set(files)):
        place.remove(name)
        place.remove_if_empty(str(Path(name).parent))
    for name in files:
        kept.folders += [folder for folder in _missing(place, name) if folder not in kept.folders]
    changed = [place.write(name, text, roles.mode(name)) for name, text in files.items()]
    kept.files = sorted(files)
    if place.text(roles.SETTINGS) is None:
        place.write(roles.SETTINGS, (source / "systemd/settings.toml").read_text(encoding="utf-8"))
    _boot(place, kept.role)
    return any(changed)


def _wanted(place: Place, source: Path, kept: Record, token: str) -> dict[str, str]:
    """The files of the role; somebody else's command of our name stays what it is."""
    files = roles.files(source, kept.role, kept.host, token)
    command = place.path(roles.COMMAND)
    if roles.COMMAND not in kept.files and (command.is_symlink() or command.exists()):
        del files[roles.COMMAND]
    return files


def _missing(place: Place, name: str) -> list[str]:
    """Folders that a file needs and that are not there, the innermost first."""
    return [str(folder) for folder in Path(name).parents if str(folder) != "/" and not place.path(str(folder)).exists()]


def _boot(place: Place, role: str) -> None:
    text = place.text(boot_config.FILE)
    if text is not None and system.a_pi(place):
        wanted = boot_config.with_block(text, role)
        if place.write(boot_config.FILE, wanted, 0o755):
            place.say("  these lines hold after a restart: sudo reboot")


def _start(place: Place, kept: Record, before: str, token: str) -> None:
    """Start, and go back to ``before`` when it is not well.  Raises InstallError."""
    failed = ""
    try:
        system.users(place, kept)
        system.start(place)
    except InstallError as error:
        failed = str(error)
    why = failed or ("" if place.dry else system.ill(place, kept.role))
    if not why:
        return
    if not before:
        raise InstallError(f"installed, but not well: {why}\n  sudo dreimagier doctor tells more")
    place.say(f"The new release is not well: {why}\nBack to the one before:")
    _back(place, kept, before, token)
    raise InstallError(f"the update was taken back; the release before runs.  The reason: {why}")


def _back(place: Place, kept: Record, before: str, token: str) -> None:
    ill = release.current(place)
    _put(place, place.path(f"{release.HOME}/{before}"), kept, token)
    release.switch(place, before)
    kept.previous = ""
    record.write(place, kept)
    system.start(place)
    again = system.ill(place, kept.role)
    release.tidy(place, before)
    if again:
        raise InstallError(f"{ill} was taken back, but the release before is not well either: {again}")


def roll_back(place: Place) -> None:
    """Back to the release before the last update.  Raises InstallError."""
    kept = record.read(place)
    if kept is None or not kept.previous or not release.runs(place, kept.previous):
        raise InstallError("there is no release to go back to")
    place.say(f"Back to {kept.previous}:")
    now = release.current(place)
    _put(place, place.path(f"{release.HOME}/{kept.previous}"), kept, _token(place, kept.role))
    release.switch(place, kept.previous)
    kept.previous = now
    record.write(place, kept)
    system.start(place)
    why = "" if place.dry else system.ill(place, kept.role)
    if why:
        raise InstallError(f"gone back, but not well: {why}")


def _token(place: Place, role: str) -> str:
    return place.text(f"{OWN}/{roles.TOKENS[role]}.token") or "" if role in roles.TOKENS else ""


def uninstall(place: Place, everything: bool) -> None:
    """Take away what the installation brought; games and settings only with ``everything``.  Raises InstallError."""
    kept = record.read(place)
    if kept is None:
        raise InstallError("nothing is installed")
    place.say("Uninstall:")
    system.stop(place)
    switch.off(place)
    for name in kept.files:
        place.remove(name)
    text = place.text(boot_config.FILE)
    if text is not None:
        place.write(boot_config.FILE, boot_config.without_block(text), 0o755)
    if everything:
        for name in (*DATA, OWN):
            _remove_tree(place, name)
    place.remove(release.LINK)
    _remove_tree(place, release.HOME)
    for name in sorted(kept.folders, key=len, reverse=True):
        place.remove_if_empty(name)
    _forget(place, kept, everything)
    if not everything:
        place.say(f"Games and settings stay in {', '.join(DATA)} and {OWN}; --all takes them too.")
    if kept.packages:
        place.say(f"These packages came with it and stay: sudo apt purge {' '.join(kept.packages)}")


def _remove_tree(place: Place, name: str) -> None:
    if place.path(name).exists():
        place.say(f"  remove {name}")
        if not place.dry:
            shutil.rmtree(place.path(name))


def _forget(place: Place, kept: Record, everything: bool) -> None:
    """Users go with what belongs to them; the system forgets units and rules."""
    for name in kept.users if everything else ():
        place.do(f"user {name}", "userdel", name, may_fail=True)
    for name in kept.groups if everything else ():
        place.do(f"group {name}", "groupdel", name, may_fail=True)
    place.do("units", "systemctl", "daemon-reload")
    place.do("forget failures", "systemctl", "reset-failed", "dreimagier-*", may_fail=True)
    place.do("rules of devices", "udevadm", "control", "--reload", may_fail=True)
    for name in ("/run/issue.d/dreimagier.issue", "/run/dreimagier-safe/reason"):
        place.remove(name)
    for name in ("/run/dreimagier-safe", "/run/issue.d"):
        place.remove_if_empty(name)


def tell(place: Place) -> None:
    """What is installed."""
    kept = record.read(place)
    if kept is None:
        raise InstallError("nothing is installed")
    place.say(f"{kept.role}, release {release.current(place)}, before it {kept.previous or 'none'}")
    why = system.wrong_now(place, kept.role)
    place.say("All is well." if not why else f"Not well: {why}")
