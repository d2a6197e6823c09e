"""The face of Wizard: block of truth, questions and judge on the shell's pages."""

from __future__ import annotations

from companion.web.games.wizard.face import Truth

FACE = Truth("wizard", "companion.web.games.wizard")
