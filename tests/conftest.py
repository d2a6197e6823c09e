"""Where the files of tests lie: in memory where there is room, so that a test waits for what it tests, not for a disk.

A host commits every action with a sync; a shared or slow disk takes longer over it than the test over the rest.  What
a sync is for (the power goes) no test can see: the cuts of tests/table/test_torn.py make their files themselves.
Somebody's own ``TMPDIR`` or ``--basetemp`` stands.  Compiled modules are kept.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
ROOM = 4 << 30


def roomy(folder: Path) -> bool:
    """Whether this is a folder in which much may be written and programs may be started."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    return shutil.disk_usage(folder).free >= ROOM and not os.statvfs(folder).f_flag & os.ST_NOEXEC


def compiled() -> None:
    """Modules are compiled once, not by each of the hundreds of programs that tests start: half of a host's start."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def steady() -> None:
    """The same examples in every run; ``--hypothesis-profile=default`` tries new ones."""
    from hypothesis import settings

    settings.register_profile("steady", derandomize=True, database=None)
    settings.load_profile("steady")


def pytest_configure(config: pytest.Config) -> None:
    compiled()
    if config.pluginmanager.hasplugin("hypothesispytest") and not config.getoption("--hypothesis-profile", None):
        steady()
    if "TMPDIR" not in os.environ and not config.option.basetemp and roomy(MEMORY):
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
