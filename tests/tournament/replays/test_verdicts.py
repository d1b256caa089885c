"""The verdict on a log, a game that was taken back, and turns that are written twice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.logs.writer import write_text
from games.acquire.replay.judging.certainty import Fact, MissingFact, Possible
from games.acquire.replay.judging.telling import AS_WRITTEN, Story
from games.acquire.replay.proof import Proof
from laboratory.mistakes.sheets import SampleLog, full_sheet
from tests.tournament.pages.logs import DISPUTED, UNPROVED, UNREAD
from tests.tournament.replays.test_replays import ENTERED, SEATS, a_table, named
from tournament.replays.causes import causes_in, spoken_finding
from tournament.replays.money import Offer, asks_for_sums_only, compare, offers
from tournament.replays.reading import GameReading, read_game
from tournament.replays.rulings import propose_ruling
from tournament.replays.steps import spoken_seconds, spoken_step
from tournament.replays.table_log import TableHeader
from tournament.replays.verdict import Verdict, questions_of, stories_of, verdict_of
from tournament.replays.workings import spoken_fact

NAMES = named("Ann", "Ben", "Cai", "Dot")
RIGHT = DISPUTED.replace("Worldwide 1500", "Worldwide 2500").replace("Cai 37100", "Cai 38100")
ONE_FINAL = re.sub(r"(?m)^final: (\w+ \d+).*$", r"final: \1", RIGHT)
WITHOUT_FINAL = re.sub(r"(?m)^final: .*\n", "", DISPUTED)
COUNTED = re.sub(r"(?m)^(51 Cai: .*)$", r"\1; cash Cai 11800, Dot 9400", RIGHT)
"""The same log without its mistake, with two counts of cash."""
MORE = "1,000 more for Cai than was entered."


def verdict(text: str | GameReading) -> Verdict:
    reading = read_game(text) if isinstance(text, str) else text
    return verdict_of(reading, compare(reading, ENTERED, SEATS), NAMES)


def opened(final: dict[str, int | None], possible: dict[str, Possible], *facts: MissingFact) -> GameReading:
    """The disputed log as if its final cash were proved for some players only."""
    reading = read_game(DISPUTED)
    confirmed = tuple(player for player, cash in final.items() if cash is not None)
    answer = replace(reading.answer, final=final, possible=possible, missing_facts=facts, confirmed=confirmed)
    return replace(reading, answer=answer)


@pytest.mark.parametrize(
    ("text", "happened", "proved", "moves", "why"),
    [
        (
            DISPUTED,
            "Turn 50: Cai was paid 1,500 for Worldwide; 2,500 was due: 1,000 more for Cai.",
            "The log proves everybody’s cash: 3 of 4 final amounts agree.",
            MORE,
            "",
        ),
        (
            WITHOUT_FINAL,
            "Turn 50: Cai was paid 1,500 for Worldwide; 2,500 was due: 1,000 more for Cai.",
            "Taken as written for everybody.",
            MORE,
            "Nothing in the log contradicts or confirms this cash.",
        ),
        (
            RIGHT,
            "",
            "The log proves everybody’s cash: all 4 final amounts agree.",
            MORE,
            "",
        ),
        (
            COUNTED,
            "",
            "The log proves everybody’s cash: 2 counts of cash and all 4 final amounts agree.",
            MORE,
            "",
        ),
        (
            ONE_FINAL,
            "",
            "Proved for Ann: the final amount agrees. Taken as written for Ben, Cai and Dot.",
            MORE,
            "Nothing in the log contradicts or confirms this cash.",
        ),
        (UNPROVED, "Turn 28 by Dot was not written down.", "Not proved for anybody.", "", ""),
        (
            DISPUTED[: DISPUTED.index("55 Cai")],
            "Turn 50: Cai was paid 1,500 for Worldwide; 2,500 was due: 1,000 more for Cai.",
            "The log stops after turn 54, before the end of the game, so it gives no final cash.",
            "",
            "",
        ),
    ],
    ids=["proved", "without final", "right", "counted", "one final", "turn missing", "stops"],
)
def test_a_verdict_says_what_is_proved_and_by_what_and_what_went_wrong(
    text: str, happened: str, proved: str, moves: str, why: str
) -> None:
    found = verdict(text)
    sentence = found.cause.sentence if found.cause else ""
    assert (sentence, found.proved, found.moves, found.why) == (happened, proved, moves, why)


def test_what_is_proved_for_some_names_them_and_the_others_with_what_they_may_have() -> None:
    reading = opened(
        {"Ann": 23_600, "Ben": 18_000, "Cai": None, "Dot": None},
        {"Cai": Possible((37_100, 38_100)), "Dot": Possible(())},
        MissingFact(Fact.BONUS, "Cai", "Worldwide", 50, (1_500, 2_500)),
    )
    found = verdict(reading)
    assert found.proved == (
        "Proved for Ann and Ben: 2 of 4 final amounts agree. Not proved for Cai (possibly 37,100 or 38,100) and Dot."
    )
    assert (found.is_open, found.questions) == (True, ("Was Cai paid 1,500 or 2,500 for Worldwide in turn 50?",))


def test_a_wrong_sum_that_moves_nobodys_cash_is_not_told_first() -> None:
    found = verdict(DISPUTED.replace("Dot Worldwide 5000", "Dot Worldwide 4000"))
    assert found.cause
    assert found.cause.finding.player == "Cai"


def test_a_place_that_was_not_understood_is_no_mistake_and_never_told_first() -> None:
    reading = read_game(re.sub(r"(?m)^28 .*\n", "", UNREAD.replace("9 Ann:", "9 Xaver:", 1)))
    assert any(cause.is_unread for cause in causes_in(reading))
    found = verdict(reading)
    assert found.cause
    assert found.cause.sentence == "Turn 28 by Dot was not written down."


def test_a_warning_leads_where_there_is_no_error() -> None:
    found = verdict("edition: mso\nplayers: Ann, Ben, Cai, Dot\n1 Ann: 1B; buy -; draw ?\n")
    assert found.cause
    assert found.cause.sentence == "Start: 4 starting tiles were not recorded, so they may be missing from the board."


def test_names_with_a_comma_are_parted_by_semicolons() -> None:
    names = named("Иванова, Ольга", "Nine, Player", "Cai", "Dot")
    table = a_table(29_600, 33_800, 38_100, 37_300)
    rows = compare(read_game(DISPUTED), table, SEATS)
    assert verdict_of(read_game(DISPUTED), rows, names).moves == (
        "6,000 less for Иванова, Ольга; 15,800 less for Nine, Player than was entered."
    )


def test_a_manner_kept_through_the_log_leads_and_is_cited_by_the_ruling() -> None:
    text = RIGHT.replace("Ann 23600, Ben 18000", "Ann 18000, Ben 23600")
    found = verdict(text)
    manner = "Everything fits if the final cash of Ann and Ben was swapped."
    assert found.cause
    assert (found.cause.sentence, found.moves) == (manner, MORE)
    reading = read_game(text)
    assert propose_ruling(reading, compare(reading, ENTERED, SEATS), NAMES).splitlines() == [
        f"{manner.removesuffix('.')} (R11).",
        "The correct amount is (R11): Cai 38,100 (37,100 was entered).",
    ]


def test_a_manner_is_cited_also_where_the_result_stays() -> None:
    reading = read_game(re.sub(r"(?m)^final: .*$", "final: Ann 236, Ben 180, Cai 381, Dot 373", RIGHT))
    rows = compare(reading, a_table(23_600, 18_000, 38_100, 37_300), SEATS)
    assert propose_ruling(reading, rows, NAMES).splitlines() == [
        "Everything fits if cash is written in units of 100 dollars (R11).",
        "The result stays as entered (R11).",
    ]


def test_a_ruling_says_by_which_other_reading_of_the_log_the_cash_is_right() -> None:
    reading = read_game(RIGHT.replace("50 Ben: 7A", "50 Ben: 12I"))
    assert propose_ruling(reading, compare(reading, ENTERED, SEATS), NAMES).splitlines()[0] == (
        "Turn 50: Ben founded a chain, but the log does not name it (R3). "
        "The rest of the log fits if turn 50 (line 85) should say: play 7A."
    )


def test_that_nothing_had_been_entered_is_said_once() -> None:
    reading = read_game(RIGHT)
    ruling = propose_ruling(reading, compare(reading, a_table(None, None, None, None), SEATS), NAMES)
    assert ruling.splitlines()[1:] == [
        "The correct amount is (R11): Ann 23,600; Ben 18,000; Cai 38,100; Dot 37,300.",
        "Nothing had been entered for Ann, Ben, Cai and Dot.",
    ]


def test_what_somebody_had_is_asked_only_where_the_doubt_is_about_it() -> None:
    doubt = read_game(DISPUTED).answer.findings[0]
    holding = MissingFact(Fact.HOLDING, "Cai", "Worldwide", 49)
    at_end = MissingFact(Fact.CASH, "Cai", None, 55)
    counted = MissingFact(Fact.CASH, "Cai", None, 50)
    reading = opened({"Cai": None}, {"Cai": Possible(())}, holding, at_end)
    assert questions_of(reading, doubt) == (
        "What happened in turn 50? (The log says “bonus Dot Worldwide 5000; bonus Cai Worldwide 1500”.)",
    )
    reading = opened({"Cai": None}, {"Cai": Possible(())}, counted)
    assert questions_of(reading, doubt) == ("How much cash did Cai have after turn 50?",)


def test_two_disposals_under_each_others_names_are_offered_as_what_happened() -> None:
    reading = opened({"Ann": 23_600, "Ben": 18_000, "Cai": None, "Dot": None}, {})
    swapped = Story(("the disposals of Cai and Dot in turn 50 (line 88) were swapped",), {"Cai": 38_100, "Dot": 36_900})
    written = Story((AS_WRITTEN,), {"Cai": 37_600, "Dot": 37_300}, is_as_written=True)
    asked = replace(reading, answer=replace(reading.answer, stories=(written, swapped)))
    cash = {"Ann": 23_600, "Ben": 18_000, "Cai": 37_600, "Dot": 37_300}
    first, second, *_rest = stories_of(asked, asked, cash)
    assert [story.label({"Cai": "Cai", "Dot": "Dot"}) for story in (first, second)] == [
        "If the log is correct as written: Cai 37,600, Dot 37,300",
        "If the disposals of Cai and Dot in turn 50 (line 88) were swapped: Cai 38,100, Dot 36,900",
    ]
    assert second.amounts["Dot"].is_told


def test_a_ruling_by_a_log_that_nothing_confirms_says_so() -> None:
    reading = read_game(WITHOUT_FINAL)
    rows = compare(reading, ENTERED, SEATS)
    assert {row.proof for row in rows} == {Proof.AS_WRITTEN}
    assert propose_ruling(reading, rows, NAMES).splitlines()[1:] == [
        "According to this log, the correct amount is (R11): Cai 38,100 (37,100 was entered). "
        "Nothing in the log contradicts or confirms this cash."
    ]


def test_an_amount_is_offered_once_with_everybody_who_states_it() -> None:
    reading = opened({"Cai": None}, {"Cai": Possible((37_100, 38_100, 39_000))})
    assert offers(reading, "Cai", 37_100) == (
        Offer(38_100, "according to the log as written, from an explanation that fits the log"),
        Offer(37_100, "the log’s own final cash, as entered, from an explanation that fits the log"),
        Offer(39_000, "from an explanation that fits the log"),
    )


def test_the_amounts_as_written_are_the_likely_ones_only_where_wrong_sums_are_all_that_is_found() -> None:
    odd_final = DISPUTED.replace("Cai 37100", "Cai 37600")
    for text, likely in ((odd_final, True), (UNPROVED, False), (UNREAD, False), (RIGHT, False)):
        assert asks_for_sums_only(read_game(text)) is likely, text


def test_cash_of_a_player_whom_nobody_found_in_the_log_is_not_proved() -> None:
    rows = compare(read_game(DISPUTED), a_table(1, 2, 3, 4), {})
    assert {(row.computed, row.written, row.proof) for row in rows} == {(None, None, Proof.NOT_PROVED)}


# A game that the director took back: its turns say what stands, what was undone is struck through, and the steps go on


TAKEN_BACK = """edition: mso
players: Ann = Ann Demo, Ben, Cai
start: Ann 1C, Ben 2A, Cai 7F
1 Ann: 4C; buy -; draw 9A
2 Ben: 2B; found Luxor; buy Luxor 2; draw ?
3 Cai: 12I; buy -; draw ?
rewind 9 "Ben meant 3B, says Ann Demo"
    by Ben found Tower; pause; resume; by Ben buy Tower 1; time Ann -150; by Ben draw ?
