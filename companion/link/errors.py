"""What can go wrong between a device and the host; every message is one line."""

from __future__ import annotations

from unicodedata import category


def on_one_line(text: str) -> str:
    """The same with everything that would break a line, or is not seen, as its escape (``\\n``): what somebody wrote
    into a file is quoted in messages.
    """
    return "".join(
        sign if sign.isprintable() or category(sign) == "Zs" else sign.encode("unicode_escape").decode()
        for sign in text
    )


class OneLine(Exception):
    """An error whose message is one line, whatever it quotes."""

    def __str__(self) -> str:
        return on_one_line(super().__str__())


class LinkError(OneLine):
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
