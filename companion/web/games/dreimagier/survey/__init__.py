"""The survey of one's own board, as pages: a picture or plain ground, taps, checks, and the board that comes of it.

Every tap goes to the host and is kept there, so a survey is left and resumed on any phone; the page only draws what it
is answered.
"""

from __future__ import annotations

from companion.games.catalogue import Catalogue

PATH = "/survey"
WORDS = Catalogue(__name__)
