/* The clock of a table. What the server told last is kept with the presses that it does not know yet; the page shows both together, and
   the server's answer always replaces what was shown. A press is sent with how long ago it was, so it counts from when it was pressed.
   Moments are those of the server: `offset` is how far its clock is ahead of this device's. Both survive reload, sleep and loss of network. */
"use strict";
{
  /** How the clock stands at a moment of the server: what it told last, then the presses that were not sent yet, each from its own moment on. */
  function reckon(told, presses, moment) {
    const left = new Map(told.players.map((row) => [row.player, row.left]));
    let { at, turn, pressed, begun } = told;
    const runTo = (until) => {
      const has = told.held ? 0 : Math.max(0, left.get(pressed) ?? 0);
      if (has) left.set(pressed, left.get(pressed) - Math.min(has, Math.max(0, until - at)));
      at = Math.max(at, until);
    };
    for (const press of presses) {
      runTo(press.at);
      pressed = press.kind === "stop" ? 0 : press.player;
      if (press.kind === "turn") turn = press.player;
      begun = begun || press.kind !== "stop";
    }
    runTo(moment);
    const order = told.players.map((row) => row.player), begin = order.indexOf(turn) + 1;
    const next = [...order.slice(begin), ...order.slice(0, begin)].find((player) => left.get(player) > 0) ?? 0;
    const running = !told.held && left.get(pressed) > 0 ? pressed : 0;
    return { left, turn, pressed, begun, next, running, order };
  }

  /** Milliseconds as minutes and seconds; a second that has begun counts whole. */
  const read = (left) => { const seconds = Math.max(0, Math.ceil(left / 1000)); return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`; };

  globalThis.TableClock = Object.freeze({ reckon, read });
}
if (globalThis.document) {
  const { reckon, read } = globalThis.TableClock;
  const ASK_EVERY = 5000, TICK = 200, LOW = 120000;
  const root = document.querySelector("[data-ticking]");
  if (root) {
    const form = root.querySelector("form"), store = `clock ${location.pathname}`;
    const part = (name, from = root) => from.querySelector(`[data-${name}]`);
    const rows = new Map([...root.querySelectorAll("[data-player]")].map((row) => [Number(row.dataset.player), row]));
    const nameOf = (player) => (rows.has(player) ? part("name", rows.get(player)).textContent : gettext("nobody"));
    let told = JSON.parse(document.getElementById("clock-state").textContent);
    let offset = told.at - Date.now();
    let queue = [], device = "", count = 0, isSending = false, trouble = "", isAway = false;

    const random = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const keep = () => { try { localStorage.setItem(store, JSON.stringify({ told, offset, queue, device, count })); } catch { trouble = gettext("This browser cannot store anything. Do not close the page until everything is saved."); } };
    try {
      const kept = JSON.parse(localStorage.getItem(store)) ?? {};
      ({ queue = [], device = "", count = 0 } = kept);
      // A page without network is as old as the worker keeps it: then what this device was told last is newer.
      if (root.dataset.kept !== undefined && kept.told) { ({ told, offset } = kept); isAway = true; }
    } catch { /* storage is refused or broken: the page goes on with what the server says */ }
    device ||= random();

    const now = () => Date.now() + offset;

    const stands = () => reckon(told, queue.map((press) => ({ ...press, at: press.at + offset })), now());
    const say = (element, words) => { if (element && element.textContent !== words) element.textContent = words; };
    function says(clock) {
      if (told.held) return gettext("The director has paused all clocks.");
      if (!clock.begun) return gettext("Not started.");
      if (clock.running) {
        const words = gettext("{name}’s clock is running.", { name: nameOf(clock.running) });
        const turn = clock.running === clock.turn || !rows.has(clock.turn) ? "" : gettext("It is still {name}’s turn.", { name: nameOf(clock.turn) });
        return [words, turn].filter(Boolean).join(" ");
      }
      if (rows.has(clock.pressed)) return gettext("{name} is out of time. Call the director if anything is unclear.", { name: nameOf(clock.pressed) });
      return gettext("The clocks are stopped.");
    }

    const button = (name) => form.querySelector(`[data-do="${name}"]`);
    function offer(name, value, words) {
      let found = button(name);
      if (!found && value) {
        found = Object.assign(document.createElement("button"), { name: "press", className: name === "pass" ? "primary" : "" });
        found.dataset.do = name;
        const acts = form.querySelector(".ticking-acts");
        if (name === "pass") acts.prepend(found); else acts.append(found);
      }
      if (!found) return;
      found.hidden = !value;
      found.value = value;
      say(found, words);
    }

    function draw() {
      const clock = stands();
      for (const [player, row] of rows) {
        const left = clock.left.get(player);
        if (left === undefined) { row.hidden = true; continue; } // who left the table has no clock
        const isOut = left <= 0, runs = player === clock.running;
        row.classList.toggle("runs", runs);
        row.classList.toggle("out", isOut);
        row.classList.toggle("low", !isOut && left < LOW);
        say(part("left", row), read(left));
        say(part("mark", row), isOut ? gettext("out of time") : runs ? pgettext("a player’s clock", "running") : player === clock.turn ? gettext("to move") : "");
      }
      say(part("says"), says(clock));
      if (!clock.begun) offer("pass", `turn ${clock.order[0]}`, gettext("Start: {first} begins", { first: nameOf(clock.order[0]) }));
      else offer("pass", clock.next ? `turn ${clock.next}` : "", gettext("Pass to {name}", { name: nameOf(clock.next) }));
      const isTheirs = clock.pressed && clock.pressed === clock.turn;
      offer("stop", !clock.begun ? "" : isTheirs ? "stop" : `turn ${clock.turn}`, isTheirs ? gettext("Stop the clock for a bonus") : gettext("{name} continues", { name: nameOf(clock.turn) }));
      const waits = queue.length ? ngettext("{n} press has not been sent yet; this device is keeping it.", "{n} presses have not been sent yet; this device is keeping them.", queue.length) : "";
      say(part("net"), [isAway ? gettext("No connection: the clock keeps running here.") : "", waits, trouble].filter(Boolean).join(" "));
    }

    function take(state) {
      if (state?.players?.some(({ player }) => !rows.has(player))) return location.reload(); // somebody new sits here
      if (!state?.players) return;
      told = state;
      offset = state.at - Date.now();
    }

    async function send() {
      if (isSending) return;
      isSending = true;
      try {
        const sent = queue.slice(0, 200);
        const headers = { Accept: "application/json" };
        const answer = sent.length
          ? await fetch(location.pathname, { method: "POST", credentials: "same-origin", headers: { ...headers, "Content-Type": "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
            body: JSON.stringify({ presses: sent.map((press) => ({ key: press.key, ago: Math.max(0, Math.round(Date.now() - press.at)), kind: press.kind, player: press.player })) }) })
          : await fetch(`${location.pathname}?after=${told.presses}`, { headers, credentials: "same-origin", cache: "no-store" });
        isAway = false;
        if (answer.status === 200) {
          const state = await answer.json();
          const known = new Set(sent.map((press) => press.key));
          queue = queue.filter((press) => !known.has(press.key));
          trouble = "";
          take(state);
        } else if (answer.status === 204) trouble = "";
        else trouble = (await answer.json().catch(() => null))?.problem ?? gettext("The server did not accept this. Reload the page.");
        if (answer.status === 400) queue = []; // nothing of it can ever be stored: the server's clock stands
      } catch { isAway = true; }
      isSending = false;
      keep();
      draw();
      if (queue.length && !isAway && !trouble) send();
    }

    form.addEventListener("submit", (event) => {
      const [kind, player = 0] = (event.submitter?.value ?? "").split(" ");
      if (!kind) return;
      event.preventDefault();
      count += 1;
      queue.push({ key: `${device}-${String(count).padStart(8, "0")}`, at: Date.now(), kind, player: Number(player) });
      keep();
      draw();
      send();
    });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) { draw(); send(); } });
    addEventListener("online", send);
    addEventListener("pageshow", (event) => { if (event.persisted) send(); });
    form.querySelectorAll("details").forEach((fold) => { fold.open = false; });
    if (isSecureContext && "serviceWorker" in navigator) navigator.serviceWorker.register(`${location.pathname}?worker`).catch(() => { /* no worker: the page needs the network to load */ });
    setInterval(draw, TICK);
    setInterval(() => { if (!document.hidden) send(); }, ASK_EVERY);
    draw();
    if (queue.length || isAway) send();
  }
}
