/* Which tables called, on every page of the desk: asks every eight seconds; what the page shows already is answered with nothing. */
"use strict";
{
  const ASK_EVERY = 8000;
  const badge = document.querySelector("[data-calls]");
  async function ask() {
    if (document.hidden) return;
    try {
      const shown = badge.querySelector("input")?.value ?? "";
      const answer = await fetch(`${badge.dataset.calls}?${new URLSearchParams({ shown })}`, { redirect: "manual", cache: "no-store", credentials: "same-origin" });
      if (answer.status === 200) badge.innerHTML = await answer.text(); // our own page's markup, escaped by the server
    } catch { /* no network: the next time comes */ }
  }
  if (badge && document.querySelector("[data-kept]")) badge.replaceChildren(); // a page without network knows of no call
  if (badge) {
    setInterval(ask, ASK_EVERY);
    document.addEventListener("visibilitychange", ask);
  }
}
