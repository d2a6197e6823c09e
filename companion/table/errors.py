"""Errors of the table; each is also a fitting builtin."""

from __future__ import annotations

from companion.games import Reason


class TableError(Exception):
    """Root of all errors of the table."""


class Stale(TableError, LookupError):
    """A command made on a state that is no more; nothing changed."""


class NotYours(TableError, PermissionError):
    """A seat, ask or proposal of somebody else; nothing changed."""


class Unreadable(TableError, ValueError):
    """A command that cannot be understood; nothing changed."""


class Denied(TableError, ValueError):
    """A command that rules or table do not allow here; carries the reason, nothing changed."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(f"{reason.rule}: {reason.text}")


class StorageFailed(TableError, OSError):
    """The journal could not be written or opened; what was acknowledged before still stands."""

    @property
    def message(self) -> str:
        """The message id of what players are told."""
        text = str(self).lower()
        if "full" in text or "no space" in text:
            return "table.unsaved.full"
        return "table.unsaved.locked" if "read-only" in text or "permission" in text else "table.unsaved"


class Damaged(StorageFailed):
    """The journal holds something that cannot be read or that the rules refuse."""


class Sealed(TableError, PermissionError):
    """The record of a running game that keeps secrets; the reason says when it will be open."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(f"sealed: {reason.text}")


class OtherGame(TableError, ValueError):
    """The data folder holds another game; nothing in it was touched."""


class Refolded(TableError, ValueError):
    """An undamaged entry that the rules of today refuse."""


class Occupied(TableError, BlockingIOError):
    """Another host already uses this data folder."""
