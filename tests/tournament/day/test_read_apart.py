"""What people bring is read in a process that can be killed: five seconds of work, then a sentence, and the next is read as ever."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from tournament.day.lists.columns import RosterError
from tournament.day.lists.rosters import Surroundings, read_list
from tournament.installation.processes import LONGEST, MOST_WORK, READER, read_apart
from tournament.replays.reading import read_game
from tournament.replays.table_log import UnreadableLogError
from wording.languages import speaking


def never_ends(text: str) -> None:
    """An expression whose time doubles with each letter."""
    re.match(r"(?:a|a)+b", text)


def breaks(kind: str) -> None:
    """A fault of ours."""
    raise KeyError(kind)


def says(words: str) -> str:
    """A reader that prints."""
    sys.stdout.write(words)
    return words


@pytest.fixture(autouse=True)
def none_kept() -> Iterator[None]:
    """No process of another test reads, and none is left."""
    READER.end()
    yield
    READER.end()


def reading() -> list[int]:
    """The processes that read for this one."""
    words = "tournament.installation.processes"
    return [each.pid for each in psutil.Process().children() if words in each.cmdline()]


def test_what_does_not_end_is_stopped_in_a_sentence_and_the_next_is_read() -> None:
    with pytest.raises(RosterError, match=rf"more than {MOST_WORK} seconds of work.*send it again\."):
        read_apart(RosterError, never_ends, "a" * 100)
    assert reading() == []
    assert read_apart(RosterError, says, "Ada Demo") == "Ada Demo"
    (kept,) = reading()
    assert read_apart(RosterError, says, "Ben Demo") == "Ben Demo"
    assert reading() == [kept], "one process reads one after the other"


def test_what_only_waits_is_given_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.installation.processes.LONGEST", 1.0)
    assert LONGEST > 1
    with pytest.raises(RosterError, match="was stopped"):
        read_apart(RosterError, time.sleep, 10 * LONGEST)


def test_it_is_read_as_it_is_here_and_refused_in_the_language_that_is_spoken() -> None:
    text = "Name\tCountry\nAda Demo\tNL\nBen Demo\tGB"
    assert read_apart(RosterError, read_list, text, Surroundings()) == read_list(text, Surroundings())
    for code in ("de", "en-gb"):
        with speaking(code):
            with pytest.raises(RosterError) as here:
                read_list("", Surroundings())
            with pytest.raises(RosterError, match=re.escape(str(here.value))):
                read_apart(RosterError, read_list, "", Surroundings())
    with pytest.raises(UnreadableLogError) as wrong:
        read_apart(UnreadableLogError, read_game, "edition: mso\nplayers: a b\n1 a: fooo\n")
    assert [each.line for each in wrong.value.problems] == [3]


def test_a_fault_of_ours_stays_one() -> None:
    with pytest.raises(KeyError, match="kind") as fault:
        read_apart(RosterError, breaks, "kind")
    assert "in breaks" in fault.value.__notes__[0]
