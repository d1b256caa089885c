/* "Find me" on the pages of players: offers everybody of the event while one types, pins who was chosen with table and company on top,
   and remembers that on this phone alone. A phone that is its player's own remembers its page too, and has the way back at the foot of every
   page. Without script the form asks the server, which answers the same. */
"use strict";
{
  const known = new WeakMap(); // a person's spellings are made once, and asked with every key
  function spellingsOf(one) {
    if (!known.has(one)) known.set(one, [...new Set([one.name, ...(one.names ?? [])].flatMap((name) => [name, name.replace(/^([^,]+), ([^,]+)$/, "$2 $1")]))].map(spellings)); // "Anfang, Zoe" is also "Zoe Anfang"
    return known.get(one);
  }
  /** Those of some people that typed text means: by number or whole name, else by the beginning of a word, else by parts of the name. */
  function peopleCalled(people, typed) {
    const wanted = sought(typed);
    if (!wanted.plain) return [];
    const any = (test) => (one) => spellingsOf(one).some(test);
    const fits = [(one) => one.number === wanted.plain || spellingsOf(one).some((name) => name.plain === wanted.plain), any(wanted.isWhole), any(wanted.beginsIn), any(wanted.isIn)];
    const some = fits.map((test) => people.filter(test)).find((called) => called.length) ?? [];
    const key = (one) => one.place ?? spellingsOf(one)[0].plain;
    return some.sort((one, other) => key(one) < key(other) ? -1 : 1);
  }
  globalThis.FindMe = Object.freeze({ peopleCalled });
}
if (globalThis.document) {
  const { peopleCalled } = globalThis.FindMe;
  const MOST = 8;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const part = (tag, words, name) => Object.assign(document.createElement(tag), { textContent: words ?? "", className: name ?? "" });
  // Storage may be refused (private windows); the phone is then simply not remembered.
  const slot = (what) => `${what}:${document.body.dataset.event}`;
  const recall = (what = "me") => { try { return localStorage.getItem(slot(what)); } catch { return null; } };
  const remember = (text, what = "me") => { try { text ? localStorage.setItem(slot(what), text) : localStorage.removeItem(slot(what)); } catch { /* not kept */ } };
  const finder = () => document.querySelector("[data-find]");
  const nameOf = (mark) => mark.dataset.name || (mark.querySelector("a, th") || mark).textContent.trim();

  /* ---- Who is who: as the page shows it, and of everybody as the server tells it, which is asked once ---- */
  const placeOf = (number, seat) => seat ? gettext("table {table}, seat {seat}", { table: number, seat }) : gettext("table {number}", { number });
  function fromMarks() {
    const players = new Map();
    for (const mark of all("[data-p]")) {
      const number = mark.dataset.p;
      const table = mark.closest("[data-table]");
      if (players.get(number)?.table) continue;
      const line = table ? placeOf(table.dataset.table, mark.dataset.seat) : mark.dataset.words ?? players.get(number)?.line ?? "";
      players.set(number, { number, name: nameOf(mark), country: "", line, table: table?.dataset.table ?? "", starts: table?.dataset.starts ?? "", page: mark.querySelector("a")?.getAttribute("href") });
    }
    return players;
  }
  let asked;
  function everybody() {
    asked ??= fetch(finder().dataset.players).then((answer) => answer.ok ? answer.json() : Promise.reject()).then((told) => new Map(told.players.map(([number, name, country, line, table, place, ...names]) =>
      [String(number), { number: String(number), name, names, country, place, line, table: table ? String(table) : "", starts: told.starts, page: new URL((told.mine ?? told.page).replace("{}", number), new URL(finder().dataset.players, location.href)).href, isMine: "mine" in told }])));
    return asked.catch(() => { asked = undefined; return fromMarks(); }); // no network: whoever stands on this page can be found
  }

  /* ---- The pin ---- */
  const light = (number) => all("[data-p]").forEach((mark) => mark.classList.toggle("me", mark.dataset.p === number));
  function pin(players, number) {
    const me = players.get(number);
    const place = document.querySelector("[data-pin]");
    light(number);
    if (!place || !me) return;
    const box = part("div", "", "pinned");
    box.append(part("p", [gettext("You, {name}", { name: me.name }), me.line].filter(Boolean).join(": "), "lead"));
    if (me.table) {
      const others = [...players.values()].filter((other) => other.table === me.table && other !== me).map((other) => other.name);
      box.append(part("p", [me.starts, gettext("with {names}", { names: listed(others) })].filter(Boolean).join(" · ")));
    }
    const acts = part("p");
    const own = number === recall("own") ? recall("mine") : "";
    if (own || me.page) acts.append(Object.assign(part("a", own || me.isMine ? gettext("My page") : gettext("My scores")), { href: own || me.page }), " ");
    const forget = part("button", gettext("Not me"), "link");
    forget.addEventListener("click", () => { remember(""); light(""); place.replaceChildren(); });
    acts.append(forget);
    box.append(acts);
    place.replaceChildren(box);
  }
  function choose(players, number) {
    remember(number);
    close();
    pin(players, number);
  }

  /* ---- The offers below the field ---- */
  const field = () => finder().elements.me;
  const offers = () => document.getElementById("offers");
  const found = (players, typed) => peopleCalled([...players.values()], typed);
  function close() {
    offers()?.remove();
    const input = field();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    input.removeAttribute("aria-controls");
  }
  function offer(players, some) {
    close();
    if (!some.length) return;
    const list = part("ul", "", "offers");
    Object.assign(list, { id: "offers", role: "listbox", ariaLabel: gettext("Players") });
    some.slice(0, MOST).forEach((one, at) => {
      const line = Object.assign(part("li"), { id: `offer-${at}`, role: "option", ariaSelected: "false" });
      line.append(part("strong", one.name), " ", part("small", [gettext("number {number}", { number: one.number }), one.country, one.line].filter(Boolean).join(" · ")));
      line.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
      line.addEventListener("click", () => choose(players, one.number));
      line.dataset.number = one.number;
      list.append(line);
    });
    finder().after(list);
    field().setAttribute("aria-expanded", "true");
    field().setAttribute("aria-controls", "offers");
  }
  function move(by) {
    const lines = offers() ? [...offers().children] : [];
    if (!lines.length) return;
    const at = lines.findIndex((line) => line.ariaSelected === "true");
    const next = lines[(Math.max(at, by < 0 ? 0 : -1) + by + lines.length) % lines.length];
    lines.forEach((line) => { line.ariaSelected = String(line === next); });
    field().setAttribute("aria-activedescendant", next.id);
    next.scrollIntoView({ block: "nearest" });
  }
  async function submit(form) {
    const chosen = offers()?.querySelector("[aria-selected=true]");
    const players = await everybody();
    if (chosen) return choose(players, chosen.dataset.number);
    const some = found(players, form.elements.me.value);
    if (some.length === 1) return choose(players, some[0].number);
    if (!some.length) return form.submit(); // a code of a card, or nobody: the server knows
    document.querySelector("[data-pin]").replaceChildren(part("p", gettext("Several players match: choose one or enter more of the name.")));
    offer(players, some);
  }

  document.addEventListener("input", async (event) => {
    if (!event.target.closest("[data-find]")) return;
    const players = await everybody();
    offer(players, found(players, event.target.value));
  });
  document.addEventListener("keydown", (event) => {
    if (!event.target.closest("[data-find]")) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); move(event.key === "ArrowDown" ? 1 : -1); }
    if (event.key === "Escape" && offers()) { event.preventDefault(); close(); }
  });
  document.addEventListener("focusout", (event) => { if (event.target.closest("[data-find]") && !event.target.closest("form").contains(event.relatedTarget)) close(); });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-find]") || !sought(event.target.elements.me.value).plain) return;
    event.preventDefault();
    submit(event.target);
  });

  /** What a phone's own page says of itself is remembered, and taken back by that page once it is its own no more. */
  function own() {
    const { mine, me, standings } = document.body.dataset;
    if (mine) {
      remember(mine, "mine");
      remember(me, "own");
      remember(standings, "standings");
      remember(me);
    } else if (location.pathname === recall("mine")) remember("", "mine");
    const page = recall("mine");
    if (!page || document.querySelector(".own-feet")) return;
    const feet = Object.assign(part("nav", "", "own-feet no-print"), { ariaLabel: gettext("My pages") });
    for (const [words, href] of [[gettext("My table"), page], [gettext("Standings"), recall("standings")], [gettext("Director"), `${page}call/`]]) if (href) feet.append(Object.assign(part("a", words), { href }), " ");
    document.querySelector("footer")?.before(feet);
  }

  async function settle() {
    asked = undefined; // what a page was told may be older than what htmx has just brought
    const input = finder() && field();
    if (input && !input.role) Object.assign(input, { role: "combobox", ariaAutoComplete: "list", ariaExpanded: "false" });
    const me = recall();
    if (!me) return;
    light(me);
    if (!finder()) return;
    const here = fromMarks();
    pin(here.has(me) ? here : await everybody(), me);
  }
  document.addEventListener("DOMContentLoaded", own);
  document.addEventListener("DOMContentLoaded", settle);
  document.addEventListener("htmx:afterSettle", settle);
}
