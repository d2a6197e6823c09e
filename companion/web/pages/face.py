"""A game's face: what the shell asks of a game to show it.

A face is a package ``companion.web.games.NAME`` with a ``FACE``.  What it brings lies in folders of its own: templates
in ``templates/NAME`` (one of the name of a shell's stands in for it), ``static`` and ``words``.  A game without a face
is shown by what holds here by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.games import Json
from companion.games.catalogue import Catalogue
from companion.web.pages.book import Book
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker


def rounded(number: float, step: int = 15) -> int:
    """A rough number as one says it, minutes in quarters of an hour."""
    return step * max(round(number / step), 1)


class Face:
    """How a game is shown.  A descendant names its package; every method may be kept as it is."""

    name: str
    styles: tuple[str, ...] = ()
    """Style sheets of its static folder, for every page."""
    scripts: tuple[str, ...] = ()
    """Modules of its static folder, for the pages that are renewed."""
    parts: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "play": ("stage",),
        "table": ("stage",),
        "after": ("after",),
        "replay": ("stage",),
    }
    """Changing parts of each page besides those of the shell; each is a template."""
    pieces: tuple[str, ...] = ()
    """What flies in a throw, in the order of drawing, where throws can be judged by pictures."""
    book: Book | None = None
    """Explains the rules, on a page that reasons lead to.  None: there is none."""
    odds: str = ""
    """The page that tells the odds of a game that goes on.  Nothing: the game tells none."""
    survey: str = ""
    """The page where a board of one's own is surveyed.  Nothing: boards are as they come."""
    offered_here: ClassVar[bool] = True
    """Whether the pages offer the game to be laid on the table; without a face of its own it is only shown there."""
    token: str = "token"
    """The drawing of a seat's piece, where it is chosen."""

    def __init__(self, name: str, package: str) -> None:
        self.name = name
        self.words = Catalogue(package)
        self.blueprint = Blueprint(
            name, package, template_folder="templates", static_folder="static", static_url_path=f"/static/{name}"
        )

    def speaker(self, language: str) -> Speaker:
        """The words of the game and of its book of rules, and then those of the shell."""
        return Speaker(language, self.words, *([self.book.words] if self.book else []))

    def css(self, seat: str, number: int) -> str:
        """The class that gives a seat its colours; ``number`` counts the seats from 1."""
        return f"seat-{number}"

    def mark(self, seat: str, number: int) -> str:
        """The drawing that marks a seat: a shape, so that colour is never alone."""
        return f"mark-{number}"

    def drawing(self, header: Json) -> dict[str, Any]:
        """What is drawn once a page (a board), for the game's own templates."""
        return {}

    def context(self, seen: Seen) -> dict[str, Any]:
        """What the game's own parts need besides ``seen``, ``view``, ``who``, ``t``."""
        return {}

    # the archive

    results: ClassVar[Mapping[str, str]] = {}
    """Files of a game's result by their ending, each with the message that is its link: to be read without the host."""

    def result(self, ending: str, seen: Seen) -> Response:
        """One of them, of the game as it is seen; asked for endings of ``results`` alone."""
        raise NotImplementedError

    def thing(self, thing: str, t: Speaker) -> str:
        """What a thing of chance is called."""
        return t(f"thing.{thing}", default=thing)

    def outcome(self, thing: str, outcome: str, t: Speaker) -> str:
        """What one of its outcomes is called."""
        return t(f"thing.{thing}.{outcome}", default=outcome)

    # words

    def headline(self, seen: Seen) -> Json:
        """``title`` and ``detail`` of what is asked: ``ask.KIND.mine`` or ``.other``, and ``ask.over`` at the end."""
        question = seen.asked
        if question is None:
            return {"title": seen.t("ask.over"), "detail": ""}
        kind = f"ask.{question['kind']}"
        side = "mine" if seen.mine else "other"
        title = seen.t(f"{kind}.{side}", name=seen.who.name(question["seat"]))
        return {"title": title, "detail": seen.t(f"{kind}.detail", default="")}

    def sentence(self, event: Json, told: Json, seen: Seen) -> str:
        """One event of the history in words, nothing for what needs none: ``event.TYPE`` with the event's values."""
        values = {**event, "name": seen.who.name(event.get("seat"))}
        return seen.t(f"event.{event['type']}", **{**values, "default": ""})

    def points(self, event: Json) -> tuple[str, ...]:
        """The nodes of a board that an event's sentence speaks of."""
        return ()

    def label(self, action: Json, seen: Seen) -> str:
        """What the button of an action says: ``do.TYPE`` with the action's values."""
        return seen.t(f"do.{action['type']}", **action)

    def buttons(self, seen: Seen) -> list[Json]:
        """The decisions of this seat as buttons: ``action``, ``label``, ``main``."""
        legal = seen.view.get("legal", ()) if seen.mine else ()
        return [{"action": action, "label": self.label(action, seen), "main": False} for action in legal]

    def offers(self, seen: Seen) -> list[Json]:
        """What this seat may do besides, as buttons."""
        may = seen.view.get("may", ()) if seen.state.get("may") else ()
        return [{"action": action, "label": self.label(action, seen), "main": False} for action in may]

    def offered(self, header: Json, t: Speaker, boards: Sequence[Json] = ()) -> Json | None:
        """What can be chosen for a new game: ``rulesets``, ``settings``, ``boards``, and what was ``changed`` in this.

        A setting has ``name``, ``label``, ``rule`` and ``values``, each of these ``value``, ``label``, ``says`` and
        ``now``.  One is chosen, the first as usual, and may bring others along (``brings``: settings by name).  With
        ``kind`` "several" any of them are, with "numbers" each has a number from ``least`` to ``most`` (``now``);
        both have ``usual`` and ``says`` for the whole.

        ``boards`` are those that are known here besides the game's own, each with ``label``, ``says``, ``value``,
        ``hash`` and ``now``.
        """
        return None

    def length(self, turns: int, most: tuple[int, int], t: Speaker) -> str:
        """How long a game lasts: the turns of the mean one, and what one of ten stays below or goes beyond."""
        return t("new.length", turns=rounded(turns, 5), least=rounded(most[0]), most=rounded(most[1]))

    def changes(self, changed: Json, seen: Seen) -> list[str]:
        """What a new game would change, a sentence each (``Game.changes``)."""
        return [self.change(name, old, new, seen) for name, (old, new) in changed.items()]

    def change(self, name: str, old: Any, new: Any, seen: Seen) -> str:
        """One thing that a new game would change."""
        if name == "seats":
            return seen.t("change.order", names=", ".join(seen.who.name(seat) for seat in new))
        return seen.t("change.to", what=name, new=new, old=old)

    def notes(self, view: Json, t: Speaker) -> list[str]:
        """What should be known of this table's set-up, in words."""
        return []

    def hints(self, seen: Seen) -> list[str]:
        """What the table should know just now, in words."""
        return []

    def spoken(self, seen: Seen) -> list[Json]:
        """What the table's voice says of this state, what was first first: ``id`` (said once) and ``text``."""
        asked = [question["seat"] for question in seen.view.get("asked", ())]
        return [
            {"id": seen.state["question"].get(seat, seat), "text": seen.t("speech.turn", name=seen.who.name(seat))}
            for seat in asked[:1]
        ]

    # throws that can be judged

    def thrown(self, told: Json) -> Json | None:
        """What a line of the history threw, None for what is no throw: ``seq``, ``seat``, ``action``, ``source``..."""
        return None

    def values(self, action: Json, throw: Json | None, t: Speaker) -> str:
        """What a throw shows, in words."""
        return ""

    def title(self, throw: Json, seen: Seen) -> str:
        """A throw of the history in words."""
        return ""

    def drawn(self, action: Json) -> list[Json]:
        """The pieces of a throw for the macro ``piece`` of the template ``pieces.html``."""
        return []

    def rows(self, throw: Json) -> list[Json]:
        """The pad for another reading of a throw, for the macro ``reading``.

        There a group ``data-of`` holds buttons with ``data-says`` and ``data-option``: what it would be instead, of the
        piece that the group names; in a throw without ``wands`` the keys of the action that would be others.
        """
        return []

    def early(self, decision: Json, action: Json, t: Speaker) -> str:
        """What it means to let a throw count that was made before the decision that asks for it."""
        return ""

    def doubt(self, proposal: Json, seen: Seen) -> str:
        """Which piece of a reading is in doubt, and why; nothing where the usual sentence says it."""
        return ""

    # a board of wood

    def piece(self, piece: Json, seen: Seen) -> Json:
        """A piece to check on the board: ``seat``, ``text``, ``place``, and the message that asks (``ask``)."""
        return {"seat": piece.get("seat"), "text": "", "place": str(piece["node"]), "ask": "check.piece"}

    def put_back(self, before: Json, seen: Seen) -> list[Json]:
        """What must be put back by hand after a rewind, each with ``seat``, ``text`` and the
        ``nodes`` to point at."""
        return []
