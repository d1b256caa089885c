/* Follows an event: asks the smallest of all answers, which version everybody may see, and brings the page's part anew once it has moved:
   [data-now] asks for itself; a page of a phone has parts with [data-follows], which are taken from the page as it is now. */
"use strict";
{
  const EVERY = 20_000, SOON = 3_000; // milliseconds; soon after a change, for a cache on the way may have told the one before
  const part = () => document.querySelector("[data-follows]") ?? document.querySelector("[data-now]");
  // A page of plain files says its version itself; else it stands in the address that brings the part.
  const versionOf = (here) => Number(here.dataset.version ?? new URLSearchParams(here.getAttribute("hx-get").split("?")[1]).get("v"));
  /** Bring what follows anew; where the page has other parts now, as a clock once its round is over, it is loaded. */
  async function bring() {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (answer.status >= 500) return;
    const fresh = [...new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("[data-follows]")];
    if (fresh.some(({ id }) => !document.getElementById(id))) { location.reload(); return; }
    for (const now of fresh) {
      const old = document.getElementById(now.id);
      if (now.dataset.version) old.dataset.version = now.dataset.version;
      if (old.innerHTML !== now.innerHTML) old.replaceChildren(...now.childNodes);
    }
  }
  let next;
  async function ask() {
    clearTimeout(next);
    const here = part();
    if (!here) return; // the event is over
    let wait = EVERY;
    try {
      const answer = await fetch(here.dataset.follows ?? here.dataset.now, { cache: "no-cache" }); // 304 where nothing moved
      const hasMoved = answer.ok && (await answer.json()).version !== versionOf(here);
      if ("follows" in here.dataset) {
        if (hasMoved || answer.status === 404) await bring(); // a hidden event tells its version to nobody
        if (hasMoved) wait = SOON;
      } else if (hasMoved && here.hasAttribute("hx-get")) { wait = SOON; htmx.trigger(here, "moved"); } else if (hasMoved) location.reload();
    } catch { /* no network: it is asked again */ }
    next = setTimeout(ask, wait);
  }
  document.addEventListener("DOMContentLoaded", () => { next = setTimeout(ask, EVERY); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
}
