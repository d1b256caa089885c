"""Every page of the desk and of the public, at every stage of an event, in the language for tests: no word that no catalogue holds."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from pytest_django import Settings

from games.acquire.editions import LABEL_SETS
from tests.build import logged_in, make_director
from tests.tournament.languages.pseudo import PSEUDO, foreign_figures, install, unspoken
from tests.tournament.languages.rendered import every_page, runs_of
from tournament.models import Entry, Event

pytestmark = pytest.mark.django_db

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
        "JSON",
    ),
    *(name for labels in LABEL_SETS.values() for name in (*labels.names, labels.name)),
    *(
        "Thank you for playing",
        "all safe",
        "the train stands still",
        "Played on devices",
        "41 tiles",
        "all chains safe",
        "cash for seat",
        "Kassensturz",
    ),
    *(
        "no-show",
        "train to catch",
        "it was another player",
        "misread a tile",
        "Nora",
        "Nova Next",
        "Screen by the door",
        "It stands",
        "Registration shop (token)",
    ),
    *("Scribe's sheet", "dice"),
    *("Hall", "Room", "director", "Letter", "Wi-Fi", "XLSX", "XML"),
)
"""Names and what people typed in the events of the tests."""


@pytest.mark.whole
def test_every_word_of_every_page_is_in_the_catalogue(
    stages: dict[str, str], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    settings.LANGUAGES = [*settings.LANGUAGES, (PSEUDO, "Pseudo")]
    settings.LANGUAGE_CODE = PSEUDO
    Event.objects.update(language=PSEUDO)
    cache.clear()
    director = logged_in(make_director())
    names = {*AS_TYPED, *Entry.objects.values_list("name", flat=True), *Event.objects.values_list("name", flat=True)}
    found, read = dict[str, str](), set[str]()
    for address, page in every_page(director, stages):
        if "/floor/rules/" in address or "/floor/help/" in address:
            continue  # a book is translated as a whole, and read in English where it is not
        new = [run for run in runs_of(HELP.sub("", page)) if run not in read]
        read.update(new)  # what many pages say is looked at once
        for run in new:
            said = NOT_IN_THE_CATALOGUE.sub(" ", run)
            for word in (*unspoken(said, names), *foreign_figures(IN_A_MESSAGE.sub("", said))):
                found.setdefault(word, f"{address}: {run[:160]}")
    assert not found, "\n".join(f"{word}: {where}" for word, where in found.items())
