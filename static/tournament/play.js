// The pages of a game: sums while shares are chosen, what stays open and focused when a part is swapped, and the board's sound.
// No rule is known here; the server says what every choice comes to before it is confirmed.
"use strict";
(() => {
  const money = (amount) => amount.toLocaleString("en-US");
  const open = new Map();
  let focused = null;

  /* ---- Sums: figures that the page has already ---- */
  function purchase(form) {
    const chosen = [...form.querySelectorAll("input[type=radio]:checked")];
    const count = chosen.reduce((sum, each) => sum + Number(each.value), 0);
    const cost = chosen.reduce((sum, each) => sum + Number(each.value) * Number(each.dataset.price), 0);
    const limit = Number(form.dataset.limit), cash = form.dataset.cash;
    if (!count) return "";
    const over = count > limit ? `, but you can buy ${limit} at most` : "";
    const left = cash === "" ? "" : Number(cash) < cost ? `, more than your ${money(Number(cash))}` : `; ${money(Number(cash) - cost)} left`;
    return `${count} share${count === 1 ? "" : "s"} for ${money(cost)}${left}${over}.`;
  }

  function disposal(form) {
    const { owned, price, into } = form.dataset;
    const sell = Number(form.elements.sell.value), trade = Number(form.elements.trade?.value ?? 0);
    if (!Number.isInteger(sell) || !Number.isInteger(trade)) return "";
    const keep = Number(owned) - sell - trade;
    if (keep < 0) return `${sell + trade} of ${owned}: that is ${-keep} too many.`;
    const traded = form.elements.trade ? `, trade ${trade} for ${Math.floor(trade / 2)} ${into}` : "";
    return `Sell ${sell} for ${money(sell * Number(price))}${traded}, keep ${keep}.`;
  }

  function add(form) {
    const total = form.querySelector("[data-total]");
    const words = form.matches("[data-purchase]") ? purchase(form) : disposal(form);
    if (total && total.textContent !== words) total.textContent = words;
  }

  function step(button) {
    const form = button.form, field = form.elements[button.dataset.of], by = Number(button.dataset.step);
    const other = Number(form.elements[button.dataset.of === "sell" ? "trade" : "sell"]?.value) || 0;
    const most = button.dataset.of === "trade" ? Math.min(Number(form.dataset.most), form.dataset.owned - other) : form.dataset.owned - other;
    field.value = Math.min(Math.max(0, (Number(field.value) || 0) + by), Math.max(0, by === 2 || by === -2 ? most - (most % 2) : most));
    add(form);
  }

  /* ---- Sound: off until somebody turns it on, remembered on this device ---- */
  const KEY = "toptable-game-sound";
  let audio = null, asked = document.getElementById("game")?.dataset.asked;
  const isOn = () => { try { return localStorage.getItem(KEY) === "on"; } catch { return false; } };

  function ring() {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
    [660, 880].forEach((pitch, place) => {
      const tone = audio.createOscillator(), volume = audio.createGain(), from = audio.currentTime + place * 0.18;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.2, from);
      volume.gain.exponentialRampToValueAtTime(0.001, from + 0.3);
      tone.connect(volume).connect(audio.destination);
      tone.start(from);
      tone.stop(from + 0.3);
    });
  }

  function label(button) {
    button.hidden = false;
    button.textContent = `Sound: ${isOn() ? "on" : "off"}`;
    button.setAttribute("aria-pressed", String(isOn()));
  }

  function toggleSound(button) {
    try { localStorage.setItem(KEY, isOn() ? "off" : "on"); } catch { /* a browser that keeps nothing */ }
    label(button);
    if (isOn()) ring();
  }

  /* ---- Whatever comes to the page, by whichever way ---- */
  function wake() {
    document.querySelectorAll("[data-step][hidden]").forEach((button) => { button.hidden = false; });
    document.querySelectorAll("[data-purchase], [data-disposal]").forEach(add);
    document.querySelectorAll("#game details[id]").forEach((fold) => {
      if (open.has(fold.id) && fold.open !== open.get(fold.id)) fold.open = open.get(fold.id);
    });
    if (focused && !focused.isConnected && document.activeElement === document.body) {
      document.getElementById(focused.id)?.focus({ preventScroll: true });
    }
    const now = document.getElementById("game")?.dataset.asked;
    if (now !== asked) {
      asked = now;
      if (now && document.querySelector("[data-sound]") && isOn()) ring();
    }
  }

  document.addEventListener("toggle", (event) => { if (event.target.id && event.target.isConnected) open.set(event.target.id, event.target.open); }, true);
  document.addEventListener("focusin", (event) => { focused = event.target.id ? event.target : null; });
  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (form?.matches("[data-purchase], [data-disposal]")) add(form);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step], [data-sound]");
    if (button?.dataset.step) step(button);
    else if (button) toggleSound(button);
  });
  document.querySelectorAll("[data-sound]").forEach(label);
  wake();
  new MutationObserver(wake).observe(document.getElementById("main"), { childList: true, subtree: true });
})();
