"""The face of Wizard: block of truth, questions and judge on the shell's pages."""

from companion.web.games.wizard.face import FACE

__all__ = ["FACE"]
