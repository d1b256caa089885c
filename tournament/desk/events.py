"""The first page of the desk: the director's events, the ways to make one; archives of an event, and going back to a snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Set

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import check_makes_events, event_to_direct, events_to_direct, may_make_events, user_of
from tournament.access.pages import first_page
from tournament.day.agenda import is_meant, next_first
from tournament.desk.acting import REFUSALS, actor_of, answers_again
from tournament.desk.desk import Desk, desk_form, desk_page
from tournament.desk.event_forms import CopyForm, NewEventForm, defaults
from tournament.desk.fields import DeskForm
from tournament.desk.lists import ListingTable
from tournament.installation.copies.automatic_snapshots import MIGRATION, snapshot_safety
from tournament.installation.copies.second_place import GivenKind, note_given
from tournament.models import Event
from tournament.public.lists import NOWHERE, link
from tournament.record.acts import ACTS, AT_WORK, DIRECTORS, Act, Role
from tournament.record.archive import USUAL, EnvelopeError
from tournament.record.format_check import shipped_keys
from tournament.record.formats import MSO_ACQUIRE, SHIPPED, shipped_format
from tournament.record.vocabulary import RoundState
from tournament.services.archives.putting_back import Snapshot, put_back, snapshot_of, snapshots_of
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archive_of, file_name
from tournament.services.changes import check_key
from tournament.services.copying import NoSuchTimeError, copy_event
from tournament.services.events import create_event
from tournament.services.forgetting.acting import forgotten_again_in_words
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.figures import long_date


def event_listing(events: Iterable[Event], shown_only: Set[int]) -> Listing:
    """Return the events in which the user has a role; they need the annotations ``players`` and ``closed`` (numbers).

    ``shown_only`` are the keys of events in which the user's only role is to show what players see.
    """
    columns = (
        Column("name", _("Event"), ColumnKind.NAME),
        Column("date", _("Date"), ColumnKind.WORD),
        Column("players", _("Players")),
        Column("closed", _("Rounds"), ColumnKind.WORD, is_sorted=False),
        Column("slug", _("For players"), ColumnKind.WORD, is_sorted=False),
    )
    return Listing("events", "", columns, tuple(_row(event, event.pk in shown_only) for event in events))


def _row(event: Event, is_shown_only: bool) -> Row:
    """Return an event as a row."""
    view = first_page(frozenset({Role.SCREEN})) if is_shown_only else "desk_event"
    players: int = event.players  # type: ignore[attr-defined]  # annotated by the view
    return Row(
        event.pk,
        (
            Cell(event.name, markup=_name(event, view)),
            Cell(long_date(event.date), order=event.date),
            Cell(str(players), order=players),
            Cell(_progress(event)),
            Cell(event.slug, markup=_public_page(event, is_marked=not (event.is_shown or is_shown_only))),
        ),
    )


def _name(event: Event, view: str) -> SafeString:
    """Return the name as a link to the event's page, with the venue, and a tag for a practice event."""
    tag = format_html(' <span class="tag">{}</span>', _("practice")) if event.is_practice else ""
    venue = format_html(' <small class="soft">{}</small>', event.venue) if event.venue else ""
    return format_html("<span>{}{}{}</span>", link(event.name, view, event.slug), tag, venue)


def _progress(event: Event) -> str:
    """Return how many rounds are closed, or that the final list is public."""
    if event.is_final_published:
        return _("The final list is public.")
    closed: int = event.closed  # type: ignore[attr-defined]  # annotated by the view
    return ngettext(
        "{closed} of {n} round closed", "{closed} of {n} rounds closed", event.rounds_planned, closed=closed
    )


def _public_page(event: Event, *, is_marked: bool) -> SafeString:
    """Return a link to the public page; for a hidden event it ``is_marked`` with a tag."""
    public = link(_("public page"), "event", event.slug)
    hidden = pgettext("an event", "hidden")
    return format_html('<span><span class="tag">{}</span> {}</span>', hidden, public) if is_marked else public


