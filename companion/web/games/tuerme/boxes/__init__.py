"""The owner's own box, corrected on a page: ring, towers, cards, prices, bottles and what each player gets."""

from __future__ import annotations

from companion.games.catalogue import Catalogue

PATH = "/box"
WORDS = Catalogue(__name__)
