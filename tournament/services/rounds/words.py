"""Sentences about rounds: what was drawn, and why a round cannot be closed or changed now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournament.day.unconfirmed import holds_up_closing, numbers_listed, waiting_in_words
from tournament.draw.naming import title_of
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts
from tournament.record.vocabulary import RoundState
from wording import gettext as _
from wording import gettext_noop, ngettext

STATES: Mapping[RoundState, str] = {
    RoundState.DRAFT: gettext_noop("{round} is a draft; publish it first."),
    RoundState.PUBLISHED: gettext_noop("{round} is being played; reload the page."),
    RoundState.CLOSED: gettext_noop("{round} is closed; reload the page."),
}
"""Why something cannot be done now in a round of each state."""


def sentence_of_draw(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a round that was drawn."""
    if facts.before.get("draw"):
        return _("{round} drawn again", round=facts.round_titled)
    return _("{round} drawn", round=facts.round_titled)


def without_result(tables: Sequence[int]) -> str:
    """Return the sentence that tables have no result yet."""
    return ngettext(
        "Table {tables} has no result yet.",
        "Tables {tables} have no result yet.",
        len(tables),
        tables=numbers_listed(tables),
    )


def why_not_closed(record: EventRecord, number: int) -> str:
    """Return why round ``number`` cannot be closed: each table without an official result and what it waits for; empty if it can."""
    played = record.round(number)
    waits = holds_up_closing(record, played)
    missing = [
        table.number for table in played.tables if not table.has_result and not (waits and table.waiting is not None)
    ]
    lines = [
        without_result(missing) if missing else "",
        waiting_in_words(record, played) if waits else "",
    ]
    if not any(lines):
        return ""
    return " ".join((_("{round} cannot be closed yet.", round=title_of(played)), *filter(None, lines)))
