/* Top Table: pages on which two desks work at once, with [data-since="ADDRESS"][data-version]. The page asks what other desks saved and
   tells it to whoever shows it (grid.js for rows of figures, below for check-in). Nothing that is being typed is touched.
   On the page of check-in a press is sent without leaving the page, and answered by what has changed since. */
"use strict";
{
  const ASK_EVERY = 8000; // milliseconds: what another desk saved is seen within ten seconds
  const line = document.querySelector("[data-since]");
  const clock = () => new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  let version = Number(line?.dataset.version);
  let lostAt = "";
  let isAsking = false;
  let isOver = false;

  const say = (words) => { if (line.textContent !== words) line.textContent = words; };

  function lost() {
    lostAt ||= clock();
    say(gettext("No connection since {time}. This page may be out of date.", { time: lostAt }));
  }

  async function ask() {
    if (!line || isAsking || isOver || document.hidden) return;
    isAsking = true;
    try {
      const address = `${line.dataset.since}${line.dataset.since.includes("?") ? "&" : "?"}v=${version}`;
      const answer = await fetch(address, { redirect: "manual", cache: "no-store", credentials: "same-origin" });
      if (answer.status < 500) lostAt = "";
      if (answer.status === 200) take(await answer.text());
      if (answer.status === 200 || answer.status === 204) say("");
      else if (answer.status === 409) { isOver = true; say(await answer.text()); }
      else if (answer.status === 403) { isOver = true; say(gettext("Another desk has closed this page to you. Go to the overview.")); }
      else if (answer.type === "opaqueredirect") say(gettext("You are logged out: changes by other desks are not shown here."));
      else lost();
    } catch { lost(); } finally { isAsking = false; }
  }

  // Answers may come in another order than they were asked for; each has all that changed up to its version.
  function take(text) {
    const answer = document.createElement("template");
    answer.innerHTML = text; // our own page's markup, escaped by the server
    const told = answer.content.querySelector("[data-said]");
    const fresh = Number(answer.content.querySelector("[data-version]").dataset.version);
    if (fresh < version) return { told, lit: [] };
    version = fresh;
    const lit = answer.content.querySelector("[data-lit]")?.dataset.lit.split(" ").filter(Boolean) ?? [];
    document.dispatchEvent(new CustomEvent("saved-elsewhere", { detail: answer.content }));
    return { told, lit };
  }

  /* ---- Check-in: rows of players [data-entry], and the parts that count them [data-part] ---- */
  const list = document.querySelector("[data-entries]");
  const who = document.getElementById("who");
  const rowOf = (number) => list.querySelector(`[data-entry="${number}"]`);

  const heading = (row) => [...row.children].filter((part) => !part.matches("details")).map((part) => part.textContent).join(" ");

  // What a row offers behind its one word is written when it is opened, from one list for all rows.
  function offer(drop) {
    const acts = drop.dataset.acts.split(" ");
    const { entry, status } = drop.closest("[data-entry]").dataset;
    const offered = document.querySelector("[data-acts-of-rows]").content.cloneNode(true);
    for (const part of offered.querySelectorAll("[data-when]")) {
      if (!part.dataset.when.split(" ").every((word) => (word[0] === "!" ? !acts.includes(word.slice(1)) : acts.includes(word)))) part.remove();
    }
    for (const link of offered.querySelectorAll("[data-to]")) link.href = link.dataset.to.replace(/(?<=\/entries\/|player=)0/, entry);
    for (const button of offered.querySelectorAll("[data-sends]")) button.value = button.dataset.sends.replace(/^0/, entry).replace("was", status);
    drop.lastElementChild.replaceChildren(offered);
  }
  list?.addEventListener("click", ({ target }) => { if (target.matches("[data-acts] > summary")) offer(target.parentElement); });

  function bringIn(fresh) {
    const old = rowOf(fresh.dataset.entry);
    if ("gone" in fresh.dataset) return old?.remove();
    const below = rowOf(fresh.dataset.before);
    if (!old) return (below?.parentElement ?? list.lastElementChild).insertBefore(fresh, below);
    const [was, now] = [old, fresh].map((row) => row.querySelector("details"));
    if (was?.dataset.acts === now?.dataset.acts && heading(old) === heading(fresh)) return;
    fresh.hidden = old.hidden;
    if (was?.open && now) { offer(now); now.open = true; }
    const focus = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(fresh);
    if (focus) (fresh.querySelector(focus.closest("details") ? "summary" : ".press") ?? fresh.querySelector(".press")).focus();
  }

  if (list) document.addEventListener("saved-elsewhere", ({ detail: answer }) => {
    document.querySelector("[data-acts-of-rows]").replaceWith(answer.querySelector("[data-acts-of-rows]"));
    for (const fresh of [...answer.querySelectorAll("[data-entry]")].reverse()) bringIn(fresh); // each is put before the one below it
    for (const fresh of [...answer.querySelectorAll("[data-part], [data-next], .stages")]) {
      const old = fresh.dataset.part ? document.querySelector(`[data-part="${fresh.dataset.part}"]`) : document.querySelector("next" in fresh.dataset ? "[data-next]" : ".stages");
      const isHere = old?.contains(document.activeElement);
      old?.replaceWith(fresh);
      if (isHere) (fresh.querySelector("button, a") ?? who)?.focus();
    }
  });

  /* A press on a row, a choice of its menu, a name and Enter. Whatever is not answered by news goes the way without script. */
  const AGAIN_AFTER = 500; // milliseconds: the second click of a double click takes nothing back
  const TOLD_FOR = 10000;
  const place = document.querySelector("[data-told]");
  const onTheWay = new Set();
  const answered = new Map();
  let isPlain = false;
  let forgetting;

  function tell(...parts) {
    place.replaceChildren(...parts);
    clearTimeout(forgetting);
    if (!place.querySelector(".error, [data-asks]")) forgetting = setTimeout(() => { if (!place.contains(document.activeElement)) place.replaceChildren(); }, TOLD_FOR);
  }

  function complain(words) {
    tell(Object.assign(document.createElement("p"), { className: "error", role: "alert", textContent: words }));
  }

  async function press(form, button) {
    const row = button.closest("[data-entry]")?.dataset.entry ?? "";
    const isTwice = button.matches(".press") && performance.now() - (answered.get(row) ?? -AGAIN_AFTER) < AGAIN_AFTER;
    if (onTheWay.has(row) || isTwice) return;
    onTheWay.add(row);
    const body = new FormData(form);
    if (button.name) body.set(button.name, button.value);
    body.delete("key"); // each press says what is wanted, so that the same one twice does no harm
    body.set("v", version);
    button.setAttribute("aria-busy", "true");
    const drop = button.closest("details");
    if (drop) { drop.open = false; drop.querySelector("summary").focus(); }
    try {
      const answer = await fetch(location.pathname, { method: "POST", body, redirect: "manual", credentials: "same-origin" });
      if (answer.status === 200) settle(row, take(await answer.text()));
      else { isPlain = true; form.requestSubmit(button.isConnected ? button : undefined); }
    } catch { complain(gettext("Not saved: no connection to the server. Press again.")); }
    finally {
      onTheWay.delete(row);
      button.removeAttribute("aria-busy");
      answered.set(row, performance.now());
    }
  }

  function settle(row, { told, lit }) {
    tell(...told?.childNodes ?? []);
    for (const number of lit) {
      const part = rowOf(number);
      part?.classList.add("lit");
      setTimeout(() => part?.classList.remove("lit"), 2000);
    }
    const isRefused = place.querySelector(".error");
    if (!isRefused && who.value) {
      who.value = "";
      who.dispatchEvent(new Event("input", { bubbles: true })); // all are shown again
      who.focus();
    } else if (isRefused && !row) who.select();
    place.querySelector("[data-asks] button")?.focus();
  }

  list?.closest("form").addEventListener("submit", (event) => {
    const button = event.submitter;
    if (isPlain || !button || button.name === "to" || button.hasAttribute("formaction")) { isPlain = false; return; }
    event.preventDefault();
    press(event.target, button);
  });
  list?.addEventListener("keydown", (event) => {
    if (/^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) who.focus(); // the letter goes into the field
  });

  setInterval(ask, ASK_EVERY);
  document.addEventListener("visibilitychange", ask);
  addEventListener("online", ask);
}
