"""A whole set-up as one file, to keep and to bring back: a ZIP archive with a list of what is in it.

The list is ``dreimagier.json``: kind, version, and for every file its SHA-256.  Nothing of a file is believed before
all of it has been checked: names, sizes, sums, and each part by its own check.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Mapping

import msgspec

from companion.table.errors import Denied
from companion.table.sentences import reason

LIST = "dreimagier.json"
KIND = "dreimagier-setup"
VERSION = 1
LARGEST = 16 * 1024 * 1024
"""Bytes of a set-up, packed or not."""
FILES_AT_MOST = 200
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same set-up is the same file, whatever the clock says."""


class List(msgspec.Struct, frozen=True):
    """What is in the file: name to SHA-256."""

    kind: str
    version: int
    files: dict[str, str]


def pack(parts: Mapping[str, bytes]) -> bytes:
    """The file of a set-up."""
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(parts.items())}
    told = msgspec.json.encode(List(KIND, VERSION, sums), order="sorted")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in [(LIST, told), *sorted(parts.items())]:
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return out.getvalue()


def unpack(content: bytes) -> dict[str, bytes]:
    """The parts of a set-up's file, every sum checked.  Raises Denied with what is wrong."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            found = _read(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError) as error:
        if isinstance(error, Denied):
            raise
        raise Denied(reason("setup.file.damaged")) from None
    told = _told(found.pop(LIST, None))
    if told.version > VERSION:
        raise Denied(reason("setup.file.newer"))
    if {name: hashlib.sha256(part).hexdigest() for name, part in found.items()} != told.files:
        raise Denied(reason("setup.file.damaged"))
    return found


def _read(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """Every file of the archive, none larger than it says and all together within the limit."""
    infos = archive.infolist()
    if len(infos) > FILES_AT_MOST or sum(info.file_size for info in infos) > LARGEST:
        raise Denied(reason("setup.file.large"))
    if len({info.filename for info in infos}) != len(infos):
        raise Denied(reason("setup.file.damaged"))
    return {info.filename: archive.read(info) for info in infos}


def _told(content: bytes | None) -> List:
    try:
        told = msgspec.json.decode(content or b"", type=List)
    except (msgspec.MsgspecError, UnicodeError):
        raise Denied(reason("setup.file.other")) from None
    if told.kind != KIND:
        raise Denied(reason("setup.file.other"))
    return told
