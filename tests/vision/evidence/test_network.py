"""Networks of this package, run by OpenCV."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from vision.evidence.network import Network
from vision.evidence.vicinity import CELLS, LAYERS

SHAPES: dict[str, dict[str, tuple[int, ...]]] = {
    "faces.onnx": {"": (6, 8, 24, 128)},
    "notches.onnx": {"": (2, 3, 20, 145)},
    "held.onnx": {"": (2, 46)},
    "around.onnx": {"told": (2, 46), "seen": (2, LAYERS, CELLS, CELLS)},
}
"""What each is asked."""


@pytest.mark.parametrize("file", SHAPES)
def test_each_network_answers_the_same_to_many_at_once(file: str) -> None:
    network, rng = Network(file, tuple(SHAPES[file])), np.random.default_rng(1)
    asked = [[rng.normal(0, 1, shape).astype(np.float32) for shape in SHAPES[file].values()] for _ in range(8)]
    alone = [network.answer(*a) for a in asked]
    assert len({a.tobytes() for a in alone}) == len(alone) and all(np.isfinite(a).all() for a in alone)
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda a: network.answer(*a), asked))
    assert all(np.array_equal(a, b) for a, b in zip(alone, together, strict=True))


@pytest.mark.parametrize("file", SHAPES)
def test_each_network_answers_with_numbers_whatever_it_is_asked(file: str) -> None:
    """OpenCV's hyperbolic tangent of a large number is none; nothing is more likely than what is no number."""
    network, rng = Network(file, tuple(SHAPES[file])), np.random.default_rng(2)
    for scale in (0.0, 1.0, 10.0, 1000.0):
        asked = [(scale * rng.normal(0, 1, shape)).astype(np.float32) for shape in SHAPES[file].values()]
        assert np.isfinite(network.answer(*asked)).all(), scale


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.onnx"):
        Network("nothing.onnx").answer(np.zeros((1, 1), np.float32))


def test_as_much_is_asked_as_a_network_was_made_for() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Network("around.onnx", ("told", "seen")).answer(np.zeros((2, 46), np.float32))
