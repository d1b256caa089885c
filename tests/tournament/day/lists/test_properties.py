"""What holds for every list: no line is lost, no address becomes a name, a clean list is read as it stands whatever separates its cells."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.day.lists.expected import shapes
from tournament.day.lists.cells import BLANKS, WHOLE_LINES
from tournament.day.lists.columns import Choices, RosterError
from tournament.day.lists.headings import PlayerField, meaning_of
from tournament.day.lists.lines import LineState
from tournament.day.lists.rosters import (
    Surroundings,
    as_json,
    choices_kept,
    choices_of,
    fields_by_place,
    read_list,
    shape_of,
)
from tournament.day.lists.signs import Sort, sort_of

NOBODY = Surroundings()
GIVEN = ("Alpha", "Zoé", "Łukasz", "Aino", "Jean-Luc", "Ana María", "Đuro")
FAMILY = ("Eins", "van der Drei", "O’Vier", "Cinq-Six", "Żółć", "de la Sept")
COUNTRIES = {"DE": "DE", "Germany": "DE", "FRA": "FR", "Österreich": "AT", "ENG": "ENG", "ドイツ": "DE", "": ""}
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}

people = st.lists(
    st.tuples(st.sampled_from(GIVEN), st.sampled_from(FAMILY), st.sampled_from(sorted(COUNTRIES)), st.booleans()),
    min_size=2,
    max_size=6,
    unique_by=lambda person: person[:2],
)


@given(people, st.sampled_from(sorted(SEPARATORS)), st.permutations(range(4)), st.booleans())
def test_a_clean_list_is_read_as_it_stands_in_any_order_of_columns(
    entered: list[tuple[str, str, str, bool]], separator: str, order: list[int], is_quoted: bool
) -> None:
    """Headings in any order, any separator, quoted or not: given name, surname, country and junior come out as they went in."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator, quoting=csv.QUOTE_ALL if is_quoted else csv.QUOTE_MINIMAL)
    writer.writerow([("First name", "Surname", "Country", "Junior")[at] for at in order])
    for given_name, family, country, is_junior in entered:
        row = (given_name, family, country, "yes" if is_junior else "no")
        writer.writerow([row[at] for at in order])
    roster = read_list(text.getvalue(), NOBODY)
    assert [(line.given_name, line.family_name, line.country, line.is_junior) for line in roster.lines] == [
        (given_name, family, COUNTRIES[country], is_junior) for given_name, family, country, is_junior in entered
    ]
    assert all(line.state is LineState.NEW and not line.doubts for line in roster.lines)
    assert roster.list_questions == ()


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), max_size=12))
def test_no_filled_line_is_lost(lines: list[str]) -> None:
    """Each line with a letter in it is a row, stands in one, or is a heading; whatever it is."""
    text = "\n".join(line.replace("\n", " ").replace("\r", " ").replace("\f", " ") for line in lines)
    try:
        roster = read_list(text, NOBODY)
    except RosterError:
        return
    told = {line.line for line in roster.lines} | {roster.columns.heading_line if roster.columns else 0}
    for number, line in enumerate(text.split("\n"), 1):
        if re.search(r"[A-Za-z]", line) and '"' not in text and "sep=" not in line:
            assert number in told, (number, line, roster)


@given(st.sampled_from(GIVEN), st.sampled_from(FAMILY), st.integers(0, 5))
def test_contact_data_and_figures_never_become_part_of_a_name(given_name: str, family: str, kind: int) -> None:
    beside = ("a.b@example.org", "+44 20 7946 0001", "1987", "12/03/2026 18:04", "£10", "84.117")[kind]
    for text in (
        f"{given_name} {family}, {beside}",
        f"{given_name} {family}\t{beside}",
        f"{given_name} {family} ({beside})",
        f"Name;More\n{given_name} {family};{beside}",
    ):
        (line,) = read_list(text, NOBODY).lines
        assert line.name == f"{given_name} {family}", text
        assert line.contestant_id == ""


