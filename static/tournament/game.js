/* A page of a game hears by socket that something is new, and then asks for its part as it does without: every two seconds, with the socket every twenty. */
"use strict";
{
  const SLOW = 20_000, DEAD = 5_000, PING = 10_000, LONGEST = 15_000; // milliseconds
  const address = document.querySelector("meta[name=live]").content;
  let socket = null, alive = false, tries = 0, asked = 0, again, dying, pinging;

  const part = () => document.getElementById("game");
  const ask = () => { if (part()) htmx.trigger(part(), "wake"); };

  // A poll that is due while the socket lives is left out, unless twenty seconds have passed; what the socket woke is asked at once.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target !== part()) return;
    const isWoken = event.detail.requestConfig.triggeringEvent?.type === "wake";
    if (alive && !isWoken && Date.now() - asked < SLOW) event.preventDefault();
    else asked = Date.now();
  });

  function lost() {
    clearTimeout(dying);
    clearInterval(pinging);
    alive = false;
    if (socket) { socket.onopen = socket.onmessage = socket.onclose = null; socket.close(); }
    socket = null;
    document.documentElement.dataset.live = "no";
    clearTimeout(again);
    again = setTimeout(open, Math.min(LONGEST, 250 * 2 ** tries++) * (0.5 + Math.random()));
  }

  function ping() {
    socket.send(JSON.stringify({ t: "ping", at: Date.now() }));
    clearTimeout(dying);
    dying = setTimeout(lost, DEAD); // open, but nobody answers
  }

  function open() {
    clearTimeout(again);
    if (socket) return;
    try { socket = new WebSocket(address); } catch { return; } // the browser knows none: it goes on as without
    dying = setTimeout(lost, DEAD);
    socket.onopen = () => {
      tries = 0;
      alive = true;
      document.documentElement.dataset.live = "yes";
      pinging = setInterval(ping, PING);
      ping();
    };
    socket.onmessage = (event) => {
      const told = JSON.parse(event.data);
      if (told.t === "pong") clearTimeout(dying);
      else if (told.t === "wake") ask();
    };
    socket.onclose = lost;
  }

  // A phone that wakes, or finds its network again, does not wait: a socket that is open is tried, any other opened anew.
  function back() {
    if (document.hidden) return;
    if (alive) ping(); else { lost(); tries = 0; open(); }
    ask();
  }
  // The clock of whoever is asked runs on between two answers; each answer sets it right.
  setInterval(() => {
    const clock = document.querySelector("[data-runs]");
    if (!clock) return;
    clock.until ??= Date.now() + clock.dataset.runs * 1000;
    const left = Math.max(0, Math.round((clock.until - Date.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }, 1000);

  document.addEventListener("visibilitychange", back);
  addEventListener("pageshow", (event) => { if (event.persisted) back(); });
  addEventListener("online", back);
  addEventListener("offline", lost);
  document.addEventListener("DOMContentLoaded", open);
}
