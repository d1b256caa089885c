/* A table's phone. What is sent is kept on the phone until the hall's server has taken it: without network it says so and is sent again,
   under the same one-use key, so that it arrives once. The result on the page follows what the other phones say. Every form works without. */
"use strict";
{
  const PATIENCE = 15_000, AGAIN = 5_000, LOOK = 5_000;
  const here = location.pathname.replace(/(report|answer)\/$/, "");
  const kept = `table:${here}`;
  const recall = () => { try { return JSON.parse(localStorage.getItem(kept)); } catch { return null; } };
  const keep = (what) => { try { what ? localStorage.setItem(kept, JSON.stringify(what)) : localStorage.removeItem(kept); return true; } catch { return false; } };
  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
  let sending = false, timer = 0;

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
      if (answer.status >= 500) later("Not sent yet: the server did not answer as it should. It is kept on this phone and sent again.");
      else if (answer.status === 429) later("Not sent yet: this phone has sent very much at once. It is kept here and sent again in a moment.");
      else if (answer.status === 403) say("Not sent yet. It is kept on this phone: reload this page, and it is sent again.");
      else {
        keep(null);
        say("");
        if (answer.redirected && answer.ok) location.assign(answer.url);
        else await show(answer);
      }
    } catch {
      later(`Not sent yet: there is no network. Your ${what.words} is kept on this phone and sent as soon as there is.`);
    } finally {
      clearTimeout(late);
      sending = false;
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-send]");
    if (!form) return;
    const data = new FormData(form, event.submitter);
    data.delete("csrfmiddlewaretoken");
    const body = new URLSearchParams(data).toString();
    if (!keep({ action: form.getAttribute("action"), body, words: form.querySelector("[name^=cash-]") ? "result" : "answer" })) return; // then as a plain form
    event.preventDefault();
    say("");
    send();
  }, true);

  /** Follow what the other phones of the table say, unless somebody is about to answer. */
  async function look() {
    const place = document.querySelector("[data-now]"), shown = place?.querySelector("[data-stamp]");
    if (!shown || document.hidden || sending || place.querySelector("input:checked")) return;
    try {
      const answer = await fetch(`${place.dataset.now}?v=${shown.dataset.version}&s=${shown.dataset.stamp}`, { credentials: "same-origin" });
      if (answer.headers.get("X-Version")) shown.dataset.version = answer.headers.get("X-Version");
      if (answer.status === 200) place.innerHTML = await answer.text();
    } catch { /* no network: the next look comes */ }
  }

  addEventListener("online", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  setInterval(look, LOOK);
  send();
}
