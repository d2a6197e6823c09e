"""Train the network of `vision.evidence.edges` anew: ``python -m tests.hardframes.learn_notches --lessons DIR --out
FILE``.

``DIR`` holds what `tests.hardframes.lessons` kept; the sets named by ``--closed`` are not learnt from but counted at
the end.  Needs the extra ``learn``; two processors take eight minutes for 234 sets.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.hardframes.course import Course
from tests.hardframes.notched import BORDER, NOTCH, Notched
from tests.hardframes.spoil import spoilt
from tests.hardframes.stored import learning, parser_of
from vision.evidence.edges import ACROSS, EVERY, LITTLE, MOST, OF_WOOD

AT_ONCE, PACE = 64, 3e-3
OFTEN = 15.0
"""Places without a notch are so much more frequent: both kinds count alike, and even odds mean that nothing is told."""
SIZES = (3, 16, 32, 32, 32, 1)
LAYERS = (
    ((5, 7), (2, 2), (2, 3)),
    ((3, 5), (2, 1), (1, 2)),
    ((5, 3), 1, (0, 1)),
    ((1, 5), 1, (0, 2)),
    ((1, 5), 1, (0, 2)),
)
"""Height and width, stride and border of each layer: the third one looks across the whole edge."""


def network() -> nn.Sequential:
    """From edges (n, 3, rows, columns) beside their wood to the odds of a notch at every
    `EVERY`th place (n, 1, 1, places).
    """
    made: list[nn.Module] = []
    for a, b, (size, stride, border) in zip(SIZES, SIZES[1:], LAYERS, strict=False):
        made += [nn.Conv2d(a, b, size, stride, border), nn.ReLU()]
    return nn.Sequential(*made[:-1])


class Sample:
    """The edges of many sets as one."""

    def __init__(self, files: list[Path]) -> None:
        sets = [Notched.load(file) for file in files]
        self.strips = torch.from_numpy(np.concatenate([s.strips for s in sets])).flatten(0, 1).permute(0, 3, 1, 2)
        self.there = torch.from_numpy(np.concatenate([s.there for s in sets])).flatten(0, 1)
        self.there = self.there[:, ::EVERY]

    def __len__(self) -> int:
        return len(self.there)

    def shown(self, which: Tensor, spoil: bool) -> tuple[Tensor, Tensor]:
        """Edges as the network is shown them, half of them turned round, and what is there (n, places)."""
        strips, there = self.strips[which].float(), self.there[which]
        if spoil:
            turned = torch.rand(len(which)) < 0.5
            strips = torch.where(turned[:, None, None, None], strips.flip(3), strips)
            there = torch.where(turned[:, None], there.flip(1), there)
            strips = spoilt(strips, torch.ones_like(strips[:, :1]))[0]
        wood = strips[:, :, OF_WOOD:].flatten(2).median(dim=2).values[..., None, None]
        return torch.log((strips + LITTLE) / (wood + LITTLE)).clamp(-MOST, MOST), there


def train(sample: Sample, epochs: int) -> nn.Sequential:
    """A network that has seen the sample so many times, spoilt anew each time."""
    made = network()
    steps = epochs * -(-len(sample) // AT_ONCE)
    learner = torch.optim.AdamW(made.parameters(), PACE / 3, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(learner, PACE, steps, pct_start=0.15)
    course = Course(learner, pace, steps)
    for _ in range(epochs):
        for which in torch.randperm(len(sample)).split(AT_ONCE):
            strips, there = sample.shown(which, spoil=True)
            course.step(missed(made(strips)[:, 0, 0], there))
    return made.eval()


def missed(odds: Tensor, there: Tensor) -> Tensor:
    """How much worse than the truth, the border of a notch aside."""
    often = torch.tensor(OFTEN)
    each = functional.binary_cross_entropy_with_logits(
        odds, (there == NOTCH).float(), pos_weight=often, reduction="none"
    )
    return (each * (there != BORDER)).mean()


def report(made: nn.Sequential, sample: Sample) -> str:
    """Of how many notches, and of how many edges without one, the network is right, and how surely."""
    with torch.no_grad():
        parts = [made(sample.shown(w, spoil=False)[0])[:, 0, 0] for w in torch.arange(len(sample)).split(256)]
    odds, there = torch.cat(parts), sample.there
    bare = odds.masked_fill(there != 0, -99).max(dim=1).values
    top = functional.max_pool1d(odds[:, None], 3, 1, 1)[:, 0][there == NOTCH]
    shares = [
        f"{least}: {(top > least).float().mean():.4f} and {(bare > least).float().mean():.4f}" for least in (-2, 0, 2)
    ]
    return f"{len(sample)} edges; share of notches, and of edges with something else, above odds of " + ", ".join(
        shares
    )


def main() -> None:
    """Read the command line, train, count, write the network."""
    options = learning(parser_of("learn_notches", __doc__, 6), "notches")
    torch.manual_seed(1)
    made = train(Sample(options.files), options.epochs)
    edges = torch.zeros(2, SIZES[0], ACROSS, Sample(options.files[:1]).strips.shape[3])
    torch.onnx.export(made, (edges,), options.out, input_names=["edges"], output_names=["odds"], dynamo=False)
    if options.closed:
        print(report(made, Sample(options.closed)))


if __name__ == "__main__":
    main()
