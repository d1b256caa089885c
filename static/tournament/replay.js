/* The viewer of a replay: turns come without a reload, and the keys ← → Home End walk through the game. Without this script every turn is a link. */
"use strict";
{
  const viewer = () => document.querySelector("[data-replay]");
  const address = (turn) => { const here = new URL(location); here.search = `?turn=${turn}`; here.hash = "replay"; return here.href; };
  const fetched = new Map(); // answers by turn: one that was looked at, or is next in line, is there at once

  function page(turn) {
    if (!fetched.has(turn)) {
      const answer = fetch(address(turn).split("#")[0], { credentials: "same-origin" }).then((found) => {
        if (!found.ok || found.redirected) throw new Error("not a turn");
        return found.text();
      });
      answer.catch(() => fetched.delete(turn));
      fetched.set(turn, answer);
    }
    return fetched.get(turn);
  }

  // Where the reader is going: several quick keys go as many turns, whatever has arrived by then.
  let goal = null;
  const place = () => goal ?? Number(viewer().dataset.replay);
  const last = () => Number(viewer().dataset.last);

  async function show(turn) {
    goal = turn;
    let text;
    try { text = await page(turn); } catch { location.assign(address(turn)); return; } // logged out, or no network: the browser says so itself
    if (goal !== turn) return;
    const next = new DOMParser().parseFromString(text, "text/html").querySelector("[data-replay]");
    const old = viewer();
    if (!next) { location.assign(address(turn)); return; }
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.turn : undefined;
    // The title stays the same element, so that a screen reader reads its new words out.
    const title = old.querySelector("#replay-title");
    title.replaceChildren(...next.querySelector("#replay-title").childNodes);
    next.querySelector("#replay-title").replaceWith(title);
    old.replaceChildren(...next.childNodes);
    old.dataset.replay = turn;
    goal = null;
    if (focused !== undefined) old.querySelector(focused ? `[data-turn="${focused}"]` : ".turns [aria-current]")?.focus({ preventScroll: true });
    history.replaceState(history.state, "", address(turn));
    scroll();
    for (const near of [turn + 1, turn - 1]) if (near >= 0 && near <= last()) page(near).catch(() => {});
  }

  function scroll() {
    const turns = viewer()?.querySelector(".turns");
    const now = turns?.querySelector("[aria-current]");
    if (now) turns.scrollTop = now.offsetTop - turns.clientHeight / 2;
  }

  const STEPS = { first: () => 0, previous: () => place() - 1, next: () => place() + 1, last };
  const KEYS = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last" };
  const go = (turn) => { if (turn >= 0 && turn <= last() && turn !== place()) show(turn); };

  document.addEventListener("keydown", (event) => {
    const taken = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input, select, textarea, .scroll, pre");
    if (taken || !KEYS[event.key] || !viewer()) return;
    event.preventDefault();
    go(STEPS[KEYS[event.key]]());
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-turn]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || !viewer()) return;
    event.preventDefault();
    if (!viewer().contains(link)) viewer().scrollIntoView({ block: "start" });
    go(STEPS[link.dataset.turn]?.() ?? Number(new URL(link.href).searchParams.get("turn")));
  });
  document.addEventListener("DOMContentLoaded", scroll);
}
