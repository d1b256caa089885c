"""What a reader of a page cannot see: words cut off by the box they stand in, or hidden under a column that stays in sight."""

from __future__ import annotations

from playwright.sync_api import Page

MEANT_TO_SCROLL = ", ".join(
    (
        ".scroll:has(> .met)",  # a row and a column a player
        ".scroll:has(> .choice)",  # two arrangements side by side are there to be compared
        ".scroll:has(> .holdings)",
        ".in-turn ol",  # the steps of a turn of a replay
        ".turns",
        ".stages ol, .menu ul",  # on a phone a line each, which scrolls to what is now
        "pre, textarea, .log-text, .excerpt",  # the text of a log keeps its lines
    )
)
"""The only boxes that may be pushed sideways; each shows at its edge that there is more."""

FIND = """
(meant) => {
  const found = new Map();
  const unseen = ".sr, .skip, svg, option, script, dialog:not([open])";
  const isRead = (part) => getComputedStyle(part).clipPath !== "none"; // a heading for who listens
  const isSeen = (part) => part.checkVisibility({checkVisibilityCSS: true}) && !part.closest(unseen) && !isRead(part);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, holder = node.parentElement;
    if (!node.data.trim() || !isSeen(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    const words = node.data.trim().slice(0, 40);
    const isNarrow = boxes.every((box) => box.width < 56) && !holder.closest(`thead, ${meant}`);
    const lines = new Set(boxes.map((box) => Math.round(box.bottom))).size; // names of two scripts have several boxes in a line
    if (lines > 4 && isNarrow) found.set(`${words} in lines`, `"${words}" is squeezed into ${lines} lines`);
    for (const box of boxes) {
      for (let frame = holder; frame !== document.documentElement; frame = frame.parentElement) {
        if (getComputedStyle(frame).overflowX === "visible") continue;
        const edge = frame.getBoundingClientRect();
        if (box.right <= edge.right + 1 && box.left >= edge.left - 1) continue;
        const name = `${frame.tagName}.${frame.className}`;
        if (!frame.matches(meant)) found.set(name, `"${words}" is cut by ${name}`);
        break;
      }
      const cell = holder.closest("td, th");
      for (const other of cell?.parentElement.children ?? []) {
        if (other === cell || getComputedStyle(other).position !== "sticky" || cell.closest(meant)) continue;
        const over = other.getBoundingClientRect();
        const isBeside = box.left < over.right - 1 && box.right > over.left + 1 && box.top < over.bottom - 1 && box.bottom > over.top + 1;
        const name = other.textContent.trim();
        if (isBeside) found.set(`under ${other.className}`, `"${words}" lies under "${name}"`);
      }
    }
  }
  return [...found.values()];
}
"""

SHOWS_MORE = """
(meant) => [...document.querySelectorAll(meant)]
  .filter((box) => !box.matches("pre, textarea, .log-text, .excerpt") && box.scrollWidth > box.clientWidth + 1)
  .filter((box) => !getComputedStyle(box).backgroundAttachment.includes("local"))
  .map((box) => `${box.tagName}.${box.className} does not show that there is more`)
"""


def clipped(page: Page) -> list[str]:
    """Words of the page that are cut or hidden, and boxes that scroll without showing it."""
    return [*page.evaluate(FIND, MEANT_TO_SCROLL), *page.evaluate(SHOWS_MORE, MEANT_TO_SCROLL)]


def too_wide(page: Page) -> list[str]:
    """What reaches past the right edge of the phone and makes the page itself move sideways."""
    size = page.viewport_size
    assert size is not None, "a page of a phone has a size"
    found: list[str] = page.evaluate(
        """(width) => {
          if (document.documentElement.scrollWidth <= width) return [];
          const moves = (part) => part && (getComputedStyle(part).overflowX !== "visible" || moves(part.parentElement));
          const found = [...document.querySelectorAll("main *, header *, footer *")]
            .filter((part) => part.getBoundingClientRect().right > width && !moves(part.parentElement))
            .map((part) => part.outerHTML.slice(0, 120));
          // Words may run out of a box that itself fits: then no part is found, and the page moves all the same.
          return found.length ? found : [`words make the page ${document.documentElement.scrollWidth} px wide`];
        }""",
        size["width"],
    )
    return found
