"""One-line notation of a position, for tests, bug reports and sharing.

Fifteen words between spaces, ``-`` for nothing; seats by their first letters, spaces from 1::

    tu1 default/by/b/- move b1- -,/1bby,/2yby,... 1 0.6.0.0,0.6.0.0 83/0/w3:1 w3/3.0/0 -/- - - - - -

1. ``tu1``;  2. box (``default`` or ``~`` and the packed file) / seats / start / settings that differ from the usual;
3. phase;  4. active seat, round, and flags after ``-``: e entered, x exchanged, l last round, a hand away;
5. columns from the ground up: who stands there, then ``/``, a tower's number and who stands on it, and so on;
6. keep;  7. per seat: in the keep . empty . full . spent;
8. pile / discards that nobody named / the others;  9. cards of this turn / values for wizard.tower / rolls;
10. who cast for the first / second action;  11. who cast what just now;
12. announced: w or t, piece, space (0: gone), steps, riders;  13. who is still to be asked ``>`` phase to return to;
14. tower in the air: seat.tower ``>`` phase;  15. the space where a tower was lifted last.

Prisoners stand in it only where that is asked for: else their tiers are ``?``.  The moves of this turn are left out.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from companion.games import Fault, Invalid, Json
from companion.games.tuerme.box import COLOURS, SIX, load_box
from companion.games.tuerme.encoding import decode, encode
from companion.games.tuerme.position import OVER, TOWER, WALK, Position
from companion.games.tuerme.settings import NAME, all_settings, make_header

TAG = "tu1"
HIDDEN = "?"
LONGEST = 200_000
LETTER = {colour: colour[0] for colour in COLOURS}
COLOUR = {letter: colour for colour, letter in LETTER.items()}
FLAGS = {"e": "entered", "x": "exchanged", "l": "last_round", "a": "away"}


def to_line(position: Position, with_prisoners: bool = False) -> str:
    """The notation; with prisoners only where that is asked for, or the game is over (V5)."""
    data, shown = encode(position), with_prisoners or position.phase == OVER
    flags = "".join(flag for flag, key in FLAGS.items() if data[key])
    return " ".join(
        (
            TAG,
            _header(data["header"], position),
            data["phase"],
            f"{LETTER[data['active']]}{data['round']}-{flags}",
            ",".join(_column(column, shown) for column in data["columns"]),
            str(data["keep"]),
            ",".join(".".join(str(each[key]) for key in PLAYER) for each in data["players"].values()),
            f"{data['pile']}/{data['unknown']}/{_counted(data['discards'])}",
            f"{'+'.join(data['played']) or '-'}/{data['steps'][0]}.{data['steps'][1]}/{data['rolls']}",
            "/".join(_letters(used) for used in data["used"]),
            "-" if data["last"] is None else f"{LETTER[data['last'][0]]}:{data['last'][1]}",
            _said(data["announced"]),
            "-" if data["claim"] is None else f"{_letters(data['claim']['queue'])}>{data['claim']['back']}",
            _held(data["lifted"]),
            str(data["bared"] or "-"),
        )
    )


PLAYER = ("home", "empty", "full", "spent")


def _letters(seats: list[str]) -> str:
    return "".join(LETTER[seat] for seat in seats) or "-"


def _counted(counts: Mapping[str, int]) -> str:
    return "+".join(f"{key}:{count}" for key, count in counts.items()) or "-"


def _header(header: Json, position: Position) -> str:
    given, usual = header["board"], load_box("default")
    box = usual.name if given["toml"] == usual.toml else "~" + _packed(given["toml"])
    named = _settings(header["settings"], position)
    return "/".join((box, _letters(header["seats"]), LETTER[header["start"]], ";".join(named) or "-"))


def _settings(settings: Json, position: Position) -> list[str]:
    """Settings that differ from those of the mode, in words without spaces."""
    usual = all_settings({"mode": settings["mode"]}, position.setup.box) | {"mode": "basic"}
    return [f"{name}={_value(value)}" for name, value in settings.items() if value != usual[name]]


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return _counted(value)
    return "+".join(value) if isinstance(value, list) else str(value)


def _packed(text: str) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii").rstrip("=")


def _column(column: Json, shown: bool) -> str:
    tiers = [_crowd(who) for who in column["wizards"]]
    if not shown:
        tiers[:-1] = [HIDDEN] * (len(tiers) - 1)
    text = tiers[0] + "".join(f"/{tower[1:]}{who}" for tower, who in zip(column["towers"], tiers[1:], strict=True))
    return text or "-"


def _crowd(who: Mapping[str, int]) -> str:
    return "".join(LETTER[seat] * count for seat, count in who.items())


def _said(said: Json | None) -> str:
    if said is None:
        return "-"
    piece = LETTER.get(said["piece"], said["piece"])
    return f"{said['kind'][0]}.{piece}.{said['space'] or 0}.{said['steps']}.{_letters(said['riders'])}"


def _held(held: Json | None) -> str:
    return "-" if held is None else f"{LETTER[held['seat']]}.{held['tower']}>{held['back']}"


def from_line(line: str) -> Position:
    """The position of a notation.  Raises Invalid.

    Where prisoners are left out, those who are missing are put under the first towers: nothing that is legal, lit or
    shown depends on where they are, but what happens next may; ask ``is_closed`` first.
    """
    words = line.split()
    if len(line) > LONGEST or len(words) != 15 or words[0] != TAG:
        raise Invalid("the notation", [Fault("notation", f"must be 15 words beginning with {TAG}")])
    try:
        data = _data(words)
    except (ValueError, KeyError, IndexError, zlib.error, binascii.Error, UnicodeError) as error:
        raise Invalid("the notation", [Fault("notation", f"cannot be read: {error!r}")]) from None
    return decode(data)


def is_closed(line: str) -> bool:
    """Whether prisoners are left out."""
    words = line.split()
    return len(words) > 4 and HIDDEN in words[4]


def _data(words: list[str]) -> Json:
    header = _read_header(words[1])
    round_, _, flags = words[3][1:].partition("-")
    pile, unknown, discards = words[7].split("/")
    played, steps, rolls = words[8].split("/")
    players = _read_players(words[6], header["seats"])
    return {
        "header": header,
        "phase": words[2],
        "active": COLOUR[words[3][0]],
        "round": int(round_),
        "columns": _read_columns(words[4], header, players),
        "keep": int(words[5]),
        "players": players,
        "pile": int(pile),
        "unknown": int(unknown),
        "discards": _read_counts(discards),
        "played": [] if played == "-" else played.split("+"),
        "steps": [int(step) for step in steps.split(".")],
        "rolls": int(rolls),
        "used": [_seats(used) for used in words[9].split("/")],
        "last": None if words[10] == "-" else [COLOUR[words[10][0]], words[10][2:]],
        "announced": _read_said(words[11]),
        "claim": _read_back(words[12], lambda text: {"queue": _seats(text)}),
        "lifted": _read_back(words[13], lambda text: {"seat": COLOUR[text[0]], "tower": text[2:]}),
        "bared": None if words[14] == "-" else int(words[14]),
        "moves": [],
        **{key: flag in flags for flag, key in FLAGS.items()},
    }


def _seats(letters: str) -> list[str]:
    return [] if letters == "-" else [COLOUR[letter] for letter in letters]


def _read_counts(text: str) -> dict[str, int]:
    return {} if text == "-" else {key: int(count) for key, count in (each.split(":") for each in text.split("+"))}


def _read_header(word: str) -> Json:
    box, seats, start, settings = word.split("/")
    whole: Any = {"toml": _unpacked(box[1:])} if box.startswith("~") else box
    given: Json = {}
    for each in [] if settings == "-" else settings.split(";"):
        name, value = each.split("=")
        readers: dict[str, Callable[[str], Any]] = {
            "spells": lambda text: [spell for spell in text.split("+") if spell],
            "spell_costs": _read_counts,
        }
        given[name] = readers.get(name, str)(value)
    options = {"game": NAME, "board": whole, "seats": _seats(seats), "start": COLOUR[start], "settings": given}
    return make_header(options)


def _unpacked(text: str) -> str:
    packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return zlib.decompressobj().decompress(packed, LONGEST).decode("utf-8")


def _read_said(word: str) -> Json | None:
    if word == "-":
        return None
    kind, piece, space, steps, riders = word.split(".")
    return {
        "kind": {"w": WALK, "t": TOWER}[kind],
        "piece": COLOUR.get(piece, piece),
        "space": int(space) or None,
        "steps": int(steps),
        "riders": _seats(riders),
    }


def _read_back(word: str, read: Callable[[str], Json]) -> Json | None:
    if word == "-":
        return None
    text, back = word.split(">")
    return {**read(text), "back": back}


def _read_players(word: str, seats: list[str]) -> Json:
    said = [dict(zip(PLAYER, map(int, each.split(".")), strict=True)) for each in word.split(",")]
    return dict(zip(seats, said, strict=True))


def _read_columns(word: str, header: Json, players: Json) -> list[Json]:
    columns = [_read_column(each) for each in word.split(",")]
    closed = [tiers for column in columns for tiers in [column["wizards"]] if None in tiers]
    if closed:
        _deal(closed, _missing(columns, header, players))
    return columns


def _read_column(text: str) -> Json:
    ground, *above = ("" if text == "-" else text).split("/")
    floors = [each.lstrip("0123456789") for each in above]
    towers = [f"t{each[: len(each) - len(floor)]}" for each, floor in zip(above, floors, strict=True)]
    return {"towers": towers, "wizards": [_read_crowd(floor) for floor in (ground, *floors)]}


def _read_crowd(letters: str) -> dict[str, int] | None:
    if letters == HIDDEN:
        return None
    return {colour: letters.count(letter) for letter, colour in COLOUR.items() if letter in _known(letters)}


def _known(letters: str) -> str:
    if set(letters) - set(COLOUR):
        raise ValueError(f"{letters!r} are no wizards")
    return letters


def _missing(columns: list[Json], header: Json, players: Json) -> list[str]:
    """Who stands nowhere."""
    box = load_box(header["board"]["toml"])
    each, found = box.players[len(header["seats"])][0], list[str]()
    for seat in header["seats"]:
        stand = sum(who.get(seat, 0) for column in columns for who in column["wizards"] if who)
        found += [seat] * (each - stand - players[seat]["home"])
    return found


def _deal(closed: list[list[dict[str, int] | None]], left: list[str]) -> None:
    for tiers in closed:
        for at, who in enumerate(tiers):
            if who is None:
                crowd, left[:] = left[:SIX], left[SIX:]
                tiers[at] = {seat: crowd.count(seat) for seat in dict.fromkeys(crowd)}
