"""Seeded games played on both sides at once, compared after every action."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.games import GameError
from companion.games.dreimagier import GAME
from companion.games.dreimagier.notation import to_line
from tests.oracle import attempts, facts, midgame, players, questions, rarities, rules, start

Json = dict[str, Any]

TREE = (Path(__file__).parent / "tree.toml").read_text(encoding="utf-8")
BOARDS = ("default", "forks", "tiny", {"toml": TREE})
SINGLES = [(name, value) for name, values in start.OTHERS.items() for value in values]
MOST_ACTIONS = 600
MOST_FROM_THE_MIDDLE = 60
MIDGAMES = 0.5
"""Share of the games that start from a drawn position."""
ATTEMPTED = 0.01
"""Share of the steps at which every attempt is made, not the chosen action alone."""


def variant(seed: int, chance: random.Random) -> Json:
    """Rule set, board and wand table by turns; a third each without a change, with a single setting, with a mixture."""
    settings: Json = {}
    if seed // 12 % 3 == 1:
        settings = dict([SINGLES[seed // 36 % len(SINGLES)]])
    elif seed // 12 % 3 == 2:
        settings = {name: chance.choice(values) for name, values in start.OTHERS.items() if chance.random() < 0.3}
    return {
        "ruleset": list(start.RULESETS)[seed % 3],
        "settings": settings,
        "board": BOARDS[seed // 3 % 4],
        "seats": chance.sample(start.COLOURS, 3),
        "wands": players.draw_wand_table(chance) if chance.random() < 0.5 else None,
    }


def keys(actions: Any) -> list[str]:
    return sorted(json.dumps(action, sort_keys=True) for action in actions)


def engine_facts(position: Any) -> Json:
    """What the engine says, in the shape of ``facts.facts``."""
    view = GAME.view(position, None)
    wanted = GAME.throw_wanted(position)
    throw = wanted and {
        "seat": wanted.seat,
        "kind": wanted.kind,
        "wands": sorted(wanted.wands),
        "kept": dict(wanted.kept),
        "needs": wanted.needs,
    }
    asked = [{"seat": question.seat, "kind": question.kind} for question in GAME.asked(position)]
    same = ("turn", "figures", "cards", "supply", "duel", "offer", "symbols", "rights", "winner")
    return {
        "asked": asked,
        "legal": keys(GAME.legal(position)),
        "throw_wanted": throw,
        "ranking": ranking(view["ranking"]),
        "throw": last_throw(view["throw"]),
        "move": move(view["move"]) if asked and asked[0]["kind"] == "move" else None,
        "targets": targets(GAME.lamps(position)),
        **{name: view[name] for name in same},
    }


def last_throw(throw: Json | None) -> Json | None:
    """Values of all three wands, kept ones included; hidden faces of those that flew."""
    if throw is None:
        return None
    tops = {c: wand["top"] for c, wand in throw["wands"].items()}
    hidden = {c: throw["wands"][c]["hidden"] for c in throw["flew"]}
    assert throw["sum"] == (None if None in tops.values() else sum(tops.values()))
    return {"seat": throw["seat"], "kind": throw["kind"], "flew": throw["flew"], "tops": tops, "hidden": hidden}


def move(told: Json) -> Json:
    return {name: told[name] for name in ("sum", "reach", "magician_steps", "magician", "apprentice")}


def targets(lamps: Mapping[str, Iterable[str]]) -> Json:
    figures = ("magician", "apprentice")
    return {figure: sorted(node for node in lamps if f"target-{figure}" in lamps[node]) for figure in figures}


def ranking(ranked: list[Json] | None) -> list[Json] | None:
    """Number of cards for the cards; those who share a rank in the order of their names."""
    if ranked is None:
        return None
    assert [one["rank"] for one in ranked] == sorted(one["rank"] for one in ranked)
    counted = [{**one, "cards": len(one["cards"])} for one in ranked]
    return sorted(counted, key=lambda one: (one["rank"], one["seat"]))


class Disagreement(AssertionError):
    """Both answers, with all that it takes to see them again."""

    def __init__(self, game: Lockstep, what: str, engine: Any, oracle: Any) -> None:
        lines = [
            f"seed {game.seed}, step {len(game.actions)}: {what}",
            f"options: {json.dumps(game.options)}",
            f"start: {json.dumps(game.drawn)}",
            f"actions: {json.dumps(game.actions)}",
            f"notation: {to_line(game.position)}",
            f"position: {json.dumps(bare(GAME.encode(game.position)), sort_keys=True)}",
            f"engine: {json.dumps(engine, sort_keys=True)}",
            f"oracle: {json.dumps(oracle, sort_keys=True)}",
        ]
        super().__init__("\n".join(lines))


def bare(position: Json) -> Json:
    """A position without its header, which the options name already."""
    return {name: value for name, value in position.items() if name != "header"}


class Lockstep:
    """One game on both sides."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.options = variant(seed, self.chance)
        header = GAME.header(self.options)
        self.position = GAME.start(header)
        self.table = start.table_of(
            self.options["ruleset"],
            self.options["settings"],
            header["board"]["toml"],
            self.options["seats"],
            self.options["wands"],
        )
        self.state = start.first_state(self.table)
        self.actions: list[Json] = []
        self.seen: Counter[str] = Counter()
        kinds = self.chance.choices((players.Sensible, players.Rash, players.Wanton), (70, 15, 15), k=3)
        self.players = dict(zip(start.COLOURS, [kind(self.chance, self.table) for kind in kinds], strict=True))
        self.doublets = self.chance.choice((0.0, 0.0, 0.3))
        if header["settings"] != self.table["set"]:
            raise Disagreement(self, "settings", header["settings"], self.table["set"])
        self.drawn: Json | None = None
        if self.chance.random() < MIDGAMES:
            self.start_in_the_middle()

    def start_in_the_middle(self) -> None:
        """After the start throws, put figures and cards somewhere else on both sides."""
        while self.state["turn"] is None:
            self.step(self.choose())
        draw = self.chance.choice((midgame.draw_position, midgame.draw_position, midgame.draw_brink))
        self.drawn = draw(self.chance, self.table)
        if draw is midgame.draw_brink:
            self.players[self.drawn["turn"]] = players.Rash(self.chance, self.table)
        midgame.set_state(self.state, self.drawn)
        self.position = GAME.decode(midgame.set_position(GAME.encode(self.position), copy.deepcopy(self.drawn)))
        self.actions = []

    def play(self) -> Counter[str]:
        """Play to the end or the cap; what was met, counted."""
        self.compare()
        most = MOST_ACTIONS if self.drawn is None else MOST_FROM_THE_MIDDLE
        while self.state["agenda"] and len(self.actions) < most:
            if self.chance.random() < ATTEMPTED:
                self.try_everything()
            self.step(self.choose())
            self.compare()
        self.seen["games"] += 1
        self.seen["won"] += self.state["winner"] is not None
        return self.seen

    def choose(self) -> Json:
        step = questions.now(self.state)
        if step["step"] == "throw":
            if self.chance.random() < 0.01:
                return {"type": "spoilt"}
            wands = players.draw_wands(self.chance, self.table, step, self.doublets)
            return {"type": "throw", "wands": wands}
        asked = questions.asked(self.state)[0]["seat"]
        return self.players[asked].choose(self.state, questions.legal(self.table, self.state))

    def step(self, action: Json) -> None:
        self.seen[questions.now(self.state).get("kind", "") + " " + action["type"]] += 1
        self.actions.append(action)
        before, self.state = self.state, rules.act(self.table, self.state, action)
        self.seen.update(rarities.met(self.table, before, action, self.state))
        try:
            self.position, _ = GAME.apply(self.position, action)
        except GameError as error:
            raise Disagreement(self, "the engine refuses the action", str(error), "legal") from error

    def compare(self) -> None:
        engine, oracle = engine_facts(self.position), facts.facts(self.table, self.state)
        oracle["legal"] = keys(oracle["legal"])
        if engine != oracle:
            wrong = [name for name in oracle if engine[name] != oracle[name]]
            both = [{name: side[name] for name in wrong} for side in (engine, oracle)]
            raise Disagreement(self, ", ".join(wrong), *both)

    def try_everything(self) -> None:
        """Exactly the legal actions have no reason against them, and nobody else may do them."""
        seat = questions.asked(self.state)[0]["seat"]
        other = next(c for c in start.COLOURS if c != seat)
        for action in attempts.all_of_them(self.chance, self.table, self.state):
            allowed = attempts.allowed(self.table, self.state, action)
            reason = refusal(self.position, action, None)
            if (reason is None) != allowed or (refusal(self.position, action, seat) is None) != allowed:
                raise Disagreement(self, f"attempt {json.dumps(action)}", reason, allowed)
            if refusal(self.position, action, other) is None:
                raise Disagreement(self, f"attempt of {other} {json.dumps(action)}", None, "not asked")
            self.seen["attempts"] += 1


def refusal(position: Any, action: Json, seat: str | None) -> str | None:
    """The rule that forbids it; an action that cannot be read at all is forbidden as well."""
    try:
        reason = GAME.why_not(position, action, seat)
    except GameError as error:
        return str(error)
    return None if reason is None else reason.rule


def play_many(seeds: range) -> Counter[str]:
    met: Counter[str] = Counter()
    for seed in seeds:
        met += Lockstep(seed).play()
    return met
