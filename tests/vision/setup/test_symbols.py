"""The other wands vouch for the names of a wand's faces, and notches are believed as far as they show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.protocol import Face
from vision.evidence.model import WandModel
from vision.read import Reader
from vision.setup.exchange import exchanged
from vision.setup.shots import Shot
from vision.setup.symbols import vouched
from vision.setup.values import CLEAR, TIE, VOUCHED_CLEAR, VOUCHED_TIE, Tops, Values, values_of
from vision.taught.wandset import FACES, TaughtFace

SAID: Tops = (2, 1, 0)
OTHER: Tops = (1, 2, 0)


def renamed(reader: Reader, colour: str, one: Face, two: Face) -> dict[str, WandModel]:
    """The models as they are when two pictures of a wand bear each other's names."""
    wand = reader.wands.wand(colour)
    other: dict[Face, Face] = {one: two, two: one}
    pictures = {f.face: f for f in wand.faces}
    swapped = [pictures[other.get(name, name)] for name in FACES]
    faces = tuple(
        TaughtFace(name, pictures[name].top, f.picture, f.clear) for name, f in zip(FACES, swapped, strict=True)
    )
    return {**reader.models, colour: WandModel(replace(wand, faces=faces), reader.wands.density)}


def test_wands_with_the_same_marks_vouch_for_one_another(reader: Reader) -> None:
    assert vouched(reader.models) == set(reader.models)
    assert vouched({c: m for c, m in reader.models.items() if c == "red"}) == set()


@pytest.mark.parametrize("pair", [("power", "magic"), ("power", "fate"), ("magic", "fate")])
def test_nobody_vouches_for_exchanged_names(reader: Reader, pair: tuple[Face, Face]) -> None:
    assert "red" not in vouched(renamed(reader, "red", *pair))


@pytest.mark.parametrize(
    ("other", "vouched_for", "best"),
    [
        (2.0 + TIE / 2, False, SAID),
        (2.0 + TIE * 2, False, OTHER),
        (2.0 + VOUCHED_TIE / 1.1, True, SAID),
        (2.0 + VOUCHED_TIE * 2, True, OTHER),
    ],
)
def test_notches_speak_against_a_name_only_by_more_than_a_tie(other: float, vouched_for: bool, best: Tops) -> None:
    assert Values(SAID, {SAID: 2.0, OTHER: other}).best(vouched_for) == best


def test_only_notches_that_speak_clearly_accuse() -> None:
    assert not Values(SAID, {SAID: 2.0, OTHER: 2.0 + CLEAR / 2}).clear(vouched=False)
    clear = Values(SAID, {SAID: 2.0, OTHER: 2.0 + (CLEAR + VOUCHED_CLEAR) / 2})
    assert clear.clear(vouched=False)
    assert not clear.clear(vouched=True)


def revalued(reader: Reader, colour: str) -> tuple[dict[str, WandModel], list[Shot]]:
    """The models, and the shots by name, when the values of power and magic of one wand were exchanged."""
    wand = reader.wands.wand(colour)
    values = {"power": wand.face("magic").top, "magic": wand.face("power").top}
    faces = tuple(replace(f, top=values.get(f.face, f.top)) for f in wand.faces)
    models = {**reader.models, colour: WandModel(replace(wand, faces=faces), reader.wands.density)}
    picture = np.zeros((2, 2, 3), np.uint8)
    return models, [Shot(f"{c}_{f.face}", c, f.top, f.face, picture) for c, m in models.items() for f in m.wand.faces]


@pytest.mark.parametrize("colour", ["red", "black", "white"])
def test_values_that_clear_notches_contradict_look_exchanged_though_the_marks_vouch(
    reader: Reader, colour: str
) -> None:
    models, shots = revalued(reader, colour)
    (reason,) = exchanged(models, shots)
    assert reason.startswith(f"{colour}_power and {colour}_magic look exchanged")


def test_notches_that_hardly_show_name_the_light_not_the_names(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    models, shots = revalued(reader, "red")

    def weak(model: WandModel) -> Values:
        said = tuple(f.top for f in model.wand.faces)
        return Values(said, {said: 1.4, said[::-1]: 1.4 + (VOUCHED_TIE + CLEAR) / 2 if model is models["red"] else 0.5})

    monkeypatch.setattr("vision.setup.exchange.values_of", weak)
    (reason,) = exchanged(models, shots)
    assert "look exchanged" not in reason
    assert "red" in reason and "lighter above the pane" in reason


@pytest.mark.parametrize("number", [0, 1, 2])
def test_notches_that_a_lamp_hides_on_one_face_are_told_by_the_other(reader: Reader, number: int) -> None:
    wand = reader.wands.wand("red")
    clear = wand.faces[number].clear.copy()
    clear[: clear.shape[0] // 2, clear.shape[1] // 5 : -clear.shape[1] // 5] = False
    faces = [replace(f, clear=clear) if i == number else f for i, f in enumerate(wand.faces)]
    values = values_of(WandModel(replace(wand, faces=tuple(faces)), reader.wands.density))
    assert values.best(vouched=False) == values.said
    assert values.odds[values.said] > CLEAR
