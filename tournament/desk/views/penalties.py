"""The offence book: penalties and warnings, what they move, and how one is cancelled or stands again."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import event_to_direct, may, user_of
from tournament.desk.acting import act_and_go, actor_of, is_confirmed, page
from tournament.desk.forms.entries import ReasonForm
from tournament.desk.forms.penalties import PenaltyForm
from tournament.desk.frame import desk_context, mark_of
from tournament.desk.lists import csv_answer
from tournament.desk.lists.penalties import PenaltyTable, spoken
from tournament.draw.naming import title_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.lists import wants_csv
from tournament.record.acts import Act
from tournament.record.event import EventRecord, PenaltyRecord
from tournament.record.vocabulary import PlayerId, RoundState, Subject, whole_number
from tournament.scores.scoring import ScoringError
from tournament.services.changes import RefusedError
from tournament.services.penalties import PenaltyOrder, cancel_penalty, give_penalty, restore_penalty
from tournament.tellings.history.moves import Moves, moves_of

OFFENCES_A_PAGE = 50

AT_ONCE = "undone at once"
"""The reason written by the Undo of a penalty that was just given."""


@dataclass(frozen=True, slots=True)
class Offence:
    """A line of the book: ``count`` is the player's offence number on its subject among those that stand, None for a cancelled one."""

    pk: int
    penalty: PenaltyRecord
    name: str
    count: int | None


def book(record: EventRecord) -> list[Offence]:
    """Every penalty and warning in the order of giving; repeats are counted for each subject alone (R23-R28)."""
    counted: Counter[tuple[PlayerId, Subject]] = Counter()
    lines = []
    for penalty in record.penalties:
        here = (penalty.player, penalty.subject)
        if not penalty.is_cancelled:
            counted[here] += 1
        count = None if penalty.is_cancelled else counted[here]
        lines.append(Offence(penalty.key, penalty, record.name_of(penalty.player), count))
    return lines


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the book and give a penalty; where it moves totals of a closed round, show whom and ask first."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    offences = book(record)
    may_cancel = may(user_of(request), event, Act.CANCEL_PENALTY)
    table = PenaltyTable(offences, slug=slug, exclude=() if may_cancel else ("pk",))
    if wants_csv(request):
        return csv_answer(table, f"{slug}-penalties")
    table.arrange(request, OFFENCES_A_PAGE)
    form = _form(request, record, offences)
    moves = Moves()
    asks = False
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            moves = moves_of(record, _with_penalty(record, form.order))
            asks = bool(moves) and not is_confirmed(request, moves)
            if form.asks_timing:
                form.add_error("timing", "This is the event's first fine: choose when fines count (R55).")
            elif not asks:
                return _give(request, event, record, form.order)
        except (RefusedError, ScoringError) as refusal:
            problems = [str(refusal)]
    context = desk_context(
        event,
        record,
        "penalties",
        table=table,
        offences=offences,
        form=form,
        moves=moves.totals,
        effect=moves.effect,
        asks=asks,
        chosen=_chosen(request, record),
        mark=mark_of((moves,)),
        problems=problems,
        can_give=bool(form.fields["round_number"].choices),  # type: ignore[attr-defined]
    )
    return render(request, "director/results/penalties.html", context)


def _form(request: HttpRequest, record: EventRecord, offences: list[Offence]) -> PenaltyForm:
    begun = [played for played in record.rounds if played.state is not RoundState.DRAFT]
    counted: dict[PlayerId, Counter[str]] = defaultdict(Counter)
    for line in offences:
        if line.count:
            counted[line.penalty.player][line.penalty.subject.words] += 1
    seated = {seat.player for played in record.rounds for table in played.tables for seat in table.seats}
    players = [
        (entry.player, f"{entry.player} {entry.name}{_times(counted[entry.player])}")
        for entry in record.entries
        if entry.player in seated
    ]
    initial = {
        "number": request.GET.get("player", ""),
        "round_number": request.GET.get("round") or (begun[-1].number if begun else ""),
    }
    return PenaltyForm(
        request.POST or None,
        players=players,
        rounds=[(played.number, title_of(played)) for played in begun],
        fine=record.ruleset.fine_amount,
        is_timing_settled=record.is_fine_timing_settled,
        initial=initial,
    )


