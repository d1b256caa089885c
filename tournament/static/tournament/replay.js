/* The viewer of a replay: turns come without a reload, and the keys ← → Home End walk through the game. Without this script every turn is a link. */
"use strict";
{
  const viewer = () => document.querySelector("[data-replay]");
  const fetched = new Map(); // pages by address: a turn looked at twice, or next in line, is there at once

  const page = (address) => {
    const key = address.split("#")[0];
    if (!fetched.has(key)) {
      fetched.set(key, fetch(key, { credentials: "same-origin" }).then((answer) => {
        if (!answer.ok || answer.redirected) throw new Error("not a turn");
        return answer.text();
      }));
      fetched.get(key).catch(() => fetched.delete(key));
    }
    return fetched.get(key);
  };

  const list = () => {
    const turns = viewer()?.querySelector(".turns");
    const now = turns?.querySelector("[aria-current]");
    if (now) turns.scrollTop = now.offsetTop - turns.clientHeight / 2;
  };

  let wanted = "";
  async function show(address) {
    wanted = address;
    let text;
    try { text = await page(address); } catch { location.assign(address); return; } // logged out, or the network is gone: let the browser say so
    if (wanted !== address) return; // a later key was quicker
    const next = new DOMParser().parseFromString(text, "text/html").querySelector("[data-replay]");
    const old = viewer();
    if (!next || !old) { location.assign(address); return; }
    const name = document.activeElement?.closest("[data-replay]") && document.activeElement.dataset.turn;
    // The title stays in the page, so that a screen reader hears its new words.
    const title = old.querySelector("#replay-title");
    title.innerHTML = next.querySelector("#replay-title").innerHTML;
    next.querySelector("#replay-title").replaceWith(title);
    old.replaceChildren(...next.childNodes);
    if (name) old.querySelector(`[data-turn="${name}"]`)?.focus({ preventScroll: true });
    history.replaceState(null, "", address);
    list();
    for (const step of ["next", "previous"]) page(old.querySelector(`[data-turn="${step}"]`).href);
  }

  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input, select, textarea, .scroll, pre");
    const link = step && !busy && viewer()?.querySelector(`[data-turn="${step}"]`);
    if (!link) return;
    event.preventDefault();
    if (!link.hasAttribute("aria-disabled")) show(link.href);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-turn]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || !viewer()) return;
    event.preventDefault();
    if (link.hasAttribute("aria-disabled")) return;
    if (!link.closest("[data-replay]")) viewer().scrollIntoView({ block: "start" });
    show(link.href);
  });
  document.addEventListener("DOMContentLoaded", list);
}
