"""What goes wrong when people teach wands, made from nine honest pictures: names, things, hands, light, camera."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from vision.geometry.pane import Pane, Points
from vision.picture import Picture
from vision.setup.shots import Shot
from vision.setup.teach import Lesson
from vision.taught.wandset import FACES

Edit = Callable[[Picture], Picture]
GREY_NOISE = 2.0


@dataclass(frozen=True)
class Set:
    """Nine honest pictures, what was found in them, the bare pane."""

    pane: Pane
    shots: list[Shot]
    lesson: Lesson
    empty: Picture

    @property
    def colours(self) -> list[str]:
        """Wands in the order of their names."""
        return list(dict.fromkeys(s.colour for s in self.shots))

    def number(self, colour: str, face: str) -> int:
        """Number of one picture."""
        return next(i for i, s in enumerate(self.shots) if (s.colour, s.face) == (colour, face))

    def mask(self, number: int, around: float = 1.0) -> Picture:
        """1 where the wand lies in that picture."""
        fit = self.lesson.fits[number]
        corners = self.pane.to_px(fit.pose.corners(fit.outline.length + around, fit.outline.side + around))
        mask = np.zeros(self.empty.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
        return mask

    def place(self, number: int, u: float = 0.0, v: float = 0.0) -> tuple[int, int]:
        """Pixel of a place on that picture's wand (mm along and across)."""
        x, y = self.pane.to_px(self.lesson.fits[number].pose.places(np.array([[u, v]])))[0]
        return round(float(x)), round(float(y))


Mistake = Callable[[Set], list[Shot]]


def with_pictures(given: Set, pictures: dict[int, Picture]) -> list[Shot]:
    """The shots with some other pictures under the same names."""
    return [replace(s, picture=pictures.get(i, s.picture)) for i, s in enumerate(given.shots)]


def permuted(given: Set, order: dict[int, int]) -> list[Shot]:
    """Name ``i`` on the picture of ``order[i]``."""
    return with_pictures(given, {i: given.shots[j].picture for i, j in order.items()})


def revalued(given: Set, colour: str, tops: tuple[int, int, int]) -> list[Shot]:
    """The values of one wand's faces said otherwise: power, magic, fate get the values of the faces ``tops``."""
    own = [given.number(colour, f) for f in FACES]
    said = {own[i]: given.shots[own[j]].top for i, j in enumerate(tops)}
    return [replace(s, top=said.get(i, s.top)) for i, s in enumerate(given.shots)]


def names_exchanged(colour: str, one: str, two: str) -> Mistake:
    """Two names of one wand's pictures."""
    return lambda g: permuted(g, dict(zip(*_both(g.number(colour, one), g.number(colour, two)), strict=True)))


