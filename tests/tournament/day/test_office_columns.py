"""Headings of columns in any order and language, and countries in any common spelling."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.day.lists.headings import PlayerField, fields_of
from tournament.day.lists.lines import LineState, RosterLine
from tournament.day.lists.rosters import Surroundings, read_list, read_roster
from tournament.day.office.countries import countries, country_code, near_country


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
