/* Top Table: what a browser needs and HTML does not give. Every page works without it.
   Dialogs, the filter of a list, one press of a button at a time, a warning before typed text is left. */
"use strict";

/* ---- Sentences in the reader's language: languages/LANGUAGE.js, loaded before this file, brings the catalogue; without it they stay English ---- */
const words = globalThis.catalogue ?? { messages: {}, form: (count) => count === 1 ? 0 : 1 };
const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (all, name) => name in values ? values[name] : all);
const gettext = (message, values = {}) => filled(words.messages[message]?.[0] ?? message, values);
const pgettext = (context, message, values = {}) => filled(words.messages[`${context}\u0004${message}`]?.[0] ?? message, values);
const ngettext = (one, many, count, values = {}) => filled(words.messages[one]?.[Number(words.form(count))] ?? (count === 1 ? one : many), { n: count, ...values });
/* English is that of Britain: "A, B and C", not "A, B, and C". */
const languageSpoken = () => { const code = globalThis.document?.documentElement.lang || "en"; return code === "en" ? "en-GB" : code; };
/* A name from right to left stands by itself, as wording/directions.py has it. */
const byItself = (name) => /[\u0590-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/u.test(name) && !name.startsWith("\u2068") ? `\u2068${name}\u2069` : name;
const listed = (names) => {
  const list = (words) => new Intl.ListFormat(languageSpoken(), { type: "conjunction" }).format(words);
  const hidden = names.map((name) => byItself(name).replaceAll(", ", "\0"));
  return names.length > 1 && hidden.some((name) => name.includes("\0")) ? list(hidden).replaceAll(", ", "; ").replaceAll("\0", ", ") : list(hidden.map((name) => name.replaceAll("\0", ", ")));
};

/* ---- Digits of any keyboard, as wording/digits.py has them: ٤١٬٢٠٠ and ４１，２００ are 41,200; other letters stay ---- */
const plainDigits = (() => {
  const signs = { "\u3000": " ", "٬": ",", "٫": ".", "،": ",", "٪": "%", "−": "-" };
  const isDigit = (code) => /\p{Nd}/u.test(String.fromCodePoint(code));
  // The digits of a script stand together, ten in a row from its zero.
  const value = (digit) => { const code = digit.codePointAt(0); let zero = code; while (isDigit(zero - 1)) zero--; return String((code - zero) % 10); };
  return (text) => /^[ -~]*$/u.test(text) ? text : text.replace(/[\uff01-\uff5e]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replace(/[\u3000٬٫،٪−]/gu, (sign) => signs[sign]).replace(/[^\P{Nd}0-9]/gu, value);
})();

/* ---- The one folding of names, as tournament/record/names.py has it: case, accents and letters with a stroke part no two spellings ---- */
const nameKey = (() => {
  const plain = [..."loddihtnek", ..."''''", ..."------"];
  const own = Object.fromEntries([..."łøđðıħŧŋəĸ‘’ʼ`‐‑‒–—−"].map((sign, at) => [sign, plain[at]]));
  Object.assign(own, { "þ": "th", "æ": "ae", "œ": "oe", "ς": "σ" });
  const signs = new RegExp(`[${Object.keys(own).join("")}]`, "gu");
  // Accents of the scripts that have them; voicing marks of kana and joined consonants make another letter and stay.
  const accents = /[\u0300-\u034e\u0350-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff]/gu;
  const cased = (text) => text.toUpperCase().toLowerCase();
  const folded = (text) => /^[ -~\s]*$/u.test(text) ? text.toLowerCase().replaceAll("`", "'") : cased(cased(text).normalize("NFKD").replace(accents, "")).replace(signs, (sign) => own[sign]);
  return (text) => folded(text).split(/\s+/u).filter(Boolean).join(" ");
})();

/* ---- Names as they are found, `Spellings` and `Sought` there: Mueller, Müller and Muller, oneil and O'Neil, annalena and Anna-Lena ---- */
const { spellings, sought } = (() => {
  const LONGEST = 40;
  const APART = /[ '.,()/"“”„«»·・-]+/gu;
  const PAIR = /a[ae]|[ou]e|dj/u, PAIRS = new RegExp(PAIR, "gu");
  const first = (letters, count) => letters.length > count ? [...letters].slice(0, count).join("") : letters;
  const start = (letters) => PAIR.test(letters) ? first(first(letters, 2 * LONGEST).replace(PAIRS, (pair) => pair[0]), LONGEST) : first(letters, LONGEST);
  const begins = (text) => ` ${start(text.replace(APART, ""))}`;
  return {
    spellings: (text) => {
      const plain = plainDigits(nameKey(text));
      let rest = plain.replace(APART, " ").trim(), starts = " ";
      for (let at = 0; rest; at = rest.indexOf(" "), rest = at < 0 ? "" : rest.slice(at + 1)) starts += `${start(rest.replaceAll(" ", ""))} `;
      return { plain, starts: starts === " " ? "  " : starts };
    },
    sought: (typed) => {
      const plain = plainDigits(nameKey(typed));
      const words = plain.split(" ").filter(Boolean).map((word) => [word, begins(word)]);
      const whole = begins(plain);
      return Object.freeze({
        plain,
        isWhole: (name) => whole !== " " && name.starts.startsWith(`${whole} `),
        beginsIn: (name) => ` ${name.plain}`.includes(` ${plain}`) || (whole !== " " && name.starts.includes(whole)),
        isIn: (name) => words.length > 0 && words.every(([word, begun]) => name.plain.includes(word) || (begun !== " " && name.starts.includes(begun))),
      });
    },
  };
})();

/* A page that has no forms takes the sentences alone: <script data-only="words">. */
if (globalThis.document && document.currentScript?.dataset.only !== "words") {
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  /* ---- What runs when a page, or a part that htmx brought, stands ---- */
  function settle() {
    all(".stages .now, .menu [aria-current]").forEach((part) => { const list = part.closest("ol, ul"); list.scrollLeft = part.offsetLeft - list.offsetLeft - 24; });
    all(navigator.share ? "[data-copy], [data-share]" : "[data-copy]").forEach((button) => { button.hidden = false; });
  }
  document.addEventListener("DOMContentLoaded", settle);
  document.addEventListener("htmx:afterSettle", settle);

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(selector);
    const help = at("[data-help]");
    if (help) { event.preventDefault(); openHelp(help); }
    const opener = at("[data-dialog]");
    const dialog = opener && document.getElementById(opener.dataset.dialog);
    if (dialog?.showModal) { event.preventDefault(); dialog.showModal(); }
    const closer = at("[data-close]");
    if (closer?.closest("dialog")) { event.preventDefault(); closer.closest("dialog").close(); }
    if (event.target.matches("dialog")) event.target.close();
    all("details.drop[open]").forEach((drop) => { if (!drop.contains(event.target)) drop.open = false; });
  });
  /* ---- Buttons that copy or share an address on the page; the clipboard of a hall's plain http is that of its selection ---- */
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-share]");
    const address = button && document.getElementById(button.dataset.copy ?? button.dataset.share);
    if (!address) return;
    if ("share" in button.dataset) { navigator.share({ title: document.title, url: address.textContent }).catch(() => {}); return; } // refused, or thought better of
    getSelection().selectAllChildren(address);
    if (document.execCommand("copy")) button.textContent = button.dataset.copied ?? button.textContent;
  });
  document.addEventListener("keydown", (event) => {
    const drop = event.key === "Escape" && event.target.closest("details.drop[open]");
    if (drop) { drop.open = false; drop.querySelector("summary").focus(); }
  });
  /* A scribe's board that a worker keeps for a reload without network goes with the log-out; what was not sent yet stays. */
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-log-out]") || !window.caches) return;
    caches.keys().then((names) => names.filter((name) => name.startsWith("scribe /desk/")).forEach((name) => caches.delete(name)));
  });
  /* ---- A whole number with limits goes up and down by the arrow keys, as in a browser's own field, which takes no other digits than its own ---- */
  document.addEventListener("keydown", (event) => {
    const field = event.target.closest?.("input[data-least], input[data-most]");
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const typed = field && plainDigits(field.value).trim();
    if (!by || !field || field.readOnly || !/^\d*$/u.test(typed)) return;
    event.preventDefault();
    const least = Number(field.dataset.least ?? 0);
    field.value = Math.max(least, Math.min(typed ? Number(typed) + by : least, Number(field.dataset.most ?? Infinity)));
    field.dispatchEvent(new Event("input", { bubbles: true }));
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
  // A row's spellings are made once: a long list is filtered with every key.
  const spelled = new WeakMap();
  function spellingsOf(row) {
    // The cells of a row are words of their own, even where no blank stands between them.
    const text = row.querySelector("[data-sought]")?.textContent ?? ([...row.children].map((cell) => cell.textContent).join(" ") || row.textContent);
    if (spelled.get(row)?.text !== text) spelled.set(row, { text, ...spellings(text) });
    return spelled.get(row);
  }
  const rowsOf = (field) => all(`#${field.dataset.filter} > tbody > tr, #${field.dataset.filter} > li, #${field.dataset.filter} > ol > li, #${field.dataset.filter} [data-row]`);
  function filter(field) {
    const wanted = sought(field.value);
    rowsOf(field).forEach((row) => { row.hidden = Boolean(wanted.plain) && !wanted.isIn(spellingsOf(row)); });
  }
  document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(event.target); });
  // In a field that adds and finds, Enter opens the first row that is left; a name that no row has is sent.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches?.("[data-opens]") || !event.target.value.trim()) return;
    const found = rowsOf(event.target).find((row) => !row.hidden)?.querySelector("a");
    if (found) { event.preventDefault(); found.click(); }
  });
  // What was refused stands in the field again: the list shows whom it may mean, and the next name takes its place.
  document.addEventListener("DOMContentLoaded", () => all("[data-filter]").filter((field) => field.value).forEach((field) => { filter(field); field.select(); }));
  document.addEventListener("DOMContentLoaded", () => setTimeout(() => all("[data-filter]").forEach((field) => rowsOf(field).forEach(spellingsOf)), 200)); // so that the first key need not wait
  document.addEventListener("submit", (event) => {
    const form = event.target;
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

  const ready = () => { delete root.dataset.busy; all("form[data-sent], form[data-left]").forEach((form) => { delete form.dataset.sent; delete form.dataset.left; }); all("[aria-busy]").forEach((part) => part.removeAttribute("aria-busy")); };
  addEventListener("pageshow", ready);
  document.addEventListener("htmx:afterRequest", ready);
}
