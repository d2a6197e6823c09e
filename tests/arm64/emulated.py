"""A Debian root directory for the processor of a Pi, in which this tree runs emulated."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

TREE = Path(__file__).parents[2]
PARTS = ("companion", "vision", "firmware", "hardware", "systemd", "locks", "docs", "tests")
FILES = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "install.sh")
WORDS = ("PATH=/venv/bin:/usr/bin:/bin:/sbin", "HOME=/root", "LANG=C.UTF-8", "PYTHONDONTWRITEBYTECODE=1")
ENTER = 'mount -t proc proc "$0/proc" && root=$0 && exec chroot "$root" /usr/bin/env -i -C /tree "$@"'


class Emulated:
    """The tree as it is now, in a root directory."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.rmtree(root / "tree", ignore_errors=True)
        for part in PARTS:
            shutil.copytree(TREE / part, root / "tree" / part, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy(TREE / name, root / "tree" / name)

    def run(self, *command: str, seconds: float = 900) -> subprocess.CompletedProcess[str]:
        """Run a command inside; what it starts ends with it."""
        enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, str(self.root)]
        return subprocess.run([*enter, *WORDS, *command], capture_output=True, text=True, timeout=seconds, check=False)
