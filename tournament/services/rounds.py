"""Draw a round to a draft, publish it, close it and reopen it."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from tournament.access.devices import withdraw_codes_of_round
from tournament.day.ondevices import going_on, going_on_in_words
from tournament.day.staying import reason_not_to_reopen, reason_to_stay_public
from tournament.day.unconfirmed import holds_up_closing, waiting_in_words
from tournament.draw.allocation import AllocationError, free_arrangement
from tournament.draw.chart import departs_from_chart
from tournament.draw.inputs import fingerprint_of, why_stale
from tournament.draw.naming import name_of, name_of_round, title_of, title_of_round
from tournament.draw.pairings import DrawnRound, Progress
from tournament.models import Draw, Event, Round
from tournament.models.event import stored_event
from tournament.models.queries import record_before, record_of
from tournament.record.acts import Act, Part, Place, Publicity, Switch, declare
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts, ChangeRow, figures_of
from tournament.record.vocabulary import RoundKind, RoundState, SeatSource
from tournament.scores.scoring import ScoringError, score_round
from tournament.services.changes import By, RefusedError, act_on, actor_of, done_since
from tournament.services.draws import DrawOrder, MadeDraw, draw_next, seat_players, stored_report
from tournament.tellings.history.undoing import play_in_round
from tournament.tellings.news.changed import PublicChangeKind, news_of_round
from tournament.tellings.words import disputed_in


def draft_round(event: Event, by: By, order: DrawOrder, progress: Progress | None = None) -> Round:
    """Draw the next round, store it as a draft and return it; the draft that the order names is replaced, but its draw stays stored.

    The draw is made before the event is locked, so that a long draw delays nobody; then it is checked under the lock that nothing
    changed. Of two orders at the same time one is refused. Raises RefusedError, PairingError or SitOutError.
    """
    record = record_of(stored_event(event))
    number = next_number(record)
    _check_drawable(record, number, order)
    drawn = draw_next(record, number, order, progress)
    _check_disputes(record, drawn.kind, order)
    with act_on(event, by, Act.DRAW_ROUND, round_number=number, reason=order.over_dispute.strip()) as act:
        if act.event.version != record.version:
            record = record_of(act.event)
            _check_drawable(record, number, order)
            if fingerprint_of(record, drawn.kind, drawn.sit_outs) != drawn.fingerprint:
                raise RefusedError(
                    f"The event changed while {name_of_round(record, number)} was being drawn; draw it again."
                )
        if record.has_round(number):
            act.before = {"draw": {"seed": record.round(number).seed}}
            act.event.rounds.filter(number=number).delete()
        stored_draw = Draw.objects.create(
            event=act.event,
            first_round=number,
            seed=order.seed,
            fingerprint=drawn.fingerprint,
            plan=[{"tables": row.tables, "sit_outs": row.sit_outs} for row in drawn.rounds],
            report=stored_report(drawn.report, by_lot=drawn.by_lot, sit_outs=drawn.sit_outs),
            protocol=list(drawn.protocol),
            made_by=actor_of(by).user,
        )
        made = _store_round(act.event, number, drawn, drawn.rounds[0], stored_draw, order.seat_source)
        act.after = {"draw": {"seed": order.seed, "sizes": list(order.sizes), "kind": drawn.kind.value}}
    return made


def _check_disputes(record: EventRecord, kind: RoundKind, order: DrawOrder) -> None:
    """Refuse to cut a final while a result is disputed, unless the order gives a reason: the result may move the cut (R11, R46)."""
    if kind is RoundKind.SWISS and record.open_disputes and not order.over_dispute.strip():
        raise RefusedError(
            f"{disputed_in(record.closed_rounds)} That may move the cut: rule first, or write why the final is cut over it."
        )


def next_number(record: EventRecord) -> int:
    """Return the number of the round to draw next; raises RefusedError where every planned round is drawn."""
    number = 1 + sum(played.state is not RoundState.DRAFT for played in record.rounds)
    if number > record.rounds_planned:
        raise RefusedError(
            f"All {record.rounds_planned} rounds are drawn; plan more rounds in the settings to draw another."
        )
    return number


def _check_drawable(record: EventRecord, number: int, order: DrawOrder) -> None:
    """Raise RefusedError where round ``number`` cannot be drawn now: an open round, wrong sizes, or nobody to sit out.

    An order from a page that showed another draft than the present one is refused too, so that two clicks make one draw.
    """
    draft = record.round(number).draw if record.has_round(number) else None
    if (draft.key if draft else None) != order.replaces:
        what = "was drawn" if draft else "had its draft discarded"
        raise RefusedError(
            f"{title_of_round(record, number)} {what} on another page meanwhile; look at the round before drawing it again."
        )
    for played in record.rounds:
        if played.state is RoundState.PUBLISHED:
            open_tables = [f"table {table.number}" for table in played.tables if not table.has_result]
            why = (
                f"{', '.join(open_tables)} {'have' if len(open_tables) > 1 else 'has'} no result" if open_tables else ""
            )
            raise RefusedError(
                f"{title_of_round(record, played.number)} is not closed{': ' + why if why else ''}; "
                f"close it before drawing {name_of_round(record, number)}."
            )
    try:
        free_arrangement(order.sizes, len(record.active))
    except AllocationError as refusal:
        raise RefusedError(str(refusal)) from None
    if 6 in order.sizes and (6 not in record.ruleset.size_multipliers or 6 not in record.ruleset.minutes):
        raise RefusedError(
            "A table of six has no multiplier and no minutes in the rules; confirm both before the round is drawn (R29, R60)."
        )
    if order.sitting_out is not None and order.sitting_out not in {entry.player for entry in record.active}:
        raise RefusedError(f"Player {order.sitting_out} is not present; choose somebody who is.")


def _store_round(
    event: Event, number: int, drawn: MadeDraw, seating: DrawnRound, draw: Draw, source: SeatSource
) -> Round:
    """Store the draft of a drawn round with its tables, and return it."""
    # Ruling: the final under Swiss is always seated by tiles (R48), whatever the event's setting.
    made = Round.objects.create(
        event=event,
        number=number,
        kind=drawn.kind.value,
        seat_source=(SeatSource.TILES if drawn.kind is RoundKind.SWISS else source).value,
        draw=draw,
        protocol=list(drawn.protocol),
    )
    seat_players(event, made, seating.tables, drawn.sit_outs)
    return made


def discard_draft(event: Event, by: By, number: int) -> None:
    """Delete the draft of round ``number``; its draw stays stored among the event's draws."""
    with act_on(event, by, Act.DISCARD_DRAFT, round_number=number) as act:
        draft = round_in(act.event, number, RoundState.DRAFT)
        act.before = {"draw": {"seed": draft.draw.seed if draft.draw else None}}
        draft.delete()


