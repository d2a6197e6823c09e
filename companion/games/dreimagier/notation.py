"""One-line notation of a position, for tests, bug reports and sharing; complete, like the JSON.

Twelve words between spaces, ``-`` for nothing::

    3m1 noris-1985/default/rbw/-/- move rr life.life,forest.a2+,sun.e1 f/-/s rbw/- rD/- - - r.pip.120.---.rbw 3.1.o.o.--

1. ``3m1``;
2. rule set / board (a shipped name, or ``~`` and the packed file) / seats / wand table (per colour the values for
   power, magic, fate, as in ``012,120,201``) / settings that differ from the rule set (``short_walk=stay``);
3. phase;  4. turn and mover;  5. red, black, white: magician, apprentice, ``+`` for the stone;
6. cards of red / black / white (f h t c s m o: forest house tower castle sun mill moon), the supply follows from them;
7. who has made his first pip throw / who has won a bonus;
8. rights / rights won in this move (``rD`` doublet, ``rB`` bonus);
9. offer (``rS`` spell) or the place of a card to take;
10. start throws (``w/r4,b2``: waiting / sums), or the winner;
11. last throw: seat, use, values, hidden faces (p m f), wands that flew;
12. move: sum, own steps, magician, apprentice (o open, d done, n none), ``!`` must jump, ``s`` spell throw to come;
then, where they apply, ``x:`` banished figures (``rm,ba``) and ``d:`` the duel: place, challenger, challenged, leader,
side, round, lead (``4.2.211`` sum, throws, values), throws, values, wands that fly.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable
from typing import Any

from companion.games import Fault, Invalid, Json
from companion.games.dreimagier.board import PLACES, SHIPPED, shipped_text, text_hash
from companion.games.dreimagier.encoding import decode, encode
from companion.games.dreimagier.position import Position
from companion.games.dreimagier.rulesets import RULESETS, all_settings
from companion.games.dreimagier.wands import COLOURS, FACES

TAG = "3m1"
COLOUR_OF = {name[0]: name for name in COLOURS}
FACE_OF = {name[0]: name for name in FACES}
CARD_OF = {"f": "forest", "h": "house", "t": "tower", "c": "castle", "s": "sun", "m": "mill", "o": "moon"}
LETTER_OF = {name: letter for letter, name in CARD_OF.items()}
STATE_OF = {"o": "open", "d": "done", "n": "none"}
RIGHT_OF = {"D": "doublet", "B": "bonus", "S": "spell"}
KIND_LETTER = {kind: letter for letter, kind in RIGHT_OF.items()}
FIGURE_OF = {"m": "magician", "a": "apprentice"}
LONGEST = 300_000


def to_line(position: Position) -> str:
    """The notation of a position."""
    data = encode(position)
    words = [
        TAG,
        _header(data["header"]),
        data["phase"],
        _letter(data["turn"]) + _letter(data["mover"]),
        ",".join(_figures(data["figures"][colour]) for colour in COLOURS),
        "/".join("".join(LETTER_OF[card] for card in data["cards"][colour]) or "-" for colour in COLOURS),
        _letters(data["first_thrown"]) + "/" + _letters(data["bonus_won"]),
        _rights(data["rights"]) + "/" + _rights(data["earned"]),
        _rights([data["offer"]]) if data["offer"] else data["take"] or "-",
        _start(data["start"]) if data["start"] else _letter(data["winner"]),
        _throw(data["throw"]),
        _move(data["move"]),
    ]
    if data["banished"]:
        words.append("x:" + ",".join(item["seat"][0] + item["figure"][0] for item in data["banished"]))
    if data["duel"]:
        words.append("d:" + _duel(data["duel"]))
    return " ".join(words)


def _letter(colour: str | None) -> str:
    return "-" if colour is None else colour[0]


def _letters(colours: list[str]) -> str:
    return "".join(colour[0] for colour in colours) or "-"


def _header(header: Json) -> str:
    plain = all_settings(header["ruleset"], {})
    changed = [f"{key}={_value(value)}" for key, value in header["settings"].items() if value != plain[key]]
    table = header["wands"]
    wands = "-" if table is None else ",".join("".join(str(table[c][f]) for f in FACES) for c in COLOURS)
    return "/".join(
        (header["ruleset"], _board(header["board"]), _letters(header["seats"]), wands, ",".join(changed) or "-")
    )


def _value(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _board(board: Json) -> str:
    name: str = board["name"]
    if name in SHIPPED and text_hash(shipped_text(name)) == board["hash"]:
        return name
    packed = zlib.compress(board["toml"].encode("utf-8"), 9)
    return "~" + base64.urlsafe_b64encode(packed).decode("ascii")


def _figures(seat: Json) -> str:
    return f"{seat['magician']}.{seat['apprentice']}{'+' if seat['stone'] else ''}"


def _rights(rights: list[Json]) -> str:
    return ",".join(right["seat"][0] + KIND_LETTER[right["kind"]] for right in rights) or "-"


def _start(start: Json) -> str:
    sums = ",".join(f"{colour[0]}{total}" for colour, total in start["sums"].items())
    return f"{_letters(start['waiting'])}/{sums or '-'}"


def _tops(tops: Json) -> str:
    return "".join("-" if tops[colour] is None else str(tops[colour]) for colour in COLOURS)


def _throw(throw: Json | None) -> str:
    if throw is None:
        return "-"
    hidden = "".join(_letter(throw["hidden"][colour]) for colour in COLOURS)
    return ".".join((throw["seat"][0], throw["kind"], _tops(throw["tops"]), hidden, _letters(throw["flew"])))


def _move(move: Json | None) -> str:
    if move is None:
        return "-"
    flags = ("!" if move["forced"] else "-") + ("s" if move["spell"] else "-")
    return f"{move['sum']}.{move['steps']}.{move['magician'][0]}.{move['apprentice'][0]}.{flags}"


def _duel(duel: Json) -> str:
    seats = "".join(duel[key][0] for key in ("challenger", "challenged", "leader", "side"))
    lead = duel["lead"]
    led = "-" if lead is None else f"{lead['sum']}.{lead['throws']}.{_tops(lead['tops'])}"
    return (
        f"{duel['place']};{seats};{duel['round']};{led};{duel['throws']};{_tops(duel['tops'])};{_letters(duel['fly'])}"
    )


def from_line(line: str) -> Position:
    """The position of a notation.  Raises Invalid with all faults."""
    words = line.split()
    if len(line) > LONGEST or len(words) < 12 or words[0] != TAG:
        raise Invalid("the notation", [Fault("notation", f"must be {TAG} and eleven words or more, in one line")])
    data, faults = {}, []
    for number, (name, read) in enumerate(READERS):
        try:
            data.update(read(words[number + 1]))
        except (KeyError, ValueError, IndexError, zlib.error, binascii.Error):
            faults.append(Fault(f"word {number + 2}", f"is no {name}: {words[number + 1][:60]}"))
    for word in words[12:]:
        try:
            data.update(_read_extra(word))
        except (KeyError, ValueError, IndexError):
            faults.append(Fault("notation", f"cannot be read: {word[:60]}"))
    if faults:
        raise Invalid("the notation", faults)
    return decode({"banished": [], "duel": None, **data, "supply": _supply(data["cards"])})


def _supply(cards: Json) -> Json:
    return {card: max(0, 2 - sum(card in hand for hand in cards.values())) for card in CARD_OF.values()}


def _read_header(word: str) -> Json:
    ruleset, board, seats, wands, changed = word.split("/")
    if ruleset not in RULESETS:
        raise ValueError(ruleset)
    settings = dict(pair.split("=", 1) for pair in _items(changed))
    header: Json = {
        "ruleset": ruleset,
        "settings": {key: {"yes": True, "no": False}.get(value, value) for key, value in settings.items()},
        "board": _read_board(board),
        "seats": _read_letters(seats),
        "wands": None if wands == "-" else _read_table(wands),
    }
    return {"header": header}


def _read_table(word: str) -> Json:
    red, black, white = word.split(",")
    values = {"red": red, "black": black, "white": white}
    return {name: dict(zip(FACES, map(int, text), strict=True)) for name, text in values.items()}


def _read_board(word: str) -> Any:
    if not word.startswith("~"):
        return word
    unpacker = zlib.decompressobj()
    return {"toml": unpacker.decompress(base64.urlsafe_b64decode(word[1:]), LONGEST).decode("utf-8")}


def _items(word: str) -> list[str]:
    return [] if word == "-" else word.split(",")


def _read_letters(word: str) -> list[str]:
    return [] if word == "-" else [COLOUR_OF[letter] for letter in word]


def _read_letter(letter: str) -> str | None:
    return None if letter == "-" else COLOUR_OF[letter]


def _read_turn(word: str) -> Json:
    turn, mover = list(word)
    return {"turn": _read_letter(turn), "mover": _read_letter(mover)}


def _read_figures(word: str) -> Json:
    seats = {}
    for colour, text in zip(COLOURS, word.split(","), strict=True):
        magician, apprentice = text.removesuffix("+").split(".")
        seats[colour] = {"magician": magician, "apprentice": apprentice, "stone": text.endswith("+")}
    return {"figures": seats}


def _read_cards(word: str) -> Json:
    hands = dict(zip(COLOURS, word.split("/"), strict=True))
    return {"cards": {c: [] if hand == "-" else [CARD_OF[card] for card in hand] for c, hand in hands.items()}}


def _read_flags(word: str) -> Json:
    first, bonus = word.split("/")
    return {"first_thrown": _read_letters(first), "bonus_won": _read_letters(bonus)}


def _read_rights(word: str) -> list[Json]:
    return [{"seat": COLOUR_OF[item[0]], "kind": RIGHT_OF[item[1:]]} for item in _items(word)]


def _read_both_rights(word: str) -> Json:
    rights, earned = word.split("/")
    return {"rights": _read_rights(rights), "earned": _read_rights(earned)}


def _read_offer(word: str) -> Json:
    if word in PLACES:
        return {"offer": None, "take": word}
    found = _read_rights(word)
    if len(found) > 1:
        raise ValueError(word)
    return {"offer": found[0] if found else None, "take": None}


def _read_start(word: str) -> Json:
    if "/" not in word:
        return {"start": None, "winner": _read_letter(word)}
    waiting, sums = word.split("/")
    totals = {COLOUR_OF[item[0]]: int(item[1:]) for item in _items(sums)}
    return {"start": {"waiting": _read_letters(waiting), "sums": totals}, "winner": None}


def _read_tops(word: str) -> Json:
    return {name: None if top == "-" else int(top) for name, top in zip(COLOURS, word, strict=True)}


def _read_throw(word: str) -> Json:
    if word == "-":
        return {"throw": None}
    seat, kind, tops, hidden, flew = word.split(".")
    faces = {name: None if face == "-" else FACE_OF[face] for name, face in zip(COLOURS, hidden, strict=True)}
    found = {"seat": COLOUR_OF[seat], "kind": kind, "flew": _read_letters(flew), "tops": _read_tops(tops)}
    return {"throw": {**found, "hidden": faces}}


def _read_move(word: str) -> Json:
    if word == "-":
        return {"move": None}
    total, steps, magician, apprentice, flags = word.split(".")
    forced, spell = list(flags)
    if forced not in "!-" or spell not in "s-":
        raise ValueError(flags)
    states = {"magician": STATE_OF[magician], "apprentice": STATE_OF[apprentice]}
    return {"move": {"sum": int(total), "steps": int(steps), **states, "forced": forced == "!", "spell": spell == "s"}}


READERS: tuple[tuple[str, Callable[[str], Json]], ...] = (
    ("header", _read_header),
    ("phase", lambda word: {"phase": word}),
    ("turn", _read_turn),
    ("figures", _read_figures),
    ("cards", _read_cards),
    ("first throws and bonuses", _read_flags),
    ("rights", _read_both_rights),
    ("offer", _read_offer),
    ("start or winner", _read_start),
    ("throw", _read_throw),
    ("move", _read_move),
)


def _read_extra(word: str) -> Json:
    kind, text = word.split(":", 1)
    if kind == "x":
        pairs = [(item[0], item[1:]) for item in text.split(",")]
        return {"banished": [{"seat": COLOUR_OF[seat], "figure": FIGURE_OF[figure]} for seat, figure in pairs]}
    if kind != "d":
        raise ValueError(word)
    place, seats, number, led, throws, tops, fly = text.split(";")
    names = dict(zip(("challenger", "challenged", "leader", "side"), map(COLOUR_OF.__getitem__, seats), strict=True))
    lead: Json | None = None
    if led != "-":
        total, lead_throws, lead_tops = led.split(".")
        lead = {"sum": int(total), "throws": int(lead_throws), "tops": _read_tops(lead_tops)}
    found = {"place": place, **names, "round": int(number), "lead": lead, "throws": int(throws)}
    return {"duel": {**found, "tops": _read_tops(tops), "fly": _read_letters(fly)}}
