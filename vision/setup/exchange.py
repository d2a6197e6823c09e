"""Names that look exchanged: values against the notches, colours against the wood, faces against the marks."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from companion.protocol import Face
from vision.evidence.model import WandModel
from vision.numeric.colour import distance, shade_and_hue, unlike
from vision.numeric.veil import veiled_share
from vision.setup.shots import Shot
from vision.setup.symbols import vouched
from vision.setup.values import values_of
from vision.taught.wandset import FACES, TaughtFace

Array = NDArray[np.float64]

NEARER, STRANGE = 0.1, 0.35
"""Two pictures are exchanged whose faces are nearer to the other wands' by so much each; of 99 honest faces the
strangest was 0.16 off its wand's other two, and the nearest other wand 0.22 away."""
PALE = 0.5
"""A face is under mirrored light all over that is so unlike its wand's darkest face, though another one is paler, too:
all were taken in one light, 2.3 times as bright a grey is not its wood's."""
UNVEILED = 0.6
"""Where mirrored light explains a difference less than this share of it is left when as much is taken away as suits
best: of faces of red wands under a ring of lamps 0.50 to 0.58, of other paints nearly all."""
GLOWING = 0.8
"""A face is taught under a lamp's glow of which so much is heavily veiled: of 52 tables, half of them glossy, 23 faces
were so in a third of their length or more; the four with this lost up to half of their throws, others one in ten."""
MIRRORED = "{}: a lamp is mirrored over the face; lay the wand elsewhere"
WORDS: dict[str, tuple[float, float, float]] = {
    "black": (0.15, 0.15, 0.15), "white": (0.85, 0.9, 0.9), "red": (0.2, 0.2, 0.7), "green": (0.2, 0.45, 0.2),
    "blue": (0.6, 0.3, 0.2), "yellow": (0.15, 0.7, 0.8), "orange": (0.1, 0.4, 0.9), "purple": (0.5, 0.2, 0.4),
    "natural": (0.5, 0.7, 0.85), "schwarz": (0.15, 0.15, 0.15), "weiss": (0.85, 0.9, 0.9), "rot": (0.2, 0.2, 0.7),
    "gruen": (0.2, 0.45, 0.2), "blau": (0.6, 0.3, 0.2), "gelb": (0.15, 0.7, 0.8), "natur": (0.5, 0.7, 0.85),
}  # fmt: skip
"""What words for colours mean (blue, green, red; 0 to 1), roughly; other names are not judged."""
SAID = 0.5
"""So much better other words must fit; a dark red or a yellowish white is still called so."""


def exchanged(models: dict[str, WandModel], shots: list[Shot]) -> list[str]:
    """The reasons against these names, one line each; empty when nothing looks exchanged.  ``models`` by colour."""
    colours = {(c, f.face): m.woods[i] for c, m in models.items() for i, f in enumerate(m.wand.faces)}
    names = {(s.colour, s.face): s.name for s in shots}
    strange = _strangers(colours, names)
    if strange:
        return strange
    taken = [m for c, m in models.items() if any(s.colour == c for s in shots)]
    glowing = [told for m in taken if (told := _glowing(m, names))]
    if glowing:
        return glowing
    sure = vouched(models)
    values = [r for m in taken for r in _values(m, names, m.wand.colour in sure)]
    return _words(models) + (values or [r for m in taken for r in _blank(m, names)])


Key = tuple[str, Face]
Named = dict[Key, str]


def _strangers(colours: dict[Key, Array], names: Named) -> list[str]:
    """Two pictures that would each fit the other's wand better, or else the face that is unlike its wand's others."""
    away = _apart(colours)
    total = {
        (a, b): sum(_apart({**colours, a: colours[b], b: colours[a]}).values())
        for a, b in combinations(names, 2)
        if a[0] != b[0]
    }
    best = min(total, key=lambda pair: total[pair], default=None)
    if best and sum(away.values()) - total[best] > NEARER * len(FACES) and max(away[k] for k in best) > NEARER:
        one, two = (names[key] for key in best)
        return [f"{one} and {two} look exchanged: each has the colour of the other's wand"]
    worst = max(names, key=lambda key: away[key])
    if away[worst] > STRANGE:
        return [_veiled(worst[0], colours, names, STRANGE) or _stranger(names[worst], worst[0])]
    wands = dict.fromkeys(wand for wand, _ in names)
    return [told for wand in wands if (told := _veiled(wand, colours, names, PALE))]


