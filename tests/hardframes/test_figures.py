"""A set is read as players would: what is refused is taken again."""

from __future__ import annotations

import json
from pathlib import Path

from tests.hardframes.figures import Job, read_setup, setup_of, taught
from tests.hardframes.hardset import LABELS
from tests.hardframes.harshset import HarshSet

GLOW = Job(37001, 26, 55, series=HarshSet)
"""A glossy table; a lamp is mirrored over one of the faces."""


def teaching(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in (folder / "teach").iterdir()}


def test_a_picture_that_is_refused_is_taken_again_elsewhere_and_the_refusal_is_told() -> None:
    with setup_of(GLOW) as (setup, made):
        before, first = teaching(setup), json.loads((setup / LABELS).read_text())["teach"]
        refused = taught(setup, made)[1]
        after, then = teaching(setup), json.loads((setup / LABELS).read_text())["teach"]
        assert [reason.partition(":")[0] for reason in refused] == ["violet_top0_magie.jpg"]
        assert read_setup(setup)[1] == []
    assert [name for name in before if before[name] != after[name]] == ["violet_top0_magie.jpg"]
    assert [name for name in first if first[name] != then[name]] == ["violet_top0_magie.jpg"]


def test_a_written_set_is_read_as_it_is() -> None:
    with setup_of(GLOW) as (setup, _):
        before = teaching(setup)
        assert len(taught(setup, None)[1]) == 1
        assert teaching(setup) == before
