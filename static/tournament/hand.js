/* A hand's page: what was confirmed is sent until the server has answered it. Without network it says so and sends again, under the same id, so it acts once. */
"use strict";
{
  const AGAIN = 1_500, PATIENCE = 15_000; // milliseconds
  let waiting = null, sending = false, timer;

  function say(words) {
    const line = document.getElementById("unsent") ?? document.querySelector(".saying").appendChild(document.createElement("p"));
    line.id = "unsent";
    line.className = words ? "problem" : "";
    line.textContent = words;
  }

  function later(words) {
    say(words);
    clearTimeout(timer);
    timer = setTimeout(send, AGAIN);
  }

  /** Show what the server answered where it did nothing: why, and what may be chosen now. */
  async function show(answer) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = page.querySelector("main");
    if (!main) return location.reload();
    document.querySelector("main").replaceWith(document.adoptNode(main));
    htmx.process(document.querySelector("main"));
    document.querySelector("main [role=alert]")?.scrollIntoView();
  }

  async function send() {
    if (!waiting || sending) return;
    sending = true;
    clearTimeout(timer);
    const away = new AbortController(), late = setTimeout(() => away.abort(), PATIENCE);
    try {
      const answer = await fetch(waiting.action, { method: "POST", body: waiting.body, redirect: "manual", credentials: "same-origin", signal: away.signal });
      if (answer.status >= 500 || answer.status === 429) later("Not sent yet: the server did not answer as it should. It is sent again.");
      else {
        const { action } = waiting;
        waiting = null;
        say("");
        if (answer.type === "opaqueredirect") location.assign(action);
        else await show(answer);
      }
    } catch {
      if (waiting) later("Not sent yet: there is no network. What you chose is kept here and sent as soon as there is.");
      else location.reload();
    } finally {
      clearTimeout(late);
      sending = false;
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("#game form[method=post]");
    if (!form?.elements.namedItem("id")) return;
    event.preventDefault();
    if (waiting) return void send(); // a second press tries again at once
    waiting = { action: form.getAttribute("action"), body: new URLSearchParams(new FormData(form, event.submitter)) };
    send();
  }, true);
  addEventListener("online", send);
}
