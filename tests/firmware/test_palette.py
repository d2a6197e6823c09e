"""Colour is never the only carrier."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from companion.protocol import ROLES
from firmware.palette import LOOKS, Colour, Look, strongest

# Linear RGB to linear RGB: Viénot, Brettel and Mollon (1999); for tritan eyes one plane of Brettel's model (1997).
EYES = {
    "protan": [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]],
    "deutan": [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]],
    "tritan": [[1.0, 0.14461, -0.14461], [0.0, 0.85924, 0.14076], [0.0, 0.85924, 0.14076]],
}


def seen(colour: Colour, eye: str) -> np.ndarray:
    """Direction of a colour as such an eye sees it, whatever its brightness."""
    light = np.array(EYES[eye]) @ (np.array(colour) / 255) ** 2.2
    return light / max(float(light.sum()), 1e-9)


def carried_apart(a: Look, b: Look) -> bool:
    """By motion, or by a third in brightness."""
    return a.motion != b.motion or abs(a.level - b.level) >= max(a.level, b.level) / 3


def test_every_role_of_the_protocol_has_a_look() -> None:
    assert set(LOOKS) == set(ROLES)


@pytest.mark.parametrize("eye", EYES)
def test_roles_that_look_alike_to_an_eye_move_or_shine_differently(eye: str) -> None:
    alike = [
        (one, other)
        for (one, a), (other, b) in itertools.combinations(LOOKS.items(), 2)
        if np.abs(seen(a.colour, eye) - seen(b.colour, eye)).max() < 0.12
    ]
    assert alike, "no two colours alike to this eye: then the test tests nothing"
    assert [pair for pair in alike if not carried_apart(LOOKS[pair[0]], LOOKS[pair[1]])] == []


def test_every_pair_differs_without_any_colour_or_in_hue_to_all_eyes() -> None:
    same = [
        (one, other) for (one, a), (other, b) in itertools.combinations(LOOKS.items(), 2) if not carried_apart(a, b)
    ]
    for one, other in same:
        for eye in EYES:
            assert np.abs(seen(LOOKS[one].colour, eye) - seen(LOOKS[other].colour, eye)).max() >= 0.12, (
                one,
                other,
                eye,
            )


def test_the_strongest_role_is_drawn_and_unknown_ones_are_passed_over() -> None:
    assert strongest(["own", "winner"]) == "winner"
    assert strongest(["target-magician", "possible"]) == "possible"
    assert strongest(["of-a-newer-host", "own"]) == "own"  # type: ignore[list-item]
    assert strongest([]) is None
