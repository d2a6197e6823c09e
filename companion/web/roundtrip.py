"""A request that really goes round: through the listener, the lobby, a thread, the app and back."""

from __future__ import annotations

import http.client
import ipaddress
from collections.abc import Callable

PATIENCE_S = 3.0


def goes_round(host: str, port: int) -> Callable[[], bool]:
    """Asks the host at this address whether it answers within three seconds.  For the watchdog."""
    address = _reached(host)

    def ask() -> bool:
        connection = http.client.HTTPConnection(address, port, timeout=PATIENCE_S)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    return ask


def _reached(host: str) -> str:
    """Where a host that listens everywhere is reached from this machine."""
    try:
        bound = ipaddress.ip_address(host)
    except ValueError:
        return host
    if not bound.is_unspecified:
        return host
    return "127.0.0.1" if bound.version == 4 else "::1"
