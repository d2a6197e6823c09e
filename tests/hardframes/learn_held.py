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

WITHIN, STEPS, PACE, DECAY = 24, 2500, 1e-2, 0.1
SOME = 4096
"""Ends that are learnt from at once."""


def loaded(files: list[Path]) -> tuple[Tensor, Tensor]:
    """What is told of the ends of many sets (n, facts), and whether they are up (n,)."""
    sets = [Held.load(file) for file in files]
    told, held = (np.concatenate([getattr(s, name) for s in sets]).astype(np.float32) for name in ("told", "held"))
    return torch.from_numpy(told), torch.from_numpy(held)


def train(told: Tensor, held: Tensor, steps: int) -> nn.Sequential:
    """A network that tells the odds that an end is up."""
    made = nn.Sequential(nn.Linear(told.shape[1], WITHIN), nn.Tanh(), nn.Linear(WITHIN, 1))
    learner = torch.optim.AdamW(made.parameters(), PACE, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.CosineAnnealingLR(learner, steps)
    for _ in range(steps):
        some = torch.randint(len(told), (SOME,))
        loss = functional.binary_cross_entropy_with_logits(made(told[some])[:, 0], held[some])
        learner.zero_grad()
        loss.backward()
        learner.step()
        pace.step()
    return made.eval()


def report(made: nn.Sequential, told: Tensor, held: Tensor) -> str:
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
    made = train(*loaded(options.files), options.epochs)
    told = loaded(options.files[:1])[0][:2]
    torch.onnx.export(made, (told,), options.out, input_names=["told"], output_names=["odds"], dynamo=False)
    if options.closed:
        print(report(made, *loaded(options.closed)))


if __name__ == "__main__":
    main()
