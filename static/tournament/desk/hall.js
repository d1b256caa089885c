/* The clock of the round counts; on the overview what changed elsewhere comes in by itself, part by part. A part in which somebody types waits. */
"use strict";
{
  const two = (number) => String(number).padStart(2, "0");

  /** A length of time in milliseconds as minutes and seconds, with hours once there is one. */
  function span(length) {
    const whole = Math.floor(Math.abs(length) / 1_000), hours = Math.floor(whole / 3_600), minutes = Math.floor(whole / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  }
  globalThis.HallClock = Object.freeze({ span });
}
if (globalThis.document) {
  const { span } = globalThis.HallClock;
  const ASK_EVERY = 8_000, PATIENCE = 6_000, SOON = 600_000;
  const hall = document.querySelector("[data-hall]");
  const came = performance.getEntriesByType("navigation")[0];
  const isReturn = came?.type === "back_forward"; // the page may be an old one

  /* How far this machine's clock is behind the desk's, in milliseconds. */
  let behind = 0;
  const setTime = (said, heard = Date.now()) => { const moment = Date.parse(said); if (!Number.isNaN(moment)) behind = moment - heard; };

  function count() {
    for (const clock of document.querySelectorAll("[data-over-by]")) {
      const now = clock.dataset.pausedAt ? Date.parse(clock.dataset.pausedAt) : Date.now() + behind;
      const left = Date.parse(clock.dataset.overBy) - now, isOver = left <= 0;
      clock.classList.toggle("over", isOver);
      clock.classList.toggle("soon", !isOver && left <= SOON);
      clock.querySelector("[data-count]").textContent = span(left);
      clock.querySelector("[data-left]").hidden = isOver;
      clock.querySelector("[data-over]").hidden = !isOver;
    }
  }

  /* Fields that nobody sees are new with every answer, and the time that an answer was made says nothing of what it shows. */
  function looks(part) {
    const copy = part.cloneNode(true);
    for (const field of copy.querySelectorAll("input[type=hidden]")) field.remove();
    for (const clock of copy.querySelectorAll("[data-over-by]")) clock.replaceWith(clock.dataset.overBy, clock.dataset.pausedAt ?? "");
    return copy.outerHTML;
  }
  const isTyped = (part) => [...part.querySelectorAll("input:not([type=hidden]), textarea")].some((field) => field === document.activeElement || field.value !== field.defaultValue);

  /** Put one part in place of the one that is shown; false where somebody types there. */
  function put(shown, part) {
    if (looks(shown) === looks(part)) return true;
    if (isTyped(shown)) return false;
    const held = shown.contains(document.activeElement) ? document.activeElement : null;
    const where = held && (held.id ? `#${CSS.escape(held.id)}` : held.name ? `[name="${CSS.escape(held.name)}"]` : held.hasAttribute("href") ? `[href="${CSS.escape(held.getAttribute("href"))}"]` : held.localName);
    shown.replaceWith(part);
    if (where) (part.querySelector(where) ?? document.getElementById("main")).focus({ preventScroll: true });
    return true;
  }

  let isAsking = false;
  async function ask() {
    if (document.hidden || isAsking) return;
    isAsking = true;
    try {
      const query = new URLSearchParams({ seen: hall.dataset.seen });
      const answer = await fetch(`${hall.dataset.hall}?${query}`, { redirect: "manual", cache: "no-store", credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
      setTime(answer.headers.get("X-Hall-Time"));
      if (answer.status === 200) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const pairs = [...page.querySelectorAll("[data-part]")].map((part) => [document.querySelector(`main [data-part="${part.dataset.part}"]`), part]);
        pairs.push([document.querySelector(".stages"), page.querySelector(".stages")]);
        const isWhole = pairs.map(([shown, part]) => !shown || !part || put(shown, part)).every(Boolean);
        if (isWhole) hall.dataset.seen = page.querySelector("[data-seen]").dataset.seen;
      }
      count();
    } catch { /* no network: the next time comes */ }
    isAsking = false;
  }

  if (!isReturn) setTime(document.querySelector("[data-now]")?.dataset.now, performance.timeOrigin + (came?.responseStart ?? 0));
  count();
  setInterval(count, 1_000);
  if (hall) {
    setInterval(ask, ASK_EVERY);
    document.addEventListener("visibilitychange", ask);
    addEventListener("pageshow", (event) => { if (event.persisted || isReturn) ask(); });
  }
}
