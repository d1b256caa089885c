"""How a name is written on a page: the surname in bold where the event writes it last."""

from __future__ import annotations

from html import escape

from django.utils.safestring import SafeString, mark_safe

from tournament.record.event import EventRecord


def with_bold(text: str, bold: str) -> str:
    """Return a text as markup, with the last occurrence of the part ``bold`` (empty for none) in bold."""
    before, found, after = text.rpartition(bold) if bold else ("", "", text)
    return f"{escape(before)}<b>{escape(found)}</b>{escape(after)}" if found else escape(text)


def bold(name: str, surname: str) -> SafeString:
    """Return a name as markup with its surname (empty for none) in bold."""
    return mark_safe(with_bold(name, surname))  # noqa: S308  escaped by `with_bold`


def named(name: str, record: EventRecord) -> SafeString:
    """Return the name of a player of an event as markup; any other text is only escaped."""
    return bold(name, record.surnames.get(name, ""))
