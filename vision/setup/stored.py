"""Which pane and which wands a camera looks at: files of the owner, or what a camera without light brings along."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

from vision.cameras.base import Camera
from vision.errors import PaneError, VisionError
from vision.files import save_json
from vision.geometry.pane import Pane, load_pane
from vision.taught.wandset import WandSet, load_wands

SIMULATED = "simulated"
NOT_SET_UP = "this camera is not set up: show it the printed board and the wands at the set-up page"


def setup_of(
    camera: Camera, pane: str | None, wands: str | None, taught: tuple[str, str] = ("", "")
) -> tuple[Pane, WandSet]:
    """Load what was given; a simulated camera, and a folder with the pictures of its set-up, need nothing given.

    ``taught`` are pane and wands of the host ("": none), for every camera that looks at something real.

    Raises VisionError with what to do.
    """
    if camera.name != SIMULATED:
        pane, wands = pane or taught[0], wands or taught[1]
    if pane and wands:
        return load_pane(pane), load_wands(wands)
    own = camera.calibration()
    if own is None and camera.simulated:
        own = _made(camera)
    if own is None:
        raise PaneError(NOT_SET_UP)
    return load_pane(pane or own[0]), load_wands(wands or own[1])


Known = tuple[Pane | None, WandSet | None]


def known_of(camera: Camera, pane: str | None, wands: str | None, taught: tuple[str, str] = ("", "")) -> Known:
    """The same for a camera that may not be set up yet: None for what is missing.

    Raises VisionError for files that cannot be used.
    """
    try:
        return setup_of(camera, pane, wands, taught)
    except PaneError as error:
        if str(error) != NOT_SET_UP:
            raise
    pane, wands = pane or taught[0], wands or taught[1]
    return load_pane(pane) if pane else None, load_wands(wands) if wands else None


def own_folder(camera: Camera, chosen: str) -> Path:
    """Where pictures of unfinished steps are kept: the folder that was chosen, the service's own, or the cache."""
    base = chosen or os.environ.get("STATE_DIRECTORY") or str(_cache() / "eye")
    return Path(base) / camera.name


def _made(camera: Camera) -> tuple[str, str] | None:
    """Calibrate and teach a camera of pictures from its own set-up shots, once; later starts find the files."""
    shots = _shots_of(camera)
    if shots is None:
        return None
    boards = sorted(shots.glob("charuco_*.jpg"))
    if not boards or not (shots / "teach").is_dir():
        return None
    folder = _cache() / hashlib.sha256(b"".join(p.read_bytes() for p in boards)).hexdigest()[:16]
    files = folder / "pane.json", folder / "wands.json"
    if not all(f.is_file() for f in files):
        _learn(shots, boards, files)
    return str(files[0]), str(files[1])


def _shots_of(camera: Camera) -> Path | None:
    if camera.name == "files":
        path = Path(camera.argument.split(",")[0])
        return next((f for f in (path, path.parent) if (f / "charuco_1.jpg").is_file()), None)
    if camera.name == SIMULATED:
        from vision.cameras.simulated import setup_shots

        folder = _cache() / "simulated"
        if not (folder / "done").is_file():
            setup_shots(folder)
            (folder / "done").write_text("")
        return folder
    return None


def _learn(shots: Path, boards: list[Path], files: tuple[Path, Path]) -> None:
    from vision.files import read_picture
    from vision.setup.calibrate import calibrate
    from vision.setup.shots import load_shots
    from vision.setup.teach import teach

    pane = calibrate({p.name: read_picture(p) for p in boards})
    wands = teach(pane, load_shots(shots / "teach"))
    files[0].parent.mkdir(parents=True, exist_ok=True)
    save_json(files[1], wands.file())
    save_json(files[0], pane.file())


def _cache() -> Path:
    """A folder that may be lost: ``$CACHE_DIRECTORY`` of systemd, else the user's cache, else a temporary one."""
    base = os.environ.get("CACHE_DIRECTORY") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    folder = Path(base).expanduser() / "dreimagier" / "vision"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, RuntimeError):
        folder = Path(tempfile.gettempdir()) / f"dreimagier-{os.getuid()}" / "vision"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise VisionError(f"no folder for the simulated set-up: {error}") from error
    return folder
