"""A page judged by axe's rules for WCAG 2.1 A and AA."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

STANDARD = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
NAMES = {"type": "rule", "values": ["label-content-name-mismatch"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}

JUDGE = """
async (rules) => {
  const {violations} = await axe.run(document, {runOnly: rules, resultTypes: ["violations"]});
  return violations.flatMap(({id, nodes}) => nodes.map((node) => `${id} at ${node.target}: ${node.failureSummary}`));
}
"""


def violations(page: Page) -> list[str]:
    """What breaks the standard on the page as it stands: all of it in light, and what colours decide in the dark as well.

    A label that says other words than are seen is a fault too, which axe judges only where it is asked by name.
    """
    page.evaluate(AXE_SCRIPT)
    page.emulate_media(color_scheme="light")
    found = [f"{page.url} light: {words}" for rules in (STANDARD, NAMES) for words in page.evaluate(JUDGE, rules)]
    page.emulate_media(color_scheme="dark")
    return found + [f"{page.url} dark: {words}" for words in page.evaluate(JUDGE, COLOURS)]
