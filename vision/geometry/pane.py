"""The pane in millimetres: a lens, a plane, and the pane's own refraction between them.

Frame of the pane (mm): x to the right and y down in the picture, z up and away from the camera, z = 0 on the pane's
*top* face.  Picture coordinates (px): the centre of the top left pixel is (0, 0).

A ray leaves a flat pane parallel to how it entered it, so a point seen through the pane looks as if moved towards the
camera along the pane's normal by ``thickness * (1 - tan(inside) / tan(outside))``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.errors import PaneError, PictureError
from vision.files import read_file
from vision.picture import Picture

Points = NDArray[np.float64]
"""Shape (n, 2) or (n, 3)."""
Numbers = NDArray[np.float64]

VERSION = 1
THICKNESS_MM = 5.0
INDEX = 1.49
LEAST_PX_MM = 2.7
"""Below it notches blur, and only the marks are left to decide."""


class PaneFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``pane.json``: lens for a picture of ``size_px``, place of the camera, what is visible of the pane.

    ``focus`` is where the camera's lens stood, in the camera's own scale (a Pi's module: dioptres); missing where the
    lens is turned by hand or nobody said.
    """

    version: int
    size_px: tuple[int, int]
    focal_px: float
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    rotation: tuple[tuple[float, float, float], ...]
    translation_mm: tuple[float, float, float]
    thickness_mm: float
    index: float
    rms_px: float
    opening_mm: list[tuple[float, float]]
    focus: float | None = None


@dataclass(frozen=True)
class Pane:
    """Maps between millimetres on the pane and pixels of one picture size.

    ``opening`` holds the corners (mm, clockwise in the picture, shape (4, 2)) of what is visible of the pane, ``focus``
    where the camera's lens stood.
    """

    size: tuple[int, int]
    focal: float
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    rotation: Points
    translation: Points
    opening: Points
    thickness: float = THICKNESS_MM
    index: float = INDEX
    rms: float = 0.0
    focus: float | None = None

    def to_px(self, points: Points) -> Points:
        """Millimetres (n, 2) on the pane's top, or (n, 3) above it, to pixels (n, 2)."""
        flat = np.asarray(points, dtype=np.float64)
        turn, normal = self._turned
        seen = flat @ turn[: flat.shape[1]] + self.translation
        return project(seen, normal, self.lens, self.thickness, self.index)

    def to_mm(self, points: Points) -> Points:
        """Pixels (n, 2) to millimetres (n, 2) on the pane's top face."""
        pixels = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        aim, places = pixels, _invert(self, pixels)
        for _ in range(2):
            aim = aim + pixels - self.to_px(places)
            places = _invert(self, aim)
        return places

    @cached_property
    def _turned(self) -> tuple[Points, Numbers]:
        """The camera's axes (rows) of each of the pane's, and those of the pane's normal."""
        return np.ascontiguousarray(self.rotation.T), np.ascontiguousarray(self.rotation[:, 2])

    @cached_property
    def lens(self) -> NDArray[np.float64]:
        """focal, cx, cy, k1, k2, p1, p2, k3."""
        return np.array([self.focal, *self.centre, *self.distortion])

    @cached_property
    def eye(self) -> Points:
        """The camera's place (mm) in the pane's frame; z is negative."""
        eye: Points = -self.rotation.T @ self.translation
        return eye

    @property
    def scale(self) -> float:
        """Pixels a millimetre straight below the camera."""
        return float(self.focal / abs(self.eye[2]))

    def scaled(self, width: int, height: int) -> Pane:
        """The same pane for a picture of another size.  Raises PictureError when the aspect ratio differs."""
        if (width, height) == self.size:
            return self
        factor = width / self.size[0]
        if abs(self.size[1] * factor - height) > 1.0:
            raise PictureError(
                f"a picture of {width}x{height} does not fit pane.json, made with {self.size[0]}x{self.size[1]}"
            )
        centre = ((self.centre[0] + 0.5) * factor - 0.5, (self.centre[1] + 0.5) * factor - 0.5)
        return replace(self, size=(width, height), focal=self.focal * factor, centre=centre)

    def beyond(self, places: Points) -> NDArray[np.float64]:
        """How far (mm) each of some places (n, 2) on the pane lies beyond its opening; negative inside: (n,)."""
        outwards, reach = self._sides
        return np.asarray((places @ outwards - reach).max(axis=1))

    @cached_property
    def _sides(self) -> tuple[Points, Numbers]:
        """Unit vectors outwards of the opening's sides (2, 4), and how far along them each side is (4,)."""
        along = np.roll(self.opening, -1, axis=0) - self.opening
        outwards = np.stack([along[:, 1], -along[:, 0]]) / np.hypot(along[:, 0], along[:, 1])
        return outwards, (self.opening.T * outwards).sum(axis=0)

    def file(self) -> PaneFile:
        """As it is written to pane.json."""
        rows = tuple((float(r[0]), float(r[1]), float(r[2])) for r in self.rotation)
        x, y, z = (float(v) for v in self.translation)
        corners = [(round(float(a), 2), round(float(b), 2)) for a, b in self.opening]
        return PaneFile(
            version=VERSION,
            size_px=self.size,
            focal_px=self.focal,
            centre_px=self.centre,
            distortion=self.distortion,
            rotation=rows,
            translation_mm=(x, y, z),
            thickness_mm=self.thickness,
            index=self.index,
            rms_px=self.rms,
            opening_mm=corners,
            focus=self.focus,
        )


