"""What axe finds on a page: nothing."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.phone import themes

SCRIPT = Axe().axe_script
FOUND = """async (rules) => {
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) };
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
}"""
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that look at colours.  By day and by night pages differ in nothing else (tests/web/test_schemes.py)."""


def violations(page: Page, rules: list[str] | None = None) -> list[str]:
    """Every violation of these rules, by themselves of all, on a page at rest; a page gets the script once."""
    page.wait_for_function("() => document.getAnimations().every((a) => a.playState !== 'running')")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SCRIPT)
    told: list[str] = page.evaluate(FOUND, rules)
    return told


def axe(page: Page, where: str) -> None:
    """No violations by night, and none in the colours of the day."""
    rules = None
    for scheme in themes(page):
        assert violations(page, rules) == [], f"{where} ({scheme})"
        rules = OF_COLOURS
