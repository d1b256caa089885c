"""Pages read back as a player reads them: words without markup, tables as rows of words; and the addresses of an event's pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

from django.test import Client

from tournament.models import Event, Seat


@dataclass
class ReadTable:
    """A table of a page: caption, head, and each row of the body and the foot as words."""

    caption: str = ""
    head: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    foot: list[str] = field(default_factory=list)

    def records(self) -> list[dict[str, str]]:
        """The rows of the body by the words of the head."""
        assert all(len(row) == len(self.head) for row in self.rows)
        return [dict(zip(self.head, row, strict=True)) for row in self.rows]


_QUIET = re.compile(r'(?s)<(details|small)\b.*?</\1>|<(\w+) class="(?:tag loss|sr)"[^>]*>.*?</\2>')
"""What stands beside a name is read from the page's words, and what is only read out from them."""


def tables_of(html: str) -> list[ReadTable]:
    """Every table of a page."""
    return [
        ReadTable(
            caption=" ".join(_cells("caption", table)),
            head=_cells("t[dh]", " ".join(_within("thead", table))),
            rows=[_cells("t[dh]", row) for part in _within("tbody", table) for row in re.split(r"<tr\b", part)[1:]],
            foot=_cells("t[dh]", " ".join(_within("tfoot", table))),
        )
        for table in _within("table", html)
    ]


def _within(tag: str, html: str) -> list[str]:
    return re.findall(rf"(?s)<{tag}\b[^>]*>(.*?)</{tag}>", html)


def _cells(tag: str, html: str) -> list[str]:
    return [squeezed(unescape(re.sub(r"<[^>]*>", "", _QUIET.sub("", cell)))) for cell in _within(tag, html)]


def words_of(html: str) -> str:
    """The words of a page in one line; a rule's number is read with the sentence in which it stands."""
    return squeezed(unescape(re.sub(r"<[^>]*>", " ", unlinked(html))))


def unlinked(html: str) -> str:
    """Markup without what only dresses words: links from rules' numbers to the page of rules, and the bold of surnames."""
    return light(re.sub(r'<a href="/floor/rules/#[^"]+">([^<]*)</a>', r"\1", html))


def light(html: str) -> str:
    """Markup in which no surname is bold, so that a name is found in it as it is read."""
    return re.sub(r"</?b>", "", html)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def html(client: Client, address: str) -> str:
    """The markup of a page that is there, without the bold of surnames."""
    answer = client.get(address)
    assert answer.status_code in {200, 286}, (address, answer.status_code)
    return light(answer.content.decode())


def give_tiles(event: Event, number: int) -> None:
    """Type a starting tile for every seat, later seats of the draw with lower ones, so that the order of play is turned round."""
    for seat in Seat.objects.filter(round__event=event, round__number=number):
        seat.starting_tile = f"{12 - seat.position}A"
        seat.save()
    Event.objects.filter(pk=event.pk).update(version=500 + number, public_version=500 + number)


def every_page(event: Event) -> list[str]:
    """One address of every kind of page of an event in its last round."""
    site = f"/{event.slug}/"
    last = event.rounds_planned
    return [
        site,
        f"{site}live/?v=0",
        f"{site}live/?v=0&on=standings",
        f"{site}rounds/{last}/",
        f"{site}rounds/1/results/",
        f"{site}rounds/1/tables/1/",
        f"{site}rounds/{last}/tables/1/",
        f"{site}players/1/",
        f"{site}standings/",
        f"{site}medals/",
        f"{site}screen/",
    ]
