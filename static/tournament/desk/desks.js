/* Top Table: pages on which two desks work at once, with [data-since="ADDRESS"][data-version]. The page asks what other desks saved and
   tells it to whoever shows it (grid.js for rows of figures, below for check-in). Nothing that is being typed is touched. */
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

  async function ask() {
    if (!line || isAsking || isOver || document.hidden) return;
    isAsking = true;
    try {
      const answer = await fetch(`${line.dataset.since}?v=${version}`, { redirect: "manual", cache: "no-store", credentials: "same-origin" });
      lostAt = "";
      if (answer.status === 200) take(await answer.text());
      if (answer.status === 200 || answer.status === 204) say("");
      else if (answer.status === 409) { isOver = true; say(await answer.text()); }
      else if (answer.status === 403) { isOver = true; say(gettext("Another desk has closed this page to you. Go to the overview.")); }
      else if (answer.type === "opaqueredirect") say(gettext("You are logged out: changes by other desks are not shown here."));
      else say(gettext("The server did not answer: changes by other desks are not shown here."));
    } catch {
      lostAt ||= clock();
      say(gettext("No connection to the server since {time}. This page keeps trying.", { time: lostAt }));
    } finally { isAsking = false; }
  }

  function take(text) {
    const answer = document.createElement("template");
    answer.innerHTML = text; // our own page's markup, escaped by the server
    version = Number(answer.content.querySelector("[data-version]").dataset.version);
    document.dispatchEvent(new CustomEvent("saved-elsewhere", { detail: answer.content }));
  }

  /* ---- Check-in: rows of players [data-entry], and the parts that count them [data-part] ---- */
  function bringIn(list, fresh) {
    const old = list.querySelector(`[data-entry="${fresh.dataset.entry}"]`);
    if ("gone" in fresh.dataset) return old?.remove();
    if (!old) return list.append(fresh);
    if (old.dataset.status === fresh.dataset.status) return;
    const tick = (row) => row.querySelector("input[type=checkbox]");
    tick(fresh).checked = tick(old).checked;
    fresh.hidden = old.hidden;
    const focus = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(fresh);
    if (focus) ([...fresh.querySelectorAll("input, a, button")].find((each) => each.name === focus.name) ?? document.getElementById("who")).focus();
  }

  document.addEventListener("saved-elsewhere", ({ detail: answer }) => {
    const list = document.querySelector("[data-entries]");
    if (!list) return;
    for (const fresh of [...answer.querySelectorAll("[data-entry]")]) bringIn(list, fresh);
    for (const fresh of [...answer.querySelectorAll("[data-part], [data-next], .stages")]) {
      const old = fresh.dataset.part ? document.querySelector(`[data-part="${fresh.dataset.part}"]`) : document.querySelector("next" in fresh.dataset ? "[data-next]" : ".stages");
      const isHere = old?.contains(document.activeElement);
      old?.replaceWith(fresh);
      if (isHere) (fresh.querySelector("button, a") ?? document.getElementById("who"))?.focus();
    }
  });

  setInterval(ask, ASK_EVERY);
  document.addEventListener("visibilitychange", ask);
  addEventListener("online", ask);
}
