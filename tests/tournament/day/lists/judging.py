"""Whether a reading of a list is right, asks where it is not sure, or is silently wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tests.tournament.day.lists.expected import Person, Shape, plain, words

OF_THE_WHOLE_LIST = {"column", "columns", "sheet", "sheets", "encoding", "separator"}
"""Words of a question that is about every row, as keys or in its sentence; any other is about the lines or names that it says."""


class Verdict(StrEnum):
    """How a list was read."""

    RIGHT = "right"
    ASKED = "asked"
    SILENT = "silent"


@dataclass(frozen=True)
class Judged:
    """A verdict and the first thing that differs from what should have been read, or nothing."""

    verdict: Verdict
    difference: str = ""


@dataclass(frozen=True)
class Row:
    """A row of a reading with all its words, the doubts too."""

    told: Mapping[str, Any]
    line: Any
    name: str
    selected: bool
    doubts: Sequence[Any]
    words: frozenset[str]

    def differs(self, person: Person) -> str:
        """What of this row is not as it is for the person; empty where nothing is."""
        family = plain(self.told.get("family") or "")
        if self.name not in person.names:
            return f"“{self.name}” is not “{person.names[0]}”"
        for word, told, should in (
            ("country", self.told.get("country") or "", person.country),
            ("junior", bool(self.told.get("junior")), person.junior),
            ("number", str(self.told.get("number") or ""), person.number),
        ):
            if should is not None and told != should:
                return f"“{self.name}”: {word} is {told!r}, not {should!r}"
        if family and person.family and family != person.family:
            return f"“{self.name}”: the surname is “{family}”, not “{person.family}”"
        return ""


def judge_refusal(shape: Shape, sentence: str) -> Judged:
    """The verdict on a list that was refused as a whole with this sentence."""
    if not sentence.strip():
        return Judged(Verdict.SILENT, "refused without a sentence")
    if shape.refused is not False:
        return Judged(Verdict.RIGHT)
    return Judged(Verdict.ASKED, f"refused: {sentence}")


def judge(shape: Shape, answer: Mapping[str, Any]) -> Judged:
    """The verdict on what a reader gave for a list: `rows` and `questions`, as `manage.py roster --json` says them."""
    return _Reading(shape, answer).judged()


class _Reading:
    """One answer beside what was expected."""

    def __init__(self, shape: Shape, answer: Mapping[str, Any]) -> None:
        self.shape = shape
        self.answer = answer
        self.rows = [_row(told) for told in answer["rows"]]
        self.questions: list[Any] = list(answer.get("questions") or ())
        self.matched: list[tuple[Row, Person]] = []
        self.wrong = [row for row in self.rows if row.selected]
        self.missing = list(shape.people)
        self._match()

    def _match(self) -> None:
        for person in list(self.missing):
            row = next((row for row in self.wrong if not row.differs(person)), None)
            if row is not None:
                self.wrong.remove(row)
                self.missing.remove(person)
                self.matched.append((row, person))

    def judged(self) -> Judged:
        silent = [*self._silently_wrong(), *self._lost()]
        if silent:
            return Judged(Verdict.SILENT, silent[0])
        asked = [*self._wrong_where_nothing_is_to_ask(), *self._needless(), *self._shown_nowhere()]
        return Judged(Verdict.ASKED, asked[0]) if asked else Judged(Verdict.RIGHT)

    def _silently_wrong(self) -> list[str]:
        found = [self._difference(row) for row in self.wrong if not self._is_flagged(row)]
        if self.shape.must_ask and not self.questions and not any(row.doubts for row in self.rows):
            found.append("nothing is asked, though something cannot be known")
        return found

    def _difference(self, row: Row) -> str:
        same = (person for person in self.missing if row.name in person.names)
        for person in same:
            return row.differs(person)
        return f"“{row.name}” is no person to enter" if not self.missing else row.differs(self._nearest(row))

    def _nearest(self, row: Row) -> Person:
        return max(self.missing, key=lambda person: len(words(person.names[0]) & row.words))

    def _is_flagged(self, row: Row) -> bool:
        return bool(row.doubts) or any(self._is_about(question, row) for question in self.questions)

    def _is_about(self, question: Any, row: Row) -> bool:
        """By its lines, else by what it says of the whole list, else by a word that it shares with the row."""
        if isinstance(question, Mapping):
            lines = question.get("lines", [question["line"]] if question.get("line") is not None else [])
            if lines:
                return row.line in lines
        said = _words_of(question)
        return bool(said & OF_THE_WHOLE_LIST) or bool(said & _own_words(row))

    def _lost(self) -> list[str]:
        """People of whom no row that is flagged or apart, and no question, says the name."""
        flagged = [row for row in self.wrong if self._is_flagged(row)]
        apart = [row for row in self.rows if not row.selected]
        asked = [_words_of(question) for question in self.questions]
        untraced = [
            person
            for person in self.missing
            if not any(person.is_named_in(row.words) for row in (*flagged, *apart))
            and not any(person.is_named_in(said) for said in asked)
        ]
        # A person with other letters or half a name is in a flagged row too, one in each.
        names = [person for person in self.missing if person not in untraced]
        garbled = [row for row in flagged if not any(person.is_named_in(row.words) for person in names)]
        if any("encoding" in said for said in asked):
            garbled += [row for row in apart if not any(person.is_named_in(row.words) for person in names)]
        return [f"“{person.names[0]}” is lost" for person in untraced[len(garbled) :]]

    def _wrong_where_nothing_is_to_ask(self) -> list[str]:
        found = [self._difference(row) for row in self.wrong if not self._may_be_asked(row)]
        found += [f"“{person.names[0]}” is not selected" for person in self.missing if not self.shape.asks_for(person)]
        if self.shape.refused:
            found.append("read, though it is no list")
        return found

    def _may_be_asked(self, row: Row) -> bool:
        return self.shape.asks_about(row.words)

    def _needless(self) -> list[str]:
        found = [
            f"“{row.name}” is doubted: {_said(row.doubts[0])}"
            for row, person in self.matched
            if row.doubts and not self.shape.asks_for(person)
        ]
        if self.questions and not self.shape.ask:
            found.append(f"asked: {_said(self.questions[0])}")
        return found

    def _shown_nowhere(self) -> list[str]:
        """What must stand apart and is in nothing that the answer says beside the selected rows."""
        others = {key: value for key, value in self.answer.items() if key != "rows"}
        rows = [row.words for row in self.rows if not row.selected]
        beside = frozenset().union(_words_of(others), *rows)
        selected = frozenset().union(*(row.words for row in self.wrong))
        return [f"“{name}” is shown nowhere" for name in self.shape.apart if not words(name) <= beside | selected]


def _row(told: Mapping[str, Any]) -> Row:
    parts = " ".join(told.get(part) or "" for part in ("given", "family"))
    return Row(
        told=told,
        line=told.get("line"),
        name=plain(told.get("name") or parts),
        selected=bool(told["selected"]),
        doubts=told.get("doubts") or (),
        words=_words_of(told),
    )


def _own_words(row: Row) -> frozenset[str]:
    """The words of what a row says of its person, without its doubts."""
    return words(" ".join(str(row.told.get(part) or "") for part in ("name", "given", "family", "country", "number")))


def _words_of(told: Any) -> frozenset[str]:
    """The words of everything in a value of JSON."""
    return words(_said(told).replace("\\n", " ").replace("\\t", " "))


def _said(told: Any) -> str:
    return told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)
