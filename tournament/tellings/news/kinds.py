"""The kinds of changes of public figures, each with its fixed sentence."""

from __future__ import annotations

from datetime import datetime, tzinfo

from tournament.draw.naming import is_the_final, name_of_round
from tournament.record.event import EventRecord
from wording import gettext as _
from wording import gettext_noop
from wording.figures import clock_time, long_date
from wording.worded import Worded


class PublicChangeKind(Worded):
    """What changed; the value is its stable name in JSON. In its sentence ``when`` is the time, ``where`` the table and the round."""

    CORRECTED = "result-corrected", gettext_noop("Changed {when}: the result of {where} was corrected.")
    RESTORED = "result-restored", gettext_noop("Changed {when}: the result of {where} was corrected.")
    RULED = "result-ruled", gettext_noop("Changed {when}: the result of {where} was ruled on by the director.")
    ENTERED = "result-entered-again", gettext_noop("Changed {when}: the result of {where} was corrected.")
    SEATED = "seats-corrected", gettext_noop("Changed {when}: who sat at {where} was corrected.")
    MERGED = "entries-merged", gettext_noop("Changed {when}: two entries for one player were merged.")
    WITHDRAWN = "player-withdrawn", gettext_noop("Changed {when}: a player was withdrawn before the end.")
    FINE_GIVEN = "fine-given", gettext_noop("Changed {when}: fines at {where}.")
    FINE_CANCELLED = "fine-cancelled", gettext_noop("Changed {when}: fines at {where}.")
    FINE_RESTORED = "fine-restored", gettext_noop("Changed {when}: fines at {where}.")
    DISQUALIFIED = "player-disqualified", gettext_noop("Changed {when}: a player was disqualified.")
    REINSTATED = "player-reinstated", gettext_noop("Changed {when}: a player was reinstated.")
    SETTINGS = "settings-changed", gettext_noop("Changed {when}: the scoring settings.")
    POINTS = "points-changed", gettext_noop("Changed {when}: the settings for Pentamind points.")
    TIE_RULED = "tie-ruled", gettext_noop("Changed {when}: the ruling on a tie for a medal.")
    TIE_CANCELLED = "tie-ruling-withdrawn", gettext_noop("Changed {when}: the ruling on a tie for a medal.")
    JUNIORS = "juniors-changed", gettext_noop("Changed {when}: the list of juniors was corrected.")
    REOPENED = "round-reopened", gettext_noop("Changed {when}: {where} was reopened.")
    PUT_BACK = "event-put-back", gettext_noop("Changed {when}: the event was put back to an earlier state.")


def where_in_words(record: EventRecord, number: int | None, table: int | None) -> str:
    """Return a table and its round, a table or a round in words: "table 1, round 4"; empty for neither."""
    if number is None:
        return _("table {table}", table=table) if table else ""
    called = name_of_round(record, number)
    if not table:
        return called
    if is_the_final(record, number):
        return _("{tables} in {round}", tables=_("table {table}", table=table), round=called)
    return _("table {table}, {round}", table=table, round=called)


def when_in_words(at: datetime, record: EventRecord, zone: tzinfo) -> str:
    """Return a time in words, with the day unless it is the day of the event."""
    local = at.astimezone(zone)
    if local.date() == record.date:
        return _("at {time}", time=clock_time(local))
    return _("on {date} at {time}", date=long_date(local.date()), time=clock_time(local))
