"""Words that several sheets share, and figures that only paper writes, in the language of the print.

Sizes for handwriting: the least that a field filled in with a pen may have, in points, each with its reason.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tournament.pdf.lines import in_bold
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.names import NameForm
from tournament.record.once import once_a_record
from wording import gettext as _
from wording import gettext_noop
from wording.directions import by_itself

MILLIMETRE: Final = 72 / 25.4

ROW: Final = 7 * MILLIMETRE  # the line distance of a ruled pad: an amount or a word at ordinary size, written standing
DIGIT: Final = 3.6 * MILLIMETRE  # a figure written at a table, with the white beside it
FIVE_DIGITS: Final = 18 * MILLIMETRE  # 41200, the cash of a game, is five of them
TWO_DIGITS: Final = 2 * DIGIT  # a number of shares or tiles
FOUR_DIGITS: Final = 4 * DIGIT  # a price: 200 to 1200
SIGNATURE: Final = 40 * MILLIMETRE  # below it people write their initials instead
TURN: Final = 5 * MILLIMETRE  # a line of a turn: a tile and a few letters, written small by one scribe
LETTER: Final = 2.5 * MILLIMETRE  # a letter in such a line


def letters(count: int) -> float:
    """The width in points of that many handwritten letters in a line of a turn."""
    return count * LETTER


ALL_ROUNDS = gettext_noop("All rounds")


def spoken_name(entry: EntryRecord) -> str:
    """The name as people say it, "Zoe Anfang", with its surname marked as bold, whatever the form of the event.

    For what greets or honours one person: place cards and certificates.
    """
    spoken = entry.in_form(NameForm.SURNAME_LAST)
    return _name_in_bold(spoken) if spoken.surname else spoken.name


def name_and(name: str, sentence: str) -> str:
    """A sentence about a player, after the player's name."""
    return _("{name}: {sentence}", name=by_itself(name), sentence=sentence)


@once_a_record
def with_bold_surnames(record: EventRecord) -> EventRecord:
    """The event with marks around the words of each surname that is written in bold."""
    if not record.surnames:
        return record
    return replace(
        record,
        entries=tuple(
            replace(entry, name=_name_in_bold(entry), entered=entry.as_entered) if entry.surname else entry
            for entry in record.entries
        ),
    )


def _name_in_bold(entry: EntryRecord) -> str:
    """The name of an entry with its surname marked as bold."""
    before, surname, after = entry.name.rpartition(entry.surname)
    return f"{before}{in_bold(surname)}{after}"