def project(seen: Points, normal: Points, lens: NDArray[np.float64], thickness: float, index: float) -> Points:
    """Project camera coordinates (n, 3), seen through a pane with unit ``normal`` (away from the camera), to pixels."""
    height = seen @ normal
    bent = (index**2 - 1) * (np.einsum("ij,ij->i", seen, seen) - height * height)
    lift = _lift(height, bent, thickness, index)
    lift = _lift(height - lift, bent, thickness, index)
    across, down, away = (seen - lift[:, None] * normal).T
    focal, cx, cy, k1, k2, p1, p2, k3 = lens.tolist()
    # Both coordinates as one complex number: half as many calls, of which each costs more than its numbers do.
    place = (across + 1j * down) / away
    r2 = place.real**2 + place.imag**2
    distorted = place * (1 + r2 * (k1 + r2 * (k2 + r2 * k3 if k3 else k2)))
    if p1 or p2:
        distorted += (2 * complex(p2, p1)) * r2 + complex(p2, -p1) * (place * place)
    pixels: Points = (focal * distorted + complex(cx, cy)).view(np.float64).reshape(-1, 2)
    return pixels


def _lift(height: Numbers, bent: Numbers, thickness: float, index: float) -> Numbers:
    """How much nearer a pane makes things that are so far along its normal and so far aside of it (squared, times
    ``index ** 2 - 1``).
    """
    lift: Numbers = thickness - thickness * height / np.sqrt(index**2 * (height * height) + bent)
    return lift


def _invert(pane: Pane, pixels: Points) -> Points:
    matrix = np.array([[pane.focal, 0, pane.centre[0]], [0, pane.focal, pane.centre[1]], [0, 0, 1]])
    rays = cv2.undistortPoints(pixels.reshape(-1, 1, 2), matrix, np.array(pane.distortion)).reshape(-1, 2)
    directions = np.column_stack([rays, np.ones(len(rays))]).astype(np.float64)
    normal = pane.rotation[:, 2]
    height = directions @ normal
    bent = (pane.index**2 - 1) * (np.einsum("ij,ij->i", directions, directions) - height * height)
    depth = float(pane.translation @ normal) - _lift(height, bent, pane.thickness, pane.index)
    apparent = directions * (depth / height)[:, None]
    place = (apparent - pane.translation) @ pane.rotation
    return np.asarray(place[:, :2], dtype=np.float64)


def load_pane(path: str | Path) -> Pane:
    """Read pane.json.  Raises PaneError with one line."""
    try:
        data = read_file(path)
    except OSError as error:
        raise PaneError(f"cannot read the pane {path}: {error.strerror}") from error
    try:
        return pane_of(msgspec.json.decode(data, type=PaneFile))
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
        raise PaneError(f"{path} is no pane.json ({error}); make one with 'dreimagier vision calibrate'") from error


def pane_of(file: PaneFile) -> Pane:
    """The pane of a file's content.  Raises ValueError when the numbers make no sense."""
    numbers: list[Any] = [
        file.focus or 0.0,
        file.focal_px,
        file.centre_px,
        file.distortion,
        file.rotation,
        file.translation_mm,
    ]
    rotation = np.array(file.rotation, dtype=np.float64)
    if file.version != VERSION or min(file.size_px) < 16 or file.focal_px <= 0 or rotation.shape != (3, 3):
        raise ValueError("version, size, focal length or rotation out of range")
    if not all(np.isfinite(np.array(n, dtype=np.float64)).all() for n in numbers) or len(file.opening_mm) != 4:
        raise ValueError("numbers that are not finite, or an opening without four corners")
    return Pane(
        size=file.size_px,
        focal=file.focal_px,
        centre=file.centre_px,
        distortion=file.distortion,
        rotation=rotation,
        translation=np.array(file.translation_mm, dtype=np.float64),
        opening=np.array(file.opening_mm, dtype=np.float64),
        thickness=file.thickness_mm,
        index=file.index,
        rms=file.rms_px,
        focus=file.focus,
    )


def few_pixels(pane: Pane) -> tuple[str, ...]:
    """A note for a pane that is seen with too few pixels, none for others."""
    if pane.scale >= LEAST_PX_MM - 0.05:
        return ()
    return (
        f"{pane.scale:.1f} px/mm are less than {LEAST_PX_MM}: notches blur and more is asked; bring the camera nearer, "
        "take a smaller pane or a camera with more rows",
    )


@lru_cache(maxsize=4)
def _mask_for(key: tuple[Any, ...]) -> NDArray[np.uint8]:
    size, corners = key
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.array(corners, np.int32)], 255)
    return mask


def mask_of(pane: Pane) -> NDArray[np.uint8]:
    """255 inside the opening, else 0; of the pane's picture size."""
    steps = np.linspace(0, 1, 16, endpoint=False)[:, None]
    sides = [a + (b - a) * steps for a, b in zip(pane.opening, np.roll(pane.opening, -1, axis=0), strict=True)]
    outline = np.round(pane.to_px(np.vstack(sides))).astype(int)
    return _mask_for((pane.size, tuple(map(tuple, outline.tolist()))))


def masked(pane: Pane, picture: Picture) -> Picture:
    """The picture with everything outside the opening black (privacy: before storing or sending)."""
    return np.asarray(cv2.bitwise_and(picture, picture, mask=mask_of(pane)), dtype=np.uint8)
