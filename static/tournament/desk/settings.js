// While one searches the settings, the parts with something found are open and the others are gone; a link into a part opens it.
"use strict";
(() => {
  const field = document.getElementById("search"), parts = [...document.querySelectorAll(".part")];
  const before = new Set();
  let searching = false;
  document.addEventListener("input", (event) => {
    if (event.target !== field) return;
    const wanted = Boolean(field.value.trim());
    if (wanted && !searching) parts.filter((part) => part.open).forEach((part) => before.add(part));
    for (const part of parts) {
      const rows = part.querySelectorAll("[data-row]");
      if (wanted && sought(field.value).isIn(spellings(part.querySelector("h2").textContent))) rows.forEach((row) => { row.hidden = false; });
      part.hidden = wanted && [...rows].every((row) => row.hidden);
      if (part.matches("details") && (wanted || searching)) part.open = wanted ? !part.hidden : before.has(part);
    }
    if (!wanted) before.clear();
    searching = wanted;
  });
  const lead = () => {
    const place = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const part = place && place.closest("details.part");
    if (!part || part.open) return;
    part.open = true;
    place.scrollIntoView();
  };
  addEventListener("hashchange", lead);
  lead();
})();
