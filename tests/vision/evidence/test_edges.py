"""Both edges of a face: where notches are, as the network sees it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.evidence.edges import ACROSS, FULL, Edges, beside_wood
from vision.files import read_picture
from vision.read import Reader

COLOURS = ["red", "black", "white"]


def seen(edges: Edges, edge: int) -> list[float]:
    """Middles of what is seen for certain at an edge, where notches may be."""
    high = (edges.odds[edge] >= FULL / 2) & edges.where
    starts, ends = (np.flatnonzero(np.diff(np.concatenate([[0], high, [0]])) == way) for way in (1, -1))
    return [float(edges.u[(a + b - 1) // 2]) for a, b in zip(starts, ends, strict=True)]


@pytest.mark.parametrize("colour", COLOURS)
def test_a_taught_face_shows_as_many_notches_as_its_two_edges_carry(colour: str, reader: Reader) -> None:
    model = reader.models[colour]
    for face in model.wand.faces:
        edges = model.gauge.measure(face.picture, face.clear)
        assert sorted(len(seen(edges, edge)) for edge in (0, 1)) == sorted({0, 1, 2} - {face.top})


def test_seen_turned_round_the_edges_change_places(reader: Reader) -> None:
    model = reader.models["red"]
    face = model.wand.faces[0]
    edges = model.gauge.measure(face.picture, face.clear)
    turned = model.gauge.measure(face.picture[::-1, ::-1], face.clear[::-1, ::-1]).turned()
    assert [len(seen(edges, e)) for e in (0, 1)] == [len(seen(turned, e)) for e in (0, 1)]
    assert np.abs(np.array(seen(edges, 0)) - seen(turned, 0)).max(initial=0) <= 0.5


@pytest.mark.parametrize("light", [0.5, 0.8])
def test_notches_are_where_they_were_in_less_light(light: float, reader: Reader) -> None:
    model = reader.models["red"]
    for face in model.wand.faces:
        bright, dim = (model.gauge.measure(np.float32(f) * face.picture, face.clear) for f in (1.0, light))
        for edge in (0, 1):
            assert seen(dim, edge) == pytest.approx(seen(bright, edge), abs=0.6)


def test_plain_wood_shows_none(reader: Reader) -> None:
    model = reader.models["red"]
    face = model.wand.faces[0]
    outside = np.abs(model.vs) > model.wand.side / 2
    plain = np.where(outside[:, None, None], np.float32(120), np.float32([40, 50, 160])) * np.ones_like(face.picture)
    edges = model.gauge.measure(plain, np.ones_like(face.clear))
    assert not any(seen(edges, edge) for edge in (0, 1))


def test_where_light_lies_over_an_edge_nothing_is_told(reader: Reader) -> None:
    model = reader.models["red"]
    face = model.wand.faces[0]
    clear = np.ones_like(face.clear)
    clear[: len(clear) // 2, np.abs(model.us) < 6] = False
    edges = model.gauge.measure(face.picture, clear)
    hidden = np.isnan(edges.odds)
    assert hidden[0, np.abs(edges.u) < 5].all() and not hidden[1].any() and not hidden[0, np.abs(edges.u) > 8].any()
    assert not edges.even[0, np.abs(edges.u) < 5].any()


def test_what_is_nearly_even_is_not_told() -> None:
    u = np.arange(-36, 36.5, 0.5)
    odds = np.full((2, len(u)), -9.0)
    odds[0, 70], odds[0, 80], odds[1, 60] = 0.5, 9.0, -2.0
    edges = Edges(u, odds, np.abs(u) < 26)
    assert np.isnan(edges.heights[0, 70]) and edges.heights[0, 80] == 1.0
    assert edges.heights[1, 60] == pytest.approx(0.25) and edges.heights[1, 0] == 0.0
    assert edges.even[1].sum() == edges.where.sum() and not edges.even[0, 79:82].any()


def test_the_networks_strips_are_the_edges_inwards_downwards(reader: Reader) -> None:
    model = reader.models["white"]
    picture = np.zeros_like(model.wand.faces[0].picture)
    picture[model.vs < 0] = 200
    strips = model.gauge.strips(picture)
    assert strips.shape == (2, 3, ACROSS, len(model.gauge.u))
    assert strips[0].mean() == pytest.approx(200, abs=1) and strips[1].max() < 1
    assert np.abs(beside_wood(strips)).max() < 0.1


def test_a_throws_edges_are_read_from_its_picture(reader: Reader) -> None:
    found = reader.read(read_picture(SET / "throws" / "001.jpg")).found
    for wand in found:
        model, exhibit = reader.models[wand.colour], wand.exhibit
        edges = model.gauge.measure(exhibit.patch, exhibit.clear)
        assert wand.reading.top is not None
        counts = {len(seen(edges, edge)) for edge in (0, 1)}
        assert wand.reading.top not in counts
