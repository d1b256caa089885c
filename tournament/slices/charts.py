"""The movement chart of all random rounds: publish it, order the next round from it, withdraw it (R6, R44).

A chart is possible only where nobody sits out, because later scores decide who sits out (R50). A published chart stays until it is
withdrawn or a round that differs from it is published.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.urls import path

from tournament.access.slices import Mark, Slice
from tournament.desk.desk import ActQuestion, Desk, desk_act, desk_confirmation
from tournament.desk.rounds import name_or_number
from tournament.draw.forecast import chart_round, misfit, misfit_of
from tournament.draw.pairings.report import moved_players
from tournament.draw.seating import name_after, name_of_round
from tournament.models import ChartSeat
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, Publicity
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.figures import ChangeFacts
from tournament.record.rounds import ChartRound
from tournament.record.vocabulary import SeatSource
from tournament.services.changes import Doing, act, done_since
from tournament.services.changes.refusals import DoneError, RefusedError, StaleError
from tournament.services.draws import DrawOrder, DrawSource, new_seed
from tournament.services.rounds import REDRAWN, draft_round
from wording import gettext as _
from wording import gettext_noop
from wording.digits import whole_number


def _planned_after(record: EventRecord, number: int) -> tuple[ChartRound, ...]:
    """Return the rounds that were planned with round ``number``, for the chart; raises RefusedError where there can be no chart."""
    drawn = record.round(number) if record.has_round(number) else None
    if drawn is None or drawn.draw is None or drawn.is_closed:
        raise RefusedError(_("A movement chart can be published only while the round is a draft or being played."))
    if drawn.kind.is_seated_by_rank or len(drawn.draw.plan) < 2:
        raise RefusedError(
            _(
                "No random round follows {round}, so there is no chart to publish.",
                round=name_after(record, drawn.number),
            )
        )
    if any(row.sit_outs for row in drawn.draw.plan):
        raise RefusedError(
            _("A player sits out in this arrangement, and the scores decide who (R50). Publish each round separately.")
        )
    return tuple(ChartRound(each, row.tables) for each, row in enumerate(drawn.draw.plan[1:], drawn.number + 1))


def _sentence_of_chart(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a chart that was published or withdrawn."""
    return _("Movement chart published") if facts.after else _("Movement chart withdrawn")


@act(
    Act.PUBLISH_CHART,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=_sentence_of_chart,
    rows=("ChartSeat",),
    undone_as=Act.WITHDRAW_CHART,
    snapshot_before=True,
    words=gettext_noop("publish movement chart"),
)
def publish_chart(doing: Doing, number: int) -> None:
    """Publish where everybody sits in every random round after ``number``, as the draw of that round planned it."""
    record = record_of(doing.event)
    later = _planned_after(record, number)
    if record.chart:
        raise RefusedError(_("A movement chart is already public; unpublish it before you publish another."))
    if done_since(doing.event, doing.actor, REDRAWN, round_number=number):
        raise StaleError
    if wrong := misfit_of(record, later[0]):
        raise RefusedError(wrong)
    entries = {entry.number: entry for entry in doing.event.entries.all()}
    ChartSeat.objects.bulk_create(
        ChartSeat(
            event=doing.event, round_number=row.number, table_number=table, position=position, entry=entries[player]
        )
        for row in later
        for table, players in enumerate(row.tables, 1)
        for position, player in enumerate(players, 1)
    )
    doing.after = {"chart": {"rounds": [row.number for row in later]}}


@act(
    Act.WITHDRAW_CHART,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=_sentence_of_chart,
    why_not=gettext_noop("Undo it by hand on its own page."),
)
def withdraw_chart(doing: Doing) -> None:
    """Take the movement chart off the public pages; rounds already published stay."""
    rounds = sorted(set(doing.event.chart_seats.values_list("round_number", flat=True)))
    if not rounds:
        raise DoneError
    doing.before = {"chart": {"rounds": rounds}}
    doing.event.chart_seats.all().delete()


