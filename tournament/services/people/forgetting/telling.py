"""What was rewritten when people were forgotten, in words."""

from __future__ import annotations

from tournament.services.people.forgetting.replacing import Replaced
from wording import gettext as _
from wording import ngettext
from wording.figures import in_a_row


def rewritten_in_words(done: Replaced) -> str:
    """Return what was rewritten, or would be, as sentences: places with their numbers of rows, private data, phones."""
    rows = [_("{place} ({n})", place=_(place), n=many) for place, many in sorted(done.rows.items()) if many]
    private = ngettext("Private data is deleted in {n} place.", "Private data is deleted in {n} places.", done.private)
    phones = ngettext("{n} phone is logged out.", "{n} phones are logged out.", done.phones)
    return " ".join(
        (
            _("Rewritten: {places}.", places=in_a_row(rows)) if rows else _("No other text has the name."),
            *((private,) if done.private else ()),
            *((phones,) if done.phones else ()),
        )
    )
