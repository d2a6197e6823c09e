"""On the board now: what has moved wood since the last throw without a hand at a phone, in one to three lines.

A function of the events since that throw, so an undo takes its lines back.  What a player moves by his own tap is not
told: his hand is at the wood.  Each line has ``text``, what is drawn (``drawn``), the ``nodes`` to point at, and
whether it is about the reader (``mine``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.games import Json
from companion.games.dreimagier import routes
from companion.games.dreimagier.wands import COLOURS
from companion.web.games.dreimagier import places, scores
from companion.web.games.dreimagier.motion import newest
from companion.web.games.dreimagier.plans import CARDS
from companion.web.pages.seen import Seen

MOST = 3
MAZE = "labyrinth"
MOVED = ("jumped", "walked", "transported", "stayed")


BY_ITSELF = ("table", "ghost")
"""Sources of what no hand at a phone has chosen."""


class Happened(NamedTuple):
    """An event, and whether the table or a ghost did it: then nobody has moved the wood yet."""

    event: Json
    forced: bool


def lines(seen: Seen) -> list[Json]:
    """At most three; what decides comes first, what only stays comes last."""
    happened = since_throw(seen.state)
    found = [line for tell in TELLERS for line in tell(happened, seen)]
    return found[:MOST]


def since_throw(state: Json) -> list[Happened]:
    """The events of the last throw and of all after it, oldest first."""
    entries: list[Json] = []
    for told in newest(state):
        entries.append(told)
        if told["action"]["type"] == "throw":
            break
    else:
        return []
    return [Happened(event, told["source"] in BY_ITSELF) for told in reversed(entries) for event in told["events"]]


def reader(seen: Seen) -> str | None:
    """Who is called "you": the only seat of this browser."""
    return seen.seat if len(seen.seats) == 1 else None


def _side(seat: str, seen: Seen) -> str:
    return "mine" if seat == reader(seen) else "other"


def _line(text: str, drawn: list[Json], nodes: list[str], mine: bool) -> Json:
    return {"text": text, "drawn": drawn, "nodes": nodes, "mine": mine}


def _figure(seat: str, figure: str) -> Json:
    return {"kind": figure, "seat": seat}


def _starts(happened: list[Happened], seen: Seen) -> list[Json]:
    """S1: a tie, or who starts."""
    found = []
    for event, _ in happened:
        if event["type"] == "tied":
            names = _all([seen.who.name(seat) for seat in event["seats"]], seen)
            drawn = [{"kind": "mark", "seat": seat} for seat in event["seats"]]
            mine = reader(seen) in event["seats"]
            found.append(_line(seen.t("now.tied", names=names, sum=event["sum"]), drawn, [], mine))
        if event["type"] == "starter":
            side, seat = _side(event["seat"], seen), event["seat"]
            text = seen.t(f"now.starter.{side}", name=seen.who.name(seat), sum=event["sum"])
            found.append(_line(text, [_figure(seat, "magician")], [], side == "mine"))
    return found


def _all(names: list[str], seen: Seen) -> str:
    *before, last = names
    return seen.t("now.and", one=", ".join(before), other=last) if before else last


def _duels(happened: list[Happened], seen: Seen) -> list[Json]:
    """D4: a result, in figures where the history still knows them."""
    found = []
    for event, _ in happened:
        if event["type"] == "duel-won":
            found.append(_won(event, seen))
        if event["type"] == "duel-tied":
            score = seen.t("duel.score", sum=event["sum"], throws=event["throws"])
            side = _side(event["leader"], seen)
            text = seen.t(f"now.duel.tied.{side}", score=score, name=seen.who.name(event["leader"]))
            found.append(_line(text, [{"kind": "wands"}], [], side == "mine"))
    return found


def _won(event: Json, seen: Seen) -> Json:
    winner, loser, you = event["seat"], event["loser"], reader(seen)
    side = {winner: "mine", loser: "me"}.get(str(you), "other")
    text = seen.t(f"now.duel.{side}", name=seen.who.name(winner), loser=seen.who.name(loser))
    score = scores.of_last_duel(seen.state)
    if score and {winner, loser} <= set(score):
        said = [seen.t("duel.score", sum=score[seat][0], throws=score[seat][1]) for seat in (winner, loser)]
        text = seen.t("now.score", text=text, won=said[0], lost=said[1])
    return _line(text, [_figure(winner, "magician"), {"kind": "wands"}], [event["place"]], side != "other")


def _kept(happened: list[Happened], seen: Seen) -> list[Json]:
    """D2: which wands a ghost lets fly again, or that it stops; in half a sentence why."""
    found = []
    for event, forced in happened:
        if forced and event["type"] in ("duel-kept", "duel-led"):
            name = seen.who.name(event["seat"])
            drawn = [{"kind": "wands"}, {"kind": "mark", "seat": event["seat"]}]
            found.append(_line(_why(event, name, seen), drawn, [], event["seat"] == reader(seen)))
    return found


def _why(event: Json, name: str, seen: Seen) -> str:
    if event["type"] == "duel-led":
        score = seen.t("duel.score", sum=event["sum"], throws=event["throws"])
        return seen.t("now.stops", name=name, score=score)
    lead = _lead(seen)
    which = "all" if len(event["fly"]) == len(COLOURS) else "some"
    fly = _all([seen.t(f"seat.{colour}") for colour in event["fly"]], seen)
    text = seen.t(f"now.again.{which}", name=name, fly=fly)
    return seen.t("now.why.beat", text=text, score=lead) if lead else seen.t("now.why.more", text=text)


def _lead(seen: Seen) -> str:
    """What the side that throws has to beat, in a duel that is led."""
    duel = seen.view.get("duel")
    led = duel["results"][duel["leader"]] if duel and duel["turn"] != duel["leader"] else None
    return seen.t("duel.score", sum=led["sum"], throws=led["throws"]) if led else ""


def _banished(happened: list[Happened], seen: Seen) -> list[Json]:
    """Who goes to the labyrinth: a line for one player, one for several together."""
    sent: dict[str, list[str]] = {}
    for event, _ in happened:
        if event["type"] == "banished" and event["from"] != MAZE:
            sent.setdefault(event["seat"], []).append(event["figure"])
    if not sent:
        return []
    stones = [event["seat"] for event, _ in happened if event["type"] == "stone-lost"]
    drawn = [_figure(seat, figure) for seat, figures in sent.items() for figure in figures]
    drawn += [{"kind": "stone", "seat": seat, "off": True} for seat in stones]
    text = _one_sent(sent, seen) if len(sent) == 1 else _many_sent(sent, seen)
    if stones:
        text = seen.t("now.maze.stone" if len(stones) == 1 else "now.maze.stones", text=text)
    return [_line(text, [*drawn, {"kind": "maze"}], [MAZE], reader(seen) in sent)]


def _one_sent(sent: dict[str, list[str]], seen: Seen) -> str:
    ((seat, figures),) = sent.items()
    which = "both" if len(set(figures)) > 1 else figures[0]
    return seen.t(f"now.maze.{which}.{_side(seat, seen)}", name=seen.who.name(seat))


def _many_sent(sent: dict[str, list[str]], seen: Seen) -> str:
    named = [
        seen.t(
            f"figure.mine.{figure}" if _side(seat, seen) == "mine" else f"figure.of.{figure}", name=seen.who.name(seat)
        )
        for seat, figures in sent.items()
        for figure in figures
    ]
    return seen.t("now.maze.many", figures=_all(named, seen))


def _cards(happened: list[Happened], seen: Seen) -> list[Json]:
    """C1, D7: who has which card now, and from whom."""
    return [_card(event, seen) for event, _ in happened if event["type"] == "card-taken"]


def _card(event: Json, seen: Seen) -> Json:
    seat, origin, you = event["seat"], event["from"], reader(seen)
    names = {"name": seen.who.name(seat), "card": f"@card.{event['card']}"}
    if origin == "place":
        text = seen.t(f"now.card.{_side(seat, seen)}", **names)
    else:
        side = {seat: "mine", origin: "me"}.get(str(you), "other")
        text = seen.t(f"now.robbed.{side}", other=seen.who.name(origin), **names)
    drawn = [{"kind": "card", "card": event["card"], "numeral": CARDS[event["card"]]}, {"kind": "mark", "seat": seat}]
    return _line(text, drawn, [event["card"]], you in (seat, origin))


def _stones(happened: list[Happened], seen: Seen) -> list[Json]:
    """Z3: a stone goes under an apprentice."""
    found = []
    for event, _ in happened:
        if event["type"] == "stone-gained":
            seat, side = event["seat"], _side(event["seat"], seen)
            text = seen.t(f"now.stone.{side}", name=seen.who.name(seat))
            drawn = [{"kind": "stone", "seat": seat, "off": False}, _figure(seat, "apprentice")]
            found.append(_line(text, drawn, [seen.view["figures"][seat]["apprentice"]], side == "mine"))
    return found


def _forced(happened: list[Happened], seen: Seen) -> list[Json]:
    """Steps that the table did, or a ghost wishes; a figure that stays is told after one that goes."""
    found = [_moved(event, happened, seen) for event, forced in happened if forced and event["type"] in MOVED]
    return sorted(found, key=lambda line: line["stays"])


def wished(seen: Seen) -> list[tuple[str, ...]]:
    """The ways of what a ghost, or the table, has moved since the last throw."""
    happened = since_throw(seen.state)
    events = [event for event, forced in happened if forced or event["type"] == "thrown"]
    if "board" not in seen.header or all(event["type"] == "thrown" for event in events):
        return []
    return list(routes.trails(seen.header, events))


def _along(event: Json, happened: list[Happened], seen: Seen) -> str:
    """How many fields a walk is long, where its way is drawn."""
    if event["type"] != "walked" or "board" not in seen.header:
        return ""
    throw = [each for each, _ in happened if each["type"] == "thrown"]
    found = list(routes.trails(seen.header, [*throw, event]))
    if not found:
        return ""
    count = len(found[0]) - 1
    return seen.t(f"now.along.{'one' if count == 1 else 'many'}", count=count)


def _moved(event: Json, happened: list[Happened], seen: Seen) -> Json:
    seat, figure, kind = event["seat"], event["figure"], event["type"]
    end = str(event.get("to", event.get("at")))
    shade = f"{kind}.{figure}" if kind == "stayed" else kind
    values = {"name": seen.who.name(seat), "to": places.whither(end, seen)}
    text = seen.t(f"now.{shade}.{_side(seat, seen)}", **values)
    if along := _along(event, happened, seen):
        text = seen.t("now.moved", text=text, along=along)
    line = _line(text, [_figure(seat, figure)], [end], _side(seat, seen) == "mine")
    return {**line, "stays": kind == "stayed"}


TELLERS: tuple[Callable[[list[Happened], Seen], list[Json]], ...] = (
    _starts,
    _duels,
    _kept,
    _banished,
    _cards,
    _stones,
    _forced,
)
