"""Teaching, guided: the bare pane once, then each wand on each face; a picture is taken when the wand is at rest."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.protocol import EyeOrder, EyeTask, Face, Said, Taught
from vision.cameras.base import Frame
from vision.files import json_text
from vision.geometry.pane import Pane
from vision.picture import Picture
from vision.setup.check import Advice, check_shot
from vision.setup.doubts import confusion, notes
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import WANDS, Runner, Step, line
from vision.setup.guided.stillness import differ, small
from vision.setup.shots import NAME, Shot
from vision.setup.teach import lesson_of
from vision.taught.wandset import FACES, WandSet

EMPTY = "empty.jpg"
VALUES = (0, 1, 2)


class Slot(NamedTuple):
    """One picture to take."""

    colour: str
    face: Face


class Audit(NamedTuple):
    """What reading all pictures again gave: the wands, and each reason against them."""

    wands: WandSet
    reasons: list[str]
    notes: list[str]


class Teaching(Step):
    """``known`` are the wands taught before, which tell the values; ``only`` one of them is taught anew."""

    def __init__(
        self,
        pane: Pane,
        colours: list[str],
        shelf: Shelf,
        run: Runner,
        known: WandSet | None = None,
        only: str | None = None,
    ) -> None:
        super().__init__(shelf, run)
        self.pane, self.known, self.only = pane, known, only
        self.slots = [Slot(c, f) for c in ([only] if only else colours) for f in FACES]
        self.tops: dict[Slot, int] = {}
        self.shots: dict[Slot, Shot] = {}
        self.notes: list[Said] = []
        self.empty: Picture | None = None
        self._known_values()
        self._resume()

    def _known_values(self) -> None:
        for colour in dict.fromkeys(slot.colour for slot in self.slots):
            if self.known is not None and colour in self.known.colours:
                self.tops |= {Slot(colour, f.face): f.top for f in self.known.wand(colour).faces}

    def _resume(self) -> None:
        """Go on with what the shelf holds."""
        self.empty = self.shelf.picture(EMPTY)
        for key, top in self.shelf.notes().items():
            colour, _, face = key.partition(" ")
            self.tops |= {slot: top for slot in self.slots if slot == (colour, face)}
        for name in self.shelf.names("*_top*.jpg"):
            match, picture = NAME.match(name), self.shelf.picture(name)
            slot = next((s for s in self.slots if match and s == (match["colour"], match["face"])), None)
            if match and slot and picture is not None and self.empty is not None:
                self.tops[slot] = int(match["top"])
                self.shots[slot] = Shot(name, *slot[:1], self.tops[slot], slot.face, picture)

    @property
    def slot(self) -> Slot | None:
        """The picture that is asked for now."""
        return next((slot for slot in self.slots if slot not in self.shots), None)

    def open_values(self, colour: str) -> list[int]:
        """Values of a wand that none of its faces has yet."""
        said = [top for slot, top in self.tops.items() if slot.colour == colour]
        return [v for v in VALUES if v not in said]

    def told(self) -> EyeTask:
        slot, top = self.slot, self.tops.get(self.slot) if self.slot else None
        shown = {"wand": slot.colour, "face": slot.face, "top": top} if slot and self.empty is not None else {}
        names = [s.name for s in self.shots.values()] + ([EMPTY] if self.empty is not None else [])
        phase, ask, choices = self._asked(slot, top)
        return EyeTask(
            "teach", phase, len(self.shots), len(self.slots), ask, self.last, self.good,  # type: ignore[arg-type]
            choices=choices, names=sorted(names), notes=self.notes, only=self.only, **shown,  # type: ignore[arg-type]
        )  # fmt: skip

    def _asked(self, slot: Slot | None, top: int | None) -> tuple[str, Said, list[str]]:
        if self.learnt is not None:
            return "done", Said("teach-done"), []
        if self.checking or slot is None:
            return "checking", Said("checking"), []
        if self.stuck:
            return "stuck", Said("stuck"), ["more", "over", "stop"]
        if self.empty is None:
            return "asking", Said("teach-empty"), ["take"]
        words: dict[str, str | int | float] = {"wand": slot.colour, "face": slot.face}
        if top is None:
            return "asking", Said("teach-value", words), [f"value:{v}" for v in self.open_values(slot.colour)]
        return "waiting", Said("teach-lay", {**words, "top": top}), ["take", "values"]

    def order(self, order: EyeOrder) -> None:
        """A tap: the pane is bare, a value, take it now, other values, once more, from the beginning."""
        slot = self.slot
        if order.do == "over":
            self._begin_anew()
        elif order.do == "more":
            self.go_on()
        elif self.checking or slot is None:
            return
        elif order.do == "take":
            self.force()
        elif order.do == "value" and self.empty is not None and order.value in self.open_values(slot.colour):
            self._named(slot, order.value)
        elif order.do == "values":
            self._unnamed(slot.colour)

    def _begin_anew(self) -> None:
        self.shelf.clear()
        self.shots, self.tops, self.empty, self.last = {}, {}, None, None
        self.go_on()
        self._known_values()

    def _named(self, slot: Slot, value: int | None) -> None:
        assert value is not None
        self.tops[slot] = value
        left = [s for s in self.slots if s.colour == slot.colour and s not in self.tops]
        if len(left) == 1:
            self.tops[left[0]] = self.open_values(slot.colour)[0]
        self._note()

    def _unnamed(self, colour: str) -> None:
        """The values of this wand were not right: pictures with them do not stand."""
        self._drop([slot for slot in self.slots if slot.colour == colour])
        self.last = None

    def _drop(self, slots: list[Slot]) -> None:
        for slot in slots:
            self.tops.pop(slot, None)
            if (shot := self.shots.pop(slot, None)) is not None:
                self.shelf.drop(shot.name)
        self._note()

    def _note(self) -> None:
        self.shelf.note({f"{slot.colour} {slot.face}": top for slot, top in self.tops.items()})

    def wants(self, frame: Frame) -> bool:
        """The bare pane is taken when somebody says so; a wand when it is named and something lies there."""
        if self.empty is None:
            return self._forced
        if self.slot is None or self.slot not in self.tops:
            return False
        return self._forced or differ(small(frame.picture), small(self.empty))

    def take(self, frame: Frame) -> None:
        slot = self.slot
        assert slot is not None
        picture = frame.picture.copy()
        if self.empty is None:
            self.empty = picture
            self.shelf.put(EMPTY, picture)
            self.keep(Said("teach-bare"))
            return
        top = self.tops[slot]
        shot = Shot(f"{slot.colour}_top{top}_{slot.face}.jpg", slot.colour, top, slot.face, picture)
        earlier = [s for s in self.shots.values() if s.colour == slot.colour]
        empty = self.empty
        self.work(lambda: check_shot(self.pane, shot, empty, earlier), lambda told: self._checked(slot, shot, told))

    def _checked(self, slot: Slot, shot: Shot, told: Advice) -> None:
        if not told.ok:
            self.refuse(line(told.line))
            return
        self.shots[slot] = shot
        self.shelf.put(shot.name, shot.picture)
        self.keep(Said("kept", {"name": shot.name}))
        whole = [s for s in self.shots.values() if self._complete(s.colour)]
        if self._complete(slot.colour):
            self.work(lambda: self._audit(whole), self._audited)

    def _complete(self, colour: str) -> bool:
        return all(slot in self.shots for slot in self.slots if slot.colour == colour)

    def _audit(self, shots: list[Shot]) -> Audit:
        """Read all pictures of whole wands again, against one another and the wands taught before."""
        lesson = lesson_of(self.pane, shots, self.empty)
        wands = self.known.retaught(lesson.wands) if self.only and self.known else lesson.wands
        seen, reasons = confusion(self.pane, wands, shots, lesson)
        return Audit(wands, reasons, notes(seen))

    def _audited(self, audit: Audit) -> None:
        if audit.reasons:
            self._blame(audit.reasons[0])
        elif self.slot is None:
            self.notes = [line(note) for note in audit.notes]
            self.learnt = Taught(WANDS, json_text(audit.wands.file()))

    def _blame(self, reason: str) -> None:
        """Pictures that a reason names are taken again; where it names wands, all of the last one's."""
        named = [slot for slot, shot in self.shots.items() if shot.name in reason]
        colours = [c for c in dict.fromkeys(s.colour for s in self.shots) if re.search(rf"\b{re.escape(c)}\b", reason)]
        whole = [slot for slot in self.shots if slot.colour in (colours or [slot.colour for slot in self.shots][-1:])]
        self._drop(named or whole)
        self.refuse_all(line(reason))
