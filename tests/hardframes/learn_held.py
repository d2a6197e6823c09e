"""Train the network of `vision.evidence.hold` anew: ``python -m tests.hardframes.learn_held --lessons DIR --out FILE``.

``DIR`` holds what `tests.hardframes.lessons` kept; the sets named by ``--closed`` are not learnt from but counted at
the end.  ``--jury FILE`` keeps the judges of a network that was written before, and only looking is learnt anew.  Needs
the extra ``learn``; two processors take ten minutes for a hundred sets.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.hardframes.course import Course
from tests.hardframes.held import Held
from tests.hardframes.stored import learning, parser_of
from vision.evidence.vicinity import CELLS, LAYERS, Vicinity, layers_of

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
SIZES, WIDTHS, STRIDES, SAID = (LAYERS, 12, 20, 28, 28), (5, 3, 3, 3), (2, 2, 2, 1), 32
"""Channels, widths and strides of the layers that look at a vicinity, and what comes of it."""
FEW, LOOKS, LOOK_PACE, LOOK_DECAY, STEEPEST = 192, 2000, 1.5e-3, 0.02, 1.0
"""Ends that are looked at at once, a third of them up, how often, the pace of that, and the longest step of it."""
BLANK = 0.15
"""Share of the ends of which what is told is kept back while looking is learnt."""
MOST = 9.0
"""The hyperbolic tangent of more is 1."""
OFTEN = 4
"""So many times the sets that were rendered elsewhere are counted: they are few."""
SHIFT, TURN, GAIN, CAST = 1, 0.1, 0.15, 0.04
"""While learning a vicinity is moved by up to so many cells, turned by up to so many radians, lit otherwise by so much
and of another hue by so much (logarithms)."""


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


class Witness(nn.Module):
    """From what is told of ends and seen around them (n, LAYERS, CELLS, CELLS) to the odds that each is up (n, 1): what
    a jury says to the former, and how much more or less likely both make it.
    """

    def __init__(self, judges: nn.Sequential, told: Tensor) -> None:
        super().__init__()
        self.jury = judges.requires_grad_(False)
        self.usual, self.spread = (nn.Parameter(x, False) for x in (told.mean(dim=0), told.std(dim=0) + LEAST))
        steps = zip(SIZES, SIZES[1:], WIDTHS, STRIDES, strict=False)
        self.layers = nn.Sequential(*(_layer(*step) for step in steps))
        self.look = nn.Sequential(
            nn.Dropout(LOST), nn.Linear(SIZES[-1] * (CELLS // 8) ** 2, SAID), nn.ReLU(), nn.Dropout(LOST),
            nn.Linear(SAID, 1),
        )  # fmt: skip
        self.facts = nn.Sequential(nn.Linear(told.shape[1], SAID), Squeezed(), nn.Dropout(LOST), nn.Linear(SAID, 1))

    def looked(self, seen: Tensor) -> Tensor:
        """How much more likely what is seen around ends makes it that they are up (n, 1)."""
        more: Tensor = self.look(self.layers(seen).flatten(1))
        return more

    def forward(self, told: Tensor, seen: Tensor) -> Tensor:
        """The odds, logarithms."""
        off = (told - self.usual) / self.spread
        if self.training:
            off = off + NOISE * torch.randn_like(off)
            off = off * (torch.rand(len(off)) > BLANK)[:, None]
        odds: Tensor = self.jury(told) + self.facts(off) + self.looked(seen)
        return odds


def _layer(channels: int, more: int, wide: int, step: int) -> nn.Sequential:
    """What it makes is of one size whatever it sees, so that no part of the network ends up saying always the same."""
    return nn.Sequential(nn.Conv2d(channels, more, wide, step, wide // 2), nn.BatchNorm2d(more), nn.ReLU())


class Squeezed(nn.Module):
    """The hyperbolic tangent; of large numbers OpenCV's is none, so that they are made smaller once all is learnt."""

    def forward(self, x: Tensor) -> Tensor:
        """As nn.Tanh."""
        return torch.tanh(x if self.training else torch.clamp(x, -MOST, MOST))


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

    def drawn(self) -> Tensor:
        """Some ends, a third of them up."""
        up, flat = torch.nonzero(self.held)[:, 0], torch.nonzero(1 - self.held)[:, 0]
        third = FEW // 3
        return torch.cat([up[torch.randint(len(up), (third,))], flat[torch.randint(len(flat), (FEW - third,))]])


