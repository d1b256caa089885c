"""The pages of the installation: one's own account, all accounts for whoever runs it, and how phones get in and where the copies are.

The desk in another language: one press, for the account and every device on which it logs in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import plugins
from tournament.access import events_to_direct, may_invite_accounts, user_of
from tournament.access.accounts import AccountError, close_account, let_run, open_account
from tournament.access.languages import choose_for_account, language_of_code, remember
from tournament.access.links import make_link, renew_link
from tournament.desk.copies import copies_here, may_copy
from tournament.desk.interrupted import leads_to_its_page
from tournament.desk.reprints import sheets_underway
from tournament.models import FrontPage
from tournament.public.form_words import PlainWords
from tournament.public.let_in import say_password
from tournament.record.acts import IN_THE_HALL
from tournament.record.devices import Purpose
from wording import gettext as _
from wording import gettext_noop

if TYPE_CHECKING:
    FirstForm = SetPasswordForm[User]
    FrontForm = forms.ModelForm[FrontPage]
else:
    FirstForm, FrontForm = SetPasswordForm, forms.ModelForm  # generic for the type checker alone


class ChangePasswordForm(PlainWords, PasswordChangeForm):
    """The password so far, and a new one twice."""

    error_messages = {
        **SetPasswordForm.error_messages,
        "password_incorrect": gettext_lazy("That is not your current password. Capital letters matter."),
        "password_mismatch": gettext_lazy("The two passwords do not match. Enter both again."),
    }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        say_password({name: field for name, field in self.fields.items() if name.startswith("new_")}, _("New password"))
        self.fields["old_password"].label = _("Current password")


class FirstPasswordForm(PlainWords, FirstForm):
    """A first password, typed twice, for a helper who came by a link."""

    error_messages = {
        **SetPasswordForm.error_messages,
        "password_mismatch": gettext_lazy("The two passwords do not match. Enter both again."),
    }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        say_password(self.fields)


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def own_password(request: HttpRequest) -> HttpResponse:
    """Change one's password; a helper without one sets the first."""
    user = user_of(request)
    has_password = user.has_usable_password()
    form = (ChangePasswordForm if has_password else FirstPasswordForm)(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your password has been changed. You have been logged out everywhere else."))
        return redirect("desk_account")
    context = {
        "form": form,
        "has_password": has_password,
        "may_invite": may_invite_accounts(user),
        "find_url": reverse("desk_find_everywhere"),
    }
    return render(request, "director/accounts/own.html", context)


NOT_BY_YOU = {
    "runners": gettext_noop("Only an administrator of this installation can manage accounts."),
    "accounts": gettext_noop("You need a password before you can invite anyone. Set one on “Your account” first."),
    "commands": gettext_noop("On this installation, accounts can only be created with the command “createsuperuser”."),
}
"""The sentence for a user who may not invite accounts, by the value of the setting ``ACCOUNTS_BY``."""


def _check_superuser(request: HttpRequest) -> User:
    """Return the user; PermissionDenied unless they run this installation (superuser)."""
    user = user_of(request)
    if not user.is_superuser:
        raise PermissionDenied(_("Only an administrator of this installation can manage accounts."))
    return user


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """List every account for a superuser; a POST makes a link for a further account, which is shown only in its answer."""
    user = user_of(request)
    if request.method == "POST":
        if not may_invite_accounts(user):
            raise PermissionDenied(_(NOT_BY_YOU[settings.ACCOUNTS_BY]))
        return _page(request, "", make_link(Purpose.FURTHER_ACCOUNT, by=user))
    _check_superuser(request)
    return _page(request)


def _page(
    request: HttpRequest, made_for: str = "", token: str = "", front: FrontPageForm | None = None
) -> HttpResponse:
    """Render the page of accounts; ``token`` is that of a link just made, ``made_for`` the account it is for, if that exists already.

    ``front`` is the form of the front page that was refused.
    """
    path = reverse("let_in", args=[token]) if token else ""
    user = user_of(request)
    context = {
        "accounts": User.objects.order_by("-is_active", "username") if user.is_superuser else None,
        "front": (front or FrontPageForm(instance=FrontPage.objects.first())) if user.is_superuser else None,
        "may_invite": may_invite_accounts(user),
        "all_make_events": settings.EVENTS_BY == "accounts",
        "made_for": made_for,
        "link": f"{settings.OWN_ADDRESS}{path}" if token else "",
        "scanned": f"{settings.PUBLIC_ADDRESS}{path}" if settings.PUBLIC_ADDRESS else "",
        "find_url": reverse("desk_find_everywhere"),
    }
    return render(request, "director/accounts/all.html", context)


class FrontPageForm(PlainWords, FrontForm):
    """What the front page says above its events."""

    class Meta:
        model = FrontPage
        fields = ("organiser", "words", "contact")
        labels = {
            "organiser": gettext_lazy("Organiser"),
            "words": gettext_lazy("A few words"),
            "contact": gettext_lazy("Contact"),
        }
        help_texts = {"contact": gettext_lazy("Shown publicly: an e-mail address, website or telephone number.")}
        widgets = {"words": forms.Textarea(attrs={"rows": 4})}


@leads_to_its_page
@require_POST
def front_page(request: HttpRequest) -> HttpResponse:
    """Save what the front page says above its events."""
    _check_superuser(request)
    form = FrontPageForm(request.POST, instance=FrontPage.objects.first() or FrontPage())
    if not form.is_valid():
        return _page(request, front=form)
    form.save()
    messages.success(request, _("The front page has been saved."))
    return redirect("desk_accounts")


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then close an account; ``pk`` is its key."""
    _check_superuser(request)
    account = get_object_or_404(User, pk=pk, is_active=True)
    if request.method != "POST":
        return render(request, "director/accounts/close.html", {"account": account})
    return _act_and_redirect(
        request, lambda: close_account(account), _("The account {name} has been closed.", name=account.get_username())
    )


@leads_to_its_page
@require_POST
def let_in_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a link by which the user of an account sets a new password; a closed account is opened again."""
    user = _check_superuser(request)
    account = get_object_or_404(User, pk=pk)
    if not account.is_active:
        open_account(account)
    return _page(request, account.get_username(), renew_link(Purpose.NEW_PASSWORD, by=user, account=account))


@leads_to_its_page
@require_POST
def run(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an account run the installation (``runs=yes``), or take that right from it."""
    _check_superuser(request)
    account = get_object_or_404(User, pk=pk, is_active=True)
    runs = request.POST.get("runs") == "yes"
    name = account.get_username()
    words = (
        _("{name} is now an administrator.", name=name)
        if runs
        else _("{name} is no longer an administrator.", name=name)
    )
    return _act_and_redirect(request, lambda: let_run(account, runs=runs), words)


def _act_and_redirect(request: HttpRequest, act: Callable[[], object], words: str) -> HttpResponse:
    """Call ``act``, tell ``words`` or why it was refused, and redirect to the list of accounts."""
    try:
        act()
    except AccountError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, words)
    return redirect("desk_accounts")


@require_safe
def phones(request: HttpRequest) -> HttpResponse:
    """Show the address that phones use, printed sheets with an earlier address, and the backups.

    ``?event=SLUG`` leads back to that event.
    """
    events = events_to_direct(user_of(request), IN_THE_HALL)
    plugins.load_all()
    context = {
        "came_from": next((event for event in events if event.slug == request.GET.get("event")), None),
        "address": f"{settings.PUBLIC_ADDRESS}/" if settings.PUBLIC_ADDRESS else "",
        "own_address": settings.OWN_ADDRESS,
        "earlier": settings.EARLIER_ADDRESS,
        "sheets": sheets_underway(events, settings.ADDRESS_CHANGED),
        "copies": copies_here(),
        "plugins": [each for group in plugins.GROUPS for each in plugins.offers_in(group)],
        "plugin_faults": plugins.faults(),
        "may_copy": may_copy(request),
        "find_url": reverse("desk_find_everywhere"),
    }
    return render(request, "director/installation/phones_and_copies.html", context)


@leads_to_its_page
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Let the account read the desk in the language ``language``, and lead back to the page on which it was chosen (``next``)."""
    back = request.POST.get("next", "")
    is_ours = back.startswith("/") and url_has_allowed_host_and_scheme(back, {request.get_host()})
    answer = HttpResponseRedirect(back if is_ours else reverse("desk"))
    if code := language_of_code(request.POST.get("language", "")):
        choose_for_account(request, code)
        remember(answer, code)  # for the log-in, and the games to which the desk leads
    return answer
