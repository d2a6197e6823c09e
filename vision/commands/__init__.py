"""``dreimagier vision``: set up the eye, read pictures, measure how well it reads, run it live.

Exit codes: 0 done, 1 refused (teaching that cannot be trusted), 2 unreadable input.  Every fault is one line.
"""

from __future__ import annotations

import click

from vision.commands.camera import focus, photo
from vision.commands.pane import calibrate, target
from vision.commands.pictures import read, score
from vision.commands.throws import run, watch
from vision.commands.wands import shoot, teach


@click.group()
def vision() -> None:
    """The eye: calibrate the pane, teach the wands, read pictures, run live."""


for _command in (target, photo, focus, calibrate, shoot, teach, read, watch, score, run):
    vision.add_command(_command)
