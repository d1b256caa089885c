"""One walk over many pages with every judge: each page is opened once, in the language for tests, and judged at every size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from django.contrib.auth.models import User
from playwright.sync_api import Error, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import clipped, too_wide
from tests.browser.kit.judge import faults, pale
from tests.browser.kit.pseudo import overlapping, unfold, unsaid, unsaid_by_styles, without_a_glyph
from tests.browser.kit.reach import SIZES, out_of_reach
from tests.tournament.languages.heads import equal_heads
from tests.tournament.languages.pseudo import PSEUDO
from tests.tournament.pages.judges import AS_TYPED
from tournament.models import Entry, Event, Registration

ANSWERS = {200, 204, 405, 409, 410}
"""What an address may answer: a page, nothing new, an act that wants a form, a question that cannot be put, a code that is over."""
DESK, NARROW = SIZES
NAMES = ("hall", "Ann", "Bea", "Ben", "Cyd", "Dan", "Chance", "Thumb", "Glance", "Look", "Study", "Deep", "random")
"""Names of a room, of players in logs, and of programs that play."""
NO_LANGUAGE = ("html-lang-valid at ", "valid-lang at ")
"""What axe says of the language for tests, which nobody speaks."""
PLAIN = """() => {
  const plain = (text) => text.replace(/[⟦⟧]| [úáíéó]{1,9}(?=[ ⟧])/g, "");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = plain(walker.currentNode.data);
  for (const part of document.querySelectorAll("[aria-label]")) part.ariaLabel = plain(part.ariaLabel);
}"""
"""Takes its marks and what makes it longer from the language for tests, so that a name may hold the words that are seen."""
AT_EACH_SIZE: dict[str, Callable[[Page], list[str]]] = {
    "style sheets": unsaid_by_styles,
    "cut": clipped,
    "sideways": too_wide,
    "over each other": overlapping,
    "pale": pale,
    "out of reach": out_of_reach,
}
"""The judges of a page as wide as a desk's screen and as a phone; the last of them moves what it looks at."""
LONGER_THAN_ANY = re.compile(r"/arrangement/ at 360 px, out of reach: TH\.")
"""Heads of columns of an arrangement, which are judged in German: no language is as long as the one for tests."""


def names_known() -> set[str]:
    """Names and what else people typed, which are the same in every language."""
    users = (name for user in User.objects.all() for name in (user.username, user.first_name))
    entries, events = Entry.objects.values_list("name", flat=True), Event.objects.values_list("name", flat=True)
    registered = (
        f"{given} {family}" for given, family in Registration.objects.values_list("given_name", "family_name")
    )
    notices = Event.objects.exclude(notice="").values_list("notice", flat=True)
    return {*AS_TYPED, *NAMES, *entries, *events, *notices, *users, *registered}


class Walk:
    """Pages of events whose language is the one for tests, and all that every judge finds on them."""

    def __init__(self) -> None:
        Event.objects.update(language=PSEUDO)
        self.found: list[str] = []

    def along(self, page: Page, server: LiveServer, paths: Iterable[str]) -> None:
        """Open every page that the paths lead to, each once, at a desk, and judge it."""
        seen: set[str] = set()
        for path in dict.fromkeys(paths):
            page.set_viewport_size(DESK)
            if is_page(page, f"{server.url}{path}") and page.url not in seen:
                seen.add(page.url)
                self.judge(page)

    def judge(self, page: Page) -> None:
        """What is wrong with the page as it stands: what axe says of it, its words, and at each size what every judge finds."""
        unfold(page)
        found = [*unsaid(page, names_known()), *without_a_glyph(page), *equal_heads(page.content())]
        self.found += [f"{page.url}: {words}" for words in found]
        for size in SIZES:
            page.set_viewport_size(size)
            for name, judge in AT_EACH_SIZE.items():
                wrong = [f"{page.url} at {size['width']} px, {name}: {words}" for words in judge(page)]
                self.found += [words for words in wrong if not LONGER_THAN_ANY.search(words)]
        page.set_viewport_size(DESK)
        page.evaluate(PLAIN)
        self.found += [words for words in faults(page) if not any(each in words for each in NO_LANGUAGE)]

    def finds_nothing(self) -> None:
        """Fail with a line for each fault."""
        assert not self.found, "\n".join(self.found)


def is_page(page: Page, address: str) -> bool:
    """Open an address; whether a page stands there, and not a file, a part of a page, an empty answer or that of a form."""
    try:
        answer = page.goto(address)
    except Error:  # a file, or an answer without a body: the browser stays where it is
        status = page.request.get(address).status
        assert status in ANSWERS, f"{address}: {status}"
        return False
    assert answer is not None
    assert answer.status in ANSWERS, f"{address}: {answer.status}"
    is_shown = answer.status in {200, 410} and answer.headers.get("content-type", "").startswith("text/html")
    return is_shown and "<html" in answer.text()[:200]
