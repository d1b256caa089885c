"""What to do when, as it stands in ``docs/help.md``: topics with their steps, and the pages on which each is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

HELP = Path(__file__).resolve().parents[2] / "docs" / "help.md"
_TOPIC = re.compile(r"### (?P<key>[a-z]+): (?P<title>.+)")
_GROUP = re.compile(r"## (?P<title>.+)")
_STEP = re.compile(r"\d+\. ")
_WORDS = re.compile(r"\*\*(.+?)\*\*")


class HelpbookError(ValueError):
    """The file of help has another shape than the one agreed; the message says where."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing that may happen: its key, title and group, when it is meant, the steps, and the pages of the site map it belongs to."""

    key: str
    title: str
    group: str
    when: str
    steps: tuple[str, ...]
    pages: frozenset[str]

    @property
    def buttons(self) -> tuple[str, ...]:
        """The words of the desk that its steps quote, in bold in the file."""
        return tuple(words for step in self.steps for words in _WORDS.findall(step))


@cache
def helpbook() -> Mapping[str, Topic]:
    """Every topic by its key, in the order of the file; read once."""
    return read_help(HELP.read_text(encoding="utf-8"))


def topics_of(page: str) -> tuple[Topic, ...]:
    """The topics of a page by its name in the site map, in the order of the file."""
    return tuple(topic for topic in helpbook().values() if page in topic.pages)


def read_help(text: str) -> Mapping[str, Topic]:
    """The topics of a text in the shape of ``docs/help.md``; raises HelpbookError where it has another."""
    topics: dict[str, Topic] = {}
    group = ""
    for section in re.split(r"\n(?=##)", text)[1:]:
        heading, _, body = section.partition("\n")
        if found := _TOPIC.fullmatch(heading):
            if found["key"] in topics:
                raise HelpbookError(f"The topic {found['key']} stands twice; keep one.")
            topics[found["key"]] = _topic(found["key"], found["title"], group, body)
        elif found := _GROUP.fullmatch(heading):
            group = found["title"]
        else:
            raise HelpbookError(f"{heading!r} is no heading of a topic; write its key, a colon and its title.")
    return MappingProxyType(topics)


def _topic(key: str, title: str, group: str, body: str) -> Topic:
    paragraphs = [each for each in body.strip().split("\n\n") if each]
    if len(paragraphs) != 3 or not paragraphs[0].startswith("Pages: ") or not _STEP.match(paragraphs[2]):
        raise HelpbookError(f"The topic {key} needs its pages, a paragraph that says when, and numbered steps.")
    steps = [_STEP.sub("", _in_one_line(step), count=1) for step in re.split(r"\n(?=\d+\. )", paragraphs[2])]
    pages = frozenset(paragraphs[0].removeprefix("Pages: ").replace(",", " ").split())
    return Topic(key, title, group, _in_one_line(paragraphs[1]), tuple(steps), pages)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
