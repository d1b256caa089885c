/* The viewer of a replay: steps come without a reload; the keys ← → walk by turns, with Shift by events, Home and End to the ends. Without this script every step is a link. */
"use strict";
{
  // Steps are counted through the game; an address names the turn and, within it, the step. `ends` is the last step of each turn, beginning with the start.
  const firstOf = (ends, turn) => turn ? ends[turn - 1] + 1 : 0;

  /** The query that names a step. */
  function query(ends, step) {
    const turn = ends.findIndex((end) => end >= step);
    return `?turn=${turn}${step === ends[turn] ? "" : `&step=${step - firstOf(ends, turn) + 1}`}`;
  }
  /** The step that a query names. */
  function stepOf(ends, search) {
    const asked = new URLSearchParams(search);
    const turn = Number(asked.get("turn"));
    return asked.get("step") ? firstOf(ends, turn) + Number(asked.get("step")) - 1 : ends[turn];
  }
  /** The end of the turn behind a step, and of the one before it. */
  const after = (ends, step) => ends.find((end) => end > step) ?? ends.at(-1);
  const before = (ends, step) => { const turn = ends.findIndex((end) => end >= step); return turn ? ends[turn - 1] : 0; };

  globalThis.ReplaySteps = Object.freeze({ query, stepOf, after, before });
}
if (globalThis.document) {
  const steps = globalThis.ReplaySteps;
  const viewer = () => document.querySelector("[data-replay]");
  const ends = () => viewer().dataset.ends.split(",").map(Number);

  const address = (step) => { const here = new URL(location); here.search = steps.query(ends(), step); here.hash = "replay"; return here.href; };
  const fetched = new Map(); // answers by step: one that was looked at, or is next in line, is there at once

  function page(step) {
    if (!fetched.has(step)) {
      const answer = fetch(address(step).split("#")[0], { credentials: "same-origin" }).then((found) => {
        if (!found.ok || found.redirected) throw new Error("not a step");
        return found.text();
      });
      answer.catch(() => fetched.delete(step));
      fetched.set(step, answer);
    }
    return fetched.get(step);
  }

  // Where the reader is going: several quick keys go as many steps, whatever has arrived by then.
  let goal = null;
  const place = () => goal ?? Number(viewer().dataset.replay);
  const last = () => ends().at(-1);

  async function show(step) {
    goal = step;
    let text;
    try { text = await page(step); } catch { location.assign(address(step)); return; } // logged out, or no network: the browser says so itself
    if (goal !== step) return;
    const next = new DOMParser().parseFromString(text, "text/html").querySelector("[data-replay]");
    const old = viewer();
    if (!next) { location.assign(address(step)); return; }
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.turn : undefined;
    const list = document.activeElement?.closest(".in-turn ol") ? ".in-turn" : ".turns";
    // The title stays the same element, so that a screen reader reads its new words out.
    const title = old.querySelector("#replay-title");
    title.replaceChildren(...next.querySelector("#replay-title").childNodes);
    next.querySelector("#replay-title").replaceWith(title);
    old.replaceChildren(...next.childNodes);
    old.dataset.replay = step;
    goal = null;
    if (focused !== undefined) old.querySelector(focused ? `[data-turn="${focused}"]` : `${list} [aria-current]`)?.focus({ preventScroll: true });
    history.replaceState(history.state, "", address(step));
    scroll();
    for (const near of [after(), before(), step + 1, step - 1]) if (near >= 0 && near <= last()) page(near).catch(() => {});
  }

  function scroll() {
    const turns = viewer()?.querySelector(".turns");
    const now = turns?.querySelector("[aria-current]");
    if (now) turns.scrollTop = now.offsetTop - turns.clientHeight / 2;
    const events = viewer()?.querySelector(".in-turn ol");
    const event = events?.querySelector("[aria-current]");
    if (event) events.scrollLeft += event.getBoundingClientRect().left - events.getBoundingClientRect().left;
  }

  const after = () => steps.after(ends(), place());
  const before = () => steps.before(ends(), place());
  const STEPS = { first: () => 0, previous: before, next: after, last, earlier: () => place() - 1, later: () => place() + 1 };
  const KEYS = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last" };
  const SHIFTED = { ArrowLeft: "earlier", ArrowRight: "later" };
  const go = (step) => { if (step >= 0 && step <= last() && step !== place()) show(step); };

  document.addEventListener("keydown", (event) => {
    const key = (event.shiftKey ? SHIFTED : KEYS)[event.key];
    const taken = event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, .scroll, pre");
    if (taken || !key || !viewer()) return;
    event.preventDefault();
    go(STEPS[key]());
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-turn]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || !viewer()) return;
    event.preventDefault();
    if (!viewer().contains(link)) viewer().scrollIntoView({ block: "start" });
    go(STEPS[link.dataset.turn]?.() ?? steps.stepOf(ends(), link.search));
  });
  document.addEventListener("DOMContentLoaded", scroll);
}
