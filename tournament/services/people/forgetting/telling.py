"""What was rewritten when people were forgotten, in words."""

from __future__ import annotations

from collections import Counter

from tournament.services.people.forgetting.places import PLACES
from tournament.services.people.forgetting.replacing import Replaced
from wording import gettext as _
from wording import ngettext
from wording.figures import in_a_row


def left_in_words(done: Replaced) -> str:
    """Return where a search of all tables finds the name, as a sentence."""
    called = {f"{place.name}.{column}": place.called for place in PLACES for column in place.columns}
    found: Counter[str] = Counter()
    for column, many in done.left.items():
        model = column.partition(".")[0]
        own = {"Entry": _("entries"), "User": _("accounts"), "Event": _("names of events")}  # not said
        found[_(called[column]) if column in called else own.get(model, column)] += many
    if not found:
        return _("A search of all tables finds the name nowhere.")
    places = [_("{place} ({n})", place=place, n=many) for place, many in sorted(found.items())]
    return _("A search of all tables still finds the name in: {places}.", places=in_a_row(places))


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
