"""Networks of this package, run by OpenCV."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from vision.evidence.network import Network

SHAPES = {"faces.onnx": (6, 8, 24, 128), "notches.onnx": (2, 3, 20, 145), "held.onnx": (2, 46)}
"""What each is asked."""


@pytest.mark.parametrize("file", SHAPES)
def test_each_network_answers_the_same_to_many_at_once(file: str) -> None:
    network, rng = Network(file), np.random.default_rng(1)
    asked = [rng.normal(0, 1, SHAPES[file]).astype(np.float32) for _ in range(8)]
    alone = [network.answer(a) for a in asked]
    assert len({a.tobytes() for a in alone}) == len(alone) and all(np.isfinite(a).all() for a in alone)
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(network.answer, asked))
    assert all(np.array_equal(a, b) for a, b in zip(alone, together, strict=True))


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.onnx"):
        Network("nothing.onnx").answer(np.zeros((1, 1), np.float32))
