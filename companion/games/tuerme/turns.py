"""A turn: cards, die, push, announcements and what ends an action, a turn and a round (T1-T6, C1-C6, Z7, Z10)."""

from __future__ import annotations

from companion.games import Json
from companion.games.tuerme import claims, goal
from companion.games.tuerme.position import (
    ANNOUNCED,
    CARD,
    END,
    MOVE,
    NOWHERE,
    OVER,
    PUSH,
    ROLL,
    TOWER,
    WALK,
    Action,
    Announced,
    Position,
    count,
    has_room,
)
from companion.games.tuerme.teams import own
from companion.games.tuerme.towers import may_move, move, name, tower_moves
from companion.games.tuerme.wizards import walk, walks

AGAIN: Action = ("again", None)
WASTE: Action = ("waste", None)
STAY: Action = ("stay", None)
GO: Action = ("go", None)
TURN_OVER: Action = ("over", None)
GOES, ENDS = (GO,), (TURN_OVER,)
STEP_ON = 1
"""T5: how far a tower is pushed."""


def card_actions(position: Position) -> tuple[Action, ...]:
    """T1, T5: any type; before the first card the whole hand may go."""
    return position.setup.card_plays if position.played else position.setup.hand_away


def move_actions(position: Position) -> tuple[Action, ...]:
    """C1-C5: pieces that the card moves; another roll; T3, T4: putting it away."""
    for_wizard, for_tower = position.steps
    found: list[Action] = walks(position, own(position, position.active), for_wizard) if for_wizard else []
    if for_tower:
        found += tower_moves(position, for_tower)
    wasted = not found or (len(position.played) == 2 and position.setup.may_waste)
    if position.rolls and position.rolls < position.setup.box.cards[position.played[-1]].rolls:
        found.append(AGAIN)
    if wasted:
        found.append(WASTE)
    return tuple(found)


def push_actions(position: Position) -> tuple[Action, ...]:
    """T5: any tower one space on, or none."""
    return (*tower_moves(position, STEP_ON), STAY)


def go_actions(position: Position) -> tuple[Action, ...]:
    """Z7."""
    return GOES


def end_actions(position: Position) -> tuple[Action, ...]:
    """T2."""
    return ENDS


def play_card(position: Position, number: int, events: list[Json]) -> None:
    """T1: a card comes to the table; C6: the companion counts."""
    box, seat = position.setup.box, position.setup.seats[position.active]
    card = box.cards[number]
    position.played = (*position.played, number)
    discards = position.discards
    position.discards = (*discards[:number], discards[number] + 1, *discards[number + 1 :])
    position.steps, position.rolls = (card.wizard, card.tower), 0
    position.phase = ROLL if card.rolls else MOVE
    events.append({"type": "card-played", "seat": seat, "card": card.name, "rule": "T1"})
    if position.discards[number] > box.copies[number]:
        events.append({"type": "card-count", "card": card.name, "copies": box.copies[number], "rule": "C6"})


def roll(position: Position, value: int, events: list[Json]) -> None:
    """C4, C5: the last roll counts, for whatever the card moves."""
    card = position.setup.box.cards[position.played[-1]]
    position.steps = (value if card.wizard else 0, value if card.tower else 0)
    position.rolls += 1
    position.phase = MOVE
    events.append({"type": "rolled", "seat": position.setup.seats[position.active], "value": value, "rule": "C4"})


def again(position: Position, _: None, events: list[Json]) -> None:
    """C4: the die is rolled once more."""
    position.phase = ROLL
    events.append({"type": "again", "seat": position.setup.seats[position.active], "rule": "C4"})


def hand_away(position: Position, _: None, events: list[Json]) -> None:
    """T5: three cards that nobody names go to the discards."""
    position.away = True
    position.unknown += position.setup.box.hand
    position.phase = PUSH
    events.append({"type": "hand-away", "seat": position.setup.seats[position.active], "rule": "T5"})


def waste(position: Position, _: None, events: list[Json]) -> None:
    """T3, T4: the card moves nothing."""
    card = position.setup.box.cards[position.played[-1]]
    seat = position.setup.seats[position.active]
    events.append({"type": "wasted", "seat": seat, "card": card.name, "rule": "T3"})
    finish_action(position)


def stay(position: Position, _: None, events: list[Json]) -> None:
    """T5: no tower is pushed."""
    events.append({"type": "stayed", "seat": position.setup.seats[position.active], "rule": "T5"})
    finish_action(position)


def name_wizard(position: Position, seat: int, space: int, events: list[Json]) -> None:
    """C1, C3, Z7: a wizard walks, or is announced where somebody could still cast."""
    _name(position, Announced(WALK, seat, space, position.steps[0]), events)


