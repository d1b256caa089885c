"""A truthful log in a scribe's own manner, and the means of writing it: the text of other events, or the lines changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from inspect import getdoc
from itertools import groupby
from random import Random

from games.acquire.actions import Action, ActKind
from games.acquire.logs.writer import write_text
from laboratory.mistakes.sheets import SampleLog

#: A function that tells a game in one manner; it returns None where the game has no occasion for it.
Telling = Callable[[SampleLog, Random], str | None]


@dataclass(frozen=True, slots=True)
class Habit:
    """A manner of writing logs, with the editions in which it is tried (all if none is named).

    With ``is_full`` the manner is made of the complete log, with hands and draws; otherwise of a scribe's. With ``is_played_on`` the game
    is played at random until it ends by itself.
    """

    name: str
    tell: Telling
    editions: tuple[str, ...] = ()
    is_full: bool = False
    is_played_on: bool = False

    @property
    def definition(self) -> str:
        """What is otherwise than in a log in the notation that tells everything."""
        return " ".join((getdoc(self.tell) or "").split())


def text_of(sheet: SampleLog, events: Iterable[Action]) -> str:
    """The text of the log with these events."""
    return write_text(replace(sheet.record, events=list(events)))


def different(sheet: SampleLog, events: list[Action]) -> str | None:
    """The text of the log with these events, None if they are those of the log as it is."""
    return text_of(sheet, events) if events != sheet.record.events else None


def without(sheet: SampleLog, is_left_out: Callable[[Action], bool]) -> str | None:
    """The text of the log without some events, None if it has no such event."""
    return different(sheet, [event for event in sheet.record.events if not is_left_out(event)])


def turns_of(sheet: SampleLog) -> list[list[Action]]:
    """The events in front of the first turn, then those of each turn with the counts after it, then the final."""
    number = 0

    def part(event: Action) -> int:
        nonlocal number
        if event.act is ActKind.TURN:
            number += 1
        return number if event.act is not ActKind.FINAL else -1

    return [list(group) for _, group in groupby(sheet.record.events, part)]


def by_turns(sheet: SampleLog, arranged: Callable[[list[Action]], list[Action]]) -> str | None:
    """The text of the log with the events of each turn in another order or number, None if nothing changes."""
    return different(sheet, [event for turn in turns_of(sheet) for event in arranged(turn)])


def split_text(text: str) -> tuple[list[str], list[str]]:
    """The lines of the header and those below it."""
    head, _, body = text.partition("\n\n")
    return head.splitlines(), body.splitlines()


def joined(head: list[str], body: list[str]) -> str:
    """The text of a header and the lines below it."""
    return "\n".join([*head, "", *body]) + "\n"


def reworded(sheet: SampleLog, word: Callable[[str], str]) -> str | None:
    """The text of the log with each line below the header written in other words, None if none changes."""
    text = text_of(sheet, sheet.record.events)
    head, body = split_text(text)
    told = joined(head, [word(line) for line in body])
    return told if told != text else None


def is_head(line: str) -> bool:
    """Whether a line begins a turn."""
    return line[:1].isdigit()
