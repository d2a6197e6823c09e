"""Three figures, always apart: read right, given as sure but wrong, illegal but not noticed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from vision.errors import PictureError
from vision.files import read_file


@dataclass
class Tally:
    """Counts of one category.  ``good`` is right for legal throws and not ok for illegal ones."""

    count: int = 0
    good: int = 0
    wrong: int = 0
    doubts: int = 0
    missing: int = 0


@dataclass
class Verdict:
    """The three figures as (count, of how many), a table by category, and the names of what went wrong."""

    read_right: tuple[int, int] = (0, 0)
    ok_but_wrong: tuple[int, int] = (0, 0)
    illegal_noticed: tuple[int, int] = (0, 0)
    doubts_true: tuple[int, int] = (0, 0)
    categories: dict[str, Tally] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def judge(labels: str | Path, predictions: str | Path) -> Verdict:
    """Compare predictions (JSON lines) with labels.  Raises PictureError when a file is unreadable or lacks what is
    compared.
    """
    throws = _labels(labels)
    read = _predictions(predictions)
    verdict = Verdict()
    for name, truth in throws.items():
        try:
            count_throw(verdict, name, truth, read.get(name))
        except (KeyError, TypeError, AttributeError) as error:
            raise PictureError(f"{name}: its label in {labels} or its line in {predictions} lacks {error}") from error
    return verdict


def _labels(path: str | Path) -> dict[str, Any]:
    try:
        content: dict[str, Any] = msgspec.json.decode(read_file(path), type=dict[str, Any])
        throws: dict[str, Any] = content["throws"]
        return {Path(k).name: v for k, v in throws.items()}
    except OSError as error:
        raise PictureError(f"{path}: {error.strerror}") from error
    except (msgspec.MsgspecError, KeyError, UnicodeDecodeError, AttributeError) as error:
        raise PictureError(f"{path} is no labels.json with throws ({error})") from error


def _predictions(path: str | Path) -> dict[str, Any]:
    try:
        lines = read_file(path).splitlines()
    except OSError as error:
        raise PictureError(f"{path}: {error.strerror}") from error
    read = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            item = msgspec.json.decode(line, type=dict[str, Any])
            read[Path(item["image"]).name] = item
        except (msgspec.MsgspecError, KeyError, TypeError, UnicodeDecodeError) as error:
            raise PictureError(f"{path}, line {number}: no prediction ({error})") from error
    return read


def count_throw(verdict: Verdict, name: str, truth: Any, read: Any) -> None:
    """Add one throw: its truth as in labels.json, and what was read as `read` writes it (None: nothing)."""
    category, legal = str(truth["category"]), bool(truth["legal"])
    tally = verdict.categories.setdefault(category, Tally())
    tally.count += 1
    status = read["status"] if read else "unread"
    ok = status == "ok"
    right = read is not None and all(
        read["wands"].get(colour, {}).get("top") == wand["top_value"] for colour, wand in truth["wands"].items()
    )
    tally.missing += read is None
    tally.wrong += ok and not right
    tally.doubts += status == "unsure"
    good = (ok and right) if legal else (read is not None and not ok)
    tally.good += good
    if legal and not category.startswith("foreign"):
        verdict.read_right = _plus(verdict.read_right, good)
    verdict.ok_but_wrong = _plus(verdict.ok_but_wrong, ok and not right)
    if not legal:
        verdict.illegal_noticed = _plus(verdict.illegal_noticed, good)
    if legal and status == "unsure":
        verdict.doubts_true = _plus(verdict.doubts_true, _holds_truth(truth, read))
    if not good and not (category.startswith("foreign") and not ok):
        verdict.faults.append(f"{name} {category}: {status} {read.get('kind') or ''}" if read else f"{name}: not read")


def _plus(figure: tuple[int, int], hit: bool) -> tuple[int, int]:
    return figure[0] + int(hit), figure[1] + 1


def _holds_truth(truth: Any, read: Any) -> bool:
    return all(
        colour in read["wands"]
        and wand["top_value"] in read["wands"][colour]["options"]
        and len(read["wands"][colour]["options"]) <= 2
        for colour, wand in truth["wands"].items()
    )


def report(verdict: Verdict) -> str:
    """The verdict as text."""
    lines = [
        "legal throws without foreign objects, read fully right: " + _share(verdict.read_right),
        "given as ok but wrong: " + _share(verdict.ok_but_wrong),
        "illegal states not given as ok: " + _share(verdict.illegal_noticed),
        "doubts that name the true values: " + _share(verdict.doubts_true),
        "",
        "category".ljust(20) + "".join(h.rjust(8) for h in ("count", "good", "wrong", "doubts", "unread")),
    ]
    for name, tally in sorted(verdict.categories.items()):
        values = (tally.count, tally.good, tally.wrong, tally.doubts, tally.missing)
        lines.append(name.ljust(20) + "".join(str(v).rjust(8) for v in values))
    return "\n".join([*lines, *(["", *verdict.faults] if verdict.faults else [])])


def _share(figure: tuple[int, int]) -> str:
    count, of = figure
    return f"{count} of {of}" + (f" ({100 * count / of:.1f} %)" if of else "")
