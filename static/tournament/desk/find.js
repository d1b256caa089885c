/* "Find" on every page of the desk: / or Ctrl+K opens the dialog, the server finds while one types, Enter and arrows choose.
   Without script the link leads to a page that does the same. */
"use strict";
{
  const PAUSE = 120; // milliseconds without a key: one question for what is typed in one go
  const finder = () => document.getElementById("finder");
  const links = () => [...finder().querySelectorAll("#found a")];
  const isTyping = (part) => part.closest("input, textarea, select, [contenteditable], dialog[open]");
  let timer;
  let question;

  function open() {
    const dialog = finder();
    if (!dialog?.showModal || dialog.open) return;
    dialog.showModal();
    const field = dialog.querySelector("input");
    field.focus();
    field.select();
  }

  async function ask(form) {
    question?.abort();
    question = new AbortController();
    const place = document.getElementById(form.dataset.finder);
    const asked = form.elements.q.value.trim();
    if (!asked) { place.replaceChildren(); return; }
    try {
      const answer = await fetch(`${form.action}?part=list&q=${encodeURIComponent(asked)}`, { signal: question.signal, credentials: "same-origin" });
      if (!answer.ok || answer.redirected) return;
      const list = await answer.text();
      const at = links().indexOf(document.activeElement);
      place.innerHTML = list; // our own page's markup, escaped by the server
      place.dataset.asked = asked;
      if (at >= 0) (links()[at] ?? form.elements.q).focus(); // an answer that comes late leaves the keyboard where it was
    } catch { /* the network is gone, or more was typed: Enter asks the page itself */ }
  }

  document.addEventListener("keydown", (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if ((isShortcut || isSlash) && finder()) { event.preventDefault(); open(); return; }
    if (!finder()?.open || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
    const found = links();
    const at = found.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
    (at < 0 ? finder().querySelector("input") : found[Math.min(at, found.length - 1)])?.focus();
  });
  document.addEventListener("input", (event) => {
    const form = event.target.closest("[data-finder]");
    if (!form) return;
    clearTimeout(timer);
    timer = setTimeout(() => ask(form), PAUSE);
  });
  // Enter goes to the first who was found, once the list is the answer to what stands in the field; else to the page of finding.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-finder]")) return;
    const first = links()[0];
    if (first && document.getElementById("found").dataset.asked === event.target.elements.q.value.trim()) { event.preventDefault(); first.click(); }
  });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-dialog=finder]")) finder()?.querySelector("input").focus(); });
}
