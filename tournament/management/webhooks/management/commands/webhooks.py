"""Send what waits for webhooks, now."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournament.access.commands import refuse
from tournament.management.webhooks.models import Delivery, Hook
from tournament.management.webhooks.sending import send_due


class Command(BaseCommand):
    """``manage.py webhooks``: send what waits, and tell for each webhook what still does."""

    help = "Send what waits for webhooks and is due, and tell for each webhook how much still waits."

    def handle(self, *args: Any, **options: Any) -> None:
        """Send, and print a line for each webhook."""
        if settings.WEBHOOKS == "off":
            refuse("This installation sends no webhooks (TOPTABLE_WEBHOOKS=off).")
        send_due()
        hooks = Hook.objects.select_related("event").order_by("event__slug", "pk")
        for hook in hooks:
            waiting = Delivery.objects.filter(hook=hook, settled_at=None).count()
            state = f"{waiting} waiting" if hook.is_on else "off"
            self.stdout.write(f"{hook.event.slug}  {hook.address}  {state}")
        if not hooks:
            self.stdout.write("No event has a webhook.")
