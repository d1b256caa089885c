"""Who helps at an event: invite by link and code, set roles, withdraw with one press."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import event_to_direct
from tournament.desk.acting import REFUSALS, act_and_go, actor_of, page
from tournament.desk.forms.helping import InviteForm, RolesForm
from tournament.desk.frame import desk_context
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.letin import shown_code
from tournament.record.roles import GIVEN, read_roles, roles_listed
from tournament.services.helping import (
    Invitation,
    helpers_of,
    invite_helper,
    open_invitations,
    set_helper,
    withdraw_helper,
    withdraw_invitation,
)

HELPERS = "desk_helpers"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """List who helps and who is invited, and invite; the secrets of an invitation stand in the answer to it and nowhere else."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    form = InviteForm(request.POST or None, record=record)
    made: Invitation | None = None
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        try:
            made = invite_helper(event, actor_of(request), form.chosen, name=typed["name"], number=typed["plays_as"])
        except REFUSALS as refusal:
            form.add_error(None, str(refusal))
    shown = form if made is None else InviteForm(record=record)
    invited = form.cleaned_data["name"] if made else ""
    context = desk_context(
        event,
        record_of(event) if made else record,
        "helpers",
        form=shown,
        made=_told(made) if made else None,
        invited=invited,
        maker=event.created_by,
        **_rows(event),
    )
    return render(request, "director/helpers/helpers.html", context)


def _rows(event: Event) -> dict[str, Any]:
    """Who helps, the maker of the event apart, and who is invited and has not come yet."""
    helpers = helpers_of(event)
    waiting = [link for link in open_invitations(event) if link.account_id is None]
    own = next((helper for helper in helpers if helper.account_id == event.created_by_id), None)
    return {
        "maker_plays": own.entry if own else None,
        "helpers": [(helper, _spoken(helper.roles)) for helper in helpers if helper.account_id != event.created_by_id],
        "invitations": [(link, _spoken(link.grants["roles"]), link.grants["name"]) for link in waiting],
    }


def _spoken(roles: str) -> str:
    return roles_listed(read_roles(roles)).capitalize()


def _told(made: Invitation) -> dict[str, str]:
    """Where the link leads, for a code where phones can reach it, and the code as it is typed."""
    path = reverse("let_in", args=[made.token])
    return {
        "link": f"{settings.OWN_ADDRESS}{path}",
        "scanned": f"{settings.PUBLIC_ADDRESS}{path}" if settings.PUBLIC_ADDRESS else "",
        "code": shown_code(made.code),
        "typed_at": f"{settings.OWN_ADDRESS}{reverse('let_in_code')}",
    }


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str, account: int) -> HttpResponse:
    """Set the roles of a helper, and the entry as which they play."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    helper = next((row for row in helpers_of(event) if row.account_id == account), None)
    is_maker = account == event.created_by_id
    if helper is None and not is_maker:
        raise Http404(f"Nobody helps in {event.name} under this number any more.")
    stored = {
        "roles": [role.value for role in GIVEN if helper and role in helper.role_set],
        "plays_as": helper.entry.number if helper and helper.entry else None,
    }
    form = RolesForm(request.POST or None, record=record, is_maker=is_maker, initial=stored)
    name = helper.account.get_username() if helper else event.created_by.get_username()
    if request.method == "POST" and form.is_valid():
        return act_and_go(
            request,
            lambda: set_helper(event, actor_of(request), account, form.chosen, form.cleaned_data["plays_as"]),
            f"Saved what {name} may do.",
            page(HELPERS, event),
        )
    context = desk_context(event, record, "helpers", form=form, helper_name=name, is_maker=is_maker)
    return render(request, "director/helpers/helper.html", context)


@require_POST
def withdraw(request: HttpRequest, slug: str, account: int) -> HttpResponse:
    """Take every role from a helper at once."""
    event = event_to_direct(request, slug)
    return act_and_go(
        request,
        lambda: withdraw_helper(event, actor_of(request), account),
        "Withdrawn: that helper has no part in this event any more.",
        page(HELPERS, event),
    )


@require_POST
def withdraw_link(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let nobody in any more by an invitation."""
    event = event_to_direct(request, slug)
    return act_and_go(
        request,
        lambda: withdraw_invitation(event, actor_of(request), pk),
        "The invitation is withdrawn; its link and code let nobody in.",
        page(HELPERS, event),
    )
