"""Whether the message after a form offers to undo what the form did."""

from __future__ import annotations

from typing import Any

from django.contrib.messages import get_messages
from django.test import Client

from tests.tournament.pages.forms import Form
from tournament.models import Change
from tournament.models.queries import record_of
from tournament.public.forms.keys import OF_THE_FORM
from tournament.record.acts import Undo
from tournament.tellings.history.undoing import offers


def undo_beside(client: Client, form: Form, sent: dict[str, Any]) -> tuple[str, bool]:
    """Send a form; the act that it did, if one press undoes that, and whether its message has Undo beside it."""
    client.cookies.pop("messages", None)  # of the form before
    answer: Any = client.post(form.action, sent)
    done = Change.objects.filter(key__startswith=sent["key"][0][:OF_THE_FORM]).select_related("event").first()
    if done is None or answer.status_code != 302:
        return "", False
    changes = list(done.event.changes.order_by("-version"))
    if offers(changes, record_of(done.event))[done.version].undo is not Undo.AT_ONCE:
        return "", False
    return done.act, any(message.extra_tags for message in get_messages(answer.wsgi_request))
