"""Rounds that were drawn in advance: publishing the movement chart, drawing a round from it, and restoring an old draw."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse

from tournament.desk.desk import ActQuestion, Desk, desk_act, desk_confirmation
from tournament.desk.rounds import chart_of_round
from tournament.draw.naming import name_of_round, title_of_round
from tournament.draw.pairings import moved_players, read_report
from tournament.models.queries import draw_of
from tournament.record.event import DrawRecord, EventRecord
from tournament.record.vocabulary import RoundState, whole_number
from tournament.services.charts import chart_order, publish_chart, withdraw_chart
from tournament.services.draws import new_seed
from tournament.services.hall import restore_draw
from tournament.services.hall.restoring import number_of, reason_not_to_restore
from tournament.services.rounds import draft_round

NAMED = 6


@desk_confirmation
def publish(desk: Desk, number: int) -> HttpResponse:
    """Publish the planned random rounds after round ``number`` as movement chart (R6); a GET shows what that does and asks."""
    if desk.is_post:
        return desk.act(
            lambda: publish_chart(desk.event, desk.actor, number),
            "The movement chart is public.",
            desk.address("desk_round", number),
            undo=desk.address("desk_withdraw_chart"),
        )
    chart = chart_of_round(desk.record, desk.round_(number))
    rounds = chart.get("chart_offer", "")
    return desk.put(
        ActQuestion(
            f"Publish the movement chart of {rounds}?" if rounds else "Publish the movement chart?",
            f"Publish the movement chart of {rounds}",
            desk.address("desk_round", number),
            follows=_if_published(desk, number, rounds) if rounds else (),
            problem="" if rounds else _no_chart(chart),
        )
    )


def _if_published(desk: Desk, number: int, rounds: str) -> list[str]:
    """Return sentences on what publishing the chart of ``rounds`` (in words) does."""
    is_draft = desk.round_(number).state is RoundState.DRAFT
    hidden = f"{desk.event.name} is hidden from players; once it is shown, everybody sees"
    who = "Everybody sees" if desk.event.is_shown else hidden
    return [
        f"{who} at once at which table each player sits in {rounds}.",
        *([f"{title_of_round(desk.record, number)} itself stays a draft until you publish it."] * is_draft),
        "If somebody comes or leaves, or a round is drawn otherwise, the chart no longer holds: publishing that round unpublishes it.",
        "It can be unpublished again, but who has read or printed it has seen it (R6).",
    ]


def _no_chart(chart: dict[str, Any]) -> str:
    """Return why no chart can be published; ``chart`` is what `chart_of_round` returned."""
    if "chart_public" in chart:
        return f"The movement chart of {chart['chart_public']} is public already."
    if "chart_misfit" in chart:
        return str(chart["chart_misfit"])
    return "There is no chart to publish: no random round follows this one, or somebody sits out, and the scores decide who (R50)."


@desk_confirmation
def withdraw(desk: Desk) -> HttpResponse:
    """Unpublish the movement chart; a GET shows what that does and asks."""
    if desk.is_post:
        return desk.act(
            lambda: withdraw_chart(desk.event, desk.actor),
            "The movement chart is unpublished.",
            desk.address("desk_event"),
        )
    follows = [
        "Players no longer see where they sit in the rounds to come; rounds already published stay.",
        "The next round can no longer be taken from the chart; it is drawn again.",
        "Printed movement charts are wrong.",
    ]
    return desk.put(
        ActQuestion(
            "Unpublish the movement chart?",
            "Unpublish the movement chart",
            desk.address("desk_event"),
            follows=follows if desk.record.chart else (),
            problem="" if desk.record.chart else "No movement chart is public.",
        )
    )


@desk_act
def take(desk: Desk, number: int) -> HttpResponse:
    """Make a draft of the next round as it is on the public movement chart."""
    seen = whole_number(desk.typed("replaces")) or None  # the draft that the page showed, if any

    def draft() -> None:
        draft_round(desk.event, desk.actor, chart_order(desk.record, number, new_seed(), seen))

    return desk.act(
        draft,
        f"{title_of_round(desk.record, number)} is drafted as on the movement chart.",
        desk.address("desk_round", number),
    )


@desk_confirmation
def restore(desk: Desk, key: int) -> HttpResponse:
    """Make an old draw the draft of its round again; ``key`` is that of the draw. A GET shows what changes and asks."""
    row = desk.event.draws.filter(pk=key).first()
    if row is None:
        raise Http404(f"There is no such draw in {desk.event.name}.")
    old, name, record = draw_of(row), number_of(desk.event, key), desk.record
    number = old.first_round
    draft = record.round(number).draw if record.has_round(number) else None
    if desk.is_post:
        seen = whole_number(desk.typed("replaces")) or None
        return desk.act(
            lambda: restore_draw(desk.event, desk.actor, key, seen),
            f"Draw {name} is the draft of {name_of_round(record, number)} again.",
            desk.address("desk_round", number),
            refused_to=desk.address("desk_draws"),
        )
    problem = reason_not_to_restore(record, old, name)
    return desk.put(
        ActQuestion(
            f"Restore draw {name} for {name_of_round(record, number)}?",
            f"Restore draw {name}",
            desk.address("desk_draws"),
            follows=() if problem else _follows(record, old, draft),
            sends={"replaces": draft.key if draft else ""},
            problem=problem,
        ),
    )


def _follows(record: EventRecord, old: DrawRecord, draft: DrawRecord | None) -> list[str]:
    """Return sentences on what restoring a draw does: who moves compared with the present draft (None for none), and its report."""
    title = title_of_round(record, old.first_round)
    lines = [f"{title} has no draft now; nobody but the desk sees the restored one until it is published."]
    if draft is not None:
        round_ = record.round(old.first_round)
        now = [tuple(seat.player for seat in table.seats) for table in round_.tables]
        moved = moved_players(now, old.plan[0].tables)
        names = ", ".join(record.name_of(move.player) for move in moved[:NAMED])
        more = f" and {len(moved) - NAMED} more" if len(moved) > NAMED else ""
        lines = [
            f"Sitting elsewhere than in the draft of now: {names}{more}."
            if moved
            else "Everybody sits as in the draft of now.",
            "The draft of now is replaced; its draw stays in the list and can be restored too.",
            "Sheets printed of the draft of now are wrong.",
        ]
    if report := read_report(old.report):
        lines.append(report.plain)
    return lines
