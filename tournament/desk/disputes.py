"""Disputes about a table's game: open one, rule it, withdraw it; and the cash of a log as the table's result (R11, R68)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.shortcuts import redirect

from tournament.desk.acting import REFUSALS, both_results, undo_address
from tournament.desk.desk import Desk, desk_form
from tournament.desk.rulings import ApplyForm, DisputeForm, RulingForm
from tournament.desk.tablelogs import (
    LogAtTable,
    at_table,
    dispute_or_404,
    dispute_state,
    header_at,
    keep_ruling,
    kept_ruling,
    log_or_404,
    logs_part,
    question_about,
)
from tournament.models import GameLog
from tournament.public.replay import shown_cash
from tournament.record.acts import Act
from tournament.record.event import DisputeRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import DisputeState, Dollars, PlayerId
from tournament.replays import (
    CashComparison,
    Offer,
    ToldStory,
    UnreadableLogError,
    asks_for_sums_only,
    compare,
    doubts_of,
    obstacles,
    offers,
    propose_ruling,
    stories_of,
    unproved_players,
    verdict_of,
)
from tournament.services.gamelogs import apply_cash, open_dispute, settle_dispute
from tournament.services.results.official import ResultConflictError
from tournament.tellings.moves import Moves, effect_in_words, moves_of
from tournament.tellings.words import places_moved
from wording import gettext as _
from wording import gettext_noop
from wording.digits import whole_number

ACTS = {"rule": DisputeState.RULED, "withdraw": DisputeState.WITHDRAWN, "reopen": DisputeState.OPEN}
"""The buttons of a dispute's page: the state that each gives the dispute."""

TOLD = gettext_noop("by the ruling on what happened")
"""The source of an amount in the reason of a result where the ruling tells the story, which may be long."""


@desk_form
def begin(desk: Desk, number: int, table: int) -> HttpResponse:
    """Open a dispute about a table's game. ``number`` is the round, ``table`` the number of the table.

    In the address, ``log`` is the key of the log to propose, and ``finding`` (counted from 0) the finding of its replay to cite.
    """
    here = desk.table(number, table)
    listed = logs_part(desk.record, number, table)
    log_key, finding = desk.request.GET.get("log", ""), desk.request.GET.get("finding", "")
    question = ""
    if not desk.is_post and log_key.isdecimal() and finding.isdecimal():
        about = log_or_404(desk.event, number, table, whole_number(log_key))
        header = header_at(desk.record, desk.round_(number), here)
        question = question_about(about, header, whole_number(finding))
    logs = [(log.pk, log.name) for log in listed["logs"]]
    form = DisputeForm(desk.posted, logs=logs, initial={"log": log_key, "question": question})
    if desk.sent(form):
        key = form.log_key
        log = log_or_404(desk.event, number, table, key) if key else None
        with desk.refusals(form):
            dispute = open_dispute(desk.event, desk.actor, number, table, form.cleaned_data["question"], log)
            return desk.did(desk.address("desk_settle_dispute", number, table, dispute.pk))
    return desk.page("director/disputes/open_dispute.html", number=number, table=here, form=form, **listed)


@desk_form
def settle(desk: Desk, number: int, table: int, dispute: int) -> HttpResponse:
    """Show a dispute with its log and the recorded cash; a POST rules it with words, withdraws it, or opens it again.

    The button ``correct`` leads to the correction of the amounts and keeps the words for then. ``number`` is the round, ``table`` the
    number of the table, ``dispute`` the key of the dispute.
    """
    found = dispute_or_404(desk.event, number, table, dispute)
    here, correction = desk.table(number, table), _correction(desk, number, table)
    if "correct" in desk.request.POST:
        keep_ruling(desk.request, dispute, desk.typed("ruling"))
        return redirect(correction or desk.request.path)
    act = next((name for name in ACTS if name in desk.request.POST), "rule")
    words = kept_ruling(desk.request, dispute) or found.ruling
    form = RulingForm(desk.posted, initial={"ruling": words}, is_ruled=act == "rule")
    if desk.sent(form):
        with desk.refusals(form):
            settle_dispute(desk.event, desk.actor, found, ACTS[act], form.cleaned_data["ruling"])
            keep_ruling(desk.request, dispute, "")
            return desk.did(desk.request.path)
    listed = logs_part(desk.record, number, table)
    return desk.page(
        "director/disputes/dispute.html",
        number=number,
        table=here,
        dispute=found,
        form=form,
        state_words=dispute_state(found.state),
        seats=[(desk.record.name_of(seat.player), seat.cash) for seat in here.seats],
        logs=listed["logs"],
        others=[each for each in listed["disputes"] if each.pk != found.pk],
        correction=correction,
    )


