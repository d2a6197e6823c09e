"""The checks that hold in every position and of every step (the list at the end of the rules).

``check`` is used by ``decode``, by the simulator and by the tests, ``check_step`` by the last two; check 10 is theirs,
check 11 stands in ``twins``.
"""

from __future__ import annotations

from companion.games import Events, Fault
from companion.games.tuerme import events as told
from companion.games.tuerme.box import SIX
from companion.games.tuerme.play import legal_actions
from companion.games.tuerme.position import (
    ANNOUNCED,
    CARD,
    CLAIM,
    END,
    LIFTED,
    MOVE,
    NOWHERE,
    OVER,
    PUSH,
    ROLL,
    STEPS,
    TOWER,
    Position,
    count,
    main_phase,
)
from companion.games.tuerme.teams import done, sides
from companion.games.tuerme.towers import name


def check(position: Position) -> list[Fault]:
    """Every breach found; an empty list for a sound position."""
    for part in (_columns, _counts, _cards, _phase, _pending):
        faults = part(position)
        if faults:
            return faults
    return _goal(position)


def _columns(position: Position) -> list[Fault]:
    """Checks 1, 3 and 4."""
    faults, towers = [], sorted(tower for there in position.towers for tower in there)
    if towers != list(range(len(position.setup.box.rooms))):
        faults.append(Fault("columns", "must hold each tower once (check 1)"))
    for space, (there, tiers) in enumerate(zip(position.towers, position.tiers, strict=True)):
        if len(tiers) != len(there) + 1:
            faults.append(Fault(f"columns.{space + 1}", "must have one more tier of wizards than towers (check 1)"))
        if any(_digits(crowd) > SIX for crowd in tiers):
            faults.append(Fault(f"columns.{space + 1}", f"has more than {SIX} wizards in a tier (check 3)"))
    if not faults and position.tiers[position.keep][-1]:
        faults.append(Fault("keep", "has a visible wizard on its space (check 4)"))
    return faults


def _digits(crowd: int) -> int:
    """How many there are, also where they are too many for ``size``."""
    return sum(int(digit, 16) for digit in f"{crowd:x}")


def _counts(position: Position) -> list[Fault]:
    """Checks 2 and 5."""
    setup, faults = position.setup, []
    crowds = [crowd for tiers in position.tiers for crowd in tiers]
    for at, seat in enumerate(setup.seats):
        stand = sum(count(crowd, at) for crowd in crowds) + position.home[at]
        if stand != setup.wizards or not 0 <= position.home[at] <= setup.wizards:
            faults.append(Fault(f"players.{seat}", f"must have {setup.wizards} wizards in all (check 2)"))
    for side in sides(setup):
        bottles = [(position.empty[at], position.full[at], position.spent[at]) for at in side]
        if sum(map(sum, bottles)) != setup.bottles * len(side) or min(map(min, bottles)) < 0:
            where = f"players.{setup.seats[side[0]]}"
            faults.append(Fault(where, f"must have {setup.bottles} bottles for each of the side (check 5)"))
        if any(position.empty[at] > setup.bottles for at in side):
            faults.append(Fault("players", "cannot have more empty bottles than at the start (check 5)"))
    return faults


def _cards(position: Position) -> list[Fault]:
    """Check 13."""
    box = position.setup.box
    gone = box.hand if position.away else len(position.played)
    hands = box.hand * len(position.home) - gone
    if min(position.pile, position.unknown, *position.discards) < 0:
        return [Fault("pile", "cannot be less than none")]
    if position.pile + sum(position.discards) + position.unknown + hands != box.pile:
        return [Fault("pile", f"with discards and hands must make {box.pile} (check 13)")]
    if position.phase != OVER and len(position.played) > sum(position.discards):
        return [Fault("played", "must lie on the discards")]
    return []


def _phase(position: Position) -> list[Fault]:
    """What a phase needs must be there, and nothing else."""
    phase, main, faults = position.phase, main_phase(position), []
    held, claim = position.lifted, position.claim
    needed = {
        "announced": (position.announced is not None, main == ANNOUNCED),
        "claim": (claim is not None, CLAIM in (phase, held.back if held else "")),
        "lifted": (held is not None, phase == LIFTED),
    }
    for key, (there, wanted) in needed.items():
        if there != wanted:
            faults.append(Fault(key, f"{'must' if wanted else 'cannot'} be given in phase {phase}"))
    if main not in (*STEPS, ROLL, OVER) or (held is not None and held.back == LIFTED):
        faults.append(Fault("phase", "has nothing to return to"))
    return faults or _progress(position, main)


