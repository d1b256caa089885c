"""What two pages did at the same time: both values of what both changed, and confirmations of what is not so any more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django import forms
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse

from tournament.desk.frame import mark_of
from tournament.public.forms.keys import form_key
from tournament.record.event import EventRecord
from tournament.record.vocabulary import Dollars, PlayerId, format_dollars
from tournament.services.changes import Actor, ConflictError, MovedError, check_key
from tournament.services.results.official import ResultConflictError

COMPARED = "tournament.compared"
"""Where a request keeps the version of the event with which its form was compared."""
SHOWN = "shown"
"""The field of a form that holds a mark of what its page had shown."""
TRIES = 4
"""So often a confirmation is compared anew where other desks act in the very same moment."""
Args = ParamSpec("Args")


class Confirmation(TemplateResponse):
    """A page that says what an act does before it is done; ``mark`` is what its form sends back of what was ``shown``.

    ``context`` is that of a page about an event.
    """

    def __init__(
        self, request: HttpRequest, template: str, context: Mapping[str, Any], *, shown: Sequence[object]
    ) -> None:
        self.mark = mark_of(shown)
        self.version: int = context["event"].version
        super().__init__(request, template, {**context, "shown_mark": self.mark})

    def asked_again(self) -> Confirmation:
        """The same page, which says that something has changed since it was confirmed."""
        self.context_data = {**(self.context_data or {}), "has_changed": True}
        self.status_code = 409
        return self


def is_compared(request: HttpRequest, record: EventRecord) -> None:
    """Let what a form asks for be done to the event as this record has it, with which the form was compared, and not to a later one."""
    request.META[COMPARED] = record.version


def is_outdated(request: HttpRequest, *shown: object) -> bool:
    """Whether a form confirms something else than what its page would show now; a form without a mark confirms whatever stands."""
    return request.POST.get(SHOWN, mark_of(shown)) != mark_of(shown)


def looks_again(
    view: Callable[Concatenate[HttpRequest, Args], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, Args], HttpResponseBase]:
    """A view that compares its form with the event (`is_compared`): where another desk acts in the same moment it is asked anew."""

    @wraps(view)
    def ask(request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponseBase:
        for _ in range(TRIES):
            try:
                return view(request, *args, **kwargs)
            except MovedError:
                continue
        raise MovedError

    return ask


def confirmed(
    view: Callable[Concatenate[HttpRequest, Args], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, Args], HttpResponseBase]:
    """A view whose GET is a confirmation: what is confirmed is compared with what that shows now, and asked anew where it differs.

    A form without the mark of a page, as an Undo sends one, acts at once. A form that was sent twice at once is answered as the first time.
    """

    @wraps(view)
    def compare(request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponseBase:
        if request.method == "POST" and SHOWN in request.POST:
            look = copy(request)
            look.method = "GET"
            now = view(look, *args, **kwargs)
            if not isinstance(now, Confirmation):
                return now
            if now.mark != request.POST[SHOWN]:
                check_key(Actor(None, form_key(request)))
                return now.asked_again()
            request.META[COMPARED] = now.version
        return view(request, *args, **kwargs)

    return looks_again(compare)


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
    return {
        "conflict": cash_by_name(record, conflict.stored.cash),
        "typed": cash_by_name(record, conflict.typed.cash),
        "others": [
            (_label(record, name, player), *map(_said, values))
            for (name, player), values in conflict.fields.items()
            if name != "cash"
        ],
    }


def _label(record: EventRecord, name: str, player: PlayerId) -> str:
    if name == "ended_by":
        return "Who ended it, and why"
    called = record.name_of(player)
    return f"{called} ran out of time" if name == "timed_out" else f"Reason, {called}"


def cash_by_name(record: EventRecord, amounts: Mapping[Any, Dollars | None]) -> str:
    """Amounts in a line: "Ada 41,200, Ben nothing"."""
    return ", ".join(
        f"{record.entry(player).name} {'nothing' if cash is None else format_dollars(cash)}"
        for player, cash in amounts.items()
    )
