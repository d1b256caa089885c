"""Two desks that act at the same time: both values of a field that both changed, and confirmations of a page that is out of date."""

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
from tournament.record.vocabulary import Dollars, PlayerId
from tournament.services.changes import Actor, ConflictError, MovedError, check_key
from tournament.services.results.official import ResultConflictError
from tournament.tellings.figures import dollars
from wording import gettext as _
from wording import pgettext
from wording.figures import in_a_row, listed

COMPARED = "tournament.compared"
"""The key in ``request.META`` of the version of the event with which the form was compared."""
SHOWN = "shown"
"""The form field that holds a digest of what its page showed (see `mark_of`)."""
TRIES = 4
"""How many times a view is tried where other desks change the event while it runs."""
Args = ParamSpec("Args")


class Confirmation(TemplateResponse):
    """A page that shows what an action would do and asks to confirm it. Its form sends back ``mark``, a digest of what was ``shown``.

    ``context`` must have the event's record as ``event``.
    """

    def __init__(
        self, request: HttpRequest, template: str, context: Mapping[str, Any], *, shown: Sequence[object]
    ) -> None:
        self.mark = mark_of(shown)
        self.version: int = context["event"].version
        super().__init__(request, template, {**context, "shown_mark": self.mark})

    def asked_again(self) -> Confirmation:
        """Return the same page with status 409, telling that something has changed since the director confirmed it."""
        self.context_data = {**(self.context_data or {}), "has_changed": True}
        self.status_code = 409
        return self


def is_compared(request: HttpRequest, record: EventRecord) -> None:
    """Note that the form was compared with this record, so that a service raises MovedError if the event has changed since."""
    request.META[COMPARED] = record.version


def is_outdated(request: HttpRequest, *shown: object) -> bool:
    """Whether the form confirms something other than ``shown``, which its page would show now. False for a form without a digest."""
    return request.POST.get(SHOWN, mark_of(shown)) != mark_of(shown)


def looks_again(
    view: Callable[Concatenate[HttpRequest, Args], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, Args], HttpResponseBase]:
    """Decorate a view that compares its form with the event (`is_compared`): run it again where another desk changed the event meanwhile.

    Raises MovedError after `TRIES` runs.
    """

    @wraps(view)
    def ask(request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponseBase:
        for _run in range(TRIES):
            try:
                return view(request, *args, **kwargs)
            except MovedError:
                continue
        raise MovedError

    return ask


def confirmed(
    view: Callable[Concatenate[HttpRequest, Args], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, Args], HttpResponseBase]:
    """Decorate a view whose GET answers with a `Confirmation`: before a POST, compare what the form confirms with what GET shows now.

    Where they differ, the view does nothing and the page is shown again. A form without a digest, as an Undo sends one, is not compared.
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
    """Return each field that a stale form would overwrite: its label, the stored value and the typed value, in the form's own words."""
    return [
        (str(form[name].label), _value_in_words(form.fields[name], stored), _value_in_words(form.fields[name], typed))
        for name, (stored, typed) in conflict.conflicts.items()
    ]


def _value_in_words(field: forms.Field, value: Any) -> str:
    """Return a value as the form shows it: the words of a choice, else as typed."""
    if isinstance(field, forms.MultipleChoiceField):
        chosen: list[str] = field.prepare_value(value)
        return listed([_value_in_words(forms.ChoiceField(choices=field.choices), each) for each in chosen]) or _(
            "nothing"
        )
    if isinstance(field, forms.ChoiceField):
        return str(dict(field.choices).get(value, value))  # type: ignore[arg-type]
    return _plain_value(value if isinstance(value, bool | None) else field.prepare_value(value))


def _plain_value(value: Any) -> str:
    """Return "yes" or "no" for a boolean, "nothing" for None or an empty text, otherwise the value as text."""
    if isinstance(value, bool):
        return pgettext("a setting", "yes") if value else pgettext("a setting", "no")
    return _("nothing") if value in (None, "") else str(value)


def both_results(record: EventRecord, conflict: ResultConflictError | None) -> dict[str, Any]:
    """Return the context of a page about a result that another desk changed meanwhile.

    ``conflict`` is the stored cash, ``typed`` the typed cash, both in words; ``others`` are the other fields with both values. All are
    empty where the parameter ``conflict`` is None.
    """
    if conflict is None:
        return {"conflict": "", "typed": "", "others": ()}
    return {
        "conflict": cash_by_name(record, conflict.stored.cash),
        "typed": cash_by_name(record, conflict.typed.cash),
        "others": [
            (_label(record, name, player), *map(_plain_value, values))
            for (name, player), values in conflict.fields.items()
            if name != "cash"
        ],
    }


def _label(record: EventRecord, name: str, player: PlayerId) -> str:
    """Return the label of a figure of a result by its name; ``player`` is ignored for one of the whole table."""
    if name == "ended_by":
        return _("Reason for ending early")
    called = record.name_of(player)
    if name == "timed_out":
        return _("{player} ran out of time", player=called)
    return _("Reason for {player}'s cash", player=called)


def cash_by_name(record: EventRecord, amounts: Mapping[Any, Dollars | None]) -> str:
    """Return amounts by player in one line: "Ada 41,200, Ben nothing"."""
    return in_a_row(_amount_by_name(record.entry(player).name, cash) for player, cash in amounts.items())


def _amount_by_name(player: str, cash: Dollars | None) -> str:
    """Return the amount of one player: "Ada 41,200", "Ben nothing"."""
    return _("{player} nothing", player=player) if cash is None else f"{player} {dollars(cash)}"
