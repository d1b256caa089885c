"""The movement chart of all random rounds: publish it, order the next round from it, withdraw it (R6, R44).

A chart is possible only where nobody sits out, because later scores decide who sits out (R50). A published chart stays until it is
withdrawn or a round that differs from it is published.
"""

from __future__ import annotations

from tournament.draw.forecast import chart_round, misfit, misfit_of
from tournament.draw.seating import name_after, name_of_round
from tournament.models import ChartSeat
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, Publicity
from tournament.record.event import ChartRound, EventRecord
from tournament.record.figures import ChangeFacts
from tournament.record.vocabulary import RoundKind, SeatSource
from tournament.services.changes import Doing, DoneError, RefusedError, StaleError, act, done_since
from tournament.services.draws import DrawOrder, DrawSource
from tournament.services.rounds import REDRAWN
from wording import gettext as _
from wording import gettext_noop


def _planned_after(record: EventRecord, number: int) -> tuple[ChartRound, ...]:
    """Return the rounds that were planned with round ``number``, for the chart; raises RefusedError where there can be no chart."""
    drawn = record.round(number) if record.has_round(number) else None
    if drawn is None or drawn.draw is None or drawn.is_closed:
        raise RefusedError(_("A movement chart can be published only while the round is a draft or being played."))
    if drawn.kind is RoundKind.SWISS or len(drawn.draw.plan) < 2:
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
    wrong = misfit(record, number)
    if wrong:
        raise RefusedError(wrong)
    seats = record.rounds[0].seat_source if record.rounds else SeatSource.TILES
    return DrawOrder(planned.sizes, seed, seats, replaces=replaces, source=DrawSource.CHART)
