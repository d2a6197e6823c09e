"""The nine teaching pictures: one wand alone on the pane, and what the picture's name says of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from companion.protocol import Face
from vision.errors import WandSetError
from vision.files import read_picture
from vision.picture import Picture
from vision.taught.wandset import FACES

NAME = re.compile(r"(?P<colour>[^\W_]+)_top(?P<top>[012])_(?P<face>[a-z]+)\.(?:jpe?g|png)$", re.IGNORECASE)
GERMAN: dict[str, Face] = {"kraft": "power", "magie": "magic", "schicksal": "fate"}


@dataclass(frozen=True)
class Shot:
    """One teaching picture and what its name says."""

    name: str
    colour: str
    top: int
    face: Face
    picture: Picture


def load_shots(folder: str | Path) -> list[Shot]:
    """Read the nine pictures of a folder.  Raises WandSetError when one is missing, doubled or misnamed."""
    path = Path(folder)
    if not path.is_dir():
        raise WandSetError(f"there is no folder {folder}")
    shots = []
    for file in sorted(path.iterdir()):
        match = NAME.match(file.name)
        if match is None:
            continue
        face = match["face"].lower()
        face = GERMAN.get(face, face)
        if face not in FACES:
            raise WandSetError(f"{file.name}: the face must be power, magic or fate (kraft, magie, schicksal)")
        shots.append(Shot(file.name, match["colour"], int(match["top"]), cast(Face, face), read_picture(file)))
    _check_names(shots, path)
    return shots


def _check_names(shots: list[Shot], folder: Path) -> None:
    if not shots:
        raise WandSetError(f"{folder} holds no picture named <colour>_top<value>_<face>.jpg")
    for colour in dict.fromkeys(s.colour for s in shots):
        own = [s for s in shots if s.colour == colour]
        faces, tops = [s.face for s in own], [s.top for s in own]
        missing = [f for f in FACES if f not in faces]
        if missing:
            raise WandSetError(f"the {colour} wand lacks a picture of its face {missing[0]}")
        if len(own) != 3 or sorted(tops) != [0, 1, 2]:
            raise WandSetError(f"the {colour} wand needs three pictures, one for each value 0, 1, 2 and each face")
