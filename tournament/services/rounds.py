"""Draw a round to a draft, publish it, close it and reopen it.

Sentences about rounds: what was drawn, and why a round cannot be closed or changed now.

Show the results of closed rounds to players, and hold them back again, where the event holds results until they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from django.utils import timezone

from tournament.access.devices import withdraw_codes_of_round
from tournament.access.slices import join_in
from tournament.day.phones import going_on, going_on_in_words, holds_up_closing, numbers_listed, waiting_in_words
from tournament.day.reseating import reason_not_to_reopen, reason_to_stay_public
from tournament.draw.advancing import advance
from tournament.draw.allocation import AllocationError, free_arrangement
from tournament.draw.forecast import departs_from_chart
from tournament.draw.lines import line
from tournament.draw.pairings.request import DrawnRound
from tournament.draw.pairings.seating import Progress
from tournament.draw.seating import name_of, name_of_round, title_of, title_of_round
from tournament.draw.sitouts import fingerprint_of, why_stale
from tournament.models import Draw, Event, Round
from tournament.models.event import stored_event
from tournament.models.queries import record_before, record_of
from tournament.record.acts import Act, Part, Place, Publicity, Switch, Thing, declare
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.figures import ChangeFacts, ChangeRow, figures_of
from tournament.record.public import is_held
from tournament.record.settings import MOST_ROUNDS
from tournament.record.vocabulary import RoundKind, RoundState, SeatSource
from tournament.scores.scoring import score_round
from tournament.scores.steps import ScoringError
from tournament.services.changes import By, Doing, act, act_on, actor_of, done_since
from tournament.services.changes.refusals import DoneError, RefusedError, StaleError
from tournament.services.draws import DrawOrder, MadeDraw, draw_next, seat_players, stored_report, with_plan
from tournament.tellings.changed import PublicChangeKind, news_of_round
from tournament.tellings.undoing import play_in_round
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording import gettext_noop, ngettext

STATES: Mapping[RoundState, str] = {
    RoundState.DRAFT: gettext_noop("{round} is a draft; publish it first."),
    RoundState.PUBLISHED: gettext_noop("{round} is being played; reload the page."),
    RoundState.CLOSED: gettext_noop("{round} is closed; reload the page."),
}
"""Why something cannot be done now in a round of each state."""


def sentence_of_draw(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a round that was drawn."""
    if facts.before.get("draw"):
        return _("{round} drawn again", round=facts.round_titled)
    return _("{round} drawn", round=facts.round_titled)


def without_result(tables: Sequence[int]) -> str:
    """Return the sentence that tables have no result yet."""
    return ngettext(
        "Table {tables} has no result yet.",
        "Tables {tables} have no result yet.",
        len(tables),
        tables=numbers_listed(tables),
    )


def why_not_closed(record: EventRecord, number: int) -> str:
    """Return why round ``number`` cannot be closed: each table without an official result and what it waits for; empty if it can."""
    played = record.round(number)
    waits = holds_up_closing(record, played)
    missing = [
        table.number for table in played.tables if not table.has_result and not (waits and table.waiting is not None)
    ]
    lines = [
        without_result(missing) if missing else "",
        waiting_in_words(record, played) if waits else "",
    ]
    if not any(lines):
        return ""
    return " ".join((_("{round} cannot be closed yet.", round=title_of(played)), *filter(None, lines)))


def draft_round(event: Event, by: By, order: DrawOrder, progress: Progress | None = None) -> Round:
    """Draw the next round, store it as a draft and return it; the draft that the order names is replaced, but its draw stays stored.

    The draw is made before the event is locked, so that a long draw delays nobody; then it is checked under the lock that nothing
    changed. Of two orders at the same time one is refused. Raises RefusedError, PairingError or SitOutError.
    """
    record = record_of(stored_event(event))
    number = next_number(record)
    record = with_plan(record, number)
    _check_drawable(record, number, order)
    drawn = draw_next(record, number, order, progress)
    if number == 1 and record.format.plans:
        planned = line("plan", players=len(record.active), rounds=record.rounds_planned)
        drawn = replace(drawn, protocol=(planned, *drawn.protocol))
    _check_cut(record, drawn.form.kind, order.over_dispute)
    with act_on(event, by, Act.DRAW_ROUND, round_number=number, reason=order.over_dispute.strip()) as doing:
        if doing.event.version != record.version:
            record = with_plan(record_of(doing.event), number)
            _check_drawable(record, number, order)
            if fingerprint_of(record, drawn.form.kind, drawn.sit_outs) != drawn.fingerprint:
                raise StaleError
        doing.event.format, doing.event.rounds_planned = record.format, record.rounds_planned
        if record.has_round(number):
            doing.before = {"draw": {"seed": record.round(number).seed}}
            doing.event.rounds.filter(number=number).delete()
        stored_draw = Draw.objects.create(
            event=doing.event,
            first_round=number,
            seed=order.seed,
            fingerprint=drawn.fingerprint,
            plan=[{"tables": row.tables, "sit_outs": row.sit_outs} for row in drawn.rounds],
            report=stored_report(drawn.report, by_lot=drawn.by_lot, sit_outs=drawn.sit_outs),
            protocol=list(drawn.protocol),
            made_by=actor_of(by).user,
        )
        made = _store_round(doing.event, number, drawn, drawn.rounds[0], stored_draw, order.seat_source)
        doing.after = {"draw": {"seed": order.seed, "sizes": list(order.sizes), "kind": drawn.form.kind.value}}
    return made


