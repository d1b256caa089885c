/* Top Table: pages with fields of figures, whose rows are [data-table-number] inside [data-grid]. Every page works without it.
   The server checks a row as it is typed and saves each table as it is complete; what is not saved is kept on this device, and is offered again. */
"use strict";
{
  // An amount as the server reads it (results/forms.py): thousands parted or not at all; anything else stays as typed, never guessed.
  const AMOUNT = /^(?:\d{1,3}(?:[,.' _\u00a0\u202f\u2009’]\d{3})+|\d+)$/;
  const digits = (text) => {
    const typed = plainDigits(text).trim().replace(/^\$\s*/, "");
    return AMOUNT.test(typed) ? typed.replace(/\D/g, "") : text.trim();
  };
  const money = (value) => value.toLocaleString(languageSpoken(), { useGrouping: true });

  /** The others of a list, beginning behind one of its members and going round; all of them where it is none. */
  const roundFrom = (list, member) => { const place = list.indexOf(member); return [...list.slice(place + 1), ...list.slice(0, Math.max(place, 0))]; };

  /** What was typed here and is not stored: `count` figures typed last at a time. */
  function offered(count, at) {
    return ngettext("{n} amount entered here at {time} differs from the saved one.", "{n} amounts entered here at {time} differ from the saved ones.", count, { time: at });
  }

  globalThis.ResultsGrid = Object.freeze({ digits, money, roundFrom, offered });
}
if (globalThis.document) {
  const { digits, money, roundFrom, offered } = globalThis.ResultsGrid;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const isSeen = (field) => field.checkVisibility?.() ?? Boolean(field.offsetParent); // not those in a closed <details>

  const rowOf = (element) => element?.closest?.("[data-grid] [data-table-number]");
  const gridOf = (row) => row.closest("[data-grid]");
  const formOf = (row) => row.closest("form");
  const fields = (row) => all("input[name]:not([type=hidden], :disabled)", row);
  const amounts = (row) => all("input[data-name]:not(:disabled)", row);
  const isBox = (field) => field.type === "checkbox" || field.type === "radio";
  // An amount that may have decimals or be negative (data-any) stays as typed: what its signs mean, the server knows.
  const figure = (field, text) => "any" in field.dataset ? text.trim() : digits(text);
  const isAmount = (field) => ("any" in field.dataset ? /\d/ : /^\d+$/).test(figure(field, field.value));
  const held = (field) => isBox(field) ? (field.checked ? field.value : "") : field.matches("[data-name]") ? figure(field, field.value) : field.value.trim();
  const heldAtFirst = (field) => isBox(field) ? (field.defaultChecked ? field.value : "") : field.matches("[data-name]") ? figure(field, field.defaultValue) : field.defaultValue.trim();
  const buttons = (row) => all("input[type=radio]:not(:disabled)", row);
  const isChosen = (row) => (button) => buttons(row).some((each) => each.name === button.name && each.checked);
  const isTick = (field) => field.name.endsWith("-confirmed");
  const isFigure = (field) => !isTick(field) && !field.name.endsWith("-why"); // a tick and the why of a correction say nothing of their own
  const said = (row, of = held) => JSON.stringify(fields(row).filter(isFigure).map((field) => [field.name, of(field)]));
  const answered = (row) => said(row) + fields(row).filter(isTick).map(held);
  const isDirty = (row) => "unsaved" in row.dataset || said(row) !== said(row, heldAtFirst);
  const rows = () => all("[data-grid] [data-table-number]");
  const number = (row) => row.dataset.tableNumber;
  const part = (field) => { if (field.matches("[data-name]:not([data-any])") && isAmount(field)) field.value = money(+digits(field.value)); };
  const clock = () => new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

  function sign(row, kind, words) {
    const place = row.querySelector("[data-sign]");
    if (place) { place.className = `tag ${kind}`; place.textContent = words; }
    return place;
  }

  /* ---- Kept on this device until it is saved: a key for who, event, page and the version that its form shows ---- */
  const OF_TYPED = "typed:";
  const KEPT_FOR = 2 * 24 * 3600 * 1000;
  const store = {
    read(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
    write(key, value) { try { value ? localStorage.setItem(key, JSON.stringify(value)) : localStorage.removeItem(key); } catch { /* storage is refused: nothing is kept */ } },
    keys(start) { try { return Object.keys(localStorage).filter((key) => key.startsWith(start)); } catch { return []; } },
  };
  const nameOf = (row) => gridOf(row).dataset.keep && `${OF_TYPED}${gridOf(row).dataset.keep}:${formOf(row).elements.seen.value}`;
  const seenOf = (row) => row.querySelector("input[name$='-seen']")?.value ?? formOf(row).elements.seen.value;

  function keep(row) {
    const key = nameOf(row);
    if (!key) return;
    const kept = store.read(key) ?? { rows: {} };
    delete kept.rows[number(row)];
    if (isDirty(row)) kept.rows[number(row)] = { seen: seenOf(row), typed: Object.fromEntries(fields(row).filter((field) => !isTick(field) && !(field.type === "radio" && !field.checked)).map((field) => [field.name, isBox(field) ? held(field) : field.value])) };
    store.write(key, Object.keys(kept.rows).length ? { ...kept, at: Date.now(), clock: clock() } : null);
  }

  // Saved: what an earlier page kept of the row is overtaken.
  function forget(row) {
    for (const key of store.keys(`${OF_TYPED}${gridOf(row).dataset.keep}:`)) {
      const kept = store.read(key);
      if (kept) delete kept.rows[number(row)];
      store.write(key, kept && Object.keys(kept.rows).length ? kept : null);
    }
  }

  const rowNumbered = (place) => rows().find((row) => number(row) === place);
  const wouldPut = (row, typed) => fields(row).filter((field) => field.name in typed && heldOf(field, typed[field.name]) !== held(field));
  const figuresMissing = (row, typed) => wouldPut(row, typed).filter(isFigure);
  const heldOf = (field, text) => field.type === "radio" ? (text === field.value ? text : "") : field.matches("[data-name]") ? figure(field, text) : text.trim();

  function offer() {
    const grid = document.querySelector("[data-grid][data-keep]");
    if (!grid) return;
    store.keys(OF_TYPED).forEach((key) => { if (!(store.read(key)?.at > Date.now() - KEPT_FOR)) store.write(key); });
    const kept = store.keys(`${OF_TYPED}${grid.dataset.keep}:`).map((key) => [key, store.read(key)]);
    const missing = kept.flatMap(([, { rows: each }]) => Object.entries(each)).filter(([place, { typed }]) => rowNumbered(place) && figuresMissing(rowNumbered(place), typed).length);
    const forget = () => kept.forEach(([key]) => store.write(key));
    if (!missing.length) return forget();
    const stood = new Map(missing.flatMap(([place]) => fields(rowNumbered(place)).map((field) => [field.name, held(field)])));
    const count = missing.reduce((sum, [place, { typed }]) => sum + figuresMissing(rowNumbered(place), typed).length, 0);
    const box = document.createElement("div");
    box.className = "offer row no-print";
    box.setAttribute("role", "status");
    const line = box.appendChild(document.createElement("span"));
    line.textContent = offered(count, kept.map(([, { clock: at }]) => at).sort().at(-1));
    const button = (words, act) => {
      const made = box.appendChild(document.createElement("button"));
      made.type = "button";
      made.textContent = words;
      made.addEventListener("click", () => { forget(); box.remove(); act(); });
    };
    button(gettext("Restore"), () => missing.forEach(([place, { seen, typed }]) => putBack(rowNumbered(place), seen, typed, stood)));
    button(gettext("Discard"), () => focusFirst());
    formOf(grid).before(box);
  }

  // The row goes on with the version on which it was typed: what somebody else saved since is never taken back unseen.
  // A field that has changed since the offer stays: what was typed last is what is meant.
  function putBack(row, seen, typed, stood) {
    const put = wouldPut(row, typed).filter((field) => held(field) === stood.get(field.name));
    if (!put.length) return;
    if ("rows" in gridOf(row).dataset) setSeen(row, seen);
    else formOf(row).elements.seen.value = Math.min(seen, formOf(row).elements.seen.value);
    put.forEach((field) => { isBox(field) ? field.checked = typed[field.name] === field.value : field.value = typed[field.name]; part(field); });
    all(".late input", row).forEach(sayLate);
    changed(row);
    put[0].focus();
    saveIfComplete(row);
  }

  function setSeen(row, version) {
    (row.querySelector("input[name$='-seen']") ?? addHidden(row, "seen")).value = version;
  }

  // The waiting report on which the fields of a row rest; nothing is sent where there is none.
  function setReport(row, report) {
    const own = row.querySelector("input[name$='-report']") ?? (report && addHidden(row, "report"));
    if (own) own.value = report;
  }

  function addHidden(row, name) {
    const made = Object.assign(document.createElement("input"), { type: "hidden", name: `t${number(row)}-${name}` });
    row.querySelector("[data-answer]").before(made);
    return made;
  }

  /* ---- The check column: the server answers by the rules and doubts by which it saves ---- */
  const ASK_AFTER = 150; // milliseconds without a key: one question for what is typed in one go
  const asked = new WeakMap();

  function check(row) {
    const place = row.querySelector("[data-answer]");
    if (!gridOf(row).dataset.checkUrl || !place) return;
    stopAsking(row);
    const question = new AbortController();
    asked.set(row, { question, timer: setTimeout(() => ask(row, place, question), ASK_AFTER) });
  }

  function stopAsking(row) {
    clearTimeout(asked.get(row)?.timer);
    asked.get(row)?.question.abort();
  }

  const typedIn = (row) => {
    const typed = new URLSearchParams();
    for (const input of [...fields(row), ...all("select[name]", row)]) if (!isBox(input) || input.checked) typed.set(input.name, input.value);
    return typed;
  };

  async function ask(row, place, question) {
    const of = answered(row);
    try {
      const answer = await fetch(`${gridOf(row).dataset.checkUrl.replace("/0/", `/${number(row)}/`)}?${typedIn(row)}`, { signal: question.signal, credentials: "same-origin" });
      if (!answer.ok || answer.redirected) return;
      const words = await answer.text();
      if (answered(row) !== of || question.signal.aborted) return;
      place.innerHTML = words; // our own page's markup, escaped by the server
    } catch { return; /* the network is gone, or more was typed: saving asks the same */ }
    const output = place.querySelector("[data-check]");
    const asks = output.className === "doubt";
    row.classList.toggle("asks", asks);
    row.classList.toggle("wrong", output.className === "wrong");
    amounts(row).forEach((input) => { input.value.trim() && !isAmount(input) ? input.setAttribute("aria-invalid", "true") : input.removeAttribute("aria-invalid"); });
    row.dataset.asked = asks ? of : "";
    const at = row.contains(document.activeElement) ? document.activeElement : null;
    all("[data-reason]", row).forEach((part) => { part.hidden = !output.hasAttribute("data-asks-reason") && !part.querySelector("input").value; });
    all("[data-tick]", row).forEach((part) => { part.hidden = !output.hasAttribute("data-asks-tick") && !part.querySelector("input").checked; });
    if (isDirty(row)) sign(row, asks ? "doubt" : "now", gettext("not saved"));
    if (at && !isSeen(at)) leave(row); // what was asked is answered by the amount that was corrected; leaving saves, and says so
  }

  // Who ran out of time has it above the field, as the server writes it (results/rows.py).
  function sayLate(tick) {
    const seat = tick.closest(".seat");
    const said = seat.querySelector(".out-of-time");
    if (!tick.checked) said?.remove();
    else if (!said) seat.querySelector("[data-name], .choices").before(Object.assign(document.createElement("span"), { className: "out-of-time", textContent: gettext("out of time"), role: "status" }));
  }

  // Something was typed: check it, keep it, and say that it is not saved.
  function changed(row) {
    if (isDirty(row)) sign(row, "now", gettext("not saved"));
    check(row);
    keep(row);
    sayAllSaved();
  }

  /* ---- Each table is saved as it is complete ---- */
  const onTheWay = new Map();
  let sent = 0;
  let latest = 0;
  let pressed = null; // resolved when the pointer is up: a row that grows before that would move the button from under it
  addEventListener("pointerdown", () => {
    pressed = new Promise((done) => { for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { pressed = null; done(); }), { once: true }); });
  });
  const isComplete = (row) => amounts(row).every(isAmount) && buttons(row).every(isChosen(row));
  const token = (form) => document.cookie.split("; ").map((each) => each.split("=")).find(([name]) => name === form.querySelector("[data-csrf]").dataset.csrf)?.[1] ?? form.elements.csrfmiddlewaretoken.value; // of now, as after a log-in in another tab

  function saveIfComplete(row) {
    const isWorthIt = "rows" in gridOf(row).dataset && isDirty(row) && isComplete(row) && row.dataset.asked !== answered(row);
    if (isWorthIt && !onTheWay.has(number(row))) save(row);
  }

  function save(row) {
    stopAsking(row);
    sign(row, "", gettext("saving …"));
    const way = send(row, answered(row)).finally(() => onTheWay.delete(number(row)));
    onTheWay.set(number(row), way);
  }

  async function send(row, of) {
    const form = formOf(row);
    const body = typedIn(row);
    for (const hidden of all("input[type=hidden]", row)) body.set(hidden.name, hidden.value);
    body.set("seen", form.elements.seen.value);
    body.set("row", number(row));
    body.set("key", `${form.elements.key.value}-${number(row)}-${++sent}`);
    const failed = (words, link) => {
      const place = sign(row, "loss", `${words} `);
      place.append(link ?? tryAgain(row));
    };
    try {
      const headers = { "X-CSRFToken": token(form) };
      const answer = await fetch(form.getAttribute("action") || location.pathname, { method: "POST", body, headers, redirect: "manual", credentials: "same-origin" });
      const isRow = answer.headers.get("X-Row") === number(row);
      const text = isRow && await answer.text();
      await pressed;
      if (isRow) take(row, of, text);
      else if (answer.status === 403 && (await answer.clone().text()).includes("data-not-yours")) failed(gettext("not saved: this round is no longer open to you; go to the overview."));
      else if (answer.status === 403 || answer.type === "opaqueredirect") failed(gettext("not saved: you are logged out."), logInLink());
      else failed(answer.headers.get("Content-Type")?.startsWith("text/plain") ? gettext("not saved: {reason}", { reason: await answer.text() }) : gettext("not saved: the server did not accept it."));
    } catch { failed(gettext("not saved: no connection to the server; this device is keeping it.")); }
  }

  function tryAgain(row) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: gettext("Try again") });
    button.addEventListener("click", () => save(row));
    return button;
  }

  function logInLink() {
    return Object.assign(document.createElement("a"), { href: `${document.querySelector("[data-log-in]").dataset.logIn}?next=${encodeURIComponent(location.pathname)}`, target: "_blank", textContent: gettext("Log in, then try again here") });
  }

  // The answer is the row as it stands now, with what depends on it: the next thing to do and the stages of the day.
  function take(row, of, text) {
    const answer = document.createElement("template");
    answer.innerHTML = text; // our own markup, escaped by the server
    const fresh = answer.content.querySelector("[data-table-number]");
    const isSaved = !("unsaved" in fresh.dataset);
    if (isSaved) forget(row);
    const version = Number(answer.content.querySelector("[data-version]").dataset.version);
    if (version >= latest) { latest = version; around(answer.content); }
    if (answered(row) !== of) { // more was typed meanwhile: that stays, and goes on from what is saved now
      if (isSaved) putSeen(row, fresh);
      return isSaved ? changed(row) : undefined;
    }
    const focus = row.contains(document.activeElement) ? document.activeElement : null;
    const wasLed = Boolean(focus) && focus === led;
    keepAs(row, fresh);
    if (focus) refocus(fresh, focus);
    if (!isSaved) wasLed ? enter(question(fresh)) : turnBack(fresh);
  }

  function putSeen(row, fresh) {
    setSeen(row, fresh.querySelector("input[name$='-seen']").value);
    setReport(row, fresh.querySelector("input[name$='-report']")?.value ?? "");
    row.dataset.stamp = fresh.dataset.stamp;
    const stored = new Map(fields(fresh).map((field) => [field.name, field]));
    for (const field of fields(row)) if (!isBox(field) && stored.has(field.name)) field.defaultValue = stored.get(field.name).defaultValue;
  }

  function keepAs(row, fresh) {
    if (row.querySelector(".drop[open]")) fresh.querySelector(".drop").open = true;
    row.replaceWith(fresh);
    passClocks(fresh);
    if ("unsaved" in fresh.dataset) fresh.dataset.asked = answered(fresh);
    keep(fresh);
    sayAllSaved();
  }

  // Tab passes the clocks, which T sets from the amount beside them; pointers and screen readers reach them as before.
  const passClocks = (part) => all(".late input", part).forEach((clock) => { clock.tabIndex = -1; });

  function refocus(fresh, focus) {
    if (focus.matches(".drop :not(input)")) return fresh.querySelector(".drop summary").focus();
    const same = fields(fresh).find((field) => field.name === focus.name && (field.type !== "radio" || field.value === focus.value));
    if (!same || !isSeen(same)) return leave(fresh); // the tick has done its work
    same.focus();
    if (same.type === "text") same.select();
  }

  function leave(row) {
    movedOn = nextOpen(row) ?? goal();
    enter(movedOn);
  }

  function around(answer) {
    for (const part of ["[data-next]", ".stages", "[data-waits]"]) {
      const [fresh, old] = [answer.querySelector(part), document.querySelector(part)];
      const isHere = old?.contains(document.activeElement);
      if (fresh) old?.replaceWith(fresh);
      if (fresh && isHere) enter(fresh.querySelector("button, a") ?? goal());
    }
    saveButton()?.classList.toggle("primary", !document.querySelector(":is([data-next], [data-waits]) .primary"));
  }

  // Nothing is left to type or to answer: the button gives way to a word, and the focus goes to the next thing.
  function sayAllSaved() {
    const said = document.querySelector("[data-all-saved]");
    if (!said) return;
    const button = saveButton(), isHere = document.activeElement === button;
    said.hidden = !rows().every((row) => row.matches(".saved") && !isDirty(row));
    button.hidden = !said.hidden;
    if (button.hidden) document.querySelector("main > .problem")?.remove(); // it spoke of tables that are saved by now
    if (isHere) enter(goal());
  }

  /* ---- What another desk saved (desks.js): a row nobody types in is taken over, a row with typed figures says so and stays ---- */
  document.addEventListener("saved-elsewhere", async ({ detail: answer }) => {
    await pressed;
    const fresh = all("[data-table-number]", answer);
    const version = Number(answer.querySelector("[data-version]")?.dataset.version);
    if (!rows().length || !version) return;
    if (version >= latest) { latest = version; around(answer); }
    for (const each of fresh) bringIn(each);
  });

  function bringIn(fresh) {
    const row = rowNumbered(number(fresh));
    if (!row || onTheWay.has(number(row)) || row.dataset.stamp === fresh.dataset.stamp) return;
    if (isDirty(row)) return tellOfOther(row, fresh);
    const focus = row.contains(document.activeElement) && document.activeElement.matches("input") ? document.activeElement : null;
    if (focus === arrived) arrived = null;
    keepAs(row, fresh);
    if (focus) refocus(fresh, focus);
  }

  function tellOfOther(row, fresh) {
    row.dataset.stamp = fresh.dataset.stamp;
    const note = row.querySelector("[data-other]") ?? Object.assign(document.createElement("p"), { className: "tag doubt" });
    note.dataset.other = "";
    note.setAttribute("role", "status");
    const [time] = /\d\d:\d\d/.exec(fresh.querySelector("[data-sign]").textContent) ?? [clock()];
    const look = Object.assign(document.createElement("a"), { href: fresh.querySelector("th a").href, target: "_blank", textContent: gettext("show it") });
    note.replaceChildren(gettext("changed on another desk at {time}", { time }), " ", look);
    row.querySelector("[data-sign]").after(note);
  }

  /* ---- The way through a grid by keys ---- */
  let arrived = null; // the field at which the focus is and nothing was typed yet
  let led = null; // the field to which Enter led at the end of the grid, because its row seemed open; nothing was typed there yet
  let movedOn = null; // where the focus went by itself from a tick that was taken; an Enter that was meant to leave the tick stays there
  let pulled = null; // the question to which the focus was led back, and the field from which it came
  const saveButton = () => document.getElementById(document.querySelector("[data-grid]")?.dataset.grid);
  // What comes after the last field: the button that saves, or once all is saved the next thing to do.
  const goal = () => saveButton()?.hidden ? document.querySelector("[data-next] :is(.primary, button, a)") : saveButton();

  // What a row asks: the tick, where one helps, else the reason, else the amount that is wrong.
  function question(row) {
    if (!row.matches(".asks, .wrong")) return undefined;
    const tick = all("[data-tick] input", row).find((field) => isSeen(field) && !field.checked);
    const reason = all("[data-reason] input", row).find((field) => isSeen(field) && !field.value.trim());
    return tick ?? reason ?? row.querySelector("[aria-invalid=true]") ?? amounts(row)[0];
  }
  const isOpen = (row) => "mine" in row.dataset ? undefined : question(row) ?? amounts(row).find((input) => !input.value.trim()) ?? buttons(row).find((button) => !isChosen(row)(button));

  // The first thing that is open behind a row, then from the top; the row itself is not meant.
  const nextOpen = (row) => roundFrom(rows(), row).map(isOpen).find(Boolean);

  function enter(field) {
    if (!field) return;
    field.focus();
    if (field.type === "text") field.select();
  }

  // A row came back with a question: the focus goes to its tick or reason, unless the director types on already; from one amount to another
  // it never goes by itself, for the next figure would land there.
  function turnBack(row) {
    const at = document.activeElement;
    const isFree = at === document.body || at === saveButton() || (at === arrived && rowOf(at) !== row);
    const asks = question(row);
    if (!isFree || !asks || (at === arrived && !asks.closest("[data-tick], [data-reason]"))) return;
    enter(asks);
    pulled = at.matches("[data-grid] input") ? { asks, from: at } : null;
  }

  function focusFirst() {
    const grid = document.querySelector("[data-grid]");
    if (!grid) return;
    const tiles = all("input.tile:enabled", grid);
    const wrong = tiles.find((field) => field.matches("[aria-invalid=true]")) ?? tiles.find((field) => !field.value);
    enter(wrong ?? rows().map(question).find(Boolean) ?? rows().map(isOpen).find(Boolean));
  }

  const amountBehind = (part) => all("[data-grid] input[data-name]:not(:disabled)").find((field) => part.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING);

  function walk(event, input) {
    const row = rowOf(input);
    const grid = input.closest("[data-grid]");
    const open = all("input:not([type=hidden], :disabled)", grid).filter(isSeen);
    const here = open.indexOf(input);
    const isOvertaken = row.dataset.asked !== undefined && row.dataset.asked !== answered(row); // corrected: whether it asks again is seen as it is saved
    const isStop = (field) => !field.matches(".late input") && !(field.type === "radio" && field.name === input.name) && !(isOvertaken && input.matches("[data-name]") && row.contains(field) && field.closest("[data-tick], [data-reason]")); // a clock beside a field is reached by T
    const [before, next] = [open.slice(0, here).findLast(isStop), open.slice(here + 1).find(isStop)];
    const lines = rows().map((each) => all("input:is([data-name], .tile):not(:disabled)", each)).filter((line) => line.length);
    const line = lines.findIndex((each) => each.includes(input));
    const { selectionStart: start, selectionEnd: end, value } = input;
    const whole = start === 0 && end === value.length;
    const isText = input.type === "text";
    let to;
    const isThere = movedOn === input;
    movedOn = null;
    if (event.key === "Enter") {
      event.preventDefault();
      if (isThere && !event.shiftKey) return;
      const isAnswer = input.closest("[data-tick], [data-reason]");
      to = event.shiftKey ? before : isAnswer ? nextOpen(row) : next;
      if (!event.shiftKey && !to) to = led = ("rows" in grid.dataset && nextOpen(row)) || goal();
    } else if (event.key === "Tab") {
      if (!event.shiftKey && "rows" in grid.dataset && input.matches("[data-name]")) to = next; // back through everything, on from amount to amount
    } else if (/^t$/i.test(event.key) && input.matches("[data-name]")) {
      event.preventDefault();
      return input.closest(".seat")?.querySelector(".late input")?.click();
    } else if (line >= 0 && event.key === "ArrowDown") to = lines[line + 1]?.[lines[line].indexOf(input)] ?? lines[line + 1]?.at(-1);
    else if (line >= 0 && event.key === "ArrowUp") to = lines[line - 1]?.[lines[line].indexOf(input)] ?? lines[line - 1]?.at(-1);
    else if (event.key === "ArrowRight" && (!isText || whole || start === value.length)) to = next;
    else if (event.key === "ArrowLeft" && (!isText || whole || end === 0)) to = before;
    else if (pulled?.asks === input && (isText ? /^[\d$]$/.test(plainDigits(event.key)) && !value : /^\S$/.test(event.key))) { // typed for the table behind it
      const { from } = pulled;
      pulled = null;
      return enter(from.isConnected ? from : amounts(rows()[rows().indexOf(row) + 1] ?? row).find((field) => !field.value));
    }
    else if (input.matches(".late input") && /^[\d$]$/.test(plainDigits(event.key))) return enter(amountBehind(input)); // a figure is meant for the next player
    if (!to) return;
    event.preventDefault();
    enter(to);
    arrived = to;
  }

  /* ---- What happens on the page ---- */
  document.addEventListener("DOMContentLoaded", () => {
    rows().forEach((row) => { if ("unsaved" in row.dataset) row.dataset.asked = answered(row); });
    offer();
    all("[data-grid]").forEach((grid) => passClocks(grid));
    sayAllSaved();
    rows().filter((row) => "unsaved" in row.dataset).forEach(keep);
    focusFirst();
  });
  document.addEventListener("input", ({ target }) => {
    const row = rowOf(target);
    arrived = led = null;
    if (pulled?.asks === target) pulled = null;
    if (row) changed(row);
  });
  document.addEventListener("change", ({ target }) => {
    const row = rowOf(target);
    if (row && target.matches(".late input")) sayLate(target);
    if (row && target.matches("[data-tick] input, [data-reason] input, [data-signed] input, .late input, [type=radio]")) saveIfComplete(row);
  });
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (target.matches("[data-grid] input[data-name]")) part(target);
    const row = rowOf(target);
    if (row && rowOf(relatedTarget) !== row && !(pressed && relatedTarget === saveButton())) saveIfComplete(row); // a pressed button saves it with the rest
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("[data-grid] input") && event.key !== "Enter") arrived = null;
    const plainKey = !event.altKey && !event.ctrlKey && !event.metaKey && !event.isComposing;
    const isOwn = event.target.type === "radio" && event.key.startsWith("Arrow"); // the arrows choose among its buttons
    if (plainKey && !isOwn && event.target.matches("[data-grid] input")) walk(event, event.target);
  });
  // Whoever presses into a field that holds an amount means all of it, as whoever comes by Enter.
  let pressedInto = null;
  document.addEventListener("pointerdown", ({ target }) => { pressedInto = target.matches?.("[data-grid] input[data-name]") && target !== document.activeElement ? target : null; });
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (target === pressedInto && target.selectionStart === target.selectionEnd) target.select();
    if (target.closest("[data-grid] .drop summary")) saveIfComplete(rowOf(target)); // what its acts are about is what is typed
    const alone = target.closest("[data-grid] .drop button:not([form])");
    if (alone && "rows" in gridOf(rowOf(alone)).dataset && isComplete(rowOf(alone))) {
      event.preventDefault(); // it saves the one table; one that is not complete goes with the page
      if (!onTheWay.has(number(rowOf(alone)))) save(rowOf(alone));
    }
    const again = target.closest("[data-keep-typed]");
    if (!again) return;
    const row = rowOf(again);
    setSeen(row, again.dataset.keepTyped);
    setReport(row, again.dataset.keepReport ?? "");
    save(row);
  });
  addEventListener("online", () => rows().forEach(saveIfComplete));

  // A button of the page saves first: what is on its way arrives, and a question that comes back is answered before. The button may come anew
  // with the answer to a row: then the new one is pressed. Figures that are not complete stay on this device and are offered again.
  let isLeaving = false;
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    const isSave = Boolean(form.querySelector("[data-grid]"));
    if (!isSave && !(form.matches("main form[method=post]") && document.querySelector("[data-rows]"))) return;
    const own = submitter && rowOf(submitter);
    if (!isSave) rows().filter((row) => row !== own).forEach(saveIfComplete);
    if (onTheWay.size) {
      event.preventDefault();
      event.stopImmediatePropagation();
      const isAsking = (row) => row.matches(".asks") && question(row);
      const before = rows().filter(isAsking).map(number);
      Promise.all(onTheWay.values()).then(() => {
        const asks = rows().find((row) => isAsking(row) && !before.includes(number(row)));
        asks ? enter(question(asks)) : pressAgain(form, submitter, own);
      });
      return;
    }
    isLeaving = true;
    if (own && !isSave) forget(own); // what is typed there is overtaken
  }, true);

  function pressAgain(form, submitter, own) {
    const now = form.isConnected ? form : all("form", document.querySelector("main")).find((each) => each.getAttribute("action") === form.getAttribute("action"));
    const button = submitter?.isConnected ? submitter : own && rowNumbered(number(own)).querySelector(`button[name="${submitter.name}"]`);
    if (now && (button || !own)) now.requestSubmit(button?.form === now ? button : undefined);
  }

  document.addEventListener("formdata", ({ target, formData }) => {
    if (!target.querySelector("[data-grid]")) return;
    formData.set("csrfmiddlewaretoken", token(target));
  });
  addEventListener("pageshow", () => { isLeaving = false; });
  addEventListener("beforeunload", (event) => { if (!isLeaving && rows().some(isDirty)) event.preventDefault(); });
}
