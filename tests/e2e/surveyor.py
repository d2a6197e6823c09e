"""Somebody who surveys a board with a thumb or by keyboard, as a board file says that it lies before them."""

from __future__ import annotations

import math
from pathlib import Path

from playwright.sync_api import Page, expect

from companion.games.dreimagier.board import Board
from tests.e2e.boardphoto import SIZE, SLANT

STEPS = ("places", "path", "symbols", "check")
WHOLE = 1000
PAN = """([x, y]) => {
  const frame = document.querySelector("[data-frame]"), surface = frame.querySelector("[data-surface]");
  const left = x * surface.clientWidth - frame.clientWidth / 2;
  const top = y * surface.clientHeight - frame.clientHeight / 2;
  frame.scrollTo({ left, top, behavior: "instant" });
}"""
"""A larger picture is panned until the spot lies in the middle."""


class Surveyor:
    """One survey in one browser; ``thumb`` counts its taps on the board."""

    def __init__(self, page: Page, url: str, board: Board) -> None:
        self.page, self.url, self.board = page, url, board
        self.surface = page.locator("[data-surface]")
        self.hand = ""
        self.thumb = 0

    def begin(self, name: str) -> None:
        """From the list to a survey of this name."""
        self.page.goto(f"{self.url}/survey")
        self.page.get_by_label("Wie soll das Brett heißen?").fill(name)
        self.page.get_by_role("button", name="Anfangen").tap()
        self.page.wait_for_url("**/survey/*")
        self.page.wait_for_selector("[data-survey][data-taps]")

    def photo(self, file: Path) -> None:
        """A photo is chosen, and its four marks are dragged to the board's corners."""
        self.page.locator("[data-photo]").set_input_files(file)
        expect(self.page.locator(".y-corner")).to_have_count(4)
        self.surface.scroll_into_view_if_needed()
        for start, end in zip([(80, 80), (920, 80), (920, 920), (80, 920)], SLANT.tolist(), strict=True):
            self.page.mouse.move(*self._where(start))
            self.page.mouse.down()
            self.page.mouse.move(*self._where((end[0] / SIZE[0] * WHOLE, end[1] / SIZE[1] * WHOLE)), steps=2)
            expect(self.page.locator("[data-lens]")).to_be_visible()
            self.page.mouse.up()
        self.page.get_by_role("button", name="Ecken stimmen").tap()
        self.page.wait_for_selector("[data-survey][data-step=places]")

    def step(self, name: str) -> None:
        """Go to a step."""
        self.page.locator(f"button[data-step={name}]").tap()
        self.page.wait_for_selector(f"[data-survey][data-step={name}]")

    def places(self) -> None:
        """The first place is tapped, the others lie as suggested."""
        self.tap("forest")
        self.button("Alle übrigen wie vorgeschlagen")

    def trace(self, trails: tuple[tuple[str, ...], ...]) -> None:
        """Every trail, field by field."""
        for trail in trails:
            if self.hand and self.hand != trail[0]:
                self.button("Absetzen")
                self.hand = ""
            for node in trail if not self.hand else trail[1:]:
                self.tap(node)
                self.hand = node

    def tap(self, node: str) -> None:
        """A thumb on a node of the board."""
        before = self.taps()
        self.page.touchscreen.tap(*self.where(node))
        self.thumb += 1
        self._more(before)

    def button(self, name: str) -> None:
        """A button that counts as a tap of the survey."""
        before = self.taps()
        self.page.get_by_role("button", name=name, exact=True).tap()
        self.thumb += 1
        self._more(before)

    def keyed(self, node: str, start: tuple[int, int]) -> tuple[int, int]:
        """The cross-hair is moved to a node by keys, and Enter pressed; gives where it is."""
        end = self.spot(node)
        for side, keys in enumerate((("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown"))):
            way = round(end[side]) - start[side]
            key = keys[way > 0]
            for pressed in [key] * (abs(way) // 10) + [f"Shift+{key}"] * (abs(way) % 10):
                self.page.keyboard.press(pressed)
        before = self.taps()
        self.page.keyboard.press("Enter")
        self._more(before)
        return round(end[0]), round(end[1])

    def tour(self) -> list[str]:
        """Every stretch is confirmed; gives what was asked."""
        self.step("check")
        self.page.get_by_role("button", name="Rundgang beginnen").tap()
        told, ask = [], self.page.locator("[data-survey] [data-ask]")
        while self.page.locator("[data-right]").is_visible():
            told.append(ask.inner_text())
            self.page.locator("[data-right]").tap()
            expect(ask).not_to_have_text(told[-1])
        return told

    def keep(self, words: str) -> None:
        """The board is kept."""
        self.page.get_by_role("button", name=words).tap()
        expect(self.page.locator("[data-kept]")).to_be_visible()

    def where(self, node: str) -> tuple[float, float]:
        """Where a node lies on the screen."""
        self.surface.scroll_into_view_if_needed()
        spot = self.spot(node)
        self.page.evaluate(PAN, [part / WHOLE for part in spot])
        return self._where(spot)

    def taps(self) -> int:
        """How many taps the host has kept."""
        return int(self.page.locator("[data-survey]").get_attribute("data-taps") or 0)

    def spot(self, node: str) -> tuple[float, float]:
        """Where a node lies, in thousandths."""
        x, y = self.board.positions_mm[node]
        return x / self.board.size_mm[0] * WHOLE, y / self.board.size_mm[1] * WHOLE

    def _where(self, spot: tuple[float, float]) -> tuple[float, float]:
        box = self.surface.bounding_box()
        assert box is not None
        return box["x"] + spot[0] / WHOLE * box["width"], box["y"] + spot[1] / WHOLE * box["height"]

    def _more(self, before: int) -> None:
        self.page.wait_for_selector(f'[data-survey][data-taps="{before + 1}"]')


def compared(made: Board, wanted: Board) -> float:
    """Both boards have the same path and symbols; gives by how many millimetres their nodes differ at most."""
    named = {
        node: min(wanted.nodes, key=lambda other: math.dist(made.positions_mm[node], wanted.positions_mm[other]))
        for node in made.nodes
    }
    assert sorted(named.values()) == sorted(wanted.nodes)
    assert {named[node] for node in made.symbols} == set(wanted.symbols)
    for node in made.nodes:
        assert sorted(named[other] for other in made.neighbours[node]) == sorted(wanted.neighbours[named[node]]), node
    return max(math.dist(made.positions_mm[node], wanted.positions_mm[named[node]]) for node in made.nodes)
