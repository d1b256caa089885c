"""What cannot be touched on a page: controls under something else, bars that take the screen, pages that move sideways."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize

SIZES: tuple[ViewportSize, ...] = ({"width": 1280, "height": 800}, {"width": 360, "height": 740})
"""A desk and a phone."""

JUDGE = """
() => {
  const CONTROLS = "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary";
  const WORDS = "p, li, td, th, h1, h2, h3";
  const found = new Set(), tallness = document.documentElement.clientHeight; // a phone counts its window anew where a page is too wide
  const name = (part) => `${part.tagName}.${part.className} "${(part.textContent || part.name || "").trim().slice(0, 40)}"`;
  const style = (part) => getComputedStyle(part);
  /* Whether a part is for the eye: a head that is clipped away on a phone is there for who listens. */
  const all = [...document.body.querySelectorAll("*")], clipped = new Set(all.filter((part) => style(part).clipPath !== "none"));
  const isClipped = (part) => part && (clipped.has(part) || isClipped(part.parentElement));
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
      if (!over(part, boxes(part)[0])) continue; // a link in a sentence may stand in two lines: either is enough
      part.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
      const other = over(part, boxes(part)[0]);
      if (other) found.add(`${name(part)} lies under ${name(other)}`);
    }
  };
  /* What stays while the page moves takes at most a sixth of the height, unless it stands beside the rest and over nothing. */
  const tall = all.filter((part) => ["sticky", "fixed"].includes(style(part).position)
    && Math.min(tallness, part.getBoundingClientRect().height) > tallness / 6 + 1 && isSeen(part));
  const meets = (bar) => ({left, right, top, bottom}) => right > bar.left + 2 && left < bar.right - 2
    && bottom > Math.max(0, bar.top) + 2 && top < Math.min(tallness, bar.bottom) - 2;
  const others = tall.length ? [...document.body.querySelectorAll(`${CONTROLS}, ${WORDS}`)].filter(isSeen) : [];
  for (let at = 0; tall.length && at < document.documentElement.scrollHeight; at += tallness / 2) {
    scrollTo({top: at, behavior: "instant"});
    for (const part of tall) {
      const bar = part.getBoundingClientRect(), share = Math.round(100 * bar.height / tallness);
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
  /* What a script shows later, such as that all is saved, fits as well. */
  const later = [...document.querySelectorAll("main [hidden]")];
  for (const shown of [false, true]) {
    for (const part of later) part.hidden = !shown;
    const width = document.documentElement.scrollWidth;
    if (width > document.documentElement.clientWidth) found.add(`moves sideways${shown ? " once all of it is shown" : ""}: ${width} px`);
  }
  for (const part of later) part.hidden = true;
  scrollTo({top: 0, behavior: "instant"});
  return [...found];
}
"""


def out_of_reach(page: Page) -> list[str]:
    """What is wrong with the page as it stands, at its size."""
    found: list[str] = page.evaluate(JUDGE)
    return found
