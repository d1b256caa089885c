/* Follows an event: asks the smallest of all answers, which version everybody may see, and brings the page's part anew once it has moved. */
"use strict";
{
  const EVERY = 20_000, SOON = 3_000; // milliseconds; soon after a change, for a cache on the way may have told the one before
  const part = () => document.querySelector("[data-now]");
  // A page of plain files says its version itself; else it stands in the address that brings the part.
  const versionOf = (here) => Number(here.dataset.version ?? new URLSearchParams(here.getAttribute("hx-get").split("?")[1]).get("v"));
  let next;
  async function ask() {
    clearTimeout(next);
    const here = part();
    if (!here) return; // the event is over
    let wait = EVERY;
    try {
      const answer = await fetch(here.dataset.now, { cache: "no-cache" }); // 304 where nothing moved
      if (answer.ok && (await answer.json()).version !== versionOf(here)) {
        if (here.hasAttribute("hx-get")) { wait = SOON; htmx.trigger(here, "moved"); } else location.reload();
      }
    } catch { /* no network: it is asked again */ }
    next = setTimeout(ask, wait);
  }
  document.addEventListener("DOMContentLoaded", () => { next = setTimeout(ask, EVERY); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
}
