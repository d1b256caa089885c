"""Events that are over: put away and taken out again, or deleted; a real one only while nothing was published."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists
from django.http import HttpResponse
from django.urls import path, reverse

from tournament.access.slices import Mark, Slice
from tournament.desk.desk import Desk, desk_confirmation, desk_form
from tournament.models import (
    Dispute,
    Event,
    GameLog,
    ReportAnswer,
    ReportedSeat,
    Seat,
    SitOut,
    Table,
    TableReport,
    TiedEntry,
)
from tournament.record.acts import Act, Part, Place, Switch, declare
from tournament.record.vocabulary import RoundState
from tournament.services.changes import By, Doing, act, actor_of, check_may
from tournament.services.changes.refusals import DoneError, RefusedError
from wording import gettext as _
from wording import gettext_noop


@act(
    Act.PUT_AWAY,
    Part.SETTINGS,
    sentence=gettext_noop("Event archived"),
    stands_on=Place.EVENT,
    rows=(),
    undone_as=Act.TAKE_OUT,
    switches=Switch.AWAY,
)
def put_away(doing: Doing) -> None:
    """Archive the event: it can only be read, and is left out of the lists; its public pages stay."""
    doing.event.is_put_away = True


@act(
    Act.TAKE_OUT,
    Part.SETTINGS,
    sentence=gettext_noop("Event brought back"),
    stands_on=Place.EVENT,
    rows=(),
    undone_as=Act.PUT_AWAY,
    switches=Switch.AWAY,
    when_put_away=True,
)
def take_out(doing: Doing) -> None:
    """Make an event that was put away editable again, and put it back on the lists."""
    if not doing.event.is_put_away:
        raise DoneError
    doing.event.is_put_away = False


PUBLISHING = frozenset({Act.PUBLISH_ROUND, Act.PUBLISH_CHART, Act.PUBLISH_LOG, Act.PUBLISH_FINAL})
"""Acts after which something of an event was read by everybody, even if it was taken back."""


def reason_to_stay(event: Event) -> str:
    """Return why an event of which something was ever published cannot be deleted, and what to do instead; empty where it can."""
    was = Exists(event.changes.filter(act__in=[act.value for act in PUBLISHING]))
    stands = Exists(event.rounds.exclude(state=RoundState.DRAFT.value))
    if event.is_practice or not Event.objects.filter(was | stands, pk=event.pk).exists():
        return ""
    return _(
        "{event} has published rounds, so it cannot be deleted; archive it to take it off the lists.", event=event.name
    )


def delete_event(event: Event, by: By, typed: str = "") -> None:
    """Delete an event for good; ``typed`` is its name as the director typed it, which a practice event does not need.

    Its log of changes is deleted with it. Closed rounds are made drafts first, in the same transaction, because triggers guard closed
    ones.
    """
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        check_may(actor_of(by).user, locked, Act.DELETE_EVENT)
        if refusal := reason_to_stay(locked):
            raise RefusedError(refusal)
        name = " ".join(typed.split())
        if not locked.is_practice and name != locked.name:
            raise RefusedError(_("Enter “{event}” to delete it.", event=locked.name))
        _delete_all(locked)


declare(
    Act.DELETE_EVENT,
    Part.SETTINGS,
    why_not=gettext_noop("No copy is kept of what was deleted."),
    when_put_away=True,
    words=gettext_noop("delete event"),
)


def _delete_all(event: Event) -> None:
    """Delete every row of the event, in an order in which no foreign key is left dangling."""
    event.rounds.update(state=RoundState.DRAFT.value)
    tables = Table.objects.filter(round__event=event)
    tables.update(official=None)
    ReportAnswer.objects.filter(report__table__in=tables).delete()
    ReportedSeat.objects.filter(report__table__in=tables).delete()
    TableReport.objects.filter(table__in=tables).delete()
    Dispute.objects.filter(table__in=tables).delete()
    GameLog.objects.filter(table__in=tables).delete()
    Seat.objects.filter(round__event=event).delete()
    SitOut.objects.filter(round__event=event).delete()
    TiedEntry.objects.filter(tie__event=event).delete()
    event.penalties.all().delete()
    event.chart_seats.all().delete()
    event.delete()


@desk_form
def bring_back(desk: Desk) -> HttpResponse:
    """Bring back an event that was put away, so that it is listed and can be changed again."""
    return desk.press(lambda: take_out(desk.event, desk.actor), undo=desk.address("desk_put_away"))


@desk_confirmation
def put_event_away(desk: Desk) -> HttpResponse:
    """Put the event away, after asking: it is not listed any more, and nobody can change it."""
    if desk.is_post:
        return desk.press(lambda: put_away(desk.event, desk.actor), undo=desk.address("desk_take_out"))
    loses = _("Nothing will be deleted. Nobody can change the event until it is brought back.")
    return desk.ask(_("Archive the event"), loses, desk.address("desk_event"))


@desk_form
def delete(desk: Desk) -> HttpResponse:
    """Show what is lost, and delete the event once its name is typed; a practice event is deleted without typing its name."""
    if desk.is_post:
        with desk.refusals():
            delete_event(desk.event, desk.actor, desk.request.POST.get("name", ""))
            return desk.done(_("{name} has been deleted.", name=desk.event.name), reverse("desk"))
    return desk.page("director/event/delete.html", stays=reason_to_stay(desk.event))


SLICE = Slice(
    "putting_away",
    pages=(
        path("put-away/", put_event_away, name="desk_put_away"),
        path("take-out/", bring_back, name="desk_take_out"),
        path("delete/", delete, name="desk_delete"),
    ),
    marks={"settings.event": Mark("director/event/_put_away.html")},
)