3 Cai: 12I; peek Cai; buy -; draw ?
rewind 99
"""


def steps_of(reading: GameReading, turn: int) -> list[str]:
    row = reading.turns[turn]
    steps = reading.steps[row.first : row.last + 1]
    return [spoken_step(step, reading.players, reading.chains) for step in steps]


def test_a_turn_has_the_words_that_stand_and_those_that_were_undone_in_it_and_behind_it() -> None:
    reading = read_game(TAKEN_BACK)
    assert [turn.title for turn in reading.turns] == ["Start", "1 Ann", "2 Ben", "3 Cai"]
    assert reading.turns[2].words == (
        '2 Ben: 2B; rewind 9 "Ben meant 3B, says Ann Demo"; found Tower; pause; resume; buy Tower 1; time Ann -150; draw ?',
    )
    assert reading.turns[2].undone == ("Ben: found Luxor; buy Luxor 2; draw ?", "3 Cai: 12I; buy -; draw ?")
    assert [turn.undone for turn in reading.turns if turn.place != 2] == [(), (), ()]
    assert [(turn.title, found.code) for turn, found in reading.findings] == [("3 Cai", "rewind-nowhere")]


def test_the_steps_of_a_game_taken_back_are_told_in_sentences() -> None:
    reading = read_game(TAKEN_BACK)
    assert steps_of(reading, 2) == [
        "2B",
        "the director takes the game back to statement 9, “Ben meant 3B, says Ann”; founds Tower",
        "the director stops the game",
        "the game goes on",
        "buys 1 Tower",
        "Ann loses 2 minutes 30 seconds",
    ]
    assert steps_of(reading, 3) == [
        "12I",
        "the director looks at Cai's hand",
        "buys nothing",
        "the game cannot go back to statement 99, as it does not come before this one",
    ]
    begun = read_game(TAKEN_BACK.replace("rewind 99", "rewind 0; time Ben +60"))
    assert steps_of(begun, 0) == [
        "start",
        "the director stops the game",
        "the game goes on",
        "Ann loses 2 minutes 30 seconds",
        "the director looks at Cai's hand",
        "the director takes the game back to the start",
        "Ben gets 1 minute",
    ]
    assert begun.turns[0].undone[:2] == ("start: Ann 1C, Ben 2A, Cai 7F", "1 Ann: 4C; buy -; draw 9A")


def test_a_reason_calls_the_players_as_the_page_calls_them() -> None:
    reading = read_game(TAKEN_BACK, TableHeader(), ("Zoe", "Yan", "Xi"))
    assert steps_of(reading, 2)[1].endswith("statement 9, “Yan meant 3B, says Zoe”; founds Tower")
    assert reading.turns[2].undone[0] == "Yan: found Luxor; buy Luxor 2; draw ?"
    shown = repr((reading.steps, reading.turns, reading.placed, reading.record))
    assert [name for name in ("Ann", "Ben", "Cai", "Demo") if name in shown] == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "no time"), (1, "1 second"), (60, "1 minute"), (150, "2 minutes 30 seconds"), (72_000, "1,200 minutes")],
)
def test_seconds_are_spoken(seconds: int, words: str) -> None:
    assert spoken_seconds(seconds) == words


# The page of a log in which turns are written twice, or not at all


SHEET = full_sheet(1, 3).of_scribe()


def _starts(sheet: SampleLog) -> list[int]:
    return [place for place, event in enumerate(sheet.events) if event.act is ActKind.TURN]


def _text(events: Sequence[Action]) -> str:
    return write_text(replace(SHEET.record, events=events, lines=()))


def test_turns_written_twice_are_each_shown_once_with_a_note() -> None:
    starts = _starts(SHEET)
    events = SHEET.events
    first, last = starts[30], starts[33]
    once = read_game(_text(events))
    twice = read_game(_text([*events[:last], *events[first:last], *events[last:]]))
    assert [(turn.title, turn.words, turn.opening) for turn in twice.turns] == [
        (turn.title, turn.words, turn.opening) for turn in once.turns
    ]
    assert [step.view for step in twice.steps] == [step.view for step in once.steps]
    assert (twice.final, len(twice.findings)) == (once.final, 1)
    assert spoken_finding(twice, 0) == (
        "Turns 31 to 33 were written down twice; the two versions do not contradict each other."
    )


def test_a_gap_leads_with_the_turns_that_are_not_written_down_and_asks_for_them() -> None:
    starts = _starts(SHEET)
    events = SHEET.events
    found = read_game(_text([*events[: starts[20]], *events[starts[27] :]]))
    assert spoken_finding(found, 0) == "Turns 21 to 27 were not written down."
    assert found.findings[0][0].title.startswith("20 ")
    assert [spoken_fact(fact) for fact in found.answer.missing_facts] == ["What did everybody play in turns 21 to 27?"]