def chart_order(record: EventRecord, number: int, seed: int, replaces: int | None) -> DrawOrder:
    """Return the order that draws round ``number`` from the chart.

    ``replaces`` is the key of the draw that the page showed as the draft, None for no draft. Raises RefusedError where the round is not
    on the chart or no longer fits.
    """
    planned = chart_round(record, number)
    if planned is None:
        raise RefusedError(
            _("The movement chart does not fit {round}; draw that round instead.", round=name_of_round(record, number))
        )
    if wrong := misfit(record, number):
        raise RefusedError(wrong)
    seats = record.rounds[0].seat_source if record.rounds else SeatSource.TILES
    return DrawOrder(planned.sizes, seed, seats, replaces=replaces, source=DrawSource.CHART)


def chart_of_round(record: EventRecord, round_: RoundRecord) -> dict[str, Any]:
    """Return at most one item about the movement chart of the rounds after this one; empty where no such rounds are planned.

    ``chart_public`` names rounds that are public, ``chart_offer`` rounds that can be published, ``chart_misfit`` says why they cannot.
    """
    if record.chart:
        return {"chart_public": _span(record, [row.number for row in record.chart])}
    plan = round_.draw.plan if round_.draw and not round_.is_closed else ()
    if round_.kind.is_seated_by_rank or len(plan) < 2 or any(row.sit_outs for row in plan):
        return {}
    following = ChartRound(round_.number + 1, plan[1].tables)
    if wrong := misfit_of(record, following):
        return {"chart_misfit": wrong}
    return {"chart_offer": _span(record, list(range(round_.number + 1, round_.number + len(plan))))}


def _span(record: EventRecord, numbers: list[int]) -> str:
    """Return the words for consecutive rounds: "round 3", "rounds 2 to 3"."""
    if len(numbers) == 1:
        return name_of_round(record, numbers[0])
    return _("rounds {first} to {last}", first=numbers[0], last=numbers[-1])


def _of_draft(context: Mapping[Any, Any]) -> dict[str, Any]:
    """Return what the page of a draft shows: the chart of the rounds after it, and who sits elsewhere than on the public chart."""
    record, round_ = context["event"], context["round"]
    planned = chart_round(record, round_.number)
    after = [tuple(seat.player for seat in table.seats) for table in round_.tables]
    moved = moved_players(planned.tables, after) if planned else ()
    return {
        "moved": [(name_or_number(record, move.player), move.before, move.after) for move in moved],
        **_of_round(context),
    }


def _of_round(context: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the chart of the rounds after the round of a page."""
    return chart_of_round(context["event"], context["event"].round(context["number"]))


def _of_arrangement(context: Mapping[Any, Any]) -> dict[str, Any]:
    """Return why the round to draw cannot be taken from the public chart; empty where it can, or is not on it."""
    return {"chart_misfit": misfit(context["event"], context["number"])}


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
    follows = (
        _("Everybody who can open the event will see at once where each player sits in {rounds}.", rounds=rounds),
        _(
            "If a player arrives or leaves, or a round is drawn differently, publishing that round unpublishes the chart."
        ),
    )
    return desk.put(
        ActQuestion(
            _("{action}?", action=_("Publish the movement chart")),
            _("Publish the movement chart"),
            desk.address("desk_round", number),
            follows=follows if rounds else (),
            problem="" if rounds else _no_chart(chart),
        )
    )


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
        return desk.act(lambda: withdraw_chart(desk.event, desk.actor), desk.address("desk_event"))
    follows = [_("Printed movement charts will no longer be valid, and the next round must be drawn.")]
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
    return desk.act(
        lambda: draft_round(desk.event, desk.actor, chart_order(desk.record, number, new_seed(), seen)),
        desk.address("desk_round", number),
    )


SLICE = Slice(
    "charts",
    pages=(
        path("rounds/<int:number>/chart/publish/", publish, name="desk_publish_chart"),
        path("rounds/<int:number>/chart/take/", take, name="desk_take_chart"),
        path("chart/withdraw/", withdraw, name="desk_withdraw_chart"),
    ),
    marks={
        "draft": Mark("director/rounds/_chart.html", _of_draft),
        "round.change": Mark("director/rounds/_chart_of_round.html", _of_round),
        "arrangements": Mark("director/rounds/_chart_to_take.html", _of_arrangement),
    },
)
