"""docs/rules.md and docs/help.md as values: the rules with their rulings and settings, and the topics of help.

A translation is a file in the same shape in the folder of its language (wording/locale/de/rules.md), with the same keys and the English
words ``Ruling:``, ``Setting:``, ``Open:`` and ``Pages:``. Readers of a language without one get the English file.

The shape of docs/rules.md: ``## `` is a group, ``### R44 Title`` a rule, the paragraph below it the rule itself; further paragraphs begin
with ``Ruling:``, ``Setting:`` or ``Open:``. Text of a group before its first rule, or in a group without rules, is not read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from tournament.installation.folders import BOOKS
from tournament.record.formats import EVERY_PART, Format
from wording import LOCALE_FOLDER
from wording import gettext as _
from wording.languages import SOURCE_LANGUAGE, language, speaking

RULES: Final = BOOKS / "rules.md"
MARKERS: Final = ("Ruling", "Setting", "Open")

_GROUP = re.compile(r"## (?P<title>\S.*)")
_RULE = re.compile(r"### (?P<key>\S+) (?P<title>\S.*)")
_MARKED = re.compile(rf"(?P<marker>{'|'.join(MARKERS)}): (?P<text>\S.*)")
_CITED = re.compile(
    r"(?<![\w.])R(?P<first>[1-9][0-9]?)(?:[-–]R(?P<last>[1-9][0-9]?)|(?P<part> [a-z])(?=\)))?(?!\w)"
    r"|\bMSO-[TS]\b"
    r"|(?<=section )(?:2\.1|5)(?!\.?\d)"
    r"|(?<=\()2\.1(?=[),:;])"
)
WORTH_A_LOOK = re.compile(r"R[1-9]|MSO-|2\.1|section 5")
"""What every text with a rule number contains: a quick test before the slower search for the numbers themselves."""


class RulebookError(ValueError):
    """Raised if docs/rules.md does not have the shape described above; the message says where."""


class UnknownRuleError(KeyError):
    """Raised if there is no rule of that key."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its key ("R44", "2.1", "MSO-T"), title, sentences, rulings, settings, open questions, and group."""

    key: str
    title: str
    text: str
    rulings: tuple[str, ...]
    settings: tuple[str, ...]
    open: tuple[str, ...]
    group: str


class Citation(NamedTuple):
    """A citation in a text: its ``start`` and ``end``, and the keys of the rules cited, several for a range."""

    start: int
    end: int
    keys: tuple[str, ...]


NUMBERED = re.compile(r"R\d+")
"""The key of a rule that has a number."""


def in_language(book: Path, code: str) -> Path:
    """Return the translation of a book into a language (wording/locale/de/rules.md); the English book where there is none."""
    translated = LOCALE_FOLDER / code.replace("-", "_") / book.name
    return translated if translated.is_file() else book


def rulebook(code: str | None = None) -> Mapping[str, Rule]:
    """Return every rule by its key in a language, None for the reader's, in the order of the file."""
    return _rulebook(in_language(RULES, code or language()))


@cache
def _rulebook(book: Path) -> Mapping[str, Rule]:
    """Return the rules of a file, which is read once."""
    return read_rules(book.read_text(encoding="utf-8"))


def rule(key: str) -> Rule:
    """Return the rule of a key such as "R44" in the reader's language; raises UnknownRuleError if there is none."""
    found = rulebook().get(key)
    if found is None:
        numbered = [each for each in rulebook() if NUMBERED.fullmatch(each)]
        others = ", ".join(each for each in rulebook() if each not in numbered)
        raise UnknownRuleError(
            _(
                "There is no rule {key}; the rules are R1 to {last}, {others}.",
                key=repr(key),
                last=numbered[-1],
                others=others,
            )
        )
    return found


def read_rules(text: str) -> Mapping[str, Rule]:
    """Return the rules of a text in the shape of ``docs/rules.md``, by key; raises RulebookError for another shape."""
    rules: dict[str, Rule] = {}
    group = ""
    for heading, paragraphs in _sections(text):
        if found := _GROUP.fullmatch(heading):
            group = found["title"]
        elif found := _RULE.fullmatch(heading):
            if found["key"] in rules:
                raise RulebookError(f"Rule {found['key']} is there twice; keep one.")
            rules[found["key"]] = _rule(found["key"], found["title"], group, paragraphs)
        elif heading.startswith("###"):
            raise RulebookError(f"{heading!r} is no heading of a rule; write its number and its title.")
    return MappingProxyType(rules)


