"""The language for tests in a browser: the catalogue of the scripts in it, and what a page in it leaves unsaid, unmarked or unseen."""

from __future__ import annotations

import re
from collections.abc import Collection

from playwright.sync_api import BrowserContext, Page

from tests.browser.kit.clipping import MEANT_TO_SCROLL
from tests.tournament.languages.pseudo import LONGER, PSEUDO, unspoken
from tests.tournament.languages.rendered import runs_of
from tests.tournament.pages.judges import HELP, NOT_IN_THE_CATALOGUE

TYPED = re.compile(
    "|".join(
        (
            *(
                "an eighth chain",
                "An eighth chain was founded",
                "is this chain safe",
                "it was somebody else",
                "counted again",
            ),
            *("the last train leaves at ten past six", "took two tiles", "showed a tile again", "showed a tile"),
            *("written by the clock", "top-table", "nobody", "place-eighth-chain", "timeout", "United Kingdom"),
            *("“pairings”", r"(?:[a-z-]+, ){5,}"),
        )
    )
)
"""What people typed in the events of the tests, marks of findings, a line of a log, and the keys of sheets."""
ANSWERS = re.compile(r'(?s)<a href="[^"]*/floor/help/#[^"]*">.*?</a>')
"""Answers of the help that Find has found: their titles are the help's, which is a book."""
BOOKS = ("/floor/help/", "/floor/rules/")
"""Pages that are translated as a whole, and read in English where they are not."""

SPEAKS = """
(([longer, code]) => {
  const marks = {a: "á", e: "é", i: "í", o: "ó", u: "ú", y: "ý", A: "Á", E: "É", I: "Í", O: "Ó", U: "Ú", Y: "Ý"};
  const accented = (text) => text.replace(/[aeiouy]/gi, (sign) => marks[sign]);
  const pseudo = (message) => {
    if (!message.trim() || message.startsWith("⟦")) return message;
    const said = message.split(/(\\{[^{}]*\\})/).map((part, at) => at % 2 ? part : accented(part)).join("");
    const letters = message.replace(/\\{[^{}]*\\}/g, "").length;
    const filler = "úáíéó".repeat(letters).slice(0, Math.max(0, Math.round(letters * longer) - 3));
    return `⟦${said}${filler && " "}${(filler.match(/.{1,9}/g) ?? []).join(" ")}⟧`;
  };
  const of = (key) => pseudo(key.split("\\u0004").at(-1));
  globalThis.catalogue = {
    form: (count) => Number(count !== 1),
    messages: new Proxy({}, {get: (_, key) => typeof key === "string" ? [of(key), of(key)] : undefined}),
  };
  const Format = Intl.ListFormat;
  Intl.ListFormat = class extends Format {
    format(names) {
      const parts = this.formatToParts(names);
      const isOurs = document.documentElement.lang === code;
      return parts.map(({type, value}) => isOurs && type === "literal" ? accented(value) : value).join("");
    }
  };
})
"""
"""Gives the scripts of a page a catalogue that has every message, as `tests.tournament.languages.pseudo` gives Python and Django one."""

OVERLAPPING = """
(meant) => {
  const unseen = ".sr, .skip, svg, option, script, style, noscript, dialog:not([open])";
  const isFolded = (part) => {
    const fold = part?.closest("details:not([open])");
    return Boolean(fold) && (part.closest("summary")?.parentElement !== fold || isFolded(fold.parentElement));
  };
  const isCut = (part) => part && (getComputedStyle(part).clipPath !== "none" || isCut(part.parentElement));
  const isThere = (part) => part.checkVisibility({checkVisibilityCSS: true, checkOpacity: true}) && !part.closest(unseen);
  const isSeen = (part) => isThere(part) && !isFolded(part) && !isCut(part);
  const isLoose = (part) => part && (["sticky", "fixed"].includes(getComputedStyle(part).position) || isLoose(part.parentElement));
  const within = (part) => part.closest(`${meant}, .scroll.tall`);
  const found = new Map(), boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, holder = node.parentElement;
    if (!node.data.trim() || !isSeen(holder) || isLoose(holder) || within(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const words = node.data.trim().slice(0, 40);
    const frame = holder.closest("button, .button, summary, td, th, label, .tag, li > a, nav a");
    const edge = frame?.getBoundingClientRect(), isInline = frame && getComputedStyle(frame).display === "inline";
    for (const box of range.getClientRects()) {
      if (box.width < 2) continue;
      const isOut = edge && !isInline && (box.right > edge.right + 2 || box.left < edge.left - 2);
      if (isOut) found.set(`out ${words}`, `"${words}" runs out of its ${frame.tagName}.${frame.className}`);
      boxes.push({node, words, left: box.left, right: box.right, top: box.top + box.height * .25, bottom: box.bottom - box.height * .25});
    }
  }
  for (const part of document.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea")) {
    if (!isSeen(part) || isLoose(part) || within(part)) continue;
    const {left, right, top, bottom} = part.getBoundingClientRect();
    boxes.push({node: part, words: part.name, left, right, top, bottom});
  }
  boxes.sort((one, other) => one.top - other.top);
  boxes.forEach((one, at) => {
    for (let next = at + 1; next < boxes.length && boxes[next].top < one.bottom - 1; next += 1) {
      const other = boxes[next];
      if (one.node === other.node || other.right < one.left + 3 || other.left > one.right - 3) continue;
      found.set(`${one.words}/${other.words}`, `"${one.words}" and "${other.words}" lie over each other`);
    }
  });
  for (const field of document.querySelectorAll("input[placeholder], textarea[placeholder]")) {
    if (!isSeen(field) || field.tagName === "TEXTAREA") continue;
    const style = getComputedStyle(field), brush = document.createElement("canvas").getContext("2d");
    brush.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (brush.measureText(field.placeholder).width > room + 1) found.set(`in ${field.name}`, `"${field.placeholder}" is cut by its field`);
  }
  return [...found.values()];
}
"""
"""Words that lie over others or over a field, that run out of their button or cell, or that a field has no room for."""

