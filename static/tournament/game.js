// The pages of a game on devices. No rule is known here: the server says what every choice comes to before it is confirmed, and nothing needs this.
"use strict";

/* ---- The sums of what is chosen, from figures that the page has already; a cash that nobody may see is null ---- */
{
  const money = (amount) => amount.toLocaleString(globalThis.document?.documentElement.lang || "en");

  /** What a purchase comes to: `shares` are [count, price], `cash` is what the buyer has. */
  function purchase(shares, cash, limit) {
    const count = shares.reduce((sum, [number]) => sum + number, 0);
    const cost = shares.reduce((sum, [number, price]) => sum + number * price, 0);
    if (!count) return "";
    const values = { price: money(cost), cash: money(cash ?? 0), rest: money((cash ?? 0) - cost) };
    const said = [
      cash === null ? ngettext("{n} share for {price}.", "{n} shares for {price}.", count, values)
        : cash < cost ? ngettext("{n} share for {price}, more than your {cash}.", "{n} shares for {price}, more than your {cash}.", count, values)
          : ngettext("{n} share for {price}; {rest} left.", "{n} shares for {price}; {rest} left.", count, values),
      count > limit ? ngettext("You can buy at most {n}.", "You can buy at most {n}.", limit) : "",
    ];
    return said.filter(Boolean).join(" ");
  }

  /** What a disposal comes to; `trade` is null where nothing can be traded. */
  function disposal(owned, price, sell, trade, into) {
    if (!Number.isInteger(sell) || !Number.isInteger(trade ?? 0)) return "";
    const keep = owned - sell - (trade ?? 0);
    if (keep < 0) return gettext("{count} of {owned}: that is {excess} too many.", { count: sell + trade, owned, excess: -keep });
    const values = { sell, amount: money(sell * price), trade, received: Math.floor(trade / 2), survivor: into, keep };
    return trade === null ? gettext("Sell {sell} for {amount}, keep {keep}.", values)
      : gettext("Sell {sell} for {amount}, trade {trade} for {received} {survivor}, keep {keep}.", values);
  }

  /** A count of shares one press further, from 0 to `most`; shares are traded in pairs, so those presses count 2. */
  const stepped = (count, by, most) => Math.min(Math.max(0, count + by), Math.max(0, Math.abs(by) === 2 ? most - (most % 2) : most));

  globalThis.GameSums = Object.freeze({ purchase, disposal, stepped });
}

/** A line of its own under what goes on, empty while there is nothing to say. */
function sayLine(id, css, words) {
  const line = document.getElementById(id) ?? document.querySelector(".saying").appendChild(document.createElement("p"));
  if (line.id === id && line.textContent === words) return;
  line.id = id;
  line.className = words ? css : "";
  line.textContent = words;
}

