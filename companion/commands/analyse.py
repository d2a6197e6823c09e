"""``dreimagier analyse``: what of a recorded game was luck and what was play."""

from __future__ import annotations

import csv
import io

import click
import msgspec

from companion.commands.record import fail, read_record
from companion.games import GameError
from companion.games.dreimagier.ghost.analysis import Analysis, analyse
from companion.games.dreimagier.setup import NAME
from companion.table import record


@click.command("analyse")
@click.argument("file", type=click.Path(allow_dash=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="All of it as one JSON object.")
@click.option("--csv", "as_csv", is_flag=True, help="Every throw and decision as a line with commas.")
def analyse_command(file: str, as_json: bool, as_csv: bool) -> None:
    """Tell luck and play of a game record (- reads standard input).

    Luck is what throws gave of the chance to win, lost what decisions gave away against the best one.
    """
    found = _analysed(file)
    if as_json:
        click.echo(msgspec.json.encode(found, order="sorted"))
    else:
        click.echo(_table(found) if as_csv else _text(found), nl=False)


def _analysed(file: str) -> Analysis:
    from companion.games import registry

    text = read_record(file)
    try:
        name = record.game_name(text)
        if name != NAME:
            fail(f"{file}: of {name!r} nobody can tell luck from play")
        recorded = record.Recorded(registry.find(name), text)
        return analyse(recorded.header, [each.action for each in recorded.actions()])
    except (GameError, record.BadRecord) as error:
        fail(f"{file}: {error}")


def _text(found: Analysis) -> str:
    lines = []
    for seat, player in found.players.items():
        lines.append(
            f"{seat}: luck {player.luck:+.1%}, lost {player.lost:.1%} in {player.decisions} decisions "
            f"({player.best_decisions} the best), duels {player.duels_won} of {player.duels} "
            f"(expected {player.duels_expected:.1f})"
        )
        lines += [f"  {_moment(found, step, seat)}" for step in player.moments]
    return "\n".join(lines) + "\n"


def _moment(found: Analysis, step: int, seat: str) -> str:
    moment = next(each for each in found.steps if each.step == step)
    action = msgspec.json.encode(moment.action).decode()
    if moment.luck is not None:
        return f"step {step}: throw of {moment.seat} {action}: {moment.luck[seat]:+.1%}"
    best = msgspec.json.encode(moment.best).decode()
    return f"step {step}: {action} lost {moment.lost or 0.0:.1%}; best was {best}"


def _table(found: Analysis) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["step", "seat", "kind", "action", "luck-red", "luck-black", "luck-white", "lost", "best"])
    for each in found.steps:
        given = each.luck or {}
        luck = [given.get(seat, "") for seat in ("red", "black", "white")]
        best = "" if each.best is None else msgspec.json.encode(each.best).decode()
        lost = "" if each.lost is None else each.lost
        rows.writerow([each.step, each.seat, each.kind, msgspec.json.encode(each.action).decode(), *luck, lost, best])
    return text.getvalue()
