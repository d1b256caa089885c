"""Every rule's number on a page leads to that rule's sentence."""

from __future__ import annotations

import re

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.urls import reverse
from django.utils.safestring import SafeString

from tournament.record.rulebook import cited_rules

register = template.Library()

_TAG = re.compile(r"(<[^>]*>)")
_NAME = re.compile(r"</?([a-z0-9]+)")
_WORTH_A_LOOK = re.compile(r"\bR[1-9]|\bMSO-|2\.1|section 5")
_HEADING = re.compile(r"\W*R[1-9]\W*")
_CLOSED = frozenset(
    {"a", "abbr", "button", "code", "label", "option", "pre", "script", "style", "summary", "textarea", "th", "title"}
)
"""Inside these no link can stand, or a number is a round's."""


@register.tag
def cited(parser: Parser, token: Token) -> CitedNode:
    """``{% cited %}...{% endcited %}``: link the rules that sentences in between cite, "(R44)", "R55-R56" (never inside another link)."""
    body = parser.parse(("endcited",))
    parser.delete_first_token()
    return CitedNode(body)


class CitedNode(template.Node):
    """The block with its citations linked."""

    def __init__(self, nodelist: NodeList) -> None:
        """``nodelist`` is what stands in the block."""
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        """Write the block and link what it cites."""
        return linked(self.nodelist.render(context))


def linked(page: str) -> SafeString:
    """Markup whose citations are links to the page of rules; what stands inside links, buttons, fields and heads stays as it is."""
    if not _WORTH_A_LOOK.search(page):
        return SafeString(page)
    address = reverse("rules")
    parts, inside = [], 0
    for part in _TAG.split(page):
        if part.startswith("<"):
            name = _NAME.match(part)
            if name and name[1] in _CLOSED:
                inside += -1 if part.startswith("</") else 1
            parts.append(part)
        else:
            parts.append(part if inside else _with_links(part, address))
    return SafeString("".join(parts))  # what comes in is markup already; what is added is made of rules' numbers


def _with_links(text: str, address: str) -> str:
    if not _WORTH_A_LOOK.search(text) or _HEADING.fullmatch(text.strip()):
        return text
    written, at = [], 0
    for found in cited_rules(text):
        written += [text[at : found.start], f'<a href="{address}#{found.keys[0]}">{text[found.start : found.end]}</a>']
        at = found.end
    return "".join([*written, text[at:]])
