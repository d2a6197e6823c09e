"""What may be kept as pane and wands: what an eye wrote, and nothing that only looks like it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.table import taughtfiles
from companion.table.errors import Denied
from companion.table.setup import PANE, WANDS, Setup
from companion.table.setupfile import pack
from tests.table import learnt
from vision.geometry.pane import PaneFile
from vision.taught.wandset import FaceFile, WandFile, WandSetFile

WRONG: list[tuple[str, dict[str, Any]]] = [
    (PANE, {"version": 2}),
    (PANE, {"size_px": [4, 480]}),
    (PANE, {"size_px": "large"}),
    (PANE, {"focal_px": 0}),
    (PANE, {"rotation": [[1.0, 0.0, 0.0]]}),
    (PANE, {"opening_mm": [[0.0, 0.0]] * 3}),
    (PANE, {"centre_px": [1e300, 0.0]}),
    (PANE, {"surprise": 1}),
    (WANDS, {"version": 2}),
    (WANDS, {"wands": {}}),
    (WANDS, {"wands": {"red": {"length_mm": 1.0, "side_mm": 2.0, "faces": {}}}}),
    (WANDS, {"density": -1.0}),
    (WANDS, {"empty": "no picture"}),
]
GOOD: dict[str, Callable[[], bytes]] = {PANE: learnt.pane, WANDS: learnt.wands}


def test_small_ones_for_tests_are_taken() -> None:
    taughtfiles.pane(learnt.pane())
    taughtfiles.wands(learnt.wands())


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (taughtfiles.Pane, PaneFile),
        (taughtfiles.Wands, WandSetFile),
        (taughtfiles.TaughtWand, WandFile),
        (taughtfiles.TaughtFace, FaceFile),
    ],
)
def test_host_and_eye_mean_the_same_format(here: Any, there: Any) -> None:
    assert [f.name for f in msgspec.structs.fields(here)] == [f.name for f in msgspec.structs.fields(there)]


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_a_wrong_part_is_named_and_nothing_of_its_copy_is_taken(
    name: str, wrong: dict[str, Any], tmp_path: Path
) -> None:
    setup = Setup(tmp_path)
    setup.put(PANE, learnt.pane(800))
    setup.put(WANDS, learnt.wands(100.0))
    before = setup.parts()
    parts = {each: good() for each, good in GOOD.items()}
    parts[name] = msgspec.json.encode({**msgspec.json.decode(parts[name]), **wrong})
    with pytest.raises(Denied) as refused:
        setup.restore(pack(parts))
    assert refused.value.reason.values["name"] == name and setup.parts() == before


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"\xff", b"{" * 5000, b'{"version": 1}'])
def test_what_is_no_file_of_an_eye_at_all(content: bytes, tmp_path: Path) -> None:
    for name in GOOD:
        with pytest.raises(Denied):
            Setup(tmp_path).put(name, content)
