"""The way back: an event saved as one file, brought in from one, or put back to where it stood in a snapshot."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import check_makes_events, event_to_direct, user_of
from tournament.desk.acting import REFUSALS, act_and_go, actor_of, page
from tournament.desk.forms.fields import DeskForm
from tournament.desk.frame import desk_context
from tournament.installation.keeping import safety
from tournament.models.queries import record_of
from tournament.record.acts import ACTS, Act
from tournament.record.envelope import USUAL, EnvelopeError
from tournament.services.changes import check_key
from tournament.services.keeping.putting_back import Snapshot, put_back, snapshot_of, snapshots_of
from tournament.services.keeping.restoring import restore
from tournament.services.keeping.writing import archived, file_name


class ArchiveForm(DeskForm):
    """The file of an archive."""

    file = forms.FileField(
        label="Archive",
        help_text="A file that Top Table wrote: it ends in .toptable, or in .json if an earlier version wrote it.",
        max_length=200,
    )


@require_safe
def save(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything of the event as one file."""
    event = event_to_direct(request, slug)
    answer = HttpResponse(archived(event), content_type="application/gzip")
    answer["Content-Disposition"] = f'attachment; filename="{file_name(event)}"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
def bring_back(request: HttpRequest) -> HttpResponse:
    """Bring an event in from its archive; whoever does so directs it."""
    user = user_of(request)
    check_makes_events(user)
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        check_key(actor_of(request))  # a restored change is nobody's, so the form is known by its key alone
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


@require_safe
def snapshots(request: HttpRequest, slug: str) -> HttpResponse:
    """The snapshots that hold the event, and how far it was in each."""
    event = event_to_direct(request, slug)
    found = [(each, _before(each)) for each in snapshots_of(event)]
    context = desk_context(event, record_of(event), "sheets", snapshots=found, safety=safety())
    return render(request, "director/event/snapshots.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def go_back(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Put the event back to where it stood in a snapshot, after saying what that means."""
    event = event_to_direct(request, slug)
    try:
        wanted = snapshot_of(event, name)
    except REFUSALS as refusal:
        messages.error(request, str(refusal))
        return redirect("desk_snapshots", slug)
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: put_back(event, actor_of(request), name),
            f"{event.name} stands as it did at version {wanted.version}.",
            page("desk_event", event),
            refused_to=page("desk_snapshots", event),
        )
    record = record_of(event)
    made = date_format(timezone.localtime(wanted.made_at), "j F, H:i")
    context = desk_context(
        event,
        record,
        "sheets",
        title=f"Restore {event.name} as of {made}?",
        loses=f"It stands at version {event.version} now and stood at version {wanted.version} then, before “{_before(wanted)}”. "
        "What was done since is taken out, results and history too; the present state is kept as a snapshot first, so that you can come "
        "back to it. No other event changes, helpers stay as they are.",
        action=reverse("desk_go_back", args=[slug, name]),
        label="Restore it",
        cancel_url=page("desk_snapshots", event),
    )
    return render(request, "director/sure.html", context)


def _before(snapshot: Snapshot) -> str:
    """The act before which a snapshot was made, in words."""
    known = {act.value: ACTS[act].words for act in Act}
    return known.get(snapshot.before, snapshot.before)
