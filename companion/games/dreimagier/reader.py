"""Reads JSON strictly and collects every fault, each with the key where it was found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import Fault, Json

NOBODY = -1
MOST_ITEMS = 1000


class Reader:
    """One JSON object; wrong values become faults and harmless ones; ``close`` notes unknown keys."""

    def __init__(self, data: Any, where: str = "", faults: list[Fault] | None = None) -> None:
        self.faults: list[Fault] = [] if faults is None else faults
        self._where = where
        self._asked: set[str] = set()
        self._data: Mapping[str, Any] = data if isinstance(data, Mapping) else {}
        if not isinstance(data, Mapping):
            self.fault("", "must be a table")

    def fault(self, key: str, text: str) -> None:
        """Notes a fault under a key of this object."""
        where = f"{self._where}.{key}" if self._where and key else self._where or key
        self.faults.append(Fault(where or "position", text))

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        self._asked.add(key)
        return key in self._data

    def close(self) -> None:
        """Notes every key that nobody asked for."""
        for key in self._data:
            if key not in self._asked:
                self.fault(str(key), "is unknown")

    def _get(self, key: str) -> Any:
        return self._data[key] if self.has(key) else self.fault(key, "is missing")

    def whole(self, key: str) -> Json:
        """An object that somebody else reads."""
        value = self._get(key)
        if self.has(key) and not isinstance(value, Mapping):
            self.fault(key, "must be a table")
        return dict(value) if isinstance(value, Mapping) else {}

    def skip(self, key: str) -> int:
        """A value that cannot be judged, because what it depends on has faults itself."""
        self._get(key)
        return 0

    def part(self, key: str) -> Reader:
        """An object within this one."""
        value = self._get(key)
        return Reader(value if self.has(key) else {}, self._under(key), self.faults)

    def optional(self, key: str) -> Reader | None:
        """An object or null."""
        value = self._get(key)
        return None if value is None else Reader(value, self._under(key), self.faults)

    def parts(self, key: str) -> list[Reader]:
        """A list of objects."""
        values = self._list(key)
        return [Reader(value, f"{self._under(key)}[{i}]", self.faults) for i, value in enumerate(values)]

    def _under(self, key: str) -> str:
        return f"{self._where}.{key}" if self._where else key

    def _list(self, key: str) -> list[Any]:
        value = self._get(key)
        if isinstance(value, list) and len(value) <= MOST_ITEMS:
            return value
        if self.has(key):
            self.fault(key, "must be a list")
        return []

    def word(self, key: str, words: tuple[str, ...]) -> str:
        """One of some words."""
        return words[self.number(key, words)]

    def number(self, key: str, words: tuple[str, ...]) -> int:
        """The number of a word in its list; 0 after a fault."""
        value = self._get(key)
        if isinstance(value, str) and value in words:
            return words.index(value)
        if self.has(key):
            self.fault(key, f"must be one of {_some(words)}")
        return 0

    def number_or_nobody(self, key: str, words: tuple[str, ...]) -> int:
        """The same, -1 for null."""
        return NOBODY if self.has(key) and self._data[key] is None else self.number(key, words)

    def listed(self, key: str, words: tuple[str, ...]) -> tuple[int, ...]:
        """A list of distinct words as their numbers, in the order given."""
        found = []
        for value in self._list(key):
            if not isinstance(value, str) or value not in words:
                self.fault(key, f"holds {value!r}, which is none of {_some(words)}"[:200])
            elif words.index(value) in found:
                self.fault(key, f"holds {value} twice")
            else:
                found.append(words.index(value))
        return tuple(found)

    def numbers(self, key: str, words: tuple[str, ...], allowed: tuple[str, ...] | None = None) -> tuple[int, ...]:
        """The same, which must be in the order of the words; ``allowed`` narrows them."""
        found = self.listed(key, words)
        if list(found) != sorted(found):
            self.fault(key, f"must be in the order {_some(words)}")
        for number in found:
            if allowed is not None and words[number] not in allowed:
                self.fault(key, f"holds {words[number]}, which is none of {_some(allowed)}")
        return found

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._get(key)
        if not isinstance(value, bool) and self.has(key):
            self.fault(key, "must be true or false")
        return value is True

    def count(self, key: str, least: int, most: int) -> int:
        """A whole number within bounds; the least after a fault."""
        value = self._get(key)
        if type(value) is int and least <= value <= most:
            return value
        if self.has(key):
            self.fault(key, f"must be a whole number from {least} to {most}")
        return least

    def count_or_unknown(self, key: str, least: int, most: int) -> int:
        """The same, -1 for null."""
        return NOBODY if self.has(key) and self._data[key] is None else self.count(key, least, most)


def _some(words: tuple[str, ...]) -> str:
    return ", ".join(words[:12]) + (", ..." if len(words) > 12 else "")