EVENTS_PER_PAGE = 50
LONGEST_QUESTION = 120


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the events in which the user has a role, the next one first; ``?q=`` searches them, ``?away=yes`` lists those put away."""
    is_away = request.GET.get("away") == "yes"
    words = request.GET.get("q", "").strip()[:LONGEST_QUESTION]
    events = list(
        events_to_direct(user_of(request)).annotate(
            players=Count("entries", filter=Q(entries__fill_in=None), distinct=True),
            closed=Count("rounds", filter=Q(rounds__state=RoundState.CLOSED.value), distinct=True),
        )
    )
    listed = [event for event in events if event.is_put_away == is_away]
    found = next_first((event for event in listed if is_meant(event, words)), timezone.localdate())
    at_work = events_to_direct(user_of(request), AT_WORK).values_list("pk", flat=True)
    shown_only = frozenset(event.pk for event in found) - frozenset(at_work)
    table = ListingTable(event_listing(found, shown_only), NOWHERE)
    table.arrange(request, EVENTS_PER_PAGE)
    context = {
        "table": table if found else None,
        "has_events": bool(events),
        "may_make": may_make_events(user_of(request)),
        "is_away": is_away,
        "asked": words,
        "away": sum(event.is_put_away for event in events),
        "find_url": reverse("desk_find_everywhere"),
    }
    return render(request, "director/event/event_list.html", context)


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Make an event, then go to the page where its roster is pasted."""
    check_makes_events(user_of(request))
    form = NewEventForm(request.POST or None, request.FILES or None, initial=defaults())
    form.fields["name"].widget.attrs["autofocus"] = True
    if request.method == "POST" and form.is_valid():
        event = create_event(actor_of(request), form.cleaned_data)
        messages.success(request, _created(event))
        return redirect("desk_paste", event.slug)
    shipped = [shipped_format(key) for key in shipped_keys()]
    context = {
        "form": form,
        "shipped": shipped,
        "parts": form.parts_below(),
        "find_url": reverse("desk_find_everywhere"),
    }
    return render(request, "director/event/event_new.html", context)


def _created(event: Event) -> str:
    """Return that an event has been created, with its format where that is another than MSO Acquire."""
    if event.format.key == MSO_ACQUIRE.key:
        return _("{name} has been created and is hidden from players.", name=event.name)
    return _(
        "{name} has been created with the format “{format}” and is hidden from players.",
        name=event.name,
        format=event.format.name,
    )


@require_safe
def format_file(request: HttpRequest, format_key: str) -> HttpResponse:
    """Download a format that comes with Top Table as a file, to be changed and used for a new event; Http404 where there is none."""
    check_makes_events(user_of(request))
    if format_key not in shipped_keys():
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{format_key}.json"'}
    return HttpResponse((SHIPPED / f"{format_key}.json").read_bytes(), content_type="application/json", headers=headers)


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: HttpRequest) -> HttpResponse:
    """Make an event with the settings of another one, and with its entries if wanted."""
    check_makes_events(user_of(request))
    events = next_first(events_to_direct(user_of(request), DIRECTORS), timezone.localdate())
    form = CopyForm(
        request.POST or None,
        sources=[(event.slug, f"{event.name}, {long_date(event.date)}") for event in events],
        initial=_copy_defaults(events, request.GET.get("event", "")),
    )
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        source = event_to_direct(request, typed["source"])
        try:
            made = copy_event(
                source, actor_of(request), typed["name"], typed["date"], with_entries=typed["with_entries"]
            )
        except NoSuchTimeError as refusal:
            words = _(
                "One of {name}'s planned times does not exist on that day. Choose another date. {problem}",
                name=source.name,
                problem=refusal,
            )
            form.add_error("date", words)
        else:
            messages.success(request, _("{name} has been created and is hidden from players.", name=made.name))
            return redirect("desk_event", made.slug)
    context = {"form": form, "has_events": bool(events), "find_url": reverse("desk_find_everywhere")}
    return render(request, "director/event/event_copy.html", context)


