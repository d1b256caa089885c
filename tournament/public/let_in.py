"""The page of an invitation link or its code: it makes an account, sets a new password, or lets a helper in.

Opening the page does not use the link up.

Pages for the browser on the machine itself: the link that makes the first account or a new password, and continuing from a copy.

Whoever sits at the machine may do all this in its terminal; here a press does it. To every other browser these pages are closed, whatever
it sends (`installation.addresses`), and lead to the home page.
"""

from __future__ import annotations

import logging
import re
import secrets
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import SetPasswordForm, UserCreationForm
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import roles_of
from tournament.access.accounts import (
    AccountError,
    accounts_that_run,
    has_accounts,
    make_first_account,
    make_further_account,
    set_new_password,
)
from tournament.access.languages import choose_for_account, follow_browser, speak_for
from tournament.access.links import (
    LinkRefusedError,
    UnknownLinkError,
    change_secret,
    count_wrong,
    is_held_up,
    link_of,
    may_be_guessed,
    renew_link,
)
from tournament.access.pages import first_page
from tournament.installation.addresses import comes_from_this_machine, is_at_the_machine, know_browser
from tournament.installation.copies.backups import Contents, contents_of
from tournament.installation.copies.second_place import places
from tournament.installation.copies.snapshots import SnapshotError
from tournament.installation.copies.taking_over import (
    TakeOverError,
    check_version,
    continue_from,
    copies_on,
    is_opened,
    may_continue,
    may_continue_next,
)
from tournament.models import LetIn
from tournament.public.form_words import PlainForm, PlainWords
from tournament.record.acts import Role, read_roles, roles_listed
from tournament.record.devices import LEADS_TO, Purpose
from tournament.services.changes.refusals import RefusedError
from tournament.services.coming_in import LONGEST_NAME, come_in
from tournament.services.forgetting.acting import forgotten_again_in_words
from wording import gettext as _
from wording import gettext_noop
from wording.digits import whole_number
from wording.figures import listed_or

if TYPE_CHECKING:
    AccountForm = UserCreationForm[User]
    PasswordForm = SetPasswordForm[User]
else:
    AccountForm, PasswordForm = UserCreationForm, SetPasswordForm  # generic for the type checker alone

LONGEST_TYPED = 100
BACKEND = "django.contrib.auth.backends.ModelBackend"
GONE, TOO_MANY = 410, 429
DIFFERENT: dict[str, Any] = {"password_mismatch": gettext_lazy("The two passwords do not match. Enter both again.")}


class NameForm(PlainForm):
    """The name of a helper who has no account."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("The name people know you by; it appears in the change log."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={"required": gettext_lazy("Enter your name; it appears in the change log.")},
    )


class FirstAccountForm(PlainWords, AccountForm):
    """Name and password of the installation's first account."""

    error_messages = DIFFERENT

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].label = _("Name to log in with")
        self.fields["username"].help_text = _(
            "Letters, digits and @ . + - _ but no spaces; this name appears in the change log."
        )
        say_password(self.fields)


class NewPasswordForm(PlainWords, PasswordForm):
    """A new password, typed twice."""

    error_messages = DIFFERENT

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        say_password(self.fields)


def say_password(fields: Mapping[str, Any], label: str = "", again: str = "") -> None:
    """Set our labels and help texts on the two password fields of a form (``fields``); ``label`` and ``again`` are the labels."""
    first, second = (fields[name] for name in fields if "password" in name)
    first.label, second.label = label or _("Password"), again or _("Repeat the password")
    first.help_text = _("At least 10 characters; three unrelated words make a good password.")
    second.help_text = ""


Taken = Callable[[HttpRequest, LetIn], HttpResponse]
"""A function that answers a request for a link: it shows the form, or once that is filled in, lets the user in and redirects."""


@dataclass(frozen=True, slots=True)
class _PasswordPage:
    """The page for a link whose purpose needs a password: its words, its form, and the function that stores the result."""

    title: str
    lead: str
    button: str
    done: str
    form: Callable[[LetIn, Any], forms.BaseForm]
    act: Callable[[LetIn, forms.BaseForm], User]
    do_not_call_in_templates: ClassVar[bool] = True

    def __call__(self, request: HttpRequest, link: LetIn) -> HttpResponse:
        """Show the form; once it is valid, store the password, log in and redirect to the desk."""
        form = self.form(link, request.POST or None)
        if request.method == "POST" and form.is_valid():
            login(request, self.act(link, form), backend=BACKEND)
            if link.account is None:
                choose_for_account(request, get_language() or settings.LANGUAGE_CODE)
            messages.success(request, _(self.done))
            return redirect("desk")
        return render(request, "registration/let_in.html", {"way": self, "form": form, "account": link.account})


def _first_account(request: HttpRequest, link: LetIn) -> HttpResponse:
    """Make the first account; LinkRefusedError where an account exists already."""
    if has_accounts():
        raise LinkRefusedError(_("The first account already exists; log in with it."))
    follow_browser(request)
    return FIRST_ACCOUNT(request, link)


