"""Train the network of `vision.evidence.resemblance` anew.

``python -m tests.hardframes.learn --lessons DIR --out FILE``; ``DIR`` holds what `tests.hardframes.lessons` kept; the
sets named by ``--closed`` are not learnt from but counted at the end.  Needs the extra ``learn``; two processors take
twenty minutes for 234 sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.hardframes.course import Course
from tests.hardframes.faces import NONE, Faces
from tests.hardframes.spoil import spoilt
from tests.hardframes.stored import learning, parser_of
from vision.evidence.resemblance import HIGH, LITTLE, MOST, WIDE

AT_ONCE, PACE = 32, 2e-3
EXCHANGED = 0.04
"""Share of the faces that are compared with another wand of their set: none of its faces is theirs."""
SIZES = (8, 16, 24, 32, 48, 48)
STEPS = ((5, 2), (3, 2), (3, 1), (3, 2), (3, 1))
"""Width and stride of each layer."""


class Network(nn.Module):
    """From pairs of faces (n, 8, rows, columns) to how much they are one (n, 1)."""

    def __init__(self) -> None:
        super().__init__()
        between = zip(SIZES, SIZES[1:], STEPS, strict=False)
        self.layers = nn.ModuleList(nn.Conv2d(a, b, wide, step, wide // 2) for a, b, (wide, step) in between)
        self.mean, self.most = nn.AdaptiveAvgPool2d(1), nn.AdaptiveMaxPool2d(1)
        self.last = nn.Sequential(nn.Linear(2 * SIZES[-1], SIZES[-1]), nn.ReLU(), nn.Linear(SIZES[-1], 1))

    def forward(self, pairs: Tensor) -> Tensor:
        """How much each pair is one face."""
        for layer in self.layers:
            pairs = functional.relu(layer(pairs))
        told: Tensor = self.last(torch.cat([self.mean(pairs).flatten(1), self.most(pairs).flatten(1)], 1))
        return told


class Sample:
    """The faces of many sets as one."""

    def __init__(self, files: list[Path]) -> None:
        sets = [Faces.load(file) for file in files]
        first = np.cumsum([0, *(len(s.layers) for s in sets)])
        self.seen = torch.from_numpy(np.concatenate([s.seen for s in sets])).permute(0, 3, 1, 2)
        self.clear = torch.from_numpy(np.concatenate([s.clear for s in sets]))[:, None]
        self.truth = torch.from_numpy(np.concatenate([s.truth for s in sets]).astype(np.int64))
        self.wand = torch.from_numpy(np.concatenate([s.wand + f for s, f in zip(sets, first, strict=False)])).long()
        self.layers = torch.from_numpy(np.concatenate([s.layers for s in sets]))
        self.tops = torch.from_numpy(np.concatenate([s.tops for s in sets]).astype(np.int64))
        self.woods = torch.from_numpy(np.concatenate([s.woods for s in sets]))

    def __len__(self) -> int:
        return len(self.truth)

    def compared(self, which: Tensor, spoil: bool) -> tuple[Tensor, Tensor, Tensor]:
        """Pairs (n, guesses, 8, rows, columns), the guesses' values (n, guesses), and the truths (n,)."""
        seen, clear = self.seen[which].float(), self.clear[which].float()
        wand, truth = self.wand[which].clone(), self.truth[which].clone()
        if spoil:
            seen, clear = spoilt(seen, clear)
            other = (torch.rand(len(which)) < EXCHANGED) & (truth != NONE)
            wand[other] = wand[other] // 3 * 3 + (wand[other] + 1 + torch.randint(2, (int(other.sum()),))) % 3
            truth[other] = NONE
        off = torch.log((seen + LITTLE) / (self.woods[wand][..., None, None] + LITTLE))
        light = off.flatten(2).median(dim=2).values.mean(dim=1)[:, None, None, None]
        own = torch.cat([(off - light).clamp(-MOST, MOST), clear], 1)
        tops, layers = self.tops[wand], self.layers[wand]
        if spoil:
            tops, layers = _fewer(tops, layers, truth)
        count = layers.shape[1]
        return torch.cat([own[:, None].expand(-1, count, -1, -1, -1), layers.float()], 2), tops, truth


def _fewer(tops: Tensor, layers: Tensor, truth: Tensor) -> tuple[Tensor, Tensor]:
    """Both ways round of the true value and one of each other (of what is none: of the first)."""
    own = torch.where(truth == NONE, tops[:, 0], truth)[:, None]
    order = torch.argsort((tops != own).float() * 10 + (tops - own) % 3 * 2 + torch.rand(tops.shape), dim=1)
    chosen = order[:, [0, 1, 2, 4]]
    return tops.gather(1, chosen), layers[torch.arange(len(layers))[:, None], chosen]


def odds(network: Network, pairs: Tensor, tops: Tensor) -> Tensor:
    """Logarithms of odds of each value, and of none: (n, 4)."""
    told = network(pairs.flatten(0, 1)).view(tops.shape)
    values = [torch.logsumexp(told.masked_fill(tops != value, -1e4), 1) for value in range(NONE)]
    return torch.stack([*values, torch.zeros(len(told))], 1)


def _batches(count: int, epochs: int) -> Iterator[Tensor]:
    for _ in range(epochs):
        yield from torch.randperm(count).split(AT_ONCE)


def train(sample: Sample, epochs: int) -> Network:
    """A network that has seen the sample so many times, spoilt anew each time."""
    network = Network()
    steps = epochs * -(-len(sample) // AT_ONCE)
    learner = torch.optim.AdamW(network.parameters(), PACE / 2, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(learner, PACE, steps, pct_start=0.15)
    course = Course(learner, pace, steps)
    for which in _batches(len(sample), epochs):
        pairs, tops, truth = sample.compared(which, spoil=True)
        course.step(functional.cross_entropy(odds(network, pairs, tops), truth))
    return network.eval()


def told_of(network: Network, sample: Sample) -> tuple[np.ndarray, np.ndarray]:
    """Odds (n, 4) of all faces of a sample as they are, and their truths (n,)."""
    with torch.no_grad():
        parts = [sample.compared(which, spoil=False) for which in torch.arange(len(sample)).split(64)]
        return torch.cat([odds(network, *part[:2]) for part in parts]).numpy(), sample.truth.numpy()


def report(told: np.ndarray, truth: np.ndarray) -> str:
    """How often it is right, and how sure of itself where it is wrong."""
    order = np.sort(told, axis=1)
    margin, right = order[:, -1] - order[:, -2], told.argmax(axis=1) == truth
    worst = np.sort(margin[~right])[::-1][:12].round(1)
    return f"{right.mean():.4f} of {len(right)} right; the surest wrong ones by {worst.tolist()}"


def main() -> None:
    """Read the command line, train, count, write the network."""
    options = learning(parser_of("learn", __doc__, 5), "faces")
    torch.manual_seed(1)
    network = train(Sample(options.files), options.epochs)
    pairs = torch.zeros(6, SIZES[0], HIGH, WIDE)
    torch.onnx.export(network, (pairs,), options.out, input_names=["pairs"], output_names=["alike"], dynamo=False)
    if options.closed:
        print(report(*told_of(network, Sample(options.closed))))


if __name__ == "__main__":
    main()
