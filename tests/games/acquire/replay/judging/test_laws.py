"""The laws of the judge, in logs with any edit of any line: what is proved is right, and nobody innocent is blamed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import ActKind
from games.acquire.record import GameRecord, Unread
from games.acquire.replay.findings import Severity
from games.acquire.replay.judging.certainty import Fact
from games.acquire.replay.judging.judge import Replay, replay
from games.acquire.replay.judging.search import MARGIN, Search, certainty_of, search
from games.acquire.replay.judging.starts import SLIP
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import finish_walk
from laboratory.mistakes.sheets import SampleLog, sensible_sheet
from laboratory.mistakes.slips import EDITS
from tests.conftest import tried


def drawn(seed: int) -> tuple[GameRecord, SampleLog]:
    """A log with one edit, and the faultless log; `test_disposals` holds every kind of edit to the first laws."""
    random = Random(f"any edit {seed}")
    sheet = sensible_sheet(seed % 50, 3 + seed % 3).of_scribe()
    while not isinstance(lines := random.choice(EDITS).make(sheet, random), list):
        pass  # the game has no occasion for it
    return replace(sheet.record, events=lines, lines=range(1, len(lines) + 1)), sheet


def _accused(answer: Replay) -> list[int]:
    """The turns of all errors and warnings that no other finding explains."""
    grave = [finding for finding in answer.findings if finding.severity is not Severity.NOTE]
    return [finding.turn for finding in grave if finding.cause is None and finding.turn is not None]


def test_most_edits_of_any_line_are_settled() -> None:
    logs = [drawn(seed) for seed in range(tried(20))]
    right = sum(replay(record).final == sheet.final for record, sheet in logs)
    assert right >= 0.75 * len(logs)


def _sheet(seed: int = 2) -> SampleLog:
    return sensible_sheet(seed, 3).of_scribe()


@given(st.integers(1, 40), st.sampled_from([None, *ActKind]), st.sampled_from([None, 0, 1, 2]))
def test_a_place_that_cannot_be_read_never_accuses_anybody(turn: int, act: ActKind | None, player: int | None) -> None:
    sheet = _sheet()
    places = [at for at, event in enumerate(sheet.events) if event.act is ActKind.TURN]
    gap = Unread(places[min(turn, len(places) - 1)] + 1, 99, 1, "Kassensturz", player, act)
    answer = replay(replace(sheet.record, unread=(gap,)))
    assert [finding.code for finding in answer.findings] == ["line-unread"]
    assert not _accused(answer)
    assert answer.final == sheet.final


def test_what_hangs_on_a_place_that_cannot_be_read_stays_open_and_is_asked() -> None:
    sheet = _sheet()
    place = next(at for at, event in enumerate(sheet.events) if event.act is ActKind.BUY and event.value)
    bought = sheet.events[place]
    events = [event for at, event in enumerate(sheet.events) if at != place and event.act is not ActKind.FINAL]
    events = [event for event in events if event.act is not ActKind.CASH]
    gap = Unread(place, 99, 1, "two of the blue ones", bought.player, ActKind.BUY)
    answer = replay(replace(sheet.record, events=events, lines=(), unread=(gap,)))
    assert None in answer.final.values()
    assert not _accused(answer)
    assert [fact.kind for fact in answer.missing_facts][:1] == [Fact.TURN]


def test_a_search_that_was_cut_off_proves_nothing_that_the_log_does_not_state() -> None:
    record = next(told for told, _ in map(drawn, range(200)) if search_of(told).all and replay(told).is_proved)
    replayer = Replayer(record)
    finish_walk(replayer)
    whole = search(replayer)
    cut = certainty_of(replayer, Search(whole.all, False, whole.partial))
    stated = replay(record).recorded_final
    ids = replayer.ids
    assert all(cash is None or cash == stated[ids[player]] for player, cash in cut.final.items())
    assert None in cut.final.values()


def search_of(record: object) -> Search:
    """What explains a log."""
    replayer = Replayer(record)  # type: ignore[arg-type]
    finish_walk(replayer)
    return search(replayer)


def test_one_slip_more_is_no_rival() -> None:
    assert MARGIN < SLIP


def test_right_finals_beside_one_cause_are_no_errors_of_their_own() -> None:
    found = 0
    for seed in range(tried(60)):
        record, sheet = drawn(seed)
        answer = replay(record)
        if answer.final == sheet.final == answer.recorded_final:
            errors = [one for one in answer.findings if one.severity is not Severity.NOTE and one.cause is None]
            assert not any(one.code == "final-wrong" for one in errors[1:])
            found += 1
    assert found
