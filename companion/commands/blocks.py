"""``dreimagier judge``, and the games that play themselves for the block of truth."""

from __future__ import annotations

import json
import random
import sys
from typing import NoReturn

import click
import msgspec

from companion.games.wizard import judge as judging
from companion.games.wizard.cards import COLOURS, NONE, colour_named, is_card
from companion.games.wizard.simulation import Broken, Tally, any_header, play

NAME = "wizard"
SEATS = 6


@click.command()
@click.option("--trump", default="", help="R, B, G, Y, a colour's name or none; left out where nobody noted it.")
@click.option("--one-colour", is_flag=True, help="The variant without trump: the highest value wins.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.argument("cards", nargs=-1, required=True)
def judge(trump: str, one_colour: bool, as_json: bool, cards: tuple[str, ...]) -> None:
    """Say who wins a trick of Wizard: its CARDS in the order of play, like B7 J R1 W."""
    played = [card.upper() for card in cards]
    colour = NONE if trump.lower() == NONE else colour_named(trump) if trump else None
    unread = [card for card in played if not is_card(card)]
    if unread:
        _fail(2, f"{unread[0]} is no card; cards are B, R, G, Y with 1 to 13, W and J", "M1", as_json)
    if trump and colour is None:
        _fail(2, f"--trump: {trump} is none of {', '.join((*COLOURS, NONE))}", "T1", as_json)
    found = judging.impossible(played, SEATS, None, (), one_colour)
    if found:
        _fail(1, f"{found[1]} cannot lie there ({found[0]})", "O8" if one_colour else "J3", as_json)
    won = judging.verdict(played, colour, one_colour)
    if won is None:
        _fail(1, "that depends on the trump: name it with --trump", "T5", as_json)
    result = {"card": played[won.at], "place": won.at + 1, "rule": won.rule}
    text = f"card {won.at + 1}, {played[won.at]}, wins ({won.rule})"
    click.echo(json.dumps(result, sort_keys=True) if as_json else text)


def _fail(code: int, text: str, rule: str, as_json: bool) -> NoReturn:
    click.echo(json.dumps({"rule": rule, "text": text}) if as_json else f"{rule}: {text}", err=True)
    sys.exit(code)


def simulate(games: int, seed: str, as_json: bool) -> None:
    """Games over all allowed settings; the same seed gives the same bytes."""
    tally = Tally()
    for number in range(games):
        rng = random.Random(f"{seed}-{number}")
        header = any_header(rng.randrange)
        try:
            play(header, rng.randrange, tally)
        except Broken as broken:
            click.echo(f"Error: game {seed}-{number} ({json.dumps(header)}): {broken}", err=True)
            raise SystemExit(1) from None
    result = {"game": NAME, "seed": seed, "faults": 0, **msgspec.to_builtins(tally)}
    if as_json:
        click.echo(json.dumps(result, sort_keys=True))
        return
    click.echo(f"{tally.games} games, every check held after each of {tally.actions} actions")
    click.echo(f"{tally.mendings} mendings, {tally.undone} steps taken back, {tally.exact} of {tally.bids} bids exact")
