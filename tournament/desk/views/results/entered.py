"""Who entered which results of a round: their figures in piles, for looking through them with the slips and accepting a pile."""

from __future__ import annotations

from django.http import HttpResponse

from tournament.desk.desk import Desk, desk_form
from tournament.desk.results.piles import piles_of
from tournament.record.vocabulary import whole_number
from tournament.services.results.piles import accept_pile
from wording import ngettext
from wording.figures import listed


@desk_form
def show(desk: Desk, number: int) -> HttpResponse:
    """Show the results of a round by who entered them; a POST accepts the reports whose keys are in its fields ``report``.

    ``?look=`` names the pile whose figures a director wants to see although a second person has not typed them yet.
    """
    here = desk.address("desk_entered", number)
    if desk.is_post:
        keys = sorted({whole_number(key) for key in desk.request.POST.getlist("report")})
        round_ = desk.round_(number)
        tables = [table.number for table in round_.tables if {row.key for row in table.reports} & set(keys)]
        return desk.act(
            lambda: accept_pile(desk.event, desk.actor, number, keys),
            ngettext("Accepted table {tables}.", "Accepted tables {tables}.", len(tables), tables=listed(tables)),
            here,
        )
    return desk.page(
        "director/results/entered.html",
        number=number,
        piles=piles_of(desk, number, desk.request.GET.get("look", "")),
    )
