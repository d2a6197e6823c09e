"""The eye's set-up pages: the live picture, and one page for each step that the eye guides people through."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from companion.protocol import EyeReport, EyeTask, Said
from companion.web import auth
from companion.web.errors import Forbidden
from companion.web.hosting import hosting
from companion.web.pages import cures, parts, words
from companion.web.pages.host import host

pages = Blueprint("eye", __name__)
JOBS = {"camera": "", "pane": "calibrate", "corners": "corners", "thrown": "teach", "trial": "trial"}
"""Page and the step that it guides through."""
CURES = ("eye.cure.", "lamps.cure.")
"""Messages whose English words are what the device programs say."""
SHOT, FITS = re.compile(r"(\w+)_top(\d)_(\w+)\.jpg"), re.compile(r"(\w+) (\d)")
NAMED = re.compile(r"^[\w.-]+\.jpe?g(?: and [\w.-]+\.jpe?g)*: ")


@pages.get("/eye")
@pages.get("/eye/<page>")
@pages.get("/eye/<page>/<wand>")
def eye(page: str = "camera", wand: str = "") -> str:
    """One step; who holds no seat and is not the owner is told what to do."""
    here, hosted = host(), hosting()
    thrown = hosted.table.game.thrown
    if page not in JOBS or (wand and (page != "thrown" or wand not in thrown)):
        abort(404)
    return parts.page(
        "eye.html",
        state=here.state(None),
        seats=here.seats(),
        owner=auth.who().host,
        step=page,
        job=JOBS[page],
        wand=wand,
        thrown=thrown,
        **_now(page, wand),
    )


@pages.get("/eye-now")
def now() -> Response:
    """What of a step's page changes: the judgement of the picture, what lies over it, what is asked."""
    if not host().seats() and not auth.who().host:
        raise Forbidden("pictures are for seats only")
    page, wand = request.args.get("page", "camera"), request.args.get("wand", "")
    if page not in JOBS:
        abort(404)
    values = {**_now(page, wand), "step": page, "wand": wand, "owner": auth.who().host}
    drawn = {part: render_template(f"eye_{part}.html", **values) for part in ("look", "over", "task")}
    return jsonify(drawn)


def _now(page: str, wand: str) -> dict[str, Any]:
    """What the eye last said, where it is about this page."""
    hosted = hosting()
    t = host().face.speaker(words.of_request())
    report = hosted.eye.report or EyeReport()
    task = report.task if report.task is not None and _about(report.task, page, wand) else None
    return {
        "look": report.look,
        "task": task,
        "said": lambda each: sentence(t, each),
        "simulated_eye": hosted.simulated_camera,
        "eye": hosted.devices.health("vision").state,
        "detail": hosted.devices.health("vision").detail,
        "orders": hosted.table.game.thrown,
        "outline": lambda places, wide, high: " ".join(f"{x * wide:.0f},{y * high:.0f}" for x, y in places),
        "cure": lambda text: cured(t, text),
    }


def _about(task: EyeTask, page: str, wand: str) -> bool:
    return task.job == JOBS[page] and (task.only or "") == wand


def sentence(t: words.Speaker, said: Said) -> str:
    """A sentence of the eye in the page's language."""
    values = dict(said.values)
    if said.code == "line":
        return cured(t, str(values.get("text", "")))
    for name, kind in (("wand", "seat"), ("face", "face")):
        if name in values:
            values[name] = f"@{kind}.{values[name]}"
    if "name" in values:
        values["name"] = _spoken(t, str(values["name"]))
    exact = f"eye.{said.code}.{values.get('top')}"
    return t(exact if "top" in values and exact in t else f"eye.{said.code}", **values)


def cured(t: words.Speaker, text: str) -> str:
    """What a check says in English, in the page's language; as it is where nobody has put it into words yet."""
    plain = NAMED.sub("", text)
    return _cured(t, plain) or _in_parts(t, plain) or plain


def _cured(t: words.Speaker, plain: str) -> str | None:
    return cures.found(t, plain, CURES, lambda value: _word(t, value))


def _in_parts(t: words.Speaker, text: str) -> str | None:
    """Several sentences in a row, the first of which is known."""
    pieces = text.split("; ")
    for at in range(len(pieces) - 1, 0, -1):
        first = _cured(t, "; ".join(pieces[:at]))
        if first is not None:
            return f"{first}; {cured(t, '; '.join(pieces[at:]))}"
    return None


def _word(t: words.Speaker, value: str) -> str:
    """Names of wands, faces, corners and files are words too, one or several."""
    for joint in (" and the ", " and ", ", "):
        if joint in value and (t.language != "en" or SHOT.search(value)):
            return ", ".join(_spoken(t, each) for each in value.split(joint))
    return _spoken(t, value)


def _spoken(t: words.Speaker, value: str) -> str:
    shot = SHOT.fullmatch(value)
    if shot is not None:
        return t("eye.shot", wand=_spoken(t, shot[1]), face=_spoken(t, shot[3]), top=shot[2])
    fits = FITS.fullmatch(value)
    if fits is not None:
        return f"{_spoken(t, fits[1])} {fits[2]}"
    for kind in ("seat", "face", "eye.corner"):
        message = f"{kind}.{value.replace(' ', '-')}"
        if message in t:
            return t(message)
    return value
