"""Set-up, settings and records with anything in them: taken, or refused by an error of their own; nothing half."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.settings import SettingsError, load
from companion.table import lampmap, record
from companion.table.errors import Denied
from companion.table.record import BadRecord
from companion.table.setup import LAMPS, PANE, WANDS, Setup
from tests.table import learnt
from tests.table.pocket import POCKET
from vision.errors import VisionError
from vision.geometry.pane import load_pane
from vision.taught.wandset import load_wands

HERE = Path(__file__).parent
GOOD = {PANE: learnt.pane(), WANDS: learnt.wands(), LAMPS: b'{"a": [1, 2]}'}
READERS: dict[str, Callable[[str], object]] = {PANE: load_pane, WANDS: load_wands}
LINES = (HERE / "records/pocket.jsonl").read_text(encoding="utf-8").splitlines()
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("bind", "port", "game", "language", "question_s", "ghost_s", "proxies", "public", "camera", "strip", "x")


def broken(data: st.DataObject, value: Any) -> Any:
    """The same with something else in one place."""
    if not isinstance(value, dict | list) or not value or data.draw(st.integers(0, 3)) == 0:
        return data.draw(anything)
    if isinstance(value, list):
        at = data.draw(st.integers(0, len(value) - 1))
        return [broken(data, each) if i == at else each for i, each in enumerate(value)]
    key = data.draw(st.sampled_from(sorted(value)))
    if data.draw(st.booleans()):
        return {name: each for name, each in value.items() if name != key}
    return {**value, key: broken(data, value[key])}


@pytest.mark.parametrize("part", GOOD)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_broken_part_of_the_set_up_changes_nothing(part: str, data: st.DataObject) -> None:
    content = json.dumps(broken(data, json.loads(GOOD[part]))).encode()
    with tempfile.TemporaryDirectory() as folder:
        setup = Setup(Path(folder), checks={LAMPS: lampmap.check})
        for name, good in GOOD.items():
            setup.put(name, good)
        before = setup.parts()
        try:
            setup.put(part, content)
        except Denied:
            assert setup.parts() == before
        else:
            assert setup.parts() == {**before, part: content} and not setup.damaged()


@pytest.mark.parametrize("part", READERS)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_eye_takes_its_files_or_says_why_not_in_a_line(part: str, data: st.DataObject) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(json.dumps(broken(data, json.loads(GOOD[part]))).encode())
        file.flush()
        try:
            READERS[part](file.name)
        except VisionError as error:
            assert str(error) and "\n" not in str(error)


@given(st.dictionaries(st.sampled_from(KEYS), anything, max_size=4), st.binary(max_size=12))
@settings(max_examples=100, deadline=None)
def test_any_settings_file_is_taken_or_refused(values: dict[str, Any], rubbish: bytes) -> None:
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in values.items()]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "settings.toml").write_bytes("".join(lines).encode("utf-8", "replace") + rubbish)
        try:
            found = load(data=folder)
        except SettingsError as error:
            assert str(error)
        else:
            assert 0 <= found.port <= 65535


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_a_broken_record_is_refused_or_replays(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(LINES) - 1))
    other = json.dumps(broken(data, json.loads(LINES[at])))
    text = "\n".join(other if i == at else line for i, line in enumerate(LINES))
    try:
        _, count = record.replay(POCKET, text)
    except BadRecord as error:
        assert str(error).startswith("line ")
    else:
        assert count <= len(LINES)
