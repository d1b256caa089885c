"""Webhooks as an application of Django, with its models and a page at the desk of every event."""

from __future__ import annotations

from django.apps import AppConfig

from wording import gettext_noop


class Webhooks(AppConfig):
    """The application of webhooks."""

    name = "tournament.management.webhooks"
    label = "webhooks"
    verbose_name = gettext_noop("Webhooks")
    event_urls = "tournament.management.webhooks.urls"
    event_page = "index"

    def ready(self) -> None:
        """Listen to acts; the first request of a process sends what an earlier one left."""
        # Not imported at the top, because models are loaded only now.
        from django.core.signals import request_started

        from tournament.management.webhooks.queueing import hear, resume
        from tournament.services.changes.signals import act_done

        act_done.connect(hear, dispatch_uid="webhooks")
        request_started.connect(resume, dispatch_uid="webhooks")
