"""Puts the parts of one picture together: backdrop, people, things, wands, reflections; nearer covers farther."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.simulated.layers import Layer, Placed, sheet_layer, wand_layer
from vision.cameras.simulated.lid import Lid, lit_lid
from vision.cameras.simulated.light import Light, reflections
from vision.cameras.simulated.optics import Array, Lens
from vision.cameras.simulated.room import Ceiling, Table, backdrop
from vision.cameras.simulated.things import Sheet
from vision.cameras.simulated.wand import all_corners


@dataclass(frozen=True)
class Place:
    """Where the pane stands: everything that stays the same from picture to picture."""

    lens: Lens
    ceiling: Ceiling
    table: Table
    lid: Lid | None = None


class Stage:
    """A place in one light, ready for any number of pictures: holds the empty pane and what lies over all."""

    def __init__(self, place: Place, light: Light) -> None:
        self.lens, self.light, self.lid = place.lens, light, place.lid
        parts = backdrop(place.lens, place.ceiling, place.table, light.lamps)
        self.opening = parts.opening
        self.base = self._empty(parts.above, parts.below).astype(np.float16)
        over = parts.dust * np.float32(0.35 + 0.65 * light.lamps.strength)
        if light.blobs or (light.glare and light.lamps.glare > 0):
            over = over + reflections(light, place.lens)
        self.over = np.asarray(over * parts.opening, np.float32)

    def _empty(self, above: Array, below: Array) -> Array:
        """Linear light of the empty pane without reflections, (height, width, 3) float32."""
        tone = np.array(self.light.room_colour, np.float32) * self.light.room
        low = below * np.float32(0.2 + 0.8 * self.light.lamps.strength)
        room = above * tone
        room += self.light.veil * self.light.lamps.strength
        return np.asarray(low + (room - low) * np.repeat(self.opening[..., None], 3, 2), np.float32)

    def picture(self, moments: Sequence[Sequence[Placed]], sheets: Sequence[Sheet] = (), fine: int = 2) -> Array:
        """Linear light of one picture (height, width, 3) float32.

        ``moments`` are the wands' poses during the exposure, one for a still; several make motion blur.  ``fine`` by
        ``fine`` rays are cast a pixel.
        """
        drawn = self.base.astype(np.float32)
        if self.lid is not None:
            drawn += (lit_lid(self.lens, self.light, self.lid, moments[-1]) - drawn) * self.opening[..., None]
        for wands, part in self._parts(moments, sheets):
            layers = [self._layer(each, wands, fine) for each in part]
            lay(drawn, [layer for layer in layers if layer is not None], len(part), self.opening)
        cv2.add(drawn, cv2.merge([self.over * np.float32(tone) for tone in self.light.lamps.colour]), drawn)
        return drawn

    def _parts(
        self, moments: Sequence[Sequence[Placed]], sheets: Sequence[Sheet]
    ) -> list[tuple[Sequence[Placed], list[Placed | Sheet]]]:
        """What is drawn, farthest first: each thing, each wand at all its moments, with the wands that may shade it."""
        parts: list[tuple[float, Sequence[Placed], list[Placed | Sheet]]] = [(s.height, (), [s]) for s in sheets]
        for track in zip(*moments, strict=True):
            wand, pose = track[-1]
            still = all(placed[1] is pose for placed in track)
            height = float(pose.world(all_corners(wand))[:, 2].mean())
            parts.append((height, moments[-1], [track[-1]] if still else list(track)))
        return [(wands, part) for _, wands, part in sorted(parts, key=lambda entry: -entry[0])]

    def _layer(self, part: Placed | Sheet, wands: Sequence[Placed], fine: int) -> Layer | None:
        if isinstance(part, Sheet):
            return sheet_layer(self.lens, self.light, part)
        return wand_layer(self.lens, self.light, part, wands, fine)


def compose(place: Place, light: Light, wands: Sequence[Placed], sheets: Sequence[Sheet] = ()) -> Array:
    """Linear light of one still (height, width, 3) float32."""
    return Stage(place, light).picture([wands], sheets)


def lay(picture: Array, layers: Sequence[Layer], count: int, opening: Array) -> None:
    """Put layers that share the exposure's ``count`` moments onto the picture, as far as the opening shows them."""
    if not layers:
        return
    x0, y0 = min(layer.x for layer in layers), min(layer.y for layer in layers)
    x1 = max(layer.x + layer.sheet.shape[1] for layer in layers)
    y1 = max(layer.y + layer.sheet.shape[0] for layer in layers)
    merged = layers[0].sheet if count == 1 else np.zeros((y1 - y0, x1 - x0, 4), np.float32)
    for layer in layers if count > 1 else ():
        rows, columns = layer.sheet.shape[:2]
        merged[layer.y - y0 : layer.y - y0 + rows, layer.x - x0 : layer.x - x0 + columns] += layer.sheet / count
    part = picture[y0:y1, x0:x1]
    seen = opening[y0:y1, x0:x1, None]
    part *= np.repeat(1 - merged[..., 3:] * seen, 3, 2)
    part += merged[..., :3] * np.repeat(seen, 3, 2)
