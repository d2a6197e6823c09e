"""One picture of the pane becomes a `Reading`: who lies where, on which face, and whether that is certain."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

import cv2
import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from companion.protocol import Kind, Reading, Status, WandReading
from vision.cameras.base import Picture
from vision.cover import HIDDEN_MM2, unexplained
from vision.footprints import Candidate, Search, same_place
from vision.lengthwise import strip_of
from vision.marks import WandModel, Witness, mark_witness, notch_witness
from vision.middle import byte_median, colour_median, median
from vision.news import News
from vision.outline import Outline, Settled, measure, settle
from vision.pane import Grid, Pane
from vision.patches import Patch, Pose, Sampler, unwashed
from vision.pictures import brightest, relit
from vision.places import Place, alike, assigned
from vision.standing import stands
from vision.tilt import CERTAIN, CERTAIN_COVERED, CERTAIN_HELD, LOWEST_MM, tilt_of
from vision.verdict import decided, doubtful, favoured, in_clear_view, vouched_by, well_placed
from vision.wandset import GRID_SCALE, WandSet, reflections

Array = NDArray[np.float64]

MOST_CANDIDATES = 10
COARSE = 1.6
"""Samples a millimetre while candidates are compared."""
OUTSIDE_MM = 0.5
END_SEEN = 0.36
HELD_SHARE = 0.45
MISSING, BARE_MM = 0.18, 6.0
WHOLLY_NEW, NEWER, SLID_MM = 0.93, 0.04, 3.0
"""A place of less is tried farther along; it must be so much newer there, and so far off to be another place."""
SHARED, EDGE_MM = 0.35, 2.0
EVEN_MM = 5.0
NEW_LEVELS, LEAST_LEVELS, OLD_KEEPS = 6.0, 2.0, 0.4


@dataclass(frozen=True)
class Found:
    """One wand, found and looked at; kept for explaining."""

    colour: str
    outline: Outline
    gain: Array
    patch: Patch
    mark: Witness
    notch: Witness
    reading: WandReading
    fault: Kind | None
    facts: dict[str, float] = field(default_factory=dict)

    @property
    def best(self) -> int:
        """Number of the guess that both witnesses together favour."""
        return favoured(self.mark, self.notch)


@dataclass(frozen=True)
class Look:
    """Everything that was concluded from one picture."""

    reading: Reading
    found: tuple[Found, ...]
    candidates: tuple[Candidate, ...]


class Reader:
    """Reads pictures of one size from one pane with one set of wands."""

    def __init__(self, pane: Pane, wands: WandSet) -> None:
        self.pane, self.wands = pane, wands
        self.grid = Grid(pane, GRID_SCALE)
        self.length = float(np.median([w.length for w in wands.wands]))
        self.side = float(np.median([w.side for w in wands.wands]))
        blur = 0.45 * wands.density * (1 / pane.scale - 1 / wands.taught_scale)
        self.models = {w.colour: WandModel(w, wands.density, blur) for w in wands.wands}
        empty = wands.empty
        if empty.shape[:2] != self.grid.shape:
            empty = np.asarray(cv2.resize(empty, self.grid.shape[::-1]), dtype=np.uint8)
        self.empty = empty
        self.search = Search(self.grid, self.length, self.side)
        self.mirrors = reflections(empty)
        self.inside = self.grid.opening_mask(pane, 3.0) > 0
        self.sample = np.ascontiguousarray(self.inside[::3, ::3], dtype=np.uint8)

    def read(self, picture: Picture, expect: list[str] | None = None) -> Look:
        """Read one picture of the pane's size; ``expect`` names the wands that must lie there (default: all)."""
        colours = [c for c in self.wands.colours if expect is None or c in expect]
        flat = self.grid.rectify(picture)
        sampler = Sampler(self.pane, picture, self.wands.density)
        light = self._light(flat)
        lit = relit(self.empty, flat, self.inside)
        news = self._news(flat, lit, light)
        candidates = self._on_pane(self.search.find(flat, 3 * MOST_CANDIDATES, lit))
        candidates = self._ordered(candidates, news)
        places = self._settled(sampler, candidates, news)
        given, gain = assigned(places, list(self.models.values()), light)
        poses = {c: self._lengthwise(sampler, self.models[c], p, gain, lit) for c, p in given.items()}
        found = [self._looked_at(sampler, c, p, gain, bare) for c, (p, bare) in poses.items()]
        rest = news.without([f.outline.centred for f in found], self.length + 4, self.side + 4)
        found = self._lifted(found, rest)
        reading = self._judged(found, colours)
        woods = [self.models[c].base * gain for c in colours if c not in given]
        if not found or reading.kind == "missing":
            on_pane = News(np.where(self.inside, rest.mask, 0).astype(np.uint8), self.grid)
            if stands(flat, on_pane, (self.length, self.side), woods):
                reading = structs.replace(reading, status="invalid", kind="standing")
        return Look(reading, tuple(found), tuple(candidates[:MOST_CANDIDATES]))

    def _on_pane(self, candidates: list[Candidate]) -> list[Candidate]:
        """Those whose middle is on the visible pane."""
        middles = np.array([[c.pose.x, c.pose.y] for c in candidates]).reshape(-1, 2)
        inside = _beyond_each(self.pane.opening, middles) < 0
        return [c for c, on in zip(candidates, inside, strict=True) if on]

    def _light(self, flat: Picture) -> float:
        """How bright the room is, compared with the teaching."""
        now, then = (brightest(np.ascontiguousarray(p[::3, ::3])) for p in (flat, self.empty))
        usable = (then < 245) & (now < 250) & (self.sample > 0)
        if usable.sum() < 0.05 * self.sample.sum():
            return 1.5
        ratios = (now[usable] + np.float32(2)) / (then[usable] + np.float32(2))
        return min(max(median(ratios), 0.05), 4.0)

    def _news(self, flat: Picture, empty: Picture, light: float) -> News:
        """Where the pane differs from the empty pane in this light; noise, worst in the dark, is evened out."""
        even = (round(EVEN_MM * self.grid.scale) | 1,) * 2
        off = brightest(cv2.absdiff(cv2.blur(flat, even), cv2.blur(empty, even)))
        usual = byte_median(off[::3, ::3], self.sample)
        least = max(LEAST_LEVELS, NEW_LEVELS * min(1.0, light))
        return News(np.asarray(off > least + 2.5 * usual, dtype=np.uint8), self.grid)

    def _ordered(self, candidates: list[Candidate], news: News) -> list[Candidate]:
        """By turns the best that differ from the empty pane (a ceiling has many stripes), and the best of all."""
        shares = news.shares([c.pose for c in candidates], self.length - 2, self.side - 2)
        worth = np.array([c.score for c in candidates]) * (OLD_KEEPS + (1 - OLD_KEEPS) * shares)
        new = [candidates[i] for i in np.argsort(-worth, kind="stable")]
        turns = [c for pair in zip(new, candidates, strict=True) for c in pair]
        return list({id(c): c for c in turns}.values())

    def _new_share(self, news: News, pose: Pose) -> float:
        """Share of a footprint that is not the empty pane."""
        return news.share(pose, self.length - 2, self.side - 2)

    def _settled(self, sampler: Sampler, candidates: list[Candidate], news: News) -> list[Place]:
        places: list[Place] = []
        coarse = Sampler(self.pane, sampler.picture, COARSE)
        for candidate in candidates:
            if len(places) == MOST_CANDIDATES or _enough(places, candidate, len(self.models)):
                break
            if any(p.obvious and self._same_wood(p.pose, candidate.pose) for p in places):
                continue
            settled = self._placed(coarse, candidate.pose, news)
            if any(same_place(settled.pose, p.pose, 5.0, 6.0) for p in places):
                continue
            patch = coarse.cut(settled.pose, self.length / 2 - 4, self.side / 2 - 2.5)
            colour = colour_median(patch)
            new = self._new_share(news, settled.pose)
            even = alike(patch, colour)
            places.append(Place(settled.pose, colour, _shown(settled), settled.ends, new, even, candidate.score))
        return self._apart(places, news)

    def _apart(self, places: list[Place], news: News) -> list[Place]:
        """The same, where what plain wands show is not counted once more for a place that they reach into."""
        plain = [p.pose for p in places if p.obvious]
        rest = news.without(plain, self.length + EDGE_MM, self.side + EDGE_MM)
        shares = rest.shares([p.pose for p in places], self.length - 2, self.side - 2)
        return [p if p.obvious else replace(p, new=float(s)) for p, s in zip(places, shares, strict=True)]

    def _placed(self, sampler: Sampler, pose: Pose, news: News) -> Settled:
        """A candidate on its edges; one that is partly empty pane is tried farther along as well."""
        settled = settle(sampler, pose, self.length, self.side)
        new = self._new_share(news, settled.pose)
        if new >= WHOLLY_NEW:
            return settled
        slid = news.slid(settled.pose, self.length, self.side)
        if same_place(slid, settled.pose, SLID_MM, 1.0) or self._new_share(news, slid) < new + NEWER:
            return settled
        other = settle(sampler, slid, self.length, self.side)
        return max(settled, other, key=_shown)

    def _same_wood(self, a: Pose, b: Pose) -> bool:
        """Whether two footprints share so much that they are no two wands, not even crossed."""
        if abs(a.x - b.x) + abs(a.y - b.y) > 1.5 * self.length:
            return False
        one, two = (p.corners(self.length, self.side).astype(np.float32) for p in (a, b))
        area, _ = cv2.intersectConvexConvex(one, two)
        return bool(area > SHARED * self.length * self.side)

    def _lengthwise(
        self, sampler: Sampler, model: WandModel, place: Place, gain: float, lit: Picture
    ) -> tuple[Pose, float]:
        """Where a wand of known colour lies (without plain ends farther along, where its colour is); mm bare."""
        if place.plain:
            return place.pose, 0.0
        coarse, size = Sampler(self.pane, sampler.picture, COARSE), (model.wand.length, model.wand.side)
        seen = partial(strip_of, coarse, size=size, wood=model.base * gain, bare=(lit, self.grid))
        strip = seen(place.pose)
        far = strip.shift()
        if far == 0.0:
            return place.pose, strip.bare()
        moved = place.pose.moved(far, 0.0)
        settled = settle(coarse, moved, *size).pose
        pose = settled if same_place(settled, moved, SLID_MM, 3.0) else moved
        return pose, seen(pose).bare()

    def _looked_at(self, sampler: Sampler, colour: str, pose: Pose, gain: float, bare: float) -> Found:
        model = self.models[colour]
        wand = model.wand
        outline = measure(sampler, pose, wand.length, wand.side)
        rows, columns = model.wand.faces[0].picture.shape[:2]
        half = (columns // 2) / model.density, (rows // 2) / model.density
        raw = sampler.cut(outline.centred, *half)
        patch = raw.astype(np.float32)
        mirrored = sampler.layer(self.mirrors, self.grid, outline.centred, *half)
        own = self._own_gain(raw, model, gain)
        white = model.brightest * float(own.mean()) >= 225
        valid = unwashed(raw, model.density, white) & (mirrored == 0)
        mark = mark_witness(model, patch, own, valid)
        notch = notch_witness(model, patch, own, valid, self._lean(outline.centred))
        reading = decided(model, mark, notch, self._corners(outline))
        best, facts = favoured(mark, notch), self._facts(outline, model)
        facts["bare"], facts["missing"] = bare, mark.missing(best)
        facts["hidden"] = unexplained(model, patch, own, valid, best, partial(self._to_ledge, outline.centred))
        fault = self._fault(facts, valid)
        vouched = vouched_by(notch, model.tops, reading)
        plain = well_placed(facts, mark, model.tops, vouched)
        if reading.sure and not (plain and (vouched or in_clear_view(facts, model, best))):
            reading = doubtful(reading, mark, notch, model.tops)
        return Found(colour, outline, own, patch, mark, notch, reading, fault, facts)

    def _lean(self, pose: Pose) -> Array:
        """Slope of sight across the left and the right edge, outwards positive."""
        eye = self.pane.eye
        slope = float((pose.middle - eye[:2]) @ pose.right / abs(eye[2]))
        return np.array([-slope, slope])

    @staticmethod
    def _glare_at_end(clear: NDArray[np.bool_]) -> bool:
        """Whether a reflection hides an end."""
        wide = max(1, clear.shape[1] // 12)
        return bool(min(clear[:, :wide].mean(), clear[:, -wide:].mean()) < 0.8)

    @staticmethod
    def _own_gain(patch: Picture, model: WandModel, gain: float) -> Array:
        """Brightness of this wand; a dark one tells little by itself (veils), so it follows the others."""
        colour = colour_median(model.middle(patch))
        trust = model.base / (model.base + 60)
        own = (colour + 1) / (model.base + 1)
        level = float((own * trust).sum() / trust.sum())
        weight = float(trust.max())
        mixed = float(np.exp(weight * np.log(max(level, 0.02)) + (1 - weight) * np.log(gain)))
        return np.full(3, mixed)

    def _corners(self, outline: Outline) -> list[tuple[float, float]]:
        corners = self.pane.to_px(outline.centred.corners(outline.length, outline.side))
        return [(round(float(x), 1), round(float(y), 1)) for x, y in corners]

    def _facts(self, outline: Outline, model: WandModel) -> dict[str, float]:
        """What tells whether this footprint is a wand that lies flat and whole on the pane."""
        tilt = tilt_of(self.pane, outline)
        return {
            "span": outline.span - model.wand.length,
            "taper": float(outline.widths[1] - outline.widths[0]),
            "trust": float(outline.trust.min()),
            "tilt": tilt.gain,
            "height": tilt.height,
            "lifted_end": tilt.end,
            "outside": self._outside(outline),
            "held": outline.held,
            "ends": float(outline.held_ends.mean(axis=1).min()),
        }

    def _fault(self, facts: dict[str, float], clear: NDArray[np.bool_]) -> Kind | None:
        """What keeps it from that: the border of the pane, or a thing that covers it."""
        if facts["outside"] > OUTSIDE_MM:
            return "partly-off"
        endless = facts["ends"] < END_SEEN and not self._glare_at_end(clear)
        covered = facts["hidden"] > HIDDEN_MM2 or facts["missing"] > MISSING or facts["bare"] > BARE_MM
        return "obstructed" if endless or covered else None

    def _lifted(self, found: list[Found], rest: News) -> list[Found]:
        """Name wands that lean; where a hand or a thing (of ``rest``) is at the end, less evidence is enough."""
        judged = []
        for f in found:
            alone = self._strange_at_end(f.outline, int(f.facts["lifted_end"]), rest) < HELD_SHARE
            held = CERTAIN_COVERED if f.fault == "obstructed" else CERTAIN_HELD
            leans = f.facts["tilt"] > (CERTAIN if alone else held) and f.facts["height"] >= LOWEST_MM
            judged.append(replace(f, fault="leaning") if leans and f.fault in (None, "obstructed") else f)
        return judged

    @staticmethod
    def _strange_at_end(outline: Outline, end: int, rest: News) -> float:
        """Share of the surroundings of an end, other wands left out, that is not the empty pane."""
        place = outline.centred.moved((2 * end - 1) * (outline.length / 2 + 3), 0.0)
        return rest.share(place, 14.0, outline.side + 12)

    def _to_ledge(self, pose: Pose, uv: Array) -> Array:
        """How far (mm) places of a wand lie from the border of the opening."""
        return -_beyond_each(self.pane.opening, pose.places(uv))

    def _outside(self, outline: Outline) -> float:
        """How far (mm) the footprint reaches beyond the opening."""
        return beyond(self.pane.opening, outline.centred.corners(outline.length, outline.side))

    def _judged(self, found: list[Found], colours: list[str]) -> Reading:
        wands = {f.colour: f.reading for f in found if f.colour in colours}
        if not found:
            return Reading("empty", None, {})
        kind = self._kind(found, colours)
        status: Status = "ok"
        if kind is not None:
            status = "invalid"
        elif not all(w.sure for w in wands.values()):
            status = "unsure"
        return Reading(status, kind, wands)

    def _kind(self, found: list[Found], colours: list[str]) -> Kind | None:
        if _overlapping(found):
            return "stacked"
        faults = [f.fault for f in found if f.fault is not None]
        if faults:
            return faults[0]
        seen = {f.colour for f in found}
        if seen - set(colours):
            return "too-many"
        if set(colours) - seen:
            return "missing"
        return None


def _enough(places: list[Place], candidate: Candidate, wands: int) -> bool:
    """Whether every wand has a place that shows plainly, and the next candidate is far worse."""
    plain = [p for p in places if p.obvious]
    return len(plain) >= wands and candidate.score < 0.7 * min(p.score for p in plain)


def _shown(settled: Settled) -> float:
    """How clearly an outline shows; without its ends it may be any stripe."""
    return 0.6 * settled.sides + 0.5 * settled.ends


def beyond(opening: Array, places: Array) -> float:
    """How far (mm) the outermost of some places lies beyond the opening; negative inside."""
    return float(_beyond_each(opening, places).max())


def _beyond_each(opening: Array, places: Array) -> Array:
    along = np.roll(opening, -1, axis=0) - opening
    outwards = np.stack([along[:, 1], -along[:, 0]]) / np.hypot(along[:, 0], along[:, 1])
    return np.asarray((places @ outwards - (opening.T * outwards).sum(axis=0)).max(axis=1))


def _overlapping(found: list[Found], least: float = 12.0) -> bool:
    """Whether two footprints cover the same place (mm2); wands side by side only touch."""
    shapes = [f.outline.centred.corners(f.outline.length - 1, f.outline.side - 1).astype(np.float32) for f in found]
    for i, a in enumerate(shapes):
        for b in shapes[i + 1 :]:
            area, _ = cv2.intersectConvexConvex(a, b)
            if area > least:
                return True
    return False
