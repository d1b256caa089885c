"""A page judged by axe's rules for WCAG 2.1 A and AA."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

STANDARD = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]},
    "rules": {"label-content-name-mismatch": {"enabled": True}},  # which axe runs only where it is asked by name
}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}

ALIKE = """
() => {
  const states = ["aria-current", "aria-pressed", "aria-expanded", "aria-selected"];
  const told = new Set(["class", "role", "type", "lang", "dir", "hidden", ...states]);
  const shape = (part) => [
    part.tagName,
    part.textContent.trim() !== "",
    ...[...part.attributes].map(({name, value}) => `${name}=${told.has(name) ? value : value !== ""}`).sort(),
    ...[...part.children].map((child) => `(${shape(child)})`),
  ].join(" ");
  for (const old of document.querySelectorAll("[data-judged-elsewhere]")) old.removeAttribute("data-judged-elsewhere");
  for (const list of document.querySelectorAll("tbody, ul, ol")) {
    const rows = [...list.children], alike = Map.groupBy(rows, shape);
    for (const row of [...alike.values()].flatMap((same) => same.slice(2)))
      if (row !== rows.at(-1)) row.setAttribute("data-judged-elsewhere", "");
  }
}
"""
"""Marks the rows of a list that are built as two before them: the same elements, classes, roles, states, attributes, words where they have.

Two are judged, since every other row may be tinted, and the last of a list, which may have an edge of its own.
"""

JUDGE = """
async (rules) => {
  const parts = {include: [["html"]], exclude: [["[data-judged-elsewhere]"]]};
  const {violations} = await axe.run(parts, {...rules, resultTypes: ["violations"]});
  return violations.flatMap(({id, nodes}) => nodes.map((node) => `${id} at ${node.target}: ${node.failureSummary}`));
}
"""


def violations(page: Page) -> list[str]:
    """What breaks the standard on the page as it stands: all of it in light, and what colours decide in the dark as well.

    A label that says other words than are seen is a fault too.
    """
    page.evaluate(AXE_SCRIPT)
    page.evaluate(ALIKE)
    page.emulate_media(color_scheme="light")
    found = [f"{page.url} light: {words}" for words in page.evaluate(JUDGE, STANDARD)]
    page.emulate_media(color_scheme="dark")
    return found + [f"{page.url} dark: {words}" for words in page.evaluate(JUDGE, COLOURS)]
