"""Desk, public page, paper, file and command tell one event alike, figure by figure and mark by mark, at every stage of its day."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.build import director_of
from tests.tournament.pages.reading import ReadTable, tables_of, unlinked
from tests.tournament.pdf.reading import pages_of
from tests.tournament.tellings.awkward import FINED, GONE, LATE, OUT, STAGES, awkward_event, files_of, play_through
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Options
from tournament.record.public import public_through
from tournament.tellings.words import LEGEND

FILES = Path(__file__).parents[3] / "fixtures" / "files" / "awkward.json"
PRINTED_AT = datetime(2026, 8, 20, 18, 0, tzinfo=UTC)
ROUNDS = ("R1", "R2", "R3", "R4")
Told = list[dict[str, str]]


class Stage:
    """Everything that is told of the event at one stage, as readers see it."""

    def __init__(self, event: Event, visitor: Client, director: Client) -> None:
        """Ask for every page, sheet, file and answer at once."""
        self.event, self.record = event, record_of(event)
        self.through = public_through(self.record)
        self.closed = max(played.number for played in self.record.closed_rounds)
        site, desk = f"/{event.slug}/", f"/desk/{event.slug}/"
        self.files = {address.replace(event.slug, "EVENT"): text for address, text in files_of(event, director).items()}
        numbers = range(1, self.closed + 1)
        self.desk_pages = {page: director.get(desk + page).content.decode() for page in ("standings/", "final/")}
        self.desk_pages |= {page: director.get(desk + page).content.decode() for page in map(results, numbers)}
        self.pages = {page: visitor.get(site + page).content.decode() for page in ("standings/", "medals/", "")}
        self.pages |= {page: visitor.get(site + page).content.decode() for page in map(results, numbers)}
        answer = io.StringIO()
        call_command("standings", event.slug, "--json", stdout=answer)
        self.answer: list[dict[str, Any]] = json.loads(answer.getvalue())["rows"]
        lines = io.StringIO()
        call_command("standings", event.slug, stdout=lines)
        self.lines = [squeezed(line.split()) for line in lines.getvalue().splitlines()[1:]]

    def file(self, address: str) -> Told:
        """A file as rows by its heads."""
        return list(csv.DictReader(io.StringIO(self.files[address], newline="")))

    def paper(self, name: str, number: int | None = None) -> list[str]:
        """The texts of a sheet in the order in which they are set."""
        pages = pages_of(sheet(name, self.record, Options(round_number=number), PRINTED_AT))
        return [text.strip() for page in pages for text in page]


def results(number: int) -> str:
    return f"rounds/{number}/results/"


_KEPT: dict[str, Stage] = {}


@pytest.fixture
def stages(db: None, client: Client) -> dict[str, Stage]:
    """The event told at every stage; played once for all tests here, for what was told does not change."""
    if not _KEPT:
        event, director = awkward_event(), Client()
        director.force_login(director_of(event))
        _KEPT.update((name, Stage(Event.objects.get(pk=event.pk), client, director)) for name in play_through(event))
    return _KEPT


def standings_of(page: str) -> Told:
    """The standings of a page under the heads of files, with what stands beside a name."""
    (table,) = [table for table in tables_of(page) if {"Name", "Wins"} <= set(table.head)]
    moved = {"Moved"}  # since the round before: a page's own, which paper and files have not
    return [{in_files(head): text for head, text in row.items() if head not in moved} for row in with_tags(page, table)]


def in_files(head: str) -> str:
    """The head that a column has in files: a page says "Rd 1", since "R1" is a rule there."""
    return re.sub(
        r"^Rd (?=\d$)", "R", head.replace("Place", "Rank")
    )  # after the final list it is the place of the medal list


def with_tags(page: str, table: ReadTable) -> Told:
    tags = dict(re.findall(r'>([^<]+)</a> <span class="tag loss">(\w+)</span>', page))
    return [row | {"Tag": tags.get(row["Name"], "")} for row in table.records()]


def cuts_of(page: str) -> list[str]:
    """The words of the cuts; a page keeps the sizes of tables on one line."""
    return re.findall(r'<small class="cut-words">(Table.*?)</small>', page.replace("\N{NO-BREAK SPACE}", " "))


def squeezed(texts: Sequence[str]) -> str:
    """Texts in one line: a name and what stands beside it may be set in two."""
    return " ".join(text for text in texts if text)


def test_the_standings_are_told_alike_by_desk_paper_file_and_command(stages: dict[str, Stage]) -> None:
    for name, stage in stages.items():
        told = standings_of(stage.desk_pages["standings/"])
        assert len(told) == (16 if name == STAGES[0] else 17)
        on_file = stage.file("/desk/EVENT/standings/?_export=csv")
        assert [as_in_a_file(row) for row in told] == [bare(row) for row in on_file], name
        assert [idle(row) for row in told] == [(row["Sat out"], row["Not played"]) for row in on_file], name
        assert [row["Tag"] for row in told] == [
            row["Status"] if row["Status"] != "present" else "" for row in on_file
        ], name
        is_final = stage.record.is_final_published
        answer = sorted(stage.answer, key=lambda row: row["medal_place"] or len(told)) if is_final else stage.answer
        assert [answered(row, "medal_place" if is_final else "rank") for row in answer] == [
            (row["Name"], row["Rank"], *(row[number] for number in ROUNDS), row["Total"]) for row in on_file
        ], name
        assert squeezed(as_on_paper(told)) in without_cuts(squeezed(stage.paper("standings"))), name
        medals = {row["name"]: row["medal"] or "" for row in stage.answer}
        assert stage.lines == [
            squeezed(
                [
                    row["Rank"],
                    row["Name"],
                    *(row[number] or "-" for number in ROUNDS),
                    row["Total"],
                    medals[row["Name"]],
                ]
            )
            for row in told
        ], name


def as_in_a_file(row: dict[str, str]) -> dict[str, str]:
    """A row without its signs: the bare figures."""
    bared = {number: re.sub(r"^[SPWD-] |\*$", "", row[number]) for number in ROUNDS}
    rank = row["Rank"].removeprefix("=").replace("DSQ", "")
    return {"Rank": rank, "Name": row["Name"], **bared, "Total": row["Total"], "Wins": row["Wins"]}


def bare(row: dict[str, str]) -> dict[str, str]:
    return {head: row[head] for head in ("Rank", "Name", *ROUNDS, "Total", "Wins")}


def idle(row: dict[str, str]) -> tuple[str, str]:
    """The rounds whose sign says that the player sat out, and those not played."""
    marks = {number.removeprefix("R"): row[number][:1] for number in ROUNDS}
    sat = [number for number, mark in marks.items() if mark in {"S", "P"}]
    return " ".join(sat), " ".join(number for number, mark in marks.items() if mark in {"-", "W", "D"})


def answered(row: dict[str, Any], rank: str) -> tuple[str, ...]:
    return (
        row["name"],
        "" if row[rank] is None else str(row[rank]),
        *(score or "" for score in row["rounds"]),
        row["total"],
    )


def as_on_paper(told: Told) -> list[str]:
    """Rank, name and total of each row, and below them the rounds played so far and the wins."""
    played = [number for number in ROUNDS if any(row[number] for row in told)]
    texts = []
    for row in told:
        tag = f"({row['Tag']})" if row["Tag"] else ""
        texts += [row["Rank"], row["Name"], tag, row["Total"], row.get("Medal", "").upper()]
        texts.append(" · ".join([*(row[number] or "-" for number in played), f"wins {row['Wins']}"]))
    return texts


def without_cuts(text: str) -> str:
    """A sheet without the words on its lines, which stand between the rows."""
    return re.sub(r" Table (1, the top table( \([^)]*\))?|\d)(?= )", "", text)


def test_the_public_standings_are_the_desks_as_far_as_they_are_public(stages: dict[str, Stage]) -> None:
    for name, stage in stages.items():
        told = standings_of(stage.pages["standings/"])
        on_file = stage.file("/EVENT/standings/?_export=csv")
        assert [as_in_a_file(row) for row in told] == [bare(row) for row in on_file], name
        if stage.through == stage.closed:
            assert told == standings_of(stage.desk_pages["standings/"]), name
        assert squeezed(as_on_paper(told)) in without_cuts(squeezed(stage.paper("standings", stage.through))), name
    between = stages[STAGES[1]]
    assert standings_of(between.pages[""]) == standings_of(between.pages["standings/"])


def test_no_head_of_a_round_could_be_the_number_of_a_rule(stages: dict[str, Stage]) -> None:
    stage = stages[STAGES[-1]]
    called = {1: "Round 1", 2: "Round 2", 3: "Round 3", 4: "The final"}
    heads = "".join(f'<th scope="col" title="{name}">Rd {number}</th>' for number, name in called.items())
    for page in (stage.desk_pages["standings/"], stage.pages["standings/"]):
        assert heads in page
    for sheet_name in ("standings", "handover", "blank-set"):
        paper = " ".join(stage.paper(sheet_name))
        assert [f"Rd {number}" in paper for number in range(1, 5)] == [True] * 4, sheet_name
        assert not re.search(r"(?<![(\w-])R[1-4]\b(?!\))", paper), sheet_name
    assert list(stage.file("/EVENT/standings/?_export=csv")[0])[5:9] == list(ROUNDS)


def test_every_mark_means_the_same_everywhere(stages: dict[str, Stage]) -> None:
    stage = stages[STAGES[-1]]
    for page in (stage.desk_pages["standings/"], stage.pages["standings/"]):
        rows = {row["Name"]: row for row in standings_of(page)}
        names = {entry.player: entry.name for entry in stage.record.entries}
        assert [rows[names[OUT]][number] for number in ROUNDS] == ["35.318*", "32.661*", "D 0.000", "D 0.000"]
        assert rows[names[OUT]]["Rank"] == "DSQ"
        assert [rows[names[GONE]][number] for number in ROUNDS] == ["32.661*", "23.571", "W 0.000", "W 0.000"]
        assert rows[names[LATE]]["R1"] == "P 30.000"
        assert rows["Player 15"]["R2"] == "S 25.000"
        assert rows[names[FINED]]["R3"] == "- 0.000"
        assert [row["Rank"] for row in rows.values()][:3] == ["=1", "=1", "3"]
        assert LEGEND in unlinked(page).replace("&amp;", "&")


def test_the_lines_of_the_cut_are_told_alike_and_a_draft_to_the_desk_alone(stages: dict[str, Stage]) -> None:
    told = {
        name: (
            cuts_of(stage.desk_pages["standings/"]),
            cuts_of(stage.pages["standings/"]),
            [text for text in stage.paper("standings", 3) if re.match(r"Table \d", text)],
        )
        for name, stage in stages.items()
        if stage.closed >= 3
    }
    others = ["Table 2", "Table 3", "Table 4"]
    chosen, draft = "Table 1, the top table (if 4 4 4 3 is chosen)", "Table 1, the top table (draft)"
    known = "Table 1, the top table"
    assert told == {
        STAGES[1]: ([chosen, *others], [chosen, *others], [chosen, *others]),
        STAGES[2]: ([draft, *others], [chosen, *others], [chosen, *others]),
        STAGES[3]: ([known, *others], [known, *others], [known, *others]),
        STAGES[4]: ([], [known, *others], [known, *others]),
        STAGES[5]: ([], [], [known, *others]),
    }


def test_results_are_told_alike_by_desk_public_page_paper_and_file(stages: dict[str, Stage]) -> None:
    stage = stages[STAGES[-1]]
    for number in range(1, 5):
        (desk,) = [table for table in tables_of(stage.desk_pages[results(number)]) if "Winning bonus" in table.head]
        public = tables_of(stage.pages[results(number)])
        assert {tuple(table.head) for table in (desk, *public)} == {HEADS}
        told = [row for table in public for row in table.records()]
        assert desk.records() == told
        for address in (f"/desk/EVENT/{results(number)}?_export=csv", f"/EVENT/{results(number)}?_export=csv"):
            on_file = {row["Name"]: row for row in stage.file(address)}
            assert [result_in_a_file(row) for row in told] == [
                {head: on_file[row["Name"]][head] for head in IN_FILES} for row in told
            ]
        printed = squeezed(stage.paper("results", number))
        for table in public:
            assert squeezed([cell for row in table.rows for cell in row]) in without_tags(printed), table.caption
            assert squeezed(table.foot) in printed


HEADS = (*("Place", "Name", "Cash", "Fine", "Net", "Winning bonus", "Adjusted", "Basic %", "Multiplier", "Score"),)
IN_FILES = {"Percentage" if head == "Basic %" else head: head for head in HEADS}


def without_tags(text: str) -> str:
    return re.sub(r" \((withdrawn|disqualified|out of time)\)", "", text)


def result_in_a_file(row: dict[str, str]) -> dict[str, str]:
    told = {head: row[shown].removeprefix("× ").removeprefix("=").replace(",", "") for head, shown in IN_FILES.items()}
    return told | {"Fine": told["Fine"].removeprefix("−") or "0"}


def test_a_fine_is_told_with_one_minus_sign(stages: dict[str, Stage]) -> None:
    stage = stages[STAGES[0]]
    name = stage.record.entry(FINED).name
    shown = [table.records() for page in (stage.desk_pages, stage.pages) for table in tables_of(page[results(1)])]
    fines = [row["Fine"] for rows in shown for row in rows if row["Name"] == name]
    assert fines == ["−5,000", "−5,000"]
    printed = stage.paper("results", 1)
    assert printed[printed.index(name) + 2] == "−5,000"
    assert "-5,000" not in squeezed(printed) + "".join((*stage.desk_pages.values(), *stage.pages.values()))


def test_the_lists_of_the_end_are_told_alike(stages: dict[str, Stage]) -> None:
    for name in STAGES[1:]:
        stage = stages[name]
        desk = lists_of_the_end(stage.desk_pages["final/"])
        medals, juniors, pentamind = desk["Medal list"], desk["Juniors"], desk["Pentamind list"]
        printed = squeezed(stage.paper("final-list")) if stage.closed == 4 else ""
        for table in (medals, juniors) if printed else ():
            order = ("Place", "Medal", "Name", "Score")
            lines = [
                " ".join(row[head].upper() if head == "Medal" else row[head] for head in order if row[head])
                for row in table
            ]
            assert [line for line in lines if line not in without_nations(printed)] == [], name
        on_file = stage.file("/desk/EVENT/final/?_export=pentamind")
        assert [(row["Score"], row["Pentamind points"]) for row in on_file] == [
            (row["Score"], row["Pentamind points"]) for row in pentamind
        ]
        form = {row["Name"]: row for row in stage.file("/desk/EVENT/final/?_export=csv")}
        is_over = stage.closed == 4
        for row in medals:
            assert form[row["Name"]]["Medal"] == (row["Medal"] if is_over else ""), name
        answers = {row["name"]: row for row in stage.answer}
        for row in pentamind:
            assert form[row["Name"]]["Rank"] == row["Rank"].removeprefix("=").replace("DSQ", "")
            assert answers[row["Name"]]["pentamind_points"] == (row["Pentamind points"] if is_over else None)
            assert (answers[row["Name"]]["medal"] or "").capitalize() == form[row["Name"]]["Medal"]
    over = stages[STAGES[-1]]
    desk = lists_of_the_end(over.desk_pages["final/"])
    shown = {table.caption: table for table in tables_of(over.pages["medals/"])}
    assert list(shown) == ["Medal list", "Pentamind list", "Juniors"]
    for caption, listed in shown.items():
        for told, kept in zip(listed.records(), desk[caption], strict=True):
            # Below the medals the players' page says what decided only where something beside the total did.
            assert told == kept or told == kept | {"What decided": ""}, caption


def lists_of_the_end(page: str) -> dict[str, list[dict[str, str]]]:
    """The rows of the desk's final list by the name of the list; the places below the medals go on with the medal list."""
    folds = iter(re.findall(r"<summary>([^<]+)</summary>\s*<div class=\"scroll\"", page))
    found: dict[str, list[dict[str, str]]] = {}
    names = {"Lower places": "Medal list", "Pentamind": "Pentamind list"}
    for table in tables_of(page):
        name = table.caption or next(folds)
        found.setdefault(names.get(name, name), []).extend(table.records())
    return found


