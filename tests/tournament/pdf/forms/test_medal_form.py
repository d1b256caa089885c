"""The medal form: given name and surname in two columns."""

from __future__ import annotations

from dataclasses import replace

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import text_of
from tournament.pdf import Options, sheet
from tournament.scores import standings


def test_a_name_is_parted_as_the_list_parts_it_and_else_before_its_last_word() -> None:
    base = event(8, closed=4, drawn=4)
    first, second, *_ = (row.player for row in standings(base))
    entries = tuple(
        replace(entry, name="Liz van Demo", given_name="Elizabeth", family_name="van Demo")
        if entry.player == first
        else replace(entry, name="Bo van Sample")
        if entry.player == second
        else entry
        for entry in base.entries
    )
    text = text_of(sheet("medal-form", replace(base, entries=entries), Options(), PRINTED_AT))
    assert "Elizabeth\nvan Demo\n" in text
    assert "Bo van\nSample\n" in text
    assert "Liz van Demo\n" in text  # the list of the whole field has the name that everybody knows
