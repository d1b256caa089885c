"""A form that was sent after the session or its CSRF token had expired can be sent again after the log-in: nothing typed is lost.

The log-in page holds what was sent, signed, in a hidden field; nothing of it is stored on the server. After the log-in it is offered to the
user on whose page the form stood, which its key tells, and to nobody else; only acts of the desk are carried, to their own address. A file
cannot be carried: it has to be chosen again, and the page says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import LoginView
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournament.access import event_to_direct
from tournament.access.accounts import accounts_that_run
from tournament.installation.addresses import asks_for_the_code, is_at_the_machine
from tournament.public.form_words import PlainWords
from tournament.public.templatetags.once import is_made_for
from wording import gettext as _
from wording import gettext_noop

Args = ParamSpec("Args")

_SALT = "tournament.desk.carrying"
LONGEST = 1_000_000
"""The most characters of a carried form, signed and compressed; a round of 250 players takes a fiftieth of that."""
KEPT_FOR = 24 * 60 * 60
"""Seconds for which a form that is carried by a log-in page can still be sent: one day."""
NOT_OURS = frozenset({"csrfmiddlewaretoken"})

LOST = gettext_noop("Your last change was not saved because you were logged out. Log in, then make it again.")
"""What the log-in page says of a form that it cannot carry."""


@dataclass(frozen=True, slots=True)
class InterruptedAct:
    """A form that could not be accepted: the address it was sent to, its fields with all their values, and when it came ("14:05")."""

    to: str
    fields: tuple[tuple[str, tuple[str, ...]], ...]
    at: str

    @property
    def key(self) -> str:
        """The form's one-use key."""
        return next((values[-1] for name, values in self.fields if name == "key" and values), "")

    @property
    def page(self) -> str:
        """The address of the page that the form belongs to."""
        return page_of(self.to)


def sent_by(request: HttpRequest) -> InterruptedAct | None:
    """Return the form of the desk that a request sent; None for other forms, and for one without a key or with a file."""
    if not is_of_the_desk(request.path) or request.FILES or not request.POST.get("key"):
        return None
    fields = tuple((name, tuple(values)) for name, values in request.POST.lists() if name not in NOT_OURS)
    return InterruptedAct(request.get_full_path(), fields, timezone.localtime().strftime("%H:%M"))


def form_as_text(carried: InterruptedAct) -> str:
    """Return a form as signed text for a hidden field; empty where it is too long."""
    text = signing.dumps([carried.to, carried.fields, carried.at], salt=_SALT, compress=True)
    return text if len(text) <= LONGEST else ""


def form_of_text(text: str) -> InterruptedAct | None:
    """Return the form in such a signed text; None where the text is empty, its signature is wrong, or it is more than a day old."""
    try:
        to, fields, at = signing.loads(text, salt=_SALT, max_age=KEPT_FOR)
    except signing.BadSignature:
        return None
    return InterruptedAct(to, tuple((name, tuple(values)) for name, values in fields), at)


def is_of_the_desk(path: str) -> bool:
    """Whether an address belongs to the director's desk."""
    return path.startswith(reverse("desk"))


def page_of(address: str) -> str:
    """Return the nearest existing address of the desk, going up from this one; never with a query.

    It may be one that only takes forms, which then redirects further up (see `leads_to_its_page`).
    """
    path = address.partition("?")[0]
    while is_of_the_desk(path):
        try:
            resolve(path)
        except Resolver404:
            path = _parent_path(path)
        else:
            return path
    return reverse("desk")


def _parent_path(path: str) -> str:
    """Return a path without its last part."""
    return f"{path.rstrip('/').rpartition('/')[0]}/"


class DeskLogInMiddleware(LoginRequiredMiddleware):
    """Asks for a log-in; a form that was sent without one is carried by the log-in page. Pages behind the log-in are never cached."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Tell the browser not to store pages that need a log-in, so that Back does not show them after the log-out."""
        found = request.resolver_match
        is_closed = found is not None and getattr(found.func, "login_required", True)
        if is_closed and "no-store" not in response.get("Cache-Control", ""):
            response["Cache-Control"] = "private, no-store"
        return response

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponseBase | None:
        """Without a log-in, redirect a GET to the log-in page, and answer a POST with the log-in page that carries its form.

        Views that need no log-in do not look at the user at all: their answers are the same for everybody and may be cached.
        """
        if not getattr(view[0], "login_required", True):
            return None
        answer = super().process_view(request, *view)
        return _log_in_first(request) if answer is not None and request.method == "POST" else answer


def _log_in_first(request: HttpRequest) -> HttpResponse:
    """Answer a POST without a log-in: the log-in page with the form in it, or a redirect to that page, which says the form is lost."""
    carried = sent_by(request)
    text = form_as_text(carried) if carried else ""
    if text:
        return _log_in_page(request, page_of(request.path), text)
    query = {"next": page_of(request.path), "lost": "yes"}
    return redirect(f"{reverse('login')}?{urlencode(query)}")


