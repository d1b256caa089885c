"""Pages for the browser on the machine itself: the link that makes the first account or a new password, and continuing from a copy.

Whoever sits at the machine may do all this in its terminal; here a press does it. To every other browser these pages are closed, whatever
it sends (`installation.this_machine`), and lead to the home page.
"""

from __future__ import annotations

import logging
import re
import secrets
import shutil
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access.accounts import accounts_that_run, has_accounts
from tournament.access.links import renew_link
from tournament.installation.copies.backups import Contents, contents_of
from tournament.installation.copies.continuing import (
    continue_from,
    copies_on,
    is_opened,
    may_continue,
    may_continue_next,
)
from tournament.installation.copies.places import places
from tournament.installation.copies.snapshots import SnapshotError
from tournament.installation.copies.taking_over import TakeOverError, check_version
from tournament.installation.this_machine import is_at_the_machine
from tournament.record.letin import Purpose
from tournament.record.vocabulary import whole_number
from tournament.services.people.forgetting.acting import forgotten_again_in_words
from wording import gettext as _
from wording.figures import listed_or

log = logging.getLogger("tournament.access")

BROUGHT = "brought"
"""The folder in that of `serve` for a copy that a browser has brought, until it is installed or another one comes."""
NAME_OF_BROUGHT = re.compile(r"[0-9a-f]{16}")
REFUSED = 409

View = Callable[[HttpRequest], HttpResponse]


def at_the_machine(view: View) -> View:
    """Decorate a view for the browser on this machine alone; any other is led to the home page. No browser keeps its answer."""

    @wraps(view)
    def only_there(request: HttpRequest) -> HttpResponse:
        return view(request) if is_at_the_machine(request) else redirect("home")

    return login_not_required(never_cache(only_there))


@at_the_machine
@require_POST
def link(request: HttpRequest) -> HttpResponse:
    """Make the link for the first account or, where there is one, for a new password of an administrator, and open it."""
    if not has_accounts():
        return redirect("let_in", renew_link(Purpose.FIRST_ACCOUNT))
    named = request.POST.get("account", "")
    account = next((each for each in accounts_that_run() if each.get_username() == named), None)
    if account is None:
        return redirect("login")
    told = "A link for a new password of %s was made in a browser on this machine."
    log.warning(told, account.get_username())
    return redirect("let_in", renew_link(Purpose.NEW_PASSWORD, account=account))


@at_the_machine
@require_http_methods(["GET", "HEAD", "POST"])
def copies(request: HttpRequest) -> HttpResponse:
    """Show the copies on the sticks that are plugged in, take one that the browser brings, and ask before one is used."""
    if not may_continue():
        return redirect("login")
    if request.method == "POST":
        return _taken(request)
    if "copy" in request.GET or BROUGHT in request.GET:
        copy = _chosen(request.GET.get("copy", ""), request.GET.get(BROUGHT, ""))
        return (
            _ask(request, copy) if copy else _list(request, _("This copy is no longer there. Plug the stick in again."))
        )
    return _list(request)


@at_the_machine
@require_POST
def use_copy(request: HttpRequest) -> HttpResponse:
    """Continue from a copy, and show when it is open; where it is refused, say why."""
    if not may_continue_next():
        return redirect("copy_opens")  # a second press: the first one did it
    copy = _chosen(request.POST.get("copy", ""), request.POST.get(BROUGHT, ""))
    if copy is None:
        return _list(request, _("This copy is no longer there. Plug the stick in again."))
    try:
        taken = continue_from(copy)
    except TakeOverError as refusal:
        return _list(request, str(refusal)) if may_continue() else redirect("copy_opens")
    _forget_brought()
    told = {**({} if taken.has_key else {"key": "no"}), **({"forgotten": taken.forgotten} if taken.forgotten else {})}
    return redirect(reverse("copy_opens") + (f"?{urlencode(told)}" if told else ""))


@at_the_machine
@require_safe
def opening(request: HttpRequest) -> HttpResponse:
    """Wait until the servers have begun anew with the copy's key, then lead to the log-in."""
    if not settings.SERVE_FOLDER or not has_accounts():
        return redirect("home")
    if not is_opened():
        return render(request, "registration/copy_opens.html")
    messages.success(request, _("Everything from the copy is here. Log in with the same name and password as before."))
    if forgotten := whole_number(request.GET.get("forgotten")):
        messages.info(request, forgotten_again_in_words(forgotten))
    if request.GET.get("key") == "no":
        messages.warning(
            request, _("The copy came without its key, so printed codes no longer work. Print the slips again.")
        )
    return redirect("login")


def _list(request: HttpRequest, problem: str = "") -> HttpResponse:
    """Render the list of copies, with what is wrong with the last choice on top."""
    plugged = places()
    context = {
        "copies": [(copy, _place_of(copy)) for copy in copies_on(plugged)],
        "places": plugged,
        "problem": problem,
    }
    return render(request, "registration/copies.html", context, status=REFUSED if problem else 200)


def _ask(request: HttpRequest, copy: Path) -> HttpResponse:
    """Render the page that says what would be here; where the copy cannot be used, say why instead."""
    try:
        held = contents_of(copy)
        check_version(copy)
    except SnapshotError:
        return _list(request, _("This file is damaged or is not a Top Table copy. Choose another file."))
    except TakeOverError as refusal:
        return _list(request, str(refusal))
    is_brought = copy.parent == Path(settings.SERVE_FOLDER) / BROUGHT
    context = {
        "copy": held,
        "field": BROUGHT if is_brought else "copy",
        "value": copy.name if is_brought else str(copy),
    }
    return render(request, "registration/copy_sure.html", {**context, "names": listed_or(held.accounts)})


def _taken(request: HttpRequest) -> HttpResponse:
    """Keep the file that the browser brings, and lead to the page that asks; where it is no copy, say so and keep nothing."""
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        return _list(request, _("Choose a copy’s file first."))
    if (file.name or "").endswith(".toptable"):
        words = _(
            "This is the archive of a single event. Create your account, then press “Restore an event” on the desk."
        )
        return _list(request, words)
    _forget_brought()
    kept = Path(settings.SERVE_FOLDER) / BROUGHT / secrets.token_hex(8)
    try:
        kept.parent.mkdir(mode=0o700, exist_ok=True)
        kept.touch(mode=0o600)
        with kept.open("wb") as written:
            for part in file.chunks():
                written.write(part)
        contents_of(kept)
    except SnapshotError:
        _forget_brought()
        return _list(request, _("This file is damaged or is not a Top Table copy. Choose another file."))
    except OSError as failure:
        _forget_brought()
        return _list(
            request,
            _("The file could not be saved here: {error}. Free up some space, then try again.", error=failure.strerror),
        )
    return redirect(f"{reverse('continue_from_copy')}?{BROUGHT}={kept.name}")


def _chosen(typed: str, brought: str) -> Path | None:
    """The copy that a page has named: one that is found on a stick now, or one that this browser has brought. None where it is gone."""
    if NAME_OF_BROUGHT.fullmatch(brought):
        kept = Path(settings.SERVE_FOLDER) / BROUGHT / brought
        return kept if kept.is_file() else None
    return next((copy.file for copy in copies_on(places()) if str(copy.file) == typed), None)


def _place_of(copy: Contents) -> str:
    """The name of the stick that a copy is on."""
    return next((place.name for place in places() if place.folder in copy.file.parents), "")


def _forget_brought() -> None:
    """Delete what browsers have brought."""
    shutil.rmtree(Path(settings.SERVE_FOLDER) / BROUGHT, ignore_errors=True)
