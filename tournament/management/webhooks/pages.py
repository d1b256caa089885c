"""The page of an event's webhooks at the desk: which there are, what was sent to them last, and what the director may do with each."""

from __future__ import annotations

from time import monotonic, sleep

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournament.desk.desk import Desk, desk_act, desk_form
from tournament.desk.forms.fields import PageForm
from tournament.management.webhooks.models import LONGEST_ADDRESS, Delivery, Failure, Hook
from tournament.management.webhooks.queueing import test
from tournament.management.webhooks.reach import AddressError, checked_address
from tournament.management.webhooks.signing import new_salt, secret_of
from wording import gettext as _
from wording import gettext_noop

MOST_HOOKS = 5
SHOWN = 10
"""How many deliveries of a hook its page shows."""
WAITS_FOR_TEST = 2.0
"""How many seconds a press on “Send a test” waits for its answer."""

FAILURES = {
    Failure.FORBIDDEN: gettext_noop("not sent: the address is in a network to which this server does not send"),
    Failure.UNREACHED: gettext_noop("not reached"),
    Failure.SLOW: gettext_noop("no answer within ten seconds"),
    Failure.INSECURE: gettext_noop("not sent: the address has no valid certificate"),
    Failure.GIVEN_UP: gettext_noop("given up after a day"),
}


class HookForm(PageForm):
    """The address of a new webhook."""

    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.URLInput(attrs={"placeholder": "https://example.org/hook", "autocomplete": "off"}),
        help_text=gettext_lazy("Where a program of yours waits for news of this event."),
    )

    def clean_address(self) -> str:
        """Return the address; ValidationError for one to which nothing may be sent."""
        try:
            return checked_address(self.cleaned_data["address"])
        except AddressError as refusal:
            raise ValidationError(str(refusal)) from None


@desk_form
def index(desk: Desk) -> HttpResponse:
    """List the webhooks of an event; a POST adds one, and only its answer shows the secret."""
    form = HookForm(desk.posted)
    if desk.sent(form):
        if refusal := _why_not(desk):
            return desk.refused(refusal, desk.request.path)
        address = form.cleaned_data["address"]
        hooks = Hook.objects.filter(event=desk.event)
        if hooks.filter(address=address).exists():
            form.add_error("address", _("This address has a webhook already; see below."))
        elif hooks.count() >= MOST_HOOKS:
            form.add_error(None, _("An event has at most {most} webhooks; remove one first.", most=MOST_HOOKS))
        else:
            return _page(desk, HookForm(), Hook.objects.create(event=desk.event, address=address, salt=new_salt()))
    return _page(desk, form)


def _why_not(desk: Desk) -> str:
    """Return why nothing about webhooks can be changed now; empty where it can."""
    if settings.WEBHOOKS == "off":
        return _("This installation sends no webhooks.")
    if desk.event.is_put_away:
        return _("{name} is archived and cannot be changed.", name=desk.record.name)
    return ""


def _page(desk: Desk, form: HookForm, fresh: Hook | None = None) -> HttpResponse:
    """Render the page; ``fresh`` is the hook whose secret is new."""
    waiting = Count("deliveries", filter=Q(deliveries__settled_at=None))
    hooks = list(Hook.objects.filter(event=desk.event).annotate(waiting=waiting))
    last: dict[int, list[tuple[Delivery, str]]] = {}
    for delivery in Delivery.objects.filter(hook__event=desk.event).order_by("-pk")[: MOST_HOOKS * SHOWN]:
        if len(rows := last.setdefault(delivery.hook_id, [])) < SHOWN:
            rows.append((delivery, _said(delivery)))
    return desk.page(
        "director/settings/webhooks.html",
        "settings",
        form=form,
        hooks=[(hook, last.get(hook.pk, [])) for hook in hooks],
        is_off=settings.WEBHOOKS == "off",
        fresh=fresh,
        secret=secret_of(fresh.salt) if fresh else "",
    )


def _said(delivery: Delivery) -> str:
    """Return what came of a delivery."""
    if delivery.failure:
        return _(FAILURES[Failure(delivery.failure)])
    if delivery.status is None:
        return _("waits")
    if 200 <= delivery.status < 300:
        return _("delivered ({status})", status=delivery.status)
    return _("refused ({status})", status=delivery.status)


@desk_act
def press(desk: Desk, pk: int) -> HttpResponse:
    """Do with a webhook what the pressed button says: send a test, switch it on or off, remove it, or give it a new secret."""
    hook = Hook.objects.filter(event=desk.event, pk=pk).select_related("event").first()
    if hook is None:
        raise Http404(_("This webhook no longer exists."))
    back, do = desk.address("webhooks:index"), desk.typed("do")
    if do == "remove":
        hook.delete()
        return desk.done(_("The webhook to {address} is removed.", address=hook.address), back)
    if refusal := _why_not(desk):
        return desk.refused(refusal, back)
    if do == "test":
        return desk.done(_tested(test(hook)), back)
    if do == "secret":
        hook.salt = new_salt()
        hook.save(update_fields=["salt"])
        return _page(desk, HookForm(), hook)
    hook.is_on, hook.failures, hook.next_try_at = do == "on", 0, timezone.now()
    hook.save(update_fields=["is_on", "failures", "next_try_at"])
    if hook.is_on:
        return desk.done(_("News goes to {address} from now on.", address=hook.address), back)
    hook.deliveries.filter(settled_at=None).delete()
    return desk.done(_("Nothing more goes to {address}.", address=hook.address), back)


def _tested(delivery: Delivery) -> str:
    """Wait a moment for the answer to a test, and return what came of it."""
    end = monotonic() + WAITS_FOR_TEST
    while delivery.settled_at is None and monotonic() < end:
        sleep(0.05)
        delivery.refresh_from_db()
    if delivery.settled_at is None:
        return _("The test is on its way. Reload this page to see its answer.")
    return _("The test: {outcome}.", outcome=_said(delivery))
