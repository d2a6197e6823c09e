"""Where the host is and how to speak to it."""

from __future__ import annotations

import http.client
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from companion.link.errors import AddressError, HostError, TokenError
from companion.link.events import LONGEST
from companion.link.faults import Fault, Faults

SILENCE_S = 3.0
"""The host says something every second; who has heard nothing for so long need not wait on."""
STALE = 409
"""Not refused: the table went on while the message was under way."""


class Answer(NamedTuple):
    """What the host said to a message: HTTP status and body."""

    status: int
    body: bytes


class Host:
    """The host of one device.  ``faults`` hears of messages that it refuses."""

    def __init__(self, url: str, token_file: Path, faults: Faults | None = None) -> None:
        """Raises AddressError; the token's file is read only when it is needed."""
        self.address, self.port = _place(url)
        self.token_file, self.faults = token_file, faults or Faults()
        self.known = False
        """Whether the host knows this device at the moment: its stream brings states."""

    def token(self) -> str:
        """The device's secret, read anew at every use (the host may have made a new one).  Raises TokenError."""
        try:
            token = self.token_file.read_text(encoding="utf-8-sig").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise TokenError(
                f"the token file {self.token_file} cannot be read ({error}); the host writes it into its data folder, "
                "under tokens/: copy it from there"
            ) from None
        if not token or not token.isprintable() or " " in token:
            raise TokenError(f"the token file {self.token_file} holds no token")
        return token

    def connect(self, timeout_s: float) -> http.client.HTTPConnection:
        """A fresh connection; every wait on it ends after ``timeout_s``."""
        return http.client.HTTPConnection(self.address, self.port, timeout=timeout_s)

    def authorization(self) -> dict[str, str]:
        """The header that says who speaks.  Raises TokenError."""
        return {"Authorization": f"Bearer {self.token()}"}

    def post(self, path: str, body: bytes, kind: str = "application/json", timeout_s: float = SILENCE_S) -> Answer:
        """Send one message of a media type.  Raises HostError where nobody answers, TokenError."""
        return self._ask("POST", path, body, {"Content-Type": kind}, timeout_s)

    def get(self, path: str, longest: int = LONGEST, timeout_s: float = SILENCE_S) -> Answer:
        """Fetch something of at most so many bytes.  Raises HostError where nobody answers, TokenError."""
        return self._ask("GET", path, None, {}, timeout_s, longest)

    def _ask(
        self,
        method: str,
        path: str,
        body: bytes | None,
        headers: dict[str, str],
        timeout_s: float,
        longest: int = LONGEST,
    ) -> Answer:
        connection = self.connect(timeout_s)
        try:
            connection.request(method, path, body, {**self.authorization(), **headers})
            told = connection.getresponse()
            answer = Answer(told.status, told.read(longest))
        except (OSError, http.client.HTTPException) as error:
            raise HostError(f"no answer from the host: {error}") from error
        finally:
            connection.close()
        self._judge(path, answer)
        return answer

    def _judge(self, path: str, answer: Answer) -> None:
        """Say of a message that it is refused; a host that does not know this device refuses all, and that is told."""
        if self.known:
            good = answer.status < 400 or answer.status == STALE
            why = f"the host refuses {path} (status {answer.status}): {answer.body[:200].decode('utf-8', 'replace')}"
            fault = None if good else Fault(why, kind=str(answer.status))
            self.faults.tell(path, fault, f"the host takes {path} again")


def _place(url: str) -> tuple[str, int]:
    """Name and port of an address.  Raises AddressError."""
    try:
        parts = urlsplit(url)
        port = parts.port or 80
        (parts.hostname or "").encode("idna")  # a name that no resolver takes would end the thread that asks it
    except ValueError as error:
        raise AddressError(f"the host's address {url!r} cannot be used: {error}") from None
    if parts.scheme != "http" or not parts.hostname:
        raise AddressError(f"the host's address must look like http://192.168.1.20:8080, not {url!r}")
    return parts.hostname, port
