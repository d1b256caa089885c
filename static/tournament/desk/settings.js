// The index of the settings marks the part that is being read. Without it the part that was chosen last is marked.
"use strict";
(() => {
  const links = new Map([...document.querySelectorAll(".settings-index a")].map((link) => [link.hash.slice(1), link]));
  const parts = [...links.keys()].map((key) => document.getElementById(key));
  const mark = () => {
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const read = parts.filter((part) => part.getBoundingClientRect().top < 80);
    const wanted = parts.find((part) => part.matches(":target") && part.getBoundingClientRect().top > 0);
    const chosen = (atEnd && (wanted || parts.at(-1))) || read.at(-1) || parts[0];
    for (const [key, link] of links) {
      if (key === chosen.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  addEventListener("scroll", mark, { passive: true });
  addEventListener("hashchange", mark);
  mark();
})();
