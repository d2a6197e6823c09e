"""A phone that really sleeps: a browser of its own over the DevTools wire.

Playwright keeps every page focused and so never lets it freeze; here the page is hidden and frozen as a phone in a
pocket is: no timer runs and nothing is taken in until it is woken.
"""

from __future__ import annotations

import json
import subprocess
import time
import urllib.request
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

import websocket

from companion.games import Json
from tests.e2e.phone import ARGUMENTS, CHROMIUM

START_S = 15.0


class Sleeper:
    """One page in a Chromium of its own."""

    def __init__(self, folder: Path) -> None:
        options = [
            "--headless=new",
            "--remote-debugging-port=0",
            "--remote-allow-origins=*",
            f"--user-data-dir={folder}",
        ]
        self._process = subprocess.Popen(
            [CHROMIUM, *ARGUMENTS, *options, "--lang=de", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._ids = count(1)
        self._wire = websocket.create_connection(_address(folder / "DevToolsActivePort"), timeout=START_S)

    def send(self, method: str, **values: Any) -> Json:
        """One command of the DevTools protocol and its answer."""
        number = next(self._ids)
        self._wire.send(json.dumps({"id": number, "method": method, "params": values}))
        while True:
            answer: Json = json.loads(self._wire.recv())
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer

    def run(self, script: str) -> Any:
        """The value of a script in the page."""
        told = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)["result"]
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def go(self, url: str) -> None:
        """Open a page and wait until it is there."""
        self.send("Page.navigate", url=url)
        self.until(f"location.href.startsWith({json.dumps(url)}) && document.readyState === 'complete'", START_S)

    def until(self, script: str, within_s: float) -> float:
        """Wait until a script is true; the seconds that it took.  Fails after ``within_s``."""
        began = time.monotonic()
        while not self.run(script):
            assert time.monotonic() - began < within_s, f"not within {within_s} s: {script}"
            time.sleep(0.02)
        return time.monotonic() - began

    def sleep(self) -> None:
        """Hide and freeze the page."""
        self.send("Page.setWebLifecycleState", state="frozen")

    def wake(self) -> None:
        """Thaw and show it."""
        self.send("Page.setWebLifecycleState", state="active")
        self.send("Page.bringToFront")

    def __enter__(self) -> Sleeper:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._wire.close()
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(5)


def _address(file: Path) -> str:
    """Where the page of the browser is reached, once it runs."""
    began = time.monotonic()
    while time.monotonic() - began < START_S:
        try:
            port = file.read_text().split()[0]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
                pages = [each for each in json.load(answer) if each["type"] == "page"]
            return str(pages[0]["webSocketDebuggerUrl"])
        except (OSError, IndexError):
            time.sleep(0.05)
    raise AssertionError("the browser does not start")
