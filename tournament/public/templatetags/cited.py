"""Rule numbers on a page: links to those rules, or left out; and table sizes such as "4 4 3" are kept on one line."""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from tournament.access.languages import address_spoken
from tournament.record.books import WORTH_A_LOOK, bracketed_rules, cited_rules
from tournament.record.settings import Extras

register = template.Library()

_TAG = re.compile(r"(<[^>]*>)")
_MAYBE_SIZES = re.compile(r"[3-6] [3-6]")
_SIZES = re.compile(r"(?<![\w.,:])[3-6](?: [3-6])+(?![\w.,:]\w)")
_HEADING = re.compile(r"\W*R[1-9]\W*")
_CLOSED_TAG = re.compile(
    r"</?(abbr|a|button|code|label|option|pre|script|style|summary|textarea|th|title)(?![a-z0-9])[^>]*>"
)
"""Elements in which rule numbers are not linked: they cannot contain a link, or "R2" means round 2 there."""
_WRITTEN = frozenset({"code", "pre", "script", "style", "textarea"})
"""Elements with text typed by users, or with code: table sizes in them are left as they are."""


@register.simple_block_tag(takes_context=True)
def cited(context: Context, content: SafeString, always: bool | None = None) -> SafeString:
    """``{% cited %}...{% endcited %}``: link the rules that sentences in between cite, "(R44)", "R55-R56" (never inside another link).

    Numbers in brackets are left out where the page's event does not have rule numbers switched on (`Extras`), or its format has no
    rule-book. A page of no event has them unless ``always`` is false; with ``always`` true every other page has them.
    """
    event = context.get("event")
    extras: Any = getattr(event, "extras", None)
    if isinstance(extras, str):  # the page has the event's row
        extras = Extras.of(extras)
    switched = getattr(extras, "rules", None)
    if not getattr(getattr(event, "format", None), "cites", True):
        return linked(unnumbered(content))
    if always or (switched if always is False else switched is not False):
        return linked(content)
    return linked(unnumbered(content))


def unnumbered(page: str) -> SafeString:
    """Return the markup without rule numbers in brackets, "(R44)"; a number that is a link already stays, and so does what users type.

    Ruling: a number outside brackets is part of its sentence, so it stays.
    """
    parts, at, seen, written = [], 0, 0, 0
    for found in bracketed_rules(page):
        for tag in _CLOSED_TAG.finditer(page, seen, found.start()):
            written += (tag[1] in _WRITTEN) * (-1 if tag[0].startswith("</") else 1)
        seen = found.start()
        is_in_tag = page.rfind("<", 0, seen) > page.rfind(">", 0, seen)
        if not written and not is_in_tag:
            parts.append(page[at : found.start()].rstrip())
            at = found.end()
    return SafeString("".join([*parts, page[at:]]))  # only text was taken away


def linked(page: str) -> SafeString:
    """Return the markup with its rule numbers as links to the page of rules, except inside links, buttons, fields and table heads.

    Table sizes are kept on one line, except inside the elements `_WRITTEN`.
    """
    if not (WORTH_A_LOOK.search(page) or _MAYBE_SIZES.search(page)):
        return SafeString(page)
    address = address_spoken("rules")
    parts, inside, written, at = [], 0, 0, 0
    for tag in _CLOSED_TAG.finditer(page):
        parts += [_typeset(page[at : tag.start()], "" if inside else address, is_written=written > 0), tag[0]]
        step = -1 if tag[0].startswith("</") else 1
        inside += step
        written += step * (tag[1] in _WRITTEN)
        at = tag.end()
    parts.append(_typeset(page[at:], "" if inside else address, is_written=written > 0))
    return SafeString("".join(parts))  # the page is markup already, and only rule numbers are added


def _typeset(markup: str, address: str, *, is_written: bool) -> str:
    """Return a part of the page without tags of `_CLOSED_TAG`, with table sizes kept together (unless ``is_written``) and rules linked.

    ``address`` is that of the page of rules, empty where no links may be made.
    """
    has_sizes = not is_written and _MAYBE_SIZES.search(markup)
    if not has_sizes and not (address and WORTH_A_LOOK.search(markup)):
        return markup
    parts = []
    for part in _TAG.split(markup):
        if not part.startswith("<"):
            held = _SIZES.sub(_held_together, part) if has_sizes else part
            parts.append(_with_links(held, address) if address else held)
        else:
            parts.append(part)
    return "".join(parts)


def _held_together(found: re.Match[str]) -> str:
    """Return the matched table sizes with spaces at which a line does not break."""
    return found[0].replace(" ", "\N{NO-BREAK SPACE}")


def _with_links(text: str, address: str) -> str:
    """Return a text without tags, its rule numbers as links; a text that is nothing but a rule number stays as it is."""
    if not WORTH_A_LOOK.search(text) or _HEADING.fullmatch(text.strip()):
        return text
    written, at = [], 0
    for found in cited_rules(text):
        written += [text[at : found.start], f'<a href="{address}#{found.keys[0]}">{text[found.start : found.end]}</a>']
        at = found.end
    return "".join([*written, text[at:]])
