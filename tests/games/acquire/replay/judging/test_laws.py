"""The laws of the judge, in logs with any edit of any line: what is proved is right, and nobody innocent is blamed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS, TILES
from games.acquire.record import GameRecord, Unread
from games.acquire.replay import Fact, Replay, Severity, replay
from games.acquire.replay.judging.search import MARGIN, Search, certainty_of, search
from games.acquire.replay.judging.starts import SLIP
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import finish_walk
from laboratory.mistakes.sheets import SampleLog, sensible_sheet
from tests.conftest import tried

_EDITED: Final = frozenset(
    {ActKind.START, ActKind.PLAY, ActKind.FOUND, ActKind.SURVIVOR, ActKind.BONUS}
    | {ActKind.DISPOSE, ActKind.BUY, ActKind.CASH, ActKind.FINAL}
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A log with one drawn edit, the faultless log, and the number of the turn in which the edit lies."""

    record: GameRecord
    sheet: SampleLog
    turn: int


def drawn(seed: int) -> Drawn:
    """Return a log with one edit; the same seed gives the same log."""
    random = Random(f"any edit {seed}")
    sheet = sensible_sheet(seed % 50, 3 + seed % 3).of_scribe()
    while True:
        events = sheet.events
        place = random.choice([at for at, event in enumerate(events) if event.act in _EDITED])
        random.choice((_rewrite, _rewrite, _rename, _lose, _double, _exchange))(events, place, random)
        if events != sheet.record.events:
            changed = next(at for at, event in enumerate(sheet.record.events) if events[at : at + 1] != [event])
            turn = sum(event.act is ActKind.TURN for event in sheet.record.events[: changed + 1])
            record = replace(sheet.record, events=events, lines=range(1, len(events) + 1))
            return Drawn(record, sheet, turn)


def _rewrite(events: list[Action], place: int, random: Random) -> None:
    """Give an event another value of its kind."""
    event = events[place]
    events[place] = event._replace(value=_REWRITTEN[event.act](event.value, random))


def _rename(events: list[Action], place: int, random: Random) -> None:
    """Give an event to another player."""
    events[place] = events[place]._replace(player=random.choice(sorted({event.player for event in events})))


def _lose(events: list[Action], place: int, random: Random) -> None:
    """Leave an event out."""
    del events[place]


def _double(events: list[Action], place: int, random: Random) -> None:
    """Write an event twice."""
    events.insert(place, events[place])


def _exchange(events: list[Action], place: int, random: Random) -> None:
    """Exchange the value of an event with that of the next one of its kind."""
    act = events[place].act
    other = next((at for at in range(place + 1, len(events)) if events[at].act is act), place)
    one, two = events[place], events[other]
    events[place], events[other] = one._replace(value=two.value), two._replace(value=one.value)


def _tile(value: int, random: Random) -> int:
    return random.randrange(TILES)


def _chain(value: int, random: Random) -> int:
    return random.randrange(CHAINS)


def _money(value: int, random: Random) -> int:
    return max(0, value + random.choice((-1000, -300, -200, -100, 100, 200, 300, 1000)))


def _bonus(value: tuple[int, int], random: Random) -> tuple[int, int]:
    return value[0], _money(value[1], random)


def _disposal(value: tuple[int, ...], random: Random) -> tuple[int, ...]:
    numbers = list(value[1:])
    one, other = random.sample(range(3), 2)
    moved = random.randint(0, numbers[one])
    numbers[one], numbers[other] = numbers[one] - moved, numbers[other] + moved * random.randrange(2)
    return (value[0], *numbers)


def _purchase(value: tuple[tuple[int, int], ...], random: Random) -> tuple[tuple[int, int], ...]:
    shares = dict(value)
    chain = random.choice([*shares, random.randrange(CHAINS)])
    shares[chain] = random.randrange(4)
    return tuple((chain, count) for chain, count in sorted(shares.items()) if count)


_REWRITTEN: Final[dict[ActKind, Callable[[Any, Random], Any]]] = {
    ActKind.START: _tile,
    ActKind.PLAY: _tile,
    ActKind.FOUND: _chain,
    ActKind.SURVIVOR: _chain,
    ActKind.BONUS: _bonus,
    ActKind.DISPOSE: _disposal,
    ActKind.BUY: _purchase,
    ActKind.CASH: _money,
    ActKind.FINAL: _money,
}


SEEDS = st.integers(0, 100_000)


def _accused(answer: Replay) -> list[int]:
    """The turns of all errors and warnings that no other finding explains."""
    grave = [finding for finding in answer.findings if finding.severity is not Severity.NOTE]
    return [finding.turn for finding in grave if finding.cause is None and finding.turn is not None]


@given(SEEDS)
def test_whatever_is_edited_no_wrong_amount_is_proved_and_no_turn_before_it_is_blamed(seed: int) -> None:
    log = drawn(seed)
    answer = replay(log.record)
    wrong = [player for player, cash in answer.final.items() if cash not in (None, log.sheet.final[player])]
    assert not wrong or not _accused(
        answer
    )  # a purchase of equal price, or the like, leaves a log that is faultless in itself
    assert all(turn >= log.turn for turn in _accused(answer))


@given(SEEDS)
def test_no_amount_is_proved_against_the_final_and_a_count_together_whatever_is_edited(seed: int) -> None:
    answer = replay(drawn(seed).record)
    miscounted = {found.player for found in answer.findings if found.code == "cash-wrong"}
    differing = {
        player for player, cash in answer.recorded_final.items() if answer.final.get(player) not in (None, cash)
    }
    assert not miscounted & differing


def test_most_edits_of_any_line_are_settled() -> None:
    logs = [drawn(seed) for seed in range(tried(20))]
    right = sum(replay(log.record).final == log.sheet.final for log in logs)
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
    log = next(log for log in map(drawn, range(200)) if search_of(log.record).all and replay(log.record).is_proved)
    replayer = Replayer(log.record)
    finish_walk(replayer)
    whole = search(replayer)
    cut = certainty_of(replayer, Search(whole.all, False, whole.partial))
    stated = replay(log.record).recorded_final
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
        log = drawn(seed)
        answer = replay(log.record)
        if answer.final == log.sheet.final == answer.recorded_final:
            errors = [one for one in answer.findings if one.severity is not Severity.NOTE and one.cause is None]
            assert not any(one.code == "final-wrong" for one in errors[1:])
            found += 1
    assert found
