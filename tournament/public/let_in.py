"""The page that takes a link: it makes the first account, or sets a new password. Looking at it uses nothing up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import SetPasswordForm, UserCreationForm
from django.contrib.auth.models import User
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament.access.accounts import has_accounts, make_first_account, set_new_password
from tournament.access.links import LinkRefusedError, link_of
from tournament.models import LetIn
from tournament.record.letin import Purpose

if TYPE_CHECKING:
    AccountForm = UserCreationForm[User]
    PasswordForm = SetPasswordForm[User]
else:
    AccountForm, PasswordForm = UserCreationForm, SetPasswordForm  # generic for the type checker alone

BACKEND = "django.contrib.auth.backends.ModelBackend"
GONE = 410


class FirstAccountForm(AccountForm):
    """Name and password of the installation's first account."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].label = "Your name for logging in"
        self.fields["username"].help_text = "Letters, digits and @ . + - _ without spaces; the log of changes shows it."
        _say_password(self.fields)


class NewPasswordForm(PasswordForm):
    """A new password, typed twice."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        _say_password(self.fields)


def _say_password(fields: Mapping[str, Any]) -> None:
    first, second = (fields[name] for name in fields if "password" in name)
    first.label, second.label = "Password", "The same password again"
    first.help_text = "At least 10 characters; three words that do not belong together are good."
    second.help_text = "So that a slip of the finger does not lock you out."


@dataclass(frozen=True, slots=True)
class _Way:
    """How the page serves a purpose: its words, its form, and what is done with it."""

    title: str
    lead: str
    button: str
    done: str
    form: Callable[[LetIn, Any], BaseForm]
    act: Callable[[LetIn, BaseForm], User]


WAYS: Mapping[Purpose, _Way] = MappingProxyType(
    {
        Purpose.FIRST_ACCOUNT: _Way(
            "Make the director's account",
            "This is the first account of this installation. It directs every event and can make further accounts.",
            "Make the account",
            "Your account is made. Now the event.",
            lambda _link, sent: FirstAccountForm(sent),
            lambda link, form: make_first_account(link, form.cleaned_data["username"], form.cleaned_data["password1"]),
        ),
        Purpose.NEW_PASSWORD: _Way(
            "Set a new password",
            "",
            "Set the password",
            "The new password holds from now on, and you are logged in.",
            lambda link, sent: NewPasswordForm(link.account, sent),
            lambda link, form: set_new_password(link, form.cleaned_data["new_password1"]),
        ),
    }
)
"""The page of every purpose; a test holds that none is missing."""


@login_not_required
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def let_in(request: HttpRequest, token: str) -> HttpResponse:
    """Take a link: a page to fill in, or the sentence why the link does not let in."""
    try:
        link = link_of(token)
        way = WAYS[Purpose(link.purpose)]
        if link.purpose == Purpose.FIRST_ACCOUNT and has_accounts():
            raise LinkRefusedError("The first account is made already; log in with it.")
        form = way.form(link, request.POST or None)
        if request.method == "POST" and form.is_valid():
            login(request, way.act(link, form), backend=BACKEND)
            messages.success(request, way.done)
            return redirect("desk")
    except LinkRefusedError as refusal:
        return render(request, "registration/let_in_refused.html", {"sentence": str(refusal)}, status=GONE)
    return render(request, "registration/let_in.html", {"way": way, "form": form, "account": link.account})