def _log_in_page(request: HttpRequest, to: str, text: str) -> HttpResponse:
    """Return the log-in page that carries a form (``text``, as made by `form_as_text`); without sending it, the log-in leads to ``to``."""
    context = {"form": DirectorLogInForm(request), "next": to, "carried": text, **at_the_machine(request)}
    answer = render(request, "registration/login.html", context, status=403)
    answer["Cache-Control"] = "no-store"
    return answer


class DirectorLogInForm(PlainWords, AuthenticationForm):
    """The log-in form, with error messages in our words."""

    error_messages = {
        "invalid_login": gettext_lazy("The name or password is wrong. Capital letters matter in both."),
        "inactive": gettext_lazy("This account has been closed."),
    }


class LogIn(LoginView):
    """The log-in page; after the log-in, a form that it carries is offered to the user who sent it."""

    authentication_form = DirectorLogInForm

    def get_context_data(self, **given: Any) -> dict[str, Any]:
        """Add the carried form to the context, or the sentence that the last form is lost."""
        carried = self.request.POST.get("carried", "")
        lost = _(LOST) if "lost" in self.request.GET else ""
        return {
            **super().get_context_data(**given),
            "carried": carried if form_of_text(carried) else "",
            "lost": lost,
            **at_the_machine(self.request),
        }

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in; then offer to send the carried form again, or tell that it was another user's and was not sent."""
        answer = super().form_valid(form)
        carried = form_of_text(self.request.POST.get("carried", ""))
        if carried is None:
            return answer
        return offer_to_resend(self.request, carried) or answer


def at_the_machine(request: HttpRequest) -> dict[str, Any]:
    """Return the accounts for which the browser on this machine may make a link for a new password, and whether it is to show the code."""
    return {
        "runners": accounts_that_run() if is_at_the_machine(request) else None,
        "asks_for_code": asks_for_the_code(request),
    }


def locked_out(request: HttpRequest, original: HttpResponse | None, credentials: dict[str, Any] | None) -> HttpResponse:
    """Answer too many wrong passwords: say when to try again, and show the log-in form with the carried form. Named in settings.py."""
    carried = request.POST.get("carried", "")
    context = {
        "form": DirectorLogInForm(request),
        "next": request.POST.get("next", ""),
        "carried": carried if form_of_text(carried) else "",
        **at_the_machine(request),
    }
    answer = render(request, "registration/locked_out.html", context, status=429)
    answer["Cache-Control"] = "no-store"
    return answer


def offer_to_resend(request: HttpRequest, carried: InterruptedAct) -> HttpResponse | None:
    """Return the page that asks whether to send the form again that a log-in interrupted.

    If another user had sent it, a warning is shown instead and the result is None.
    """
    if not is_made_for(carried.key, request.user):
        messages.warning(
            request,
            _(
                "A change that another person sent at {time} was not saved, and you cannot send it for them.",
                time=carried.at,
            ),
        )
        return None
    answer = render(request, "registration/carried.html", {"carried": carried})
    answer["Cache-Control"] = "no-store"
    return answer


def token_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose CSRF token is wrong, as after a log-in in another tab: offer to send it again, else show the way back.

    It is only offered to the user for whom our page made the form: its one-use key proves that no other site made it up.
    """
    is_log_in = request.path == reverse("login")
    carried = form_of_text(request.POST.get("carried", "")) if is_log_in else sent_by(request)
    if carried is not None and request.user.is_authenticated and is_made_for(carried.key, request.user):
        answer = render(request, "registration/carried.html", {"carried": carried}, status=403)
        answer["Cache-Control"] = "no-store"
        return answer
    if carried is not None and not request.user.is_authenticated and (text := form_as_text(carried)):
        return _log_in_page(request, carried.page, text)
    way_on = page_of(request.path) if is_of_the_desk(request.path) else reverse("home")
    return render(request, "403_csrf.html", {"way_on": way_on}, status=403)


class NotAllowedMiddleware:
    """Gives the answer 405 (method not allowed) a page in our own words; Django has no handler for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on; replace an answer 405 by our page where it is HTML."""
        answer = self.get_response(request)
        is_for_people = answer.get("Content-Type", "").startswith("text/html")
        if answer.status_code != 405 or not is_for_people:
            return answer
        way_on = page_of(request.path) if is_of_the_desk(request.path) else reverse("home")
        page = render(request, "405.html", {"way_on": way_on}, status=405)
        page["Allow"] = answer["Allow"]
        return page


def leads_to_its_page(
    view: Callable[Concatenate[HttpRequest, Args], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, Args], HttpResponseBase]:
    """Decorate a view of the desk that only takes forms: a GET of its address is redirected to the page above it.

    Http404 where the user has no role in the event.
    """

    @wraps(view)
    def lead(request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD"):
            return view(request, *args, **kwargs)
        if "slug" in kwargs:
            event_to_direct(request, str(kwargs["slug"]))
        return redirect(page_of(_parent_path(request.path)))

    return lead
