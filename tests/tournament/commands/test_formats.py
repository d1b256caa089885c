"""``manage.py format``, and ``--format`` of the commands that score, arrange and draw."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tournament.record.formats import SHIPPED


def output(*arguments: str) -> str:
    stdout = io.StringIO()
    call_command(*arguments, stdout=stdout)
    return stdout.getvalue()


def test_the_formats_are_listed_and_shown_as_their_files() -> None:
    assert json.loads(output("format", "list", "--json"))["mso-places"] == "Place points (MSO)"
    assert "mso-acquire  MSO Acquire" in output("format", "list").splitlines()
    assert output("format", "show", "mso-places") == (SHIPPED / "mso-places.json").read_text(encoding="utf-8")
    with pytest.raises(CommandError, match="There is no format “whist”"):
        output("format", "show", "whist")


def test_the_schema_names_and_describes_every_part() -> None:
    parts = json.loads(output("format", "schema"))["$defs"]
    assert parts["Places"]["description"].startswith("Give points for each place, the first one first")
    assert parts["Format"]["required"][:2] == ["key", "name"]


def test_a_file_is_checked(tmp_path: Path) -> None:
    assert output("format", "check", str(SHIPPED / "mso-places.json")).startswith("Place points (MSO)\n")
    file = tmp_path / "ours.json"
    file.write_text(output("format", "show", "mso-places").replace("swiss", "swis"), encoding="utf-8")
    stdout = io.StringIO()
    with pytest.raises(SystemExit) as ending:
        call_command("format", "check", str(file), "--json", stdout=stdout)
    assert ending.value.code == 1
    told = "rounds, 2: “how” is “swis”; it must be one of random, swiss, arrival, levels, dealt, snake or hand."
    assert json.loads(stdout.getvalue()) == {"file": str(file), "wrong": [told]}
    with pytest.raises(CommandError, match="cannot be read"):
        output("format", "check", str(tmp_path / "none.json"))


def test_a_table_is_scored_by_place() -> None:
    assert output("score", "1", "2", "2", "4", "--format", "mso-places").splitlines() == [
        "Seat 1: 4.000  Place 1 of 4: 4.000.",
        "Seat 2: 1.500  Place 2 of 4, shared: the mean of 2, 1 = 1.500.",
        "Seat 3: 1.500  Place 2 of 4, shared: the mean of 2, 1 = 1.500.",
        "Seat 4: 0.000  Place 4 of 4: 0.000.",
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["score", "0", "2", "3"], "0 is below 1; enter place before fines, and fines as positive amounts."),
        (["score", "1", "2", "3", "4", "5"], "5 amounts of place make no table; enter 3 to 4, one for each seat."),
        (["score", "1", "2", "3", "--fines", "5", "0", "0"], "This format has no fines."),
        (["score", "1", "2", "3", "--multiplier", "1.5"], "This format has no multipliers."),
        (["draw", "--event", "cup"], "An event has its own format; use --format only with --players."),
    ],
)
def test_what_a_format_does_not_have_is_refused(arguments: list[str], sentence: str) -> None:
    with pytest.raises(CommandError) as refusal:
        output(*arguments, "--format", "mso-places")
    assert str(refusal.value) == sentence


def test_tables_are_those_of_the_format() -> None:
    assert output("tables", "5", "--format", "mso-places").splitlines() == [
        "4, one sits out (primary)",
        "    4 random rounds.",
        "    Anybody can win gold: there is no Swiss final (R65).",
        "    One player sits out each round and scores 1.750; nobody sits out twice (R49, R51).",
    ]
    drawn = json.loads(output("draw", "--players", "5", "--rounds", "2", "--json", "--format", "mso-places"))
    assert drawn["sizes"] == [4]
