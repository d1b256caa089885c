"""``manage.py score``: a table's scores at the command line."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.tournament.scores.worked import cases_of
from tournament.management.commands.score import Command


def _output(*arguments: str) -> str:
    stdout = io.StringIO()
    call_command("score", *arguments, stdout=stdout)
    return stdout.getvalue()


EXAMPLES = {case: rows for case, rows in cases_of("scoring").items() if rows[0]["negative_cash"] == "floor_zero"}
COUNTED = {"before_bonus": [], "after_bonus": ["--fines-count", "after"]}


@pytest.mark.parametrize("case", EXAMPLES)
def test_the_worked_examples_are_scored_at_the_command_line(case: str) -> None:
    rows = EXAMPLES[case]
    arguments = [row["cash"] for row in rows] + ["--fines", *(row["fine"] for row in rows)]
    arguments += COUNTED[rows[0]["fine_timing"]]
    if rows[0]["six_multiplier"]:
        arguments += ["--multiplier", rows[0]["six_multiplier"]]
    assert json.loads(_output(*arguments, "--json")) == {
        "rows": [
            {
                "cash": int(row["cash"]),
                "fine": int(row["fine"]),
                "net": int(row["cash"]) - int(row["fine"]),
                "adjusted": int(row["adjusted"]),
                "basic": row["basic"],
                "score": row["score"],
            }
            for row in rows
        ]
    }


def test_a_fine_after_the_winning_bonus_is_taken_off_what_the_bonus_made() -> None:
    arguments = ("40000", "39000", "21000", "--fines", "2000", "0", "0")
    before = _output(*arguments).splitlines()
    assert _output(*arguments, "--fines-count", "before").splitlines() == before
    after = _output(*arguments, "--fines-count", "after").splitlines()
    assert "Sole winner" in before[1]
    assert "Sole winner" in after[0]
    assert "× 1.06 = 42,400" in after[0]
    with pytest.raises(CommandError, match="fines-count"):
        _output(*arguments, "--fines-count", "sometimes")


def test_without_json_every_step_is_in_words() -> None:
    assert _output("40,000", "35,000", "22,600").splitlines() == [
        "Seat 1: 31.800  Cash 40,000. Sole winner: × 1.06 = 42,400. 42,400 of 100,000 = 42.400 %. "
        "Table of 3: × 0.75 = 31.800.",
        "Seat 2: 26.250  Cash 35,000. 35,000 of 100,000 = 35.000 %. Table of 3: × 0.75 = 26.250.",
        "Seat 3: 16.950  Cash 22,600. 22,600 of 100,000 = 22.600 %. Table of 3: × 0.75 = 16.950.",
    ]


REFUSALS = [
    ([], "The following arguments are required: cash."),
    (["40000"], "1 amount of cash makes no table; enter 3 to 6, one for each seat."),
    (["40000", "30000"], "2 amounts of cash make no table; enter 3 to 6, one for each seat."),
    (["1"] * 7, "7 amounts of cash make no table; enter 3 to 6, one for each seat."),
    (["0", "0", "0"], "The amounts less fines sum to 0, so there is nothing to share (R62); check the amounts."),
    (["1", "2", "x"], 'Cash: "x" is not a whole number; enter one like 17.'),
    (["100", "200", "-5"], "-5 is below zero; enter cash before fines, and fines as positive amounts."),
    (
        ["100", "200", "300", "--fines", "0", "0", "-1"],
        "-1 is below zero; enter cash before fines, and fines as positive amounts.",
    ),
    (
        ["100", "200", "300", "--fines", "5000"],
        "3 seats need 3 fines, not 1; enter one for each seat, 0 for none.",
    ),
    (["1"] * 6, "The rules have no multiplier for six players (R60); enter one, like --multiplier 1.5."),
    (
        ["1", "2", "3", "--multiplier", "1.5"],
        "The rules set the multiplier for a table of 3 (R58); use --multiplier only for tables of 6.",
    ),
    *(
        (
            [*["1"] * 6, f"--multiplier={text}"],
            f'--multiplier: "{text}" is not a multiplier; enter one like 1.5, with at most three decimals.',
        )
        for text in ("x", "0", "-1", "1.2345", "11", "nan", "inf")
    ),
    (["1", "2", "3", "--bogus"], "Unrecognized arguments: --bogus."),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSALS)
def test_bad_input_is_refused_with_status_two_by_a_sentence_alone_on_standard_error(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ending:
        Command(no_color=True).run_from_argv(["manage.py", "score", *arguments])
    assert ending.value.code == 2
    assert capsys.readouterr() == ("", f"{sentence}\n")
