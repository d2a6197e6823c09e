"""Boxes of all kinds of cameras and panes."""

from __future__ import annotations

from companion.games.dreimagier.board import load_board
from hardware import optics
from hardware.box.plan import Plan, plan

VIEWS = {**optics.VIEWS, "hq": optics.hq(6), "usb": optics.usb(78)}
CAMERAS = sorted(VIEWS)


def made(camera: str = "module3", pane: float = 300, board_mm: float = 3.0, board: str = "default") -> Plan:
    """Everything for a camera."""
    return plan(optics.layout(VIEWS[camera], pane), camera, load_board(board), board_mm)