def without_nations(text: str) -> str:
    return re.sub(r" (NL JNR|NL|JNR)(?= \d)", "", text)


def test_files_keep_the_heads_and_values_of_the_first_edition(stages: dict[str, Stage]) -> None:
    """What 1.0 wrote of the same acts, but for what was agreed since.

    No medal before the end, no seat before the tiles, and no junior in public before their medals are.
    """
    for name, files in json.loads(FILES.read_text(encoding="utf-8")).items():
        stage = stages[name]
        for address, lines in files.items():
            if address == "standings --json":
                assert [{key: row[key] for key in lines[0]} for row in stage.answer] == lines
            elif address.endswith("final/?_export=csv"):
                assert stage.files[address].split("\r\n") == [agreed(line, stage.closed == 4) for line in lines], name
            elif "/results/" in address:
                assert stage.files[address].split("\r\n") == [unseated(line) for line in lines], (name, address)
            elif (
                name == STAGES[-1] and "standings" in address
            ):  # since 3.7 in the order of the medal list, with its places, and with the medals and what decided
                head, *rows = csv.reader(stage.files[address].splitlines())
                assert head == [*lines[0].split(","), "Medal", "What decided"]
                assert sorted(row[1:-2] for row in rows) == sorted(row[1:] for row in csv.reader(lines[1:]) if row), (
                    address
                )
            else:
                is_told = name == STAGES[-1] or address.startswith("/desk/")
                told = lines if is_told else [line.replace(",JNR,", ",,") for line in lines]
                assert stage.files[address].split("\r\n") == told, (name, address)


def unseated(line: str) -> str:
    """A line of 1.0's results as it is now: no seat where no starting tiles were typed (R4)."""
    table, size, seat, *rest = line.split(",") if line else ("", "", "")
    return ",".join((table, size, "" if seat.isdecimal() else seat, *rest)) if line else line


def agreed(line: str, is_over: bool) -> str:
    """A line of 1.0's medal form as it is now: "top table" only where the total alone would have decided otherwise."""
    if not line or line.startswith("ContestantId"):
        return line
    contestant, name, score, tie_break, rank, medal, junior, *rest = line.split(",")
    assert tie_break in {"", "top table"}
    return ",".join((contestant, name, score, "", rank, *((medal, junior) if is_over else ("", "")), *rest))