def _progress(position: Position, main: str) -> list[Fault]:
    """T1-T5: how far the turn is."""
    played, away = len(position.played), position.away
    fits = {
        CARD: played < 2 and not away and not position.entered,
        ROLL: 0 < played <= 2 and not away and not position.entered,
        MOVE: 0 < played <= 2 and not away and not position.entered,
        PUSH: played == 0 and away and not position.entered,
        ANNOUNCED: (0 < played <= 2) != away and not position.entered,
        END: played == 2 or (away and played == 0) or position.entered,
        OVER: True,
    }
    if not fits[main] or played > 2 or position.round < 1:
        return [Fault("played", f"does not fit phase {main}")]
    if main in (MOVE, ROLL) or (main == ANNOUNCED and not away):
        return _card_on_table(position, main)
    return [Fault("steps", "can only be given with a card")] if any(position.steps) or position.rolls else []


def _card_on_table(position: Position, main: str) -> list[Fault]:
    """C1-C5."""
    card = position.setup.box.cards[position.played[-1]]
    rolled = position.rolls > 0
    if not 0 <= position.rolls <= card.rolls or (main == ROLL and position.rolls == card.rolls):
        return [Fault("rolls", "are more than the card has (C4)")]
    if main == ROLL:
        return []
    if card.rolls and not rolled:
        return [Fault("rolls", "must be there (C4)")]
    value = max(position.steps)
    wanted = (value if card.wizard else 0, value if card.tower else 0) if rolled else (card.wizard, card.tower)
    if position.steps != wanted or not 1 <= value <= 9:
        return [Fault("steps", "do not fit the card")]
    return []


def _pending(position: Position) -> list[Fault]:
    """Z7-Z9, X8: what waits must be able to go on."""
    faults, said, claim = [], position.announced, position.claim
    if said is not None and said.kind == TOWER and (said.space != NOWHERE or said.riders):
        faults.append(Fault("announced", "a tower has neither space nor riders"))
    walks = said is not None and said.kind != TOWER
    if said is not None and walks and not (said.space >= 0 and count(position.tiers[said.space][-1], said.piece)):
        faults.append(Fault("announced", "must be a visible wizard"))
    if claim is not None and (not claim.queue or len(set(claim.queue)) < len(claim.queue)):
        faults.append(Fault("claim", "must ask different seats"))
    if any(used >> len(position.home) for used in position.used):
        faults.append(Fault("used", "must be seats"))
    if position.last is not None and position.last[1] not in position.setup.spells:
        faults.append(Fault("last", "must be a spell on the table (Z1)"))
    return faults


def _goal(position: Position) -> list[Fault]:
    """Checks 9 and 12."""
    reached = any(done(position, side) for side in sides(position.setup))
    everybody = sum(position.home) == position.setup.wizards * len(position.home)
    ended = position.last_round or (position.phase == OVER and everybody)
    if reached != position.last_round or (position.phase == OVER) > ended or (everybody and not ended):
        return [Fault("last_round", "goal met if and only if the last round runs or the game is over (check 9)")]
    if position.phase not in (ROLL, OVER) and not legal_actions(position):
        return [Fault("phase", "nobody can act and no roll is awaited (check 12)")]
    return []


def check_step(before: Position, after: Position, events: Events) -> list[Fault]:
    """Checks 5 to 8, and the list of events."""
    faults = [Fault("events", f"{event} is not documented") for event in events if not told.is_documented(event)]
    kinds = [event["type"] for event in events]
    if any(new > old for new, old in zip(after.empty, before.empty, strict=True)):
        faults.append(Fault("players", "have more empty bottles than before (check 5)"))
    if not {"walked", "freed", "corrected"} & set(kinds) and floors(before) != floors(after):
        faults.append(Fault("columns", "somebody has changed his floor (check 6)"))
    filled = sum(before.empty) - sum(after.empty)
    if filled > kinds.count("tower-moved") or filled != kinds.count("bottle-filled"):
        faults.append(Fault("players", "one move of a tower fills one bottle at the most (check 7)"))
    return faults + _order(kinds, events)


def _order(kinds: list[str], events: Events) -> list[Fault]:
    """Check 8."""
    moved = [at for at, event in enumerate(events) if event["type"] == "keep-moved" and event["rule"] == "K2"]
    if any("entered" not in kinds[:at] for at in moved) or len(moved) > 1:
        return [Fault("events", "the keep moves before anybody is in (check 8)")]
    return []


def floors(position: Position) -> dict[str, int]:
    """Check 6: who stands on which tower, and on which ground."""
    found = {}
    for space, (towers, tiers) in enumerate(zip(position.towers, position.tiers, strict=True)):
        found[f"ground {space + 1}"] = tiers[0]
        found.update({name(tower): crowd for tower, crowd in zip(towers, tiers[1:], strict=True)})
    return found
