"""The movement chart of all random rounds: publish it, take the next round from it, take it back (R6, R44).

A chart is possible only where nobody sits out: who sits out is decided by scores that are not there yet (R50). What was published
stays on the event until it is taken back or a round is published that departs from it.
"""

from __future__ import annotations

from django.contrib.auth.models import User

from tournament.draw.chart import chart_round, misfit
from tournament.models import Event, Round
from tournament.record.event import EventRecord
from tournament.record.vocabulary import RoundKind, RoundState, SeatSource
from tournament.services.changes import RefusedError, act_on
from tournament.services.draws import DrawOrder, DrawSource


def publish_chart(event: Event, actor: User, number: int) -> None:
    """Publish where everybody sits in every random round after ``number``, as the draw of that round planned it."""
    with act_on(event, actor, "publish movement chart", "") as act:
        drawn = act.event.rounds.select_related("draw").filter(number=number).first()
        later = _planned_after(drawn)
        if act.event.chart:
            raise RefusedError("A movement chart is public already; take it back before publishing another.")
        act.event.chart = {"rounds": later}
        act.subject = f"Rounds {number} to {later[-1]['number']}"
        act.after = {"rounds": [row["number"] for row in later]}


def _planned_after(drawn: Round | None) -> list[dict[str, object]]:
    if drawn is None or drawn.draw is None or drawn.state == RoundState.CLOSED.value:
        raise RefusedError("A movement chart is published with a round that is a draft or being played.")
    if drawn.kind == RoundKind.SWISS.value or len(drawn.draw.plan) < 2:
        raise RefusedError(f"No random round follows round {drawn.number}; there is no chart to publish.")
    if any(row["sit_outs"] for row in drawn.draw.plan):
        raise RefusedError(
            "Somebody sits out in this arrangement, and the scores decide who (R50); publish round by round instead."
        )
    return [
        {"number": number, "tables": row["tables"]} for number, row in enumerate(drawn.draw.plan[1:], drawn.number + 1)
    ]


def withdraw_chart(event: Event, actor: User) -> None:
    """Take the movement chart off the public pages; rounds already published stay."""
    with act_on(event, actor, "withdraw movement chart", event.name) as act:
        if not act.event.chart:
            raise RefusedError("No movement chart is public.")
        act.before = {"rounds": [row["number"] for row in act.event.chart["rounds"]]}
        act.event.chart = {}


def chart_order(record: EventRecord, number: int, seed: int, replaces: int | None) -> DrawOrder:
    """The order that takes round ``number`` from the chart; RefusedError where it is not on it or no longer fits."""
    planned = chart_round(record, number)
    if planned is None:
        raise RefusedError(f"Round {number} is not on a public movement chart; draw it instead.")
    wrong = misfit(record, number)
    if wrong:
        raise RefusedError(wrong)
    seats = record.rounds[0].seat_source if record.rounds else SeatSource.TILES
    return DrawOrder(planned.sizes, seed, seats, replaces=replaces, source=DrawSource.CHART)
