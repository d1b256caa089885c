"""What the documents say is what the code does: their tables, numbers, examples and links."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from games.acquire.actions import ActKind
from games.acquire.editions import Edition
from games.acquire.editions.bonus import price
from games.acquire.editions.labels import LABEL_SETS, TIER_NAMES
from games.acquire.editions.values import EDITIONS
from games.acquire.logs.json import read_json, write_json
from games.acquire.logs.reading import read_log, read_people
from games.acquire.logs.writer import write_text
from games.acquire.replay.judging.judge import replay
from games.commands import main
from laboratory.mistakes.measuring import Tally
from tests.conftest import ROOT
from tournament.draw.allocation import Arrangement, arrangements, random_rounds
from tournament.draw.pairings.proof import minimum_repeats
from tournament.management.cli import LISTED
from tournament.record.books import rule
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.formats import MSO_ACQUIRE, Fines, Format, Scale
from tournament.record.settings import with_settings
from tournament.record.vocabulary import FineTiming, PlayerId, Reading, SitOutKind, format_thousandths
from tournament.scores.factors import NO_MULTIPLIER, format_multiplier
from tournament.scores.scoring import score_table

DOCUMENTS = sorted({*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"), *ROOT.glob("[!.]*/README.md")})
BASE = Edition(name="", title="")


def text_of(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def rows_of(text: str, first: str) -> Iterator[list[str]]:
    """The rows of the table whose first column is called that, without the two lines of its head."""
    lines = iter(text.splitlines())
    next(line for line in lines if line.startswith(f"| {first} |"))
    next(lines)
    for line in lines:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_to_a_file(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    assert [target for target in targets if not (document.parent / target).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_a_document_names_in_full_is_there(document: Path) -> None:
    named = re.findall(
        r"`((?:docs|fixtures|games|laboratory|tests|tournament)/[\w./-]*\w/?)`", document.read_text(encoding="utf-8")
    )
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_document_names_what_nobody_can_get(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert not re.findall(r"git checkout v\S+|--tags|`v\d+\.\d+`|URL-OF-\S+|TopTable-\d\S+|top_table-\d\S+", text)


def test_the_page_of_the_package_needs_nothing_beside_it_and_claims_only_what_was_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / project["readme"]).read_text(encoding="utf-8")
    assert not re.findall(r"\]\(|<img|<a |src=|https?:", page), (
        "no link and no picture works there without an address of the project"
    )
    assert set(re.findall(r"top-table (\w+)", page)) <= {name for names in LISTED.values() for name in names} | {"help"}
    systems = [each for each in project["classifiers"] if each.startswith(("Operating System", "Development Status"))]
    assert systems == ["Development Status :: 4 - Beta", "Operating System :: POSIX :: Linux"]
    assert {*re.findall(r"`(\w+)` (?:adds|what)", page)} <= {*project["optional-dependencies"]}


def test_a_version_is_found_as_the_page_says() -> None:
    page = text_of("running/deployment.md")
    (line,) = re.findall(r"^    (git log .*pyproject\.toml) \| head -1$", page, re.MULTILINE)
    if not (ROOT / ".git").exists():
        pytest.skip("The source has no history here.")
    found = subprocess.run(shlex.split(line), cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    then = ["git", "show", f"{found[0]}:pyproject.toml"]
    assert '\nversion = "3.1"\n' in subprocess.run(then, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_every_module_that_a_template_names_is_there() -> None:
    modules = {f"/{path.relative_to(ROOT)}" for path in (ROOT / "tournament").rglob("*.py")}
    named = [
        (template.name, module)
        for template in sorted((ROOT / "templates").rglob("*.html"))
        for module in re.findall(r"\b[a-z_]+(?:/[a-z_]+)+\.py\b", template.read_text(encoding="utf-8"))
    ]
    assert len(named) > 50
    assert [each for each in named if not any(path.endswith(f"/{each[1]}") for path in modules)] == []


# rules.md


def in_words(arrangement: Arrangement) -> str:
    sizes = " ".join(map(str, arrangement.sizes))
    return f"{sizes} and one sits out" if arrangement.sit_outs else sizes


def test_the_tables_of_rule_38_are_those_of_the_code() -> None:
    offered = "; ".join(
        f"{n} players: {', or '.join(map(in_words, rows))}"
        for n in MSO_ACQUIRE.tables.rows
        if (rows := arrangements(n))
    )
    assert rule("R38").text.endswith(f"the alternatives after it. {offered}.")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("R1", "Number of rounds: 4."),
        (
            "R29",
            "Minutes for each player at a table of six: none until the director confirms a number; "
            f"{MSO_ACQUIRE.tables.suggested[6]} is proposed.",
        ),
        ("R30", f"Allowance for a round, in minutes: {MSO_ACQUIRE.tables.allowance}."),
        (
            "R55",
            f"A fine is deducted before or after the winning bonus: {MSO_ACQUIRE.step(Fines).when.value.partition('_')[0]}.",
        ),
        (
            "R60",
            "Multiplier for six players: none until the director confirms one; "
            f"{format_multiplier(MSO_ACQUIRE.step(Scale).suggested[6][0], NO_MULTIPLIER)} is proposed.",
        ),
        ("2.1", f"Pentamind dilution factor: {format_multiplier(MSO_ACQUIRE.dilution, NO_MULTIPLIER)}."),
    ],
)
def test_a_setting_is_written_with_the_default_of_the_code(key: str, said: str) -> None:
    assert said in rule(key).settings


@pytest.mark.parametrize(
    ("key", "figures"),
    [
        ("R27", [f"{MSO_ACQUIRE.step(Fines).usual:,}"]),
        ("R29", [str(minutes) for minutes in MSO_ACQUIRE.tables.minutes.values()]),
        ("R51", [format_thousandths(MSO_ACQUIRE.score_of(SitOutKind.STANDARD))]),
        ("R52", [format_thousandths(MSO_ACQUIRE.score_of(SitOutKind.PAIRING_PROBLEM))]),
        ("R58", [format_multiplier(MSO_ACQUIRE.multipliers[size], NO_MULTIPLIER) for size in (3, 5)]),
    ],
)
def test_a_figure_that_nobody_can_change_is_in_the_text_of_its_rule(key: str, figures: list[str]) -> None:
    assert [each for each in figures if each not in rule(key).text] == []


def seats_in(cell: str) -> Iterator[tuple[int, int]]:
    """Cash and fine of each seat, written as "40,000 (5,000) 36,000"."""
    for cash, fine in re.findall(r"([\d,]+)(?: \(([\d,]+)\))?", cell):
        yield int(cash.replace(",", "")), int((fine or "0").replace(",", ""))


def ruleset_for(case: str) -> Format:
    timing = FineTiming.AFTER_BONUS if "after the bonus" in case else FineTiming.BEFORE_BONUS
    six = MSO_ACQUIRE.step(Scale).suggested[6][0]
    return with_settings(MSO_ACQUIRE, {"fine_timing": timing, "multiplier_six": six})


def test_every_worked_number_is_what_the_code_scores() -> None:
    rows = list(rows_of(text_of("rules.md"), "example"))
    assert len(rows) == 14
    for name, case, cash, adjusted, basic, score in rows:
        seats = list(enumerate(seats_in(cash), start=1))
        table = TableRecord(1, tuple(SeatRecord(PlayerId(seat), seat, cash=cash) for seat, (cash, _) in seats))
        fines = {PlayerId(seat): fine for seat, (_, fine) in seats}
        scored = score_table(1, table, fines, ruleset_for(case)).rows
        told = (
            " ".join(f"{row.amount:,}" for row in scored),
            " ".join(format_thousandths(row.figure("basic")) for row in scored),
            " ".join(format_thousandths(row.score) for row in scored),
        )
        assert (name, adjusted, basic, basic if score == "as before" else score) == (name, *told)


# acquire.md


def test_the_prices_of_the_document_are_those_of_the_code() -> None:
    written = [[int(cell.replace(",", "")) for cell in row[1:]] for row in rows_of(text_of("acquire.md"), "tiles")]
    assert written == [[price(EDITIONS["mso"], tier, size) for tier in range(3)] for size in BASE.bands]


def test_the_chain_names_of_the_document_are_those_of_the_code() -> None:
    assert list(rows_of(text_of("acquire.md"), "set")) == [
        [f"`{name}`", *(", ".join(chain.name for chain in labels.chains if chain.tier == tier) for tier in range(3))]
        for name, labels in LABEL_SETS.items()
    ]
    assert TIER_NAMES == ("cheap", "middle", "dear")


def plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def test_every_parameter_is_written_with_its_value_in_every_edition() -> None:
    base: Mapping[str, object] = BASE.parameters()

    def differing(key: str) -> str:
        values = {name: edition.parameters()[key] for name, edition in EDITIONS.items()}
        return "; ".join(f"`{name}` {plain(value)}" for name, value in values.items() if value != base[key])

    assert [[key, value, differs] for key, _, value, differs in rows_of(text_of("acquire.md"), "parameter")] == [
        [f"`{key}`", plain(base[key]), differing(key)] for key in base if key not in ("name", "title")
    ]


def test_every_edition_is_described() -> None:
    assert [row[0] for row in rows_of(text_of("acquire.md"), "edition")] == [f"`{name}`" for name in EDITIONS]


# notation.md


def example(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", text_of("developing/notation.md"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_answer_in_the_document_is_the_answer_to_the_log_in_it() -> None:
    assert replay(read_log(example(""))).document() == json.loads(example("json"))


def test_the_log_in_the_document_says_the_same_in_both_spellings() -> None:
    record = read_log(example(""))
    assert read_json(write_json(record)) == record
    assert read_log(write_text(record)) == record


def test_every_event_of_a_log_is_in_the_table_of_the_document() -> None:
    written = [re.findall(r'`"([a-z]+)"`', row[1]) for row in rows_of(text_of("developing/notation.md"), "text")]
    assert sorted(word for words in written for word in words) == sorted(act.word for act in ActKind)


def test_every_edition_that_a_log_can_name_is_listed() -> None:
    listed = text_of("developing/notation.md").partition("## Editions")[2].partition(";")[0]
    assert re.findall(r"`(\w+)`", listed) == list(EDITIONS)


def log_with(clause: str) -> str:
    """A small log with a clause, a tile, a turn's head or a line of the header as somebody wrote it."""
    players = "players: Ann, Ben, Cai"
    if re.match("(?i)players|spieler", clause):
        return f"edition: mso\n{clause}\n1 Ann: 4C\n"
    if "4" in clause and "C" in clause:
        return f"edition: mso\n{players}\n1 Ann: {clause}\n"
    merger = "position board Luxor: 1C 2C 3C 3D\nposition board Tower: 5C 6C 7C\nposition shares Ben: Tower 3\n"
    if re.fullmatch(r"\W*(?:T|Turn )?2\W* ben:?", clause, re.IGNORECASE):
        return f"edition: mso\n{players}\n1 Ann: 4C\n{clause} 5C\n"
    return f"edition: mso\n{players}\n{merger}1 Ann: 4C; {clause}\n"


