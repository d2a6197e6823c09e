"""The machine that is installed into: its files below a root, its commands, and a voice; a dry run changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

Runner = Callable[[Sequence[str], Path | None], "Answer"]


class InstallError(Exception):
    """It cannot go on; the message says why and what to do."""


class Answer:
    """What a command said."""

    def __init__(self, code: int, text: str) -> None:
        self.code, self.text = code, text.strip()


def run(command: Sequence[str], folder: Path | None = None) -> Answer:
    """Run a command; one that is missing has the code 127."""
    environment: Mapping[str, str] = {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return Answer(127, f"{command[0]} is missing")
    return Answer(done.returncode, f"{done.stdout}\n{done.stderr}")


def say(text: str) -> None:
    """A line for whoever installs."""
    print(text, flush=True)


class Place:
    """Everything that is changed goes through here; with ``dry`` it is only told."""

    def __init__(
        self, root: Path = Path("/"), dry: bool = False, runner: Runner = run, voice: Callable[[str], None] = say
    ) -> None:
        self.root, self.dry, self._runner, self.say = root, dry, runner, voice

    def path(self, name: str) -> Path:
        """A path of this machine."""
        return self.root / name.lstrip("/")

    def text(self, name: str) -> str | None:
        """A file's text, None when there is none."""
        try:
            return self.path(name).read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return None

    def ask(self, *command: str, folder: Path | None = None) -> Answer:
        """A question: it is asked in a dry run as well."""
        return self._runner(command, folder)

    def do(self, what: str, *command: str, folder: Path | None = None, may_fail: bool = False) -> Answer:
        """A command that changes something.  Raises InstallError."""
        self.say(f"  {what}")
        if self.dry:
            return Answer(0, "")
        answer = self._runner(command, folder)
        if answer.code and not may_fail:
            raise InstallError(f"{' '.join(command)} failed: {answer.text[-600:] or f'code {answer.code}'}")
        return answer

    def write(self, name: str, text: str, mode: int = 0o644) -> bool:
        """Write a file, whole or not at all; False when it says that already."""
        if self.text(name) == text:
            return False
        self.say(f"  write {name}")
        if not self.dry:
            path = self.path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f".{path.name}.new")
            beside.write_text(text, encoding="utf-8", errors="surrogateescape")
            beside.chmod(mode)
            beside.replace(path)
        return True

    def remove(self, name: str) -> None:
        """Remove a file or link that may be gone."""
        path = self.path(name)
        if path.is_symlink() or path.exists():
            self.say(f"  remove {name}")
            if not self.dry:
                path.unlink()

    def remove_if_empty(self, name: str) -> None:
        """Remove a folder that holds nothing any more."""
        path = self.path(name)
        if not self.dry and path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def root_needed(command: str = "sh install.sh") -> None:
    """Raises InstallError for anybody but root; ``command`` is what was typed."""
    if os.geteuid() != 0:
        raise InstallError(f"this changes the system: sudo {command} {' '.join(sys.argv[1:])}".rstrip())
