"""Releases of the program side by side, each with its own environment; a link says which one runs.

A new one is made whole before anything of the running one is touched, so that the way back is one link.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from hardware.install.place import InstallError, Place

LINK, HOME = "/opt/dreimagier", "/opt/dreimagier.d"
PARTS = ("companion", "vision", "firmware", "hardware", "systemd", "locks", "docs")
FILES = ("pyproject.toml", "README.md", "LICENSE", "SECURITY.md", "CHANGELOG.md", "install.sh")
KEPT = 2
"""The one that runs and the one before."""
CHECK = "import click, cv2, flask, gunicorn, msgspec, numpy, companion"


def sources(folder: Path) -> list[Path]:
    """All files of the program in a folder."""
    found = [path for part in PARTS for path in (folder / part).rglob("*") if path.is_file()]
    found += [folder / name for name in FILES if (folder / name).is_file()]
    return sorted(path for path in found if "__pycache__" not in path.parts)


def stamp(folder: Path) -> str:
    """A short name for what is in a folder."""
    total = hashlib.sha256()
    for path in sources(folder):
        total.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:12]


def current(place: Place) -> str:
    """The stamp of the release that runs, empty when there is none.  Raises InstallError."""
    link = place.path(LINK)
    if link.is_dir() and not link.is_symlink():
        raise InstallError(
            f"{LINK} is a folder of an older guide; move it away and install from there:\n"
            f"  sudo mv {LINK} ~/dreimagier && cd ~/dreimagier && sudo sh install.sh"
        )
    return link.readlink().name if link.is_symlink() else ""


def prepare(place: Place, source: Path, name: str) -> bool:
    """Copy a release and make its environment, or renew one whose Python is gone; False where all is there.

    Raises InstallError.
    """
    folder = place.path(f"{HOME}/{name}")
    if not folder.is_dir():
        place.say(f"  copy the program to {HOME}/{name}")
        if not place.dry:
            _copy(source, folder)
    if not place.dry and runs(place, name):
        return False
    try:
        shown = "make its environment (a minute or two, more on a Pi)"
        place.do(shown, "sh", "hardware/venv.sh", ".venv", folder=folder)
    except InstallError:
        if name != current(place):
            shutil.rmtree(folder, ignore_errors=True)
        raise
    if not place.dry and not runs(place, name):
        raise InstallError(f"the environment of {HOME}/{name} was made, but its programs do not start")
    return True


def _copy(source: Path, folder: Path) -> None:
    beside = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(beside, ignore_errors=True)
    for path in sources(source):
        target = beside / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        target.chmod(0o644)
    beside.chmod(0o755)
    beside.replace(folder)


def runs(place: Place, name: str) -> bool:
    """Whether a release's environment works."""
    folder = place.path(f"{HOME}/{name}")
    python = folder / ".venv/bin/python"
    return python.exists() and place.ask(str(python), "-c", CHECK, folder=folder).code == 0


def switch(place: Place, name: str) -> None:
    """Point the link at a release, in one step."""
    place.say(f"  {LINK} is now {HOME}/{name}")
    if not place.dry:
        beside = place.path(f"{LINK}.new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(f"{HOME}/{name}")
        beside.replace(place.path(LINK))


def tidy(place: Place, *kept: str) -> None:
    """Remove releases that neither run nor are the way back."""
    folder = place.path(HOME)
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path.is_dir() and path.name not in kept:
            place.say(f"  remove {HOME}/{path.name}")
            if not place.dry:
                shutil.rmtree(path)
