"""Lists that offices send: files, headings in any order and language, countries in any spelling."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tournament.day.lists.headings import PlayerField, fields_of
from tournament.day.lists.lines import LineState, RosterLine
from tournament.day.lists.rosters import Surroundings, read_list, read_roster
from tournament.day.office.countries import countries, country_code, near_country
from tournament.day.office.files import text_of_file
from tournament.day.office.sources.texts import MAX_FILE, MAX_ROWS, FileError

ENTITIES = b'<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;">]><a><p n="&y;"/></a>'


def workbook(*sheets: list[list[Any]]) -> bytes:
    book = Workbook()
    for number, rows in enumerate(sheets):
        sheet = book.active if number == 0 else book.create_sheet()
        assert sheet is not None
        for row in rows:
            sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_a_workbook_is_read_from_its_first_filled_sheet_with_a_title_above() -> None:
    rows: list[list[Any]] = [
        ["Entrants of the Sample Cup"],
        [],
        ["Nachname", "Vorname", "Nation", "Spielernummer"],
        ["Demo", "Zoë", "Niederlande", 501.0],
        ["van Sample", "Ben", None, None],
    ]
    text = text_of_file("entrants.xlsx", workbook([], rows))
    assert [line for line in read_roster(text) if not line.remark] == [
        RosterLine(3, "Zoë Demo", "NL", False, "501", "Zoë", "Demo"),
        RosterLine(4, "Ben van Sample", "", False, "", "Ben", "van Sample"),
    ]
    assert next(line.remark for line in read_roster(text)) == "This does not look like a player."


def test_the_list_for_pairing_programs_has_bars_and_no_headings() -> None:
    text = "1|Ada|Demo|501|1500|0|JNR|Day: 555|ada@demo.example||||9001|Netherlands|\r\n"
    assert read_roster(text_of_file("list.txt", text.encode())) == (
        RosterLine(1, "Ada Demo", "NL", True, "501", "Ada", "Demo", email="ada@demo.example"),
    )


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("big.csv", b"x" * (MAX_FILE + 1), "The file has 1,000,001 bytes; the limit is 1,000,000."),
        ("a.xml", ENTITIES, "“a.xml” is not a list that can be read. Send the list as XLSX"),
        ("a.xlsx", b"PK\x03\x04rest", "“a.xlsx” is not a list that can be read."),
        ("a.xlsx", workbook([[None]]), "“a.xlsx” has no rows with anything in them"),
        ("a.xlsx", workbook([["Name"], *[["Ada Demo"]] * MAX_ROWS]), f"at most {MAX_ROWS:,} rows"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(name: str, content: bytes, sentence: str) -> None:
    with pytest.raises(FileError) as refusal:
        text_of_file(name, content)
    assert sentence in str(refusal.value)


def test_a_packed_file_that_unpacks_to_far_too_much_is_not_unpacked() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 30_000_000)
    with pytest.raises(FileError, match="The list is too large"):
        text_of_file("bomb.xlsx", packed.getvalue())


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"])
def test_entities_inside_a_workbook_are_not_expanded(part: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook([["Name"], ["Ada Demo"]]))) as book, zipfile.ZipFile(packed, "w") as copy:
        for member in book.namelist():
            copy.writestr(member, ENTITIES if member == part else book.read(member))
    with pytest.raises(FileError, match="is not a list that can be read"):
        text_of_file("a.xlsx", packed.getvalue())


def test_a_list_of_endless_columns_is_cut_and_one_of_endless_text_is_refused() -> None:
    with pytest.raises(FileError, match="The list is too large"):
        text_of_file("a.xlsx", workbook([["x"] * 101]))
    with pytest.raises(FileError, match="The list is too large"):
        text_of_file("a.xlsx", workbook([["x" * 300] * 100] * 20))


def test_a_document_of_endless_depth_is_read_or_refused() -> None:
    assert is_answered("a.xml", b"<a>" * 100_000 + b"</a>" * 100_000)


def test_a_cell_is_one_line_and_whole() -> None:
    assert text_of_file("a.xlsx", workbook([["Ada\n\tDemo", "x" * 1_000]])) == f"Ada Demo\t{'x' * 1_000}\n"


def is_answered(name: str, content: bytes) -> bool:
    """Whether a file is read, or refused in a sentence; anything else is raised."""
    try:
        text_of_file(name, content)
    except FileError as refusal:
        return str(refusal).endswith(".")
    return True


@given(st.binary(max_size=300), st.sampled_from([b"", b"PK\x03\x04", b"<a>", b"\xff\xfe"]))
def test_any_bytes_are_read_or_refused(content: bytes, start: bytes) -> None:
    assert is_answered("list", start + content)


WHOLE = workbook([["Name", "Country"], ["Ada Demo", "NL"]])


@given(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=8))
def test_a_broken_workbook_is_read_or_refused(at: int, broken: bytes) -> None:
    assert is_answered("list.xlsx", WHOLE[:at] + broken + WHOLE[at + len(broken) :])


# Headings of columns in any order and language, and countries in any common spelling


@pytest.mark.parametrize(
    ("headings", "places"),
    [
        ("Country;Surname;First name", {PlayerField.COUNTRY: 0, PlayerField.FAMILY: 1, PlayerField.GIVEN: 2}),
        ("LAST_NAME\tFirstName\tContestant ID", {PlayerField.FAMILY: 0, PlayerField.GIVEN: 1, PlayerField.NUMBER: 2}),
        (
            "Nr,Nachname,Vorname,Staatsangehörigkeit",
            {PlayerField.FAMILY: 1, PlayerField.GIVEN: 2, PlayerField.COUNTRY: 3},
        ),
        ("Nom;Prénom;Pays", {PlayerField.FAMILY: 0, PlayerField.GIVEN: 1, PlayerField.COUNTRY: 2}),
        ("Nombre;Apellidos;País", {PlayerField.GIVEN: 0, PlayerField.FAMILY: 1, PlayerField.COUNTRY: 2}),
        ("Imię;Nazwisko;Kraj", {PlayerField.GIVEN: 0, PlayerField.FAMILY: 1, PlayerField.COUNTRY: 2}),
        ("Voornaam;Achternaam;Land", {PlayerField.GIVEN: 0, PlayerField.FAMILY: 1, PlayerField.COUNTRY: 2}),
        ("Имя;Фамилия;Страна", {PlayerField.GIVEN: 0, PlayerField.FAMILY: 1, PlayerField.COUNTRY: 2}),
        ("姓;名;国籍", {PlayerField.FAMILY: 0, PlayerField.GIVEN: 1, PlayerField.COUNTRY: 2}),
        ("Player,Federation,JNR", {PlayerField.NAME: 0, PlayerField.COUNTRY: 1, PlayerField.JUNIOR: 2}),
        ("Full name,First name,Last name", {PlayerField.NAME: 0, PlayerField.GIVEN: 1, PlayerField.FAMILY: 2}),
    ],
)
def test_headings_are_known_in_any_order_and_language(headings: str, places: dict[PlayerField, int]) -> None:
    fields = fields_of(re.split(r"[;\t,]", headings))
    assert fields is not None
    assert {part: at for at, part in enumerate(fields) if part} == places


@pytest.mark.parametrize("line", ["Ada Demo, NL", "Country,Club", "First name,Country", ""])
def test_a_line_that_names_nobodys_column_is_no_heading(line: str) -> None:
    assert fields_of(line.split(",")) is None


def test_a_page_can_say_what_is_read_and_what_is_not() -> None:
    roster = read_list("Phone,First name,Last name,Club\n555,Ada,Demo,Hall", Surroundings())
    assert roster.columns is not None
    assert roster.columns.fields == (None, PlayerField.GIVEN, PlayerField.FAMILY, PlayerField.CLUB)


def test_a_row_with_more_cells_than_headings_is_doubted() -> None:
    text = (
        "Index,First Name,Last Name,Phone,Country\n1,Ada,Demo,Day: 555, Evening: 556,Netherlands\n2,Ben,Demo,555,Poland"
        "\n3,Cai,Demo,556,Spain"
    )
    ada, ben, _cai = read_roster(text)
    assert (ada.name, ben.name, ben.country) == ("Ada Demo", "Ben Demo", "PL")
    assert "This line has more or fewer cells than the heading row. Check how it was read." in ada.why
    assert ada.unused == ("Netherlands",)
    assert not ben.is_doubted


@pytest.mark.parametrize(
    ("written", "code"),
    [
        *[
            (spelling, "NL")
            for spelling in ("NL", "nld", "NED", "Netherlands", "the netherlands", "Holland", "Pays-Bas")
        ],
        *[(spelling, "DE") for spelling in ("Germany", "GER", "Deutschland", "Niemcy", "Allemagne")],
        *[(spelling, "AT") for spelling in ("Österreich", "Oesterreich", "AUT")],
        *[(spelling, "GB") for spelling in ("UK", "U.K.", "Great Britain", "GBR", "United Kingdom")],
        *[(spelling, "US") for spelling in ("USA", "U.S.A.", "United States", "États-Unis")],
        *[("England", "ENG"), ("Wales", "WAL"), ("Cymru", "WAL"), ("SUI", "CH"), ("Türkiye", "TR"), ("日本", "JP")],
        *[("Россия", "RU"), ("Côte d’Ivoire", "CI"), ("NA", "NA"), ("n/a", ""), ("", ""), ("-", "")],
        *[("Freedonia", None), ("XX", None)],
    ],
)
def test_a_country_is_known_in_any_common_spelling(written: str, code: str | None) -> None:
    assert country_code(written) == code


@pytest.mark.parametrize(
    ("written", "code"),
    [
        *[("Dutch", "NL"), ("English", "ENG"), ("welsh", "WAL"), ("Northern Irish", "NIR"), ("POLISH", "PL")],
        *[("Portuguesa", "PT"), ("Brasileira", "BR"), ("italiana", "IT"), ("français", "FR"), ("Française", "FR")],
        *[
            ("deutsch", "DE"),
            ("Österreicherin", "AT"),
            ("Nederlandse", "NL"),
            ("Español", "ES"),
            ("South African", "ZA"),
        ],
        *[("中国香港", "HK"), ("アメリカ", "US"), ("Méjico", "MX")],
        *[("Dominican", None), ("Korean", None), ("Congolese", None), ("Freedonian", None)],
    ],
)
def test_a_nationality_is_read_as_its_country_and_one_of_two_is_asked(written: str, code: str | None) -> None:
    assert country_code(written) == code


def test_a_column_of_nationalities_raises_no_question_and_a_name_that_is_one_stays_a_name() -> None:
    text = "Name,Nationality\nAda Demo,Dutch\nBen Demo,Northern Irish\nCai Demo,Portuguesa\nDot Demo,Korean"
    asked = read_list(text, Surroundings())
    assert [(line.name, line.country) for line in asked.lines] == [
        *[("Ada Demo", "NL"), ("Ben Demo", "NIR"), ("Cai Demo", "PT"), ("Dot Demo", "")],
    ]
    assert [line.is_doubted for line in asked.lines] == [False, False, False, True]
    assert asked.unknown_countries == ("Korean",)
    assert [(line.name, line.country) for line in read_roster("Ada French\nDemo, German\nIrish\nBen Demo")] == [
        *[("Ada French", ""), ("German Demo", ""), ("Irish", ""), ("Ben Demo", "")],
    ]


def test_every_country_is_known_by_its_own_code_and_name() -> None:
    assert [
        (code, name) for code, name in countries() if country_code(code) != code or country_code(name) != code
    ] == []
    assert len(countries()) > 200


def test_a_misspelt_country_is_proposed_and_not_decided() -> None:
    assert (country_code("Netherland"), near_country("Netherland")) == (None, "NL")
    assert near_country("Freedonia") == ""


def test_a_country_nobody_knows_is_asked_and_the_answer_holds_for_every_line() -> None:
    text = "Name,Country\nAda Demo,Freedonia\nBen Demo,freedonia\nCai Demo,NL"
    asked = read_list(text, Surroundings())
    assert asked.unknown_countries == ("Freedonia", "freedonia")
    assert [line.is_doubted for line in asked.lines] == [True, True, False]
    answered = read_list(text, Surroundings(countries={"freedonia": "FR"}))
    assert [(line.country, line.unknown_country) for line in answered.lines] == [("FR", ""), ("FR", ""), ("NL", "")]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Ada Demo, Netherlands", RosterLine(1, "Ada Demo", "NL")),
        ("Ada Demo (Holland)", RosterLine(1, "Ada Demo", "NL")),
        ("Demo, Ada, NL", RosterLine(1, "Ada Demo", "NL", given_name="Ada", family_name="Demo")),
        ("Demo, Ada, Poland", RosterLine(1, "Ada Demo", "PL", given_name="Ada", family_name="Demo")),
        ("Demo, An", RosterLine(1, "An Demo", given_name="An", family_name="Demo")),
        ("Demo, Chad", RosterLine(1, "Chad Demo", given_name="Chad", family_name="Demo")),
        ("Ada Demo, NL, #501", RosterLine(1, "Ada Demo", "NL", contestant_id="501")),
        ("Ada Demo, NL, 501", RosterLine(1, "Ada Demo", "NL", unused=("501",))),
        ("Ada Demo, #501, jnr", RosterLine(1, "Ada Demo", "", True, "501")),
        ("Ada Demo, XX", RosterLine(1, "Ada Demo", unknown_country="XX")),
    ],
)
def test_a_line_may_name_the_country_and_the_organisers_number(line: str, read: RosterLine) -> None:
    assert read_roster(line) == (read,)


def test_one_person_under_two_spellings_is_told_and_not_refused() -> None:
    _, smith, ben = read_roster("Ada Smyth\nAda Smith\nBen Demo")
    assert smith.alike == ("Possible duplicate of Ada Smyth (line 1).",)
    assert (smith.state, smith.is_doubted, ben.is_doubted) == (LineState.NEW, True, False)


@given(st.text(max_size=30))
def test_any_text_is_a_country_or_asked_about(written: str) -> None:
    code = country_code(written)
    assert code is None or code == "" or country_code(code) == code