def _check_cut(record: EventRecord, kind: str, over_dispute: str) -> None:
    """Refuse a ranked round while a result is disputed, unless a reason is given: the result may move the cut (R11, R46)."""
    if RoundKind(kind).is_seated_by_rank and record.open_disputes:
        _need_reason(record.closed_rounds, over_dispute)


def _need_reason(disputed: Sequence[RoundRecord], over_dispute: str) -> None:
    """Refuse to go on over the open disputes of these rounds without a reason (R11)."""
    if not over_dispute.strip():
        first = _("Rule on it first, or write why you are going ahead anyway.")
        raise RefusedError(f"{disputed_in(disputed)} {first}")


def next_number(record: EventRecord) -> int:
    """Return the number of the round to draw next; raises RefusedError where every planned round is drawn."""
    number = 1 + sum(played.state is not RoundState.DRAFT for played in record.rounds)
    if number > record.rounds_planned:
        raise RefusedError(
            ngettext(
                "The only round has been drawn; plan more rounds in the settings to draw another.",
                "All {n} rounds have been drawn; plan more rounds in the settings to draw another.",
                record.rounds_planned,
            )
        )
    return number


def _check_drawable(record: EventRecord, number: int, order: DrawOrder) -> None:
    """Raise RefusedError where round ``number`` cannot be drawn now: an open round, wrong sizes, or nobody to sit out.

    An order from a page that showed another draft than the present one is refused too, so that two clicks make one draw.
    """
    draft = record.round(number).draw if record.has_round(number) else None
    if (draft.key if draft else None) != order.replaces:
        raise StaleError
    for played in record.rounds:
        if played.state is RoundState.PUBLISHED:
            open_tables = [table.number for table in played.tables if not table.has_result]
            lines = (
                without_result(open_tables) if open_tables else "",
                _(
                    "Close {round} before you draw {next}.",
                    round=name_of_round(record, played.number),
                    next=name_of_round(record, number),
                ),
            )
            raise RefusedError(" ".join(filter(None, lines)))
    field = advance(record, number)
    if field is not None and {entry.player for entry in record.active} != set(field.plays):
        raise RefusedError(
            _(
                "The results, or who is here, have changed: settle again who plays {round}.",
                round=name_of_round(record, number),
            )
        )
    try:
        free_arrangement(order.sizes, len(record.active), record.rules_of(number))
    except AllocationError as refusal:
        raise RefusedError(str(refusal)) from None
    for size in record.format.open_sizes(order.sizes):
        raise RefusedError(
            _(
                "A table of {size} has no multiplier or minutes yet; confirm them before you draw the round (R29, R60).",
                size=size,
            )
        )
    if order.sitting_out is not None and order.sitting_out not in {entry.player for entry in record.active}:
        raise RefusedError(_("Player {number} is not checked in; check the player in first.", number=order.sitting_out))


def _store_round(
    event: Event, number: int, drawn: MadeDraw, seating: DrawnRound, draw: Draw, source: SeatSource
) -> Round:
    """Store the draft of a drawn round with its tables, and return it."""
    # Ruling: a round that is seated from the standings is never seated by the chart but by tiles (R48), whatever the event's setting.
    if source is not SeatSource.CHART or drawn.form.kind.is_seated_by_rank:
        source = event.format.seats_by
    tables = seating.tables
    if source is SeatSource.DRAWN and not drawn.has_seats:
        lots = Random(draw.seed)
        tables = tuple(tuple(lots.sample(players, len(players))) for players in tables)
    made = Round.objects.create(
        event=event,
        number=number,
        kind=drawn.form.kind.value,
        top_table_wins=drawn.form.top_table_wins,
        seat_source=source.value,
        draw=draw,
        protocol=list(drawn.protocol),
    )
    seat_players(event, made, tables, drawn.sit_outs)
    return made


