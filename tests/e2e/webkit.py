"""WebKit as Debian ships it: WebKitWebDriver and its MiniBrowser on a display of its own (Xvfb), through Selenium.

The sandbox of WebKit does not start for root in a container; it is switched off for these tests alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.options import ArgOptions

BROWSERS = ("/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/lib/*/webkitgtk-6.*/MiniBrowser")
WAIT_S = 15.0


class _Options(ArgOptions):
    """What WebKitWebDriver is told: which browser to start."""

    @property
    def default_capabilities(self) -> dict[str, Any]:
        """An empty browser in automation."""
        return {"browserName": "MiniBrowser"}

    def to_capabilities(self) -> dict[str, Any]:
        """The browser with its one argument."""
        started = {"binary": str(mini_browser()), "args": ["--automation"]}
        return {**self.default_capabilities, "webkitgtk:browserOptions": started}


def mini_browser() -> Path:
    """Where Debian puts the MiniBrowser."""
    found = [path for pattern in BROWSERS for path in sorted(Path("/").glob(pattern.lstrip("/")))]
    assert found, "there is no MiniBrowser: apt-get install webkit2gtk-driver"
    return found[-1]


class WebKit:
    """A display, a driver, and as many browsers as are asked for."""

    def __init__(self, folder: Path) -> None:
        read, write = os.pipe()
        display = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x1400x24", "-nolisten", "tcp"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._display = subprocess.Popen(display, pass_fds=(write,), **quiet)  # type: ignore[call-overload]
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        environment = {
            **os.environ,
            "DISPLAY": f":{number}",
            "HOME": str(folder),
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "LANGUAGE": "de",
        }
        driver = shutil.which("WebKitWebDriver")
        assert driver, "there is no WebKitWebDriver: apt-get install webkit2gtk-driver"
        self._service = webdriver.WebKitGTKService(executable_path=driver, env=environment)
        self._browsers: list[webdriver.Remote] = []
        self._service.start()

    def browser(self) -> webdriver.Remote:
        """A fresh browser: no cookies, a phone's size."""
        opened = webdriver.Remote(self._service.service_url, options=_Options())
        opened.set_script_timeout(WAIT_S)
        opened.set_window_size(480, 900)
        self._browsers.append(opened)
        return opened

    def __enter__(self) -> WebKit:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for browser in self._browsers:
            browser.quit()
        self._service.stop()
        self._display.terminate()
        self._display.wait(5)


def until(what: Callable[[], Any], within_s: float = WAIT_S) -> Any:
    """Wait for something true and return it."""
    began = time.monotonic()
    while not (found := what()):
        assert time.monotonic() - began < within_s, f"not within {within_s} s"
        time.sleep(0.03)
    return found
