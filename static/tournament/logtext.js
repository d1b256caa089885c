/* The text of a log that is corrected at a line: the cursor stands at its beginning and the text is scrolled to it. Without this script the page names the line. */
"use strict";
{
  const asked = document.querySelector("[data-line]");
  const text = asked?.querySelector("textarea");
  if (text) {
    const before = text.value.split("\n").slice(0, Number(asked.dataset.line) - 1);
    const place = before.reduce((sum, line) => sum + line.length + 1, 0);
    text.focus();
    text.setSelectionRange(place, place);
    const high = parseFloat(getComputedStyle(text).lineHeight) || 24;
    text.scrollTop = Math.max(0, (before.length - 4) * high);
  }
}
