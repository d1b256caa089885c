"""Whether everybody can see an event: show it, alone or with a round that is published, and hide it again."""

from __future__ import annotations

from django.db import transaction

from tournament.models import Event, Round
from tournament.record.acts import Act, Part, Place, Publicity, Switch
from tournament.record.vocabulary import NameShown
from tournament.services.changes import By, Doing, act, actor_of
from tournament.services.changes.refusals import DoneError
from tournament.services.events import change_settings
from tournament.services.rounds import publish_round
from wording import gettext_noop


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