def test_every_liberty_of_the_document_is_read_as_it_says_and_noted() -> None:
    rows = list(rows_of(text_of("developing/notation.md"), "liberty"))
    assert len(rows) == 10
    for _, written, meant in rows:
        plain_log = read_people(log_with(meant.strip("`")))
        assert (plain_log.notes, plain_log.problems) == ((), ())
        for clause in re.findall(r"`([^`]+)`", written):
            reading = read_people(log_with(clause))
            assert (clause, reading.record.header, list(reading.record.events)) == (
                clause,
                plain_log.record.header,
                list(plain_log.record.events),
            )
            assert reading.notes != (), clause
            assert reading.problems == (), clause


def test_the_document_names_everything_that_replay_and_errors_say_in_json(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "log.acq"
    log.write_text(
        "edition: mso\nplayers: Ann, Ben, Cai\n1 Ann: 4C; peek Ann\n2 Ben 5D, paid 900\n3 Cai: 9I\n", encoding="utf-8"
    )
    main(["replay", "--json", str(log)])
    answer = json.loads(capsys.readouterr().out)
    section = text_of("developing/notation.md").partition("## The replay's answer")[2].partition("## Editions")[0]
    keys = [*answer, *answer["notes"][0], *answer["problems"][0], *answer["director"][0]]
    keys += [field.name for field in fields(Tally) if field.name in ("causes", "logs")]
    assert [key for key in keys if f"`{key}`" not in section and f'"{key}"' not in section] == []


# draw.md


def minima_in(text: str) -> Iterator[list[str]]:
    """Players with their tables, rounds and repeats, two in a row of the table."""
    for row in rows_of(text, "players (tables)"):
        yield from (row[:3], row[4:])


def test_the_minima_of_the_document_are_those_of_few_tables_and_all_above_zero() -> None:
    expected = []
    for players in MSO_ACQUIRE.tables.rows:
        for row in arrangements(players):
            rounds = random_rounds(row.sizes, 4)
            minimum = minimum_repeats(row.sizes, row.sit_outs, rounds, Reading.NOT_EVERY_ROUND)
            if len(row.sizes) in (2, 3) or (minimum.value and len(row.sizes) > 1):
                sizes = f"({' '.join(map(str, row.sizes))})" + (", one sits out" if row.sit_outs else "")
                expected.append([f"{players} {sizes}", str(rounds), str(minimum.value)])
    assert sorted(minima_in(text_of("draw.md"))) == sorted(expected)
