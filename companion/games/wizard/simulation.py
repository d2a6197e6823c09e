"""Games that play themselves: random notes, misdeals, mendings and steps taken back, every check after every action."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.games import Draw, Json
from companion.games.wizard import block as blocks
from companion.games.wizard import view
from companion.games.wizard.actions import CHOSEN, TURNED
from companion.games.wizard.block import Block
from companion.games.wizard.cards import COLOURS, WIZARD
from companion.games.wizard.checks import check
from companion.games.wizard.encoding import encode
from companion.games.wizard.game import GAME
from companion.games.wizard.settings import SEATS, SETTINGS, clashes, make_header

RARELY = 12


class Broken(Exception):
    """A check does not hold; the message names the breach and the action."""


class Tally(msgspec.Struct):
    """What has been played."""

    games: int = 0
    actions: int = 0
    mendings: int = 0
    undone: int = 0
    exact: int = 0
    bids: int = 0


def allowed_settings(seats: int) -> tuple[dict[str, str], ...]:
    """Every combination that a header takes with so many seats, in a fixed order."""
    found: list[dict[str, str]] = [{}]
    for name, values in SETTINGS.items():
        found = [{**each, name: value} for each in found for value in values]
    return tuple(each for each in found if not clashes(each, seats))


def any_header(draw: Draw) -> Json:
    """A header by chance."""
    seats = list(SEATS[: 3 + draw(4)])
    settings = allowed_settings(len(seats))
    return make_header(
        {"seats": seats, "settings": settings[draw(len(settings))], "first_dealer": seats[draw(len(seats))]}
    )


def play(header: Json, draw: Draw, tally: Tally) -> list[Json]:
    """One game with all checks; gives its actions.  Raises Broken."""
    first = position = GAME.start(header)
    line: list[tuple[Json, Block, bool]] = []
    while position.playing is not None:
        if line and not line[-1][2] and draw(RARELY) == 0:
            tally.undone += 1
            position = line.pop()[1]
            continue
        action = _action(position, draw)
        after, events = GAME.apply(position, action)
        _expect(after, action)
        tally.mendings += action["type"] == "mend"
        line.append((action, position, GAME.barrier(action, events)))
        position = after
    actions = [action for action, _, _ in line]
    _fold(first, actions, position)
    tally.games += 1
    tally.actions += len(actions)
    tally.bids += len(position.done) * len(position.seats)
    tally.exact += sum(each.bids[seat] == each.tricks[seat] for each in position.done for seat in range(len(each.bids)))
    return actions


def _action(block: Block, draw: Draw) -> Json:
    """Mostly a step that is asked; now and then something besides."""
    if draw(RARELY) == 0:
        besides = [each for each in block_may(block) if each["type"] != "stop" or draw(RARELY) == 0]
        if besides:
            return besides[draw(len(besides))]
    if draw(RARELY) == 0:
        action = _mending(block, draw)
        if GAME.why_not(block, action) is None:
            return action
    legal = GAME.legal(block)
    return legal[draw(len(legal))]


def block_may(block: Block) -> Sequence[Json]:
    """What may be done besides, misdeals left for later deals so that games end."""
    deal = block.playing.deal if block.playing else 1
    return [each for each in GAME.may(block) if each["type"] != "misdeal" or deal < 3]


def _mending(block: Block, draw: Draw) -> Json:
    """A mending that may or may not be allowed."""
    number = 1 + draw(block.number)
    action: Json = {"type": "mend", "seat": block.seats[draw(len(block.seats))], "round": number}
    seat, other = draw(len(block.seats)), draw(len(block.seats))
    part = draw(4)
    if part == 0:
        action["bids"] = {block.seats[seat]: draw(block.tricks(number) + 1)}
    elif part == 1:
        action["dealer"] = block.seats[seat]
    elif part == 2:
        action["turned"] = TURNED[draw(len(TURNED))]
        if action["turned"] == WIZARD:
            action["trump"] = CHOSEN[draw(len(COLOURS))]
    elif number <= len(block.done) and seat != other and block.done[number - 1].tricks[seat]:
        tricks = block.done[number - 1].tricks
        action["tricks"] = {block.seats[seat]: tricks[seat] - 1, block.seats[other]: tricks[other] + 1}
    else:
        action["bids"] = {block.seats[seat]: 0}
    return action


def _expect(block: Block, action: Json) -> None:
    faults = [f"{fault.where} {fault.text}" for fault in check(block)]
    if not _secret_kept(block):
        faults.append("a role is told of a bid that it may not see (check 4)")
    if faults:
        raise Broken(f"{'; '.join(faults)}\n  after {json.dumps(action)}")


def _secret_kept(block: Block) -> bool:
    """Check 4: other unseen bids, the same view."""
    playing = block.playing
    if playing is None or blocks.shown(block):
        return True
    for at, role in enumerate((*block.seats, None)):
        bids = tuple(bid if seat == at or bid is None else 0 for seat, bid in enumerate(playing.bids))
        other = replace(block, playing=replace(playing, bids=bids))
        if view.view(other, role) != view.view(block, role):
            return False
    return True


def _fold(first: Block, actions: Sequence[Json], last: Block) -> None:
    """Check 5."""
    position = first
    for action in json.loads(json.dumps(actions)):
        position, _ = GAME.apply(position, action)
    if json.dumps(encode(position), sort_keys=True) != json.dumps(encode(last), sort_keys=True):
        raise Broken("the fold of the actions differs (check 5)")
