"""What the eye writes is what the host takes for pane and wands."""

from __future__ import annotations

from companion.table import taughtfiles
from vision.files import json_text
from vision.geometry.pane import Pane
from vision.taught.wandset import WandSet


def test_the_host_takes_what_the_eye_has_learnt(pane: Pane, wands: WandSet) -> None:
    taughtfiles.pane(json_text(pane.file()).encode())
    taughtfiles.wands(json_text(wands.file()).encode())
