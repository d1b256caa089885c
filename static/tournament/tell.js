/* Tells what is due, once somebody has pressed "Tell me on this phone": by title, tone and vibration, while the page is open and the
   screen is on. It asks nobody: it looks at what the page brings anyway. Its hooks: base.html. */
"use strict";
{
  /** Which marks are due, which of them are new, and which wait for their moment. On a first visit, `known` is null, nothing is new.
      A moment counts only where it was awaited: one that was past when it came tells nothing. */
  function sorted(marks, known, awaited, moment) {
    const ahead = marks.filter(({ at }) => at > moment);
    const due = marks.filter(({ key, at }) => Number.isNaN(at) || (at <= moment && awaited.has(key)));
    return { ahead, due, fresh: known ? due.filter(({ key }) => !known.includes(key)) : [] };
  }
  /** A page's title while something is due that nobody has looked at: how much, and the words of the last. */
  const titled = (waiting, title) => waiting.length ? `(${waiting.length}) ${waiting.at(-1)} · ${title}` : title;

  globalThis.Telling = Object.freeze({ sorted, titled });
}
if (globalThis.document) {
  const { sorted, titled } = globalThis.Telling;
  const KEY = "toptable-tell", LATE = 1_000, LONGEST = 3_600_000; // milliseconds
  const all = (selector) => [...document.querySelectorAll(selector)];
  const say = (part, words) => { if (part.textContent !== words) part.textContent = words; };
  // Storage may be refused (private windows): this page then tells all the same.
  const recall = (store, name) => { try { return globalThis[store].getItem(name); } catch { return null; } };
  const keep = (store, name, text) => { try { globalThis[store].setItem(name, text); } catch { /* not kept */ } };
  const came = performance.getEntriesByType("navigation")[0];
  let isOn = recall("localStorage", KEY) === "on";

  /* ---- Tone and vibration. A browser lets a page sound only after it was touched ---- */
  let audio = null;
  async function unlock() {
    if (!isOn || !globalThis.AudioContext) return;
    try {
      if (!audio) { audio = new AudioContext(); audio.onstatechange = offer; }
      if (audio.state !== "running") await audio.resume();
    } catch { /* silent */ }
  }
  function ring() {
    [660, 880].forEach((pitch, place) => {
      const tone = audio.createOscillator(), volume = audio.createGain(), from = audio.currentTime + place * 0.18;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.2, from);
      volume.gain.exponentialRampToValueAtTime(0.001, from + 0.3);
      tone.connect(volume).connect(audio.destination);
      tone.start(from);
      tone.stop(from + 0.3);
    });
  }
  async function signal() {
    navigator.vibrate?.([200, 100, 200]);
    const asked = Date.now();
    await unlock();
    if (audio && Date.now() - asked < LATE) ring(); // allowed only later, it would tell of something else
  }

  /* ---- The screen stays on where the browser allows it: on https, while the page is seen ---- */
  let awake = null;
  async function stayAwake() {
    if (!isOn && !document.querySelector("[data-stays-awake]")) return void awake?.release();
    if (awake || document.hidden) return;
    try { awake = await navigator.wakeLock?.request("screen"); } catch { /* the phone decides */ }
    if (awake) awake.onrelease = () => { awake = null; offer(); };
    offer();
  }

  /* ---- The button, and what it can do and what not ---- */
  const isPhone = matchMedia("(max-width: 40rem)");
  const limits = () => !isOn ? gettext("A tone, and where possible a vibration, while this page is open and the screen is on.")
    : [awake ? gettext("While this page is open. The screen stays on.") : gettext("While this page is open and the screen is on. A dark screen tells nothing."),
      audio && audio.state !== "running" ? gettext("Touch this page once, or it stays silent.") : ""].filter(Boolean).join(" ");
  function offer() {
    for (const place of all("[data-tell-offer]")) {
      if (!place.children.length) [place.className, place.innerHTML] = ["row no-print", '<button type="button"></button> <small class="soft"></small>'];
      say(place.children[0], isOn ? gettext("Stop telling me") : isPhone.matches ? gettext("Tell me on this phone") : gettext("Tell me on this device"));
      say(place.children[1], limits());
    }
  }

  /* ---- What is due ---- */
  const said = came?.type === "back_forward" ? NaN : Date.parse(document.querySelector("meta[name=server-time]")?.content); // a page gone back to may be an old one
  const behind = Number.isNaN(said) ? 0 : said - (Date.now() - performance.now() + (came?.responseStart ?? 0));
  const awaited = new Set(), waiting = new Map();
  let slot, known, title, written, timer;

  function entitle() {
    if (document.title !== written) title = document.title; // its own, or what the page was given meanwhile
    written = titled([...waiting.values()], title);
    if (document.title !== written) document.title = written;
  }
  function look() {
    const marks = all("[data-tell], [data-tell-at]").map((part) => {
      const { tell, tellAt = "", tellWords } = part.dataset, words = tellWords ?? part.textContent.replace(/\s+/gu, " ").trim();
      return { key: [tell ?? words, tellAt].join(" "), words, at: tellAt ? Date.parse(tellAt) : NaN };
    });
    const moment = Date.now() + behind, { ahead, due, fresh } = sorted(marks, known, awaited, moment);
    for (const { key } of ahead) awaited.add(key);
    clearTimeout(timer);
    if (ahead.length) timer = setTimeout(look, Math.min(LONGEST, ...ahead.map(({ at }) => at - moment)));
    known = due.map(({ key }) => key);
    keep("sessionStorage", slot, JSON.stringify(known));
    for (const key of waiting.keys()) if (!known.includes(key)) waiting.delete(key);
    if (isOn) for (const { key, words } of fresh) waiting.set(key, words);
    if (isOn && fresh.length) signal();
    entitle();
    offer();
  }
  function seen() {
    if (document.hidden) return;
    waiting.clear();
    entitle();
    unlock();
    stayAwake();
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-tell-offer] button")) return;
    isOn = !isOn;
    keep("localStorage", KEY, isOn ? "on" : "off");
    if (isOn) signal();
    stayAwake();
    offer();
  });
  for (const name of ["pointerdown", "pointerup", "keydown", "visibilitychange"]) document.addEventListener(name, seen);
  document.addEventListener("DOMContentLoaded", () => {
    slot = `told ${document.querySelector("[data-tell-offer]")?.dataset.tellOffer || location.pathname}`;
    known = JSON.parse(recall("sessionStorage", slot));
    look();
    unlock();
    stayAwake();
    new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ["data-tell", "data-tell-at"] });
  });
}
