"""The course of a network that learns: step by step down its loss, with a line on the way now and then."""

from __future__ import annotations

from torch import Tensor, nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

TOLD, SLOWLY = 500, 0.01
"""A line every so many steps; its loss is a mean in which each step counts so much."""


class Course:
    """So many ``steps`` of a learner at a pace, none longer than ``steepest`` where that is given."""

    def __init__(self, learner: Optimizer, pace: LRScheduler, steps: int, steepest: float | None = None) -> None:
        self.learner, self.pace, self.steps, self.steepest = learner, pace, steps, steepest
        self._done, self._usual = 0, 0.0

    def step(self, loss: Tensor) -> None:
        """Learn from one loss."""
        self.learner.zero_grad()
        loss.backward()
        if self.steepest is not None:
            nn.utils.clip_grad_norm_([p for group in self.learner.param_groups for p in group["params"]], self.steepest)
        self.learner.step()
        self.pace.step()
        self._tell(loss.item())

    def _tell(self, loss: float) -> None:
        self._usual += max(SLOWLY, 1 / (self._done + 1)) * (loss - self._usual)
        if self._done % TOLD == 0:
            print(f"{self._done} of {self.steps}: {self._usual:.4f}", flush=True)
        self._done += 1
