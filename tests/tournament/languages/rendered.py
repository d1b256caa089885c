"""What people read, taken from rendered pages and printed sheets: sentences one by one, each once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from django.test import Client

from tests.tournament.pages.crawl import hidden_behind_choices, pages_of
from tests.tournament.pages.stages import STAGES
from tournament.access.languages import prefix_of

BLOCKS = frozenset(
    {
        *(
            "address",
            "body",
            "button",
            "caption",
            "dd",
            "details",
            "div",
            "dt",
            "fieldset",
            "figcaption",
            "footer",
            "form",
        ),
        *(
            "h1",
            "h2",
            "h3",
            "h4",
            "header",
            "input",
            "label",
            "legend",
            "li",
            "main",
            "nav",
            "ol",
            "option",
            "p",
            "pre",
        ),
        *("section", "select", "summary", "table", "td", "th", "title", "tr", "ul", "br", "hr", "textarea", "small"),
    }
)
"""The elements that begin a new run of words."""
SILENT = frozenset({"script", "style", "svg", "pre", "code", "kbd", "textarea"})
READ_ATTRIBUTES = ("aria-label", "placeholder", "title", "alt")
OF_NO_EVENT = (
    *("/", "/login/", "/let-in/", "/nowhere/", "/floor/help/", "/floor/rules/"),
    *("/desk/", "/desk/new/", "/desk/practice/", "/desk/account/", "/desk/phones/", "/desk/accounts/"),
)
_PUBLIC_LINK = re.compile(r'<a[^>]*? href="(/[^"#]*)')
OF_A_KIND = 2


class _Runs(HTMLParser):
    """Collects the runs of words between blocks, and the attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[str] = []
        self.words: list[str] = []
        self.silent = 0

    def end_run(self) -> None:
        run = " ".join("".join(self.words).split())
        if run:
            self.runs.append(run)
        self.words = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.runs += [value for name, value in attrs if name in READ_ATTRIBUTES and value]
        if tag in BLOCKS:
            self.end_run()
        if tag in SILENT:
            self.words.append(" … ")
            self.silent += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in BLOCKS:
            self.end_run()
        if tag in SILENT:
            self.silent -= 1

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.words.append(data)


def runs_of(page: str) -> list[str]:
    """Return the runs of words of a page: each heading, paragraph, cell, label and button, and what is only read out."""
    reader = _Runs()
    reader.feed(page)
    reader.end_run()
    return reader.runs


def public_pages_of(client: Client, slug: str, language: str = "") -> dict[str, str]:
    """Return the public pages of an event by address, at most two of a kind, in a language by its code or in the event's own."""
    home = f"/{prefix_of(language)}/{slug}/" if language else f"/{slug}/"
    waiting, seen, pages, counted = [home], {home}, dict[str, str](), dict[str, int]()
    while waiting:
        address = waiting.pop(0)
        kind = re.sub(r"\d+", "#", address.partition("?")[0])
        counted[kind] = counted.get(kind, 0) + 1
        if counted[kind] > OF_A_KIND:
            continue
        answer = client.get(address)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        pages[address] = answer.content.decode()
        for link in _PUBLIC_LINK.findall(pages[address]):
            target = link.replace("&amp;", "&")
            is_ours = target.startswith((home, home.replace(f"/{slug}/", "/floor/")))
            if is_ours and "_export" not in target and target not in seen:
                seen.add(target)
                waiting.append(target)
    return pages


def every_page(director: Client, slugs: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Return every page of the desk and every public page of events at all stages of their day, with its address."""
    for stage in STAGES:
        slug = slugs[stage]
        for address, answer in pages_of(director, slug, *hidden_behind_choices(slug)).items():
            yield address, answer.content.decode()
        yield from public_pages_of(director, slug).items()
    for address in OF_NO_EVENT:
        yield address, director.get(address).content.decode()
