"""Accept a pile of pending reports, which somebody compared with the slips that another person entered."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.draw.lines import line
from tournament.models import Event
from tournament.services.changes import By, RefusedError, actor_of
from tournament.services.results.confirming import confirm_results
from tournament.services.results.stored import PendingReport, pending_in
from wording import gettext as _


def accept_pile(event: Event, by: By, round_number: int, reports: Sequence[int]) -> list[int]:
    """Make pending reports official after somebody compared them with the slips, and return their tables' numbers.

    ``reports`` are primary keys. Raises RefusedError where the actor entered one of them, where a table has other pending reports too, and
    for what `confirm_results` refuses.
    """
    pending = pending_in(report__table__round__event=event, report__table__round__number=round_number)
    user = actor_of(by).user
    for number, of_table in pending.items():
        mine = [each for each in of_table if each.row.pk in reports and user and each.row.reported_by_id == user.pk]
        if mine:
            raise RefusedError(
                _("You entered table {table} yourself; somebody else must compare it with the slip.", table=number)
            )
        if any(each.row.pk in reports for each in of_table) and is_disagreed(of_table):
            raise RefusedError(_("Table {table} has different reports; choose the right one first.", table=number))
    return confirm_results(event, by, round_number, reports, line("result.looked-through"), is_looked_at=True)


def is_disagreed(of_table: Sequence[PendingReport]) -> bool:
    """Return whether the pending reports of a table contradict one another, so that one of them must be chosen."""
    return len(of_table) > 1 or any(each.row.contested_at is not None for each in of_table)
