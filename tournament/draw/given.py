"""Reasons that the program gives by itself, as lines that are stored: the sentences of their codes (`lines`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tournament.scores.steps import BY_STEPS, reason_by_steps
from wording import gettext as _


def _not_answered(_row: Mapping[str, Any]) -> str:
    return _("not answered in time")


REASONS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    BY_STEPS: lambda row: reason_by_steps(row["steps"]),
    "sit-out.swapped": lambda row: _(
        "{name} sits out instead of {other}: swapped by the director.", name=row["name"], other=row["other"]
    ),
    "sit-out.no-show": lambda _row: _("did not turn up, R54"),
    "sit-out.as-drawn": lambda row: _("{name} sits out as drawn (R50).", name=row["name"]),
    "penalty.undone": lambda _row: _("undone in the change log"),
    "request.by-phone": lambda _row: _("requested from the player's own phone"),
    "call.closed": _not_answered,
    "request.published": _not_answered,
    "request.closed": _not_answered,
    "registration.by-page": lambda _row: _("registered on the event page"),
    "registration.by-link": lambda _row: _("changed using the registration's private link"),
    "registration.moved-up": lambda _row: _("moved up from the waiting list"),
    "result.as-of": lambda row: _("as of version {version}", version=row["version"]),
    "result.chosen": lambda _row: _("chosen in the results grid"),
    "result.looked-through": lambda _row: _("compared with the slips"),
    "practice.simulated": lambda _row: _("simulated by the “play” command"),
    "event.copied": lambda row: _("copied from {event}, {date}", event=row["event"], date=row["date"]),
}
"""How each code is written, from its values."""
