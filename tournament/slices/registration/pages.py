"""The desk's pages of registrations: which wait for the desk, who is on the waiting list, and how the page of the event takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings as installation
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournament.day.office.registering import (
    MOST_PLACES,
    Acceptance,
    EmailAsked,
    Line,
    RegistrationSettings,
    RegistrationState,
    WhyClosed,
    doubts,
)
from tournament.desk.acting import looks_again
from tournament.desk.desk import Desk, desk_act, desk_form
from tournament.desk.event_forms import choices_of
from tournament.desk.fields import PageForm
from tournament.desk.frame import mark_of
from tournament.models import Event, Registration
from tournament.public.form_words import WholeField
from tournament.record.event import LEFT, EventRecord
from tournament.record.settings import Extras
from tournament.record.vocabulary import PlayerId
from tournament.services.changes import Actor, check_key
from tournament.services.changes.refusals import StaleError
from tournament.services.copying import NoSuchTimeError, moment_of
from tournament.slices.registration.acts import accept, decline, renew_link, set_registration
from tournament.slices.registration.line import places_to_fill, registering_of
from wording import gettext as _
from wording.digits import whole_number

TYPED = "%Y-%m-%dT%H:%M"


class MomentField(forms.CharField):
    """A day and a time of the hall, as browsers send them; the value is a moment, None where it is empty."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})

    def prepare_value(self, value: Any) -> Any:
        """Return a stored moment as the field shows it, typed text unchanged."""
        return timezone.localtime(value).strftime(TYPED) if isinstance(value, datetime) else value

    def clean(self, value: Any) -> Any:
        """Return the moment; ValidationError where it is none."""
        text = str(super().clean(value)).strip()
        if not text:
            return None
        try:
            typed = datetime.strptime(text[:16].replace(" ", "T"), TYPED)  # noqa: DTZ007  a time of the hall
            return moment_of(typed.date(), typed.time())
        except NoSuchTimeError as refusal:
            raise ValidationError(str(refusal)) from None
        except (ValueError, OverflowError):
            raise ValidationError(_("Enter a date and time such as 2026-08-19 18:00.")) from None


class RegistrationSettingsForm(PageForm):
    """The settings of the registration; whether it is open has a button of its own."""

    places = WholeField(
        label=gettext_lazy("Places"),
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        help_text=gettext_lazy("Players you enter yourself count too. Leave this blank for no limit."),
    )
    acceptance = forms.ChoiceField(
        label=gettext_lazy("Who accepts registrations?"),
        choices=choices_of(Acceptance),
        widget=forms.RadioSelect,
    )
    closes_at = MomentField(
        label=gettext_lazy("Closes at"),
        required=False,
        help_text=gettext_lazy("Registration also closes when the first round is published."),
    )
    email_asked = forms.ChoiceField(
        label=gettext_lazy("E-mail address"),
        choices=choices_of(EmailAsked),
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Only the desk can see this."),
    )
    asks_junior = forms.BooleanField(label=gettext_lazy("Ask players whether they are juniors"), required=False)

    def wanted(self, *, is_open: bool) -> RegistrationSettings:
        """Return the typed settings, open or closed as they are stored. May only be read after ``is_valid()``."""
        return RegistrationSettings(is_open=is_open, **self.cleaned_data)


SHOWN = 200
"""The most open registrations on the page; the earliest are shown, because they come first."""
FEWEST_OF_A_GROUP = 5
"""How many registrations of one network are offered as a group."""
ALL, SELECTED, GROUP, CHANGED = "all", "selected", "from ", "changed"


@dataclass(frozen=True, slots=True)
class Waiting:
    """An open registration, its position on the waiting list (0 where there is a place), and sentences on possible duplicates.

    ``mark`` is a digest of what is shown of it, which its buttons send back.
    """

    row: Registration
    position: int
    doubts: tuple[str, ...]
    mark: str


@dataclass(frozen=True, slots=True)
class Group:
    """Registrations from one network that wait or have an entry: how many, since when, and a mark of what is shown of them."""

    origin: str
    many: int
    since: datetime
    mark: str


