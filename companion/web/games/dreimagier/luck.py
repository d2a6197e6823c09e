"""After the game: what was luck and what was play, on a page of its own, as a picture and as a table with commas.

While the game goes on only the odds are told, to browsers that hold no seat, and to all where all seats agree.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec
from werkzeug.wrappers import Response

from companion.games import Json
from companion.games.dreimagier.ghost.analysis import Analysis, Moment, analyse, course
from companion.games.dreimagier.wands import COLOURS
from companion.web.games.dreimagier import places
from companion.web.pages import parts, play, words
from companion.web.pages.host import host
from companion.web.pages.people import People
from companion.web.pages.seen import Seen

PATH = "/luck"
TABLE = "/luck.csv"
PICTURE = "/luck.svg"
WIDTH, HEIGHT = 300, 150
FIGURES = {"jump": "magician", "walk": "apprentice", "magic": "apprentice"}
INKS = {"red": "#c9483d", "black": "#d9cfb8", "white": "#e3c894"}
"""Colours of the lines on the picture's dark ground, each with a dash of its own in its template."""
HEAD = ("step", "seat", "kind", *(f"luck-{colour}" for colour in COLOURS), "lost", "action", "best")


def page() -> str:
    """Luck, play and the moments that decided; before the end the odds, for those who may see them."""
    seen = _seen()
    over, may = seen.state["over"], not seen.seats or seen.state["outlook"]
    values = {"found": told(seen) if over else None, "live": live(seen) if may and not over else None}
    return parts.page("dreimagier/luck.html", state=seen.state, seats=seen.seats, who=seen.who, **values)


def _seen() -> Seen:
    here, state = host(), play.whole_history(None)
    t, seats = here.face.speaker(words.of_request()), here.seats()
    return Seen(state, None, seats, People(state, seats, t), t, here.header())


def picture() -> Response:
    """The same in one drawing that can be sent on: it needs no style sheet."""
    seen = _seen()
    if not seen.state["over"]:
        return Response("", 404)
    drawn = parts.page("dreimagier/luck.svg", found=told(seen), who=seen.who, inks=INKS)
    headers = {"Content-Disposition": 'attachment; filename="luck.svg"'}
    return Response(drawn, mimetype="image/svg+xml", headers=headers)


def table() -> Response:
    """Every throw and decision as a line."""
    state = play.whole_history(None)
    if not state["over"]:
        return Response("", 404)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(HEAD)
    rows.writerows(_row(each) for each in _analysis(host().header(), state).steps)
    headers = {"Content-Disposition": 'attachment; filename="luck.csv"'}
    return Response(text.getvalue(), mimetype="text/csv", headers=headers)


def _row(moment: Moment) -> list[object]:
    given = moment.luck or {}
    best = "" if moment.best is None else msgspec.json.encode(moment.best).decode()
    luck = [given.get(colour, "") for colour in COLOURS]
    lost = "" if moment.lost is None else moment.lost
    return [moment.step, moment.seat, moment.kind, *luck, lost, msgspec.json.encode(moment.action).decode(), best]


def _played(state: Json) -> list[Json]:
    return [line for line in state["history"] if line["kind"] == "action" and not line["void"]]


def _analysis(header: Json, state: Json) -> Analysis:
    actions = [line["action"] for line in _played(state)]
    return _looked(msgspec.json.encode([header, actions], order="sorted"))


@lru_cache(maxsize=4)
def _looked(game: bytes) -> Analysis:
    header, actions = msgspec.json.decode(game)
    return analyse(header, actions)


def told(seen: Seen) -> Json:
    """``players`` with sums and moments in words, and the ``chart`` of the odds."""
    found = _analysis(seen.header, seen.state)
    lines = _lines([tuple(each["odds"][seat] for seat in COLOURS) for each in found.odds])
    return {"players": list(_players(found, seen)), "lines": lines, "width": WIDTH, "height": HEIGHT}


def live(seen: Seen) -> Json:
    """The odds of a game that goes on."""
    actions = [line["action"] for line in _played(seen.state)]
    return {"lines": _lines(course(seen.header, actions)), "width": WIDTH, "height": HEIGHT}


def _players(found: Analysis, seen: Seen) -> Iterator[Json]:
    steps = {moment.step: moment for moment in found.steps}
    for seat in seen.view["seats"]:
        player = found.players[seat]
        yield {
            "seat": seat,
            "luck": signed(player.luck),
            "lost": round(100 * player.lost),
            "best": player.best_decisions,
            "decisions": player.decisions,
            "duels": player.duels,
            "won": player.duels_won,
            "expected": f"{player.duels_expected:.1f}",
            "moments": [_moment(steps[step], seat, seen) for step in player.moments],
        }


def _moment(moment: Moment, seat: str, seen: Seen) -> Json:
    line = _played(seen.state)[moment.step - 1]
    face = host().face
    said = " ".join(text for event in line["events"] if (text := face.sentence(event, line, seen)))
    if moment.luck is not None:
        return {"text": said, "worth": signed(moment.luck[seat]), "better": ""}
    return {"text": said, "worth": signed(-(moment.lost or 0.0)), "better": _better(moment, seen)}


def _better(moment: Moment, seen: Seen) -> str:
    """What would have been better, where it is a move on the board."""
    best = moment.best or {}
    if best.get("type") not in FIGURES:
        return ""
    return seen.t(f"luck.better.{FIGURES[best['type']]}", to=places.whither(best["to"], seen))


def signed(share: float) -> str:
    """A change of odds in whole per cent, always with its sign."""
    return f"{round(100 * share):+d} %".replace("-", "−")


def _lines(odds: Sequence[Sequence[float]]) -> list[Json]:
    across = WIDTH / max(len(odds) - 1, 1)
    return [
        {
            "seat": colour,
            "path": "M" + "L".join(f"{n * across:.1f} {_height(each[seat])}" for n, each in enumerate(odds)),
            "last": f"{round(100 * odds[-1][seat])} %",
        }
        for seat, colour in enumerate(COLOURS)
    ]


def _height(share: float) -> str:
    return f"{HEIGHT * (1 - share):.1f}"
