"""Fitting the ghost's value function: a conditional logit (McFadden 1974) by Newton's method, with a ridge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from companion.games.dreimagier.ghost.features import NAMES

ROUNDS = 25
RIDGE = 5.0
ENOUGH = 1e-4
Array = np.ndarray[Any, np.dtype[np.float64]]
Counts = np.ndarray[Any, np.dtype[np.int64]]
Game = tuple[Array, Counts, int]
"""The features of the three seats in positions of a game, the stage of each, and who won."""


class Rows(msgspec.Struct, frozen=True):
    """Features of the three seats in many positions, the stage of each, and who won from it."""

    features: Array
    stages: Counts
    winners: Counts

    def of(self, stage: int) -> Rows:
        """Those of one stage."""
        chosen = self.stages == stage
        return Rows(self.features[chosen], self.stages[chosen], self.winners[chosen])


def rows(games: Sequence[Game]) -> Rows:
    """All positions of these games; of no game none."""
    if not games:
        return Rows(np.zeros((0, 3, len(NAMES))), np.zeros(0, np.int64), np.zeros(0, np.int64))
    return Rows(
        np.concatenate([seen for seen, _, _ in games]),
        np.concatenate([stages for _, stages, _ in games]),
        np.concatenate([np.full(len(seen), winner) for seen, _, winner in games]),
    )


def chances(features: Array, weights: Array) -> Array:
    """Chance of each seat in each position."""
    strength = features @ weights
    odds = np.exp(strength - strength.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def fit(data: Rows) -> Array:
    """The weights under which what happened was likeliest, less a little for large ones."""
    weights = np.zeros(len(NAMES))
    for _ in range(ROUNDS):
        step = _newton(data, weights)
        weights = weights + step
        if np.abs(step).max() < ENOUGH:
            break
    return weights


def _newton(data: Rows, weights: Array) -> Array:
    share, x = chances(data.features, weights), data.features
    mean = np.einsum("ns,nsf->nf", share, x)
    slope = (x[np.arange(len(x)), data.winners] - mean).sum(axis=0) - RIDGE * weights
    bend = np.einsum("ns,nsf,nsg->fg", share, x, x, optimize=True) - mean.T @ mean
    return np.asarray(np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope))


def loss(data: Rows, weights: Array) -> float:
    """Mean surprise at who won, in nats; knowing nothing it is ln 3 = 1.0986."""
    share = chances(data.features, weights)
    return float(-np.log(share[np.arange(len(share)), data.winners]).mean())


def sharpness(data: Rows, weights: Array) -> float:
    """The one factor on all weights that fits these games best (temperature scaling), by golden section."""
    low, high, part = 0.05, 3.0, (math.sqrt(5) - 1) / 2
    while high - low > 0.005:
        left, right = high - part * (high - low), low + part * (high - low)
        if loss(data, weights * left) < loss(data, weights * right):
            high = right
        else:
            low = left
    return (low + high) / 2