def to_accept(context: Mapping[str, Any]) -> dict[str, int]:
    """Return how many registrations the desk can accept now; none where the event does not offer registration."""
    desk: Desk = context["desk"]
    if not desk.record.extras.registration:
        return {"registrations": 0}
    taken = sum(entry.status not in LEFT for entry in desk.record.entries)
    return {"registrations": places_to_fill(desk.event, taken)}


@looks_again
@never_cache
@desk_form
def index(desk: Desk) -> HttpResponse:
    """List the registrations; a POST accepts one or all for which there is a place, or declines one, the selected or a group."""
    if desk.is_post:
        return _answered(desk, registering_of(desk.event).line)
    rows = list(desk.event.registrations.select_related("entry"))
    asked = [row for row in rows if row.state == RegistrationState.OPEN.value]
    now = registering_of(desk.event, [row.number for row in asked])
    line = now.line
    waiting = list(_waiting_registrations(desk, line, asked[:SHOWN]))
    accepted = [
        (row, desk.record.name_of(PlayerId(row.entry.number)), _mark([row])) for row in rows if row.entry is not None
    ]
    gone = [(row, row.name, "") for row in rows if row.entry is None and row.state != RegistrationState.OPEN.value]
    return desk.page(
        "director/entries/registrations/registrations.html",
        "entries",
        settings=now.settings,
        is_new=not now.is_offered,
        why=_why_closed(desk, now.why_closed),
        is_open=now.why_closed is None,
        line=line,
        is_plain=bool(line.first),
        first=[each for each in waiting if not each.position],
        queue=[each for each in waiting if each.position],
        marks={"first": _mark([row for row in asked if row.number in line.first]), "open": _mark(asked)},
        groups=sorted(_groups(_in_force(rows)), key=lambda group: -group.many),
        more=max(0, len(line.open) - SHOWN),
        accepted=accepted,
        gone=gone,
        address=f"{installation.OWN_ADDRESS}{reverse('register', args=[desk.slug])}",
        scanned=f"{installation.PUBLIC_ADDRESS}{reverse('register', args=[desk.slug])}"
        if installation.PUBLIC_ADDRESS
        else "",
    )


def _why_closed(desk: Desk, why: WhyClosed | None) -> str:
    """Return why the page takes no registrations, in a sentence for the desk; empty while it does."""
    if why is None and not desk.event.is_shown:
        return _("The event is hidden, so players cannot open the page. Show the event first.")
    return _("Registration is closed.") if why else ""


def _waiting_registrations(desk: Desk, line: Line, rows: Sequence[Registration]) -> Iterator[Waiting]:
    """Yield the open registrations in their order, each with possible duplicates among entries and earlier registrations."""
    entries = desk.event.entries.values_list("number", "name", "email") if rows else ()
    for row, found in zip(rows, doubts(rows, entries), strict=True):
        yield Waiting(row, line.position(row.number), found, _mark([row]))


def _groups(rows: Sequence[Registration]) -> Iterator[Group]:
    """Yield those who came from one network in such numbers that a program may have sent them, if more than one network sent any."""
    by_origin: dict[str, list[Registration]] = {}
    for row in rows:
        by_origin.setdefault(row.origin, []).append(row)
    for origin, sent in by_origin.items():
        if origin and len(sent) >= FEWEST_OF_A_GROUP:
            yield Group(origin, len(sent), min(row.made_at for row in sent), _mark(sent))


def _in_force(rows: Iterable[Registration]) -> list[Registration]:
    """Return the registrations that wait or have an entry."""
    return [row for row in rows if row.state == RegistrationState.OPEN.value or row.entry is not None]


def _mark(rows: Sequence[Registration]) -> str:
    """Return a digest of what is shown of registrations, so that a button confirms exactly these people."""
    return mark_of([(row.number, row.state, row.name, row.country, row.is_junior, row.email, row.word) for row in rows])


def _refuse_others(desk: Desk, numbers: Sequence[int], mark: str) -> None:
    """Raise StaleError where these registrations are not those that the page showed; a form without a mark is not compared."""
    check_key(desk.actor)
    rows = list(desk.event.registrations.filter(number__in=numbers)) if mark else []
    if mark and mark != _mark(rows):
        raise StaleError
    desk.is_compared()


