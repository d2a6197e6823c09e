"""Fixtures: one browser a session, one host a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.e2e.phone import ARGUMENTS, CHROMIUM, WAIT_MS
from tests.e2e.planner import Planned, plan
from tests.e2e.programs import Host, Lamps

SEED = 5
expect.set_options(timeout=WAIT_MS)  # as long as every other wait; five seconds are little on a busy machine


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The distribution's Chromium."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """The same, without a page of the test before: one that looks for a host that is gone costs a processor."""
    yield chromium
    for context in list(chromium.contexts):
        context.close()


@pytest.fixture(scope="session")
def planned() -> Planned:
    """One whole game, the same every time."""
    return plan(SEED)


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a simulated camera draws of itself at its first start, the same for all; no part of a table's data."""
    return tmp_path_factory.mktemp("drawn")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with a fresh data folder on a free port."""
    data = tmp_path / "table"
    data.mkdir()
    with Host(data) as running:
        yield running


@pytest.fixture
def lamps(host: Host) -> Iterator[Lamps]:
    """Simulated lamps that follow the host."""
    running = Lamps(host)
    yield running
    running.stop()
