// The form that opens a game: offers as many players as the chosen edition takes.
"use strict";

(() => {
  const edition = document.getElementById("edition"), players = document.getElementById("players");
  if (!edition || !players) return;
  function limit() {
    const { least, most } = edition.selectedOptions[0].dataset;
    for (const option of players.options) {
      const fits = Number(option.value) >= Number(least) && Number(option.value) <= Number(most);
      option.hidden = option.disabled = !fits;
    }
    if (players.selectedOptions[0]?.disabled) players.value = Number(players.value) < Number(least) ? least : most;
  }
  edition.addEventListener("change", limit);
  limit();
})();
