"""Printing and measuring from the command line."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.build import director_of, make_event, play_to, publish
from tests.tournament.devices.phones import device_at
from tests.tournament.pdf.reading import pages_of, text_of
from tournament.day.at_table import CallKind
from tournament.models import Event
from tournament.models.at_table import open_calls
from tournament.pdf.sheets import SHEETS
from tournament.services.calls import answer_call, call_director


def paper(*words: str) -> str:
    out = StringIO()
    call_command("paper", *words, stdout=out)
    return out.getvalue()


@pytest.fixture
def slug(db: None) -> str:
    return play_to(make_event(7), round_closed=1).slug


def test_a_sheet_is_written_to_the_file_named(slug: str, tmp_path: Path) -> None:
    path = tmp_path / "results.pdf"
    said = paper(slug, "results", "--round", "1", "-o", str(path))
    assert said == f"{path}: {path.stat().st_size:,} bytes\n"
    assert "Ada Demo" in text_of(path.read_bytes())


def test_a_pack_without_a_round_is_of_the_last_one_published(slug: str, tmp_path: Path) -> None:
    publish(Event.objects.get(slug=slug), 2)
    paper(slug, "pack", "-o", str(tmp_path / "pack.pdf"))
    assert [word in text_of((tmp_path / "pack.pdf").read_bytes()) for word in ("Round 1 ", "Round 2 ")] == [False, True]


def test_the_sides_that_were_printed_last_are_kept_for_the_event(slug: str, tmp_path: Path) -> None:
    path = tmp_path / "pack.pdf"
    counts = []
    for words in ((), ("--sides", "1"), (), ("--sides", "2"), ()):
        paper(slug, "pack", *words, "-o", str(path))
        counts.append(pages_of(path.read_bytes()).count([]))
    assert [count > 0 for count in counts] == [True, False, False, True, True]
    assert Event.objects.get(slug=slug).sides == "2"


def test_a_pack_of_one_table_on_letter_whatever_an_old_script_asks_for_beside(slug: str, tmp_path: Path) -> None:
    path = tmp_path / "pack.pdf"
    gone = ("--slips", "4", "--sort", "country", "--copies", "3", "--part", "1/2")
    paper(slug, "pack", "--round", "1", "--tables", "2", *gone, "--paper", "letter", "-o", str(path))
    slips = [text for text in map(" ".join, pages_of(path.read_bytes())) if "Director: fines" in text or "Size" in text]
    assert ["Table 1" in page for page in slips] == [False, False]  # the front and its back
    assert ["Table 2" in page for page in slips] == [True, True]


def test_a_file_counts_as_printed_only_where_that_is_said(slug: str, tmp_path: Path) -> None:
    event = Event.objects.get(slug=slug)
    path = str(tmp_path / "standings.pdf")
    paper(slug, "standings", "-o", path)
    assert list(event.printed.all()) == []
    paper(slug, "standings", "--players", "1-4", "--printed", "-o", path)
    (row,) = event.printed.all()
    assert (row.sheet, row.round_number, row.version, row.is_whole) == ("standings", 1, event.version, False)


def test_under_the_name_of_a_sheet_that_is_gone_the_command_prints_the_log_with_the_calls(
    slug: str, tmp_path: Path
) -> None:
    event = Event.objects.get(slug=slug)
    publish(event, 2)
    call_director(device_at(event, number=2), CallKind.RULE, "May I trade?")
    answer_call(event, director_of(event), open_calls(event)[0].key, "two for one")
    paper(slug, "incidents", "-o", str(tmp_path / "log.pdf"))
    text = text_of((tmp_path / "log.pdf").read_bytes())
    assert [words in text for words in ("Log of the event", "May I trade?", "two for one")] == [True] * 3


def test_the_measure_of_paper_tells_pages_bytes_and_milliseconds_of_every_sheet() -> None:
    out = StringIO()
    call_command("bench_paper", "3", "--json", "--times", "1", stdout=out)
    rows = json.loads(out.getvalue())
    assert [row["sheet"] for row in rows] == [*SHEETS, "pack"]
    assert all(row["players"] == 3 and row["pages"] and row["bytes"] and row["milliseconds"] for row in rows)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere", "results"), r'^There is no event "nowhere"; the events are: '),
        (("SLUG", "results", "--round", "3"), r"^Round 3 has not been drawn; draw it before printing its sheets\.$"),
        (
            ("SLUG", "results", "--tables", "x"),
            r'^"x" is not a range of tables; enter it like 3-7, or 5 for one of them\.$',
        ),
    ],
)
def test_a_wrong_order_is_refused_with_what_to_do(slug: str, words: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        paper(*(slug if word == "SLUG" else word for word in words))
