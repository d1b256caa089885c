"""What cannot be touched on a page: controls under something else, bars that take the screen, pages that move sideways."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize

SIZES: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 800},
    {"width": 820, "height": 1180},
    {"width": 412, "height": 915},
    {"width": 360, "height": 740},
)
"""A desk, a tablet, and a large and a small phone, which comes last: what judges a page as narrow as a phone goes on from there."""

JUDGE = """
() => {
  const found = new Set(), name = (part) => `${part.tagName}.${part.className} "${(part.textContent || part.name || "").trim().slice(0, 40)}"`;
  const seen = (part) => part.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !part.closest(".sr, .skip, dialog:not([open])");
  const CONTROLS = "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary";
  /* A link in a sentence may stand in two lines: each box of it is touched by itself, and one is enough. */
  const boxes = (part) => [...part.getClientRects()].filter(({width, height}) => width > 2 && height > 2);
  const isUnder = (part, {left, right, top, bottom}) => {
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit && (part.contains(hit) || [...part.labels ?? []].some((label) => label.contains(hit))) ? null : hit ?? document.documentElement;
  };
  const judge = (within) => {
    for (const part of within.querySelectorAll(CONTROLS)) {
      if (!seen(part) || !boxes(part).length) continue;
      part.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
      const over = isUnder(part, boxes(part)[0]);
      if (over) found.add(`${name(part)} lies under ${name(over)}`);
    }
  };
  /* What stays at its place while the page moves takes at most a sixth of the height, unless it stands beside the rest and over nothing. */
  const bars = [...document.body.querySelectorAll("*")].filter((part) => ["sticky", "fixed"].includes(getComputedStyle(part).position) && seen(part));
  const tall = bars.filter((part) => Math.min(innerHeight, part.getBoundingClientRect().height) > innerHeight / 6 + 1);
  if (tall.length) {
    const others = [...document.body.querySelectorAll(`${CONTROLS}, p, li, td, th, h1, h2, h3`)].filter(seen);
    for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight / 2) {
      scrollTo({top: at, behavior: "instant"});
      for (const part of tall) {
        const bar = part.getBoundingClientRect();
        const under = others.find((other) => !part.contains(other) && !other.contains(part) && [...other.getClientRects()].some((box) => box.width && box.height
          && box.right > bar.left + 2 && box.left < bar.right - 2 && box.bottom > Math.max(0, bar.top) + 2 && box.top < Math.min(innerHeight, bar.bottom) - 2));
        if (under) found.add(`${name(part)} takes ${Math.round(100 * bar.height / innerHeight)} % of the height and lies over ${name(under)}`);
      }
    }
  }
  judge(document);
  for (const fold of document.querySelectorAll("details:not([open])")) {
    if (!seen(fold)) continue;
    fold.open = true;
    judge(fold);
    fold.open = false;
  }
  if (document.documentElement.scrollWidth > innerWidth) found.add(`moves sideways: ${document.documentElement.scrollWidth} px`);
  scrollTo({top: 0, behavior: "instant"});
  return [...found];
}
"""


def out_of_reach(page: Page) -> list[str]:
    """What is wrong with the page as it stands, at every size."""
    found: list[str] = []
    for size in SIZES:
        page.set_viewport_size(size)
        found += [f"{page.url} at {size['width']}x{size['height']}: {words}" for words in page.evaluate(JUDGE)]
    return found
