"""Printing and measuring from the command line."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.build import make_event, play_to
from tests.tournament.pdf.reading import pages_of, text_of


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


def test_a_pack_of_one_table_in_four_slips_on_letter(slug: str, tmp_path: Path) -> None:
    path = tmp_path / "pack.pdf"
    paper(slug, "pack", "--round", "1", "--tables", "2", "--slips", "4", "--paper", "letter", "-o", str(path))
    slips = [" ".join(page) for page in pages_of(path.read_bytes()) if "Result slips" in " ".join(page)]
    assert ["Table 1" in page for page in slips] == [False, False]  # the front and its back
    assert ["Table 2" in page for page in slips] == [True, True]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere", "results"), r'^There is no event "nowhere"; the events are: '),
        (("SLUG", "results", "--round", "3"), r"^Round 3 has not been drawn; draw it before printing its sheets\.$"),
        (("SLUG", "pack"), r"^A pack is of one round; name it with --round\.$"),
        (
            ("SLUG", "results", "--tables", "x"),
            r'^"x" is no stretch of tables; write it like 3-7, or 5 for one of them\.$',
        ),
        (("SLUG", "results", "--copies", "0"), r"^0 copies were asked for; choose between 1 and 20\.$"),
    ],
)
def test_a_wrong_order_is_refused_with_what_to_do(slug: str, words: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        paper(*(slug if word == "SLUG" else word for word in words))
