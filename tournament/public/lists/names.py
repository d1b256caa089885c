"""How a name is written on a page: the surname in bold where the event writes it last, and a name from right to left by itself.

A number behind an Arabic or Hebrew name would change places with it, unless the name stands in an element of its own.
"""

from __future__ import annotations

from html import escape

from django.utils.safestring import SafeString, mark_safe

from tournament.record.event import EventRecord
from wording.directions import is_leftward


def with_bold(text: str, bold: str) -> str:
    """Return a text as markup, with the last occurrence of the part ``bold`` (empty for none) in bold."""
    return with_part(text, bold, "b")


def with_part(text: str, part: str, tag: str) -> str:
    """Return a text as markup, with the last occurrence of ``part`` (empty for none) within ``tag``."""
    before, found, after = text.rpartition(part) if part else ("", "", text)
    return f"{escape(before)}<{tag}>{escape(found)}</{tag}>{escape(after)}" if found else escape(text)


def bold(name: str, surname: str) -> SafeString:
    """Return a name as markup with its surname (empty for none) in bold."""
    markup = with_bold(name, surname)
    return mark_safe(f"<bdi>{markup}</bdi>" if is_leftward(name) else markup)  # noqa: S308  escaped by `with_bold`


def named(name: str, record: EventRecord) -> SafeString:
    """Return the name of a player of an event as markup; any other text is only escaped."""
    return bold(name, record.surnames.get(name, ""))
