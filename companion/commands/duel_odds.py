"""``dreimagier duel-odds``: chances in a duel under best play by both, exact."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import click

from companion.games import Json
from companion.games.dreimagier.odds import Choice, Odds, solve


@click.command("duel-odds")
@click.option("--json", "as_json", is_flag=True, help="One JSON object with exact fractions and decimals.")
def duel_odds(as_json: bool) -> None:
    """Chances in a duel under best play by both (rules D2-D6).

    The challenger's winning chance, how likely each announced result is, and the best choice in each situation.
    """
    odds = solve()
    click.echo(json.dumps(as_data(odds), sort_keys=True) if as_json else as_text(odds))


def as_data(odds: Odds) -> Json:
    """All of it as JSON; a chance is ``{"exact": "1/3", "decimal": "0.333333"}``."""
    return {
        "challenger": _chance(odds.leader),
        "challenged": _chance(1 - odds.leader),
        "round": {
            "leader": _chance(odds.round_won),
            "tie": _chance(odds.round_tied),
            "other": _chance(1 - odds.round_won - odds.round_tied),
        },
        "results": [
            {"sum": total, "throws": throws, **_chance(chance)} for (total, throws), chance in odds.results.items()
        ],
        "leading": [
            {"throws": made, "wands": list(values), **_choice(choice)}
            for (made, values), choice in sorted(odds.leading.items())
        ],
        "following": [
            {"lead": {"sum": lead[0], "throws": lead[1]}, "throws": made, "wands": list(values), **_choice(choice)}
            for (lead, made, values), choice in sorted(odds.following.items())
        ],
    }


def _chance(chance: Fraction) -> dict[str, str]:
    return {"exact": str(chance), "decimal": f"{float(chance):.6f}"}


def _choice(choice: Choice) -> dict[str, Any]:
    best = {"choice": "stop"} if choice.stop else {"choice": "again", "keep": list(choice.keep)}
    return {**best, **_chance(choice.chance)}


def as_text(odds: Odds) -> str:
    """The same for reading."""
    lines = [
        "A duel under best play by both (D2-D6); wands are written by their values, best play keeps the ones named.",
        f"The challenger wins with {_said(odds.leader)}, the challenged with {_said(1 - odds.leader)}.",
        f"A round ends in a tie with {_said(odds.round_tied)}.",
        "",
        "Announced result of the leader (sum on throws):",
        *(f"  {total} on {throws}   {_said(chance)}" for (total, throws), chance in odds.results.items()),
        "",
        "The leader's best choice:",
        *(f"  after {made}: {_wands(v)}  {_best(choice)}" for (made, v), choice in sorted(odds.leading.items())),
        "",
        "The other side's best choice:",
    ]
    for (lead, made, values), choice in sorted(odds.following.items()):
        lines.append(f"  against {lead[0]} on {lead[1]}, after {made}: {_wands(values)}  {_best(choice)}")
    return "\n".join(lines)


def _said(chance: Fraction) -> str:
    return f"{float(chance):.6f} = {chance}"


def _wands(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values)) or "nothing"


def _best(choice: Choice) -> str:
    best = "stop" if choice.stop else f"keep {_wands(choice.keep)}"
    return f"{best:<14} wins with {_said(choice.chance)}"
