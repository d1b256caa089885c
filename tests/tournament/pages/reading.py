"""Pages read back as a player reads them: words without markup, tables as rows of words; and the addresses of an event's pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

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


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tables: list[ReadTable] = []
        self.words: list[str] = []
        self.part = ""
        self.cell: list[str] | None = None
        self.quiet = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append(ReadTable())
        elif tag in {"thead", "tbody", "tfoot"}:
            self.part = tag
        elif tag == "tr" and self.part == "tbody":
            self.tables[-1].rows.append([])
        elif tag in {"td", "th", "caption"}:
            self.cell = []
        elif self.cell is not None and (
            tag in {"details", "small"} or str(dict(attrs).get("class")) in {"tag loss", "sr"}
        ):
            self.quiet = (
                True  # what stands beside a name is read from the page's words, and what is only read out from them
            )

    def handle_endtag(self, tag: str) -> None:
        if tag in {"details", "span", "small"}:
            self.quiet = False
        if self.cell is None or tag not in {"td", "th", "caption"}:
            return
        text, self.cell = squeezed("".join(self.cell)), None
        table = self.tables[-1]
        if tag == "caption":
            table.caption = text
        elif self.part == "thead":
            table.head.append(text)
        elif self.part == "tfoot":
            table.foot.append(text)
        else:
            table.rows[-1].append(text)

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self.cell is not None and not self.quiet:
            self.cell.append(data)


def read(html: str) -> _Reader:
    reader = _Reader()
    reader.feed(html)
    return reader


def tables_of(html: str) -> list[ReadTable]:
    """Every table of a page."""
    return read(html).tables


def words_of(html: str) -> str:
    """The words of a page in one line; a rule's number is read with the sentence in which it stands."""
    return squeezed(" ".join(read(unlinked(html)).words))


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
    ]