def cited_rules(text: str) -> list[Citation]:
    """Return the citations of rules in a sentence, left to right: "(R44)", "R55-R56", "R11, R68", "(R27 a)", "(2.1)", "MSO-T".

    A range cites every rule in it; numbers for which there is no rule are ignored. A heading "R1" for a round would count as a citation.
    """
    return [citation for found in _CITED.finditer(text) for citation in _citations(found)]


_BRACKETED = re.compile(rf"\([^()<>]*?(?:{WORTH_A_LOOK.pattern})[^()<>]*\)")
"""A text in brackets that may cite a rule."""
_BETWEEN = re.compile(r"\([\s,;–-]*\)")
"""What is left of such a text without its rule numbers, where it does nothing but cite."""
_IN_WORDS = re.compile(r"(?:,| in| of| von) R[1-9]\d*")
"""A rule number outside brackets: "late entry, R53"."""


def bracketed_rules(text: str) -> Iterator[re.Match[str]]:
    """Return the brackets of a text that do nothing but cite rules, such as "(R44)"."""
    found = (each for each in _BRACKETED.finditer(text) if cited_rules(each[0]))
    return (each for each in found if _BETWEEN.fullmatch(_CITED.sub("", each[0])))


@lru_cache(4096)
def uncited(sentence: str) -> str:
    """Return a sentence of the catalogue without rule numbers."""
    for found in reversed([*bracketed_rules(sentence)]):
        sentence = sentence[: found.start()].rstrip() + sentence[found.end() :]
    return _IN_WORDS.sub("", sentence)


def speaking_of(form: Format, code: str | None = None) -> AbstractContextManager[None]:
    """Speak of what is played by a format, in a language, None for the reader's; without rule numbers where the format cites no rules."""
    return speaking(code or language(), None if form.cites else uncited)


def _citations(found: re.Match[str]) -> Iterator[Citation]:
    """Yield the citations of one match: one rule, a range, or both ends of what is not a range of rules."""
    start, end = found.span()
    if not found["first"]:
        yield from _known_citation(start, end, found[0])
        return
    if not found["last"]:
        yield from _known_citation(start, end, f"R{found['first']}")
        return
    first, last = int(found["first"]), int(found["last"])
    keys = tuple(f"R{number}" for number in range(first, last + 1))
    if keys and all(key in rulebook(SOURCE_LANGUAGE) for key in keys):
        yield Citation(start, end, keys)
        return
    # Not all of these are rules, so the two ends are read as citations of their own.
    yield from _known_citation(start, found.end("first"), f"R{first}")
    yield from _known_citation(found.start("last") - 1, end, f"R{last}")


def _known_citation(start: int, end: int, key: str) -> Iterator[Citation]:
    """Yield a citation if there is a rule of that key."""
    if key in rulebook(SOURCE_LANGUAGE):
        yield Citation(start, end, (key,))


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each heading of level two or three with its paragraphs, every paragraph on one line."""
    heading, paragraphs = "", list[str]()
    for block in _blocks(text):
        if block.startswith(("## ", "###")):
            yield heading, paragraphs
            heading, paragraphs = block, []
        else:
            paragraphs.append(block)
    yield heading, paragraphs


def _blocks(text: str) -> Iterator[str]:
    """Yield headings and paragraphs; a line that begins with a marker begins a paragraph."""
    lines: list[str] = []
    for line in [*map(str.strip, text.splitlines()), ""]:
        if lines and (not line or line.startswith("#") or lines[0].startswith("#") or _MARKED.match(line)):
            yield " ".join(lines)
            lines = []
        if line:
            lines.append(line)


def _rule(key: str, title: str, group: str, paragraphs: list[str]) -> Rule:
    """Return one rule; raises RulebookError if it has no sentence or a paragraph without a marker."""
    if not paragraphs or _MARKED.match(paragraphs[0]):
        raise RulebookError(f"Rule {key} says nothing; write its sentence below the heading.")
    texts: dict[str, list[str]] = {marker: [] for marker in MARKERS}
    for paragraph in paragraphs[1:]:
        found = _MARKED.fullmatch(paragraph)
        if found is None:
            raise RulebookError(
                f"Rule {key} has a second paragraph {paragraph[:40]!r}; begin it with Ruling:, Setting: or Open:."
            )
        texts[found["marker"]].append(found["text"])
    rulings, settings, questions = (tuple(texts[marker]) for marker in MARKERS)
    return Rule(key, title, paragraphs[0], rulings, settings, questions, group)


HELP = BOOKS / "help.md"
_TOPIC = re.compile(r"### (?P<key>[a-z]+): (?P<title>.+)")
_GROUP = re.compile(r"## (?P<title>.+)")
_STEP = re.compile(r"\d+\. ")
_WORDS = re.compile(r"\*\*(.+?)\*\*")
_ONLY_WITH = re.compile(r"\[(?P<part>[a-z]+): (?P<text>[^]|]+)(?:\|(?P<other>[^]]+))?\]")
"""Words of help for formats that have a part, and after a stroke those for all others."""
CITES = "cites"
"""What a format without rule numbers lacks."""


class HelpbookError(ValueError):
    """Raised if docs/help.md does not have the agreed shape; the message says where."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of help: when it applies, its steps, and the pages on which it is shown, by their names in the site map.

    ``extra`` is the flag of `Extras`, the part of a format, or "cuts", without which pages do not show it; empty for none.
    """

    key: str
    title: str
    group: str
    when: str
    steps: tuple[str, ...]
    pages: frozenset[str]
    extra: str = ""

    @property
    def buttons(self) -> tuple[str, ...]:
        """The words of the desk's buttons and links that its steps quote; they are in bold in the file."""
        return tuple(words for step in self.steps for words in _WORDS.findall(step))

    def without(self, lacked: Collection[str]) -> Topic:
        """Return the topic as readers see it whose format lacks this (`lacked_by`); a step of which nothing is left is left out."""
        steps = (_told(step, lacked) for step in self.steps)
        return replace(self, when=_told(self.when, lacked), steps=tuple(filter(None, steps)))


