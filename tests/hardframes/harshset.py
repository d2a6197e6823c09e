"""Hard sets of the kinds that break readers: the kinds of tables in turn, the throws of `harsh_throws`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

from tests.hardframes.hardset import HardSet
from tests.hardframes.harsh_tables import LOOKS, draw_harsh_table
from tests.hardframes.harsh_throws import ENDS_CATEGORIES, HARSH_CATEGORIES, HARSH_MAKERS
from tests.hardframes.throws import Draft
from vision.cameras.simulated.looks import Look


class HarshSet(HardSet):
    """Set ``number`` is a table of the kind ``number`` modulo the kinds there are."""

    title: ClassVar[str] = "harsh"
    shares: ClassVar[dict[str, float]] = HARSH_CATEGORIES
    makers: ClassVar[dict[str, Callable[[Draft], None]]] = HARSH_MAKERS

    @property
    def kind(self) -> str:
        """The kind of table."""
        return list(LOOKS)[self.number % len(LOOKS)]

    @cached_property
    def look(self) -> Look:
        """The table of this set."""
        return draw_harsh_table(self._rng(0), self.kind)


class EndsSet(HarshSet):
    """The same tables with many ends that are up, and such as only look so."""

    title: ClassVar[str] = "ends"
    shares: ClassVar[dict[str, float]] = ENDS_CATEGORIES
