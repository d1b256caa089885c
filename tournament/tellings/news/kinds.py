"""The kinds of changes of public figures, each with its fixed sentence."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from enum import StrEnum

from tournament.draw.naming import is_the_final, name_of_round
from tournament.record.event import EventRecord
from wording import gettext as _
from wording import gettext_noop
from wording.figures import clock_time, long_date


class PublicChangeKind(StrEnum):
    """What changed; the value is its stable name in JSON."""

    CORRECTED = "result-corrected"
    RESTORED = "result-restored"
    RULED = "result-ruled"
    ENTERED = "result-entered-again"
    SEATED = "seats-corrected"
    MERGED = "entries-merged"
    WITHDRAWN = "player-withdrawn"
    FINE_GIVEN = "fine-given"
    FINE_CANCELLED = "fine-cancelled"
    FINE_RESTORED = "fine-restored"
    DISQUALIFIED = "player-disqualified"
    REINSTATED = "player-reinstated"
    SETTINGS = "settings-changed"
    POINTS = "points-changed"
    TIE_RULED = "tie-ruled"
    TIE_CANCELLED = "tie-ruling-withdrawn"
    JUNIORS = "juniors-changed"
    REOPENED = "round-reopened"
    PUT_BACK = "event-put-back"


SENTENCES: Mapping[PublicChangeKind, str] = {
    PublicChangeKind.CORRECTED: gettext_noop("Changed {when}: the result of {where} was corrected."),
    PublicChangeKind.RESTORED: gettext_noop("Changed {when}: the result of {where} was corrected."),
    PublicChangeKind.RULED: gettext_noop("Changed {when}: the result of {where} was ruled on by the director."),
    PublicChangeKind.ENTERED: gettext_noop("Changed {when}: the result of {where} was corrected."),
    PublicChangeKind.SEATED: gettext_noop("Changed {when}: who sat at {where} was corrected."),
    PublicChangeKind.MERGED: gettext_noop("Changed {when}: two entries for one player were merged."),
    PublicChangeKind.WITHDRAWN: gettext_noop("Changed {when}: a player was withdrawn before the end."),
    PublicChangeKind.FINE_GIVEN: gettext_noop("Changed {when}: fines at {where}."),
    PublicChangeKind.FINE_CANCELLED: gettext_noop("Changed {when}: fines at {where}."),
    PublicChangeKind.FINE_RESTORED: gettext_noop("Changed {when}: fines at {where}."),
    PublicChangeKind.DISQUALIFIED: gettext_noop("Changed {when}: a player was disqualified."),
    PublicChangeKind.REINSTATED: gettext_noop("Changed {when}: a player was reinstated."),
    PublicChangeKind.SETTINGS: gettext_noop("Changed {when}: the scoring settings."),
    PublicChangeKind.POINTS: gettext_noop("Changed {when}: the settings for Pentamind points."),
    PublicChangeKind.TIE_RULED: gettext_noop("Changed {when}: the ruling on a tie for a medal."),
    PublicChangeKind.TIE_CANCELLED: gettext_noop("Changed {when}: the ruling on a tie for a medal."),
    PublicChangeKind.JUNIORS: gettext_noop("Changed {when}: the list of juniors was corrected."),
    PublicChangeKind.REOPENED: gettext_noop("Changed {when}: {where} was reopened."),
    PublicChangeKind.PUT_BACK: gettext_noop("Changed {when}: the event was put back to an earlier state."),
}
"""The sentence of each kind, for `gettext`; ``when`` is the time, ``where`` the table and the round."""


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
