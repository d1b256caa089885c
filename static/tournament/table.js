/* A phone at its table. What is sent is kept on the phone until the hall's server has taken it: without network it says so and is sent again,
   under the same one-use key, so that it arrives once. What is typed and not sent yet is kept too, and stands in the form again after a
   reload; a worker keeps the form itself where the page is served securely. The result on the page follows what the other phones say.
   Every form works without. */
"use strict";
{
  /** Whether what is sent now says other things than what waits under the same key: that may have arrived, so it needs a key of its own. */
  const isAnother = (waiting, now) => Boolean(waiting.get("key")) && waiting.get("key") === now.get("key") && waiting.toString() !== now.toString();
  globalThis.TablePhone = Object.freeze({ isAnother });
}
if (globalThis.document) {
  const { isAnother } = globalThis.TablePhone;
  const PATIENCE = 15_000, AGAIN = 5_000, LOOK = 5_000;
  const here = location.pathname.replace(/(report|answer)\/$/, "");
  const kept = `table:${here}`, typing = `typed:${here}`;
  const recall = (name = kept) => { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } };
  const keep = (what, name = kept) => { try { what ? localStorage.setItem(name, JSON.stringify(what)) : localStorage.removeItem(name); return true; } catch { return false; } };
  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(15)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const form = () => document.querySelector("form[data-keeps]");
  const canReload = isSecureContext && "serviceWorker" in navigator;
  const openWords = () => canReload ? "" : gettext("Keep this page open: it cannot be opened again without a network. If it closes, scan the slip once the network is back.");
  const clock = () => new Date().toTimeString().slice(0, 5);
  let sending = false, timer = 0, lostAt = "";

  function say(words) {
    const place = document.querySelector("[data-unsent]");
    if (!place) return;
    const isNew = words && place.hidden;
    place.hidden = !words;
    place.replaceChildren();
    if (words) place.appendChild(document.createElement("p")).textContent = words;
    if (isNew) place.scrollIntoView({ block: "center" });
  }

  /** Show a page that the server answered, in place of this one's main part; its forms work as those of a page that was opened. */
  async function show(answer) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = page.querySelector("main");
    if (!main) { location.assign(here); return; }
    document.querySelector("main").replaceWith(document.adoptNode(main));
    document.title = page.title;
    (document.querySelector("main [role=alert]") ?? document.querySelector("main")).scrollIntoView();
    document.querySelector("main [aria-invalid], main [name=confirmed], main [name=reason]")?.focus();
  }

  function later(words) {
    say(words);
    clearTimeout(timer);
    timer = setTimeout(send, AGAIN);
  }

  async function send() {
    const what = recall();
    if (!what || sending) return;
    sending = true;
    const away = new AbortController(), late = setTimeout(() => away.abort(), PATIENCE);
    const body = new URLSearchParams(what.body);
    if (token()) body.set("csrfmiddlewaretoken", token());
    try {
      const answer = await fetch(what.action, { method: "POST", body, credentials: "same-origin", signal: away.signal });
      if (answer.status >= 500 || answer.status === 429) later(gettext("Not sent yet: the server did not accept it. It is kept here and will be sent again."));
      else if (answer.status === 403) say(gettext("Not sent yet. This phone is keeping it: reload this page to send it again."));
      else {
        keep(null);
        if (answer.status === 410 || answer.ok) keep(null, typing);
        say("");
        if (answer.redirected && answer.ok) location.assign(answer.url);
        else await show(answer);
      }
    } catch {
      later([gettext("Not sent yet: no network. It is kept here and will be sent when the network is back."), openWords()].filter(Boolean).join(" "));
    } finally {
      clearTimeout(late);
      sending = false;
    }
  }

  /** What a form holds, without what the server gave it for its own use. */
  function typedIn(from) {
    const data = new FormData(from);
    for (const name of ["csrfmiddlewaretoken", "key", "seen"]) data.delete(name);
    return new URLSearchParams(data).toString();
  }

  /** Fill the form with what was typed before: fields that it does not have are passed over. */
  function fill(into, body) {
    const values = new URLSearchParams(body);
    for (const field of into.elements) {
      if (!field.name || field.type === "hidden" || field.type === "submit") continue;
      if (field.type === "checkbox" || field.type === "radio") field.checked = values.getAll(field.name).includes(field.value);
      else if (values.has(field.name)) field.value = values.get(field.name);
    }
    const fold = into.querySelector("details");
    if (fold?.querySelector("input:checked") || [...(fold?.querySelectorAll("select") ?? [])].some((list) => list.value)) fold.open = true;
  }

  /** After a reload: what is on its way, or was typed and not sent, stands in the form again. A page that the worker kept has a used key. */
  function begin() {
    const into = form();
    if (!into) return;
    const what = recall(), isMine = what?.action === into.getAttribute("action"), before = recall(typing);
    if ("kept" in into.dataset) into.elements.key.value = newKey();
    if (isMine) {
      fill(into, what.body);
      into.elements.key.value = new URLSearchParams(what.body).get("key") || into.elements.key.value;
    } else if (before) fill(into, before.body);
    if (isMine) say(gettext("Not sent yet: this phone has kept your result and is sending it."));
    else if (before) say(gettext("Not sent yet: the amounts typed here at {time} are in the form again. Send them, or press Cancel to discard them.", { time: before.at }));
    else if ("kept" in into.dataset) say(gettext("There is no network. Enter the result anyway: this phone will keep it and send it once the network is back."));
  }

  document.addEventListener("submit", (event) => {
    const sent = event.target.closest("form[data-send]");
    if (!sent) return;
    const before = new URLSearchParams(recall()?.body);
    const data = new FormData(sent, event.submitter);
    data.delete("csrfmiddlewaretoken");
    if (isAnother(before, new URLSearchParams(data))) {
      sent.elements.key.value = newKey();
      data.set("key", sent.elements.key.value);
    }
    const body = new URLSearchParams(data).toString();
    if (!keep({ action: sent.getAttribute("action"), body })) return; // then as a plain form
    event.preventDefault();
    say("");
    send();
  }, true);

  document.addEventListener("input", (event) => {
    const into = event.target.closest("form[data-keeps]");
    if (into) keep({ body: typedIn(into), at: clock() }, typing);
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-forget]")) keep(null, typing);
  });

  /** Follow what the other phones of the table say, unless somebody is about to answer; a form says alone that its phone sits elsewhere now. */
  async function look() {
    const place = document.querySelector("[data-now]"), shown = place?.querySelector("[data-stamp]") ?? place?.closest("form[data-stamp]");
    if (!shown || document.hidden || sending || place.querySelector("input:checked")) return;
    try {
      const answer = await fetch(`${place.dataset.now}?v=${shown.dataset.version}&s=${shown.dataset.stamp}&at=${shown.dataset.at}&c=${shown.dataset.answered}`, { credentials: "same-origin" });
      if (answer.headers.get("X-Version")) shown.dataset.version = answer.headers.get("X-Version");
      if (answer.status === 200) {
        const told = new DOMParser().parseFromString(await answer.text(), "text/html").body, elsewhere = told.querySelector("[data-elsewhere]");
        if (!place.closest("form")) place.replaceChildren(...told.childNodes);
        else {
          const { version, answered } = told.querySelector("[data-version]")?.dataset ?? shown.dataset;
          Object.assign(shown.dataset, { version, answered });
          if (elsewhere) place.replaceChildren(elsewhere);
        }
      } else if (answer.status === 410 && !recall()) location.reload(); // the phone is let out, or its table is gone: the page says where to go
      if (lostAt && !recall()) say("");
      lostAt = "";
    } catch {
      lostAt ||= clock();
      if (!recall()) say(gettext("No connection since {time}. This page may be out of date.", { time: lostAt }));
    }
  }

  addEventListener("online", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  setInterval(look, LOOK);
  if (canReload) navigator.serviceWorker.register(`${here}report/?worker`).catch(() => { /* no worker: the page needs the network to load */ });
  begin();
  send();
}
