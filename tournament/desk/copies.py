"""The copies of the installation, made by hand: one downloaded by a press, and the stick that every snapshot is copied to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from tournament.access import user_of
from tournament.desk.interrupted import leads_to_its_page
from tournament.installation.copies.automatic_snapshots import snapshot_before, snapshot_safety
from tournament.installation.copies.backups import backup_to_send, last_download
from tournament.installation.copies.second_place import (
    EXAMPLE,
    Place,
    PlaceError,
    bring_up_to_date,
    make_folder_in,
    may_choose,
    places,
    set_second_place,
)
from tournament.installation.copies.snapshots import Safety, SnapshotError
from tournament.installation.local import LocalFolderError
from wording import gettext as _

BEFORE = "second-place"
"""The word in the name of the snapshot that is made when a stick is chosen."""


@dataclass(frozen=True, slots=True)
class Copies:
    """What the page says of the copies: the snapshots, the last download, and the sticks that are plugged in, where one may be chosen."""

    safety: Safety | None
    downloaded: datetime | None
    may_choose: bool
    places: tuple[Place, ...]

    @property
    def newest(self) -> datetime | None:
        """When the newest copy was made, a snapshot or a download; None where there is none, or it is not known."""
        made = [each for each in (self.safety and self.safety.last, self.downloaded) if each]
        return max(made, default=None)

    @property
    def in_use(self) -> Path | None:
        """The second place that is chosen now."""
        return self.safety.second_place if self.safety else None


def copies_here() -> Copies:
    """The state of the copies of this installation."""
    safety = snapshot_safety()
    is_open = safety is not None and may_choose()
    return Copies(safety, last_download(), is_open, tuple(places()) if is_open else ())


def may_copy(request: HttpRequest) -> bool:
    """Whether the user may take copies of everything: only administrators, for a copy holds every account and every event."""
    return user_of(request).is_superuser


def _check_may_copy(request: HttpRequest) -> None:
    """Raise PermissionDenied for a user who may not take copies of everything."""
    if not may_copy(request):
        raise PermissionDenied(
            _("Only an administrator can copy this installation: a copy contains every event and account.")
        )


@require_safe
def download(request: HttpRequest) -> HttpResponseBase:
    """Send a copy of the whole installation, made now and checked."""
    _check_may_copy(request)
    try:
        with backup_to_send() as (name, file):
            return FileResponse(file, as_attachment=True, filename=name, content_type="application/octet-stream")
    except SnapshotError as failure:
        messages.error(request, _("No copy was made: {error}", error=failure))
        return redirect("desk_installation")


@leads_to_its_page
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Copy every snapshot to a folder from now on, and those of today at once: one that is plugged in, or a typed one."""
    _check_may_copy(request)
    folder = request.POST.get("folder", "").strip()
    if not may_choose() or not settings.SNAPSHOT_FOLDER:
        messages.error(request, _("Where copies go is set for this installation and cannot be changed here."))
    elif not folder:
        messages.error(request, _("Enter the stick's folder, for example {example}.", example=EXAMPLE))
    else:
        _use(request, folder)
    return redirect("desk_installation")


def _use(request: HttpRequest, folder: str) -> None:
    """Make a folder the second place, bring it up to date, and say so; where either fails, say why."""
    try:
        place = make_folder_in(folder)
        snapshot_before(BEFORE)
        set_second_place(Path(settings.SERVE_FOLDER), place)
        bring_up_to_date(place, Path(settings.SNAPSHOT_FOLDER))
    except (PlaceError, LocalFolderError) as refusal:
        messages.error(request, str(refusal))
    except SnapshotError as failure:
        messages.error(
            request, _("The stick has been chosen, but nothing has been copied to it yet: {error}", error=failure)
        )
    else:
        messages.success(
            request,
            _(
                "There is now a copy on {place}. Every snapshot will be copied there from now on.",
                place=place.parent.name,
            ),
        )


@leads_to_its_page
@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Copy nothing to the second place any more; what is there stays."""
    _check_may_copy(request)
    if not may_choose():
        messages.error(request, _("Where copies go is set for this installation and cannot be changed here."))
        return redirect("desk_installation")
    try:
        set_second_place(Path(settings.SERVE_FOLDER), None)
    except LocalFolderError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Nothing more will be copied to the stick. The copies already on it stay there."))
    return redirect("desk_installation")
