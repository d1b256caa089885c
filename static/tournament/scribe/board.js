/* A scribe's board: taps become entries of a log. Every entry is kept on this device first and sent in order, each with a key of its own,
   so that it arrives once however often it is sent. The server answers with the position and with what is legal; while entries wait, the
   plain game (plain.js) shows what was told, and the page says that it is not checked yet. */
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const root = document.querySelector("[data-scribe]");
  if (!root || !globalThis.PlainGame || !globalThis.TwoDevices) return;
  const { follow, standing, words, TILES } = globalThis.PlainGame;
  const { clashes, news } = globalThis.TwoDevices;
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const typed = document.querySelector(".scribe-typed");
  const store = `scribe ${location.pathname}`;
  const RETRY = 3_000; // milliseconds until a failed sending is tried again
  const LOOK = 15_000; // until an idle board asks whether another device wrote
  const SHARES_A_TAP = 1;
  const LANGUAGE = document.documentElement.lang || "en";

  const [DOUBT, LOSS, NOTE] = ["doubt", "loss", "note"].map((kind) => `tag ${kind}`);

  /* ---- What this device keeps: what the server said last, and the queue of entries that it has not got ---- */
  const told = JSON.parse(document.getElementById("scribe-state").textContent);
  let base = told; // {count, standing, game, sheet}: the log as far as this device knows it
  let queue = [];
  let trouble = null; // {kind: "elsewhere" | "refused" | "out", text, theirs}
  let away = false; // or which way: "network", "server"
  let sending = false;
  let force = false;
  let ending = false; // whether the end was pressed once: the second press writes it
  let note = "";

  const keep = () => {
    try {
      if (queue.length) localStorage.setItem(store, JSON.stringify({ base, queue }));
      else localStorage.removeItem(store);
      return true;
    } catch { return false; }
  };
  try {
    const kept = JSON.parse(localStorage.getItem(store));
    if (kept?.queue?.length) ({ base, queue } = kept);
  } catch { /* storage is refused or broken: the page goes on with what the server says */ }
  // A reload without network comes from the worker, as old as the page was; the position seen last is kept beside it.
  const seen = `${store} seen`;
  const hasWorker = isSecureContext && "serviceWorker" in navigator;
  const keepSeen = () => { try { if (hasWorker) localStorage.setItem(seen, JSON.stringify(base)); } catch { /* full: the kept page is only older */ } };
  try {
    const last = root.dataset.kept === undefined || queue.length ? null : JSON.parse(localStorage.getItem(seen));
    if (last?.count > base.count) base = last;
  } catch { /* nothing was kept */ }
  if (root.dataset.kept !== undefined) away = "network";
  if (hasWorker) navigator.serviceWorker.register(`${location.pathname}?worker`).catch(() => { /* no worker: the board needs the network to load */ });
  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  const isChecked = () => !queue.length;
  const sheet = () => isChecked() ? base.sheet : follow(base.sheet, base.game, [...base.standing, ...queue]);
  let shown = sheet();

  /* ---- Telling and sending ---- */
  function tell(...events) {
    queue.push({ key: newKey(), events, forced: force });
    force = ending = false;
    note = keep() ? "" : gettext("This browser cannot store anything. Do not close the page until everything is saved.");
    draw();
    send();
  }

  async function post(body) {
    const answer = await fetch(location.pathname, {
      method: "POST", credentials: "same-origin", body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": typed.elements.csrfmiddlewaretoken.value },
    });
    if (answer.redirected || answer.status === 403) return { status: 403, state: null };
    return { status: answer.status, state: await answer.json().catch(() => null) };
  }

  async function send() {
    if (sending || trouble || !queue.length) return;
    sending = true;
    const sent = queue.slice();
    try {
      const { status, state } = await post({ after: base.count, entries: sent });
      away = false;
      if (status === 200 && state) {
        base = { ...base, ...state, standing: standing([...base.standing, ...sent]) }; // what was sent stands behind what was known
        queue = queue.slice(sent.length);
        keep();
        keepSeen();
      } else if (status === 409 && state) trouble = { kind: "elsewhere", text: state.problem, theirs: state };
      else if (status === 403) trouble = { kind: "out", text: gettext("You are logged out. Log in again in another tab, then reload this page; nothing is lost.") };
      else if (status >= 500) away = "server";
      else trouble = { kind: "refused", text: state?.problem ?? gettext("The server did not accept this. Reload the page.") };
    } catch { away = "network"; }
    sending = false;
    draw();
    if (away) setTimeout(send, RETRY); else send();
  }

  async function look() {
    if (queue.length || sending || document.hidden) return;
    try {
      const answer = await fetch(`${location.pathname}?after=${base.count}`, { headers: { Accept: "application/json" }, credentials: "same-origin" });
      const state = answer.status === 200 && !answer.redirected ? await answer.json() : null;
      if (state && !queue.length && state.count !== base.count) { base = state; keepSeen(); }
      if (away || base === state) { away = false; draw(); }
    } catch { /* no network, and nothing to send: the next look comes */ }
  }

  async function settle(how) {
    const { theirs } = trouble;
    if (how === "behind" && theirs) base = theirs;
    if (how === "beside") {
      const { status, state } = await post({ after: base.count, entries: queue, beside: true }).catch(() => ({ status: 0, state: null }));
      if (status !== 200) { trouble.text = state?.problem ?? gettext("There is no network. Your entries are still kept here."); draw(); return; }
      base = state;
      queue = [];
    }
    if (how === "away") { queue = []; base = theirs ?? base; }
    trouble = null;
    keep();
    draw();
    if (how === "away") look(); else send();
  }

  /* ---- The board: the server's own drawing of each kind of space, put where it belongs ---- */
  const svg = part("board").querySelector("svg");
  const spaces = [...svg.querySelectorAll("g.space")];
  const corner = (space) => ["x", "y"].map((name) => Number(space.querySelector("rect").getAttribute(name)));
  const places = spaces.map(corner);
  const kinds = [...base.sheet.chains.map((chain) => chain.name), "", "dead", null];
  const stamps = new Map(kinds.map((kind, place) => [kind, { space: spaces[place].cloneNode(true), at: places[place], name: TILES[place] }]));
  const nameAt = ([x, y]) => { // the drawing's order of spaces is its own affair
    const columns = [...new Set(places.map(([left]) => left))].sort((a, b) => a - b), rows = [...new Set(places.map(([, top]) => top))].sort((a, b) => a - b);
    return `${columns.indexOf(x) + 1}${"ABCDEFGHI"[rows.indexOf(y)]}`;
  };
  const names = places.map(nameAt);
  stamps.forEach((stamp, kind) => { stamp.name = names[kinds.indexOf(kind)]; });

  function stamped(kind, name, [x, y]) {
    const stamp = stamps.get(kind) ?? stamps.get("");
    const space = stamp.space.cloneNode(true);
    space.setAttribute("transform", `translate(${x - stamp.at[0]} ${y - stamp.at[1]})`);
    for (const text of space.querySelectorAll("text")) if (text.textContent === stamp.name) text.textContent = name;
    return space;
  }

  const grid = document.createElement("div");
  const taps = new Map();
  {
    grid.className = "scribe-grid";
    grid.setAttribute("role", "group");
    grid.setAttribute("aria-label", gettext("Board, columns 1 to 12 and rows A to I; arrow keys move"));
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const xs = places.map(([x]) => x), ys = places.map(([, y]) => y);
    const side = (Math.max(...xs) - Math.min(...xs)) / 11;
    grid.style.left = `${100 * (Math.min(...xs) - 1) / width}%`;
    grid.style.top = `${100 * (Math.min(...ys) - 1) / height}%`;
    grid.style.width = `${100 * 12 * side / width}%`;
    grid.style.height = `${100 * 9 * side / height}%`;
    for (const tile of TILES) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.tile = tile;
      button.tabIndex = tile === TILES[0] ? 0 : -1;
      taps.set(tile, button);
      grid.append(button);
    }
    svg.setAttribute("aria-hidden", "true");
    svg.after(grid);
    root.hidden = false;
  }

  const ON = { "": gettext("lone tile"), dead: gettext("dead tile") };
  let drawn = {};
  function drawBoard() {
    const { cells, placed, ask } = shown;
    const open = new Set(ask.tiles);
    names.forEach((name, place) => {
      const kind = cells[name] ?? null, mark = `${kind} ${name === placed}`;
      if (drawn[name] !== mark) {
        const space = stamped(kind, name, places[place]);
        space.classList.toggle("placed", name === placed);
        spaces[place].replaceWith(space);
        spaces[place] = space;
        drawn[name] = mark;
      }
      const button = taps.get(name), may = open.has(name) || force;
      button.setAttribute("aria-label", gettext("{tile}, {state}", { tile: name, state: kind === null ? pgettext("a space of the board", "empty") : ON[kind] ?? kind }));
      button.setAttribute("aria-disabled", String(!may));
    });
  }

  function swatch(chain) {
    const stamp = stamps.get(chain);
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("class", "board scribe-swatch");
    picture.setAttribute("viewBox", `${stamp.at[0] - 1} ${stamp.at[1] - 1} 40 40`);
    for (const name of ["font-family", "fill", "stroke"]) picture.setAttribute(name, svg.getAttribute(name));
    picture.setAttribute("aria-hidden", "true");
    const space = stamp.space.cloneNode(true);
    for (const text of space.querySelectorAll("text")) if (text.textContent === stamp.name) text.remove();
    picture.append(space);
    return picture;
  }

  /* ---- The chains ---- */
  const chainButtons = base.sheet.chains.map(({ name }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.chain = name;
    const label = document.createElement("span");
    label.append(document.createElement("strong"), document.createElement("small"));
    button.append(swatch(name), label);
    part("nothing").before(button);
    return button;
  });

  /** A figure that stands short on the button, with the word that is read out behind it. */
  const fact = (short, word) => element("span", { textContent: short }, element("span", { className: "sr", textContent: ` ${word}` }));

  function drawChains() {
    const { ask, chains } = shown;
    chainButtons.forEach((button, place) => {
      const chain = chains[place], bought = ask.bought?.[chain.name] ?? 0;
      const [name, facts] = button.lastElementChild.children;
      name.textContent = chain.name;
      const told = chain.size ? [fact(chain.size, ngettext("tile", "tiles", chain.size)), fact(money(chain.price), gettext("per share"))] : [fact("—", gettext("not on the board"))];
      facts.replaceChildren(...(bought ? [fact(`+${bought}`, pgettext("shares", "bought")), ...told] : told).flatMap((each, at) => at ? [" · ", each] : [each]));
      button.disabled = !(force || ask.chains?.includes(chain.name));
    });
  }

  const money = (amount) => Number(amount).toLocaleString(LANGUAGE);
  const signed = (amount) => amount < 0 ? gettext("minus {amount}", { amount: money(-amount) }) : money(amount);
  const listed = (texts) => new Intl.ListFormat(LANGUAGE === "en" ? "en-GB" : LANGUAGE).format(texts);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

  /* ---- What is asked ---- */
  const ASKED = {
    start: ({ player }) => gettext("Tap {player}'s starting tile.", { player }),
    next: ({ player }) => gettext("Turn {number}, {player}: tap the tile.", { number: shown.next.number, player }),
    play: ({ player }) => gettext("Turn {number}, {player}: tap the tile.", { number: shown.turn.number, player }),
    found: ({ player }) => gettext("Which chain does {player} found?", { player }),
    survivor: ({ player }) => gettext("{player} merges chains of the same size. Which one survives?", { player }),
    order: ({ player }) => gettext("{player} merges chains of the same size. Which one is settled first?", { player }),
    buy: ({ buyer, bought, limit, player, chains }) => {
      const count = sum(Object.values(bought ?? {}));
      if (!chains.length) return gettext("Turn {number}, {player}: tap the tile.", { number: shown.next.number, player });
      return gettext("{buyer} buys, {count} of {limit}: one tap per share. Then tap {player}'s tile.", { buyer, count, limit, player });
    },
    dispose: ({ player, chain, owned }) => gettext("{player} has {count} {chain}.", { player, count: owned, chain }),
    hand: ({ player, word }) => gettext("{player}: {word} (see “Something else”), or continue with a tile.", { player, word }),
    over: () => gettext("The game is over. Enter the final cash as counted."),
    done: () => gettext("The log is complete."),
  };

  /** Write a tile: it opens a turn where none is under way. */
  function tapTile(tile) {
    const { ask, turn, next } = shown;
    if (!force && !ask.tiles.includes(tile)) return;
    if (ask.kind === "start") tell({ act: "start", player: ask.player, tile });
    else if (["play", "hand"].includes(ask.kind)) tell({ act: "play", player: turn.player, tile });
    else tell({ act: "turn", player: next.player, number: next.number }, { act: "play", player: next.player, tile });
  }

  function tapChain(chain) {
    const { ask, turn } = shown;
    const player = ask.buyer ?? turn.player;
    if (["found", "survivor"].includes(ask.kind)) tell({ act: ask.kind, player: ask.player, chain });
    else if (ask.kind === "order") tell({ act: "order", player: ask.player, chains: [chain] });
    else if (player) tell({ act: "buy", player, shares: { [chain]: SHARES_A_TAP } });
  }

  /** Write an act without a value; a pass opens a turn where none is under way, and the end is asked for once more. */
  function tapAct(act) {
    const { ask, turn, next } = shown;
    if (act === "end" && !ending) { ending = true; draw(); return; }
    const opens = act === "pass" && ask.opens;
    const player = opens ? next.player : ask.may?.[act] ?? turn.player ?? next.player;
    tell(...(opens ? [{ act: "turn", player, number: next.number }] : []), { act, player });
  }

  /* ---- The panel of a merger and of the end ---- */
  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const press = (label, act, className = "") => element("button", { type: "button", textContent: label, className, onclick: act });
  const amountField = (label, value, more = {}) => {
    const input = element("input", { inputMode: "numeric", autocomplete: "off", value, ...more });
    return { input, row: element("label", { className: "scribe-amount" }, element("span", { textContent: label }), input) };
  };
  const amountIn = (input) => { const digits = plainDigits(input.value).replace(/\.(?=\d{3}(?!\d))/g, "").replace(/[,\s']/g, ""); return /^\d{1,9}$/.test(digits) ? Number(digits) : null; };

  function amounts(people, label, write) {
    const fields = people.map(([id, value, help]) => [id, amountField(help ? `${id} (${help})` : id, value)]);
    const error = element("p", { className: "errors" });
    const form = element("form", { className: "scribe-amounts" }, ...fields.map(([, { row }]) => row), element("button", { textContent: label }), error);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = fields.filter(([, { input }]) => input.value.trim()).map(([id, { input }]) => [id, amountIn(input)]);
      if (typed.some(([, amount]) => amount === null)) error.textContent = gettext("Enter whole dollars.");
      else if (typed.length) write(typed);
    });
    return form;
  }

  function bonusPanel(ask) {
    const dues = new Map(ask.due);
    const write = (paid) => { const events = paid.filter(([, amount]) => amount).map(([player, amount]) => ({ act: "bonus", player, chain: ask.chain, amount })); if (events.length) tell(...events); };
    const otherwise = element("details", {}, element("summary", { textContent: gettext("Different amounts were paid") }),
      amounts(shown.players.map(({ id }) => [id, dues.get(id) ?? ""]), gettext("Write"), (paid) => { force = ask.due.length > 0; write(paid); }));
    const working = ngettext("{chain}, {n} tile at {price}, joins {survivor}.", "{chain}, {n} tiles at {price}, joins {survivor}.", ask.size, { chain: ask.chain, price: money(ask.price), survivor: ask.survivor });
    if (!ask.due.length) return [element("p", { textContent: [working, gettext("The bonuses have not been calculated yet.")].join(" ") }), otherwise];
    const due = listed(ask.due.map(([id, amount]) => `${id} ${money(amount)}`));
    return [element("p", { textContent: [working, gettext("Due: {amounts}.", { amounts: due })].join(" ") }), element("div", { className: "row" }, press(gettext("Paid as due"), () => write(ask.due), "primary")), otherwise];
  }

  function disposePanel(ask) {
    const { player, chain, owned, most_traded: most } = ask;
    const write = (sell, trade, hold) => tell({ act: "dispose", player, chain, sell, trade, hold });
    const ways = [[gettext("Hold {count}", { count: owned }), 0, 0], [gettext("Sell {count}", { count: owned }), owned, 0]];
    if (most) ways.push([most === owned ? gettext("Trade {count}", { count: most }) : gettext("Trade {count}, hold {rest}", { count: most, rest: owned - most }), 0, most]);
    if (most && most < owned) ways.push([gettext("Trade {count}, sell {rest}", { count: most, rest: owned - most }), owned - most, most]);
    const buttons = ways.map(([label, sell, trade]) => press(label, () => write(sell, trade, owned - sell - trade)));
    const sell = amountField(gettext("Sell"), "0"), trade = amountField(gettext("Trade"), "0");
    const left = element("output", { textContent: gettext("Hold {count}", { count: owned }) });
    const error = element("p", { className: "errors" });
    const count = () => { const [s, t] = [amountIn(sell.input), amountIn(trade.input)]; left.textContent = s === null || t === null ? "" : gettext("Hold {count}", { count: owned - s - t }); };
    const form = element("form", { className: "scribe-amounts", oninput: count }, sell.row, trade.row, left, element("button", { textContent: gettext("Write") }), error);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [s, t] = [amountIn(sell.input), amountIn(trade.input)];
      if (s === null || t === null) error.textContent = gettext("Enter whole numbers of shares.");
      else if (!force && (s + t > owned || t % 2 || t > most)) error.textContent = gettext("Enter at most {owned} shares, and trade an even number, at most {most}. If it really happened, say so first.", { owned, most });
      else write(s, t, Math.max(0, owned - s - t));
    });
    return [element("div", { className: "scribe-ways" }, ...buttons), element("details", {}, element("summary", { textContent: gettext("Another mix") }), form)];
  }

  function panel(ask) {
    if (ask.kind === "dispose") {
      const isDue = ask.due.length || ask.untold;
      return [...(isDue ? bonusPanel(ask) : []), ...disposePanel(ask)];
    }
    if (ask.kind === "over") {
      const people = shown.players.map(({ id }) => [id, "", ask.final[id] === undefined ? "" : gettext("by the rules {amount}", { amount: money(ask.final[id]) })]);
      return [amounts(people, gettext("Write"), (cash) => tell(...cash.map(([player, amount]) => ({ act: "final", player, cash: amount }))))];
    }
    return [];
  }

  /* ---- Everything ---- */
  /** What is below zero as it was told, in words; the rules' own position never is. */
  function belowZero() {
    const told = [[gettext("the bank"), null, shown.chains.map((chain) => chain.bank)], ...shown.players.map(({ id, cash, shares }) => [id, cash, shares])];
    return listed(told.flatMap(([who, cash, shares]) => [
      ...(cash < 0 ? [gettext("{player} has {amount}", { player: who, amount: signed(cash) })] : []),
      ...shares.flatMap((count, place) => count < 0 ? [gettext("{player} has {count} {chain}", { player: who, count: signed(count), chain: shown.chains[place].name })] : []),
    ]));
  }

  function status() {
    const count = queue.length;
    if (trouble) return trouble.text;
    if (away === "server") {
      return ngettext("The server had a problem and saved nothing. {n} tap is kept on this device and sent again every few seconds; Undo takes it back.",
        "The server had a problem and saved nothing. {n} taps are kept on this device and sent again every few seconds; Undo takes back the last.", count);
    }
    const below = belowZero();
    const wrong = below ? gettext("This cannot be right: {facts}.", { facts: below }) : "";
    if (away && !count) return gettext("No network. This is the log as this device last saw it. You can keep writing.");
    if (away) return [ngettext("No network. {n} tap is kept on this device but has not been checked yet. You can keep writing.", "No network. {n} taps are kept on this device but have not been checked yet. You can keep writing.", count), wrong].filter(Boolean).join(" ");
    const against = base.sheet.lines.at(-1)?.against.at(-1);
    if (!count && against) return gettext("Saved, although it is against the rules: {finding}", { finding: against });
    return count ? [ngettext("Sending {n} tap, not checked yet.", "Sending {n} taps, not checked yet.", count), wrong].filter(Boolean).join(" ") : gettext("Saved.");
  }

  let panelOf = "";
  function draw() {
    shown = sheet();
    const { ask } = shown;
    const sentence = ASKED[ask.kind]?.(ask) ?? "";
    if (part("ask").textContent !== sentence) part("ask").textContent = sentence;
    drawBoard();
    drawChains();
    const mark = JSON.stringify([ask.kind, ask.player, ask.chain, ask.owned, ask.due, ask.untold, ask.final]);
    if (panelOf !== mark) { part("panel").replaceChildren(...panel(ask)); panelOf = mark; }
    part("nothing").disabled = !(ask.kind === "buy" && ask.bought === null && ask.chains.length);
    part("undo").disabled = !standing([...base.standing, ...queue]).length;
    part("force").setAttribute("aria-pressed", String(force));
    for (const button of root.querySelectorAll("[data-act]")) button.disabled = !force && !(button.dataset.act === "end" ? ask.declarable : button.dataset.act in (ask.may ?? {}));
    ending &&= !part("end").disabled;
    part("end").textContent = ending ? gettext("Yes, the game ends here") : gettext("End of game declared");
    drawTrouble();
    drawHoldings();
    drawLog();
    const said = [status(), note].filter(Boolean).join(" ");
    if (part("status").textContent !== said) part("status").textContent = said;
    root.dataset.state = trouble ? "trouble" : away ? "away" : queue.length ? "sending" : "saved";
  }

  /** The other device's entries beside one's own, and what would be wrong if one wrote behind them. */
  function drawBoth(wrong) {
    if (!trouble.theirs) return [];
    const list = (title, texts) => element("section", {}, element("h3", { textContent: title }), element("ol", { className: "plain" }, ...texts.map((text) => element("li", { className: "scribe-line", textContent: text }))));
    const theirs = news(base, trouble.theirs);
    return [
      element("div", { className: "scribe-both" }, list(gettext("New in the table's log"), theirs.length ? theirs : [gettext("entries were taken back")]), list(gettext("Yours, not in the log"), queue.map(words))),
      ...wrong.map((sentence) => element("p", { className: DOUBT, textContent: [sentence, gettext("Compare the two before you continue.")].join(" ") })),
    ];
  }

  let troubled = "";
  function drawTrouble() {
    const mark = `${trouble?.kind} ${trouble?.text} ${trouble?.theirs?.count} ${queue.length}`;
    if (troubled === mark) return;
    troubled = mark;
    const count = queue.length;
    const discard = ngettext("Discard my entry", "Discard my {n} entries", count);
    const after = ngettext("Write my entry after theirs", "Write my {n} entries after theirs", count);
    const apart = ngettext("Keep my entry in a separate log", "Keep my {n} entries in a separate log", count);
    const asked = (how, act) => ({ target }) => { if (target.dataset.sure) settle(how); else { target.dataset.sure = "yes"; target.textContent = gettext("Really? {act}", { act }); } };
    const sure = asked("away", discard);
    const wrong = trouble?.theirs ? clashes(base, trouble.theirs, queue) : [];
    const behind = (act, className) => press(after, act, className), beside = (className) => press(apart, () => settle("beside"), className);
    const ways = {
      elsewhere: () => [
        ...(wrong.length ? [beside("primary"), behind(asked("behind", after), "danger")] : [behind(() => settle("behind"), "primary"), beside("")]),
        press(discard, sure, "danger"),
      ],
      refused: () => [press(gettext("Try again"), () => settle("again")), press(discard, sure, "danger")],
      out: () => [],
    };
    part("trouble").hidden = !trouble;
    part("trouble").replaceChildren(...(trouble ? [element("p", { textContent: trouble.text }), ...drawBoth(wrong), element("div", { className: "row" }, ...ways[trouble.kind]())] : []));
  }

  const figure = (amount, none = "0") => element("td", { className: "num" }, amount < 0 ? element("span", { className: LOSS, textContent: signed(amount) }) : amount ? money(amount) : none);

  function drawHoldings() {
    const { players, chains, ask, turn } = shown;
    part("holdings").replaceChildren(...players.map((player) => {
      const row = element("tr", {}, element("th", { scope: "row", textContent: player.id }), figure(player.cash));
      for (const count of player.shares) row.append(figure(count, "·"));
      row.classList.toggle("me", player.id === (ask.opens && ask.kind !== "buy" ? ask.player : turn.player));
      return row;
    }), element("tr", { className: "soft" }, element("th", { scope: "row", textContent: gettext("Bank") }), element("td"), ...chains.map((chain) => figure(chain.bank))));
    part("unchecked").textContent = isChecked() ? "" : gettext("not checked yet");
  }

  let logOf = "";
  function drawLog() {
    const waiting = queue.map((entry) => entry.key);
    const { lines } = (trouble?.theirs ?? base).sheet; // as stored, while another device's entries are new here
    const mark = JSON.stringify([lines, waiting]);
    if (mark === logOf) return;
    logOf = mark;
    const told = lines.filter((line) => line.text).map((line) => {
      const row = element("li", {}, element("span", { className: "scribe-line", textContent: line.text }));
      for (const sentence of line.against) row.append(element("small", { className: DOUBT, textContent: sentence }));
      return row;
    });
    const more = queue.map((entry) => element("li", { className: "waiting" }, element("span", { className: "scribe-line", textContent: words(entry) }), element("small", { className: NOTE, textContent: gettext("not checked yet") })));
    part("log").replaceChildren(...told, ...more);
    part("log").scrollTop = part("log").scrollHeight;
  }

  /* ---- Listening ---- */
  grid.addEventListener("click", (event) => { const button = event.target.closest("[data-tile]"); if (button) { walkTo(button); tapTile(button.dataset.tile); } });
  function walkTo(button) {
    for (const other of taps.values()) other.tabIndex = -1;
    button.tabIndex = 0;
    button.focus({ preventScroll: true });
  }
  grid.addEventListener("keydown", (event) => {
    const here = TILES.indexOf(event.target.dataset.tile);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -12, ArrowDown: 12 }[event.key];
    if (here < 0 || !step || !TILES[here + step]) return;
    if (Math.abs(step) === 1 && Math.floor(here / 12) !== Math.floor((here + step) / 12)) return;
    event.preventDefault();
    walkTo(taps.get(TILES[here + step]));
  });
  part("chains").addEventListener("click", (event) => { const button = event.target.closest("[data-chain]"); if (button) tapChain(button.dataset.chain); });
  part("nothing").addEventListener("click", () => tell({ act: "buy", player: shown.ask.buyer, shares: {} }));
  part("undo").addEventListener("click", () => { force = false; tell(); });
  part("force").addEventListener("click", () => { force = !force; draw(); });
  for (const button of root.querySelectorAll("[data-act]")) button.addEventListener("click", () => tapAct(button.dataset.act));
  document.addEventListener("click", ({ target }) => { if (ending && target !== part("end")) { ending = false; draw(); } });

  /* ---- Something else: statements of every kind, by hand ---- */
  for (const select of root.querySelectorAll("select[data-players]")) select.append(...base.sheet.players.map(({ id }) => element("option", { value: id, textContent: id })));
  for (const select of root.querySelectorAll("select[data-chains]")) select.append(...base.sheet.chains.map(({ name }) => element("option", { value: name, textContent: name })));
  const READ = {
    turn: ({ player }) => ({ act: "turn", player: player.value, number: shown.next.number }),
    cash: ({ player, amount }) => amountIn(amount) === null ? gettext("Enter whole dollars.") : { act: "cash", player: player.value, amount: amountIn(amount) },
    bonus: ({ player, chain, amount }) => amountIn(amount) === null ? gettext("Enter whole dollars.") : { act: "bonus", player: player.value, chain: chain.value, amount: amountIn(amount) },
    dispose: ({ player, chain, sell, trade }) => [sell, trade].some((field) => amountIn(field) === null)
      ? gettext("Enter whole numbers of shares.") : { act: "dispose", player: player.value, chain: chain.value, sell: amountIn(sell), trade: amountIn(trade) },
    tiles: ({ kind, player, tiles }) => {
      const read = plainDigits(tiles.value).toUpperCase().split(/[\s,]+/).filter(Boolean);
      const wrong = read.find((tile) => tile !== "?" && !TILES.includes(tile));
      if (wrong || !read.length) return wrong ? gettext("{text} is not a tile. Enter 1A to 12I, or ? for a tile that nobody saw.", { text: wrong }) : gettext("Enter the tiles, for example 4C 5D ?.");
      return { act: kind.value, player: player.value, tiles: read };
    },
  };
  for (const form of root.querySelectorAll("form[data-tells]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const read = READ[form.dataset.tells](form.elements);
      const error = form.querySelector(".errors");
      error.textContent = typeof read === "string" ? read : "";
      if (typeof read === "string") return;
      tell(read);
      for (const input of form.querySelectorAll("input")) input.value = input.defaultValue;
    });
  }

  typed.addEventListener("submit", (event) => { // the line stands behind the taps: they go first
    if (!queue.length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    note = gettext("Wait until your taps are saved, then write the line.");
    draw();
  });
  addEventListener("storage", ({ key, newValue }) => { // two tabs would keep their queues in one place
    if (key !== store || !newValue) return;
    note = gettext("This board is open in another tab of this browser. Close one of them.");
    draw();
  });
  addEventListener("online", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { send(); look(); } });
  setInterval(look, LOOK);
  addEventListener("beforeunload", (event) => { if (queue.length && !keep()) event.preventDefault(); });
  draw();
  send();
  look();
});
