"""Train the network of `vision.evidence.hold` anew: ``python -m tests.hardframes.learn_held --lessons DIR --out FILE``.

``DIR`` holds what `tests.hardframes.lessons` kept; the sets named by ``--closed`` are not learnt from but counted at
the end.  Needs the extra ``learn``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.hardframes.held import Held
from tests.hardframes.stored import learning

WITHIN, STEPS, PACE, DECAY = 48, 3000, 5e-3, 0.1
SOME = 4096
"""Ends that are learnt from at once."""
NOISE, LOST = 0.05, 0.2
"""Added to what is told of an end (shares of its spread), and share of what is known within that is left out, so that
no single measure decides."""
LEAST = 0.05
"""What hardly differs from end to end is not made larger than by this."""
JUDGES = 4
"""Networks, learnt one after the other, whose mean counts."""


class Judge(nn.Module):
    """From what is told of ends (n, facts) to the odds that each is up (n, 1)."""

    def __init__(self, told: Tensor) -> None:
        super().__init__()
        self.usual, self.spread = (nn.Parameter(x, False) for x in (told.mean(dim=0), told.std(dim=0) + LEAST))
        self.layers = nn.Sequential(nn.Linear(told.shape[1], WITHIN), nn.Tanh(), nn.Dropout(LOST), nn.Linear(WITHIN, 1))

    def forward(self, told: Tensor) -> Tensor:
        """The odds, logarithms."""
        off = (told - self.usual) / self.spread
        odds: Tensor = self.layers(off + NOISE * torch.randn_like(off) if self.training else off)
        return odds


def jury(judges: list[Judge]) -> nn.Sequential:
    """One network that tells the mean odds of all judges, straight from what is told."""
    within = len(judges) * WITHIN
    made = nn.Sequential(nn.Linear(len(judges[0].usual), within), nn.Tanh(), nn.Linear(within, 1))
    first = [judge.layers[0].weight / judge.spread for judge in judges]
    borders = [j.layers[0].bias - w @ j.usual for j, w in zip(judges, first, strict=True)]
    with torch.no_grad():
        made[0].weight.copy_(torch.cat(first))
        made[0].bias.copy_(torch.cat(borders))
        made[2].weight.copy_(torch.cat([judge.layers[3].weight for judge in judges], 1) / len(judges))
        made[2].bias.copy_(torch.stack([judge.layers[3].bias for judge in judges]).mean(dim=0))
    return made.eval()


def loaded(files: list[Path]) -> tuple[Tensor, Tensor]:
    """What is told of the ends of many sets (n, facts), and whether they are up (n,)."""
    sets = [Held.load(file) for file in files]
    told, held = (np.concatenate([getattr(s, name) for s in sets]).astype(np.float32) for name in ("told", "held"))
    return torch.from_numpy(told), torch.from_numpy(held)


def train(told: Tensor, held: Tensor, steps: int) -> Judge:
    """A network that tells the odds that an end is up."""
    made = Judge(told)
    learner = torch.optim.AdamW(made.layers.parameters(), PACE, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.CosineAnnealingLR(learner, steps)
    for _ in range(steps):
        some = torch.randint(len(told), (SOME,))
        loss = functional.binary_cross_entropy_with_logits(made(told[some])[:, 0], held[some])
        learner.zero_grad()
        loss.backward()
        learner.step()
        pace.step()
    return made


def report(made: nn.Module, told: Tensor, held: Tensor) -> str:
    """How many ends that are up, and that are not, are above some odds."""
    with torch.no_grad():
        odds = made(told)[:, 0]
    counts = [
        f"{x}: {((odds > x) & (held > 0)).sum()} and {((odds > x) & (held == 0)).sum()}" for x in np.arange(-3, 4)
    ]
    return f"{int(held.sum())} ends up, {int((held == 0).sum())} flat; above odds of " + ", ".join(counts)


def main() -> None:
    """Read the command line, train, count, write the network."""
    options = learning("learn_held", __doc__, "held", STEPS)
    torch.manual_seed(1)
    told, held = loaded(options.files)
    made = jury([train(told, held, options.epochs) for _ in range(JUDGES)])
    torch.onnx.export(made, (told[:2],), options.out, input_names=["told"], output_names=["odds"], dynamo=False)
    if options.closed:
        print(report(made, *loaded(options.closed)))


if __name__ == "__main__":
    main()