def _copy_defaults(events: list[Event], slug: str) -> dict[str, object]:
    """Return the initial values of the copy form: today's date, and the event of this slug with its name where it is in the list."""
    found = next((event for event in events if event.slug == slug), None)
    return {"date": timezone.localdate()} | ({"source": found.slug, "name": found.name} if found else {})


class ArchiveForm(DeskForm):
    """The form for uploading the file of an archive."""

    file = forms.FileField(
        label=gettext_lazy("Archive file"),
        max_length=200,
    )


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
def bring_back(request: HttpRequest) -> HttpResponse:
    """Make an event from its archive file; the user becomes its director."""
    user = user_of(request)
    check_makes_events(user)
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        check_key(actor_of(request))  # a restored change has no user, so the form is found by its key alone
        file = form.cleaned_data["file"]
        try:
            restored = restore(file.read(USUAL.unpacked + 1), user, actor_of(request).key)
        except EnvelopeError as refusal:
            form.add_error("file", str(refusal))
        else:
            messages.success(request, restored.sentence)
            return redirect("desk_event", restored.event.slug)
    context = {"form": form, "find_url": reverse("desk_find_everywhere")}
    return render(request, "director/event/restore.html", context, status=409 if form.errors else 200)


@desk_page
def save(desk: Desk) -> HttpResponse:
    """Download the archive of the event: everything about it in one file."""
    answer = HttpResponse(archive_of(desk.event), content_type="application/gzip")
    note_given(GivenKind.ARCHIVE, f"{desk.slug}: {file_name(desk.event)}")
    answer["Content-Disposition"] = f'attachment; filename="{file_name(desk.event)}"'
    return answer


@desk_page
def snapshots(desk: Desk) -> HttpResponse:
    """List the snapshots that contain the event, each with the change before which it was made."""
    found = [(each, _kind_of_snapshot(each)) for each in snapshots_of(desk.event)]
    return desk.page("director/event/snapshots.html", "event", snapshots=found, safety=snapshot_safety())


@desk_form
def go_back(desk: Desk, name: str) -> HttpResponse:
    """Put the event back to its state in a snapshot, after asking; ``name`` is that of the snapshot."""
    event = desk.event
    try:
        wanted = snapshot_of(event, name)
    except REFUSALS as refusal:
        return desk.refused(str(refusal), desk.address("desk_snapshots"))
    if desk.is_post:
        forgotten: list[int] = []
        answer = desk.act(
            lambda: forgotten.append(put_back(event, desk.actor, name)),
            desk.address("desk_event"),
            refused_to=desk.address("desk_snapshots"),
        )
        if words := forgotten_again_in_words(sum(forgotten)):
            messages.info(desk.request, words)
        return answer
    made = date_format(timezone.localtime(wanted.made_at), _("j F, H:i"))
    return desk.page(
        "director/sure.html",
        "sheets",
        title=_("Restore {name} as it was on {time}?", name=event.name, time=made),
        loses=_(
            "This goes back from version {version} to version {earlier}, before “{action}”. All later changes are "
            "removed, including results. The current state is saved as a snapshot first. Helpers and other events do "
            "not change.",
            version=event.version,
            earlier=wanted.version,
            action=_kind_of_snapshot(wanted),
        ),
        action=desk.request.path,
        label=_("Restore"),
        cancel_url=desk.address("desk_snapshots"),
    )


BEFORE = {
    MIGRATION: gettext_noop("update the program"),
    "second-place": gettext_noop("choose a stick"),
    "take-over": gettext_noop("continue from a copy"),
}
"""What came next after snapshots that no recorded change made, by the word in their names."""


def _kind_of_snapshot(snapshot: Snapshot) -> str:
    """Return in words the kind of change before which a snapshot was made."""
    known = {act.value: ACTS[act].words for act in Act if ACTS[act].words} | BEFORE
    return _(known.get(snapshot.before, snapshot.before))
