"""Logs and disputes as acts: what is kept, what is refused, what a ruling writes and where (R11, R68)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.build import being_played, enter_result, make_director, make_event, play_round, publish
from tests.tournament.pages.logs import BROKEN, RIGHT, UNREAD
from tournament.models import Change, Dispute, Event, GameLog, TableReport
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import TableRecord
from tournament.record.vocabulary import DisputeState, Dollars, PlayerId, ReportSource
from tournament.services.changes import Actor
from tournament.services.changes.refusals import RefusedError
from tournament.services.gamelogs import attach_log
from tournament.services.results.official import ResultConflictError
from tournament.services.results.reports import restore_result
from tournament.slices.disputes.acts import apply_cash, open_dispute, publish_log, settle_dispute, withdraw_log
from tournament.slices.practice.playing import DISPUTED_LOG

pytestmark = pytest.mark.django_db

DISPUTED = DISPUTED_LOG.read_text(encoding="utf-8")
CLEAN = DISPUTED.replace("bonus Cai Worldwide 1500", "bonus Cai Worldwide 2500").replace("Cai 37100", "Cai 38100")
ENTERED = (23_600, 18_000, 37_100, 37_300)
RULED = (23_600, 18_000, 38_100, 37_300)
RULING = "Turn 50: Cai is paid 2500 for Worldwide (bonus-wrong, R3); the correct amount stands (R11)."


def a_played_table(*, closed: bool = False) -> tuple[Event, GameLog]:
    """An event of four whose only table has its slip entered and the log of its game attached."""
    event = make_event(4)
    if closed:
        play_round(event, 1, cash={1: ENTERED})
    else:
        publish(event, 1)
        enter_result(event, 1, the_table(event), ENTERED)
    return event, attach_log(event, event.created_by, 1, 1, DISPUTED, "Scribe's sheet")


def the_table(event: Event) -> TableRecord:
    return record_of(event).round(1).tables[0]


def by_seat(event: Event, amounts: tuple[Dollars, ...]) -> dict[PlayerId, Dollars]:
    return {seat.player: cash for seat, cash in zip(the_table(event).seats, amounts, strict=True)}


def cash_of(event: Event) -> tuple[Dollars | None, ...]:
    return tuple(seat.cash for seat in the_table(event).seats)


def acts(event: Event) -> list[Act]:
    return [Act(act) for act in Change.objects.filter(event=event).order_by("version").values_list("act", flat=True)]


def settled(dispute: Dispute) -> tuple[str, str]:
    stored = Dispute.objects.get(pk=dispute.pk)
    return stored.state, stored.ruling


# Attaching


def test_a_log_is_kept_as_it_came_and_changes_nothing_else() -> None:
    event, log = a_played_table()
    log.refresh_from_db()
    assert (log.text, log.title, log.is_public) == (DISPUTED, "Scribe's sheet", False)
    assert cash_of(event) == ENTERED
    assert acts(event)[-1] is Act.ATTACH_LOG
    assert not Dispute.objects.exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "The log is empty"),
        ("edition: mso\nplayers: Ann, Ben\n1 Ann: 13A; found Zork\n", "Line 3, column 8"),
        ("#" * 1_000_001, "The log is too long for one game"),
    ],
    ids=["empty", "broken", "too long"],
)
def test_what_is_no_log_is_refused_and_not_kept(text: str, words: str) -> None:
    event = being_played(4)
    with pytest.raises(RefusedError, match=words):
        attach_log(event, event.created_by, 1, 1, text)
    assert not GameLog.objects.exists()


def test_a_log_is_kept_where_one_turn_can_be_read_and_tells_nothing_that_the_table_knows() -> None:
    event = being_played(4)
    text = "1 Ada: 4C, buys 2 Luxr\n2 Ben: 13A\n"
    assert attach_log(event, event.created_by, 1, 1, text).text == text


def test_a_log_needs_a_table_that_is_being_played(event: Event) -> None:
    with pytest.raises(RefusedError, match="Round 1 has no table 9"):
        attach_log(event, event.created_by, 1, 9, DISPUTED)
    event.rounds.update(state="draft")
    with pytest.raises(RefusedError, match="Round 1 is a draft"):
        attach_log(event, event.created_by, 1, 1, DISPUTED)


# Applying


def test_the_replayed_cash_becomes_the_result_by_a_ruling_that_stands_with_the_table() -> None:
    event, log = a_played_table()
    apply_cash(event, event.created_by, log, by_seat(event, RULED), RULING)
    assert cash_of(event) == RULED
    ruled = Dispute.objects.get()
    assert (ruled.state, ruled.ruling, ruled.log, ruled.question) == ("ruled", RULING, log, "Final cash")
    assert acts(event)[-2:] == [Act.RULE_FROM_LOG, Act.RULE_DISPUTE]
    official = the_table(event).official
    assert official is not None
    assert (official.source, official.why) == (ReportSource.LOG, RULING)
    assert TableReport.objects.get(pk=official.key).log == log


def test_only_the_seat_whose_cash_changes_carries_the_reason() -> None:
    event, log = a_played_table()
    apply_cash(event, event.created_by, log, by_seat(event, RULED), RULING)
    assert [seat.cash_reason for seat in the_table(event).seats] == [
        "",
        "",
        "corrected from the game log (R11); previously 37,100",
        "",
    ]


def test_a_closed_round_is_corrected_stays_closed_and_can_be_taken_back() -> None:
    event, log = a_played_table(closed=True)
    first = Change.objects.get(event=event, act=Act.RECORD_RESULT.value).version
    apply_cash(event, event.created_by, log, by_seat(event, RULED), RULING)
    assert cash_of(event) == RULED
    assert record_of(event).round(1).is_closed
    assert acts(event)[-2:] == [Act.RULE_FROM_LOG, Act.RULE_DISPUTE]
    assert Change.objects.get(event=event, act=Act.RULE_FROM_LOG.value).reason == RULING
    restore_result(event, event.created_by, 1, 1, first, "the log was another table's")
    assert cash_of(event) == ENTERED


def test_the_ruling_settles_the_disputes_that_it_names_and_no_other() -> None:
    event, log = a_played_table()
    cash = open_dispute(event, event.created_by, 1, 1, "Cash of seat 3", log)
    tile = open_dispute(event, event.created_by, 1, 1, "A tile was shown")
    apply_cash(event, event.created_by, log, by_seat(event, RULED), RULING, {cash.pk})
    assert [(d.pk, d.state, d.ruling) for d in Dispute.objects.all()] == [
        (cash.pk, "ruled", RULING),
        (tile.pk, "open", ""),
    ]


def test_a_ruling_that_changes_no_cash_is_kept_as_one_that_the_result_stands() -> None:
    event, log = a_played_table()
    apply_cash(event, event.created_by, log, by_seat(event, ENTERED), RULING)
    ruled = Dispute.objects.get()
    assert (ruled.state, ruled.log, ruled.question, ruled.ruling) == ("ruled", log, "Final cash", RULING)
    assert (cash_of(event), acts(event)[-2:]) == (ENTERED, ["disputes.open", "disputes.rule"])


def test_nothing_that_changed_meanwhile_is_mixed_into_a_ruling() -> None:
    """The director ruled against the whole table as the page showed it; one amount was changed since, another is ruled."""
    event, log = a_played_table()
    page = Actor(event.created_by, seen=event.version)
    enter_result(event, 1, the_table(event), (24_000, *ENTERED[1:]))
    with pytest.raises(ResultConflictError) as conflict:
        apply_cash(event, page, log, by_seat(event, RULED), RULING)
    assert conflict.value.fields == {("cash", the_table(event).seats[0].player): (24_000, 23_600)}
    assert cash_of(event) == (24_000, *ENTERED[1:])
    apply_cash(event, replace(page, seen=event.version), log, by_seat(event, RULED), RULING)
    assert cash_of(event) == RULED


@pytest.mark.parametrize(
    ("amounts", "ruling", "words"),
    [
        (RULED, " ", "Write the ruling and the finding"),
        ((-100, 18_000, 38_100, 37_300), RULING, "−100 cannot be anybody's final cash"),
        ((10**15, 18_000, 38_100, 37_300), RULING, "cannot be anybody's final cash"),
    ],
    ids=["no words", "below zero", "beyond all games"],
)
def test_what_cannot_be_applied_is_refused_whole(amounts: tuple[Dollars, ...], ruling: str, words: str) -> None:
    event, log = a_played_table()
    before = acts(event)
    with pytest.raises(RefusedError, match=words):
        apply_cash(event, event.created_by, log, by_seat(event, amounts), ruling)
    assert (cash_of(event), acts(event), Dispute.objects.count()) == (ENTERED, before, 0)


def test_a_seat_without_replayed_cash_holds_the_ruling_up() -> None:
    event, log = a_played_table()
    amounts = by_seat(event, RULED)
    amounts.pop(PlayerId(1))
    with pytest.raises(RefusedError, match="The log has no cash for Ada Demo; choose which player"):
        apply_cash(event, event.created_by, log, amounts, RULING)


# Disputes


def test_a_dispute_is_open_ruled_open_again_and_withdrawn_and_keeps_its_words() -> None:
    event, log = a_played_table()
    dispute = open_dispute(event, event.created_by, 1, 1, "  Cash of seat 3 ", log)
    assert (dispute.question, dispute.state, dispute.settled_at) == ("Cash of seat 3", "open", None)
    settle_dispute(event, event.created_by, dispute, DisputeState.RULED, "It stands.")
    assert (dispute.state, dispute.ruling, dispute.settled_at is not None) == ("ruled", "It stands.", True)
    settle_dispute(event, event.created_by, dispute, DisputeState.OPEN)
    assert (dispute.state, dispute.ruling, dispute.settled_at) == ("open", "It stands.", None)
    settle_dispute(event, event.created_by, dispute, DisputeState.WITHDRAWN)
    assert (dispute.state, dispute.ruling) == ("withdrawn", "It stands.")
    assert acts(event)[-4:] == [Act.OPEN_DISPUTE, Act.RULE_DISPUTE, Act.REOPEN_DISPUTE, Act.WITHDRAW_DISPUTE]


def test_a_ruling_needs_words_and_a_settled_dispute_is_not_settled_twice() -> None:
    event, _ = a_played_table()
    dispute = open_dispute(event, event.created_by, 1, 1, "Cash")
    with pytest.raises(RefusedError, match="Write the ruling"):
        settle_dispute(event, event.created_by, dispute, DisputeState.RULED, "\n")
    settle_dispute(event, event.created_by, dispute, DisputeState.RULED, "It stands.")
    with pytest.raises(RefusedError, match="This has already been done"):
        settle_dispute(event, event.created_by, dispute, DisputeState.RULED, "Once more.")


@pytest.mark.parametrize(("question", "words"), [(" ", "Write what is disputed"), ("x" * 301, "301 characters")])
def test_a_question_is_asked_in_one_to_three_hundred_characters(question: str, words: str) -> None:
    event, _ = a_played_table()
    with pytest.raises(RefusedError, match=words):
        open_dispute(event, event.created_by, 1, 1, question)


def test_a_dispute_is_about_a_log_of_its_own_table(event: Event) -> None:
    log = attach_log(event, event.created_by, 1, 1, DISPUTED)
    with pytest.raises(RefusedError, match="does not belong to table 2"):
        open_dispute(event, event.created_by, 1, 2, "Cash", log)


def test_logs_and_disputes_of_another_event_are_out_of_reach() -> None:
    event, log = a_played_table()
    dispute = open_dispute(event, event.created_by, 1, 1, "Cash")
    other = make_event(4, name="Another Cup", director=make_director("another"))
    others: tuple[Callable[[], None], ...] = (
        lambda: publish_log(other, other.created_by, log),
        lambda: apply_cash(other, other.created_by, log, {}, RULING),
        lambda: settle_dispute(other, other.created_by, dispute, DisputeState.RULED, RULING),
    )
    for act in others:
        with pytest.raises(RefusedError, match="reload the page"):
            act()
    assert (TableReport.objects.count(), other.changes.filter(round_number=1).count()) == (1, 0)
    assert settled(dispute) == ("open", "")


# Publishing


def test_a_log_with_places_that_nobody_could_read_is_not_published_even_when_it_is_ruled() -> None:
    event, _ = a_played_table()
    log = attach_log(event, event.created_by, 1, 1, UNREAD)
    asked = open_dispute(event, event.created_by, 1, 1, "Cash", log)
    settle_dispute(event, event.created_by, asked, DisputeState.RULED, RULING)
    with pytest.raises(RefusedError, match="1 part of the log cannot be read, so its findings may be wrong"):
        publish_log(event, event.created_by, log)
    assert not GameLog.objects.filter(is_public=True).exists()


def test_a_log_that_proves_everybodys_cash_is_published_although_a_place_was_not_needed() -> None:
    event, _ = a_played_table()
    log = attach_log(event, event.created_by, 1, 1, RIGHT.replace("50 Ben: 7A", "50 Ben: 7A; found Zork"))
    publish_log(event, event.created_by, log)
    log.refresh_from_db()
    assert log.is_public


def test_a_log_that_cannot_be_read_any_more_is_not_published_and_a_sentence_says_why() -> None:
    event, log = a_played_table()
    GameLog.objects.filter(pk=log.pk).update(text=BROKEN)
    with pytest.raises(RefusedError, match="This log can no longer be read: Line 3, column 8"):
        publish_log(event, event.created_by, log)
    log.refresh_from_db()
    assert not log.is_public


def test_an_amount_that_the_director_chooses_has_his_reason_and_no_other_seat_has_it() -> None:
    event, log = a_played_table()
    third = the_table(event).seats[2].player
    apply_cash(event, event.created_by, log, by_seat(event, RULED), RULING, reasons={third: "Dot counted with him."})
    assert [(seat.cash, seat.cash_reason) for seat in the_table(event).seats][1:3] == [
        (18_000, ""),
        (38_100, "set by the director (R11): Dot counted with him; previously 37,100"),
    ]


def test_an_amount_that_the_director_chooses_needs_a_reason() -> None:
    event, log = a_played_table()
    third = the_table(event).seats[2].player
    with pytest.raises(RefusedError, match="Write the reason for this amount"):
        apply_cash(event, event.created_by, log, by_seat(event, RULED), RULING, reasons={third: " "})
    assert cash_of(event) == ENTERED


def test_a_replay_with_errors_is_published_once_it_is_ruled() -> None:
    event, log = a_played_table()
    with pytest.raises(RefusedError, match="The replay has found 1 error that has not been ruled on"):
        publish_log(event, event.created_by, log)
    apply_cash(event, event.created_by, log, by_seat(event, RULED), RULING)
    publish_log(event, event.created_by, log)
    log.refresh_from_db()
    assert log.is_public
    withdraw_log(event, event.created_by, log)
    log.refresh_from_db()
    assert not log.is_public


def test_a_replay_without_errors_needs_no_ruling_but_an_open_dispute_holds_it_back() -> None:
    event, _ = a_played_table()
    log = attach_log(event, event.created_by, 1, 1, CLEAN)
    dispute = open_dispute(event, event.created_by, 1, 1, "Cash")
    with pytest.raises(RefusedError, match="Table 1 has an open dispute"):
        publish_log(event, event.created_by, log)
    settle_dispute(event, event.created_by, dispute, DisputeState.WITHDRAWN)
    publish_log(event, event.created_by, log)
    with pytest.raises(RefusedError, match="This has already been done"):
        publish_log(event, event.created_by, log)
