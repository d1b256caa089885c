"""What people change in a draw or a result by hand, as lines of a draw record: the sentences of their codes (`lines`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wording import gettext as _
from wording import ngettext

Values = Mapping[str, Any]


def repeats_added(repeats: int, *, is_plan: bool) -> str:
    """Return how many repeat meetings a change by hand adds or saves; with ``is_plan`` over all random rounds as planned."""
    count = abs(repeats)
    if not repeats:
        return _("The change adds no repeat meeting.")
    if repeats > 0 and is_plan:
        return ngettext(
            "The change adds {n} repeat meeting over the random rounds as planned.",
            "The change adds {n} repeat meetings over the random rounds as planned.",
            count,
        )
    if repeats > 0:
        return ngettext("The change adds {n} repeat meeting.", "The change adds {n} repeat meetings.", count)
    if is_plan:
        return ngettext(
            "The change saves {n} repeat meeting over the random rounds as planned.",
            "The change saves {n} repeat meetings over the random rounds as planned.",
            count,
        )
    return ngettext("The change saves {n} repeat meeting.", "The change saves {n} repeat meetings.", count)


def _swapped(row: Values) -> str:
    """Return the sentence on a swap; of the two players the one who sits out has the table 0 and comes first."""
    if not row["table"]:
        return _(
            "Swapped by the director: {name}, who sits out, and {other}, who sits at table {to}.",
            name=row["name"],
            other=row["other"],
            to=row["to"],
        )
    return _(
        "Swapped by the director: {name}, who sits at table {table}, and {other}, who sits at table {to}.",
        name=row["name"],
        table=row["table"],
        other=row["other"],
        to=row["to"],
    )


BY_HAND: Mapping[str, Callable[[Values], str]] = {
    "hall.swapped": _swapped,
    "hall.swap-cost": lambda row: repeats_added(row["repeats"], is_plan=row["plan"]),
    "hall.swap-final": lambda _row: _("The tables of the final follow the standings (R46); a swap departs from them."),
    "sit-out.swapped": lambda row: _(
        "{name} sits out instead of {other}: swapped by the director.", name=row["name"], other=row["other"]
    ),
    "sit-out.no-show": lambda _row: _("did not come, R54"),
    "sit-out.as-drawn": lambda row: _("{name} sits out as drawn (R50).", name=row["name"]),
    "penalty.undone": lambda _row: _("undone in the change log"),
    "request.by-phone": lambda _row: _("asked for by the player's own phone"),
    "result.as-of": lambda row: _("as of version {version}", version=row["version"]),
    "event.copied": lambda row: _("copied from {event}, {date}", event=row["event"], date=row["date"]),
}
"""How each code is written, from its values."""
