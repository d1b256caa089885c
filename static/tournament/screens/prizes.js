/* The prize-giving: a key, a click or a tap shows the next step; what changed meanwhile is said; the last step publishes without leaving the page. */
"use strict";

{
  const ASK_EVERY = 4_000, STEADY = 700;
  const { body } = document;
  const steps = () => [...document.querySelectorAll(".step")];
  const meanwhile = document.querySelector(".meanwhile");
  let at = location.hash === "#public" ? steps().length - 1 : 0, since = Date.now();

  function stand(to) {
    const there = steps(), next = Math.min(Math.max(to, 0), there.length - 1);
    if (next !== at) since = Date.now();
    at = next;
    there.forEach((step, index) => { step.hidden = index !== at; });
    const step = there[at];
    (step.querySelector("input:not([type=hidden])") ?? step.querySelector("form .primary"))?.focus();
    if (!step.querySelector("form")) document.activeElement?.blur();
  }

  const fill = () => document.documentElement.requestFullscreen?.().catch(() => { /* refused: the page stays as it is */ });
  function forward() {
    if (at === 0 && !document.fullscreenElement) fill();
    stand(at + 1);
  }
  const keys = {
    " ": forward, Enter: forward, ArrowRight: forward, PageDown: forward,
    ArrowLeft: () => stand(at - 1), Backspace: () => stand(at - 1), PageUp: () => stand(at - 1),
    f: () => document.fullscreenElement ? document.exitFullscreen() : fill(),
  };
  const isSpaceOnYes = ({ key, target }) => key === " " && target.matches(".asks .primary");
  addEventListener("keyup", (event) => { if (isSpaceOnYes(event)) event.preventDefault(); }); // where a button is pressed as the key is let go
  addEventListener("keydown", (event) => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const isOwn = event.target.matches("input, a, button"); // these have keys of their own
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isOwn && (event.target.matches("input") || act === forward)) {
      // The key that showed the question does not answer it, however long it is held; Space, which shows every step, never does.
      if (isSpaceOnYes(event) || event.repeat || Date.now() - since < STEADY) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (!event.repeat) act();
  });
  addEventListener("click", (event) => { if (!event.target.closest("a, button, input, label, form")) forward(); });

  /* ---- The last step ---- */
  async function publish(form) {
    const button = form.querySelector(".primary"), line = form.querySelector(".refused");
    const say = (words) => { line.textContent = words; line.hidden = false; button.disabled = false; };
    button.disabled = true;
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const done = page.getElementById("public");
      if (done) { form.closest(".step").replaceWith(done); meanwhile.hidden = true; stand(steps().length - 1); }
      const refused = page.querySelector(".messages span:not(.sign)")?.textContent.trim();
      if (!done) say(refused || gettext("Not published. Leave the full screen, log in and start again."));
    } catch { say(gettext("No connection to the desk, so it may not have been published. Press again: it will be published only once.")); }
  }
  addEventListener("submit", (event) => {
    event.preventDefault();
    if (Date.now() - since >= STEADY) publish(event.target);
  });

  /* ---- What another desk did meanwhile ---- */
  setInterval(async () => {
    if (!document.querySelector(".asks")) return;
    try {
      const answer = await fetch(body.dataset.since, { cache: "no-store" });
      const words = answer.status === 200 && !answer.redirected ? await answer.text() : "";
      if (words && meanwhile.textContent !== words) { meanwhile.textContent = words; meanwhile.hidden = false; }
    } catch { /* asked again in a moment; publishing asks as well */ }
  }, ASK_EVERY);

  body.classList.add("paged");
  stand(at);
}