def _times(counts: Counter[str]) -> str:
    return "".join(f" · {words} {count}" for words, count in counts.items())


def _chosen(request: HttpRequest, record: EventRecord) -> str:
    """The name of the player whom the address names, as a table's page does; empty where it names nobody."""
    number = PlayerId(whole_number(request.GET.get("player")) or 0)
    return record.name_of(number) if number in record.people else ""


def _with_penalty(record: EventRecord, order: PenaltyOrder) -> EventRecord:
    """The event with a penalty given; nobody's total moves while its round is open."""
    given = PenaltyRecord(PlayerId(order.number), order.round_number, order.kind, order.amount, order.reason)
    ruleset = record.ruleset if order.timing is None else replace(record.ruleset, fine_timing=order.timing)
    return replace(record, ruleset=ruleset, penalties=(*record.penalties, given))


def _give(request: HttpRequest, event: Event, record: EventRecord, order: PenaltyOrder) -> HttpResponse:
    penalty = give_penalty(event, actor_of(request), order)
    same = (row for row in record.penalties if row.player == order.number and row.subject is order.subject)
    count = sum(not row.is_cancelled for row in same) + 1
    name = record.name_of(PlayerId(order.number))
    messages.success(
        request,
        f"{order.kind.value.replace('-', ' ').capitalize()} for {name} is recorded: {order.subject.words}, "
        f"offence {count} of the tournament.",
        extra_tags=f"{reverse('desk_cancel_penalty', args=[event.slug, penalty.pk])}?undo=yes",
    )
    return redirect("desk_penalties", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel a penalty with a reason; it stays in the book, struck out, and its page then offers to let it stand again."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    is_undo = request.method == "POST" and "undo" in request.GET
    if is_undo and _moves_totals(record, pk):
        return redirect("desk_cancel_penalty", slug, pk)
    form = ReasonForm({"reason": AT_ONCE} if is_undo else request.POST or None)
    form.fields["reason"].required = True
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            cancel_penalty(event, actor_of(request), pk, form.cleaned_data["reason"])
        except RefusedError as refusal:
            problems = [str(refusal)]
        else:
            undo = f"{reverse('desk_restore_penalty', args=[slug, pk])}?undo=yes"
            messages.success(request, "The penalty is cancelled; it stays on record.", extra_tags=undo)
            return redirect("desk_penalties", slug)
    found = [line for line in book(record) if line.pk == pk]
    if not found:
        messages.error(request, "There is no such penalty in this event.")
        return redirect("desk_penalties", slug)
    line = found[0]
    moves = Moves()
    try:
        moves = moves_of(record, _turned(record, pk))
    except ScoringError as refusal:
        problems = [*problems, str(refusal)]
    context = desk_context(
        event,
        record,
        "penalties",
        line=line,
        words=spoken(line.penalty),
        form=form,
        problems=problems,
        moves=moves.totals,
        effect=moves.effect,
    )
    return render(request, "director/results/cancel_penalty.html", context)


def _turned(record: EventRecord, pk: int) -> EventRecord:
    """The event with a penalty cancelled that stands, or standing that is cancelled."""
    turned = (replace(row, is_cancelled=not row.is_cancelled) if row.key == pk else row for row in record.penalties)
    return replace(record, penalties=tuple(turned))


def _moves_totals(record: EventRecord, pk: int) -> bool:
    """Whether a penalty that is cancelled, or stands again, moves a figure; then its page asks, whichever button leads there."""
    try:
        return bool(moves_of(record, _turned(record, pk)))
    except ScoringError:
        return True  # its page says what is wrong


@require_POST
def restore(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a cancelled penalty stand again."""
    event = event_to_direct(request, slug)
    if "undo" in request.GET and _moves_totals(record_of(event), pk):
        return redirect("desk_cancel_penalty", slug, pk)
    undo = f"{page('desk_cancel_penalty', event, pk)}?undo=yes"
    return act_and_go(
        request,
        lambda: restore_penalty(event, actor_of(request), pk),
        "The penalty stands again.",
        page("desk_penalties", event),
        undo,
    )