def _correction(desk: Desk, number: int, table: int) -> str:
    """Return the address where the amounts of a table are corrected: its own page once the round is closed, until then the results.

    Empty where the user may not correct them.
    """
    if desk.own_table:
        return ""
    if desk.round_(number).is_closed:
        return desk.address("desk_correct", number, table) if desk.may(Act.CORRECT_RESULT) else ""
    return f"{desk.address('desk_round', number)}#table-{table}" if desk.may(Act.RECORD_RESULT) else ""


@dataclass(frozen=True)
class Case:
    """A log whose computed cash may become the result of its table, with its round, its table, and the log as read."""

    desk: Desk
    log: GameLog
    round_: RoundRecord
    table: TableRecord
    game: LogAtTable

    def offers(self, log_id: str, player: PlayerId | None) -> tuple[Offer, ...] | None:
        """Return the amounts to choose from for a player of the log who is ``player`` at the table; None where the log proves the cash."""
        if log_id not in unproved_players(self.game.reading):
            return None
        entered = next((seat.cash for seat in self.table.seats if seat.player == player), None)
        return offers(self.game.reading, log_id, entered)

    def stories(self, seats: Mapping[str, PlayerId]) -> tuple[ToldStory, ...]:
        """Return what may have happened; ``seats`` has the player at the table by ID of the log. Nothing where the amounts are likely."""
        if self.likely:
            return ()
        cash = {seat.player: seat.cash for seat in self.table.seats}
        return stories_of(
            self.game.reading, self.game.named, {log_id: cash.get(player) for log_id, player in seats.items()}
        )

    @property
    def likely(self) -> dict[str, Offer]:
        """The amounts that are chosen beforehand: those of the log as written, where sums that the table paid are all there is to ask.

        Where more than one story is told, nothing is chosen beforehand.
        """
        if self.game.reading.answer.stories or not asks_for_sums_only(self.game.reading):
            return {}
        found = {log_id: offers(self.game.reading, log_id) for log_id in unproved_players(self.game.reading)}
        return {log_id: offered[0] for log_id, offered in found.items() if offered}

    @property
    def log_page(self) -> str:
        """The address of the page that shows the log with the result of its table."""
        return self.desk.address("desk_log", self.round_.number, self.table.number, self.log.pk)

    @property
    def open_disputes(self) -> list[DisputeRecord]:
        """The open disputes of the table."""
        place = (self.round_.number, self.table.number)
        return [each for each in self.desk.record.open_disputes if (each.round, each.table) == place]

    def moves(self, rows: tuple[CashComparison, ...]) -> Moves:
        """Return which totals and places would change if the computed cash became the result, and what else; nothing in an open round.

        Raises ScoringError where the result cannot be scored.
        """
        if not self.round_.is_closed:
            return Moves()
        cash = {row.player: row.computed for row in rows}
        seats = tuple(replace(seat, cash=cash[seat.player]) for seat in self.table.seats)
        changed = self.round_.with_table(replace(self.table, seats=seats, equal_shares_ruling=""))
        return moves_of(self.desk.record, self.desk.record.with_round(changed))


@desk_form
def apply_log(desk: Desk, number: int, table: int, log: int) -> HttpResponse:
    """Ask which player is which in the log and for the ruling, show what would change; a POST makes the computed cash the result.

    ``number`` is the round, ``table`` the number of the table, ``log`` the key of the log.
    """
    found = log_or_404(desk.event, number, table, log)
    round_, here = desk.round_(number), desk.table(number, table)
    try:
        header = header_at(desk.record, round_, here).with_meanings(found.words)
        game = at_table(found.text, header, desk.record, round_, here, found.confirmed)
        case = Case(desk, found, round_, here, game)
        held_up = obstacles(case.game.reading, here)
    except UnreadableLogError as error:
        held_up = (str(error),)
    if held_up:
        return desk.refused(" ".join(held_up), desk.address("desk_log", number, table, log))
    return _decide(case)


