"""The eye calculates in one thread: the table, pages and lamps share the processor."""

from __future__ import annotations

import subprocess
import sys

PRODUCT = """
import vision.read
import numpy as np
from pathlib import Path
np.ones((600, 600), np.float32) @ np.ones((600, 600), np.float32)
print(len(list(Path("/proc/self/task").iterdir())))
"""


def test_a_product_of_matrices_starts_no_thread() -> None:
    told = subprocess.run([sys.executable, "-c", PRODUCT], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "1"
