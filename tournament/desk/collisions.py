"""Both values of what two pages changed at the same time, in words for the page that shows them."""

from __future__ import annotations

from typing import Any

from django import forms

from tournament.desk.lists.results import cash_by_name
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId
from tournament.services.changes import ConflictError
from tournament.services.results.reports import ResultConflictError


def both_values(conflict: ConflictError, form: forms.Form) -> list[tuple[str, str, str]]:
    """What a stale form would overwrite: each field by its label, as it is stored and as it was typed, in the form's own words."""
    return [
        (str(form[name].label), _as_shown(form.fields[name], stored), _as_shown(form.fields[name], typed))
        for name, (stored, typed) in conflict.conflicts.items()
    ]


def _as_shown(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.ChoiceField):
        return str(dict(field.choices).get(value, value))  # type: ignore[arg-type]
    return _said(value if isinstance(value, bool | None) else field.prepare_value(value))


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value in (None, "") else str(value)


def both_results(record: EventRecord, conflict: ResultConflictError | None) -> dict[str, Any]:
    """What a page shows of a table that was changed meanwhile: the cash ``conflict``, as ``typed``, and what else collides (``others``)."""
    if conflict is None:
        return {"conflict": "", "typed": "", "others": ()}
    others = []
    for name, values in conflict.fields.items():
        kind, _, player = name.partition(" ")
        if kind != "cash":
            others.append((_label(record, kind, player), *map(_said, values)))
    return {
        "conflict": cash_by_name(record, conflict.stored),
        "typed": cash_by_name(record, conflict.typed),
        "others": others,
    }


def _label(record: EventRecord, kind: str, player: str) -> str:
    if kind == "ended_by":
        return "Who ended it, and why"
    name = record.name_of(PlayerId(int(player)))
    return f"{name} ran out of time" if kind == "timed_out" else f"Reason, {name}"
