"""What the room may stand on: the protocol and the standard library, so that a device carries nothing else."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import companion.link

FOLDER = Path(companion.link.__file__).parent


def imported(file: Path) -> set[str]:
    """Modules that a file names in its imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or ".")
    return found


def test_it_imports_the_protocol_itself_and_the_standard_library() -> None:
    named = set().union(*map(imported, FOLDER.glob("*.py")))
    ours = {name for name in named if name == "companion" or name.startswith("companion.")}
    assert {name for name in ours if name != "companion.protocol" and not name.startswith("companion.link")} == set()
    assert {name for name in named - ours if name.partition(".")[0] not in sys.stdlib_module_names} == set()
    assert "companion.protocol" in ours


def test_a_device_that_follows_the_host_has_loaded_no_server_and_no_game() -> None:
    told = "import companion.link.follower, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, timeout=60)
    loaded = set(done.stdout.split())
    assert "companion.protocol" in loaded
    assert not loaded & {"flask", "gunicorn", "sqlite3", "cv2", "numpy", "companion.table", "companion.games"}
