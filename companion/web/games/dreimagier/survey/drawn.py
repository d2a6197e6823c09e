"""What the survey's page draws and says of a draft, in the reader's language."""

from __future__ import annotations

from companion.games import Json
from companion.games.dreimagier.board import PLACES, SYMBOL_COUNT, load_board
from companion.games.dreimagier.fieldnames import WORDS as RULES
from companion.games.dreimagier.fieldnames import field_names, say
from companion.games.dreimagier.survey.draft import Draft, Sketch, beside, usual_spot
from companion.games.dreimagier.survey.findings import Finding, findings, whole
from companion.games.dreimagier.survey.stretches import Stretch, fields_of, stretches
from companion.games.dreimagier.survey.writer import board_file
from companion.web.pages.words import Speaker


def drawn(draft: Draft, found: Sketch, photo: str, t: Speaker) -> Json:
    """Nodes, steps, findings and the tour; ``next`` is the place that is tapped next, ``step`` where to go on."""
    named = names(found, t)
    return {
        "name": draft.name,
        "taps": len(draft.taps),
        "size": found.size_mm,
        "corners": found.corners,
        "photo": photo,
        "nodes": [_node(found, node, named[node]) for node in found.nodes],
        "steps": found.steps,
        "hand": found.hand,
        "missing": [_missing(place, t) for place in PLACES if place not in found.places],
        "symbols": len(found.symbols),
        "findings": [_finding(each, named, t) for each in findings(found)],
        "tour": [_stretch(found, each, t) for each in stretches(found)],
        "whole": whole(found),
        "step": _step(found, photo),
    }


def names(found: Sketch, t: Speaker) -> dict[str, str]:
    """What each node is called: a place by its name, a field counted from a place where a path leads there."""
    counted = field_names(load_board(board_file("board", found)).toml) if found.fields else {}
    fields = {field: say(counted[field], t.language) if field in counted else t("field.any") for field in found.fields}
    return {**{place: t(f"place.{place}") for place in PLACES}, **fields}


def _node(found: Sketch, node: str, name: str) -> Json:
    x, y = found.nodes[node]
    near = beside(found.steps, node)
    return {
        "id": node,
        "x": x,
        "y": y,
        "place": node in PLACES,
        "symbol": node in found.symbols,
        "fork": node not in PLACES and len(near) > 2,
        "name": name,
    }


def _missing(place: str, t: Speaker) -> Json:
    x, y = usual_spot(place)
    return {"id": place, "name": t(f"place.{place}"), "x": x, "y": y}


def _finding(each: Finding, named: dict[str, str], t: Speaker) -> Json:
    several = ", ".join(named[node] for node in each.nodes if node in PLACES)
    text = t(f"survey.finding.{each.message}", count=each.count, number=SYMBOL_COUNT, names=several)
    return {"text": text, "nodes": each.nodes, "fault": each.fault}


def _stretch(found: Sketch, stretch: Stretch, t: Speaker) -> Json:
    start, end, count = stretch[0], stretch[-1], fields_of(stretch)
    ends = {"start": _end("from", found, start, t), "end": _end("to", found, end, t)}
    text = t("survey.tour.text", **ends, count=count)
    return {"text": text[:1].upper() + text[1:], "nodes": stretch}


def _end(side: str, found: Sketch, node: str, t: Speaker) -> str:
    """A stretch's end: a place, a fork, or where the path stops."""
    if node in PLACES:
        return RULES.say(t.language, f"{side}.{node}")
    kind = "fork" if len(beside(found.steps, node)) > 1 else "end"
    return t(f"survey.tour.{side}.{kind}")


def _step(found: Sketch, photo: str) -> str:
    """Where the survey goes on."""
    if not found.places and not (photo and found.corners):
        return "picture"
    if len(found.places) < len(PLACES):
        return "places"
    if not whole(found) and len(found.symbols) in (0, SYMBOL_COUNT):
        return "path"
    return "check" if whole(found) else "symbols"
