"""The face of Die drei Magier: pages, drawings, words, sounds."""

from companion.web.games.dreimagier.face import FACE

__all__ = ["FACE"]