def _sentence_of_draw(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a round that was drawn."""
    sizes = facts.after.get("draw", {}).get("sizes", [])
    verb = "drawn again" if facts.before.get("draw") else "drawn"
    tables = f": {len(sizes)} table{'s' if len(sizes) > 1 else ''}" if sizes else ""
    return f"{facts.round_titled} {verb}{tables}"


declare(
    Act.DRAW_ROUND,
    "draw round",
    Part.DRAWS,
    sentence=_sentence_of_draw,
    undone_on=(Place.ROUND, "Discard or draw again"),
    switches=Switch.ROUND,
    snapshot_before=True,
)
declare(
    Act.DISCARD_DRAFT,
    "discard draft",
    Part.DRAWS,
    sentence="Draft{of_round} discarded",
    why_not="The draw is kept with all draws of the event; draw the round again.",
    switches=Switch.ROUND,
)


REDRAWN = (Act.DRAW_ROUND, Act.RESTORE_DRAW, Act.DISCARD_DRAFT, Act.SWAP_SEATS, Act.WITHDRAW_ROUND)
"""Acts after which the draft of a round differs from what a page showed before."""


def publish_round(event: Event, by: By, number: int, over_dispute: str = "") -> Round:
    """Make the draft of round ``number`` public and open it for play.

    Refused where the event changed since the draw, or the draft changed since the page showed it. A final over an open dispute needs a
    reason, ``over_dispute``, whenever the dispute was opened (R11).
    """
    with act_on(event, by, Act.PUBLISH_ROUND, round_number=number, reason=over_dispute.strip()) as act:
        draft = round_in(act.event, number, RoundState.DRAFT)
        if done_since(act.event, by, REDRAWN, round_number=number):
            raise RefusedError(
                f"{title_of(draft)} was drawn or changed on another page meanwhile; look at it, then publish it."
            )
        record = record_before(act.event)
        if stale := why_stale(record, record.round(number)):
            verb = "cut" if draft.kind == RoundKind.SWISS.value else "draw"
            raise RefusedError(f"{stale}; {verb} {name_of(draft)} again.")
        if draft.kind == RoundKind.SWISS.value and record.open_disputes and not over_dispute.strip():
            raise RefusedError(
                f"{disputed_in(record.closed_rounds)} Rule on it first, or write why the final is published over it."
            )
        draft.state = RoundState.PUBLISHED.value
        draft.published_at = timezone.now()
        draft.save()
        act.after = {"round": {"tables": len(record.round(number).tables)}}
        if departs_from_chart(record, number):
            act.event.chart_seats.all().delete()
            act.after["chart"] = {"withdrawn": True}
        act.reseated.add(number)
    return draft


def withdraw_round(event: Event, by: By, number: int) -> Round:
    """Unpublish round ``number``: it is a draft again. Refused where a result is entered."""
    with act_on(event, by, Act.WITHDRAW_ROUND, round_number=number) as act:
        published = round_in(act.event, number, RoundState.PUBLISHED)
        record = record_before(act.event)
        if wrong := reason_to_stay_public(record, record.round(number)):
            raise RefusedError(wrong)
        published.state = RoundState.DRAFT.value
        published.published_at = published.starts_at = None
        published.save()
        act.reseated.add(number)
        withdraw_codes_of_round(act.event, number, list(published.tables.values_list("number", flat=True)))
        act.event.gold_from_room = (
            False  # that ruling was about this final's top table, so another final needs its own (R43)
        )
    return published


def _chart_was_withdrawn(change: ChangeRow) -> str:
    """Return why publishing is undone on the round's page: the chart was withdrawn with it; empty where it was not."""
    is_gone = "chart" in figures_of(change)[1]
    return "The movement chart went with it; publish that again on the round's page." if is_gone else ""


declare(
    Act.PUBLISH_ROUND,
    "publish round",
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence="{round_titled} published",
    opposite=lambda event, by, change: withdraw_round(event, by, change.round_number),
    asks_page=_chart_was_withdrawn,
    rests_on=play_in_round,
    switches=Switch.ROUND,
    snapshot_before=True,
)
declare(
    Act.WITHDRAW_ROUND,
    "unpublish round",
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence="{round_titled} unpublished",
    undone_on=(Place.ROUND, "Publish again"),
    switches=Switch.ROUND,
)


def start_clock(event: Event, by: By, number: int) -> Round:
    """Store that play in round ``number`` begins now; publishing the round does not start its clock."""
    with act_on(event, by, Act.START_CLOCK, round_number=number) as act:
        played = round_in(act.event, number, RoundState.PUBLISHED)
        act.before = {"round": {"starts_at": _moment(played.starts_at)}}
        played.starts_at = timezone.now()
        played.save()
        act.after = {"round": {"starts_at": _moment(played.starts_at)}}
    return played


def close_round(event: Event, by: By, number: int, over_dispute: str = "") -> Round:
    """Close round ``number``, whose tables must all have results; from now on it counts in the standings.

    ``over_dispute`` is the reason to close it over an open dispute (R11) or over a game on devices that has not ended.
    """
    with act_on(event, by, Act.CLOSE_ROUND, round_number=number, reason=over_dispute.strip()) as act:
        played = round_in(act.event, number, RoundState.PUBLISHED)
        record = record_before(act.event)
        _check_official(record, number)
        disputed = [f"table {table.number}" for table in record.round(number).disputed]
        if disputed and not over_dispute.strip():
            verb = "are" if len(disputed) > 1 else "is"
            raise RefusedError(
                f"{title_of(played)}: {', '.join(disputed)} {verb} disputed; "
                "rule on the dispute first, or write why the round is closed over it."
            )
        if (playing := going_on(record.round(number))) and not over_dispute.strip():
            raise RefusedError(
                f"{going_on_in_words(record.round(number), playing)} Let them end and agree, "
                f"or write why {name_of(played)} is closed over it."
            )
        try:
            score_round(record, number)
        except ScoringError as refusal:
            raise RefusedError(str(refusal)) from None
        played.state = RoundState.CLOSED.value
        played.save()
    return played


def _check_official(record: EventRecord, number: int) -> None:
    """Refuse to close round ``number`` while a table has no official result, and name each such table and what it waits for."""
    played = record.round(number)
    waits = holds_up_closing(record, played)
    missing = [
        f"table {table.number}"
        for table in played.tables
        if not table.has_result and not (waits and table.waiting is not None)
    ]
    said = f"{', '.join(missing)} {'have' if len(missing) > 1 else 'has'} no result yet." if missing else ""
    if waits:
        said = f"{said} {waiting_in_words(record, played)} The results of {name_of(played)} say how to go on.".strip()
    if said:
        raise RefusedError(f"{title_of(played)} cannot be closed: {said[:1].lower()}{said[1:]}")


def reopen_round(event: Event, by: By, number: int) -> Round:
    """Open the latest closed round again. Refused once a later round is drawn; single results are corrected instead (R68)."""
    with act_on(event, by, Act.REOPEN_ROUND, round_number=number) as act:
        played = round_in(act.event, number, RoundState.CLOSED)
        record = record_before(act.event)
        if wrong := reason_not_to_reopen(record, record.round(number)):
            raise RefusedError(wrong)
        played.state = RoundState.PUBLISHED.value
        played.save()
        act.event.is_final_published = False
    return played


declare(
    Act.CLOSE_ROUND,
    "close round",
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence="{round_titled} closed",
    opposite=lambda event, by, change: reopen_round(event, by, change.round_number),
    rests_on=lambda change: [(Switch.ROUND, (change.round_number or 0) + 1), (Switch.FINAL,)],
    switches=Switch.ROUND,
    snapshot_before=True,
)
declare(
    Act.REOPEN_ROUND,
    "reopen round",
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence="{round_titled} reopened",
    undone_on=(Place.ROUND, "Close again"),
    switches=Switch.ROUND,
    public_news=news_of_round(PublicChangeKind.REOPENED),
)


def round_in(event: Event, number: int, state: RoundState) -> Round:
    """Return the round with that number, which must be in this state; raises RefusedError otherwise."""
    found = event.rounds.select_related("draw").filter(number=number).first()
    if found is None:
        raise RefusedError(f"{title_of_round(record_of(event), number)} is not drawn.")
    if found.state != state.value:
        raise RefusedError(
            f"{title_of(found)} is {_state_in_words(found.state)}; reload the page to see how things stand."
        )
    return found


def _state_in_words(state: str) -> str:
    """Return a round's state as part of a sentence."""
    return {"draft": "a draft", "published": "being played", "closed": "closed"}[state]


def _moment(value: datetime | None) -> str:
    """Return a moment as the log of changes stores it, empty for none."""
    return value.isoformat() if value else ""