/* ---- Sums while shares are chosen, what stays open, focused and typed when a part is swapped ---- */
if (globalThis.document) {
  const { purchase, disposal, stepped } = globalThis.GameSums;
  const open = new Map();
  let focused = null, isSwapping = false;

  function bought(form) {
    const { cash, limit } = form.dataset;
    const chosen = [...form.querySelectorAll("input[type=radio]:checked")].map((each) => [Number(each.value), Number(each.dataset.price)]);
    return purchase(chosen, cash === "" ? null : Number(cash), Number(limit));
  }

  const figure = (field) => Number(plainDigits(field.value));

  function disposed(form) {
    const { dataset: { owned, price, into }, elements: { sell, trade } } = form;
    return disposal(Number(owned), Number(price), figure(sell), trade ? figure(trade) : null, into);
  }

  function add(form) {
    const total = form.querySelector("[data-total]");
    const words = form.matches("[data-purchase]") ? bought(form) : disposed(form);
    if (total && total.textContent !== words) total.textContent = words;
  }

  function step(button) {
    const form = button.form, field = form.elements[button.dataset.of], by = Number(button.dataset.step);
    const beside = form.elements[button.dataset.of === "sell" ? "trade" : "sell"], other = beside ? figure(beside) || 0 : 0;
    const most = button.dataset.of === "trade" ? Math.min(Number(form.dataset.most), form.dataset.owned - other) : form.dataset.owned - other;
    field.value = stepped(figure(field) || 0, by, most);
    add(form);
  }

  /* ---- Focus: whoever plays by keys stays where they were, unless something new is asked ---- */
  /** What a control is known by on a page that took in news: never its place alone, for Enter has to do the same there. */
  const sign = (each) => each.id || [each.tagName, each.closest("[id]")?.id, each.getAttribute("href"), each.name, each.getAttribute("value"), each.matches("summary") || each.textContent].join();
  const asks = () => { const way = document.querySelector("#game [autofocus]"); return way && sign(way); };
  let askedBefore = asks();

  function refocus() {
    const asksNow = asks(), isLost = focused && !focused.isConnected;
    if (isSwapping && asksNow && asksNow !== askedBefore) focused = document.activeElement;
    else if (isSwapping || (isLost && document.activeElement === document.body)) {
      const known = isLost && sign(focused);
      if (isLost) focused = [...document.querySelectorAll(focused.tagName)].find((each) => sign(each) === known);
      focused?.focus({ preventScroll: true });
    }
    [askedBefore, isSwapping] = [asksNow, false];
  }

  /* ---- What was typed or chosen and is not sent stays when the same field comes again, caret and all ---- */
  const touched = new Map();

  function putBack() {
    touched.forEach((old, id) => {
      if (old.isConnected) return;
      const field = document.getElementById(id), isThere = field?.tagName === old.tagName;
      touched.delete(id);
      if (!isThere || (field.options && ![...field.options].some((each) => each.value === old.value))) return;
      field.value = old.value;
      if (field.matches("[type=text], input:not([type])")) field.setSelectionRange(old.selectionStart, old.selectionEnd);
      touched.set(id, field);
    });
  }

  /* ---- Whatever comes to the page, by whichever way ---- */
  function wake() {
    putBack();
    document.querySelectorAll("[data-step][hidden]").forEach((button) => { button.hidden = false; });
    document.querySelectorAll("[data-purchase], [data-disposal]").forEach(add);
    document.querySelectorAll("#game details[id]").forEach((fold) => {
      if (open.has(fold.id) && fold.open !== open.get(fold.id)) fold.open = open.get(fold.id);
    });
    refocus();
  }

  document.addEventListener("toggle", (event) => { if (event.target.id && event.target.isConnected) open.set(event.target.id, event.target.open); }, true);
  document.addEventListener("focusin", (event) => { if (!isSwapping) focused = event.target; });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.shouldSwap) [focused, isSwapping] = [document.activeElement, true];
  });
  document.addEventListener("input", (event) => {
    const { form, id } = event.target;
    if (id && event.target.closest("#game")) touched.set(id, event.target);
    if (form?.matches("[data-purchase], [data-disposal]")) add(form);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) step(button);
  });
  wake();
  new MutationObserver(wake).observe(document.getElementById("main"), { childList: true, subtree: true });
}

/* ---- What a hand confirms is sent until the server has answered it; without network again and again, under the same id, so it acts once ---- */
if (globalThis.document) {
  const AGAIN = 1_500, PATIENCE = 15_000; // milliseconds
  let waiting = null, sending = false, timer;

  const say = (words) => sayLine("unsent", "problem", words);

  function later(words) {
    say(words);
    clearTimeout(timer);
    timer = setTimeout(send, AGAIN);
  }

  /** Show what the server answered where it did nothing: why, and what may be chosen now. */
  async function show(answer) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = page.querySelector("main");
    if (!main) return location.reload();
    const here = document.querySelector("main"); // stays, for it is watched
    here.replaceChildren(...document.adoptNode(main).childNodes);
    htmx.process(here);
    document.querySelector("main [role=alert]")?.scrollIntoView();
  }

  async function send() {
    if (!waiting || sending) return;
    sending = true;
    clearTimeout(timer);
    const away = new AbortController(), late = setTimeout(() => away.abort(), PATIENCE);
    try {
      const answer = await fetch(waiting.action, { method: "POST", body: waiting.body, redirect: "manual", credentials: "same-origin", signal: away.signal });
      if (answer.status >= 500 || answer.status === 429) later(gettext("Not sent yet: the server did not accept it. It is kept here and will be sent again."));
      else {
        const { action } = waiting;
        waiting = null;
        say("");
        if (answer.type === "opaqueredirect") location.assign(action);
        else await show(answer);
      }
    } catch {
      if (waiting) later(gettext("Not sent yet: no network. It is kept here and will be sent when the network is back."));
      else location.reload();
    } finally {
      clearTimeout(late);
      sending = false;
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("#game form[method=post]");
    if (!form?.elements.namedItem("id") || !form.elements.namedItem("seat")) return; // not of a hand
    event.preventDefault();
    if (waiting) return void send(); // a second press tries again at once
    waiting = { action: form.getAttribute("action"), body: new URLSearchParams(new FormData(form, event.submitter)) };
    send();
  }, true);
  addEventListener("online", send);
}

