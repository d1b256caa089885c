"""Declares the acts on a drawn round: its seats, tables, phones and clock; and how each is undone.

Changes of a drawn round in the venue: players moved, tables renumbered or removed.
"""

from __future__ import annotations

from datetime import datetime

from tournament.models import Change, Event
from tournament.record.acts import IN_THE_HALL, Act, Part, Publicity, Reseats, Switch, declare
from tournament.record.figures import ChangeFacts, figures_of
from tournament.record.vocabulary import RoundState, SeatSource
from tournament.services.changes import Actor, act_on
from tournament.services.rounds import round_in
from tournament.services.tables import store_clock
from tournament.tellings.undoing import play_in_round
from wording import gettext as _
from wording import gettext_noop, ngettext

declare(
    Act.SWAP_SEATS,
    Part.DRAWS,
    Publicity.PUBLISHED,
    sentence=gettext_noop("{who} swapped seats in {round_called}"),
    rows=("Round", "Seat", "SitOut"),
    reseats=Reseats.PLAYERS,
)


declare(
    Act.MARK_NO_SHOW,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} did not turn up at {place}"),
    rows=("Seat", "SitOut"),
    undone_as=Act.JOIN_TABLE,
    reseats=Reseats.PLAYERS,
)


declare(
    Act.JOIN_TABLE,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} seated at {place}"),
    rows=("Seat", "SitOut", "Entry"),
    undone_as=Act.MARK_NO_SHOW,
    reseats=Reseats.PLAYERS,
)


declare(
    Act.SET_TILES,
    Part.DRAWS,
    Publicity.PUBLISHED,
    may=IN_THE_HALL,
    sentence=gettext_noop("Starting tiles of {whom} entered for {round_called}"),
    rows=("Seat",),
    reseats=Reseats.TILES,
    is_joined=True,
)


def _sentence_of_seating(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about how a round is seated."""
    is_by_chart = facts.after.get("round", {}).get("seating") == SeatSource.CHART.value
    return (
        _("{round}: order of play from the movement chart", round=facts.round_titled)
        if is_by_chart
        else _("{round}: order of play by starting tiles", round=facts.round_titled)
    )


declare(
    Act.SET_SEATING,
    Part.DRAWS,
    Publicity.PUBLISHED,
    sentence=_sentence_of_seating,
    rows=("Round",),
    rests_on=play_in_round,
    switches=Switch.SEATING,
)


def _sentence_of_move(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a player who was moved to another table."""
    to = {row.get("table") for row in facts.after.get("entries", {}).values()}
    if len(to) == 1:
        return _(
            "{round}: {players} moved to table {table}", round=facts.round_titled, players=facts.who, table=to.pop()
        )
    return _("{round}: {players} moved", round=facts.round_titled, players=facts.who)


def _sentence_of_number(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a table with a new number."""
    before, after = facts.before.get("round", {}), facts.after.get("round", {})
    return _(
        "{round}: table {table} is now table {other}",
        round=facts.round_titled,
        table=before.get("table"),
        other=after.get("table"),
    )


declare(
    Act.MOVE_PLAYER,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=_sentence_of_move,
    reseats=Reseats.TABLES,
)
declare(
    Act.RENUMBER_TABLE,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=_sentence_of_number,
    reseats=Reseats.TABLES,
)
declare(
    Act.RETIRE_TABLE,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{place_titled} retired"),
    why_not=gettext_noop("Undo it by hand on its own page."),
    reseats=Reseats.TABLES,
)
declare(
    Act.WITHDRAW_PHONE,
    Part.DRAWS,
    may=IN_THE_HALL,
    sentence=gettext_noop("Phone at {place} withdrawn"),
    why_not=gettext_noop("Scan the code on the slip again with that phone."),
)
declare(
    Act.WITHDRAW_CODE,
    Part.DRAWS,
    may=IN_THE_HALL,
    sentence=lambda facts: _("Code and phones for {place} withdrawn", place=facts.place if facts.tables else facts.who),
    why_not=gettext_noop("Once withdrawn, it stays invalid; make a new one."),
)


def _clock_as_before(event: Event, by: Actor, change: Change) -> None:
    """Undo a change of the round's clock: it started at the moment stored before, with the pauses stored before."""
    with act_on(event, by, Act.START_CLOCK, round_number=change.round_number) as act:
        played = round_in(act.event, change.round_number or 0, RoundState.PUBLISHED)
        act.after, act.before = figures_of(change)
        before = act.after["round"]
        played.starts_at = datetime.fromisoformat(before["starts_at"]) if before["starts_at"] else None
        pauses, played.pauses = played.pauses, before.get("pauses", [])
        store_clock(played, pauses)


def _sentence_of_clock(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a round's clock: started, given more time, paused, restarted and so on."""
    before, after = facts.before.get("round", {}), facts.after.get("round", {})
    if added := after.get("minutes_added") or before.get("minutes_added"):
        return ngettext(
            "{round}: {n} minute added to the clock",
            "{round}: {n} minutes added to the clock",
            added,
            round=facts.round_titled,
        )
    if not after.get("starts_at") and before.get("starts_at"):
        return _("{round}: clock stopped", round=facts.round_titled)
    if before.get("starts_at") == after.get("starts_at"):
        if any(pause["until"] is None for pause in after.get("pauses", ())):
            return _("{round}: clock paused", round=facts.round_titled)
        return _("{round}: clock resumed", round=facts.round_titled)
    return _("{round}: clock started", round=facts.round_titled)


declare(
    Act.START_CLOCK,
    Part.DRAWS,
    Publicity.ALWAYS,
    may=IN_THE_HALL,
    sentence=_sentence_of_clock,
    opposite=_clock_as_before,
    switches=Switch.CLOCK,
)
