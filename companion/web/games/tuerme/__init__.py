"""The face of Die wandelnden Türme: ring, one question at a time, spells and bottles on the shell's pages."""

from companion.web.games.tuerme.face import FACE

__all__ = ["FACE"]
