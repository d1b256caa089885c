"""The draw at the command line."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.build import director_of, make_event, play_to
from tests.tournament.draw.pairings.seatings import drawn, faults_of, fresh, repeats_of
from tournament.models.queries import record_of
from tournament.slices.apart import keep_apart


def answer_of(*words: str) -> str:
    out = StringIO()
    call_command("draw", *words, stdout=out)
    return out.getvalue()


def draw_of(*words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(answer_of(*words, "--json"))
    return answer


def refusal_of(*words: str) -> str:
    with pytest.raises(CommandError) as refusal:
        answer_of(*words)
    assert refusal.value.returncode == 2
    return str(refusal.value)


def test_a_draw_is_printed_as_json_with_its_proof() -> None:
    answer = draw_of("--players", "12", "--sizes", "4,4,4", "--rounds", "4", "--seed", "7")
    rounds = [drawn(*tables) for tables in answer["rounds"]]
    assert faults_of(fresh((4, 4, 4), 4), rounds) == []
    assert repeats_of(rounds) == 13
    assert {key: answer[key] for key in ("seed", "sizes", "repeats", "minimum", "proof", "max_meetings")} == {
        "seed": 7,
        "sizes": [4, 4, 4],
        "repeats": 13,
        "minimum": 13,
        "proof": "every possible seating was checked",
        "max_meetings": 4,
    }


def test_sizes_and_rounds_default_to_the_rules() -> None:
    answer = draw_of("--players", "17", "--seed", "1")
    assert (answer["sizes"], len(answer["rounds"]), answer["repeats"]) == ([4, 4, 3, 3, 3], 3, 0)


def test_who_is_kept_apart_and_who_sits_out_is_seen_in_the_answer() -> None:
    words = ("--players", "13", "--sizes", "4,4,4", "--sit-outs", "1", "--apart", "3,9", "--apart", "1,2,5")
    answer = draw_of(*words, "--rounds", "4", "--seed", "3")
    tables = [set(table) for tables in answer["rounds"] for table in tables]
    assert not any({3, 9} <= table or len({1, 2, 5} & table) > 1 for table in tables)
    assert len({player for (player,) in answer["sit_outs"]}) == 4


def test_a_history_is_read_and_not_repeated(tmp_path: Path) -> None:
    file = tmp_path / "played.json"
    file.write_text("[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]", encoding="utf-8")
    answer = draw_of("--players", "9", "--history", str(file), "--seed", "1")
    assert (len(answer["rounds"]), answer["repeats"]) == (3, 0)


def test_the_answer_for_people_explains_the_repeats() -> None:
    text = answer_of("--players", "8", "--rounds", "4", "--seed", "1")
    assert "Round 1\n  Table 1: " in text
    assert "meet again after round" in text
    verdict = "Repeat meetings over the 4 random rounds: 20, 0 of them in round 1; no draw can have fewer"
    assert f"{verdict} (every possible seating was checked)." in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Name either --players with their number or --event with its slug."),
        (("--players", "x"), '--players: "x" is not a whole number; enter one like 17.'),
        (("--players", "2"), "2 players are not enough: a table needs at least 3. Check in more players."),
        (("--players", "9", "--apart", "3,12"), "Player 12 is to be kept apart but is not in the draw; name players of the draw."),
        (("--players", "9", "--apart", "3"), '--apart: "3" names one player; enter two or more like 3,9.'),
        (("--players", "9", "--rounds", "0"), "0 rounds cannot be drawn; ask for at least 1."),
        (("--players", "9", "--sizes", "3,a"), "“3,a” is not a list of table sizes. Enter them like this: 4 4 3 3."),
        (
            ("--players", "6", "--apart", "1,2,3"),
            "Round 1: Player 1, Player 2 and Player 3 must all be kept apart, but there are only 2 tables; "
            "remove a player or allow them to meet.",
        ),
        (("--players", "9", "--sit-outs", "1"), "1 sit out, but no table sizes are named; name them too, like --sizes 4,4,4."),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert refusal_of(*words) == sentence


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "is not JSON; write a list of rounds, each a list of tables like [[1,2,3],[4,5,6]]."),
        *(
            (text, "is not a list of rounds of tables of player numbers; write it like [[[1,2,3],[4,5,6]]].")
            for text in ("{}", "[[1, 2, 3]]", '[[["a"]]]', "[[[true]]]", "[[[1.0]]]")
        ),
    ],
)
def test_a_history_that_is_none_is_refused(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "played.json"
    file.write_text(text, encoding="utf-8")
    assert refusal_of("--players", "9", "--history", str(file)) == f"The history {file} {why}"


def test_a_history_of_somebody_who_does_not_play_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "played.json"
    file.write_text("[[[1, 2, 99]]]", encoding="utf-8")
    assert "99" in refusal_of("--players", "9", "--history", str(file))


def test_no_players_and_more_than_five_thousand_are_refused() -> None:
    for count in ("0", "5001"):
        assert refusal_of("--players", count) == f"{count} players cannot be drawn; name 3 to 5,000."
    assert refusal_of("--players", "1").startswith("1 player is not enough: a table needs at least 3.")


def test_the_minima_are_checked_by_a_command() -> None:
    out = StringIO()
    call_command("check_minima", "--seeds", "1", "--most", "8", stdout=out)
    assert out.getvalue().endswith("Every draw reaches its proven minimum.\n")


def test_the_draw_is_measured_as_a_table() -> None:
    out = StringIO()
    call_command("bench_draw", "9", "--draws", "1", stdout=out)
    assert len(out.getvalue().splitlines()) == 3


@pytest.mark.django_db
def test_an_event_is_drawn_from_its_entries_rounds_and_wishes() -> None:
    event = play_to(make_event(players=12), round_closed=1)
    keep_apart(event, director_of(event), [[1, 2, 3]])
    played = drawn(*([seat.player for seat in table.seats] for table in record_of(event).round(1).tables))
    answer = draw_of("--event", event.slug, "--seed", "4")
    rounds = [drawn(*tables) for tables in answer["rounds"]]
    assert len(rounds) == 3
    assert answer["repeats"] == repeats_of((played, *rounds))
    assert not any(len({1, 2, 3} & set(table)) > 1 for row in rounds for table in row.tables)


@pytest.mark.django_db
def test_an_unknown_event_is_refused() -> None:
    assert refusal_of("--event", "nowhere") == 'There is no event "nowhere"; name one by the last part of its address.'
