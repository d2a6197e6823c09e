"""Names that look exchanged are named by colours, words and the blank face; honest ones are left alone."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import numpy as np
import pytest

from companion.protocol import Face
from vision.evidence.model import WandModel
from vision.read import Reader
from vision.setup.exchange import exchanged, spread
from vision.setup.shots import Shot
from vision.taught.wandset import FACES

Models = dict[str, WandModel]
PICTURE = np.zeros((2, 2, 3), np.uint8)


def shots_of(models: Models, *colours: str) -> list[Shot]:
    """The shots by name, of all wands or some."""
    own = [m for c, m in models.items() if c in colours or not colours]
    return [Shot(f"{m.wand.colour}_{f.face}", m.wand.colour, f.top, f.face, PICTURE) for m in own for f in m.wand.faces]


def painted(models: Models, paints: dict[tuple[str, Face], np.ndarray]) -> Models:
    """The same wands with other wood on some faces."""
    made: Models = {}
    for colour, model in models.items():
        made[colour] = copy(model)
        made[colour].woods = [paints.get((colour, n), w) for n, w in zip(FACES, model.woods, strict=True)]
        made[colour].base = np.median(made[colour].woods, axis=0)
    return made


def called(models: Models, names: dict[str, str]) -> Models:
    """The same wands under other names."""
    made = {names.get(c, c): copy(m) for c, m in models.items()}
    for name, model in made.items():
        model.wand = replace(model.wand, colour=name)
    return made


def wood(models: Models, colour: str, face: Face) -> np.ndarray:
    return models[colour].woods[FACES.index(face)]


@pytest.mark.parametrize("face", FACES)
def test_a_face_of_wood_that_no_wand_has_is_named_alone(reader: Reader, face: Face) -> None:
    models = painted(reader.models, {("red", face): np.array([70.0, 190.0, 60.0])})
    (reason,) = exchanged(models, shots_of(models))
    assert reason.startswith(f"red_{face}: its wood is unlike the red wand's other faces")


def test_faces_that_are_the_darkest_one_under_grey_light_are_laid_to_a_lamp(reader: Reader) -> None:
    dark = wood(reader.models, "red", "fate")
    models = painted(reader.models, {("red", "power"): dark + 90, ("red", "magic"): dark + 100, ("red", "fate"): dark})
    (reason,) = exchanged(models, shots_of(models))
    assert reason.startswith("red_power and red_magic: a lamp is mirrored over the face")


@pytest.mark.parametrize(("red", "white"), [("red", "white"), ("Rot", "weiss")])
def test_words_for_colours_that_fit_better_the_other_way_round_are_named(reader: Reader, red: str, white: str) -> None:
    right = called(reader.models, {"red": red, "white": white})
    assert exchanged(right, shots_of(right, "black")) == []
    wrong = called(reader.models, {"red": white, "white": red})
    (reason,) = exchanged(wrong, shots_of(wrong, "black"))
    assert reason.startswith("the names of the ") and reason.endswith(" wand look exchanged")
    assert red in reason and white in reason and "black" not in reason


def test_names_that_are_no_words_for_colours_are_not_judged(reader: Reader) -> None:
    for names in ({"red": "white", "white": "anna"}, {"red": "anna", "white": "bert", "black": "red"}):
        models = called(reader.models, names)
        assert exchanged(models, shots_of(models, *list(models)[:1])) == []


@pytest.mark.parametrize("face", ["power", "magic"])
def test_a_blank_face_with_a_marks_name_is_fate(reader: Reader, face: Face) -> None:
    wand = reader.wands.wand("black")
    other: dict[Face, Face] = {face: "fate", "fate": face}
    faces = tuple(replace(wand.face(other.get(name, name)), face=name) for name in FACES)
    models = {**reader.models, "black": WandModel(replace(wand, faces=faces), reader.wands.density)}
    assert exchanged(models, shots_of(models, "black")) == [
        f"black_{face} and black_fate look exchanged: the first has no mark"
    ]
    # The same wand, when it is another one's pictures that were taken.
    assert exchanged(models, shots_of(models, "red")) == []


def test_a_wand_of_one_wood_has_no_spread_and_another_face_makes_it(reader: Reader) -> None:
    own = wood(reader.models, "red", "power")
    even: dict[tuple[str, Face], np.ndarray] = {("red", face): own for face in FACES}
    assert spread(painted(reader.models, even)["red"]) == pytest.approx(0.0)
    # Half as bright again beside 12 levels of dark: 0.6 x (ln 1.5 - 0.2).
    brighter = painted(reader.models, {**even, ("red", "fate"): 1.5 * (own + 12) - 12})["red"]
    assert spread(brighter) == pytest.approx(0.6 * (np.log(1.5) - 0.2))
