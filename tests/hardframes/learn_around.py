"""Train the network of `vision.evidence.hold` that looks: ``python -m tests.hardframes.learn_around --lessons DIR --out
FILE``.

``DIR`` holds what `tests.hardframes.lessons` kept; the sets named by ``--closed`` are not learnt from but counted at
the end.  What the judges say (``held.onnx``) is taken as it is.  Needs the extra ``learn``; two processors take three
minutes for eighty sets.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.hardframes.course import Course
from tests.hardframes.ends import Sample, report
from tests.hardframes.learn_held import LEAST, LOST, NOISE, Squeezed
from tests.hardframes.stored import learning, parser_of
from vision.evidence.hold import JUDGES
from vision.evidence.vicinity import CELLS, LAYERS

SIZES, WIDTHS, STRIDES, SAID = (LAYERS, 12, 20, 28, 28), (5, 3, 3, 3), (2, 2, 2, 1), 32
"""Channels, widths and strides of the layers that look at a vicinity, and what comes of it."""
FEW, STEPS, PACE, DECAY, STEEPEST = 192, 2000, 1.5e-3, 0.02, 1.0
"""Ends that are looked at at once, how often, the pace of that, and the longest step of it."""
BLANK = 0.15
"""Share of the ends of which what is told is kept back while looking is learnt."""
OFTEN = 4
"""So many times the sets that were rendered elsewhere are counted: they are few."""
SHIFT, TURN, GAIN, CAST = 1, 0.1, 0.15, 0.04
"""While learning a vicinity is moved by up to so many cells, turned by up to so many radians, lit otherwise by so much
and of another hue by so much (logarithms)."""


class Witness(nn.Module):
    """From what is told of ends (n, facts) and seen around them (n, LAYERS, CELLS, CELLS) to how much likelier both
    make it that each is up than the judges say (n, 1), logarithms.
    """

    def __init__(self, told: Tensor) -> None:
        super().__init__()
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
        """How much likelier."""
        off = (told - self.usual) / self.spread
        if self.training:
            off = off + NOISE * torch.randn_like(off)
            off = off * (torch.rand(len(off)) > BLANK)[:, None]
        more: Tensor = self.facts(off) + self.looked(seen)
        return more


def _layer(channels: int, more: int, wide: int, step: int) -> nn.Sequential:
    """What it makes is of one size whatever it sees, so that no part of the network ends up saying always the same."""
    return nn.Sequential(nn.Conv2d(channels, more, wide, step, wide // 2), nn.BatchNorm2d(more), nn.ReLU())


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


def judged(sample: Sample) -> Tensor:
    """What the judges say of all ends of a sample, as if each was shown to them alone (n,)."""
    return torch.from_numpy(JUDGES.answer(sample.told.numpy())[:, 0]).float()


def witness(sample: Sample, steps: int) -> Witness:
    """A network that looks; with what it adds the odds are such as if a third of all ends were up."""
    made, before = Witness(sample.told), judged(sample)
    learner = torch.optim.AdamW([p for p in made.parameters() if p.requires_grad], PACE, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(learner, PACE, steps, pct_start=0.15)
    course = Course(learner, pace, steps, STEEPEST)
    for _ in range(steps):
        some = sample.drawn(FEW)
        odds = before[some] + made(sample.told[some], varied(sample.seen(some)))[:, 0]
        course.step(functional.binary_cross_entropy_with_logits(odds, sample.held[some]))
    return made.eval()


def _told(ask: Callable[[Tensor], Tensor], sample: Sample) -> Tensor:
    """What is said to all ends of a sample, asked some at a time (n,)."""
    with torch.no_grad():
        return torch.cat([ask(some)[:, 0] for some in torch.arange(len(sample.held)).split(512)])


def odds_of(made: Witness, sample: Sample) -> Tensor:
    """The odds of all ends of a sample, judges and all."""
    return judged(sample) + _told(lambda some: made(sample.told[some], sample.seen(some)), sample)


def apart(made: Witness, sample: Sample) -> str:
    """By how much looking tells ends that are up from flat ones; of a network that does not look, by nothing."""
    looked, up = _told(lambda some: made.looked(sample.seen(some)), sample), sample.held > 0
    usual = looked[up].mean(), looked[~up].mean()
    return f"looking gives {usual[0]:.2f} to ends up, {usual[1]:.2f} to flat ones (+-{looked.std():.2f})"


def main() -> None:
    """Read the command line, train, count, write the network."""
    parser = parser_of("learn_around", __doc__, STEPS)
    parser.add_argument("--often", action="append", default=[], help="part of the name of sets that count more")
    options, more = learning(parser, "held"), parser.parse_args()
    torch.manual_seed(1)
    elsewhere = [file for file in options.files if any(name in file.name for name in more.often)]
    sample = Sample(options.files + (OFTEN - 1) * elsewhere)
    made = witness(sample, options.epochs)
    asked = torch.zeros(2, sample.told.shape[1]), torch.zeros(2, LAYERS, CELLS, CELLS)
    torch.onnx.export(made, asked, options.out, input_names=["told", "seen"], output_names=["more"], dynamo=False)
    print(apart(made, sample))
    if options.closed:
        closed = Sample(options.closed)
        print(apart(made, closed), report(odds_of(made, closed), closed.held), sep="\n")


if __name__ == "__main__":
    main()
