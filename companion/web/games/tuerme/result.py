"""The result of a game that is over, to keep and to share: text for a messenger, and a table file."""

from __future__ import annotations

import csv
import io
from typing import Any

from werkzeug.wrappers import Response

from companion.games import Json
from companion.web.games.tuerme import counts, story
from companion.web.pages.seen import Seen

FILES = {"csv": "keep.csv", "txt": "keep.text"}
"""Endings, each with the words of its link."""
COLUMNS = ("home", "filled", "full")


def made(ending: str, seen: Seen) -> Response:
    """A file of the game as its replay shows the end."""
    if ending == "csv":
        return _named("\ufeff" + table(seen), ending, "text/csv")
    return _named(text(seen), ending, "text/plain")


def text(seen: Seen) -> str:
    """Places with wizards and bottles, and who sat how long."""
    t = seen.t
    lines = [
        f"{row['place']}. {seen.who.name(row['seat'])}: {t('after.row', **{key: row[key] for key in COLUMNS})}"
        for row in counts.ranking(seen)
    ]
    return "\n".join([t("title"), *lines, *[story.sentence(event, seen) for event in _stays(seen)], ""])


def table(seen: Seen) -> str:
    """A row a seat; a name is never a formula."""
    out, longest = io.StringIO(), {event["seat"]: event["turns"] for event in _stays(seen)}
    rows: list[list[Any]] = [[seen.t(f"kept.{key}") for key in ("place", "name", *COLUMNS, "turns")]]
    for row in counts.ranking(seen):
        name = seen.who.name(row["seat"])
        safe = f"'{name}" if name[:1] in tuple("=+-@\t\r") else name
        rows.append([row["place"], safe, *(row[key] for key in COLUMNS), longest.get(row["seat"], 0)])
    csv.writer(out).writerows(rows)
    return out.getvalue()


def _stays(seen: Seen) -> list[Json]:
    """The longest stay of each colour."""
    return [event for event in seen.state["hindsight"] if event["type"] in ("sat-longest", "sat-to-end")]


def _named(body: str, ending: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="tuerme.{ending}"', "Cache-Control": "no-store"}
    return Response(body, mimetype=kind, headers=headers)
