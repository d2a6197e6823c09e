"""A second opinion on the rules, written from the page of rules alone and without a thought for speed.

Every wizard is a thing of its own here (``blue#2``); a space is one list from the ground up of wizards, towers and the
keep.  What is allowed is found out by trying it on a copy.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from tests.games.tuerme.table import BOX

KEEP = "KEEP"
SHIELD_TOWERS = {"t1", "t3", "t5", "t7", "t9"}
SHIELD_SPACES = {1, 5, 9, 13}
TOWERS = [f"t{n}" for n in range(1, 10)]
CARDS = {card.name: card for card in BOX.cards}
STEPS = {"wizard_forward": 1, "tower_forward": 2, "wizard_back": -1, "tower_back": -2}


class No(Exception):
    """Against the rules."""


def need(sound: Any) -> None:
    """Refuse what is not so."""
    if not sound:
        raise No


class Opinion:
    """One game."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.rules: dict[str, Any] = header["settings"]
        self.seats: list[str] = header["seats"]
        self.start = self.seats.index(header["start"])
        self.wizards, self.bottles = {2: (5, 6), 3: (4, 5), 4: (4, 5), 5: (3, 4), 6: (3, 4)}[len(self.seats)]
        self.ring: list[list[str]] = [[] for _ in range(16)]
        self.ring[0].append(KEEP)
        for number in range(9):
            self.ring[number + 1].append(TOWERS[number])
        self._line_up()
        self.inside: list[str] = []
        self.empty = dict.fromkeys(self.seats, self.bottles)
        self.full = dict.fromkeys(self.seats, 0)
        self.spent = dict.fromkeys(self.seats, 0)
        self.turn = self.start
        self.pile = 90 - 3 * len(self.seats)
        self.discarded = 0
        self.last_round = False
        self.over = False
        self._new_turn()

    def _line_up(self) -> None:
        room, space = [3, 3, 3, 2, 2, 2, 1, 1, 1], 0
        for number in range(self.wizards * len(self.seats)):
            while len(self.ring[space + 1]) > room[space]:
                space += 1
            seat = self.seats[(self.start + number) % len(self.seats)]
            self.ring[space + 1].append(f"{seat}#{number}")

    def _new_turn(self) -> None:
        self.frames: list[Any] = ["card"]
        self.cards: list[str] = []
        self.hand_gone = False
        self.value: tuple[int, int] = (0, 0)
        self.rolls = 0
        self.cast_for: list[list[str]] = [[], []]
        self.repeat: tuple[str, str] | None = None
        self.said: dict[str, Any] | None = None
        self.brought_in = False
        self.exchanged = False

    def copy(self) -> Opinion:
        """Another one that is the same."""
        other = Opinion.__new__(Opinion)
        other.__dict__.update(self.__dict__)
        other.ring = [list(space) for space in self.ring]
        other.inside, other.cards, other.frames = list(self.inside), list(self.cards), list(self.frames)
        other.empty, other.full, other.spent = dict(self.empty), dict(self.full), dict(self.spent)
        other.cast_for = [list(each) for each in self.cast_for]
        other.said = None if self.said is None else {**self.said, "riders": list(self.said["riders"])}
        return other

    # who is where

    @property
    def active(self) -> str:
        return self.seats[self.turn]

    def mate(self, seat: str) -> str | None:
        """G1."""
        if self.rules["teams"] == "no":
            return None
        return self.seats[(self.seats.index(seat) + len(self.seats) // 2) % len(self.seats)]

    def side(self, seat: str) -> list[str]:
        mate = self.mate(seat)
        return [seat] if mate is None else [seat, mate]

    def home(self, seat: str) -> int:
        return sum(each.split("#")[0] == seat for each in self.inside)

    def mine(self, seat: str) -> str:
        """G3."""
        mate = self.mate(seat)
        return mate if mate is not None and self.home(seat) == self.wizards else seat

    def visible(self, space: int) -> list[str]:
        """On top of a space."""
        found: list[str] = []
        for item in reversed(self.ring[space]):
            if item in TOWERS:
                break
            if item != KEEP:
                found.append(item)
        return found

    def where(self, item: str) -> int | None:
        return next((at for at, space in enumerate(self.ring) if item in space), None)

    def tower_at(self, tower: str) -> int:
        found = self.where(tower)
        assert found is not None
        return found

    @property
    def keep(self) -> int:
        return self.tower_at(KEEP)

    # moves

    def walk(self, group: list[str], steps: int, by: str) -> None:
        """W: one wizard, and who rides with him."""
        space = self.where(group[0])
        assert space is not None
        target = (space + steps) % 16
        if KEEP not in self.ring[target]:
            need(len(self.visible(target)) + len(group) <= 6)
        for wizard in group:
            need(wizard in self.visible(space))
        self.ring[space] = [item for item in self.ring[space] if item not in group]
        if KEEP in self.ring[target]:
            self.go_in(group, by)
        else:
            self.ring[target] += group

    def go_in(self, group: list[str], by: str) -> None:
        """W4, W6, K."""
        own = self.mine(by)
        self.inside += group
        colours = {wizard.split("#")[0] for wizard in group}
        if by == self.active and own in colours:
            self.brought_in = True
        if self.rules["foreign_entry_moves_keep"] == "yes" or colours & set(self.side(by)):
            now = self.keep
            for step in range(1, 16):
                space = (now + step) % 16
                towers = [item for item in self.ring[space] if item in TOWERS]
                shield = towers[-1] in SHIELD_TOWERS if towers else space + 1 in SHIELD_SPACES
                if shield and not self.visible(space):
                    self.put_keep(space)
                    break
        self.look_for_end()

    def put_keep(self, space: int) -> None:
        self.ring[self.keep].remove(KEEP)
        self.ring[space].append(KEEP)

    def carry(self, tower: str, steps: int, by: str) -> None:
        """B, I."""
        space = self.tower_at(tower)
        target = (space + steps) % 16
        need(target != space)
        at = self.ring[space].index(tower)
        lifted, self.ring[space] = self.ring[space][at:], self.ring[space][:at]
        need(KEEP not in self.ring[target])
        caught = self.visible(target)
        self.ring[target] += lifted
        if caught:
            for owner in self.side(by):
                if self.empty[owner]:
                    self.empty[owner] -= 1
                    self.full[owner] += 1
                    self.look_for_end()
                    break

    def reached(self, seat: str) -> bool:
        return all(not self.empty[each] and self.home(each) == self.wizards for each in self.side(seat))

    def look_for_end(self) -> None:
        """E."""
        if self.over or self.last_round:
            return
        if any(self.reached(seat) for seat in self.seats):
            self.last_round = True
            if self.rules["teams"] == "yes" and self.rules["team_end"] == "at-once":
                self.finish()
        elif len(self.inside) == self.wizards * len(self.seats):
            self.finish()

    def finish(self) -> None:
        self.over, self.frames, self.said = True, [], None

    def ranking(self) -> list[list[str]]:
        """E3, E4, team by team."""
        scores: dict[tuple[int, int], list[str]] = {}
        for side in self.sides():
            plus = sum(self.home(seat) + self.bottles - self.empty[seat] for seat in side)
            scores.setdefault((plus, sum(self.full[seat] for seat in side)), []).extend(side)
        return [scores[score] for score in sorted(scores, reverse=True)] if self.over else []

    def sides(self) -> list[list[str]]:
        found: list[list[str]] = []
        for seat in self.seats:
            if not any(seat in side for side in found):
                found.append(self.side(seat))
        return found

    # the turn

    @property
    def base(self) -> str:
        return "" if not self.frames else str(self.frames[0])

    @property
    def top(self) -> Any:
        return self.frames[-1] if self.frames else ""

    def end_action(self) -> None:
        if self.over:
            return
        self.said, self.value, self.rolls = None, (0, 0), 0
        done = self.brought_in or self.hand_gone or len(self.cards) == 2
        self.frames = ["turn over"] if done else ["card"]

    def do(self, action: dict[str, Any]) -> None:
        """One action; raises No for one that is not allowed, and is then not to be used any more."""
        need(not self.over)
        spell = action.get("spell")
        getattr(self, f"do_{action['type']}")(action)
        again = action["type"] == "cast" and spell != "free"
        self.repeat = (action["seat"], spell) if again and spell is not None else None

    def do_card(self, action: dict[str, Any]) -> None:
        need(self.top == "card")
        card = CARDS[action["card"]]
        self.cards.append(card.name)
        self.discarded += 1
        self.value, self.rolls = (card.wizard, card.tower), 0
        self.frames = ["die" if card.rolls else "piece"]

    def do_roll(self, action: dict[str, Any]) -> None:
        need(self.top == "die")
        card = CARDS[self.cards[-1]]
        self.value = (action["value"] if card.wizard else 0, action["value"] if card.tower else 0)
        self.rolls += 1
        self.frames = ["piece"]

    def do_again(self, action: dict[str, Any]) -> None:
        need(self.top == "piece" and 0 < self.rolls < CARDS[self.cards[-1]].rolls)
        self.frames = ["die"]

    def do_hand(self, action: dict[str, Any]) -> None:
        need(self.top == "card" and not self.cards)
        self.hand_gone, self.frames = True, ["push"]
        self.discarded += 3

    def do_stay(self, action: dict[str, Any]) -> None:
        need(self.top == "push")
        self.end_action()

    def do_waste(self, action: dict[str, Any]) -> None:
        need(self.top == "piece")
        late = len(self.cards) == 2 and self.rules["second_card_may_be_wasted"] == "yes"
        need(late or not any(self.allowed(each) for each in self.pieces()))
        self.end_action()

    def pieces(self) -> Iterator[dict[str, Any]]:
        for tower in TOWERS:
            yield {"type": "tower", "tower": tower}
        for seat in self.seats:
            for space in range(1, 17):
                yield {"type": "walk", "colour": seat, "space": space}

    def do_walk(self, action: dict[str, Any]) -> None:
        need(self.top == "piece" and self.value[0] and action["colour"] == self.mine(self.active))
        wizard = self.pick(action["colour"], action["space"] - 1)
        self.announce({"wizard": wizard, "steps": self.value[0], "riders": []})

    def do_tower(self, action: dict[str, Any]) -> None:
        need(self.top == "push" or (self.top == "piece" and self.value[1]))
        steps = 1 if self.top == "push" else self.value[1]
        self.announce({"tower": action["tower"], "steps": steps, "riders": []})

    def pick(self, colour: str, space: int, other: bool = False) -> str:
        """One of a colour that stands visibly: the announced one, unless another is meant; riders last of all."""
        there = [wizard for wizard in self.visible(space) if wizard.split("#")[0] == colour]
        need(there)
        said = self.said or {"riders": []}
        announced = said.get("wizard")
        if other:
            need(announced in there and len(there) > 1)
            there.remove(str(announced))
        elif announced in there:
            return str(announced)
        free = [wizard for wizard in there if wizard not in said["riders"]]
        return (free or there)[0]

    def announce(self, said: dict[str, Any]) -> None:
        """Z7."""
        trial = self.copy()
        trial.said = said
        trial.carry_out()
        if self.rules["mode"] == "master":
            frames, before = self.frames, self.said
            self.frames, self.said = ["go"], said
            if any(self.may_still_cast(seat) for seat in self.seats):
                return
            self.frames, self.said = frames, before
        self.said = said
        self.carry_out()

    def may_still_cast(self, seat: str) -> bool:
        if self.has_right(seat) and self.can_pay(seat):
            return True
        resting = seat == self.active and self.brought_in
        return "free" in self.rules["spells"] and self.full[seat] >= self.price("free") and not resting

    def carry_out(self) -> None:
        said = self.said
        assert said is not None
        self.said = None
        if "tower" in said:
            self.carry(said["tower"], said["steps"], self.active)
        else:
            need(said["wizard"] not in self.inside)
            self.walk([said["wizard"], *said["riders"]], said["steps"], self.active)
        self.end_action()

    def do_go(self, action: dict[str, Any]) -> None:
        need(self.top == "go")
        self.carry_out()

    def do_over(self, action: dict[str, Any]) -> None:
        need(self.top == "turn over")
        for _ in range(3 if self.hand_gone else len(self.cards)):
            self.pile -= 1
            if not self.pile:
                self.pile, self.discarded = self.discarded, 0
        self.turn = (self.turn + 1) % len(self.seats)
        if self.turn == self.start and self.last_round:
            self.finish()
        else:
            self._new_turn()

    # spells

    def price(self, spell: str) -> int:
        return int(self.rules["spell_costs"][spell])

    def which_action(self, seat: str) -> int:
        """Z4, Z6."""
        if self.rules["mode"] == "basic" or self.hand_gone or not self.cards:
            return 0
        if self.base == "card" and len(self.cards) == 1:
            return 1 if self.has_cast(seat, 0) else 0
        return len(self.cards) - 1

    def has_cast(self, seat: str, number: int) -> bool:
        if self.rules["mode"] == "master" and self.rules["spells_per_action"] == "one-each":
            return seat in self.cast_for[number]
        return bool(self.cast_for[number])

    def has_right(self, seat: str) -> bool:
        if seat == self.active and self.brought_in:
            return False
        if seat != self.active and self.rules["mode"] == "basic":
            return False
        return not self.has_cast(seat, self.which_action(seat))

    def can_pay(self, seat: str) -> bool:
        """For any spell that is a matter of rights and could be cast in this step."""
        rides = self.base == "go" and self.said is not None and "wizard" in self.said
        spells = [each for each in self.rules["spells"] if each != "free" and (each != "piggyback" or rides)]
        return any(self.full[seat] >= self.price(spell) for spell in spells)

    def between_steps(self) -> bool:
        return self.top in ("card", "piece", "push", "go", "turn over")

    def do_claim(self, action: dict[str, Any]) -> None:
        seat = action["seat"]
        need(self.between_steps() and seat != self.active and self.has_right(seat) and self.can_pay(seat))
        line = []
        for step in range(len(self.seats)):
            each = self.seats[(self.turn + step) % len(self.seats)]
            if each == seat:
                break
            if self.has_right(each) and self.can_pay(each):
                line.append(each)
        self.frames.append([*line, seat])

    def asked_in_claim(self, seat: str) -> bool:
        return isinstance(self.top, list) and self.top[0] == seat

    def do_yield(self, action: dict[str, Any]) -> None:
        need(self.asked_in_claim(action["seat"]))
        self.frames[-1] = self.frames[-1][1:]
        if not self.frames[-1]:
            self.frames.pop()

    def do_after(self, action: dict[str, Any]) -> None:
        seat = action["seat"]
        need(self.asked_in_claim(seat) and self.base == "go")
        self.frames = ["go"]
        self.carry_out()
        if not self.over and self.has_right(seat) and self.can_pay(seat):
            self.frames.append([seat])

    def do_cast(self, action: dict[str, Any]) -> None:
        seat, spell = action["seat"], action["spell"]
        need(spell in self.rules["spells"])
        times = action.get("times", 1)
        need(times == 1 or self.rules["mode"] == "master")
        price = self.price(spell) * times
        need(self.full[seat] >= price)
        if spell == "free":
            self.lift(seat, action["tower"], price)
            return
        repeats = self.rules["mode"] == "master" and self.rules["spell_again"] == "yes" and self.repeat == (seat, spell)
        repeats = repeats and not (seat == self.active and self.brought_in)
        if self.between_steps():
            need(repeats or (seat == self.active and self.has_right(seat)))
        else:
            need(self.asked_in_claim(seat))
            self.frames.pop()
        if not repeats:
            self.cast_for[self.which_action(seat)].append(seat)
        self.full[seat] -= price
        self.spent[seat] += price
        effect: Callable[[str, dict[str, Any], int], None] = getattr(self, f"cast_{spell}")
        effect(seat, action, times)
        self.see_what_is_left(seat)

    def see_what_is_left(self, seat: str) -> None:
        """Z5, Z10."""
        if self.over:
            return
        if seat == self.active and self.brought_in and self.base != "turn over":
            self.end_action()
        elif self.said is not None and self.base == "go":
            wizard = self.said.get("wizard")
            if wizard is not None:
                space = self.where(wizard)
                beside = [] if space is None else self.visible(space)
                self.said["riders"] = [rider for rider in self.said["riders"] if rider in beside]
            try:
                self.copy().carry_out()
            except No:
                self.end_action()

    def _wizard(self, seat: str, action: dict[str, Any], steps: int) -> None:
        need(abs(steps) < 16)
        if self.rules["spell_wizards"] == "own":
            need(action["colour"] == self.mine(seat))
        space = action["space"] - 1
        if steps < 0 and self.rules["backwards_into_keep"] == "no":
            need(KEEP not in self.ring[(space + steps) % 16])
        wizard = self.pick(action["colour"], space, action.get("other", False))
        self.walk([wizard], steps, seat)

    def cast_wizard_forward(self, seat: str, action: dict[str, Any], times: int) -> None:
        self._wizard(seat, action, times)

    def cast_wizard_back(self, seat: str, action: dict[str, Any], times: int) -> None:
        self._wizard(seat, action, -times)

    def cast_tower_forward(self, seat: str, action: dict[str, Any], times: int) -> None:
        need(2 * times < 16)
        self.carry(action["tower"], 2 * times, seat)

    def cast_tower_back(self, seat: str, action: dict[str, Any], times: int) -> None:
        need(2 * times < 16)
        self.carry(action["tower"], -2 * times, seat)

    def cast_swap(self, seat: str, action: dict[str, Any], times: int) -> None:
        one, other = (space - 1 for space in action["spaces"])
        tops = []
        for space in (one, other):
            towers = [at for at, item in enumerate(self.ring[space]) if item in TOWERS]
            need(towers)
            need(KEEP not in self.ring[space] or self.rules["swap_with_keep"] == "travels")
            tops.append(self.ring[space][towers[-1] :])
            self.ring[space] = self.ring[space][: towers[-1]]
        self.ring[one] += tops[1]
        self.ring[other] += tops[0]

    def cast_keep(self, seat: str, action: dict[str, Any], times: int) -> None:
        way = 1 if action["way"] == "forward" else -1
        free = [(self.keep + way * step) % 16 for step in range(1, 16)]
        free = [space for space in free if not self.visible(space)]
        need(len(free) >= times)
        self.put_keep(free[times - 1])

    def cast_piggyback(self, seat: str, action: dict[str, Any], times: int) -> None:
        said = self.said
        need(self.base == "go" and said is not None and "wizard" in said and action["colour"] == self.mine(seat))
        assert said is not None
        space = self.where(said["wizard"])
        assert space is not None
        busy = [said["wizard"], *said["riders"]]
        beside = [each for each in self.visible(space) if each not in busy and each.split("#")[0] == action["colour"]]
        need(beside)
        said["riders"].append(beside[0])
        self.copy().carry_out()

    def lift(self, seat: str, tower: str, price: int) -> None:
        """X8."""
        need(self.between_steps() or isinstance(self.top, list))
        need(not (seat == self.active and self.brought_in))
        space = self.tower_at(tower)
        need(KEEP in self.ring[space] or len(self.visible(space)) < 6)
        self.full[seat] -= price
        self.spent[seat] += price
        self.frames.append((seat, tower))

    def under(self, tower: str) -> list[str]:
        space = self.ring[self.tower_at(tower)]
        found: list[str] = []
        for item in reversed(space[: space.index(tower)]):
            if item in TOWERS:
                break
            found.append(item)
        return found

    def do_free(self, action: dict[str, Any]) -> None:
        need(isinstance(self.top, tuple) and self.top[0] == action["seat"])
        seat, tower = self.top
        need(action["colour"] in self.side(seat))
        mine = [wizard for wizard in self.under(tower) if wizard.split("#")[0] == action["colour"]]
        need(mine)
        space = self.tower_at(tower)
        self.ring[space].remove(mine[0])
        self.frames.pop()
        if KEEP in self.ring[space]:
            self.go_in([mine[0]], seat)
        else:
            self.ring[space].append(mine[0])
        self.see_what_is_left(seat)

    def do_lower(self, action: dict[str, Any]) -> None:
        need(isinstance(self.top, tuple) and self.top[0] == action["seat"])
        seat, tower = self.top
        need(not any(wizard.split("#")[0] in self.side(seat) for wizard in self.under(tower)))
        self.frames.pop()
        self.see_what_is_left(seat)

    def do_exchange(self, action: dict[str, Any]) -> None:
        need(self.rules["teams"] == "yes" and action["seat"] in self.side(self.active))
        need(not self.exchanged and not self.hand_gone and not self.brought_in and len(self.cards) < 2)
        need(self.between_steps() or isinstance(self.top, list))
        self.exchanged = True

    def do_give(self, action: dict[str, Any]) -> None:
        mate = self.mate(action["seat"])
        need(mate is not None and self.full[action["seat"]])
        need(self.between_steps() or isinstance(self.top, list))
        assert mate is not None
        self.full[action["seat"]] -= 1
        self.full[mate] += 1

    # what may be done

    def allowed(self, action: dict[str, Any]) -> bool:
        try:
            self.copy().do(action)
        except No:
            return False
        return True

    def asked(self) -> str:
        if self.over:
            return ""
        if isinstance(self.top, (list, tuple)):
            return str(self.top[0])
        return self.active

    def everything(self) -> Iterator[dict[str, Any]]:
        """Whatever could be thought of."""
        yield from ({"type": "card", "card": name} for name in CARDS)
        yield from ({"type": kind} for kind in ("hand", "again", "waste", "stay", "go", "over"))
        yield from self.pieces()
        for seat in self.seats:
            for kind in ("claim", "yield", "after", "lower", "exchange", "give"):
                yield {"type": kind, "seat": seat}
            yield from ({"type": "free", "seat": seat, "colour": colour} for colour in self.seats)
            for spell in self.rules["spells"]:
                for what in self.targets(spell, self.full[seat] // self.price(spell)):
                    yield {"type": "cast", "seat": seat, "spell": spell, **what}

    def targets(self, spell: str, most: int) -> Iterator[dict[str, Any]]:
        if not most:
            return
        if spell in ("wizard_forward", "wizard_back"):
            for space in range(16):
                for colour in {wizard.split("#")[0] for wizard in self.visible(space)}:
                    for times in range(1, most + 1):
                        plain = {"colour": colour, "space": space + 1, "times": times}
                        yield plain
                        yield {**plain, "other": True}
        elif spell in ("tower_forward", "tower_back"):
            yield from ({"tower": tower, "times": times} for tower in TOWERS for times in range(1, most + 1))
        elif spell == "swap":
            yield from ({"spaces": [one, two]} for one in range(1, 17) for two in range(one + 1, 17))
        elif spell == "keep":
            yield from ({"way": way, "times": times} for way in ("forward", "back") for times in range(1, most + 1))
        elif spell == "piggyback":
            yield from ({"colour": seat} for seat in self.seats)
        else:
            yield from ({"tower": tower} for tower in TOWERS)

    def may_be_done(self) -> set[str]:
        """All that is allowed, as sorted JSON."""
        if self.over or self.top == "die":
            return set()
        return {json.dumps(each, sort_keys=True) for each in self.everything() if self.allowed(each)}

    def facts(self) -> dict[str, Any]:
        """What can be compared."""
        return {
            "asked": self.asked(),
            "columns": [self.column(space) for space in range(16)],
            "keep": self.keep + 1,
            "home": {seat: self.home(seat) for seat in self.seats},
            "empty": self.empty,
            "full": self.full,
            "spent": self.spent,
            "pile": self.pile,
            "last_round": self.last_round,
            "rolling": self.top == "die",
            "ranking": sorted(map(sorted, self.ranking())),
            "first": sorted(self.ranking()[0]) if self.over else [],
        }

    def column(self, space: int) -> list[str]:
        """From the ground up, wizards of a floor by colour."""
        found, floor = list[str](), list[str]()
        for item in self.ring[space]:
            if item in TOWERS:
                found += [*sorted(floor), item]
                floor = []
            elif item != KEEP:
                floor.append(item.split("#")[0])
        return [*found, *sorted(floor)]
