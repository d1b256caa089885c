"""Rule a table's cash from the replay of a log: who is who, what changes, the words, and one confirmation (R11, R68)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.desk.acting import REFUSALS, actor_of, page, round_of, table_of
from tournament.desk.collisions import both_results
from tournament.desk.forms.gamelogs import ApplyForm
from tournament.desk.frame import desk_context
from tournament.desk.papers import LogAtTable, at_table, compared_seats, log_or_404, unproved_part
from tournament.draw.naming import name_of
from tournament.models import Event, GameLog
from tournament.models.queries import record_of
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.replays import CashComparison, UnreadableLogError, compare, doubts_of, obstacles, propose_ruling
from tournament.scores.retotals import Retotal, retotals
from tournament.services.gamelogs import apply_cash
from tournament.services.results.reports import ResultConflictError
from tournament.tellings.history.moves import Effect, effect, effect_in_words
from tournament.tellings.words import places_moved


@dataclass(frozen=True)
class Case:
    """A log whose cash may become the result of its table, with everything around it."""

    event: Event
    log: GameLog
    record: EventRecord
    played: RoundRecord
    table: TableRecord
    game: LogAtTable

    def moves(self, rows: tuple[CashComparison, ...]) -> tuple[tuple[Retotal, ...], Effect]:
        """Whose total or place the computed cash moves, and what else; nothing while the round is open.

        ScoringError where it cannot be scored.
        """
        if not self.played.is_closed:
            return (), Effect()
        cash = {row.player: row.computed for row in rows}
        seats = tuple(replace(seat, cash=cash[seat.player]) for seat in self.table.seats)
        changed = self.played.with_table(replace(self.table, seats=seats, equal_shares_ruling=""))
        then = self.record.with_round(changed)
        return retotals(self.record, then), effect(self.record, then)


@require_http_methods(["GET", "HEAD", "POST"])
def apply(request: HttpRequest, slug: str, number: int, table: int, log: int) -> HttpResponse:
    """Ask who is who and for the ruling, show what would change, and make the computed cash the result."""
    event = event_to_direct(request, slug)
    found = log_or_404(event, number, table, log)
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    try:
        case = Case(event, found, record, played, here, at_table(found, record, played, here))
        held_up = obstacles(case.game.reading, here)
    except UnreadableLogError as error:
        held_up = (str(error),)
    if held_up:
        messages.error(request, " ".join(held_up))
        return redirect(page("desk_log", event, number, table, log))
    return _decide(request, case)


def _decide(request: HttpRequest, case: Case) -> HttpResponse:
    reading, names = case.game.reading, case.game.names
    rows = compare(reading, case.table, case.game.seats)
    words = propose_ruling(reading, rows, names)
    form = ApplyForm(
        *((request.POST,) if request.method == "POST" else ()),
        guesses=case.game.guesses,
        names=names,
        disputes=[
            dispute
            for dispute in case.record.open_disputes
            if (dispute.round, dispute.table) == (case.played.number, case.table.number)
        ],
        possible=reading.answer.possible,
        initial={"ruling": words, "proposed": words},
    )
    conflict: ResultConflictError | None = None
    reread = ""
    if form.is_bound and form.is_valid():
        rows = compare(reading, case.table, form.seats, form.chosen)
        is_fresh = actor_of(request).seen in (None, case.record.version)
        is_news = form.follow(propose_ruling(reading, rows, names, form.reason)) and is_fresh
        if "apply" in request.POST and is_news:
            followed = "the amounts that you chose" if form.chosen else "who is who"
            reread = f"The amounts follow {followed} now; read the words again before they are applied."
        elif "apply" in request.POST:
            try:
                return _applied(request, case, form, rows)
            except ResultConflictError as refusal:
                conflict = refusal
            except REFUSALS as refusal:
                form.add_error(None, str(refusal))
    moves, moved, problem = _moves_to_show(case, rows)
    context = desk_context(
        case.event,
        case.record,
        number=case.played.number,
        round=case.played,
        table=case.table,
        log=case.log,
        form=form,
        compared=compared_seats(rows, names),
        agrees=all(row.agrees for row in rows),
        doubts=[*doubts_of(reading, rows), *problem],
        unproved=unproved_part(case.game),
        moves=moves,
        effect=moved,
        conflicts=conflict,
        reread=reread,
        has_draft=case.record.has_draft,
        **both_results(case.record, conflict),
    )
    return render(request, "director/disputes/apply_log.html", context, status=409 if conflict else 200)


def _applied(request: HttpRequest, case: Case, form: ApplyForm, rows: tuple[CashComparison, ...]) -> HttpResponse:
    moves, moved = case.moves(rows)
    cash = {row.player: row.computed for row in rows if row.computed is not None}
    typed = form.cleaned_data
    reasons = {row.player: form.reason for row in rows if row.is_chosen}
    apply_cash(case.event, actor_of(request), case.log, cash, typed["ruling"], form.settled_keys, reasons)
    told = f" {places_moved(moves)} {effect_in_words(moved)}".rstrip() if case.played.is_closed else ""
    number, table = case.played.number, case.table.number
    whose = "the cash of the replay and the amounts that you chose" if reasons else "the cash of the replay"
    messages.success(request, f"Ruled: table {table} of {name_of(case.played)} has {whose}.{told}")
    return redirect(page("desk_table", case.event, number, table))


def _moves_to_show(
    case: Case, rows: tuple[CashComparison, ...]
) -> tuple[tuple[Retotal, ...] | None, Effect, tuple[str, ...]]:
    """The moves for the page, None where there is nothing to say; with the sentence why not, if it cannot be scored."""
    if not case.played.is_closed or any(row.computed is None for row in rows):
        return None, Effect(), ()
    try:
        return *case.moves(rows), ()
    except REFUSALS as refusal:
        return None, Effect(), (str(refusal),)