def _helper(request: HttpRequest, link: LetIn) -> HttpResponse:
    """Let a helper in: under a typed name, as the account that is logged in, or as the account that used this link before.

    Raises LinkRefusedError for a director of the event who opens a link that nobody has used.
    """
    event = link.event
    assert event is not None  # noqa: S101  the purpose's row asks for one
    speak_for(request, event)
    roles = read_roles(link.grants["roles"])
    known = link.account or (request.user if isinstance(request.user, User) else None)
    if link.account is None and known is not None and Role.DIRECTOR in roles_of(known, event):
        raise LinkRefusedError(
            _(
                "You are already a director of {event}. Open this link on the helper's own phone, or log out first. "
                "The link still works.",
                event=event.name,
            )
        )
    form = None if known else NameForm(request.POST or None, initial={"name": link.grants.get("name", "")})
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            account = None if link.account else known
            user = come_in(link, account=account, name=form.cleaned_data["name"] if form else "")
        except (RefusedError, AccountError) as refusal:
            messages.error(request, str(refusal))
        else:
            if request.user != user:
                login(request, user, backend=BACKEND)
            messages.success(request, _("You are logged in as {name}.", name=user.get_username()))
            return redirect(first_page(roles), event.slug)
    context = {
        "event_name": event.name,
        "roles": roles_listed(roles),
        "form": form,
        "known": known,
        "link_account": link.account,
        "until": link.expires_at,
    }
    return render(request, "registration/let_in_helper.html", context)


def _token(_request: HttpRequest, _link: LetIn) -> HttpResponse:
    """Let nobody in: a token is for a program, which sends it in a header."""
    raise LinkRefusedError(
        _("This token belongs to a program and does not open a page. Ask the director for an invitation.")
    )


def _this_machine(request: HttpRequest, link: LetIn) -> HttpResponse:
    """Know the browser as this machine's own: by the secret in the address that `serve` opens, once, or by the code of its window."""
    if not comes_from_this_machine(request):
        raise LinkRefusedError(_("This works only on the computer that runs Top Table, at 127.0.0.1."))
    typed = request.resolver_match.kwargs["token"] if request.resolver_match else ""
    is_opened = change_secret(link, typed)
    answer = redirect(link.grants[LEADS_TO] if is_opened else "login" if has_accounts() else "home")
    know_browser(answer)
    return answer


FIRST_ACCOUNT = _PasswordPage(
    gettext_noop("Create your account"),
    gettext_noop("This is the first account on this installation. It can direct every event and create more accounts."),
    gettext_noop("Create your account"),
    gettext_noop("Account created."),
    lambda _link, sent: FirstAccountForm(sent),
    lambda link, form: make_first_account(link, form.cleaned_data["username"], form.cleaned_data["password1"]),
)

WAYS: Mapping[Purpose, Taken] = MappingProxyType(
    {
        Purpose.FIRST_ACCOUNT: _first_account,
        Purpose.FURTHER_ACCOUNT: _PasswordPage(
            gettext_noop("Create your account"),
            "",
            gettext_noop("Create your account"),
            gettext_noop("Account created."),
            lambda _link, sent: FirstAccountForm(sent),
            lambda link, form: make_further_account(
                link, form.cleaned_data["username"], form.cleaned_data["password1"]
            ),
        ),
        Purpose.NEW_PASSWORD: _PasswordPage(
            gettext_noop("Set the password"),
            "",
            gettext_noop("Set the password"),
            gettext_noop("Your new password has been set, and you are logged in."),
            lambda link, sent: NewPasswordForm(link.account, sent),
            lambda link, form: set_new_password(link, form.cleaned_data["new_password1"]),
        ),
        Purpose.HELPER: _helper,
        Purpose.TOKEN: _token,
        Purpose.THIS_MACHINE: _this_machine,
    }
)
"""How a link is answered, by its purpose; a test checks that no purpose is missing."""


@login_not_required
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def let_in(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page of a link or a code: a form, or why it is not valid. After too many wrong ones, a visitor must wait."""
    if is_held_up(request, token):
        sentence = _("Too many wrong links or codes have come from here. Wait ten minutes, then try again.")
        return render(request, "registration/let_in_refused.html", {"sentence": sentence}, status=TOO_MANY)
    try:
        link = link_of(token)
        return WAYS[Purpose(link.purpose)](request, link)
    except LinkRefusedError as refusal:
        if isinstance(refusal, UnknownLinkError) and may_be_guessed(token):
            count_wrong(request)
        return render(request, "registration/let_in_refused.html", {"sentence": str(refusal)}, status=GONE)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def let_in_code(request: HttpRequest) -> HttpResponse:
    """Show the form for typing a code; the last part of a link is accepted too."""
    typed = request.POST.get("code", "").strip().rstrip("/").rpartition("/")[2]
    if typed:
        return redirect("let_in", typed[:LONGEST_TYPED])
    return render(request, "registration/let_in_code.html")


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
        return _take_file(request)
    if "copy" in request.GET or BROUGHT in request.GET:
        copy = _copy_chosen(request.GET.get("copy", ""), request.GET.get(BROUGHT, ""))
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
    copy = _copy_chosen(request.POST.get("copy", ""), request.POST.get(BROUGHT, ""))
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


def _take_file(request: HttpRequest) -> HttpResponse:
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


def _copy_chosen(typed: str, brought: str) -> Path | None:
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
