"""A list read again beside the entries: new, changed, gone."""

from __future__ import annotations

from dataclasses import replace

from tournament.day.lists.lines import RosterLine
from tournament.day.lists.rosters import Surroundings, read_list
from tournament.day.office.compared import ChangedEntry, Comparison, FieldChange, compared
from tournament.record.event import EntryRecord
from tournament.record.vocabulary import PlayerId, Status


def entry(number: int, name: str, **more: object) -> EntryRecord:
    return replace(EntryRecord(PlayerId(number), name), **more)  # type: ignore[arg-type]


def compare(text: str, *entries: EntryRecord) -> Comparison:
    return compared(read_list(text, Surroundings()), entries)


def test_the_same_list_again_changes_nothing() -> None:
    ada = entry(1, "Ada Demo", country="NLD", contestant_id="501", given_name="Ada", family_name="Demo")
    text = "First name,Last name,Country,ContestantId,Junior\nAda,Demo,Netherlands,501,no"
    assert compare(text, ada) == Comparison((), (), (), 1)


def test_new_changed_and_gone_are_told_apart() -> None:
    ada = entry(1, "Ada Smyth", contestant_id="501", country="NL", is_junior=True)
    ben, cai = entry(2, "Ben Demo"), entry(3, "Cai Demo")
    text = "Name,Country,ID,Junior\nAda Smith,,501,no\nBen Demo,PL,502,\nDot Demo,NL,503,"
    assert compare(text, ada, ben, cai) == Comparison(
        new=(RosterLine(4, "Dot Demo", "NL", contestant_id="503"),),
        changed=(
            ChangedEntry(
                ada, 2, (FieldChange("name", "Ada Smyth", "Ada Smith"), FieldChange("is_junior", True, False))
            ),
            ChangedEntry(ben, 3, (FieldChange("contestant_id", "", "502"), FieldChange("country", "", "PL"))),
        ),
        gone=(cai,),
        same=0,
    )


def test_a_column_that_the_list_has_not_changes_nothing() -> None:
    ada = entry(1, "Ada Demo", country="NL", is_junior=True, contestant_id="501", given_name="Ada", family_name="Demo")
    assert compare("Name\nAda Demo", ada) == Comparison((), (), (), 1)


def test_two_people_of_one_name_are_told_apart_by_number_alone() -> None:
    one, other = entry(1, "Ada Demo", contestant_id="501"), entry(2, "Ada Demo", contestant_id="502")
    found = compare("Name,ID,Country\nAda Demo,502,NL\nAda Demo,503,PL\nAda Demo,501,", one, other)
    assert [(row.entry.player, row.line) for row in found.changed] == [(2, 2)]
    assert [line.line for line in found.new] == [3]
    assert (found.gone, found.same) == ((), 1)


def test_a_name_that_stands_twice_is_nobody_without_a_number() -> None:
    found = compare("Name\nAda Demo\nAda Demo", entry(1, "Ada Demo"))
    assert ([line.line for line in found.new], [each.player for each in found.gone]) == ([2, 3], [1])


def test_who_has_left_is_not_missed_in_a_list() -> None:
    assert compare("Name\nBen Demo", entry(1, "Ada Demo", status=Status.WITHDRAWN)).gone == ()


def test_a_tick_holds_for_the_changes_that_were_shown() -> None:
    ada = entry(1, "Ada Demo", country="NL")
    (one,) = compare("Name,Country\nAda Demo,PL", ada).changed
    (again,) = compare("Name,Country\nAda Demo,PL", ada).changed
    (other,) = compare("Name,Country\nAda Demo,FR", ada).changed
    assert one.mark == again.mark != other.mark
