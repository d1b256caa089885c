"""A pasted roster or the organiser's list: read, beside the entries, and with names that may be one person's."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.day.likeness import KnownName, KnownNames, pairs_alike, without_a_letter
from tournament.day.lists.columns import RosterError
from tournament.day.lists.lines import MAX_NAME, LineState, RosterLine
from tournament.day.lists.rosters import MAX_LINES, Surroundings, read_list, read_roster
from tournament.day.office.compared import ChangedEntry, Comparison, FieldChange, comparison_with_entries
from tournament.day.office.contacts import without_contacts
from tournament.record.event import EntryRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId, Status

ENTRANT_LIST = (
    "Index,First Name,Last Name,ContestantId,RatingPoints,SeedingPoints,IsJunior,Phone,Email,Online Nicknames,"
    "Discord Nickname,Whatsapp,EntryId,Country\r\n"
    '1,Ada,Demo,501,,,True,555 0100,ada@demo.example,"ada, the first",,,9001,NL\r\n'
    "2,Ben,Demo,502,,,False,,,,,,9002,Netherlands\r\n"
)


@pytest.mark.parametrize(
    ("line", "name", "country", "is_junior"),
    [
        ("Ada Demo", "Ada Demo", "", False),
        ("Ada Demo, NL", "Ada Demo", "NL", False),
        ("Ada Demo, nld", "Ada Demo", "NL", False),
        ("Ada Demo (NL)", "Ada Demo", "NL", False),
        ("Ada Demo (nl), jnr", "Ada Demo", "NL", True),
        ("Ada Demo (jnr)", "Ada Demo", "", True),
        ("Ada Demo;NL;J", "Ada Demo", "NL", True),
        ("  3.  Ada   Demo  ", "Ada Demo", "", False),
        ("12) Ada Demo", "Ada Demo", "", False),
        ("7\tAda Demo", "Ada Demo", "", False),
        ("- Ada Demo", "Ada Demo", "", False),
        ("3rd Demo", "3rd Demo", "", False),
        ("Дана Пример, BG", "Дана Пример", "BG", False),
        ("示例一, CN", "示例一", "CN", False),
        ("مثال أول", "مثال أول", "", False),
        ("\u202eAda\u202c Demo", "Ada Demo", "", False),
        ("\u2067مثال\u2069 أول", "مثال أول", "", False),
        ("Ada\u200b Demo", "Ada Demo", "", False),
        ("می\u200cنا نمونه", "می\u200cنا نمونه", "", False),
        ("Nguyễn Ví Dụ", "Nguyễn Ví Dụ", "", False),
    ],
)
def test_a_line_is_read_as_people_write_it(line: str, name: str, country: str, is_junior: bool) -> None:
    assert read_roster(line) == (RosterLine(1, name, country, is_junior),)


def test_the_entrant_list_is_read_by_its_columns_and_telephone_numbers_are_not() -> None:
    assert read_roster(ENTRANT_LIST) == (
        RosterLine(2, "Ada Demo", "NL", True, "501", "Ada", "Demo", email="ada@demo.example"),
        RosterLine(3, "Ben Demo", "NL", False, "502", "Ben", "Demo"),
    )


def test_an_entrant_list_copied_from_a_spreadsheet_has_tabs() -> None:
    assert read_roster("Name\tCountry\tJunior\nAda Demo\tnl\tyes\n") == (RosterLine(2, "Ada Demo", "NL", True),)


def test_the_mark_at_the_beginning_of_a_file_does_not_hide_its_columns() -> None:
    assert read_roster("\ufeffName,Country\nAda Demo,NL") == (RosterLine(2, "Ada Demo", "NL"),)


def test_empty_lines_are_skipped_and_line_numbers_are_those_of_the_paste() -> None:
    assert [line.line for line in read_roster("\n\nAda Demo\n\r\n \nBen Demo")] == [3, 6]


def test_the_same_name_twice_is_a_doubt_that_names_the_first_line() -> None:
    first, second = read_roster("Ada Demo\nADA  DEMO")
    assert (first.state, second.state) == (LineState.NEW, LineState.DUPLICATE)
    assert second.remark == "Line 1 has the same name; select this line if they are different people."


def test_a_name_in_the_event_is_flagged_as_entered() -> None:
    (line,) = read_roster("ada demo", entered=["Ada Demo"])
    assert (line.state, line.remark) == (
        LineState.ENTERED,
        "Ada Demo has already been entered; select the line to add another player with this name.",
    )


def test_an_organisers_number_in_the_event_is_the_same_person_whatever_the_name_says() -> None:
    lines = read_roster(ENTRANT_LIST, contestant_ids=["501", ""])
    assert [(line.state, line.remark) for line in lines] == [
        (LineState.REFUSED, "Organiser's number 501 has already been entered; leave the line out."),
        (LineState.NEW, ""),
    ]


def test_an_organisers_number_twice_in_a_list_is_refused_the_second_time() -> None:
    lines = read_roster("Name,ContestantId\nAda Demo,501\nAda D.,501\nBen Demo,\nCai Demo,")
    assert [line.state for line in lines] == [LineState.NEW, LineState.REFUSED, LineState.NEW, LineState.NEW]
    assert lines[1].remark == "Line 2 has the same organiser's number, and a person can enter only once."


def test_a_line_without_a_name_is_refused_with_what_to_do() -> None:
    _, line = read_roster("Ada Demo\n, NL")
    assert (line.state, line.remark) == (
        LineState.REFUSED,
        "This line has no name; add one or leave the line out.",
    )


def test_a_name_that_is_too_long_is_refused_with_both_lengths() -> None:
    (line,) = read_roster("x" * (MAX_NAME + 1))
    assert (line.state, line.remark) == (
        LineState.REFUSED,
        f"“{'x' * 20}…” has {MAX_NAME + 1} characters; the limit is {MAX_NAME}. Shorten it.",
    )


@pytest.mark.parametrize("text", ["", "  \n\t\n"])
def test_an_empty_roster_says_how_to_paste_one(text: str) -> None:
    with pytest.raises(RosterError, match="The list has no players; paste one player per line"):
        read_roster(text)


def test_far_too_many_lines_are_refused_with_their_number() -> None:
    with pytest.raises(RosterError, match=f"too large.*at most {MAX_LINES:,} rows"):
        read_roster("Ada Demo\n" * (MAX_LINES + 1))


def test_column_names_without_players_are_no_roster() -> None:
    with pytest.raises(RosterError, match="The list has no players"):
        read_roster("Name,Country\n\n")


@given(st.sampled_from(["Ada Demo\n", "Name,Country\nAda Demo\n"]), st.text(max_size=200))
def test_any_text_is_read_names_are_tidy_and_a_doubt_has_its_sentence(start: str, text: str) -> None:
    for line in read_roster(start + text):
        assert line.name == " ".join(line.name.split())
        assert len(line.name) <= MAX_NAME
        assert bool(line.name) or line.state is LineState.REFUSED
        assert bool(line.remark or line.doubts) >= (line.state is not LineState.NEW)
        assert bool(line.why) == bool(line.remark or line.doubts or line.alike)


@given(st.text(min_size=1, max_size=30))
def test_case_and_white_space_do_not_part_two_people(name: str) -> None:
    assert name_key(f"  {name} ") == name_key(name_key(name))


@pytest.mark.parametrize(
    ("line", "name", "country"),
    [
        ("Alpha Eins <alpha.eins@example.org>", "Alpha Eins", ""),
        ('"Beta Zwei" <beta@example.org>', "Beta Zwei", ""),
        ("Gamma Drei (gamma@example.org)", "Gamma Drei", ""),
        ("Delta Vier, delta@example.org, NL", "Delta Vier", "NL"),
        ("Epsilon Fünf, epsilon@example.org, +44 20 7946 0001", "Epsilon Fünf", ""),
        ("Zeta Sechs <a@b>", "Zeta Sechs", ""),
        ("Eta Sieben tel. 020 7946 0001, GB", "Eta Sieben", "GB"),
        ("Theta Acht (020) 7946-0001", "Theta Acht", ""),
        ("12. Iota Neun; 0049 30 1234567; DE", "Iota Neun", "DE"),
        ("Name;Country\nKappa Zehn [kappa@example.org];NL", "Kappa Zehn", "NL"),
        ("First name;Surname\nLambda;Elf <lambda@example.org>", "Lambda Elf", ""),
        ("Alpha Eins 07700900333", "Alpha Eins", ""),
        ("Alpha a@example.org Eins", "Alpha Eins", ""),
        ("Beta Zwei, 0031612345678, NL", "Beta Zwei", "NL"),
        ("Gamma Drei https://example.org/gamma?x=1", "Gamma Drei", ""),
        ("Delta Vier, web: www.example.org, DE", "Delta Vier", "DE"),
        ("Epsilon Fünf @epsilon_5", "Epsilon Fünf", ""),
        ("Theta Acht theta[at]example.de", "Theta Acht", ""),
        ("Sigma Neun sigma (at) example.com", "Sigma Neun", ""),
        ("Tau Zehn <tau [at] example [dot] com>", "Tau Zehn", ""),
        ("Phi Elf phi＠example．org", "Phi Elf", ""),
        ("Chi Zwölf ｗｗｗ．ｅｘａｍｐｌｅ．ｏｒｇ", "Chi Zwölf", ""),
        ("Psi Eins ０７７００９００３３３", "Psi Eins", ""),
    ],
)
def test_an_address_or_a_phone_number_never_becomes_part_of_a_name(line: str, name: str, country: str) -> None:
    (read,) = read_roster(line)
    assert (read.name, read.country, read.state, read.had_contacts) == (name, country, LineState.NEW, True)


def test_an_address_without_a_name_is_left_out_and_an_organisers_number_has_its_sign() -> None:
    alone, numbered, rated = read_roster("zeta@example.org\nMu Zwölf, #12345678\nNu Elf, 1800")
    assert (alone.state, alone.remark) == (
        LineState.REFUSED,
        "This line has no name; add one or leave the line out.",
    )
    assert (numbered.name, numbered.contestant_id, numbered.had_contacts) == ("Mu Zwölf", "12345678", False)
    assert (rated.name, rated.contestant_id, rated.unused, rated.is_doubted) == ("Nu Elf", "", ("1800",), False)


@pytest.mark.parametrize(
    "line", ["Ｎｕ Ｅｉｎｓ", "Pat Two, 12345678", "At Three (Ät)", "Pia (At) Demo", "Ada At Home"]
)
def test_what_is_no_contact_is_left_alone(line: str) -> None:
    assert without_contacts(line) == (line, False)


@pytest.mark.parametrize("piece", [" ", "0 ", "a.", "a@", "(", "+1 ", "tel ", "a [", "\u3000", "www.", "12-34 "])
def test_a_long_line_of_nearly_contacts_is_looked_through_at_once(piece: str) -> None:
    """A pattern that tried blanks again and again took 41 s over a thousand of them, and far longer than a test waits over these."""
    line = piece * (20_000 // len(piece))
    assert len(without_contacts(line)[0]) <= len(line)


# A list read again beside the entries: new, changed, gone


def entry(number: int, name: str, **more: object) -> EntryRecord:
    return replace(EntryRecord(PlayerId(number), name), **more)  # type: ignore[arg-type]


def compare(text: str, *entries: EntryRecord) -> Comparison:
    return comparison_with_entries(read_list(text, Surroundings()), entries)


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


# Names that may be one person's


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Ada Smyth", "Ada Smith"),
        ("Ada Smit", "Ada Smith"),
        ("Ada Simth", "Ada Smith"),
        ("Smyth Ada", "Ada Smith"),
        ("Demo Ada", "Ada Demo"),
        ("Zoe Demo", "Zoë Demo"),
        ("Anne Marie Demo", "Annemarie Demo"),
        ("Annemarie Demo", "Anne-Marie Demo"),
        ("Pat ONeil", "Pat O’Neil"),
        ("Joerg Mueller", "Jörg Müller"),
        ("Max Mueller", "Max Muller"),
        ("Ole Aaberg", "Ole Åberg"),
    ],
)
def test_a_name_that_may_be_another_is_told_with_both_names(name: str, known: str) -> None:
    number_three = KnownName(known, "number 3")
    assert KnownNames([number_three]).like(name) == (number_three,)
    assert number_three.words == f"Possible duplicate of {known} (number 3)."


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Ada Demo", "Ada Demo"),
        ("Ada Demo", "Ida Demo"),
        ("Player 17", "Player 18"),
        ("Ada Demo", "Ada Sample"),
        ("Ada Smyth", "Ada Smythe-Demo"),
        ("-", "’"),
    ],
)
def test_names_of_two_people_raise_no_doubt(name: str, known: str) -> None:
    assert KnownNames([KnownName(known, "number 3")]).like(name) == ()


def test_a_name_is_known_under_whatever_accents() -> None:
    assert KnownNames([KnownName("Zoë Demo", "")]).has("ZOE  demo")
    assert not KnownNames([KnownName("Zoë Demo", "")]).has("Zoe Demoo")
    assert not KnownNames([KnownName("Max Müller", "")]).has("Max Mueller")


def test_pairs_of_an_event_are_found_once_each_in_the_order_of_numbers() -> None:
    names = ["Ada Smith", "Ben Demo", "Smith Ada", "Ada Smyth"]
    entries = [EntryRecord(PlayerId(number), name) for number, name in enumerate(names, 1)]
    assert [(one.player, other.player) for one, other in pairs_alike(entries)] == [
        (1, 3),
        (1, 4),
        (3, 4),
    ]


def test_the_same_names_are_compared_once_however_many_rows_are_saved_with_them() -> None:
    compared = []
    sys.setprofile(
        lambda frame, event, _of: compared.append(event) if frame.f_code is KnownNames.like.__code__ else None
    )
    try:
        for names in (["Pat Demo", "Quinn Demo"], ["Pat Demo", "Quinn Demo"], ["Pat Demo", "Quin Demo"]):
            pairs_alike(EntryRecord(PlayerId(number), name, country="XX") for number, name in enumerate(names, 1))
    finally:
        sys.setprofile(None)
    assert compared.count("call") == 4  # two lists of two


words = st.text(alphabet="abcde", min_size=1, max_size=7)


@given(words, words)
def test_one_letter_apart_is_what_one_stroke_of_a_key_makes(one: str, other: str) -> None:
    def strokes(word: str) -> set[str]:
        gaps = range(len(word) + 1)
        fewer = {word[:at] + word[at + 1 :] for at in gaps}
        more = {word[:at] + letter + word[at:] for at in gaps for letter in "abcde"}
        others = {word[:at] + letter + word[at + 1 :] for at in gaps[:-1] for letter in "abcde"}
        swapped = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in gaps[:-2]}
        return (fewer | more | others | swapped) - {word, ""}

    if max(len(one), len(other)) >= 4 and other in strokes(one):
        assert not without_a_letter(one).isdisjoint(without_a_letter(other))


@given(st.lists(words, min_size=1, max_size=3), st.lists(words, min_size=1, max_size=3))
def test_likeness_goes_both_ways(one: list[str], other: list[str]) -> None:
    a, b = " ".join(one), " ".join(other)
    assert bool(KnownNames([KnownName(b, "")]).like(a)) == bool(KnownNames([KnownName(a, "")]).like(b))