declare(
    Act.DRAW_ROUND,
    Part.DRAWS,
    sentence=sentence_of_draw,
    undone_on=Place.ROUND,
    switches=Switch.ROUND,
    snapshot_before=True,
    words=gettext_noop("draw round"),
)


@act(
    Act.DISCARD_DRAFT,
    Part.DRAWS,
    sentence=gettext_noop("{round_titled}: draft discarded"),
    why_not=gettext_noop("Undo it by hand on its own page."),
    switches=Switch.ROUND,
)
def discard_draft(doing: Doing, number: int) -> None:
    """Delete the draft of round ``number``; its draw stays stored among the event's draws."""
    doing.about(number)
    draft = round_in(doing.event, number, RoundState.DRAFT)
    doing.before = {"draw": {"seed": draft.draw.seed if draft.draw else None}}
    draft.delete()


REDRAWN = (Act.DRAW_ROUND, Act.RESTORE_DRAW, Act.DISCARD_DRAFT, Act.SWAP_SEATS, Act.WITHDRAW_ROUND)
"""Acts after which the draft of a round differs from what a page showed before."""


def _chart_was_withdrawn(change: ChangeRow) -> str:
    """Return why publishing is undone on the round's page: the chart was withdrawn with it; empty where it was not."""
    is_gone = "chart" in figures_of(change)[1]
    return _("Undo it by hand on its own page.") if is_gone else ""


@act(
    Act.WITHDRAW_ROUND,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{round_titled} unpublished"),
    undone_on=Place.ROUND,
    switches=Switch.ROUND,
)
def withdraw_round(doing: Doing, number: int) -> Round:
    """Unpublish round ``number``: it is a draft again. Refused where a result is entered."""
    doing.about(number)
    published = round_in(doing.event, number, RoundState.PUBLISHED)
    record = record_before(doing.event)
    if wrong := reason_to_stay_public(record, record.round(number)):
        raise RefusedError(wrong)
    published.state = RoundState.DRAFT.value
    published.published_at = published.starts_at = None
    published.pauses = []
    published.save()
    join_in(Act.WITHDRAW_ROUND, doing, published)
    doing.reseated.add(number)
    withdraw_codes_of_round(doing.event, number, list(published.tables.values_list("number", flat=True)))
    doing.event.gold_from_room = (
        False  # that ruling was about this final's top table, so another final needs its own (R43)
    )
    return published


@act(
    Act.PUBLISH_ROUND,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{round_titled} published"),
    opposite=lambda event, by, change: withdraw_round(event, by, change.round_number),
    asks_page=_chart_was_withdrawn,
    rests_on=play_in_round,
    switches=Switch.ROUND,
    snapshot_before=True,
    words=gettext_noop("publish round"),
)
def publish_round(doing: Doing, number: int, over_dispute: str = "") -> Round:
    """Make the draft of round ``number`` public and open it for play.

    Refused where the event changed since the draw, or the draft changed since the page showed it. A ranked round over an open dispute needs
    a reason, ``over_dispute``, whenever the dispute was opened (R11).
    """
    doing.about(number, reason=over_dispute.strip())
    draft = round_in(doing.event, number, RoundState.DRAFT)
    if done_since(doing.event, doing.actor, REDRAWN, round_number=number):
        raise StaleError
    record = record_before(doing.event)
    if stale := why_stale(record, record.round(number)):
        again = _("Draw {round} again: the draft is out of date.", round=name_of(draft))
        raise RefusedError(f"{stale.removesuffix('.')}. {again}")
    _check_cut(record, draft.kind, over_dispute)
    draft.state = RoundState.PUBLISHED.value
    draft.published_at = timezone.now()
    draft.save()
    join_in(Act.PUBLISH_ROUND, doing, draft)
    doing.after = {"round": {"tables": len(record.round(number).tables)}}
    if departs_from_chart(record, number):
        doing.event.chart_seats.all().delete()
        doing.after["chart"] = {"withdrawn": True}
    doing.reseated.add(number)
    return draft


@act(
    Act.REOPEN_ROUND,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{round_titled} reopened"),
    undone_on=Place.ROUND,
    switches=Switch.ROUND,
    public_news=news_of_round(PublicChangeKind.REOPENED),
)
def reopen_round(doing: Doing, number: int) -> Round:
    """Open the latest closed round again. Refused once a later round is drawn; single results are corrected instead (R68)."""
    doing.about(number)
    played = round_in(doing.event, number, RoundState.CLOSED)
    record = record_before(doing.event)
    if wrong := reason_not_to_reopen(record, record.round(number)):
        raise RefusedError(wrong)
    played.state = RoundState.PUBLISHED.value
    played.save()
    join_in(Act.REOPEN_ROUND, doing, played)
    doing.event.is_final_published = False
    doing.event.results_shown_through = min(doing.event.results_shown_through, number - 1)
    return played


