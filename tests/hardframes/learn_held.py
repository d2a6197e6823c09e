"""Train the judges of `vision.evidence.hold` anew: ``python -m tests.hardframes.learn_held --lessons DIR --out FILE``.

``DIR`` holds what `tests.hardframes.lessons` kept; the sets named by ``--closed`` are not learnt from but counted at
the end.  `tests.hardframes.learn_around` then learns to look.  Needs the extra ``learn``; two processors take four
minutes for a hundred sets.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.hardframes.course import Course
from tests.hardframes.ends import Sample, report
from tests.hardframes.stored import learning, parser_of

WITHIN, STEPS, PACE, DECAY = 48, 3000, 5e-3, 0.1
SOME = 4096
"""Ends that the judges learn from at once."""
NOISE, LOST = 0.05, 0.2
"""Added to what is told of an end (shares of its spread), and share of what is known within that is left out, so that
no single measure decides."""
LEAST = 0.05
"""What hardly differs from end to end is not made larger than by this."""
JUDGES = 4
"""Networks, learnt one after the other, whose mean counts."""
MOST = 9.0
"""The hyperbolic tangent of more is 1."""


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
    made = nn.Sequential(nn.Linear(len(judges[0].usual), within), Squeezed(), nn.Linear(within, 1))
    first = [judge.layers[0].weight / judge.spread for judge in judges]
    borders = [j.layers[0].bias - w @ j.usual for j, w in zip(judges, first, strict=True)]
    with torch.no_grad():
        made[0].weight.copy_(torch.cat(first))
        made[0].bias.copy_(torch.cat(borders))
        made[2].weight.copy_(torch.cat([judge.layers[3].weight for judge in judges], 1) / len(judges))
        made[2].bias.copy_(torch.stack([judge.layers[3].bias for judge in judges]).mean(dim=0))
    return made.eval()


class Squeezed(nn.Module):
    """The hyperbolic tangent; of large numbers OpenCV's is none, so that they are made smaller once all is learnt."""

    def forward(self, x: Tensor) -> Tensor:
        """As nn.Tanh."""
        return torch.tanh(x if self.training else torch.clamp(x, -MOST, MOST))


def judge(sample: Sample, steps: int) -> Judge:
    """A network that tells the odds that an end is up by what is told of it."""
    made = Judge(sample.told)
    learner = torch.optim.AdamW(made.layers.parameters(), PACE, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.CosineAnnealingLR(learner, steps)
    course = Course(learner, pace, steps)
    for _ in range(steps):
        some = torch.randint(len(sample.told), (SOME,))
        course.step(functional.binary_cross_entropy_with_logits(made(sample.told[some])[:, 0], sample.held[some]))
    return made


def main() -> None:
    """Read the command line, train, count, write the network."""
    options = learning(parser_of("learn_held", __doc__, STEPS), "held")
    torch.manual_seed(1)
    sample = Sample(options.files)
    made = jury([judge(sample, options.epochs) for _ in range(JUDGES)])
    asked = torch.zeros(2, sample.told.shape[1])
    torch.onnx.export(made, (asked,), options.out, input_names=["told"], output_names=["odds"], dynamo=False)
    if options.closed:
        closed = Sample(options.closed)
        with torch.no_grad():
            print(report(made(closed.told)[:, 0], closed.held))


if __name__ == "__main__":
    main()
