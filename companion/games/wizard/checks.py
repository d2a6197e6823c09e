"""Checks that hold in every position (the end of the rules page)."""

from __future__ import annotations

from companion.games import Fault
from companion.games.wizard import block as blocks
from companion.games.wizard.actions import CHOSEN, TURNED
from companion.games.wizard.block import Block, Playing, Round
from companion.games.wizard.cards import DECK, NONE, WIZARD
from companion.games.wizard.view import asked, legal


def check(block: Block) -> list[Fault]:
    """Every breach; the structure first, then what follows from it."""
    faults = [fault for number, each in enumerate(block.done, 1) for fault in _round(block, each, number)]
    if len(block.done) > block.rounds or (block.playing is not None and len(block.done) >= block.rounds):
        faults.append(Fault("done", "are more rounds than are played (S3)"))
    if block.playing is None and not block.done:
        faults.append(Fault("playing", "must be there before the first round is over"))
    if block.playing is not None and not faults:
        faults = _playing(block, block.playing)
    return faults or _derived(block)


def _round(block: Block, each: Round, number: int) -> list[Fault]:
    """Checks 1 and 2."""
    where, count, seats = f"done.{number - 1}", block.tricks(number), len(block.seats)
    faults = _common(block, each, number, where)
    if len(each.bids) != seats or not all(0 <= bid <= count for bid in each.bids):
        faults.append(Fault(f"{where}.bids", f"must be {seats} numbers up to {count} (B1)"))
    if len(each.tricks) != seats or sum(each.tricks) != count or min(each.tricks) < 0:
        faults.append(Fault(f"{where}.tricks", f"must add up to {count} (C4)"))
    if each.turned == WIZARD and each.chosen is None:
        faults.append(Fault(f"{where}.chosen", "must be there for a turned wizard (T3)"))
    return faults


def _common(block: Block, each: Round | Playing, number: int, where: str) -> list[Fault]:
    faults = []
    turned = (*TURNED, None) if block.turns_card(number) else (NONE, None)
    if each.turned not in turned or (not block.turns_card(number) and each.turned is None):
        faults.append(Fault(f"{where}.turned", "cannot be so in this round (T1, T4, O2)"))
    if each.chosen is not None and (each.turned != WIZARD or each.chosen not in CHOSEN):
        faults.append(Fault(f"{where}.chosen", "needs a turned wizard (T3)"))
    if not 0 <= each.dealer < len(block.seats):
        faults.append(Fault(f"{where}.dealer", "must be a seat"))
    for trick in each.tapped:
        seats = range(len(block.seats))
        sound = trick.leader in seats and trick.winner in seats and len(trick.cards) == len(block.seats)
        if not sound or any(card not in DECK for card in trick.cards):
            faults.append(Fault(f"{where}.tapped", "must be whole tricks of cards (J3)"))
    return faults


def _playing(block: Block, playing: Playing) -> list[Fault]:
    """B3, C4 while a round is played."""
    count, seats = block.tricks(block.number), len(block.seats)
    faults = _common(block, playing, block.number, "playing")
    if len(playing.bids) != seats or not all(bid is None or 0 <= bid <= count for bid in playing.bids):
        faults.append(Fault("playing.bids", f"must be {seats} numbers up to {count}, or open (B1)"))
    if len(playing.tricks) != seats or min(playing.tricks) < 0 or sum(playing.tricks) >= count:
        faults.append(Fault("playing.tricks", f"must be fewer than {count} (C4)"))
    if sum(playing.tricks) and None in playing.bids:
        faults.append(Fault("playing.tricks", "cannot be there before all bids (B3)"))
    if not playing.noted and (playing.turned is not None or any(bid is not None for bid in playing.bids)):
        faults.append(Fault("playing.noted", "must be true after the turned card (T1)"))
    if not block.turns_card(block.number) and not playing.noted:
        faults.append(Fault("playing.noted", "must be true where no card is turned (T4, O2)"))
    if playing.leader is not None and not 0 <= playing.leader < seats:
        faults.append(Fault("playing.leader", "must be a seat or open"))
    if playing.deal < 1:
        faults.append(Fault("playing.deal", "must be at least 1 (D4)"))
    return faults


def _derived(block: Block) -> list[Fault]:
    """Checks 2, 3 and 9."""
    faults, running = [], [0] * len(block.seats)
    for number, each in enumerate(block.done):
        for seat, score in enumerate(blocks.scores(each)):
            running[seat] += score
            if score % 10 or (score > 0) != (each.bids[seat] == each.tricks[seat]):
                faults.append(Fault(f"done.{number}", "has a score that cannot be (C1, C2)"))
        if tuple(running) != blocks.totals(block)[number]:
            faults.append(Fault("totals", "are not the sums of the scores (C3)"))
    if bool(asked(block)) != (block.playing is not None) or bool(legal(block)) != bool(asked(block)):
        faults.append(Fault("playing", "must have a step that can be taken (check 9)"))
    return faults
