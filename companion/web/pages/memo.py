"""What was drawn once from the same facts is not drawn again: from one action to the next most of a page stays.

A memo holds no state of its own: the facts in the key are all that a drawing depends on.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from companion.web.pages.host import host

SIZE = 512
BLANKS = re.compile(r">\s+<")


class Memo:
    """Drawings by their facts, the longest unused out first.  Thread-safe; two threads may draw the same at once."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, draw: Callable[[], Any], *facts: Any) -> Any:
        """The drawing of these facts (anything that JSON can say), drawn when it is new."""
        return self._known(msgspec.json.encode(facts), draw)

    def of(self, things: Sequence[Any], draw: Callable[[], Any], *facts: Any) -> Any:
        """The drawing of these very things, which nobody changes, and facts: no need to say all that they are.

        They are kept with it, so that none of them gives its place to another.
        """
        key = (*map(id, things), msgspec.json.encode(facts))
        return self._known(key, lambda: (draw(), things))[0]

    def _known(self, key: Hashable, draw: Callable[[], Any]) -> Any:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        found = draw()
        with self._lock:
            self._kept[key] = found
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return found


PARTS = Memo(256)
"""Whole lists are among them, of some ten kilobytes each: some megabytes in all, five times what one state needs."""


def kept(name: str, macro: Callable[..., Any], *facts: Any) -> Any:
    """For templates: ``macro(*facts)``, remembered by game, ``name`` and facts; the name says what else it needs."""
    return kept_of(host().face.name, name, macro, *facts)


def kept_of(game: str, name: str, macro: Callable[..., Any], *facts: Any) -> Any:
    """The same where the game is known: it is asked for once a page, not once a part."""
    return PARTS.get(lambda: macro(*facts), game, name, facts)


def jsoned(value: Any, **_: Any) -> str:
    """What templates make JSON of: in a tenth of the time of the standard library's; markup is text."""
    return msgspec.json.encode(value, enc_hook=str, order="sorted").decode()


def tight(drawing: str) -> Markup:
    """A drawing (SVG) without the blanks between its elements and at their ends, which mean nothing there."""
    return Markup(BLANKS.sub("><", drawing).replace(" />", "/>"))