def _answered(desk: Desk, line: Line) -> HttpResponse:
    """Accept or decline as the pressed button says, and go back to the list.

    The button sends the number of a registration, "all", or "from" and the origin of a group, and the mark of what the page showed of it or
    them; for the selected ones each tick box sends this.
    """
    back = desk.address("desk_registrations")

    def answer(service: Callable[[Event, Actor, Sequence[int]], object], numbers: Sequence[int], mark: str) -> None:
        _refuse_others(desk, numbers, mark)
        service(desk.event, desk.actor, numbers)

    if desk.typed("accept"):
        wanted, _blank, mark = desk.typed("accept").partition(" ")
        numbers = line.first if wanted == ALL else _number(wanted)
        return desk.act(lambda: answer(accept, numbers, mark), back)
    if desk.typed("decline") == SELECTED:
        chosen = [value.partition(" ") for value in desk.request.POST.getlist("selected")]
        numbers = [number for wanted, _blank, _mark_of_it in chosen for number in _number(wanted)]
        shown = {wanted: mark for wanted, _blank, mark in chosen}
        rows = desk.event.registrations.filter(number__in=numbers)
        mark = "" if all(_mark([row]) == shown[str(row.number)] for row in rows) else CHANGED
    else:
        wanted, _blank, mark = desk.typed("decline").rpartition(" ")
        numbers = _numbers_declined(desk, line, wanted or mark)
    return desk.act(lambda: answer(decline, numbers, mark), back)


def _numbers_declined(desk: Desk, line: Line, wanted: str) -> Sequence[int]:
    """Return the numbers that a button declines: one, all that wait, or a group by its origin."""
    if wanted == ALL:
        return line.open
    if wanted.startswith(GROUP):
        sent = desk.event.registrations.filter(origin=wanted.removeprefix(GROUP)).select_related("entry")
        return [row.number for row in _in_force(sent)]
    return _number(wanted)


def _number(typed: str) -> Sequence[int]:
    """Return the number that a button names; none where it is no number."""
    number = whole_number(typed)
    return (number,) if number else ()


@desk_act
def open_or_close(desk: Desk) -> HttpResponse:
    """Open or close the page by hand."""
    now = registering_of(desk.event).settings
    wanted = replace(now, is_open=desk.typed("open") == "yes")
    return desk.act(
        lambda: set_registration(desk.event, replace(desk.actor, seen=None), wanted),
        desk.address("desk_registrations"),
    )


@desk_form
def settings(desk: Desk) -> HttpResponse:
    """Change how the page takes registrations."""
    now = registering_of(desk.event).settings
    initial = {name: value for name, value in asdict(now).items() if name != "is_open"}
    form = RegistrationSettingsForm(desk.posted, initial=initial)
    if desk.sent(form):
        with desk.refusals(form):
            set_registration(desk.event, desk.actor, form.wanted(is_open=now.is_open))
            return desk.did(desk.address("desk_registrations"))
    conflicts = desk.both_values(form)
    return desk.page(
        "director/entries/registrations/settings.html",
        "settings",
        status=409 if conflicts else 200,
        form=form,
        conflicts=conflicts,
    )


def open_if_switched_on(desk: Desk, before: EventRecord) -> tuple[str, str] | None:
    """Open the registration that a save of the event's settings has switched on, and lead to it; nothing once a round is published."""
    if before.extras.registration or not Extras.of(desk.event.extras).registration:
        return None
    now = registering_of(desk.event).settings
    if not now.is_open:
        set_registration(desk.event, replace(desk.actor, seen=None, key=""), replace(now, is_open=True))
    return None if before.begun_rounds else (desk.address("desk_registrations"), _("Registration is open."))


@never_cache
@desk_form
def new_link(desk: Desk, number: int) -> HttpResponse:
    """Ask, then replace the private link of a registration; the new one is shown in the answer and nowhere else."""
    row = desk.event.registrations.filter(number=number).select_related("entry__event").first()
    token = ""
    if desk.is_post and row is not None:
        with desk.refusals():
            token = renew_link(desk.event, desk.actor, number)
    path = reverse("registration", args=[desk.slug, token]) if token else ""
    return desk.page(
        "director/entries/registrations/link.html",
        "entries",
        row=row,
        number=number,
        link=f"{installation.OWN_ADDRESS}{path}" if path else "",
        scanned=f"{installation.PUBLIC_ADDRESS}{path}" if path and installation.PUBLIC_ADDRESS else "",
    )
