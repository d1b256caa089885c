"""The page of an invitation link or its code: it makes an account, sets a new password, or lets a helper in.

Opening the page does not use the link up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import SetPasswordForm, UserCreationForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament.access import roles_of
from tournament.access.accounts import (
    AccountError,
    has_accounts,
    make_first_account,
    make_further_account,
    set_new_password,
)
from tournament.access.codes import count_wrong, is_held_up, may_be_guessed
from tournament.access.languages import choose_for_account, follow_browser, speak_for
from tournament.access.links import LinkRefusedError, UnknownLinkError, change_secret, link_of
from tournament.installation.this_machine import comes_from_this_machine, know_browser
from tournament.models import LetIn
from tournament.public.forms.sentences import PlainForm, PlainWords
from tournament.record.acts import AT_WORK, Role, read_roles, roles_listed
from tournament.record.letin import LEADS_TO, Purpose
from tournament.services.changes import RefusedError
from tournament.services.helping import LONGEST_NAME, come_in
from wording import gettext as _
from wording import gettext_noop

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
            return redirect("desk_event" if roles & AT_WORK else "desk_screen", event.slug)
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
