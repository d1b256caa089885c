"""What every page says at every stage of an event's day: one golden text a kind of page, written by `--write-pages` and reviewed."""

from __future__ import annotations

import re
import textwrap
from collections import defaultdict
from datetime import timedelta
from html.parser import HTMLParser
from itertools import count
from pathlib import Path

import pytest
from django.db.models.signals import pre_save
from django.test import Client
from django.utils import timezone

from tests.tournament.pages.crawl import hidden_behind_choices, name_of, pages_of
from tests.tournament.pages.stages import STAGES
from tournament.models import Change

GOLDEN = Path(__file__).parents[3] / "fixtures" / "pages"

IN_A_LINE = frozenset("a abbr b bdi cite code em i kbd label mark q s small span strong sub sup time u wbr".split())  # noqa: SIM905
NOT_READ = frozenset({"head", "script", "style", "svg"})
READ_OUT = ("aria-label", "placeholder", "title")
"""Attributes that are shown or read out."""
MASKS = (
    (r"\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b", "Someday"),
    (r"\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*( \d{4})?\b", "1 May"),
    (r"\b\d{4}-\d{2}-\d{2}\b", "2000-05-01"),
    (r"(?<!\d)\d{1,2}(:\d{2}){1,2}", "00:00"),
    (r"/c/\d+/[a-z0-9]{14}/", "/c/CODE/"),
    (r"\bTop Table \d+\.\d+(\.\d+)?\b", "Top Table 1.0"),
)
"""What differs from run to run or from version to version, and what stands in its place."""
BY_CHANCE = frozenset({"on_devices", "agreed"})
"""Stages at which a game is shown whose tiles nobody can foresee: what is said of it has its tests in `tests/tournament/games`."""
FRAME = "frame"
"""The text that holds what stands around the content of every page."""


class Lines(HTMLParser):
    """The lines that a page shows, those of its content and those around it: a block is a line, what is inside a line stays in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.content: list[str] = []
        self.around: list[str] = []
        self.into = self.around
        self.line = ""
        self.quiet = 0
        self.feed(page)
        self.end_line()

    def end_line(self) -> None:
        """Begin a new line."""
        line = " ".join(self.line.split())
        for pattern, mask in MASKS:
            line = re.sub(pattern, mask, line)
        self.into += [line] * bool(line)
        self.line = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.quiet += tag in NOT_READ
        if tag not in IN_A_LINE:
            self.end_line()
        if tag == "main":
            self.into = self.content
        self.line += "".join(f" [{value}] " for name, value in attrs if name in READ_OUT and value)

    def handle_endtag(self, tag: str) -> None:
        self.quiet -= tag in NOT_READ
        if tag not in IN_A_LINE:
            self.end_line()
        if tag == "main":
            self.into = self.around

    def handle_data(self, data: str) -> None:
        if not self.quiet:
            self.line += data


def golden_texts(director: Client, reader: Client) -> dict[str, str]:
    """The lines of every kind of page by its name, each where the walk through the stages first comes to it."""
    texts, known = defaultdict[str, list[str]](list), defaultdict[str, set[str]](set)
    for stage in (name for name in STAGES if name not in BY_CHANCE):
        event = STAGES[stage]()
        pages = pages_of(director, event.slug, *hidden_behind_choices(event.slug))
        if event.is_shown:
            pages |= pages_of(reader, event.slug, root="/")
        for answer in pages.values():
            read = Lines(answer.content.decode())
            for name, lines in ((FRAME, read.around), (name_of(answer.wsgi_request.path), read.content)):
                new = [line for line in dict.fromkeys(lines) if line not in known[name]]
                known[name].update(new)
                texts[name] += [f"== {stage}"] * bool(new)
                for line in new:
                    texts[name] += textwrap.wrap(line, 140, break_long_words=False, break_on_hyphens=False)
    return {name: "\n".join(lines) + "\n" for name, lines in sorted(texts.items())}


@pytest.mark.django_db
def test_every_page_says_what_was_reviewed(
    director: Client, client: Client, writes_pages: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = timezone.now().replace(second=0) + timedelta(
        hours=1
    )  # models took the clock itself as a default: nothing is before it
    moments = (began + timedelta(microseconds=later) for later in count())
    monkeypatch.setattr(
        timezone, "now", lambda: next(moments)
    )  # "just now" and "2 changes in the same minute" on any machine

    def at_that_moment(instance: Change, **_sent: object) -> None:
        instance.made_at = timezone.now()  # its default is the clock itself

    pre_save.connect(at_that_moment, sender=Change)
    try:
        texts = golden_texts(director, client)
    finally:
        pre_save.disconnect(at_that_moment, sender=Change)
    if writes_pages:
        for old in GOLDEN.glob("*.txt"):
            old.unlink()
        for name, text in texts.items():
            (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
    assert texts == {path.stem: path.read_text(encoding="utf-8") for path in sorted(GOLDEN.glob("*.txt"))}
