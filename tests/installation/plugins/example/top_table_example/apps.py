"""An app: it writes a line into the log for every act, and for every round that is published."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig

if TYPE_CHECKING:
    from tournament.services.changes.signals import ActDone

log = logging.getLogger("tournament.example")


class Listening(AppConfig):
    """The application of the example."""

    name = "top_table_example"
    verbose_name = "Example"
    event_urls = "top_table_example.urls"
    event_page = "hello"

    def ready(self) -> None:
        """Listen; the signals are imported here, because models are loaded only now."""
        from tournament.services.changes.signals import act_done, round_published

        act_done.connect(heard, dispatch_uid="top_table_example")
        round_published.connect(published, dispatch_uid="top_table_example")


def heard(done: ActDone, **_signal: Any) -> None:
    """Write an act down."""
    log.warning("heard %s of %s, version %s", done.act, done.slug, done.version)


def published(done: ActDone, **_signal: Any) -> None:
    """Write a published round down."""
    log.warning("round %s of %s is published", done.round_number, done.slug)