def varied(seen: Tensor) -> Tensor:
    """The same ends as they might be seen elsewhere: mirrored, moved, turned, in other light."""
    count = len(seen)
    turn, flip = (torch.rand(count) * 2 - 1) * TURN, torch.randint(2, (count,)) * 2.0 - 1
    c, s = torch.cos(turn), torch.sin(turn)
    move = (torch.rand(count, 2) * 2 - 1) * SHIFT * 2 / CELLS
    way = torch.stack([torch.stack([c, -s * flip, move[:, 0]], 1), torch.stack([s, c * flip, move[:, 1]], 1)], 1)
    grid = functional.affine_grid(way, list(seen.shape), align_corners=False)
    seen = functional.grid_sample(seen, grid, padding_mode="border", align_corners=False)
    light = GAIN * torch.randn(count, 1) + CAST * torch.randn(count, 3)
    seen[:, 3:6] += light[:, :, None, None]
    return seen


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


def witness(sample: Sample, judges: nn.Sequential, steps: int) -> Witness:
    """A network that looks as well; its odds are such as if a third of all ends were up."""
    made = Witness(judges, sample.told)
    learner = torch.optim.AdamW([p for p in made.parameters() if p.requires_grad], LOOK_PACE, weight_decay=LOOK_DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(learner, LOOK_PACE, steps, pct_start=0.15)
    course = Course(learner, pace, steps, STEEPEST)
    for _ in range(steps):
        some = sample.drawn()
        odds = made(sample.told[some], varied(sample.seen(some)))[:, 0]
        course.step(functional.binary_cross_entropy_with_logits(odds, sample.held[some]))
    return made.eval()


def shipped(file: Path, facts: int) -> nn.Sequential:
    """The judges of a network that was written before."""
    stored = {w.name: torch.from_numpy(onnx.numpy_helper.to_array(w).copy()) for w in onnx.load(file).graph.initializer}
    layers = {name.removeprefix("jury."): value for name, value in stored.items()}
    within = len(layers["0.bias"])
    made = nn.Sequential(nn.Linear(facts, within), Squeezed(), nn.Linear(within, 1))
    made.load_state_dict({name: layers[name] for name in made.state_dict()})
    return made.eval()


def _told(ask: Callable[[Tensor], Tensor], sample: Sample) -> Tensor:
    """What is said to all ends of a sample, asked some at a time (n,)."""
    with torch.no_grad():
        return torch.cat([ask(some)[:, 0] for some in torch.arange(len(sample.held)).split(512)])


def odds_of(made: Witness, sample: Sample) -> Tensor:
    """The odds of all ends of a sample."""
    return _told(lambda some: made(sample.told[some], sample.seen(some)), sample)


def report(odds: Tensor, held: Tensor) -> str:
    """How many ends that are up, and that are not, are above some odds."""
    counts = [
        f"{x}: {((odds > x) & (held > 0)).sum()} and {((odds > x) & (held == 0)).sum()}" for x in np.arange(-4, 5)
    ]
    return f"{int(held.sum())} ends up, {int((held == 0).sum())} flat; above odds of " + ", ".join(counts)


def apart(made: Witness, sample: Sample) -> str:
    """By how much looking tells ends that are up from flat ones; of a network that does not look, by nothing."""
    looked, up = _told(lambda some: made.looked(sample.seen(some)), sample), sample.held > 0
    usual = looked[up].mean(), looked[~up].mean()
    return f"looking gives {usual[0]:.2f} to ends up, {usual[1]:.2f} to flat ones (+-{looked.std():.2f})"


def main() -> None:
    """Read the command line, train, count, write the network."""
    parser = parser_of("learn_held", __doc__, LOOKS)
    parser.add_argument("--jury", type=Path, help="a network written before, of which the judges are kept")
    parser.add_argument("--often", action="append", default=[], help="part of the name of sets that count more")
    options, more = learning(parser, "held"), parser.parse_args()
    torch.manual_seed(1)
    elsewhere = [file for file in options.files if any(name in file.name for name in more.often)]
    sample = Sample(options.files + (OFTEN - 1) * elsewhere)
    facts = sample.told.shape[1]
    judges = shipped(more.jury, facts) if more.jury else jury([judge(sample, STEPS) for _ in range(JUDGES)])
    made = witness(sample, judges, options.epochs)
    asked = torch.zeros(2, facts), torch.zeros(2, LAYERS, CELLS, CELLS)
    torch.onnx.export(made, asked, options.out, input_names=["told", "seen"], output_names=["odds"], dynamo=False)
    print(apart(made, sample))
    if options.closed:
        closed = Sample(options.closed)
        print(apart(made, closed), report(odds_of(made, closed), closed.held), sep="\n")


if __name__ == "__main__":
    main()