@pytest.mark.parametrize(
    ("cell", "sort"),
    [
        ("", Sort.OTHER),
        ("a@example.org", Sort.CONTACT),
        ("0049 30 1234567", Sort.CONTACT),
        ("12/03/2026 18:04:11", Sort.OTHER),
        ("2026/03/12 6:04:11 pm GMT", Sort.OTHER),
        ("£10", Sort.OTHER),
        ("10,00 €", Sort.OTHER),
        ("yes", Sort.ANSWER),
        ("Germany", Sort.COUNTRY),
        ("GER", Sort.COUNTRY),
        ("🇩🇪", Sort.COUNTRY),
        ("jnr", Sort.JUNIOR),
        ("Prof. Dr.", Sort.OTHER),
        ("1800", Sort.OTHER),
        ("Alpha Eins", Sort.WORDS),
        ("---", Sort.OTHER),
    ],
)
def test_a_cell_is_known_by_its_signs(cell: str, sort: Sort) -> None:
    assert sort_of(cell) is sort


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("What is your full name?", PlayerField.NAME),
        ("Attendee first name", PlayerField.GIVEN),
        ("Name (as on ID)", PlayerField.NAME),
        ("Full Name - Last Name", PlayerField.FAMILY),
        ("Vor- und Nachname", PlayerField.NAME),
        ("Nationality (optional)", PlayerField.COUNTRY),
        ("Which country do you play for?", PlayerField.COUNTRY),
        ("Junior", PlayerField.JUNIOR),
        ("Are you under 18?", None),
        ("Tussenvoegsel", PlayerField.FAMILY),
        ("Middle name", PlayerField.GIVEN),
        ("Membership number", PlayerField.NUMBER),
        ("Email Address", PlayerField.EMAIL),
        ("Entry fee", PlayerField.FEE),
        ("Team name", PlayerField.TEAM),
        ("Billing First Name", None),
        ("Nickname", None),
        ("Timestamp", None),
        ("Rating", None),
    ],
)
def test_a_heading_is_understood_as_a_dictionary_a_form_or_a_shop_has_it(
    heading: str, field: PlayerField | None
) -> None:
    assert meaning_of(heading).field is field


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["Eins, Alpha", "Zwei, Beta", "García Uno, Ana"], ["Alpha Eins", "Beta Zwei", "Ana García Uno"]),
        (["EINS Alpha", "VAN DER DREI Gamma"], ["Alpha EINS", "Gamma VAN DER DREI"]),
    ],
)
def test_what_a_comma_and_capitals_mean_is_the_habit_of_the_whole_list(lines: list[str], names: list[str]) -> None:
    assert [line.name for line in read_list("\n".join(lines), NOBODY).lines] == names


def test_a_number_behind_a_name_needs_its_sign_to_be_the_organisers() -> None:
    rated, numbered = read_list("Alpha Eins, 1800\nBeta Zwei, #501", NOBODY).lines
    assert (rated.contestant_id, rated.unused) == ("", ("1800",))
    assert (numbered.contestant_id, numbered.unused) == ("501", ())


def test_two_equal_ratings_refuse_nobody() -> None:
    lines = read_list("Alpha Eins, 1800\nBeta Zwei, 1800", NOBODY).lines
    assert [line.state for line in lines] == [LineState.NEW, LineState.NEW]


@given(st.dictionaries(st.integers(0, 30), st.sampled_from([*PlayerField, None]), min_size=1))
def test_what_was_chosen_is_kept_and_comes_back(fields: dict[int, PlayerField | None]) -> None:
    text = ";".join(f"Heading {at}" for at in range(31)) + "\n" + ";".join("abc" for _ in range(31))
    columns = read_list(text, NOBODY, Choices(separator=";", has_headings=True, fields=fields)).columns
    assert columns is not None
    assert {at: columns.fields[at] for at in fields} == fields
    assert choices_kept(fields_by_place(columns)).fields == dict(enumerate(columns.fields))
    assert shape_of(columns) == shape_of(
        read_list(text, NOBODY, Choices(separator=";", has_headings=True)).columns or columns
    )


@pytest.mark.parametrize(
    "sent",
    [{"column-x": "name"}, {"column-1": "bishop"}, {"sheet": "-1"}, {"separator": "§"}, {"column-" + "9" * 40: "name"}],
)
def test_a_choice_that_no_page_offers_is_passed_over(sent: dict[str, str]) -> None:
    assert choices_of(sent) == Choices()


def test_every_separator_can_be_chosen() -> None:
    for sign in (*SEPARATORS, BLANKS):
        roster = read_list(f"Alpha Eins{sign}Germany", NOBODY, Choices(separator=sign))
        assert [(line.name, line.country) for line in roster.lines] == [("Alpha Eins", "DE")], repr(sign)
    (whole,) = read_list("Alpha;Eins", NOBODY, Choices(separator=WHOLE_LINES)).lines
    assert whole.name != ""


@pytest.mark.parametrize("heading", ["Are you under 18?", "I am at least 16 years old", "Sat 14:00"])
def test_a_column_that_only_the_director_can_know_is_asked_about(heading: str) -> None:
    roster = read_list(f"Name,{heading}\nAlpha Eins,yes\nBeta Zwei,no", NOBODY)
    assert [each.words for each in roster.list_questions] == [
        f"What is in {heading}? It will not be used until you say."
    ]
    assert [line.is_junior for line in roster.lines] == [False, False]


def test_columns_without_headings_are_asked_about_at_once() -> None:
    roster = read_list("Alpha;Eins;DE\nBeta;Zwei;FR", NOBODY)
    assert [each.words for each in roster.list_questions] == [
        "Check what each column holds: column 1 (Alpha, Beta); column 2 (Eins, Zwei); column 3 (DE, FR)"
    ]
    assert [line.name for line in roster.lines] == ["Alpha Eins", "Beta Zwei"]


def test_a_list_in_parts_beside_each_other_says_what_to_do() -> None:
    with pytest.raises(RosterError, match="Put one part below the other and send the list again"):
        read_list("Name;Country;;Name;Country\nAlpha Eins;DE;;Beta Zwei;FR", NOBODY)


def test_a_line_is_read_alike_alone_and_among_its_own() -> None:
    """Reading keeps no state: the same list gives the same rows twice."""
    for shape in shapes("field")[:20]:
        try:
            once = as_json(shape.path.name, shape.path.read_bytes())
        except ValueError:
            continue
        assert as_json(shape.path.name, shape.path.read_bytes()) == once
