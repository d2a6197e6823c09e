"""Errors of the host's web part; each carries its HTTP status and one clear line."""

from __future__ import annotations


class WebError(Exception):
    """Root of all errors of the web part."""

    status = 400

    def __init__(self, text: str, message: str = "") -> None:
        """``message`` is the id of a sentence for people, in the words of the shell."""
        super().__init__(text)
        self.message = message


class BadRequest(WebError, ValueError):
    """A body or parameter that cannot be read."""


class Forbidden(WebError, PermissionError):
    """Not with this token, from this address, or under this name."""

    status = 403


class UnknownName(Forbidden):
    """Opened under a name that this host does not know."""


class TooMany(WebError, PermissionError):
    """Too many tries; wait a minute."""

    status = 429


class NotThere(WebError, LookupError):
    """Nothing of this name."""

    status = 404