def _decide(case: Case) -> HttpResponse:
    """Show the proposed ruling, or make it where the button "apply" was pressed and nothing shown has changed since."""
    desk, reading, names = case.desk, case.game.reading, case.game.names
    likely = case.likely
    rows = compare(reading, case.table, case.game.seats, likely)
    words = propose_ruling(reading, rows, names)
    if "stands" in desk.request.POST:
        return _let_stand(case, rows, words)
    form = ApplyForm(
        *((desk.request.POST,) if desk.is_post else ()),
        guesses=case.game.guesses,
        names=names,
        disputes=case.open_disputes,
        offers=case.offers,
        stories=case.stories,
        initial={"ruling": words, "proposed": words}
        | {
            f"pick-{place}": str(likely[player.id].amount)
            for place, player in enumerate(reading.players)
            if player.id in likely
        },
    )
    conflict: ResultConflictError | None = None
    reread = ""
    if form.is_bound and form.is_valid():
        rows = compare(reading, case.table, form.seats, form.chosen)
        is_fresh = desk.actor.seen in (None, desk.record.version)
        proposal, bare = (propose_ruling(reading, rows, names, why) for why in (form.reason, ""))
        is_news = form.follow(proposal, bare) and is_fresh and not all(row.agrees for row in rows)
        if "apply" in desk.request.POST and is_news:
            reread = _("The ruling was out of date and has been rewritten to match your choice. Press Apply again.")
        elif "apply" in desk.request.POST:
            try:
                return _apply_ruling(case, rows, form.words, form.settled_keys, form.reason)
            except ResultConflictError as refusal:
                conflict = refusal
            except REFUSALS as refusal:
                form.add_error(None, str(refusal))
    moved, problem = _moves_to_show(case, rows)
    return desk.page(
        "director/disputes/apply_log.html",
        status=409 if conflict else 200,
        number=case.round_.number,
        round=case.round_,
        table=case.table,
        log=case.log,
        form=form,
        cash=shown_cash(rows, names),
        has_moves=any(row.difference for row in rows),
        agrees=all(row.agrees for row in rows),
        doubts=[*doubts_of(reading, rows), *problem],
        verdict=verdict_of(case.game.named, rows, names),
        reading=reading,
        moved=moved,
        conflicts=conflict,
        reread=reread,
        has_draft=desk.record.has_draft,
        **both_results(desk.record, conflict),
    )


def _let_stand(case: Case, rows: tuple[CashComparison, ...], words: str) -> HttpResponse:
    """Rule that the result stands, with the words ``words``, where the log proves it; else lead to the page that asks what to rule."""
    desk = case.desk
    if case.game.unsure or not all(row.agrees for row in rows):
        return desk.refused(
            _("The log now proves a different result; choose your ruling again."),
            desk.address("desk_apply_log", case.round_.number, case.table.number, case.log.pk),
        )
    keys = {dispute.key for dispute in case.open_disputes}
    return desk.act(
        lambda: apply_cash(desk.event, desk.actor, case.log, _cash_in(rows), words, keys, seats=_seats_in(rows)),
        case.log_page,
        desk.told_last,
        undo=_undo_since(desk),
    )


def _undo_since(desk: Desk) -> Callable[[], str]:
    """Return a function that returns the address which undoes all changes of the event after this moment."""
    before = desk.event.version
    return lambda: undo_address(desk.event, *range(before + 1, desk.event.version + 1))


def _cash_in(rows: tuple[CashComparison, ...]) -> dict[PlayerId, Dollars]:
    """Return the computed cash of each player who has any."""
    return {row.player: row.computed for row in rows if row.computed is not None}


def _seats_in(rows: tuple[CashComparison, ...]) -> dict[str, PlayerId]:
    """Return which player at the table each player of the log is, by the log's ID, as the ruling confirms it."""
    return {row.log_id: row.player for row in rows if row.log_id is not None}


def _apply_ruling(
    case: Case, rows: tuple[CashComparison, ...], ruling: str, settles: Collection[int], reason: str
) -> HttpResponse:
    """Make the computed cash the result, and tell whose totals changed. Raises one of `REFUSALS`, or ResultConflictError."""
    desk = case.desk
    moves = case.moves(rows)
    reasons = {
        row.player: ": ".join(filter(None, (_(TOLD) if row.chosen.is_told else row.chosen.source, reason)))
        for row in rows
        if row.chosen is not None
    }
    undo = _undo_since(desk)
    apply_cash(desk.event, desk.actor, case.log, _cash_in(rows), ruling, settles, reasons, _seats_in(rows))
    if all(row.agrees for row in rows):  # a dispute may have been opened first, which is none of the news
        return desk.done(desk.told_last(), case.log_page, undo())
    effects = (places_moved(moves.totals), effect_in_words(moves.effect)) if case.round_.is_closed else ()
    return desk.did(case.log_page, undo=undo(), more=effects)


def _moves_to_show(case: Case, rows: tuple[CashComparison, ...]) -> tuple[Moves | None, tuple[str, ...]]:
    """Return what would change, and sentences why it cannot be scored.

    Nothing (None) would change in an open round, where an amount is not computed yet, or where it cannot be scored.
    """
    if not case.round_.is_closed or any(row.computed is None for row in rows):
        return None, ()
    try:
        return case.moves(rows), ()
    except REFUSALS as refusal:
        return None, (str(refusal),)
