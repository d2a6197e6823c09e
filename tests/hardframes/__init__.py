"""Hard pictures of wands from below: sets far more varied than any one table, each with its truth.

``python -m tests.hardframes --out DIR --sets N --throws M --seed S`` writes them as files; `HardSet` makes the same
pictures in memory, one by one, so that a proof of thousands needs no disk; `HarshSet` draws the kinds of tables and
throws that break readers.  Everything follows from the seeds.
"""

from tests.hardframes.hardset import HardSet, Throw
from tests.hardframes.harshset import HarshSet
from tests.hardframes.throws import CATEGORIES, LEGAL

__all__ = ["CATEGORIES", "LEGAL", "HardSet", "HarshSet", "Throw"]