def _stranger(name: str, wand: str) -> str:
    return (
        f"{name}: its wood is unlike the {wand} wand's other faces; "
        "lay that wand there, away from mirrored lamps, in the light of the others"
    )


def _veiled(wand: str, colours: dict[Key, Array], names: Named, least: float) -> str:
    """What is to be said of faces that are the darkest one of their wand under mirrored light, and unlike it by more
    than ``least``, if there are any.
    """
    own = {k: c for k, c in colours.items() if k[0] == wand and k in names}
    darkest = min(own, key=lambda k: own[k].min())
    pale = [k for k in own if k != darkest and distance(own[k], own[darkest]) > least]
    if not pale or any(unlike(own[k], own[darkest]) > UNVEILED * distance(own[k], own[darkest]) for k in pale):
        return ""
    return MIRRORED.format(" and ".join(names[k] for k in pale))


def _glowing(model: WandModel, names: Named) -> str:
    """What is to be said of faces over nearly all of which a lamp glows, if only one end tells their wood."""
    wood = min(model.woods, key=lambda w: w.sum())
    lit = [f for f in model.wand.faces if (model.wand.colour, f.face) in names and _glow(model, f, wood) >= GLOWING]
    return MIRRORED.format(" and ".join(names[model.wand.colour, f.face] for f in lit)) if lit else ""


def _glow(model: WandModel, face: TaughtFace, wood: Array) -> float:
    picture = np.clip(model.middle(face.picture), 0, 255).astype(np.uint8)
    return veiled_share(picture, model.middle(face.clear).astype(np.uint8), wood)


def _apart(colours: dict[Key, Array]) -> dict[Key, float]:
    """How unlike each face is to its wand's other faces, whichever of them is nearer."""
    return {
        key: min(distance(seen, other) for k, other in colours.items() if k[0] == key[0] and k != key)
        for key, seen in colours.items()
    }


def _words(models: dict[str, WandModel]) -> list[str]:
    """Wands whose names, where they are words for colours, fit better the other way round."""
    known = [c for c in models if c.lower() in WORDS]
    if len(known) < 2:
        return []
    bright = max(float(m.base.max()) for m in models.values())
    cost = {(c, w): _unlike(models[c].base / bright, w) for c in known for w in known}
    best = min(permutations(known), key=lambda order: sum(cost[c, w] for c, w in zip(known, order, strict=True)))
    gain = sum(cost[c, c] - cost[c, w] for c, w in zip(known, best, strict=True))
    wrong = [c for c, w in zip(known, best, strict=True) if c != w]
    return [f"the names of the {' and the '.join(wrong)} wand look exchanged"] if gain > SAID and wrong else []


def _unlike(seen: Array, word: str) -> float:
    shade, hue = shade_and_hue(255 * seen, 255 * np.array(WORDS[word.lower()]))
    return float(hue) + 0.5 * abs(float(shade))


def _values(model: WandModel, names: Named, named: bool) -> list[str]:
    """Notches that speak against the names; where they hardly show it may be the light, the more so where the marks
    vouch for the names (``named``).
    """
    wand, values = model.wand, values_of(model)
    said, best = values.said, values.best(named)
    wrong = [names[wand.colour, f.face] for f, a, b in zip(wand.faces, said, best, strict=True) if a != b]
    if not wrong:
        return []
    if not values.clear(named):
        return [
            f"{' and '.join(wrong)}: the notches of the {wand.colour} wand hardly show; if the values in the names are "
            "right, hang something lighter above the pane (darker for a pale wand) and take all pictures again"
        ]
    fits = ", ".join(f"{f.face} {top}" for f, top in zip(wand.faces, best, strict=True))
    return [f"{' and '.join(wrong)} look exchanged: the notches of the {wand.colour} wand fit {fits}"]


def _blank(model: WandModel, names: Named) -> list[str]:
    """The blank face under a mark's name: it is fate, where just one face of a wand has no mark."""
    colour = model.wand.colour
    blank = [f.face for f, shown in zip(model.wand.faces, model.marked[::2], strict=True) if not shown]
    if len(blank) != 1 or blank == ["fate"]:
        return []
    return [f"{names[colour, blank[0]]} and {names[colour, 'fate']} look exchanged: the first has no mark"]


def spread(model: WandModel) -> float:
    """How much a wand's own faces differ from their middle."""
    return max(distance(wood, model.base) for wood in model.woods)
