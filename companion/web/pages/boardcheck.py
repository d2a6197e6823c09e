"""After a restart or a rewind: what stands on the wooden board, and what must be put back by hand."""

from __future__ import annotations

from companion.games import Json
from companion.web.pages.face import Face
from companion.web.pages.seen import Seen


def check(face: Face, seen: Seen) -> Json | None:
    """The check of the board: the piece that glows, or the list of what stood wrongly."""
    found = seen.state.get("check")
    if not found or seen.seat is None:
        return None
    pieces = [face.piece(piece, seen) for piece in found["pieces"]]
    at = found["at"]
    return {
        "at": at,
        "count": len(pieces),
        "piece": pieces[at] if at is not None and at < len(pieces) else None,
        "wrong": found["wrong"],
        "bad": [pieces[number] for number in found["wrong"] if number < len(pieces)],
        "over": at is not None and at >= len(pieces),
    }


def put_back(face: Face, seen: Seen) -> Json | None:
    """None where nothing was rewound; else ``seq`` and the ``steps``, each with ``seat``, ``text``, ``nodes``."""
    rewound = seen.state.get("rewound")
    if not rewound:
        return None
    return {"seq": rewound["seq"], "steps": face.put_back(rewound["before"], seen)}
