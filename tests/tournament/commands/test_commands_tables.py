"""``manage.py tables``: arrangements at the command line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.run.programs import run
from tournament.installation.bootstrap import OPT_OUT
from tournament.management.commands.tables import Command

ROOT = Path(__file__).resolve().parents[3]


def _output(*arguments: str) -> str:
    stdout = io.StringIO()
    call_command("tables", *arguments, stdout=stdout)
    return stdout.getvalue()


def test_seventeen_players_have_two_choices_with_their_consequences() -> None:
    assert json.loads(_output("17", "--json")) == {
        "players": 17,
        "choices": [
            {
                "sizes": [4, 4, 3, 3, 3],
                "sit_outs": 0,
                "kind": "primary",
                "random_rounds": 3,
                "swiss_final": True,
                "top_table": 4,
                "minutes": {"4": 25, "3": 33},
            },
            {
                "sizes": [4, 4, 4, 5],
                "sit_outs": 0,
                "kind": "alternative",
                "random_rounds": 3,
                "swiss_final": True,
                "top_table": 4,
                "minutes": {"4": 25, "5": 20},
            },
        ],
    }


def test_a_table_of_six_has_no_minutes() -> None:
    assert json.loads(_output("6", "--json"))["choices"][1]["minutes"] == {"6": None}


def test_the_number_of_rounds_is_an_option() -> None:
    choice = json.loads(_output("17", "--json", "--rounds", "6"))["choices"][0]
    assert (choice["random_rounds"], choice["swiss_final"]) == (5, True)


def test_without_json_the_choices_are_sentences() -> None:
    assert _output("13").splitlines() == [
        "4 3 3 3 (primary)",
        "    3 random rounds, then a Swiss final with 4 at the top table.",
        "    Per player: 25 minutes at a table of 4, 33 minutes at a table of 3.",
        "    Only the 4 players at the top table of the final can win gold (R64).",
        "4 4 5 (alternative)",
        "    4 random rounds.",
        "    Per player: 25 minutes at a table of 4, 20 minutes at a table of 5.",
        "    Anybody can win gold: there is no Swiss final (R65).",
        "4 4 4, one sits out (alternative)",
        "    4 random rounds.",
        "    Per player: 25 minutes at a table of 4.",
        "    Anybody can win gold: there is no Swiss final (R65).",
        "    One player sits out each round and scores 25.000; nobody sits out twice (R49, R51).",
    ]
    assert "    Per player: not confirmed at a table of 6." in _output("6").splitlines()


def test_digits_of_any_keyboard_are_digits() -> None:
    assert _output("١٧", "--json") == _output("１７", "--json") == _output("17", "--json")


REFUSALS = [
    (["2"], "2 players are not enough: a table needs at least 3. Check in more players."),
    (["-5"], "-5 players are not enough: a table needs at least 3. Check in more players."),
    (["ten"], 'Players: "ten" is not a whole number; enter one like 17.'),
    (["17.5"], 'Players: "17.5" is not a whole number; enter one like 17.'),
    (["½"], 'Players: "½" is not a whole number; enter one like 17.'),
    ([], "The following arguments are required: players."),
    (["17", "18"], "Unrecognized arguments: 18."),
    (["17", "--rounds", "0"], "An event of 0 rounds cannot be planned; enter 1 to 20 rounds."),
    (["17", "--rounds", "21"], "An event of 21 rounds cannot be planned; enter 1 to 20 rounds."),
    (["5001"], "5,001 players are too many to arrange; enter at most 5,000."),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSALS)
def test_bad_input_is_refused_with_status_two_by_a_sentence_alone_on_standard_error(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ending:
        Command(no_color=True).run_from_argv(["manage.py", "tables", *arguments])
    assert ending.value.code == 2
    assert capsys.readouterr() == ("", f"{sentence}\n")


@pytest.mark.server
def test_manage_py_answers_before_anything_is_configured() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("TOPTABLE_", "DJANGO_"))}
    environment[OPT_OUT] = (
        "1"  # this interpreter has everything: no .venv is made beside the checkout (test_bootstrap.py proves that)
    )
    ran = [run([sys.executable, "manage.py", "tables", *words], environment) for words in (["3", "--json"], ["2"])]
    assert [(each.returncode, each.stderr) for each in ran] == [
        (0, ""),
        (2, "2 players are not enough: a table needs at least 3. Check in more players.\n"),
    ]
    assert json.loads(ran[0].stdout)["players"] == 3


@pytest.mark.server
def test_a_reader_that_has_seen_enough_ends_a_command_without_a_word(tmp_path: Path) -> None:
    """As in ``manage.py tables 250 | head -1``: nobody reads any more when the command writes."""
    reads, writes = os.pipe()
    os.close(reads)
    ended = subprocess.run(
        [sys.executable, "manage.py", "tables", "17"],
        cwd=ROOT,
        env=os.environ
        | {OPT_OUT: "1", "TOPTABLE_DEBUG": "on", "DATABASE_URL": f"sqlite:///{tmp_path / 'none.sqlite3'}"},
        stdout=writes,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writes)
    assert (ended.returncode, ended.stderr) == (0, "")
