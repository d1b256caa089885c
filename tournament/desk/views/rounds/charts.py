"""Rounds that were drawn in advance: publishing the movement chart, and drawing a round from it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from tournament.desk.desk import ActQuestion, Desk, desk_act, desk_confirmation
from tournament.desk.rounds import chart_of_round
from tournament.record.vocabulary import whole_number
from tournament.services.charts import chart_order, publish_chart, withdraw_chart
from tournament.services.draws import new_seed
from tournament.services.rounds import draft_round
from wording import gettext as _

NAMED = 6


@desk_confirmation
def publish(desk: Desk, number: int) -> HttpResponse:
    """Publish the planned random rounds after round ``number`` as movement chart (R6); a GET shows what that does and asks."""
    if desk.is_post:
        return desk.act(
            lambda: publish_chart(desk.event, desk.actor, number),
            desk.address("desk_round", number),
            undo=desk.address("desk_withdraw_chart"),
        )
    chart = chart_of_round(desk.record, desk.round_(number))
    rounds = chart.get("chart_offer", "")
    return desk.put(
        ActQuestion(
            _("{action}?", action=_("Publish the movement chart")),
            _("Publish the movement chart"),
            desk.address("desk_round", number),
            follows=_if_published(rounds) if rounds else (),
            problem="" if rounds else _no_chart(chart),
        )
    )


def _if_published(rounds: str) -> list[str]:
    """Return sentences on what publishing the chart of ``rounds`` (in words) does."""
    return [
        _("Everybody who can open the event will see at once where each player sits in {rounds}.", rounds=rounds),
        _(
            "If a player arrives or leaves, or a round is drawn differently, publishing that round unpublishes the chart."
        ),
    ]


def _no_chart(chart: dict[str, Any]) -> str:
    """Return why no chart can be published; ``chart`` is what `chart_of_round` returned."""
    if "chart_public" in chart:
        return _("The movement chart is already public.")
    if "chart_misfit" in chart:
        return str(chart["chart_misfit"])
    return _(
        "There is no chart to publish: either there are no more random rounds, or somebody sits out and the scores decide who (R50)."
    )


@desk_confirmation
def withdraw(desk: Desk) -> HttpResponse:
    """Unpublish the movement chart; a GET shows what that does and asks."""
    if desk.is_post:
        return desk.act(
            lambda: withdraw_chart(desk.event, desk.actor),
            desk.address("desk_event"),
        )
    follows = [
        _("Printed movement charts will no longer be valid, and the next round must be drawn."),
    ]
    return desk.put(
        ActQuestion(
            _("{action}?", action=_("Unpublish the movement chart")),
            _("Unpublish the movement chart"),
            desk.address("desk_event"),
            follows=follows if desk.record.chart else (),
            problem="" if desk.record.chart else _("No movement chart has been published."),
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
        desk.address("desk_round", number),
    )
