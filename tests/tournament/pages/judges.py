"""The judges of the walk over every page: each looks at one answer and returns what is wrong with it, or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache

from games.acquire.editions.labels import LABEL_SETS
from tests.tournament.access.answers import harm_in, keeping_of
from tests.tournament.languages.heads import equal_heads
from tests.tournament.languages.pseudo import PSEUDO, foreign_figures, unspoken
from tests.tournament.languages.rendered import runs_of
from tests.tournament.pages.crawl import name_of
from tests.tournament.pages.walk import Visit
from tournament.access.pages import row_of
from tournament.record.format_check import shipped_keys
from tournament.record.formats import shipped_format

Judge = Callable[[Visit], object]
"""What is wrong with an answer; anything that is false where it is well."""

_PRIMARY = re.compile(r'<(?:button|a)[^>]*class="[^"]*\bprimary\b[^"]*"')
NEXT = re.compile(r'(?s)<div class="next">(.*?)</div>')
_LINK = re.compile(r'<a class="button[^"]*" href="([^"]+)"')
_SPOKEN = re.compile(r'<html lang="([^"]*)"')

MOST = {"on_devices": 14, "agreed": 13}
"""How often a page asks the database at most, at stages at which games on devices stand beside tables; elsewhere `MOST_ELSEWHERE`."""
MOST_ELSEWHERE = 12
SHORTEST_KEY = 12
LEFT = {"desk_take_out", "desk_delete", "desk_calls", "desk_undo", "desk_forget", "desk_stored"}
"""What can be done to an event that is put away; a table's call is no act, the diary offers to take it out by an undo, and a person can
ask at any time what is stored, and to be forgotten."""


def at_most_one_button_is_primary(visit: Visit) -> object:
    """A page of the desk says which button is meant."""
    found = _PRIMARY.findall(visit.page) if visit.is_of_desk else []
    return found if len(found) > 1 else None


def the_next_thing_is_elsewhere(visit: Visit) -> object:
    """The next thing leads on, not back to the page on which it stands."""
    if visit.is_of_desk:
        path = visit.answer.wsgi_request.path
        return [link for part in NEXT.findall(visit.page) for link in _LINK.findall(part) if link == path]
    return None


def no_list_has_two_columns_with_one_head(visit: Visit) -> object:
    """Every column can be told from the others."""
    return [*equal_heads(visit.page)]


def the_database_is_asked_seldom(visit: Visit) -> object:
    """A page asks once for what it shows."""
    most = MOST.get(visit.stage.name, MOST_ELSEWHERE)
    return bool(visit.stage.slug) and visit.answer.queries > most and f"{visit.answer.queries} queries"


def every_form_carries_a_key_and_the_version_that_its_page_shows(visit: Visit) -> object:
    """A form that is sent twice acts once, and what it rests on is compared."""
    return {
        found.act: found.form.values
        for found in visit.forms
        if found.form.values.get("seen") != [str(visit.stage.version)]
        or [len(key) >= SHORTEST_KEY for key in found.form.values.get("key", [])] != [True]
    }


def nothing_runs_inside(visit: Visit) -> object:
    """A page carries the headers, and runs nothing that is written inside it."""
    return harm_in(visit.answer)


def no_browser_keeps_a_page_of_the_desk(visit: Visit) -> object:
    """Back shows none after the log-out, and no used key."""
    return visit.is_of_desk and keeping_of(visit.answer)


def an_event_that_is_put_away_offers_nothing_that_would_be_refused(visit: Visit) -> object:
    """It is read: no page has a button or a link to what the gate would refuse."""
    if visit.stage.name not in PUT_AWAY or not visit.is_of_desk:
        return None
    refused = {found.act for found in visit.forms} - LEFT
    return refused or (row_of(name_of(visit.address)).is_for_acts_alone and "the page is for acts alone")


PUT_AWAY = {"kept_away"}
"""The stages of events that are put away."""


def the_page_speaks_the_chosen_language(visit: Visit) -> object:
    """Every link from a page in a language leads to one in that language."""
    spoken = _SPOKEN.findall(visit.page)
    return spoken != [PSEUDO] and f"it speaks {spoken}"


NOT_IN_THE_CATALOGUE = re.compile(
    r"\b[0-9a-f]{16}\b|\b(?:buy|order|start|final|hand|bonus|dispose)\b.*|\d+ P\d: \d+[A-I]; end|^end$|[a-z]+-wrong\b|nowhere|classic"
    r"|https?://\S+|[\w.-]+@[\w.-]+|\b[a-z0-9-]+-2026\b|\bR\d+\b|MSO-[TS]|python3 manage\.py \S+"
)
"""Marks of draws, lines of logs, codes, addresses, slugs, numbers of rules, commands and keys."""
IN_A_MESSAGE = re.compile(r"⟦[^⟦⟧]*[.,]\d{3} (?:bý|úndér)\b[^⟦⟧]*⟧")
"""A message that quotes a figure of the rules; its translator writes it as the language does."""
HELP = re.compile(r'(?s)<details[^>]*id="help".*?</details>\s*(?=</main>)')
"""The topics of help below a page, which are a book too."""
AS_TYPED = (
    *(
        "Demo",
        "Player",
        "Cup",
        "Top Table",
        "Acquire",
        "English",
        "Deutsch",
        "Pseudo",
        "Pentamind",
        "Excel",
        "CSV",
        "PDF",
    ),
    *(name for labels in LABEL_SETS.values() for name in (*labels.names, labels.name)),
    *(shipped_format(key).name for key in shipped_keys()),
    *(
        "Thank you for playing",
        "all safe",
        "the train stands still",
        "Played on devices",
        "41 tiles",
        "all chains safe",
    ),
    *("cash for seat", "Kassensturz", "no-show", "train to catch", "it was another player", "misread a tile", "Nora"),
    *("Nova Next", "Screen by the door", "It stands", "Registration shop (token)", "Scribe's sheet", "dice", "JSON"),
    *("Hall", "Room", "director", "Letter", "Wi-Fi", "XLSX", "XML"),
)
"""Names and what people typed in the events of the tests."""


def every_word_is_in_the_catalogue(visit: Visit) -> object:
    """No word of a page is one that no catalogue holds, and no figure is written as in another language; books are translated whole."""
    if visit.address.startswith(("/floor/rules/", "/floor/help/")):
        return None
    return [said for run in runs_of(HELP.sub("", visit.page)) for said in untranslated(run, visit.stage.names)]


@cache
def untranslated(run: str, names: Collection[str]) -> list[str]:
    """What a run of words says that no catalogue holds; many pages say the same, and it is looked at once."""
    said = NOT_IN_THE_CATALOGUE.sub(" ", run)
    found = [*unspoken(said, {*AS_TYPED, *names}), *foreign_figures(IN_A_MESSAGE.sub("", said))]
    return [f"{word} in {run[:160]}" for word in found]


JUDGES: tuple[Judge, ...] = (
    at_most_one_button_is_primary,
    the_next_thing_is_elsewhere,
    no_list_has_two_columns_with_one_head,
    the_database_is_asked_seldom,
    every_form_carries_a_key_and_the_version_that_its_page_shows,
    nothing_runs_inside,
    no_browser_keeps_a_page_of_the_desk,
    an_event_that_is_put_away_offers_nothing_that_would_be_refused,
    the_page_speaks_the_chosen_language,
    every_word_is_in_the_catalogue,
)
