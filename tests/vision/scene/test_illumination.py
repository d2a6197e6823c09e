"""Light: a dim picture in the light of the teaching, and the empty pane in that of another picture."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.conftest import SET
from vision.evidence.exhibit import like_bare
from vision.files import read_picture
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.locate.outline import measure
from vision.picture import Picture
from vision.read import Reader
from vision.scene.illumination import LitPane, brightened, tint, tone, untinted

INSIDE = np.ones((270, 270), dtype=np.bool_)
BLACK, WOOD = 25.0, 120.0


def dusk(picture: Picture, light: float, noise: float, seed: int) -> Picture:
    """The picture in ``light`` times the linear light, with so much noise (1: white), which cannot go below black."""
    linear = (picture.astype(np.float64) / 255) ** 2.2 * light
    noisy = linear + np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.asarray(np.rint(255 * np.clip(noisy, 0, 1) ** (1 / 2.2)), dtype=np.uint8)


def table() -> tuple[Picture, Picture]:
    """An empty pane that gets brighter to the right, and the same with a black and a pale wand."""
    ramp: NDArray[Any] = np.linspace(110, 170, 270)
    empty = np.asarray(np.rint(np.broadcast_to(ramp[None, :, None], (270, 270, 3))), dtype=np.uint8)
    full = empty.copy()
    full[60:75, 60:170], full[160:175, 60:170] = BLACK, WOOD
    return empty, full


@pytest.mark.parametrize(("light", "noise"), [(0.3, 0.002), (0.1, 0.006), (0.1, 0.013)])
def test_what_noise_has_lifted_is_dark_again(light: float, noise: float) -> None:
    empty, full = table()
    dim = dusk(full, light, noise, 1)
    bright = brightened(dim, tone(dim, empty, INSIDE, BLACK))
    black, wood, pane = (float(p.mean()) for p in (bright[64:71, 64:166], bright[164:171, 64:166], bright[200:]))
    assert black == pytest.approx(BLACK, abs=12)
    assert wood == pytest.approx(WOOD, abs=12)
    assert pane == pytest.approx(float(empty[200:].mean()), abs=12)


@pytest.mark.parametrize("light", [0.4, 0.1])
def test_the_darkest_of_a_bare_pane_is_not_taken_for_a_dark_wand(light: float) -> None:
    empty, _ = table()
    dim = dusk(empty, light, 0.003, 2)
    bright = brightened(dim, tone(dim, empty, INSIDE, BLACK))
    assert np.abs(bright.astype(int) - empty).mean() < 6


def test_a_wand_in_shadow_may_be_darker_than_the_darkest_wood() -> None:
    empty, full = table()
    full[60:75, 60:170] = 10.0
    dim = dusk(full, 0.3, 0.0, 4)
    assert brightened(dim, tone(dim, empty, INSIDE, BLACK))[64:71, 64:166].mean() < 0.7 * BLACK


def test_a_tone_only_rises() -> None:
    empty, full = table()
    for seed in range(4):
        steps = np.diff(tone(dusk(full, 0.1, 0.01, seed), empty, INSIDE, BLACK).astype(int))
        assert steps.min() >= 0
        assert steps.max() > 0


def test_a_pane_without_any_picture_keeps_its_levels() -> None:
    flat = np.full((270, 270, 3), 7, np.uint8)
    assert (tone(flat, flat, INSIDE, 7.0) == np.arange(256)).all()


def test_noise_leaves_the_light_of_the_empty_pane_alone() -> None:
    empty, full = table()
    noisy = dusk(full, 0.5, 0.02, 3)
    lit = LitPane(empty, INSIDE).relit(noisy)
    even = cv2.blur(noisy, (9, 9))
    off = np.abs(lit[190:260].astype(int) - even[190:260]).mean()
    assert off < 3


@pytest.mark.parametrize(
    ("name", "noise"),
    [("001.jpg", 0.004), ("001.jpg", 0.008), ("004.jpg", 0.004), ("018.jpg", 0.004), ("018.jpg", 0.008)],
)
def test_a_throw_at_dusk_is_read_as_in_the_light(
    reader: Reader, labels: dict[str, Any], name: str, noise: float
) -> None:
    truth = {c: w["top_value"] for c, w in labels["throws"][name]["wands"].items()}
    dark = dusk(read_picture(SET / "throws" / name), 0.1, noise, 5)
    look = reader.read(dark)
    assert look.reading.status == "ok", (look.reading.kind, look.reading.wands)
    assert {c: w.top for c, w in look.reading.wands.items()} == truth


def test_the_bare_pane_at_dusk_is_empty(reader: Reader) -> None:
    for light in (0.2, 0.1):
        look = reader.read(dusk(read_picture(SET / "empty.jpg"), light, 0.004, 5))
        assert (look.reading.status, look.found) == ("empty", ())


def test_noise_veils_no_face_but_a_blurred_one_at_dusk_is_not_blank_for_certain(reader: Reader) -> None:
    picture = read_picture(SET / "throws" / "001.jpg")

    def blank(light: Picture) -> dict[str, bool]:
        found = reader.read(dusk(light, 0.1, 0.004, 5)).found
        return {f.colour: f.facts.veiled for f in found if not reader.models[f.colour].marked[f.exhibit.best]}

    assert set(blank(picture).values()) == {False}
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), 5), dtype=np.uint8)
    assert False not in blank(blurred).values()


@pytest.mark.parametrize("noise", [0.004, 0.006])
def test_what_noise_draws_on_the_bare_pane_at_dusk_is_no_blank_wand(reader: Reader, noise: float) -> None:
    picture = dusk(read_picture(SET / "throws" / "001.jpg"), 0.1, noise, 5)
    view, found = reader.empty.beside(picture), reader.read(picture).found
    assert view.grain > 2
    assert [like_bare(view, f.outline) for f in found] == [False] * 3
    empty = reader.empty.beside(dusk(read_picture(SET / "empty.jpg"), 0.1, noise, 6))
    sampler = Sampler(reader.pane, empty.picture, reader.wands.density)
    drawn = [measure(sampler, Pose(x, y, x / 50), 100.0, 14.0) for x in (-60.0, 0.0, 60.0) for y in (-50.0, 40.0)]
    assert all(like_bare(empty, outline) for outline in drawn)
    light = reader.empty.beside(read_picture(SET / "empty.jpg"))
    assert not any(like_bare(light, outline) for outline in drawn)


@pytest.mark.parametrize("light", [0.2, 0.5])
def test_dim_light_of_another_colour_is_taken_out_and_plain_dim_light_has_none(light: float) -> None:
    empty, full = table()
    dim = dusk(full, light, 0.01, 3)
    assert tint(dim, empty, INSIDE) is None
    cold = np.clip(np.rint(dim * np.array([1.6, 1.0, 0.62]) ** (1 / 2.2)), 0, 255).astype(np.uint8)
    cast = tint(cold, empty, INSIDE)
    assert cast is not None
    assert tint(untinted(cold, cast), empty, INSIDE) is None
    off = untinted(cold, cast).mean(axis=(0, 1)) / dim.mean(axis=(0, 1))
    assert np.ptp(off) < 0.04
    part = dim.copy()
    part[:, 90:] = cold[:, 90:]
    assert tint(part, empty, INSIDE) is None


def test_a_lamp_seen_through_the_pane_stays_white_in_less_light_unless_something_hides_it() -> None:
    empty = table()[0]
    empty[100:120, 100:120] = 255
    now = np.asarray(np.rint(0.8 * empty), dtype=np.uint8)
    now[100:120, 100:120] = 255
    now[110:120, 100:120] = BLACK
    lit = LitPane(empty, INSIDE).relit(now)
    assert (lit[100:110, 100:120] == 255).all()
    assert np.abs(lit[110:120, 100:120].astype(int) - 204).max() <= 2
    assert np.abs(lit[:90].astype(int) - now[:90]).max() <= 2
