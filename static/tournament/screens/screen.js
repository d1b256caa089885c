/* A screen of a hall: turns its pages, counts the round's clock, asks for news, and says when it has lost the desk.
   At the desk it asks for what is new ([data-since]); the screen for everybody asks for the public version alone ([data-now]), five times less. */
"use strict";

{
  const two = (number) => String(number).padStart(2, "0");

  /** How far a zone is ahead of UTC in milliseconds, from a moment as the desk writes it. */
  function zoneOf(moment) {
    const shift = /([+-])(\d\d):(\d\d)$/.exec(moment);
    return shift ? (shift[1] === "-" ? -1 : 1) * (Number(shift[2]) * 60 + Number(shift[3])) * 60_000 : 0;
  }
  /** The hour and minute of a moment in that zone. */
  const hourIn = (zone, moment) => { const there = new Date(moment + zone); return `${two(there.getUTCHours())}:${two(there.getUTCMinutes())}`; };

  /** A length of time as hours, minutes and seconds. */
  function span(length) {
    const whole = Math.floor(Math.abs(length) / 1_000), hours = Math.floor(whole / 3_600), minutes = Math.floor(whole / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  }
  /** What a round's clock counts at a moment, as a key of WORDS, and how long that is; the end of a round without one is NaN. */
  function counted(starts, ends, at) {
    if (at < starts) return ["before", starts - at];
    if (Number.isNaN(ends)) return ["since", at - starts];
    return at < ends ? ["left", ends - at] : ["over", at - ends];
  }
  /** The number of a page, and the first letters of the rows that it shows. */
  function pageWords(page, count, first, last) {
    if (!first) return gettext("{page} of {count}", { page, count });
    return gettext("{page} of {count}, {letters}", { page, count, letters: first === last ? first : `${first} – ${last}` });
  }
  /** As many letters of a name as another does not begin with, at least one. */
  function initials(name, other) {
    const letters = [...name];
    let count = 1;
    while (count < letters.length && other.startsWith(letters.slice(0, count).join(""))) count++;
    return letters.slice(0, count).join("").trim();
  }
  /** From where to where a page of names reaches: its first and its last row, each told from the row beyond it, else from each other. */
  function reach(names, first, last) {
    return [initials(names[first], names[first - 1] ?? names[last]), initials(names[last], names[last + 1] ?? names[first])];
  }

  globalThis.HallScreen = Object.freeze({ zoneOf, hourIn, span, counted, pageWords, reach });
}
if (globalThis.document) {
  const { zoneOf, hourIn, span, counted, pageWords, reach } = globalThis.HallScreen;
  const WORDS = { before: () => gettext("starts in"), since: () => gettext("played for"), left: () => pgettext("time of a round", "left"), over: () => gettext("over time"), paused: () => pgettext("the clock of a round", "paused") };
  const { body } = document;
  const ASK_EVERY = body.dataset.now ? 20_000 : 4_000, LOST_AFTER = 3.75 * ASK_EVERY, PATIENCE = 6_000, HAND_STAYS = 4_000;
  const stays = Number(body.dataset.seconds) * 1_000;
  const banner = document.querySelector(".lost");
  const screen = () => document.getElementById("screen");
  const all = (selector) => [...document.querySelectorAll(selector)];
  const views = () => all(".view");

  /* ---- The time of the hall: how far this machine's clock is behind it, as was last said, and its zone, as what stands here has it ---- */
  let behind = 0, heard = Date.now(), refusal = "";
  const now = () => Date.now() + behind;
  const hourOf = (moment) => hourIn(zoneOf(screen().dataset.at), moment);
  const setTime = (said) => { behind = Date.parse(said) - Date.now(); };

  /* ---- Pages: rows run on in columns to the right, a page is as many as fit ---- */
  let view = 0, page = 0, turnAt = Date.now() + stays, isHeld = false;
  const rowsOf = (part) => part?.querySelector(".rows");
  const gapOf = (rows) => parseFloat(getComputedStyle(rows).columnGap) || 0;
  const widthOf = (rows) => rows.getBoundingClientRect().width + gapOf(rows); // with its fractions: they add up over many pages
  function pagesOf(part) {
    const rows = rowsOf(part);
    if (!rows) return 1;
    return Math.max(1, Math.ceil((rows.scrollWidth + gapOf(rows)) / widthOf(rows) - 0.05));
  }

  function stand(isTurn) {
    const there = views();
    view = (view + there.length) % there.length;
    const part = there[view], wasHere = !part.hidden;
    for (const each of there) each.hidden = each !== part;
    const count = pagesOf(part), rows = rowsOf(part);
    page = Math.min(page < 0 ? count - 1 : page, count - 1);
    const left = rows ? page * widthOf(rows) : 0;
    rows?.scrollTo({ left, behavior: wasHere && isTurn ? "auto" : "instant" });
    part.querySelector("[data-page]").textContent = count > 1 ? pageWords(page + 1, count, ...lettersOf(rows, left)) : "";
    if (isTurn) turnAt = Date.now() + stays;
  }
  function lettersOf(rows, left) {
    const names = [...rows.children], isHere = (row) => row.offsetLeft >= left - 2 && row.offsetLeft < left + rows.clientWidth;
    const first = names.findIndex(isHere), last = first + names.filter(isHere).length - 1;
    return names[first]?.dataset.letters ? reach(names.map((row) => row.dataset.letters), first, last) : [];
  }
  function turn(step) {
    page += step;
    if (page < 0 || page >= pagesOf(views()[view])) { page = step < 0 ? -1 : 0; view += step; }
    stand(true);
  }
  function leap(step) { view += step; page = 0; stand(true); }

  /* ---- Clocks ---- */
  function count() {
    for (const part of all(".left")) {
      const paused = Date.parse(part.dataset.paused);
      const [kind, length] = counted(Date.parse(part.dataset.starts), Date.parse(part.dataset.ends), Number.isNaN(paused) ? now() : paused);
      part.classList.toggle("is-over", kind === "over");
      part.querySelector("[data-what]").textContent = WORDS[Number.isNaN(paused) ? kind : "paused"]();
      part.querySelector("[data-count]").textContent = span(length);
    }
  }

  /* ---- Fresh or not ---- */
  function judge() {
    const isLost = Boolean(refusal) || Date.now() - heard > LOST_AFTER;
    const words = refusal || gettext("No connection since {time}. This page may be out of date.", { time: hourOf(heard + behind) });
    if (isLost !== !banner.hidden || (isLost && banner.textContent !== words)) { banner.textContent = isLost ? words : ""; banner.hidden = !isLost; }
    body.classList.toggle("is-lost", isLost);
    const [clock, asOf] = all("[data-time]");
    clock.textContent = hourOf(now());
    asOf.textContent = hourOf(heard + behind);
  }

  const get = (address) => fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
  /** The screen as it is now, from an answer to what was asked; empty where it is the one that stands. */
  async function newsIn(answer) {
    if (!body.dataset.now) return answer.status === 200 ? answer.text() : "";
    const { version } = await answer.json();
    return version === Number(screen().dataset.version) ? "" : (await get(location.href)).text();
  }
  let isAsking = false;
  async function ask() {
    if (isAsking) return;
    isAsking = true;
    try {
      const answer = await get(body.dataset.now ?? `${body.dataset.since}&v=${screen().dataset.version}`);
      const time = answer.headers.get(body.dataset.now ? "Date" : "X-Hall-Time");
      if (time && answer.ok) {
        setTime(time);
        const news = await newsIn(answer);
        heard = Date.now();
        refusal = "";
        if (news) take(news);
      } else if (answer.redirected || answer.status < 500) {
        refusal = gettext("This screen can no longer show the event. Open it again.");
      }
    } catch { /* no answer: what was heard last gets older, and `judge` says so */ }
    isAsking = false;
    tick();
  }
  function take(news) {
    const fresh = new DOMParser().parseFromString(news, "text/html").getElementById("screen");
    if (!fresh) return; // hidden meanwhile: the next answer says so
    const name = views()[view]?.dataset.view;
    screen().replaceWith(fresh);
    fresh.querySelector("[data-held]").hidden = !isHeld;
    const same = views().findIndex((part) => part.dataset.view === name);
    if (same < 0) page = 0; else view = same;
    stand(false);
  }

  function tick() {
    judge();
    count();
    if (!isHeld && Date.now() >= turnAt) turn(1);
  }

  /* ---- Hands: keys, and a mouse that shows itself only while it moves ---- */
  const keys = {
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    ArrowDown: () => leap(1),
    ArrowUp: () => leap(-1),
    " ": () => { isHeld = !isHeld; turnAt = Date.now() + stays; document.querySelector("[data-held]").hidden = !isHeld; },
    f: () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen().catch(() => { /* refused: the page stays as it is */ }),
  };
  addEventListener("keydown", (event) => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  let moved = 0;
  function showHand() {
    body.classList.add("moved");
    clearTimeout(moved);
    moved = setTimeout(() => body.classList.remove("moved"), HAND_STAYS);
  }
  addEventListener("mousemove", showHand);
  addEventListener("resize", () => stand(false));

  /* ---- The machine stays awake where it may ---- */
  const stayAwake = () => { if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => { /* the machine decides */ }); };
  document.addEventListener("visibilitychange", () => { stayAwake(); ask(); });
  addEventListener("online", ask);

  body.classList.add("paged");
  if (!body.dataset.now) setTime(screen().dataset.at); // what is kept for everybody was made some time ago
  stand(true);
  tick();
  showHand();
  stayAwake();
  ask();
  setInterval(tick, 1_000);
  setInterval(ask, ASK_EVERY);
  document.fonts?.ready.then(() => stand(false));
}
