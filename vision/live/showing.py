"""What people at a set-up page see through the eye, and what it has learnt there, on its way to the host."""

from __future__ import annotations

import contextlib
import threading
import time

from companion.link.errors import LinkError
from companion.link.host import Host
from companion.protocol import encode
from vision.live.line import Learnt, Shown
from vision.live.taught import Taught

POST_S = 5.0
AGAIN_S = 1.0


class Showing:
    """The newest picture alone is worth sending; what was learnt is sent until the host has it."""

    def __init__(self, host: Host, taught: Taught) -> None:
        self.host, self.taught = host, taught
        self._news = threading.Condition()
        self._shown: Shown | None = None
        self._learnt: list[Learnt] = []

    def start(self) -> None:
        """Send from a thread of its own."""
        threading.Thread(target=self._send_on, name="showing", daemon=True).start()

    def put(self, message: Shown | Learnt) -> None:
        """Something to send."""
        if isinstance(message, Learnt):
            # Before the host tells that it has it: the child goes on with it and need not be started anew.
            self.taught.adopt(message.taught)
        with self._news:
            if isinstance(message, Learnt):
                self._learnt.append(message)
            else:
                self._shown = message
            self._news.notify()

    def _send_on(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._shown or self._learnt)
                shown, self._shown = self._shown, None
                learnt = self._learnt[0] if self._learnt else None
            if learnt is not None:
                self._teach(learnt)
            if shown is not None:
                self._show(shown)

    def _show(self, shown: Shown) -> None:
        path = "/api/device/eye/whole" if shown.whole else "/api/device/eye/picture"
        with contextlib.suppress(LinkError):
            if shown.jpeg:
                self.host.post(path, shown.jpeg, "image/jpeg", POST_S)
            self.host.post("/api/device/eye", encode(shown.report), timeout_s=POST_S)

    def _teach(self, learnt: Learnt) -> None:
        with contextlib.suppress(LinkError):
            if self.host.post("/api/device/taught", encode(learnt.taught), timeout_s=POST_S).status < 500:
                with self._news:
                    self._learnt.remove(learnt)
                return
        time.sleep(AGAIN_S)