def name_tower(position: Position, tower: int, events: list[Json]) -> None:
    """C2, C3, T5, Z7: a tower moves, or is announced where somebody could still cast."""
    steps = STEP_ON if position.away else position.steps[1]
    _name(position, Announced(TOWER, tower, NOWHERE, steps), events)


def _name(position: Position, said: Announced, events: list[Json]) -> None:
    if position.setup.master:
        before = position.phase
        position.announced, position.phase = said, ANNOUNCED
        if claims.may_come(position):
            events.append(_announced(position, said))
            return
        position.announced, position.phase = None, before
    carry_out(position, said, events)


def _announced(position: Position, said: Announced) -> Json:
    seats = position.setup.seats
    piece = {"wizard": seats[said.piece]} if said.kind == WALK else {"tower": name(said.piece)}
    return {"type": "announced", "seat": seats[position.active], **piece, "value": said.steps, "rule": "Z7"}


def go(position: Position, _: None, events: list[Json]) -> None:
    """Z7: the announced move is carried out."""
    said = position.announced
    if said is not None:
        position.announced = None
        carry_out(position, said, events)


def carry_out(position: Position, said: Announced, events: list[Json]) -> None:
    """The move itself; then the action is over."""
    if said.kind == WALK:
        crowd = (said.piece, *riding(position, said))
        walk(position, crowd, said.space, said.steps, position.active, events)
    else:
        move(position, said.piece, said.steps, position.active, events)
    finish_action(position)


def riding(position: Position, said: Announced) -> tuple[int, ...]:
    """X7: the riders who still stand with the announced wizard; one that was parted from it stays behind."""
    found: list[int] = []
    there = position.tiers[said.space][-1]
    for rider in said.riders:
        if found.count(rider) + (rider == said.piece) < count(there, rider):
            found.append(rider)
    return tuple(found)


def still_possible(position: Position, said: Announced) -> bool:
    """Z10: whether the announced move can still be made."""
    if said.kind == TOWER:
        return may_move(position, said.piece, said.steps)
    if said.space == NOWHERE:
        return False
    target = (said.space + said.steps) % len(position.tiers)
    return has_room(position, target, 1 + len(riding(position, said)))


def after_spell(position: Position, seat: int, back: str, events: list[Json]) -> None:
    """Z5, Z10: what a spell leaves of the step that it fell into."""
    if position.phase == OVER:
        return
    said = position.announced
    if seat == position.active and position.entered:
        if back in (MOVE, PUSH, ANNOUNCED):
            _lost(position, "W6", events)
        finish_action(position)
    elif said is not None and back == ANNOUNCED and not still_possible(position, said):
        _lost(position, "Z10", events)
        finish_action(position)
    else:
        position.phase = back
        if said is not None and said.riders:  # X7: whoever was parted from the announced wizard stays behind
            riders = riding(position, said)
            position.announced = Announced(said.kind, said.piece, said.space, said.steps, riders)


def _lost(position: Position, rule: str, events: list[Json]) -> None:
    events.append({"type": "prevented", "seat": position.setup.seats[position.active], "rule": rule})


def finish_action(position: Position) -> None:
    """T1, W6: the next card, or the end of the turn."""
    if position.phase == OVER:
        return
    position.announced = position.claim = None
    position.steps, position.rolls = (0, 0), 0
    ended = position.entered or position.away or len(position.played) == 2
    position.phase = END if ended else CARD


def is_last(position: Position) -> bool:
    """E2: whether the game is over with this turn."""
    return position.last_round and (position.active + 1) % len(position.setup.seats) == position.setup.start


def turn_over(position: Position, _: None, events: list[Json]) -> None:
    """T2: the hand is filled up and the next one plays; E2: the last round may be over with that."""
    setup, over = position.setup, is_last(position)
    events.append({"type": "turn-over", "seat": setup.seats[position.active], "rule": "T2"})
    _fill_hand(position, setup.box.hand if position.away else len(position.played), events)
    position.active = (position.active + 1) % len(setup.seats)
    position.played, position.away, position.used = (), False, (0, 0)
    position.entered, position.exchanged, position.moves = False, False, ()
    position.phase = CARD
    if position.active == setup.start:
        position.round += 1
    if over:
        goal.end(position, "E2", events)
        return
    seat = setup.seats[position.active]
    events.append({"type": "turn", "seat": seat, "round": position.round, "rule": "S4"})


def _fill_hand(position: Position, cards: int, events: list[Json]) -> None:
    """T6: from the pile; when that is empty the discards are shuffled, also in the middle."""
    while cards:
        drawn = min(cards, position.pile)
        position.pile -= drawn
        cards -= drawn
        if not position.pile:
            position.pile = sum(position.discards) + position.unknown
            position.discards, position.unknown = (0,) * len(position.discards), 0
            events.append({"type": "shuffled", "cards": position.pile, "rule": "T6"})
