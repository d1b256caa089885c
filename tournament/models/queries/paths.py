"""The way from a row of any model to its event."""

from __future__ import annotations

from functools import cache

from django.db.models import Model

from tournament.models import Event


@cache
def path_to_event(model: type[Model]) -> str | None:
    """Return the look-up path from rows to their event, None where no key leads there.

    The event's own key goes first, then keys that are never null, then others.
    """
    if model is Event:
        return "pk"
    keys = sorted(model._meta.concrete_fields, key=lambda key: (key.related_model is not Event, key.null))
    for key in keys:
        if key.related_model not in (None, model) and (further := path_to_event(key.related_model)):
            return key.name if further == "pk" else f"{key.name}__{further}"
    return None
