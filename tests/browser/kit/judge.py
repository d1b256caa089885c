"""A page judged by axe's rules for WCAG 2.1 A and AA."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that colours decide."""
STANDARD = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]},
    "rules": {
        "label-content-name-mismatch": {"enabled": True},  # which axe runs only where it is asked by name
        **{rule: {"enabled": False} for rule in COLOURS},
    },
    "preload": False,
}
LEGIBLE = {"runOnly": {"type": "rule", "values": COLOURS}, "preload": False, "elementRef": True}

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

JUDGE_COLOURS = """
async ([rules, known]) => {
  const judged = new Set(known), grounds = new Map([[null, ""]]), keys = new Map();
  const ground = (part) => {
    if (!grounds.has(part)) {
      const {backgroundColor, backgroundImage, opacity} = getComputedStyle(part);
      const isClear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1";
      grounds.set(part, (isClear ? "" : `${backgroundColor} ${backgroundImage} ${opacity} `) + ground(part.parentElement));
    }
    return grounds.get(part);
  };
  const hasWords = (part) => [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1);
  for (const part of document.querySelectorAll("body *:not(option, script, style, noscript, svg *, .skip)")) {
    if (!hasWords(part) && !part.matches("select, textarea, input:not([type=checkbox], [type=radio], [type=hidden])")) continue;
    if (part.matches("input, textarea") && !part.value && !part.placeholder) continue;
    if (!part.checkVisibility({checkVisibilityCSS: true}) || part.getBoundingClientRect().width < 2) continue;
    const {color, fontSize, fontWeight, textDecorationLine} = getComputedStyle(part), around = getComputedStyle(part.parentElement).color;
    keys.set(part, [color, fontSize, fontWeight, textDecorationLine, around, ground(part)].join(" "));
  }
  const fresh = [...keys].filter(([, key]) => !judged.has(key)).map(([part]) => part);
  if (!fresh.length) return [[], []];
  const {violations, passes, incomplete} = await axe.run({include: fresh}, rules);
  const isOfGround = ({any}) => any.some(({data}) => ["bgGradient", "bgImage"].includes(data?.messageKey));
  const settled = [...passes.flatMap(({nodes}) => nodes), ...incomplete.flatMap(({nodes}) => nodes.filter(isOfGround))];
  return [
    violations.flatMap(({id, nodes}) => nodes.map((node) => `${id} at ${node.target}: ${node.failureSummary}`)),
    [...new Set(settled.map(({element}) => keys.get(element)).filter(Boolean))],
  ];
}
"""
"""Judges the colours of words where the same letters on the same grounds were not judged well before."""

_legible: set[str] = set()
"""The letters and the grounds behind them that axe has judged well, in light and in dark."""


def violations(page: Page) -> list[str]:
    """What breaks the standard on the page as it stands, and what colours break in light and in dark.

    A label that says other words than are seen is a fault too.
    """
    return [*faults(page), *pale(page)]


def let_axe_in(page: Page) -> None:
    """Give the page half a million letters, once until it is opened anew."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)


def faults(page: Page) -> list[str]:
    """What breaks the standard on the page whatever its colours."""
    let_axe_in(page)
    page.evaluate(ALIKE)
    return [f"{page.url}: {words}" for words in page.evaluate(JUDGE, STANDARD)]


def pale(page: Page) -> list[str]:
    """What colours break on the page at its width, in light and in dark."""
    let_axe_in(page)
    found: list[str] = []
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in reversed(schemes) if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") else schemes:
        page.emulate_media(color_scheme=scheme)
        wrong, legible = page.evaluate(JUDGE_COLOURS, [LEGIBLE, [*_legible]])
        found += [f"{page.url} {scheme}: {words}" for words in wrong]
        _legible.update(legible)
    return found
