"""What the desk's pages need for changing something: who acts by which form, forms sent twice, undo, and the page of a change.

Two desks that act at the same time: both values of a field that both changed, and confirmations of a page that is out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse

from tournament.access import user_of
from tournament.desk.frame import mark_of
from tournament.draw.allocation import AllocationError
from tournament.draw.pairings.request import PairingError
from tournament.draw.seating import StartingTileError, title_of, title_of_round
from tournament.draw.sitouts import SitOutError
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.public.form_words import form_key
from tournament.record.acts import ACTS, Act, Place
from tournament.record.event import EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.figures import figures_of
from tournament.record.vocabulary import PlayerId
from tournament.scores.amounts import seat_in_words
from tournament.scores.steps import ScoringError
from tournament.services.changes import Actor, check_key
from tournament.services.changes.refusals import ConflictError, DoneBeforeError, MovedError, RefusedError
from tournament.services.results.official import ResultConflictError
from tournament.tellings.diary import sentence_of
from tournament.tellings.moves import Moves
from wording import gettext as _
from wording import pgettext
from wording.digits import whole_number
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


def with_confirmation(
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
        "conflict": cash_by_name(record, conflict.stored.seats),
        "typed": cash_by_name(record, conflict.typed.seats),
        "others": [
            (_label(record, name, player), *map(_plain_value, values))
            for (name, player), values in conflict.fields.items()
            if name not in ("cash", "second")
        ],
    }


def _label(record: EventRecord, name: str, player: PlayerId) -> str:
    """Return the label of a figure of a result by its name; ``player`` is ignored for one of the whole table."""
    if name == "ended_by":
        return _("Reason for ending early")
    called = record.name_of(player)
    if name == "timed_out":
        return _("{player} ran out of time", player=called)
    cash = _("Reason for {player}'s cash", player=called)
    return cash if record.format.amount.is_money else _("{name}: {value}", name=called, value=_("Reason"))


def cash_by_name(record: EventRecord, seats: Sequence[SeatRecord]) -> str:
    """Return the amounts of a table by player in one line: "Ada 41,200, Ben nothing"."""
    return in_a_row(amount_by_name(record, seat, seats) for seat in seats)


def amount_by_name(record: EventRecord, seat: SeatRecord, seats: Sequence[SeatRecord]) -> str:
    """Return what is stored of one of the seats of a table: "Ada 41,200", "Ben nothing"."""
    player, amount = record.entry(seat.player).name, seat_in_words(record.format.amount, seat, seats)
    return f"{player} {amount}" if amount else _("{player} nothing", player=player)


REFUSALS = (RefusedError, AllocationError, PairingError, SitOutError, StartingTileError, ScoringError)
"""The exceptions whose text is a sentence for the director: why something was refused."""


def actor_of(request: HttpRequest) -> Actor:
    """Return who acts and by which form: the user, the form's one-use key, and two versions of the event.

    ``seen`` is the version that the form's page showed, ``compared`` the one with which this request has compared the form.
    """
    seen = whole_number(request.POST.get("seen"))
    compared, releases = request.META.get(COMPARED), request.POST.get("release") == "yes"
    return Actor(user_of(request), form_key(request), seen or None, releases=releases, compared=compared)


def undo_address(event: Event, *versions: int) -> str:
    """Return the address to which the Undo of a message posts; ``versions`` are those of the changes to undo."""
    return f"{reverse('desk_undo', args=[event.slug])}?versions={'+'.join(map(str, versions))}"


def is_confirmed(request: HttpRequest, moves: Moves | None = None) -> bool:
    """Whether the request confirms a question: its button was pressed on a page that showed exactly these ``moves``.

    ``moves`` are the figures that would change, None for a question that shows none.
    """
    mark = "yes" if moves is None else mark_of((moves,))
    return request.method == "POST" and request.POST.get("confirmed") == mark


def answers_again(
    view: Callable[Concatenate[HttpRequest, Args], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, Args], HttpResponseBase]:
    """Decorate a view so that a form that is sent again, or twice at once, does nothing but tell what it did the first time.

    The form's key is looked up before the view runs, because the object that the form is about may have changed or gone since.
    """

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponseBase:
        try:
            if request.method == "POST" and request.POST.get("key"):
                _check_own_key(actor_of(request))
            return view(request, *args, **kwargs)
        except DoneBeforeError as done:
            return _tell_done_before(request, done.change)

    return answer


def _check_own_key(actor: Actor) -> None:
    """Raise DoneBeforeError where this user has sent this form before. A form that another user sent is left to the view."""
    try:
        check_key(actor)
    except DoneBeforeError as done:
        if done.change.made_by == actor.user:
            raise


def _tell_done_before(request: HttpRequest, change: Change) -> HttpResponse:
    """Tell that a form did its change already, and redirect to the page that shows the change."""
    sentence = sentence_of(change, record_of(change.event))
    messages.success(request, _("This has already been saved: {sentence}.", sentence=sentence))
    return redirect(address_of(change))


def address_of(change: Change, place: Place | None = None) -> str:
    """Return the address of the page that shows a change, or of the kind of page that ``place`` names.

    Where the change has no round or table for that page, it is the page of the event or of the round's results.
    """
    place, number, table = place or ACTS[Act(change.act)].place, change.round_number, change.table_number
    if number is None and place in (Place.ROUND, Place.RESULTS, Place.TABLE):
        place = Place.EVENT
    if table is None and place is Place.TABLE:
        place = Place.RESULTS
    return reverse(place.value, args=[change.event.slug, *_numbers(change, place)])


def _numbers(change: Change, place: Place) -> list[int | None]:
    """Return the arguments that the address of a page needs after the event's slug: round, table, or a key."""
    after = figures_of(change)[1]
    number, table = change.round_number, change.table_number
    match place:
        case Place.ROUND | Place.RESULTS:
            return [number]
        case Place.TABLE:
            return [number, table]
        case Place.DISPUTE:
            return [number, table, after["dispute"]["id"]]
        case Place.LOG:
            return [number, table, after["log"]["id"]]
        case Place.PENALTY:
            return [after["penalty"]["id"]]
        case Place.WITHDRAW | Place.REINSTATE:
            return [change.entries[0]]
        case _:
            return []


def round_of(record: EventRecord, number: int) -> RoundRecord:
    """Return the round of that number; Http404 where it is not drawn yet."""
    if not record.has_round(number):
        raise Http404(_("{round} has not been drawn yet.", round=title_of_round(record, number)))
    return record.round(number)


def table_of(played: RoundRecord, number: int) -> TableRecord:
    """Return the table of that number in a round; Http404 where there is none."""
    try:
        return played.table(number)
    except KeyError:
        raise Http404(_("{round} has no table {number}.", round=title_of(played), number=number)) from None
