"""The rules as values: read from docs/rules.md, found where a sentence cites them, and with the figures of their tables."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT
from tests.tournament.scores.worked import rows_of, thousandths
from tournament.draw.allocation import arrangements
from tournament.record import books
from tournament.record.books import (
    Citation,
    Rule,
    RulebookError,
    UnknownRuleError,
    cited_rules,
    helpbook,
    in_language,
    read_rules,
    rule,
    rulebook,
)
from tournament.record.formats import MSO_ACQUIRE, Bonus, Fines, Scale
from tournament.record.vocabulary import SitOutKind
from tournament.scores.steps import with_bonus
from wording.languages import SOURCE_LANGUAGE, speaking

NUMBERED = [f"R{number}" for number in range(1, 72)]
PLAIN_CITATION = re.compile(r"\bR[1-9][0-9]*\b")
SOURCES = sorted(
    path
    for folder, pattern in (("templates", "*.html"), ("tournament", "*.py"), ("games", "*.py"), ("laboratory", "*.py"))
    for path in (ROOT / folder).rglob(pattern)
    if "migrations" not in path.parts
)
SMALL_BOOK = Path(__file__).with_name("small_book.md").read_text(encoding="utf-8")


def test_a_rule_is_read_with_its_rulings_its_settings_and_what_is_open() -> None:
    assert dict(read_rules(SMALL_BOOK)) == {
        "R1": Rule(
            key="R1",
            title="Shuffle",
            text="Shuffle the cards before each game.",
            rulings=("Seven times is enough.", "Whoever loses shuffles."),
            settings=("Number of cards: 52.",),
            open=("May jokers stay in?",),
            group="Cards",
        ),
        "2.1": Rule("2.1", "Points", "One for each trick.", (), (), (), "Cards"),
    }


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("### R1 Cut\n\nCut.\n\n### R1 Deal\n\nDeal.", "Rule R1 is there twice; keep one."),
        ("### R1 Cut\n\n### R2 Deal\n\nDeal.", "Rule R1 says nothing; write its sentence below the heading."),
        ("### R1 Cut\n\nRuling: Once.", "Rule R1 says nothing; write its sentence below the heading."),
        (
            "### R1 Cut\n\nCut once.\n\nThen deal.",
            "Rule R1 has a second paragraph 'Then deal.'; begin it with Ruling:, Setting: or Open:.",
        ),
        ("### R1\n\nCut.", "'### R1' is no heading of a rule; write its number and its title."),
        ("#### R1 Cut\n\nCut.", "'#### R1 Cut' is no heading of a rule; write its number and its title."),
    ],
)
def test_a_file_of_another_shape_is_refused_with_the_place(text: str, refusal: str) -> None:
    with pytest.raises(RulebookError) as caught:
        read_rules(text)
    assert str(caught.value) == refusal


def test_every_rule_from_one_to_seventy_one_is_there_once_and_in_order() -> None:
    assert [key for key in rulebook() if PLAIN_CITATION.fullmatch(key)] == NUMBERED


def test_the_olympiads_own_rules_follow_those_of_the_tournament() -> None:
    assert list(rulebook())[len(NUMBERED) :] == ["2.1", "MSO-T", "MSO-S", "5"]


def test_a_rule_is_found_by_its_key() -> None:
    assert (rule("R44").title, rule("R44").group) == ("As many different opponents as possible", "Movement")


def test_a_key_without_a_rule_is_refused_in_words() -> None:
    with pytest.raises(UnknownRuleError) as caught:
        rule("R79")
    assert str(caught.value) == "There is no rule 'R79'; the rules are R1 to R71, 2.1, MSO-T, MSO-S, 5."


def test_no_rule_cites_a_rule_that_is_not_there() -> None:
    book = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert {key for key in PLAIN_CITATION.findall(book) if key not in rulebook()} == set()


def test_every_rule_number_in_the_source_has_a_rule_and_is_found_as_a_citation() -> None:
    missed = {}
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        keys = set(PLAIN_CITATION.findall(text))
        found = {key for citation in cited_rules(text) for key in citation.keys} if keys else set()
        missed[str(path.relative_to(ROOT))] = keys - found
    assert len(missed) > 200
    assert {path: keys for path, keys in missed.items() if keys} == {}


@pytest.mark.parametrize(
    ("sentence", "cited"),
    [
        ("Nobody sits out twice (R49).", [("R49", ["R49"])]),
        ("Scored by the rules (R55-R58).", [("R55-R58", ["R55", "R56", "R57", "R58"])]),
        ("Out of time (R31–R34)", [("R31–R34", ["R31", "R32", "R33", "R34"])]),
        ("see R11, R68", [("R11", ["R11"]), ("R68", ["R68"])]),
        ("R29 and R60 say nothing", [("R29", ["R29"]), ("R60", ["R60"])]),
        ("A new hand (R27 a); R27 a hand", [("R27 a", ["R27"]), ("R27", ["R27"])]),
        ("Counted among the players (2.1).", [("2.1", ["2.1"])]),
        ("(section 2.1, R54)", [("2.1", ["2.1"]), ("R54", ["R54"])]),
        ("(R65, MSO-T)", [("R65", ["R65"]), ("MSO-T", ["MSO-T"])]),
        ("(section 5, item 9)", [("5", ["5"])]),
    ],
)
def test_a_citation_is_found_as_the_software_writes_it(sentence: str, cited: list[tuple[str, list[str]]]) -> None:
    assert [(sentence[start:end], list(keys)) for start, end, keys in cited_rules(sentence)] == cited


@pytest.mark.parametrize(
    "sentence",
    ["2.1 seconds", "R79 and R99", "R440", "PR44", "R4b", "R0", "section 5.2", "1.R4", "MSO-Test", "5 players", ""],
)
def test_what_only_looks_like_a_rule_is_no_citation(sentence: str) -> None:
    assert cited_rules(sentence) == []


def test_of_a_range_that_is_none_each_end_is_cited_by_itself() -> None:
    assert cited_rules("R60-R80") == [Citation(0, 3, ("R60",))]
    assert cited_rules("R28-R23") == [Citation(0, 3, ("R28",)), Citation(4, 7, ("R23",))]


NUMBERS = st.integers(min_value=0, max_value=80)
PIECES = st.one_of(
    st.text(max_size=8),
    st.sampled_from(["(2.1)", "section 2.1", "section 5", "MSO-T", "MSO-S", " and ", ", ", "(", ")", "-", "–", " a)"]),
    st.builds("R{}".format, NUMBERS),
    st.builds("(R{}-R{})".format, NUMBERS, NUMBERS),
)
SENTENCES = st.lists(PIECES, max_size=12).map("".join)


@given(SENTENCES)
def test_cutting_a_text_at_its_citations_and_joining_the_pieces_gives_the_text(sentence: str) -> None:
    cuts = [0, *(cut for citation in cited_rules(sentence) for cut in citation[:2]), len(sentence)]
    assert cuts == sorted(cuts)
    assert "".join(sentence[start:end] for start, end in pairwise(cuts)) == sentence


@given(SENTENCES)
def test_a_citation_says_where_it_stands_and_names_rules_that_there_are(sentence: str) -> None:
    for start, end, keys in cited_rules(sentence):
        words = sentence[start:end]
        assert words.startswith(keys[0])
        assert keys[-1] in words
        assert [key for key in keys if key not in rulebook()] == []


@given(st.integers(1, 71), st.integers(1, 71))
def test_a_range_cites_every_rule_from_its_first_to_its_last(first: int, last: int) -> None:
    cited = [key for citation in cited_rules(f"(R{first}-R{last})") for key in citation.keys]
    assert cited == (NUMBERED[first - 1 : last] if first <= last else [f"R{first}", f"R{last}"])


def test_a_book_is_read_in_the_readers_language_where_there_is_a_translation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, german = tmp_path / "rules.md", tmp_path / "de" / "rules.md"
    book.write_text(SMALL_BOOK, encoding="utf-8")
    german.parent.mkdir()
    german.write_text(SMALL_BOOK.replace("Shuffle the cards", "Mische die Karten"), encoding="utf-8")
    monkeypatch.setattr(books, "RULES", book)
    monkeypatch.setattr(books, "LOCALE_FOLDER", tmp_path)
    assert in_language(book, "de") == german
    assert in_language(book, "en-gb") == in_language(book, "fr") == book
    assert rulebook("de")["R1"].text.startswith("Mische die Karten")
    with speaking("de"):
        assert rulebook()["R1"].text.startswith("Mische die Karten")
    assert rulebook()["R1"].text == rulebook("fr")["R1"].text == "Shuffle the cards before each game."


def test_a_language_without_a_book_of_help_gets_the_english_one() -> None:
    assert helpbook("fr") is helpbook(SOURCE_LANGUAGE)


def test_the_winning_bonus_has_the_multipliers_of_the_table() -> None:
    expected = {int(row["winners"]): thousandths(row["multiplier"], 10_000) for row in rows_of("bonus_multipliers")}
    assert MSO_ACQUIRE.step(Bonus).by_winners == expected


@pytest.mark.parametrize("row", rows_of("bonus_multipliers"), ids=lambda row: f"{row['winners']} tied")
def test_forty_thousand_with_the_bonus_is_what_the_table_prints(row: dict[str, str]) -> None:
    multiplier = MSO_ACQUIRE.step(Bonus).by_winners[int(row["winners"])]
    assert with_bonus(40_000, multiplier, MSO_ACQUIRE.step(Bonus).up_to) == int(row["for_40000"])


def test_table_sizes_have_the_multipliers_and_minutes_of_the_tables_and_six_has_none() -> None:
    rows = [row for row in rows_of("size_multipliers") if row["multiplier"]]
    assert MSO_ACQUIRE.multipliers == {int(row["players"]): thousandths(row["multiplier"]) for row in rows}
    assert MSO_ACQUIRE.tables.minutes == {int(row["players"]): int(row["minutes"]) for row in rows}
    assert [row["players"] for row in rows_of("size_multipliers") if not row["multiplier"]] == ["6"]


@pytest.mark.parametrize(
    "row", [row for row in rows_of("size_multipliers") if row["multiplier"]], ids=lambda row: row["players"]
)
def test_thirty_five_percent_standardised_is_what_the_table_prints(row: dict[str, str]) -> None:
    multiplier = MSO_ACQUIRE.multipliers[int(row["players"])]
    assert 35_000 * multiplier == thousandths(row["for_35_percent"]) * 1000


def test_the_suggestions_for_six_continue_what_three_and_four_have() -> None:
    sizes, six = MSO_ACQUIRE.multipliers, MSO_ACQUIRE.tables.suggested[6]
    assert (sizes[3] * 4, sizes[4] * 3, MSO_ACQUIRE.step(Scale).suggested[6][0] * 2) == (3_000, 3_000, 3_000)
    assert 6 * six <= 4 * MSO_ACQUIRE.tables.minutes[4] < 6 * (six + 1)


def test_idle_rounds_and_fines_have_the_amounts_of_the_rules() -> None:
    rules = MSO_ACQUIRE
    assert (
        rules.score_of(SitOutKind.STANDARD),
        rules.score_of(SitOutKind.PAIRING_PROBLEM),
        rules.score_of(SitOutKind.MISSED),
    ) == (25_000, 30_000, 0)
    assert (rules.step(Fines).usual, rules.dilution, rules.rounds[-1].if_tables) == (5_000, 1_000, 4)


def test_the_table_of_arrangements_is_literally_that_of_the_rules() -> None:
    table = [
        (str(players), arrangement.kind.value, " ".join(map(str, arrangement.sizes)), str(arrangement.sit_outs))
        for players in MSO_ACQUIRE.tables.rows
        for arrangement in arrangements(players)
    ]
    assert table == [(row["players"], row["kind"], row["sizes"], row["sit_outs"]) for row in rows_of("arrangements")]


def test_the_table_of_arrangements_cannot_be_changed_by_accident() -> None:
    with pytest.raises(TypeError):
        MSO_ACQUIRE.multipliers[6] = 1_500  # type: ignore[index]