def _both(a: int, b: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (a, b), (b, a)


def names_rotated(colour: str, by: int) -> Mistake:
    """All three names of one wand's pictures."""
    return lambda g: permuted(
        g, {g.number(colour, f): g.number(colour, FACES[(i + by) % 3]) for i, f in enumerate(FACES)}
    )


def between_wands(one: str, two: str, face: str) -> Mistake:
    """One picture each of two wands exchanged."""
    return lambda g: permuted(g, dict(zip(*_both(g.number(one, face), g.number(two, face)), strict=True)))


def wands_exchanged(one: str, two: str) -> Mistake:
    """All pictures of two wands under each other's name (the values are those of the pictures)."""
    swap = {one: two, two: one}
    return lambda g: [replace(s, colour=swap.get(s.colour, s.colour)) for s in g.shots]


def edited(number: int, edit: Callable[[Set, int, Picture], Picture]) -> Mistake:
    """One picture made otherwise."""
    return lambda g: with_pictures(g, {number: edit(g, number, g.shots[number].picture.copy())})


def all_edited(edit: Callable[[Set, int, Picture], Picture]) -> Mistake:
    """All pictures made otherwise."""
    return lambda g: with_pictures(g, {i: edit(g, i, s.picture.copy()) for i, s in enumerate(g.shots)})


def copied(into: int, source: int) -> Mistake:
    """The same picture under two names."""
    return lambda g: permuted(g, {into: source})


def same_face(into: int, source: int) -> Mistake:
    """The wand was not turned: the same face once more, a little later (noise)."""

    def again(g: Set) -> list[Shot]:
        noise = np.random.default_rng(5).normal(0, GREY_NOISE, g.empty.shape)
        picture = np.clip(g.shots[source].picture + noise, 0, 255).astype(np.uint8)
        return with_pictures(g, {into: picture})

    return again


def second_wand(other: int) -> Callable[[Set, int, Picture], Picture]:
    """Another picture's wand lies there as well, beside it."""

    def put(g: Set, number: int, picture: Picture) -> Picture:
        mask = g.mask(other).astype(bool)
        picture[mask] = g.shots[other].picture[mask]
        return picture

    return put


def no_wand(g: Set, _: int, __: Picture) -> Picture:
    """The bare pane."""
    return g.empty.copy()


def polygon(colour: tuple[int, int, int], places_mm: Points) -> Callable[[Set, int, Picture], Picture]:
    """A plain thing on the pane or over it, its corners in mm."""

    def put(g: Set, _: int, picture: Picture) -> Picture:
        corners = np.round(g.pane.to_px(places_mm)).astype(np.int32)
        layer = picture.copy()
        cv2.fillPoly(layer, [corners], colour)
        return np.asarray(cv2.GaussianBlur(layer, (3, 3), 0), np.uint8)

    return put


def disc(colour: tuple[int, int, int], u: float, v: float, radius_mm: float) -> Callable[[Set, int, Picture], Picture]:
    """A round thing at a place of the wand: a coin, a fingertip, a lamp's mirror image."""

    def put(g: Set, number: int, picture: Picture) -> Picture:
        cv2.circle(picture, g.place(number, u, v), round(radius_mm * g.pane.scale), colour, -1, cv2.LINE_AA)
        return picture

    return put


def plain(edit: Edit) -> Callable[[Set, int, Picture], Picture]:
    """An edit that needs nothing but the picture."""
    return lambda _, __, picture: edit(picture)


def blurred(picture: Picture) -> Picture:
    """Out of focus."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 4.0), np.uint8)


def shaken(picture: Picture) -> Picture:
    """Moved while it was taken, by 20 px."""
    kernel = np.zeros((21, 21), np.float32)
    np.fill_diagonal(kernel, 1 / 21)
    return np.asarray(cv2.filter2D(picture, -1, kernel), np.uint8)


def dimmed(picture: Picture) -> Picture:
    """The lamp is off."""
    noise = np.random.default_rng(3).normal(0, GREY_NOISE, picture.shape)
    return np.clip(picture * 0.08 + noise, 0, 255).astype(np.uint8)


def scaled_light(factor: float) -> Edit:
    """Another exposure."""
    return lambda picture: np.clip(picture * factor, 0, 255).astype(np.uint8)


def warped(degrees: float, scale: float, dx: float, dy: float) -> Edit:
    """The camera was turned, brought nearer, moved (px)."""

    def edit(picture: Picture) -> Picture:
        rows, columns = picture.shape[:2]
        turn = cv2.getRotationMatrix2D((columns / 2, rows / 2), degrees, scale)
        turn[:, 2] += (dx, dy)
        return np.asarray(cv2.warpAffine(picture, turn, (columns, rows), borderMode=cv2.BORDER_REPLICATE), np.uint8)

    return edit


def nudged_from(first: int) -> Mistake:
    """The camera was knocked by 9 px and half a degree before some picture."""
    edit = warped(0.5, 1.0, 9.0, 0.0)
    return lambda g: with_pictures(g, {i: edit(s.picture) for i, s in enumerate(g.shots) if i >= first})


def cropped(picture: Picture) -> Picture:
    """A part of the picture, enlarged to its size."""
    rows, columns = picture.shape[:2]
    part = picture[rows // 5 : rows - rows // 5, columns // 5 : columns - columns // 5]
    return np.asarray(cv2.resize(part, (columns, rows)), np.uint8)


def upright(picture: Picture) -> Picture:
    """Turned by a quarter by a photo program, and fitted to the size."""
    return np.asarray(cv2.resize(cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE), picture.shape[1::-1]), np.uint8)


def half_size(picture: Picture) -> Picture:
    """Another camera setting."""
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def squeezed(picture: Picture) -> Picture:
    """Another aspect ratio."""
    return np.asarray(cv2.resize(picture, (picture.shape[1], picture.shape[0] * 3 // 4)), np.uint8)


def noisy(picture: Picture) -> Picture:
    """A broken cable."""
    return np.random.default_rng(4).integers(0, 256, picture.shape, dtype=np.uint8)


def even(picture: Picture) -> Picture:
    """The lens cap, lit from behind."""
    return np.full_like(picture, 90)


def tinted(picture: Picture) -> Picture:
    """The white balance changed."""
    return np.clip(picture * np.array([0.6, 0.9, 1.25]), 0, 255).astype(np.uint8)


def shaded_half(picture: Picture) -> Picture:
    """Somebody leans over one half."""
    columns = picture.shape[1]
    ramp = np.clip((np.arange(columns) - columns / 2) / 90 + 0.5, 0, 1) * 0.65 + 0.35
    return np.asarray(picture * ramp[:, None], np.uint8)


def smeared(g: Set, number: int, picture: Picture) -> Picture:
    """Grease on the glass over one half of the wand."""
    soft = cv2.GaussianBlur(picture, (0, 0), 7.0)
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(mask, g.place(number, 25.0), round(40 * g.pane.scale), 1.0, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), 9.0)[..., None]
    return np.asarray(picture * (1 - mask) + (0.85 * soft + 25) * mask, np.uint8)


def pushed_out(g: Set, number: int, picture: Picture) -> Picture:
    """The wand lies half beyond the opening: moved there, the table hides the rest."""
    fit, opening = g.lesson.fits[number], g.pane.opening.mean(axis=0)
    side = g.pane.opening[:, 0].max() - fit.pose.x
    shift = g.pane.to_px(np.array([[fit.pose.x + side, opening[1]], [fit.pose.x, fit.pose.y]]))
    dx, dy = np.round(shift[0] - shift[1]).astype(int)
    move = np.array([[1.0, 0, dx], [0, 1.0, dy]])
    wand = cv2.warpAffine(picture, move, picture.shape[1::-1])
    mask = cv2.warpAffine(g.mask(number), move, picture.shape[1::-1]) > 0
    frame = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(frame, np.round(g.pane.to_px(g.pane.opening)).astype(np.int32), 1)
    bare = g.empty.copy()
    there = mask & (frame > 0)
    bare[there] = wand[there]
    return bare


def lifted(g: Set, number: int, picture: Picture) -> Picture:
    """One end lies on a coin: farther away it looks narrower."""
    fit = g.lesson.fits[number]
    flat = fit.pose.corners(fit.outline.length + 1, fit.outline.side + 1)
    raised = flat.copy()
    raised[1:3] = fit.pose.places(np.array([[52.0, -5.2], [52.0, 5.2]]))
    source, target = (g.pane.to_px(c).astype(np.float32) for c in (flat, raised))
    turn = cv2.getPerspectiveTransform(source, target)
    wand = cv2.warpPerspective(picture, turn, picture.shape[1::-1])
    mask = cv2.warpPerspective(g.mask(number), turn, picture.shape[1::-1]) > 0
    bare = g.empty.copy()
    bare[mask] = wand[mask]
    return bare


SKIN, SLEEVE, CARD, BRASS, WHITE = (120, 150, 205), (60, 40, 35), (180, 190, 120), (70, 140, 170), (255, 255, 255)
ARM = np.array([[-160.0, 60], [-40, 40], [-20, 60], [-40, 85], [-160, 110]])


def table_of(colours: tuple[str, str, str]) -> dict[str, Mistake]:
    """All mistakes by name, for a set with wands of these three colours (sorted by name, three pictures each)."""
    found: dict[str, Mistake] = {}
    for colour in colours:
        for a, b in combinations(FACES, 2):
            found[f"names exchanged: {colour} {a} {b}"] = names_exchanged(colour, a, b)
        for by in (1, 2):
            found[f"names rotated by {by}: {colour}"] = names_rotated(colour, by)
        for tops in ((1, 0, 2), (0, 2, 1), (2, 1, 0), (1, 2, 0), (2, 0, 1)):
            found[f"values said as {tops}: {colour}"] = lambda g, c=colour, t=tops: revalued(g, c, t)  # type: ignore[misc]
    for a, b in combinations(colours, 2):
        found[f"wands exchanged: {a} {b}"] = wands_exchanged(a, b)
        for face in FACES:
            found[f"one picture exchanged: {a} {b} {face}"] = between_wands(a, b, face)
    return found | _pictures()


def _pictures() -> dict[str, Mistake]:
    return {
        "same picture twice": copied(1, 0),
        "same picture under another wand": copied(8, 0),
        "wand not turned": same_face(1, 0),
        "wand not turned, third face": same_face(5, 4),
        "two wands": edited(0, second_wand(4)),
        "two wands, both of them taught there": edited(7, second_wand(1)),
        "no wand": edited(3, no_wand),
        "no wand in any": all_edited(no_wand),
        "hand": edited(2, polygon(SKIN, ARM)),
        "sleeve": edited(4, polygon(SLEEVE, ARM)),
        "card beside": edited(5, polygon(CARD, np.array([[60.0, 60], [130, 60], [130, 130], [60, 130]]))),
        "coin beside": edited(6, disc(BRASS, 0.0, 30.0, 11.0)),
        "coin over the mark": edited(0, disc(BRASS, 0.0, 0.0, 11.0)),
        "coin over an end": edited(3, disc(BRASS, 48.0, 0.0, 11.0)),
        "coin under an end": edited(1, lifted),
        "coin under an end of the third wand": edited(7, lifted),
        "finger on an end": edited(7, disc(SKIN, -48.0, 4.0, 9.0)),
        "lamp over the mark": edited(0, disc(WHITE, 0.0, 0.0, 9.0)),
        "lamp over the mark of the third wand": edited(8, disc(WHITE, 0.0, 0.0, 9.0)),
        "finger at a long side": edited(3, disc(SKIN, 0.0, 9.0, 8.0)),
        "coin at a long side of the third wand": edited(7, disc(BRASS, 20.0, 14.0, 9.0)),
        "camera nudged before the last wand": nudged_from(6),
        "lamp over all of the face": edited(4, disc(WHITE, 0.0, 0.0, 40.0)),
        "blurred": edited(2, plain(blurred)),
        "all blurred": all_edited(plain(blurred)),
        "shaken": edited(6, plain(shaken)),
        "dark": edited(1, plain(dimmed)),
        "all dark": all_edited(plain(dimmed)),
        "dimmer": edited(5, plain(scaled_light(0.45))),
        "over-exposed": edited(4, plain(scaled_light(4.0))),
        "all over-exposed": all_edited(plain(scaled_light(5.0))),
        "another size": edited(3, plain(half_size)),
        "another aspect ratio": all_edited(plain(squeezed)),
        "camera moved": edited(0, plain(warped(3, 1, 34, 10))),
        "camera nearer": edited(4, plain(warped(0, 1.12, 0, 0))),
        "camera turned round": edited(5, plain(warped(180, 1, 0, 0))),
        "mirrored": edited(8, plain(lambda p: np.ascontiguousarray(p[:, ::-1]))),
        "upside down": edited(2, plain(lambda p: np.ascontiguousarray(p[::-1]))),
        "all mirrored": all_edited(plain(lambda p: np.ascontiguousarray(p[:, ::-1]))),
        "cropped": edited(1, plain(cropped)),
        "turned by a quarter": edited(6, plain(upright)),
        "half outside": edited(0, pushed_out),
        "smear over one half": edited(3, smeared),
        "noise": edited(2, plain(noisy)),
        "nothing but grey": edited(7, plain(even)),
        "another white balance": edited(4, plain(tinted)),
        "somebody leans over": edited(5, plain(shaded_half)),
    }  # fmt: skip
