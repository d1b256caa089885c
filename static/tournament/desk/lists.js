/* A list of players: a change of what a column holds reads the list again at once. Without this script the button below does it. */
"use strict";
{
  const again = document.querySelector("[data-look-again]");
  again?.closest(".look").classList.add("is-done");
  document.addEventListener("change", (event) => {
    if (again && event.target.matches("[data-look]")) again.form.requestSubmit(again);
  });
}
