"""What can go wrong between a device and the host; every message is one line."""

from __future__ import annotations


class LinkError(Exception):
    """Root of every error of this package."""


class AddressError(LinkError, ValueError):
    """The host's address cannot be used; the message shows a good one."""


class TokenError(LinkError, ValueError):
    """The file with the device's token cannot be read, or holds none."""


class HostError(LinkError, ConnectionError):
    """The host does not answer."""


class Refused(HostError):
    """The host answers, but does not know this device, or not any longer."""


class Garbled(HostError):
    """The host answers, but not as the protocol says."""