def lacked_by(form: Format) -> list[str]:
    """Return what help does not speak of to somebody who plays by a format: the parts that it lacks, and rule numbers."""
    return [*sorted(EVERY_PART - form.parts), *[CITES] * (not form.cites)]


def _told(text: str, lacked: Collection[str]) -> str:
    """Return a text of help without words about what is lacked."""
    told = _ONLY_WITH.sub(lambda found: (found["other"] or "") if found["part"] in lacked else found["text"], text)
    return _in_one_line(uncited(told) if CITES in lacked else told)


def helpbook(code: str | None = None) -> Mapping[str, Topic]:
    """Return every topic of help by its key in a language, None for the reader's, in the order of the file."""
    return _helpbook(in_language(HELP, code or language()))


@cache
def _helpbook(book: Path) -> Mapping[str, Topic]:
    """Return the topics of a file, which is read once."""
    return read_help(book.read_text(encoding="utf-8"))


def topics_of(page: str) -> tuple[Topic, ...]:
    """Return the topics shown on a page, by the page's name in the site map, in the order of the file."""
    return tuple(topic for topic in helpbook().values() if page in topic.pages)


def read_help(text: str) -> Mapping[str, Topic]:
    """Return the topics of a text in the shape of ``docs/help.md``, by key; raises HelpbookError for another shape."""
    topics: dict[str, Topic] = {}
    group = ""
    for section in re.split(r"\n(?=##)", text)[1:]:
        heading, _, body = section.partition("\n")
        if found := _TOPIC.fullmatch(heading):
            if found["key"] in topics:
                raise HelpbookError(f"The topic {found['key']} is there twice; keep one.")
            topics[found["key"]] = _topic(found["key"], found["title"], group, body)
        elif found := _GROUP.fullmatch(heading):
            group = found["title"]
        else:
            raise HelpbookError(f"{heading!r} is no heading of a topic; write its key, a colon and its title.")
    return MappingProxyType(topics)


def _topic(key: str, title: str, group: str, body: str) -> Topic:
    """Return one topic; raises HelpbookError unless it has its pages, a paragraph that says when, and numbered steps."""
    paragraphs = [each for each in body.strip().split("\n\n") if each]
    if len(paragraphs) != 3 or not paragraphs[0].startswith("Pages: ") or not _STEP.match(paragraphs[2]):
        raise HelpbookError(f"The topic {key} needs its pages, a paragraph that says when, and numbered steps.")
    steps = [_STEP.sub("", _in_one_line(step), count=1) for step in re.split(r"\n(?=\d+\. )", paragraphs[2])]
    named, _line, extra = paragraphs[0].removeprefix("Pages: ").partition("\nExtra: ")
    pages = frozenset(named.replace(",", " ").split())
    return Topic(key, title, group, _in_one_line(paragraphs[1]), tuple(steps), pages, extra)


def _in_one_line(text: str) -> str:
    """Return a text with single blanks and without line breaks."""
    return " ".join(text.split())
