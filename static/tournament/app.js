/* Top Table: what a browser needs and HTML does not give. Every page works without it.
   Theme switch, dialogs, the entry grid whose check the server answers, "Find me", the filter of a list, one press of a button at a time. */
"use strict";
{
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // Storage may be refused (private windows); the page then simply does not remember.
  const recall = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const remember = (key, value) => { try { value ? localStorage.setItem(key, value) : localStorage.removeItem(key); } catch { /* not kept */ } };

  /* ---- Theme: system, light, dark; set before the page is painted ---- */
  const themes = ["system", "light", "dark"];
  const useTheme = (theme) => theme === "system" ? delete root.dataset.theme : root.dataset.theme = theme;
  const theme = () => root.dataset.theme || "system";
  const labelTheme = () => all("[data-theme-switch]").forEach((button) => { button.hidden = false; button.textContent = `Theme: ${theme()}`; });
  useTheme(themes.includes(recall("theme")) ? recall("theme") : "system");

  /* ---- The entry grid: the server answers in the check column, by the rules and doubts by which it saves ----
     table[data-grid] carries  data-check-url="...check/0/", where 0 stands for the number of the row's table
     each row                  data-table-number, inputs (amounts have data-name), [data-answer] around output[data-check];
                               [data-reason] and [data-tick] are shown where the answer asks for them */
  // An amount as the server reads it (forms/results.py): thousands parted or not at all; anything else stays as typed, never guessed.
  const AMOUNT = /^(?:\d{1,3}(?:[,.' _\u00a0\u202f\u2009’]\d{3})+|\d+)$/;
  const digits = (text) => {
    const typed = text.trim().replace(/^\$\s*/, "");
    return AMOUNT.test(typed) ? typed.replace(/\D/g, "") : text.trim();
  };
  const money = (value) => value.toLocaleString("en-US");
  const listed = (names) => names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  const cells = (grid) => all("input[data-name]:not(:disabled)", grid);

  const ASK_AFTER = 150; // milliseconds without a key: one question for what is typed in one go
  const asked = new WeakMap();

  function check(row) {
    const grid = row.closest("[data-grid]");
    const place = row.querySelector("[data-answer]");
    if (!grid?.dataset.checkUrl || !place) return;
    const before = asked.get(row);
    clearTimeout(before?.timer);
    before?.question?.abort();
    const question = new AbortController();
    asked.set(row, { question, timer: setTimeout(() => ask(row, grid, place, question), ASK_AFTER) });
  }

  async function ask(row, grid, place, question) {
    const typed = new URLSearchParams();
    for (const input of all("input[name]:not([type=hidden])", row)) if (input.type !== "checkbox" || input.checked) typed.set(input.name, input.value);
    const address = grid.dataset.checkUrl.replace("/0/", `/${row.dataset.tableNumber}/`);
    try {
      const answer = await fetch(`${address}?${typed}`, { signal: question.signal, credentials: "same-origin" });
      if (!answer.ok || answer.redirected) return;
      place.innerHTML = await answer.text(); // our own page's markup, escaped by the server
    } catch { return; /* the network is gone, or more was typed: saving asks the same */ }
    const output = place.querySelector("[data-check]");
    row.classList.toggle("asks", output.className === "doubt" || output.className === "wrong");
    all("[data-reason]", row).forEach((part) => { part.hidden = !output.hasAttribute("data-asks-reason") && !part.querySelector("input").value; });
    all("[data-tick]", row).forEach((part) => { part.hidden = !output.hasAttribute("data-asks-tick") && !part.querySelector("input").checked; });
  }

  // Leaving a full, changed row saves it, where htmx saves without leaving the page.
  function keep(row) {
    const inputs = cells(row);
    const form = inputs[0]?.form;
    const changed = inputs.some((input) => digits(input.value) !== digits(input.defaultValue));
    if (form?.hasAttribute("hx-post") && changed && inputs.every((input) => input.value.trim())) form.requestSubmit();
  }

  function walk(event, input) {
    const grid = input.closest("[data-grid]");
    const fields = all("input:not([type=hidden], :disabled)", grid).filter((field) => field.checkVisibility?.() ?? field.offsetParent); // not those in a closed <details>
    const here = fields.indexOf(input);
    const rows = all("tr", grid).map((row) => cells(row)).filter((row) => row.length);
    const line = rows.findIndex((row) => row.includes(input));
    const { selectionStart: start, selectionEnd: end, value } = input;
    const whole = start === 0 && end === value.length;
    let to;
    if (event.key === "Enter") {
      event.preventDefault();
      to = fields[here + (event.shiftKey ? -1 : 1)];
      if (!event.shiftKey && to?.closest("tr") !== input.closest("tr")) keep(input.closest("tr"));
      if (!to && !event.shiftKey) to = grid.dataset.grid && document.getElementById(grid.dataset.grid);
    } else if (line >= 0 && event.key === "ArrowDown") to = rows[line + 1]?.[rows[line].indexOf(input)] ?? rows[line + 1]?.at(-1);
    else if (line >= 0 && event.key === "ArrowUp") to = rows[line - 1]?.[rows[line].indexOf(input)] ?? rows[line - 1]?.at(-1);
    else if (event.key === "ArrowRight" && (whole || start === value.length)) to = fields[here + 1];
    else if (event.key === "ArrowLeft" && (whole || end === 0)) to = fields[here - 1];
    if (!to) return;
    event.preventDefault();
    to.focus();
    to.select?.();
  }

  /* ---- Find me ---- */
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
  const nameOf = (mark) => mark.dataset.name || (mark.querySelector("a, th") || mark).textContent.trim();

  function pin(form, number) {
    const marks = all("[data-p]");
    marks.forEach((mark) => mark.classList.toggle("me", mark.dataset.p === number));
    const mine = marks.filter((mark) => mark.dataset.p === number);
    const place = document.querySelector("[data-pin]");
    if (!place || !mine.length) return;
    const seat = mine.find((mark) => mark.closest("[data-table]"));
    const box = document.createElement("div");
    box.className = "pinned";
    const line = box.appendChild(document.createElement("p"));
    line.className = "lead";
    if (seat) {
      const table = seat.closest("[data-table]");
      const others = all("[data-p]", table).filter((mark) => mark !== seat);
      const order = all("[data-p]", table).indexOf(seat) + 1;
      line.textContent = `You, ${nameOf(seat)}: ${table.dataset.table}${table.hasAttribute("data-seated") ? `, seat ${order}` : ""}`;
      const more = box.appendChild(document.createElement("p"));
      more.textContent = [table.dataset.starts, `with ${listed(others.map(nameOf))}`].filter(Boolean).join(" · ");
    } else line.textContent = `You, ${nameOf(mine[0])}${mine[0].dataset.words ? `: ${mine[0].dataset.words}` : ""}`;
    const link = mine[0].querySelector("a");
    const acts = box.appendChild(document.createElement("p"));
    if (link) { const scores = link.cloneNode(); scores.textContent = "My scores"; acts.append(scores, " "); }
    const forget = acts.appendChild(document.createElement("button"));
    forget.className = "link";
    forget.textContent = "Not me";
    forget.addEventListener("click", () => { remember(`me:${form.dataset.find}`); pin(form, ""); place.replaceChildren(); });
    place.replaceChildren(box);
  }

  function find(form) {
    const place = document.querySelector("[data-pin]");
    const asked = plain(form.elements.me.value);
    if (!asked || !place) return false;
    const players = new Map(all("[data-p]").map((mark) => [mark.dataset.p, nameOf(mark)]));
    const fits = (test) => [...players].filter(([number, name]) => test(plain(name), number));
    const found = [
      (name, number) => name === asked || number === asked,
      (name) => ` ${name}`.includes(` ${asked}`),
      (name) => name.includes(asked),
    ].map(fits).find((some) => some.length) ?? [];
    const choose = (number) => { remember(`me:${form.dataset.find}`, number); pin(form, number); };
    if (found.length === 1) choose(found[0][0]);
    else {
      const line = document.createElement("p");
      line.textContent = found.length ? "Which one? " : `Nobody here is called “${form.elements.me.value.trim()}”. Try a part of the name.`;
      for (const [number, name] of found.slice(0, 8)) {
        const button = document.createElement("button");
        button.textContent = name;
        button.addEventListener("click", () => choose(number));
        line.append(button, " ");
      }
      place.replaceChildren(line);
    }
    return true;
  }

  /* ---- What runs when a page, or a part that htmx brought, stands ---- */
  function settle() {
    labelTheme();
    all(".stages .now, .menu [aria-current]").forEach((part) => { const list = part.closest("ol, ul"); list.scrollLeft = part.offsetLeft - list.offsetLeft - 24; });
    const form = document.querySelector("[data-find]");
    const me = form ? recall(`me:${form.dataset.find}`) : recall(`me:${document.body.dataset.event}`);
    if (me && form) pin(form, me);
    else if (me) all("[data-p]").forEach((mark) => mark.classList.toggle("me", mark.dataset.p === me));
  }
  document.addEventListener("DOMContentLoaded", settle);
  // A grid is typed into at once: the first field that is refused or still empty has the focus.
  document.addEventListener("DOMContentLoaded", () => {
    const fields = all("[data-grid] input:is([data-name], .tile):enabled");
    (fields.find((field) => field.matches("[aria-invalid=true]")) ?? fields.find((field) => !field.value))?.focus();
  });
  document.addEventListener("htmx:afterSettle", settle);

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(selector);
    if (at("[data-theme-switch]")) {
      const next = themes[(themes.indexOf(theme()) + 1) % themes.length];
      useTheme(next);
      remember("theme", next);
      labelTheme();
    }
    const opener = at("[data-dialog]");
    const dialog = opener && document.getElementById(opener.dataset.dialog);
    if (dialog?.showModal) { event.preventDefault(); dialog.showModal(); }
    const closer = at("[data-close]");
    if (closer?.closest("dialog")) { event.preventDefault(); closer.closest("dialog").close(); }
    if (event.target.matches("dialog")) event.target.close();
  });
  document.addEventListener("input", (event) => {
    const { target } = event;
    if (target.closest("[data-grid] tr")) check(target.closest("tr"));
    if (target.matches("[data-filter]")) {
      const words = plain(target.value).split(" ");
      all(`#${target.dataset.filter} > tbody > tr, #${target.dataset.filter} > li`).forEach((row) => { const text = plain(row.textContent); row.hidden = !words.every((word) => text.includes(word)); });
    }
  });
  document.addEventListener("focusout", ({ target }) => {
    if (target.matches("[data-grid] input[data-name]") && /^\d+$/.test(digits(target.value))) target.value = money(+digits(target.value));
  });
  document.addEventListener("keydown", (event) => {
    const plainKey = !event.altKey && !event.ctrlKey && !event.metaKey && !event.isComposing;
    if (plainKey && event.target.matches("[data-grid] input")) walk(event, event.target);
  });
  // Amounts travel as digits, however they are shown; without script the server reads commas itself.
  document.addEventListener("formdata", ({ target, formData }) => {
    for (const input of target.elements) if (input.matches?.("[data-grid] input[data-name]") && input.name) formData.set(input.name, digits(input.value));
  });
  document.addEventListener("DOMContentLoaded", () => document.querySelector("form[data-go-on]")?.requestSubmit());
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-find]") && find(form)) return event.preventDefault();
    if (form.method !== "post" || event.defaultPrevented) return;
    if (form.dataset.sent) return event.preventDefault(); // a second press while the first is on its way
    form.dataset.sent = "yes";
    root.dataset.busy = "yes";
    event.submitter?.setAttribute("aria-busy", "true");
  });
  const ready = () => { delete root.dataset.busy; all("[data-sent]").forEach((form) => delete form.dataset.sent); all("[aria-busy]").forEach((part) => part.removeAttribute("aria-busy")); };
  addEventListener("pageshow", ready);
  document.addEventListener("htmx:afterRequest", ready);
}
