"""What the desk's pages need for changing something: who acts by which form, forms sent twice, undo, and the page of a change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from tournament.access import user_of
from tournament.desk.conflicts import COMPARED
from tournament.desk.frame import mark_of
from tournament.draw.allocation import AllocationError
from tournament.draw.naming import title_of, title_of_round
from tournament.draw.pairings import PairingError
from tournament.draw.seating import StartingTileError
from tournament.draw.sitouts import SitOutError
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.public.forms.keys import form_key
from tournament.record.acts import ACTS, Act, Place
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.figures import figures_of
from tournament.record.vocabulary import whole_number
from tournament.scores.scoring import ScoringError
from tournament.services.changes import Actor, DoneBeforeError, RefusedError, check_key
from tournament.tellings.diary import sentence_of
from tournament.tellings.history.moves import Moves
from wording import gettext as _

Args = ParamSpec("Args")

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
