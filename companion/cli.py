"""The ``dreimagier`` command: the one place that puts the parts together.

Each subcommand lives in a module of its own, imported only when it is called, so that ``dreimagier rules`` starts
without Flask and ``dreimagier firmware`` without OpenCV.
"""

from __future__ import annotations

import importlib
from typing import Any

import click

COMMANDS: dict[str, tuple[str, str]] = {
    "up": ("companion.commands.up:up", "Start everything on this machine: table, camera, lamps."),
    "host": (
        "companion.commands.host:host",
        "Start the table alone (camera and lamps may come from elsewhere).",
    ),
    "vision": ("vision.commands:vision", "The eye: run it, calibrate, teach, read pictures."),
    "firmware": ("firmware.commands:firmware", "The lamps and buttons: run them, test them."),
    "rules": (
        "companion.commands.rules:rules",
        "Legal actions and next positions, for scripts and bug reports.",
    ),
    "replay": (
        "companion.commands.record:replay",
        "Check a game record line by line, print the last position.",
    ),
    "export": ("companion.commands.record:export", "Write the game on this table as a record."),
    "import": ("companion.commands.record:import_", "Continue a game from a record."),
    "simulate": (
        "companion.commands.simulate:simulate",
        "Play many games by itself and check every invariant.",
    ),
    "analyse": ("companion.commands.analyse:analyse_command", "Tell luck from play in a game record."),
    "strength": (
        "companion.commands.strength:strength",
        "Measure a player against others by many games.",
    ),
    "train": ("companion.commands.train:train", "Fit the ghost's weights to games that play themselves."),
    "judge": ("companion.commands.blocks:judge", "Say who wins a trick of Wizard."),
    "duel-odds": ("companion.commands.duel_odds:duel_odds", "Chances in a duel under best play."),
    "where": ("companion.commands.where:where", "Where the table of this machine is, as text and as QR code."),
    "hotspot": ("hardware.hotspot.commands:hotspot", "The table's own Wi-Fi: open it, close it, tell what it is."),
    "doctor": ("companion.commands.doctor:doctor", "Find what is wrong with this machine, and the cure."),
    "hardware": ("hardware.commands:hardware", "Wiring, parts list, printable targets and templates."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are needed; the help needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name][0].split(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dreimagier")
@click.pass_context
def main(ctx: click.Context, /, **_: Any) -> None:
    """Companion for the wooden game "Die drei Magier" (Noris 1985).

    Start with "dreimagier up": it opens a table, prints its address and a QR code, and three phones can play.
    Without camera and lamps it simulates both, and says so on every page.
    """
    if ctx.invoked_subcommand in ("vision", "firmware"):
        ctx.default_map = _settings()


def _settings() -> dict[str, Any]:
    """What the settings say to eye and lamps; a file that cannot be used is said, and both go on without it."""
    from companion.settings import SettingsError, of_programs

    try:
        return of_programs()
    except SettingsError as error:
        click.echo(f"dreimagier: {error}; it is left alone", err=True)
        return {}


if __name__ == "__main__":
    main()
