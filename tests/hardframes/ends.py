"""Ends of many sets of wands, for the programs that learn which of them are up."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from tests.hardframes.held import Held
from vision.evidence.vicinity import Vicinity, layers_of


class Sample:
    """The ends of many sets as one."""

    def __init__(self, files: list[Path]) -> None:
        sets = [Held.load(file) for file in files]
        self.told = torch.from_numpy(np.concatenate([s.told for s in sets]).astype(np.float32))
        self.held = torch.from_numpy(np.concatenate([s.held for s in sets]).astype(np.float32))
        self.white = torch.from_numpy(np.concatenate([s.white for s in sets]).astype(np.float32))
        self.colours, self.covered = (
            torch.from_numpy(np.concatenate([getattr(s, n) for s in sets])) for n in ("colours", "covered")
        )

    def seen(self, which: Tensor) -> Tensor:
        """What is seen around some ends."""
        vicinity = Vicinity(self.colours[which].numpy(), self.covered[which].numpy())
        return torch.from_numpy(layers_of(vicinity, self.white[which].numpy()))

    def drawn(self, count: int) -> Tensor:
        """So many ends, a third of them up."""
        up, flat = torch.nonzero(self.held)[:, 0], torch.nonzero(1 - self.held)[:, 0]
        third = count // 3
        return torch.cat([up[torch.randint(len(up), (third,))], flat[torch.randint(len(flat), (count - third,))]])


def report(odds: Tensor, held: Tensor) -> str:
    """How many ends that are up, and that are not, are above some odds."""
    counts = [
        f"{x}: {((odds > x) & (held > 0)).sum()} and {((odds > x) & (held == 0)).sum()}" for x in np.arange(-4, 5)
    ]
    return (
        f"{int(held.sum())} ends up (the least likely one {odds[held > 0].min():.1f}), {int((held == 0).sum())} flat; "
        "above odds of " + ", ".join(counts)
    )
