"""What the installation put onto this machine, so that it can be taken away again: nothing more and nothing less."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field

from hardware.install.place import Place
from hardware.install.release import HOME

FILE = f"{HOME}/installed.json"


@dataclass
class Record:
    """``folders`` were made for the files; ``users`` and ``groups`` did not exist before."""

    role: str = "table"
    host: str = ""
    previous: str = ""
    files: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    packages: list[str] = field(default_factory=list)
    users: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)


def read(place: Place) -> Record | None:
    """What was recorded, None when nothing is installed."""
    text = place.text(FILE)
    if text is None:
        return None
    known = Record.__dataclass_fields__
    return Record(**{name: value for name, value in json.loads(text).items() if name in known})


def write(place: Place, record: Record) -> None:
    """Keep it."""
    place.write(FILE, json.dumps(asdict(record), indent=1) + "\n")
