"""What can happen: the types of events, what each carries, and how much of it a history may tell (V3, V5).

A history line names piece and value; spaces stand in the view until the turn is over (``moves``).  What was under a
lifted tower and who was imprisoned is *passing*: shown once to the pages that are open, and in no history.
"""

from __future__ import annotations

from companion.games import Events, Json

TOLD: dict[str, tuple[str, ...]] = {
    "card-played": ("seat", "card"),
    "card-count": ("card", "copies"),
    "rolled": ("seat", "value"),
    "again": ("seat",),
    "hand-away": ("seat",),
    "wasted": ("seat", "card"),
    "stayed": ("seat",),
    "announced": ("seat", "value"),  # and "wizard" or "tower"
    "walked": ("seat", "by", "value", "riders"),
    "tower-moved": ("tower", "by", "value"),
    "swapped": ("towers", "by"),
    "lifted": ("tower",),
    "imprisoned": ("by",),
    "bottle-filled": ("seat", "by"),
    "bottle-given": ("seat", "to"),
    "entered": ("seat", "by"),
    "keep-moved": (),
    "keep-stays": (),
    "prevented": ("seat",),
    "claimed": ("seat",),
    "yielded": ("seat",),
    "after": ("seat",),
    "cast": ("seat", "spell", "price"),
    "freed": ("seat", "by"),
    "freed-nobody": ("seat",),
    "exchanged": ("seat",),
    "corrected": ("seat",),
    "goal": ("seats",),
    "over": ("ranking",),
    "turn-over": ("seat",),
    "turn": ("seat", "round"),
    "shuffled": ("cards",),
}
"""What a history tells of each type."""

MORE: dict[str, tuple[str, ...]] = {
    "announced": ("wizard", "tower"),
    "walked": ("from", "to"),
    "tower-moved": ("from", "to"),
    "swapped": ("from", "to"),
    "lifted": ("under",),
    "imprisoned": ("who",),
    "keep-moved": ("from", "to"),
    "freed": ("to",),
}
"""What an event carries beyond that."""
PIECES = {"announced": ("wizard", "tower")}
PASSING = ("lifted", "imprisoned")
"""What is shown once, while it happens (V3)."""
LEFT_OUT = ("space", "spaces", "there")
"""Keys of an action that no history tells."""


def is_documented(event: Json) -> bool:
    """Whether an event is of a known type and carries exactly what is written here."""
    keys, kind = set(event) - {"type", "rule"}, event["type"]
    return kind in TOLD and "rule" in event and keys - set(MORE.get(kind, ())) == set(TOLD[kind])


def told_event(event: Json) -> Json:
    """An event as the history tells it."""
    kind = event["type"]
    keys = ("type", "rule", *TOLD[kind], *PIECES.get(kind, ()))
    return {key: event[key] for key in keys if key in event}


def told(action: Json, events: Events) -> tuple[Json, Events]:
    """V5: a line of history, the same for every role."""
    line = {key: value for key, value in action.items() if key not in LEFT_OUT}
    return line, tuple(told_event(event) for event in events if event["type"] not in PASSING)


def passing(events: Events) -> Events:
    """V3: what pages that are open show once."""
    return tuple(event for event in events if event["type"] in PASSING)


def trails(spaces: int, events: Events) -> tuple[tuple[str, ...], ...]:
    """The spaces that pieces passed, both ends with them; the keep jumps."""
    found: list[tuple[str, ...]] = []
    for event in events:
        if event["type"] in ("walked", "tower-moved"):
            way = range(0, event["value"], 1 if event["value"] > 0 else -1)
            found.append((*(str((event["from"] - 1 + step) % spaces + 1) for step in way), str(event["to"])))
        elif event["type"] == "keep-moved":
            found.append((str(event["from"]), str(event["to"])))
    return tuple(found)