@act(
    Act.CLOSE_ROUND,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{round_titled} closed"),
    opposite=lambda event, by, change: reopen_round(event, by, change.round_number),
    rests_on=lambda change: [(Switch.ROUND, (change.round_number or 0) + 1), (Switch.FINAL,)],
    switches=Switch.ROUND,
    snapshot_before=True,
    words=gettext_noop("close round"),
)
def close_round(doing: Doing, number: int, over_dispute: str = "") -> Round:
    """Close round ``number``, whose tables must all have results; from now on it counts in the standings.

    ``over_dispute`` is the reason to close it over an open dispute (R11) or over a game on devices that has not ended.
    """
    doing.about(number, reason=over_dispute.strip())
    played = round_in(doing.event, number, RoundState.PUBLISHED)
    record = record_before(doing.event)
    if waits := why_not_closed(record, number):
        raise RefusedError(waits)
    if record.round(number).disputed:
        _need_reason([record.round(number)], over_dispute)
    if (playing := going_on(record.round(number))) and not over_dispute.strip():
        raise RefusedError(
            " ".join(
                (
                    going_on_in_words(record.round(number), playing),
                    _(
                        "Let them finish and agree, or write why you are closing {round} anyway.",
                        round=name_of(played),
                    ),
                )
            )
        )
    try:
        score_round(record, number)
    except ScoringError as refusal:
        raise RefusedError(str(refusal)) from None
    played.state = RoundState.CLOSED.value
    played.save()
    join_in(Act.CLOSE_ROUND, doing, played)
    return played


def round_in(event: Event, number: int, state: RoundState) -> Round:
    """Return the round with that number, which must be in this state; raises RefusedError otherwise."""
    found = event.rounds.select_related("draw").filter(number=number).first()
    if found is None:
        raise RefusedError(_("{round} has not been drawn.", round=title_of_round(record_of(event), number)))
    if found.state != state.value:
        raise RefusedError(_(STATES[RoundState(found.state)], round=title_of(found)))
    return found


def _set_shown(doing: Doing, through: int) -> None:
    """Store the last round whose results are shown, with the figures of the change."""
    doing.before = {"round": {"shown_through": doing.event.results_shown_through}}
    doing.event.results_shown_through = through
    doing.after = {"round": {"shown_through": through}}


def _all_that_shows(_change: ChangeRow) -> list[Thing]:
    """Return the keys of everything that decides which results players see: each round's own, the setting, and the final list."""
    return [
        *((Switch.RESULTS, number) for number in range(1, MOST_ROUNDS + 1)),
        ("setting", "holds_results"),
        (Switch.FINAL,),
    ]


@act(
    Act.SHOW_RESULTS,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{round_titled}: results shown to players"),
    stands_on=Place.ROUND,
    rows=(),
    undone_as=Act.HOLD_RESULTS,
    rests_on=_all_that_shows,
    switches=Switch.RESULTS,
)
def show_results(doing: Doing, number: int) -> None:
    """Show players the results of closed round ``number`` and of all rounds before it; their standings then count them.

    Refused for the last planned round: the final list shows its results.
    """
    doing.about(number)
    name = name_of(round_in(doing.event, number, RoundState.CLOSED))
    if not is_held(doing.event, number):
        raise DoneError
    if number >= doing.event.rounds_planned:
        raise RefusedError(
            _("Players will see the results of {round} with the final list. Publish that instead.", round=name)
        )
    _set_shown(doing, number)


@act(
    Act.HOLD_RESULTS,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{round_titled}: results held back from players"),
    stands_on=Place.ROUND,
    rows=(),
    undone_as=Act.SHOW_RESULTS,
    rests_on=_all_that_shows,
    switches=Switch.RESULTS,
)
def hold_results(doing: Doing, number: int) -> None:
    """Hold the results of closed round ``number`` back from players again, and those of all rounds after it.

    Refused where the event does not hold results, and while the final list is public, which shows every round.
    """
    doing.about(number)
    round_in(doing.event, number, RoundState.CLOSED)
    if doing.event.is_final_published:
        raise RefusedError(
            _("The final list is public and shows the results of every round. Unpublish the final list first.")
        )
    if is_held(doing.event, number):
        raise DoneError
    if not doing.event.holds_results:
        raise RefusedError(
            _(
                "Results become public when a round is closed. To choose when to show them, change this "
                "under “Results” in the settings."
            )
        )
    _set_shown(doing, number - 1)
