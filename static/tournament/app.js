/* Top Table: what a browser needs and HTML does not give. Every page works without it.
   Theme switch, dialogs, "Find me", the filter of a list, one press of a button at a time, a warning before typed text is left. */
"use strict";

/* ---- The one folding of names, as tournament/record/names.py has it: case, accents and letters with a stroke part no two spellings ---- */
const nameKey = (() => {
  const plain = [..."loddihtnek", ..."''''", ..."------"];
  const own = Object.fromEntries([..."łøđðıħŧŋəĸ‘’ʼ`‐‑‒–—−"].map((sign, at) => [sign, plain[at]]));
  Object.assign(own, { "þ": "th", "æ": "ae", "œ": "oe", "ς": "σ" });
  const signs = new RegExp(`[${Object.keys(own).join("")}]`, "gu");
  // Accents of the scripts that have them; voicing marks of kana and joined consonants make another letter and stay.
  const accents = /[\u0300-\u034e\u0350-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff]/gu;
  const cased = (text) => text.toUpperCase().toLowerCase();
  return (text) => cased(cased(text).normalize("NFKD").replace(accents, "")).replace(signs, (sign) => own[sign]).split(/\s+/u).filter(Boolean).join(" ");
})();

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

  const listed = (names) => names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

  /* ---- Find me ---- */
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
    const asked = nameKey(form.elements.me.value);
    if (!asked || !place) return false;
    const players = new Map(all("[data-p]").map((mark) => [mark.dataset.p, nameOf(mark)]));
    const fits = (test) => [...players].filter(([number, name]) => test(nameKey(name), number));
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
  document.addEventListener("htmx:afterSettle", settle);

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(selector);
    if (at("[data-theme-switch]")) {
      const next = themes[(themes.indexOf(theme()) + 1) % themes.length];
      useTheme(next);
      remember("theme", next);
      labelTheme();
    }
    const help = at("[data-help]");
    if (help) { event.preventDefault(); openHelp(help); }
    const opener = at("[data-dialog]");
    const dialog = opener && document.getElementById(opener.dataset.dialog);
    if (dialog?.showModal) { event.preventDefault(); dialog.showModal(); }
    const closer = at("[data-close]");
    if (closer?.closest("dialog")) { event.preventDefault(); closer.closest("dialog").close(); }
    if (event.target.matches("dialog")) event.target.close();
  });
  function openHelp(link) {
    const fold = document.getElementById(link.dataset.help);
    fold.open = true;
    fold.scrollIntoView();
    fold.querySelector("summary").focus();
  }
  document.addEventListener("keydown", (event) => {
    const link = event.key === "?" && !event.target.closest("input, textarea, select, dialog[open]") && document.querySelector("[data-help]");
    if (link) { event.preventDefault(); openHelp(link); }
  });
  document.addEventListener("input", (event) => {
    const { target } = event;
    if (target.matches("[data-filter]")) {
      const words = nameKey(target.value).split(" ");
      all(`#${target.dataset.filter} > tbody > tr, #${target.dataset.filter} > li`).forEach((row) => { const text = nameKey(row.textContent); row.hidden = !words.every((word) => text.includes(word)); });
    }
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

  /* ---- A form that is guarded asks before it is left with something typed; data-guard="typed": what it shows was not saved either ---- */
  const isChanged = (field) => field.options ? field.value !== first(field)
    : /^(checkbox|radio)$/u.test(field.type) ? field.checked !== field.defaultChecked
      : field.defaultValue !== undefined && field.type !== "hidden" && field.value !== field.defaultValue;
  const first = (select) => ([...select.options].find((option) => option.defaultSelected) ?? select.options[0])?.value; // a list with nothing chosen shows its first
  const isTyped = (form) => !form.dataset.sent && !form.dataset.left && (form.dataset.guard === "typed" || [...form.elements].some(isChanged));
  document.addEventListener("click", (event) => { const form = event.target.closest("form[data-guard] a.button:not([target])")?.closest("form"); if (form) form.dataset.left = "yes"; }); // Cancel
  addEventListener("beforeunload", (event) => {
    if (!all("form[data-guard]").some(isTyped)) return;
    event.preventDefault();
    setTimeout(ready); // whoever stays may press again
  });

  const ready = () => { delete root.dataset.busy; all("[data-sent], [data-left]").forEach((form) => { delete form.dataset.sent; delete form.dataset.left; }); all("[aria-busy]").forEach((part) => part.removeAttribute("aria-busy")); };
  addEventListener("pageshow", ready);
  document.addEventListener("htmx:afterRequest", ready);
}
