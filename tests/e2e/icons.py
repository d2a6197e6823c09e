"""The icons of the home screen, drawn from ``icon.svg``: ``python -m tests.e2e.icons``.

They fill their square, since phones cut their own corners, and keep the star within the part that no phone cuts off.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.phone import ARGUMENTS, CHROMIUM

STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
SIZES = (180, 192, 512)


def main() -> None:
    """Draw all."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8").replace(' rx="5"', "")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>*{{margin:0;display:block}}</style>{drawing}")
            page.screenshot(path=STATIC / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