ADDED_BY_STYLES = """
() => {
  const found = new Set();
  for (const part of document.querySelectorAll("body *")) {
    if (!part.checkVisibility({checkVisibilityCSS: true})) continue;
    for (const side of ["::before", "::after"]) {
      const {content, display} = getComputedStyle(part, side);
      if (content.startsWith('"') && display !== "none") found.add(content.slice(1, -1));
    }
  }
  return [...found];
}
"""

WITHOUT_A_GLYPH = """
(known) => {
  const brush = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  brush.canvas.width = brush.canvas.height = 40;
  const drawn = (sign) => {
    brush.clearRect(0, 0, 40, 40);
    brush.font = `24px ${getComputedStyle(document.body).fontFamily}`;
    brush.fillText(sign, 4, 30);
    return brush.canvas.toDataURL();
  };
  const none = drawn("\\u{10FFFD}");
  const signs = [...new Set(document.body.innerText)].filter((sign) => sign.trim() && !known.includes(sign));
  return signs.map((sign) => [sign, drawn(sign) !== none]);
}
"""
"""The signs that the fonts of this machine have no picture for: they are drawn as one that no font has."""


def speak_pseudo(context: BrowserContext) -> None:
    """Let the scripts of every page that the browser opens speak the language for tests."""
    context.add_init_script(f"{SPEAKS.strip()}([{LONGER}, {PSEUDO!r}]);")


def unfold(page: Page) -> None:
    """Open every fold of the page but that of help, which is a book."""
    page.evaluate(
        "document.querySelectorAll('main details:not(#help, #help *, .drop, .drop *)').forEach((fold) => { fold.open = true; })"
    )


def unsaid(page: Page, names: Collection[str]) -> list[str]:
    """The words of the page, as its scripts left it, that no catalogue holds; its own address may stand on it."""
    if page.url.endswith(BOOKS):
        return []
    found = []
    for run in runs_of(ANSWERS.sub("", HELP.sub("", page.content()))):
        said = TYPED.sub(" ", NOT_IN_THE_CATALOGUE.sub(" ", run))
        if words := unspoken(said, {*names, page.url}):
            found.append(f"no catalogue has {', '.join(words)}: {run[:120]}")
    return found


def unsaid_by_styles(page: Page) -> list[str]:
    """The words that style sheets write on the page at its width, and that no catalogue holds."""
    written = (
        re.sub(r"counter\([^)]*\)?", "", text) for text in page.evaluate(ADDED_BY_STYLES)
    )  # a counter writes figures
    return [f"a style sheet writes {text}" for text in written if unspoken(text)]


def overlapping(page: Page) -> list[str]:
    """Words that are squeezed, written over others, or run out of what holds them."""
    found: list[str] = page.evaluate(OVERLAPPING, MEANT_TO_SCROLL)
    return found


_drawn: set[str] = set()
"""The signs that this browser has been seen to draw."""


def without_a_glyph(page: Page) -> list[str]:
    """The signs of the page that nothing can be drawn for."""
    signs: list[tuple[str, bool]] = page.evaluate(WITHOUT_A_GLYPH, list(_drawn))
    _drawn.update(sign for sign, is_drawn in signs if is_drawn)
    return [f"no glyph for {sign!r}" for sign, is_drawn in signs if not is_drawn]
