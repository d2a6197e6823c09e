"""Draw the golden games anew: ``python -m tests.games.tuerme.golden`` (only when the rules are meant to change)."""

from __future__ import annotations

import json
import random
from pathlib import Path

from companion.games.tuerme import notation
from companion.games.tuerme.simulation import Tally, play

RECORDS = Path(__file__).parent / "records"
OPTIONS = {
    "basic": {"seats": ["blue", "yellow"]},
    "master": {"seats": ["blue", "red", "green"], "settings": {"mode": "master"}},
    "teams": {
        "seats": ["red", "orange", "blue", "violet", "green", "yellow"],
        "start": "blue",
        "settings": {"mode": "master", "teams": "yes", "spells_per_action": "one-each", "spell_again": "yes"},
    },
}


def main() -> None:
    """Write each record, and the last position as one line."""
    from companion.games.tuerme import GAME

    for name, options in OPTIONS.items():
        header = GAME.header(dict(options))
        actions = play(header, random.Random(name).randrange, Tally())
        position = GAME.start(header)
        for action in actions:
            position, _ = GAME.apply(position, action)
        text = "\n".join(json.dumps(line, sort_keys=True) for line in (header, *actions))
        (RECORDS / f"{name}.jsonl").write_text(text + "\n", encoding="utf-8")
        (RECORDS / f"{name}.txt").write_text(notation.to_line(position) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