/* ---- A server that is away: said after some seconds, and taken back when it answers ---- */
if (globalThis.document) {
  const QUIET = 6_000, PROBE = 3_000; // milliseconds
  let since = null, isAway = false; // since when nothing was heard; whether it was asked in vain

  function heard() {
    if (isAway) document.dispatchEvent(new Event("server-back"));
    [since, isAway] = [null, false];
    if (document.getElementById("away")) sayLine("away", "", "");
  }
  const missed = () => { since ??= new Date(); };

  async function probe() {
    if (!since || document.hidden) return;
    try {
      const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PROBE) });
      if (answer.status < 500) return heard();
    } catch { /* no network, or nobody there */ }
    if (!since) return; // heard of by another way meanwhile
    isAway = true;
    if (Date.now() - since > QUIET) sayLine("away", "notice", gettext("No connection since {time}. This page may be out of date.", { time: since.toTimeString().slice(0, 5) }));
  }

  document.addEventListener("htmx:sendError", missed);
  document.addEventListener("htmx:responseError", (event) => { if (event.detail.xhr.status >= 500) missed(); });
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) heard(); });
  document.addEventListener("server-missed", missed);
  document.addEventListener("server-heard", heard);
  setInterval(probe, PROBE);
}

/* ---- News by socket: a page hears that something is new, and then asks for its part as it does without, every two seconds ---- */
if (globalThis.document?.querySelector("meta[name=live]")) {
  const SLOW = 20_000, DEAD = 5_000, PING = 10_000, LONGEST = 15_000; // milliseconds
  const address = document.querySelector("meta[name=live]").content;
  let socket = null, alive = false, tries = 0, asked = 0, again, dying, pinging;

  const part = () => document.getElementById("game");
  const ask = () => { if (part()) htmx.trigger(part(), "wake"); };

  // A poll that is due while the socket lives is left out, unless twenty seconds have passed; what the socket woke is asked at once.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target !== part()) return;
    const isWoken = event.detail.requestConfig.triggeringEvent?.type === "wake";
    if (alive && !isWoken && Date.now() - asked < SLOW) event.preventDefault();
    else asked = Date.now();
  });

  function lost() {
    clearTimeout(dying);
    clearInterval(pinging);
    alive = false;
    if (socket) { socket.onopen = socket.onmessage = socket.onclose = null; socket.close(); }
    socket = null;
    document.documentElement.dataset.live = "no";
    document.dispatchEvent(new Event("server-missed"));
    clearTimeout(again);
    again = setTimeout(open, Math.min(LONGEST, 250 * 2 ** tries++) * (0.5 + Math.random()));
  }

  function ping() {
    socket.send(JSON.stringify({ t: "ping", at: Date.now() }));
    clearTimeout(dying);
    dying = setTimeout(lost, DEAD); // open, but nobody answers
  }

  function open() {
    clearTimeout(again);
    if (socket) return;
    try { socket = new WebSocket(address); } catch { return; } // the browser knows none: it goes on as without
    dying = setTimeout(lost, DEAD);
    socket.onopen = () => {
      tries = 0;
      alive = true;
      document.documentElement.dataset.live = "yes";
      document.dispatchEvent(new Event("server-heard"));
      pinging = setInterval(ping, PING);
      ping();
    };
    socket.onmessage = (event) => {
      const told = JSON.parse(event.data);
      if (told.t === "pong") clearTimeout(dying);
      else if (told.t === "wake") ask();
    };
    socket.onclose = lost;
  }

  // A phone that wakes, or finds its network again, does not wait: a socket that is open is tried, any other opened anew.
  function back() {
    if (document.hidden) return;
    if (alive) ping(); else { lost(); tries = 0; open(); }
    ask();
  }
  // The clock of whoever is asked runs on between two answers; each answer sets it right.
  setInterval(() => {
    const clock = document.querySelector("[data-runs]");
    if (!clock) return;
    clock.until ??= Date.now() + clock.dataset.runs * 1000;
    const left = Math.max(0, Math.round((clock.until - Date.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }, 1000);

  document.addEventListener("server-back", () => { if (!alive && !socket) { tries = 0; open(); } });
  document.addEventListener("visibilitychange", back);
  addEventListener("pageshow", (event) => { if (event.persisted) back(); });
  addEventListener("online", back);
  addEventListener("offline", lost);
  document.addEventListener("DOMContentLoaded", open);
}
