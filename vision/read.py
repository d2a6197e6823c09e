"""One picture of the pane becomes a `Reading`: who lies where, on which face, and whether that is certain.

The stages, each on the frozen value of the one before: the view beside the empty pane (`vision.scene`), where wands lie
(`vision.locate`), what each shows (`vision.evidence`), what may be said of that (`vision.verdict`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from msgspec import structs

from companion.protocol import Reading
from vision.evidence.exhibit import exhibit_of
from vision.evidence.model import WandModel
from vision.evidence.registration import registered
from vision.geometry.pane import Pane
from vision.geometry.patches import Sampler
from vision.locate.assignment import Wood
from vision.locate.locator import Locator, Lying
from vision.locate.outline import Fit
from vision.locate.proposals import Candidate
from vision.locate.standing import stands
from vision.picture import Picture
from vision.scene.discs import Discs
from vision.scene.mount import Mount, Place
from vision.scene.things import Beside, Thing
from vision.scene.view import EmptyPane, View
from vision.scene.visibility import BLIND, KnownPane
from vision.taught.wandset import WandSet
from vision.verdict.exchange import near, passed_over, told_apart
from vision.verdict.found import Found, found_of, told
from vision.verdict.second import best_tries, mended, sound, tried
from vision.verdict.throw import crossed, lifted, propped, reading_of

AROUND_MM = 4.0
"""What is new within this around the wands that lie there (both sides together) is theirs."""

LARGE_MM2 = 1000.0
"""Larger things are hands or heads: a coin has up to 530."""


@dataclass(frozen=True)
class Look:
    """Everything that was concluded from one picture."""

    reading: Reading
    found: tuple[Found, ...]
    candidates: tuple[Candidate, ...]
    things: tuple[Thing, ...] = ()
    whole: bool = True
    """Whether all four sides of the pane are seen."""
    gain: float = 1.0
    """How bright all wands are, beside the teaching."""


class Reader:
    """Reads pictures of one size from one pane with one set of wands."""

    def __init__(self, pane: Pane, wands: WandSet) -> None:
        self.pane, self.wands = pane, wands
        self.length = float(np.median([w.length for w in wands.wands]))
        self.side = float(np.median([w.side for w in wands.wands]))
        blur = 0.45 * wands.density * (1 / pane.scale - 1 / wands.taught_scale)
        self.models = {w.colour: WandModel(w, wands.density, blur) for w in wands.wands}
        self.near = near(self.models)
        self.white = max(float(m.base.max()) for m in self.models.values())
        self.empty = EmptyPane(pane, wands.empty, min(float(m.base.min()) for m in self.models.values()))
        self.beside, self.discs = Beside(self.empty), Discs(self.empty)
        self.known = KnownPane(pane, self.empty.picture)
        self.mount = Mount(pane, self.empty.grid, self.empty.picture)
        self._follower: Reader | None = None
        woods = {c: Wood(m.wand.length, m.wand.side, m.base) for c, m in self.models.items()}
        self.locator = Locator(pane, self.empty, woods, (self.length, self.side))

    def read(self, picture: Picture, expect: list[str] | None = None) -> Look:
        """Read one picture of the pane's size; ``expect`` names the wands that must lie there (default: all)."""
        reader = self._reader(self.mount.place(picture))
        return reader.look(picture, expect) if reader else self._lost(picture)

    def look(self, picture: Picture, expect: list[str] | None = None) -> Look:
        """The same by a pane that is known to be in place."""
        colours = [c for c in self.wands.colours if expect is None or c in expect]
        view = self.empty.beside(picture)
        sight = self.known.sight(self.known.shrunk(view.flat))
        if sight.blind:
            return Look(BLIND, (), (), whole=False)
        located = self.locator.located(view)
        sampler = Sampler(self.pane, view.picture, self.wands.density)
        found = [self._looked_at(sampler, view, c, lying, located.gain) for c, lying in located.wands.items()]
        found = self._once_more(sampler, view, found, colours, located.gain)
        rest = view.foreground.without(
            [f.outline.centred for f in found], self.length + AROUND_MM, self.side + AROUND_MM
        )
        found = self._told_apart(sampler, view, found, located.gain)
        found = [f if f.reading.sure else self._by_its_face(sampler, view, f, located.gain) for f in found]
        found = crossed(lifted(found, view, self.pane, self.models, self.white * located.gain))
        reading = reading_of(found, colours)
        things = self.beside.things(view, rest)
        if reading.status == "ok" and all(t.area < LARGE_MM2 for t in things):
            touched = self.discs.touched(view, [f.outline.centred for f in found], (self.length, self.side))
            found = propped(found, touched)
            reading = reading_of(found, colours)
        if reading.status == "unsure":
            found = passed_over(found, located.candidates, self.models)
            reading = reading_of(found, colours)
        woods = [self.models[c].base * located.gain for c in colours if c not in located.wands]
        if (not found or reading.kind == "missing") and stands(
            view.flat, self.empty.on_pane(rest), (self.length, self.side), woods
        ):
            reading = structs.replace(reading, status="invalid", kind="standing")
        return Look(sight.honest(reading, things), tuple(found), located.candidates, things, sight.whole, located.gain)

    def _lost(self, picture: Picture) -> Look:
        """Nobody knows where the pane is: the camera was moved, or it sees nothing at all."""
        blind = self.known.sight(self.known.shrunk(self.empty.beside(picture).flat)).blind
        return Look(BLIND if blind else Reading("invalid", "moved", {}), (), (), whole=False)

    def _reader(self, place: Place) -> Reader | None:
        """Who reads where the pane is now; nobody where that is not known."""
        if place.pane is None or place.pane is self.pane:
            return None if place.pane is None else self
        if self._follower is None or self._follower.pane is not place.pane:
            self._follower = Reader(place.pane, self.wands)
        return self._follower

    def _looked_at(self, sampler: Sampler, view: View, colour: str, lying: Lying, gain: float) -> Found:
        """A wand looked at and judged by itself."""
        model = self.models[colour]
        return found_of(self.pane, model, exhibit_of(sampler, view, self.empty, model, colour, lying, gain))

    def _told_apart(self, sampler: Sampler, view: View, found: list[Found], gain: float) -> list[Found]:
        """In the dark any two wands may be exchanged, and where one of them is in doubt or seems covered; else such as
        are of nearly one colour.
        """

        def look(colour: str, at: Found) -> Found:
            return self._looked_at(sampler, view, colour, Lying(at.outline.centred, at.facts.bare), gain)

        plain = view.grain <= 1.0 and all(f.reading.sure and f.fault is None for f in found)
        return told_apart(found, self.models, gain, look, self.near if plain else None)

    def _by_its_face(self, sampler: Sampler, view: View, at: Found, gain: float) -> Found:
        """What is seen of a wand in doubt where its face, and no border, tells that it lies."""
        model = self.models[at.colour]
        place = registered(sampler, model, at.outline.centred, gain)
        if not place.plain:
            return at
        there = self._looked_at(sampler, view, at.colour, Lying(place.pose, 0.0, known=True), gain)
        return there if told(model, place, there) else at

    def _once_more(
        self, sampler: Sampler, view: View, found: list[Found], colours: list[str], gain: float
    ) -> list[Found]:
        """A second look for the wands that are missing or seem covered."""
        known = sound(found, {c: self.models[c] for c in colours})
        lost = [c for c in colours if c not in {f.colour for f in known}]
        if not lost:
            return found
        supposed = [f.outline.centred for f in found if f.colour in lost]
        fits = self.locator.again(view, [f.outline.centred for f in known], supposed, gain)

        def look(colour: str, fit: Fit) -> Found:
            lying = self.locator.once_more(view, colour, fit, gain)
            return self._looked_at(sampler, view, colour, lying, gain)

        tries = {
            c: [tried(self.models[c], view, gain, i, fit, look(c, fit)) for i, fit in enumerate(fits)] for c in lost
        }
        return mended(found, best_tries(tries, len(fits)), self.wands.colours.index)
