"""By day and by night a page has other colours and the same boxes: what fits in one theme fits in the other."""

from __future__ import annotations

import re
from pathlib import Path

import companion.web

STYLES = sorted(Path(companion.web.__file__).parent.rglob("*.css"))
THEMED = re.compile(r"@media[^{]*prefers-color-scheme[^{]*\{((?:[^{}]*\{[^{}]*\})*)\s*\}|\[data-theme[^{]*\{([^{}]*)\}")
DECLARED = re.compile(r"([\w-]+)\s*:\s*([^;{}]+);")
SHORTHANDS = {"border", "outline", "font", "background"}
COLOUR = re.compile(r"#[0-9a-f]{3,8}")


def themed(style: str) -> list[tuple[str, str]]:
    """What a style sheet sets for a theme alone."""
    return [each for media, root in THEMED.findall(style) for each in DECLARED.findall(media or root)]


def test_a_theme_sets_colours_and_nothing_else() -> None:
    found = [each for path in STYLES for each in themed(path.read_text(encoding="utf-8"))]
    assert len(found) > 60
    others = {(name, value) for name, value in found if name in SHORTHANDS or not COLOUR.fullmatch(value)}
    assert others <= {("color-scheme", "light"), ("color-scheme", "dark")}
