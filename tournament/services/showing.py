"""Who can see an event: show, hide, put away and take out again; and the notice on its public pages.

Deletes an event: a real one only while nothing was published, a practice event at any time.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists

from tournament.models import (
    Change,
    Dispute,
    Event,
    GameLog,
    ReportAnswer,
    ReportedSeat,
    Round,
    Seat,
    SitOut,
    Table,
    TableReport,
    TiedEntry,
)
from tournament.record.acts import Act, Part, Place, Publicity, Switch, declare
from tournament.record.figures import ChangeFacts, figures_of
from tournament.record.lengths import too_long
from tournament.record.vocabulary import NameShown, RoundState
from tournament.services.changes import (
    By,
    Doing,
    DoneError,
    RefusedError,
    UnchangedError,
    act,
    act_on,
    actor_of,
    check_may,
    done_since,
)
from tournament.services.events import change_settings
from tournament.services.rounds import publish_round
from wording import gettext as _
from wording import gettext_noop

LONGEST_NOTICE = 160


@act(
    Act.SHOW_EVENT,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Event shown to players"),
    stands_on=Place.EVENT,
    rows=(),
    undone_as=Act.HIDE_EVENT,
    switches=Switch.SHOWN,
)
def show_event(doing: Doing) -> None:
    """Make the event's public pages visible to everybody."""
    if doing.event.is_shown:
        raise DoneError
    doing.event.is_shown = True


@act(
    Act.HIDE_EVENT,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Event hidden from players"),
    stands_on=Place.EVENT,
    rows=(),
    undone_as=Act.SHOW_EVENT,
    switches=Switch.SHOWN,
)
def hide_event(doing: Doing) -> None:
    """Hide the event from everybody without a role in it: its addresses answer 404."""
    if not doing.event.is_shown:
        raise DoneError
    doing.event.is_shown = False


@transaction.atomic
def show_with_names(event: Event, by: By, names: NameShown | None) -> None:
    """Show the event, and set by a second act how much of all names is shown; None leaves that as it is."""
    show_event(event, by)
    if names is not None and names.value != event.names_shown:
        change_settings(event, actor_of(by).user, {"names_shown": names.value})


@transaction.atomic
def publish_and_show(
    event: Event, by: By, number: int, over_dispute: str = "", names: NameShown | None = None
) -> Round:
    """Publish round ``number``, and show the event where it was hidden; only the first act carries the form's one-use key.

    ``names`` says how much of all names is shown from then on, None for no change.
    """
    published = publish_round(event, by, number, over_dispute)
    if not event.is_shown:
        show_with_names(event, actor_of(by).user, names)
    return published


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


def set_notice(event: Event, by: By, text: str) -> None:
    """Set the notice on every public page of the event; an empty ``text`` removes it.

    Raises RefusedError where somebody else has set another one since the actor's page showed it.
    """
    notice = " ".join(text.split())
    if wrong := too_long(notice, LONGEST_NOTICE):
        raise RefusedError(wrong)
    with act_on(event, by, Act.SET_NOTICE if notice else Act.TAKE_DOWN_NOTICE) as doing:
        acts = done_since(doing.event, by, (Act.SET_NOTICE, Act.TAKE_DOWN_NOTICE))
        later = [change for change in acts if not _is_same_form(change, by)]
        shown = figures_of(later[-1])[0].get("fields", {}).get("notice", "") if later else doing.event.notice
        if notice in (shown, doing.event.notice):
            raise UnchangedError
        if shown != doing.event.notice:
            raise RefusedError(_notice_conflict(doing.event.notice, notice))
        before, doing.event.notice = doing.event.notice, notice
        if before:
            doing.before = {"fields": {"notice": before}}
        if notice:
            doing.after = {"fields": {"notice": notice}}


def _is_same_form(change: Change, by: By) -> bool:
    """Return whether a change was made by the actor's form, which then had other contents: the first half of a key is the form's."""
    key = actor_of(by).key
    half = len(key) // 2
    return half > 0 and (change.key or "")[:half] == key[:half]


def _notice_conflict(stored: str, typed: str) -> str:
    """Return that another desk has set or removed the notice, with both texts."""
    if not typed:
        return _("Somebody else has changed the notice to “{notice}”. Check it, then remove it.", notice=stored)
    if not stored:
        return _("Somebody else has removed the notice. Set “{notice}” again if it still applies.", notice=typed)
    return _(
        "Not saved: somebody else has changed the notice to “{notice}”. You entered “{typed}”.",
        notice=stored,
        typed=typed,
    )


def _sentence_of_notice(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a notice that was set or changed."""
    notice = facts.after.get("fields", {}).get("notice", "")
    return _("Notice set: “{notice}”", notice=notice) if notice else _("Notice taken down")


declare(
    Act.SET_NOTICE,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=_sentence_of_notice,
    stands_on=Place.EVENT,
    rows=(),
)
declare(
    Act.TAKE_DOWN_NOTICE,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Notice taken down"),
    stands_on=Place.EVENT,
    rows=(),
    undone_as=Act.SET_NOTICE,
)


PUBLISHING = frozenset({Act.PUBLISH_ROUND, Act.PUBLISH_CHART, Act.PUBLISH_LOG, Act.PUBLISH_FINAL})
"""Acts after which something of an event was read by everybody, even if it was taken back."""


def was_published(event: Event) -> bool:
    """Return whether a round, a chart, a replay or a final list of the event was ever published."""
    was = Exists(event.changes.filter(act__in=[act.value for act in PUBLISHING]))
    stands = Exists(event.rounds.exclude(state=RoundState.DRAFT.value))
    return Event.objects.filter(was | stands, pk=event.pk).exists()


def reason_to_stay(event: Event) -> str:
    """Return why an event cannot be deleted, and what to do instead; empty where it can."""
    if not event.is_practice and was_published(event):
        return _(
            "{event} has published rounds, so it cannot be deleted; archive it to take it off the lists.",
            event=event.name,
        )
    return ""


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
