"""The fields of the box page: each with its key in the box file, its value, and what the shipped box says."""

from __future__ import annotations

from companion.games import Json
from companion.games.tuerme.box import COLOURS, SPELLS
from companion.games.tuerme.cards import every
from companion.games.tuerme.sentences import WORDS as RULES
from companion.web.games.tuerme.boxes import cardwords
from companion.web.pages.words import Speaker


def fields(data: Json, usual: Json, t: Speaker) -> Json:
    """Everything the page draws; ``usual`` is the shipped box."""
    say = RULES.say
    cards = dict.fromkeys((*usual["cards"], *data["cards"]))
    return {
        "ring": [_number(f"ring.{key}", data, usual, t(f"box.ring.{key}")) for key in ("spaces", "keep")],
        "shields": _shields(data, usual),
        "towers": _towers(data, usual),
        "wizards": [_number(f"wizards.{each}", data, usual, say(t.language, f"colour.{each}")) for each in COLOURS],
        "bottles": _number("bottles.each", data, usual, t("box.bottles.each")),
        "players": [
            {"seats": seats, "counts": _pairs(data["players"][seats], usual["players"][seats])} for seats in "23456"
        ],
        "cards": [_number(f"cards.{each}", data, usual, cardwords.name(each, t)) for each in cards],
        "types": [{"card": each, "label": cardwords.name(each, t)} for each in every() if each not in cards],
        "pile": [_number(f"pile.{key}", data, usual, t(f"box.pile.{key}")) for key in ("cards", "hand")],
        "prices": [_number(f"prices.{each}", data, usual, say(t.language, f"spell.{each}")) for each in SPELLS],
    }


def _number(key: str, data: Json, usual: Json, label: str) -> Json:
    part, name = key.split(".", 1)
    return {"key": key, "label": label, "value": data[part].get(name, 0), "usual": usual[part].get(name, 0)}


def _shields(data: Json, usual: Json) -> list[Json]:
    """Every space of the ring."""
    on, printed = data["ring"]["shields"], usual["ring"]["shields"]
    return [
        {"number": number, "on": number in on, "usual": number in printed}
        for number in range(1, data["ring"]["spaces"] + 1)
    ]


def _towers(data: Json, usual: Json) -> list[Json]:
    """A row a tower: where it starts, its shield, who starts on it."""
    found, printed = data["towers"], usual["towers"]
    return [
        {
            "number": number + 1,
            "space": space,
            "usual_space": (printed["spaces"] + [space] * 20)[number],
            "shield": number + 1 in found["shields"],
            "usual_shield": number + 1 in printed["shields"],
            "room": found["rooms"][number],
            "usual_room": (printed["rooms"] + [found["rooms"][number]] * 20)[number],
        }
        for number, space in enumerate(found["spaces"])
    ]


def _pairs(values: list[int], usual: list[int]) -> list[Json]:
    return [{"value": value, "usual": other} for value, other in zip(values, usual, strict=True)]
