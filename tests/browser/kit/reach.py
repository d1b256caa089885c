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
  const CONTROLS = "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary";
  const WORDS = "p, li, td, th, h1, h2, h3";
  const found = new Set();
  const name = (part) => `${part.tagName}.${part.className} "${(part.textContent || part.name || "").trim().slice(0, 40)}"`;
  const style = (part) => getComputedStyle(part);
  /* Whether a part is for the eye: a head that is clipped away on a phone is there for who listens. */
  const isClipped = (part) => part && (style(part).clipPath !== "none" || isClipped(part.parentElement));
  const isSeen = (part) => part.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !part.closest("dialog:not([open])") && !isClipped(part);
  const boxes = (part) => [...part.getClientRects()].filter(({width, height}) => width > 2 && height > 2);
  const over = (part, {left, right, top, bottom}) => {
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return part.contains(hit) || [...part.labels ?? []].some((label) => label.contains(hit)) ? null : hit ?? document.documentElement;
  };
  const judge = (within) => {
    for (const part of within.querySelectorAll(CONTROLS)) {
      if (!isSeen(part) || !boxes(part).length) continue;
      part.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
      const other = over(part, boxes(part)[0]); // a link in a sentence may stand in two lines: either is enough
      if (other) found.add(`${name(part)} lies under ${name(other)}`);
    }
  };
  /* What stays while the page moves takes at most a sixth of the height, unless it stands beside the rest and over nothing. */
  const tall = [...document.body.querySelectorAll("*")].filter((part) => ["sticky", "fixed"].includes(style(part).position)
    && Math.min(innerHeight, part.getBoundingClientRect().height) > innerHeight / 6 + 1 && isSeen(part));
  const meets = (bar) => ({left, right, top, bottom}) => right > bar.left + 2 && left < bar.right - 2
    && bottom > Math.max(0, bar.top) + 2 && top < Math.min(innerHeight, bar.bottom) - 2;
  const others = tall.length ? [...document.body.querySelectorAll(`${CONTROLS}, ${WORDS}`)].filter(isSeen) : [];
  for (let at = 0; tall.length && at < document.documentElement.scrollHeight; at += innerHeight / 2) {
    scrollTo({top: at, behavior: "instant"});
    for (const part of tall) {
      const bar = part.getBoundingClientRect(), share = Math.round(100 * bar.height / innerHeight);
      const under = others.find((other) => !part.contains(other) && !other.contains(part) && boxes(other).some(meets(bar)));
      if (under) found.add(`${name(part)} takes ${share} % of the height and lies over ${name(under)}`);
    }
  }
  judge(document);
  for (const fold of document.querySelectorAll("details:not([open])")) {
    if (!isSeen(fold)) continue;
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
