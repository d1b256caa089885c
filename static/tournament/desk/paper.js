/* Top Table: a page that opened a PDF, by a link or a form [data-paper], shows what has become of it once one is back. */
"use strict";
{
  let isOpened = false;
  const opens = (event) => { if (event.target.closest("[data-paper]")) isOpened = true; };
  document.addEventListener("click", (event) => { if (event.target.closest("a")) opens(event); });
  document.addEventListener("submit", opens);
  document.addEventListener("visibilitychange", () => { if (isOpened && !document.hidden) location.reload(); });
}
