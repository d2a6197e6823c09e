"""The taught wands: size, colour, and what each face looks like, learnt from nine pictures and kept in wands.json."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.protocol import Face
from vision.errors import WandSetError
from vision.files import read_file
from vision.geometry.grid import GRID_SCALE, Grid
from vision.geometry.pane import Pane
from vision.geometry.patches import Patch
from vision.picture import Picture

VERSION = 1
FACES: tuple[Face, ...] = ("power", "magic", "fate")
MOST_WANDS = 5
"""A game has three; every way to give places to wands is looked at, which many more would make too long."""
SAME_SCALE = 0.03
"""Pictures whose scales differ by less than this are of the same camera in the same place."""


class FaceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One face: value of the edge opposite to it and its picture (PNG with alpha, base64; u to the right).

    Alpha 0 marks cells that a reflection hid when the wand was taught.
    """

    top: int
    picture: str


class WandFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One wand; visible length and width of its bottom face in mm."""

    length_mm: float
    side_mm: float
    faces: dict[Face, FaceFile]


class WandSetFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``wands.json``."""

    version: int
    density: float
    taught_px_per_mm: float
    wands: dict[str, WandFile]
    empty: str


@dataclass(frozen=True)
class TaughtFace:
    """One face of one wand, straightened: ``picture`` has its middle in the wand's middle; ``clear`` (same rows and
    columns) is False where a reflection hid the face.
    """

    face: Face
    top: int
    picture: Patch
    clear: NDArray[np.bool_]


@dataclass(frozen=True)
class Wand:
    """One taught wand."""

    colour: str
    length: float
    side: float
    faces: tuple[TaughtFace, ...]

    def face(self, name: Face) -> TaughtFace:
        """The taught face of that name."""
        return next(f for f in self.faces if f.face == name)


@dataclass(frozen=True)
class WandSet:
    """All wands of one table, and the empty pane in the light of the teaching (on a `Grid` of GRID_SCALE)."""

    density: float
    taught_scale: float
    wands: tuple[Wand, ...]
    empty: Picture
    _cache: dict[str, object] = field(default_factory=dict, compare=False, repr=False)

    @property
    def colours(self) -> tuple[str, ...]:
        """Colours in the order of teaching."""
        return tuple(w.colour for w in self.wands)

    def wand(self, colour: str) -> Wand:
        """The wand of a colour.  Raises WandSetError."""
        for wand in self.wands:
            if wand.colour == colour:
                return wand
        raise WandSetError(f"no wand {colour!r} was taught; there are {', '.join(self.colours)}")

    def chosen(self, colours: list[str] | None) -> WandSet:
        """Only these wands.  Raises WandSetError for a colour that was not taught."""
        if not colours:
            return self
        return WandSet(self.density, self.taught_scale, tuple(self.wand(c) for c in dict.fromkeys(colours)), self.empty)

    def retaught(self, new: WandSet) -> WandSet:
        """With the wands of ``new`` in place of those of the same colour (or beside them), in the newest light.

        Raises WandSetError when the camera stood elsewhere, so that their pictures cannot be compared.
        """
        if new.density != self.density or abs(new.taught_scale / self.taught_scale - 1) > SAME_SCALE:
            raise WandSetError("camera or picture size changed since the other wands were taught; teach all wands anew")
        fresh = {w.colour: w for w in new.wands}
        kept = tuple(fresh.pop(w.colour, w) for w in self.wands)
        if len(kept) + len(fresh) > MOST_WANDS:
            raise WandSetError(f"there are at most {MOST_WANDS} wands; teach one of {', '.join(self.colours)}")
        return WandSet(self.density, self.taught_scale, kept + tuple(fresh.values()), new.empty)

    def file(self) -> WandSetFile:
        """As it is written to wands.json."""
        wands = {
            w.colour: WandFile(w.length, w.side, {f.face: FaceFile(f.top, _packed(_with_alpha(f))) for f in w.faces})
            for w in self.wands
        }
        return WandSetFile(VERSION, self.density, self.taught_scale, wands, _packed(self.empty))


def _packed(picture: NDArray[np.uint8]) -> str:
    done, data = cv2.imencode(".png", picture)
    assert done
    return base64.b64encode(data.tobytes()).decode("ascii")


def _with_alpha(face: TaughtFace) -> NDArray[np.uint8]:
    return np.dstack([face.picture.round().astype(np.uint8), face.clear.astype(np.uint8) * 255])


def _unpacked(text: str, channels: int = 3) -> Picture:
    data = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if len(data) else None
    if picture is None or picture.ndim != 3 or picture.shape[2] != channels or picture.dtype != np.uint8:
        raise ValueError("a picture in it cannot be decoded")
    return np.asarray(picture, dtype=np.uint8)


def _taught(name: Face, file: FaceFile) -> TaughtFace:
    picture = _unpacked(file.picture, 4)
    return TaughtFace(name, file.top, picture[..., :3].astype(np.float32), picture[..., 3] > 127)


def load_wands(path: str | Path) -> WandSet:
    """Read wands.json.  Raises WandSetError with one line."""
    try:
        data = read_file(path)
    except OSError as error:
        raise WandSetError(f"cannot read the wands {path}: {error.strerror}") from error
    try:
        return wandset_of(msgspec.json.decode(data, type=WandSetFile))
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
        raise WandSetError(f"{path} is no wands.json ({error}); make one with 'dreimagier vision teach'") from error


def wandset_of(file: WandSetFile) -> WandSet:
    """The set of a file's content.  Raises ValueError when it makes no sense."""
    if file.version != VERSION or not 1 <= file.density <= 20 or not 1 <= len(file.wands) <= MOST_WANDS:
        raise ValueError("version, density or number of wands out of range")
    wands = []
    for colour, wand in file.wands.items():
        if not (20 < wand.length_mm < 300 and 6.5 < wand.side_mm < 60):
            raise ValueError(f"the {colour} wand's size is out of range")
        if set(wand.faces) != set(FACES) or {f.top for f in wand.faces.values()} != {0, 1, 2}:
            raise ValueError(f"the {colour} wand needs three faces with the values 0, 1, 2")
        faces = tuple(_taught(name, wand.faces[name]) for name in FACES)
        if len({f.picture.shape for f in faces}) != 1:
            raise ValueError(f"the {colour} wand's faces differ in size")
        wands.append(Wand(colour, wand.length_mm, wand.side_mm, faces))
    return WandSet(file.density, file.taught_px_per_mm, tuple(wands), _unpacked(file.empty))


def empty_grid(pane: Pane) -> Grid:
    """The grid that `WandSet.empty` lies on."""
    return Grid(pane, GRID_SCALE)
