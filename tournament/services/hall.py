"""Declares the acts on a drawn round: its seats, tables, phones and clock; and how each is undone.

Changes of a drawn round in the venue: players moved, tables renumbered or removed.
"""

from __future__ import annotations

from datetime import datetime

from tournament.draw.seating import free_position
from tournament.models import Change, Entry, Event, Seat, SitOut
from tournament.record.acts import IN_THE_HALL, Act, Part, Publicity, Reseats, Switch, declare
from tournament.record.figures import ChangeFacts, ChangeRow, figures_of
from tournament.record.vocabulary import PlayerId, RoundState, SeatSource
from tournament.services.attendance import drop_late_scores
from tournament.services.changes import Actor, act_on
from tournament.services.rounds import round_in
from tournament.services.seats import set_seat_source, set_starting_tiles, swap_players
from tournament.services.tables import store_clock
from tournament.tellings.undoing import play_in_round
from wording import gettext as _
from wording import gettext_noop, ngettext


def _swap_back(event: Event, by: Actor, change: Change) -> None:
    """Undo a swap: swap the same two players again, and restore the starting tiles that the swap had cleared."""
    number, (first, second) = change.round_number or 0, map(PlayerId, change.entries)
    swap_players(event, by, number, first, second)
    for player, row in figures_of(change)[0]["entries"].items():
        if tile := row.get("tile"):
            seats = Seat.objects.filter(round__event=event, round__number=number, entry__number=int(player))
            seats.update(starting_tile=tile)


def _somebody_sits_out(change: ChangeRow) -> str:
    """Return why a swap is undone on the round's page: it swapped a seat with a sit-out; empty where it did not."""
    if all(row.get("table", 0) is not None for row in figures_of(change)[1].get("entries", {}).values()):
        return ""
    return _("Undo it by hand on its own page.")


declare(
    Act.SWAP_SEATS,
    Part.DRAWS,
    Publicity.PUBLISHED,
    sentence=gettext_noop("{who} swapped seats in {round_called}"),
    opposite=_swap_back,
    asks_page=_somebody_sits_out,
    reseats=Reseats.PLAYERS,
)


def _seat_no_show(event: Event, by: Actor, change: Change) -> None:
    """Undo a no-show: seat the player again at the same table, in the same place with the same starting tile."""
    (number,), at, (before, after) = change.entries, change.round_number or 0, figures_of(change)
    was = before["entries"][str(number)]
    with act_on(event, by, Act.JOIN_TABLE, round_number=at, table_number=change.table_number, entries=[number]) as act:
        row = round_in(act.event, at, RoundState.PUBLISHED)
        table = row.tables.get(number=change.table_number or 0)
        entry = act.event.entries.get(number=number)
        row.sit_outs.filter(entry=entry).delete()
        taken = list(table.seats.values_list("position", flat=True))
        position = was.get("position") or free_position(taken)
        if position in taken:  # versions up to 2.7 moved the other players up
            for seat in table.seats.filter(position__gte=position).order_by("-position"):
                seat.position += 1
                seat.save(update_fields=["position"])
        tile = was.get("tile", "")
        Seat.objects.create(round=row, table=table, entry=entry, position=position, starting_tile=tile)
        act.before = after
        act.after = {"entries": {str(number): {"table": table.number, "position": position}}}
        act.reseated.add(row.number)


declare(
    Act.MARK_NO_SHOW,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} did not turn up at {place}"),
    opposite=_seat_no_show,
    reseats=Reseats.PLAYERS,
)


def _unseat(event: Event, by: Actor, change: Change) -> None:
    """Undo a seating at a table: remove the player from it, and restore the sit-out, status and first round of before."""
    (number,), at, (before, after) = change.entries, change.round_number or 0, figures_of(change)
    was = before.get("entries", {}).get(str(number), {})
    with act_on(
        event, by, Act.MARK_NO_SHOW, round_number=at, table_number=change.table_number, entries=[number]
    ) as act:
        row = round_in(act.event, at, RoundState.PUBLISHED)
        entry = act.event.entries.get(number=number)
        row.seats.filter(entry=entry).delete()
        if was.get("status"):
            drop_late_scores(entry)
        if was.get("scored_as"):
            words = {"reason": was.get("reason", ""), "source": was.get("source", ""), "chosen": was.get("chosen", "")}
            SitOut.objects.create(round=row, entry=entry, kind=was["scored_as"], **words)
        if stored := {name: was[name] for name in ("status", "first_round") if was.get(name)}:
            Entry.objects.filter(pk=entry.pk).update(**stored)
        act.before, act.after = after, before
        act.reseated.add(row.number)


declare(
    Act.JOIN_TABLE,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} seated at {place}"),
    opposite=_unseat,
    reseats=Reseats.PLAYERS,
)


def _set_tiles_of_before(event: Event, by: Actor, change: Change) -> None:
    """Undo entered starting tiles: set those that were stored before."""
    number, before = change.round_number or 0, figures_of(change)[0]["entries"]
    seats = Seat.objects.filter(round__event=event, round__number=number, entry__number__in=change.entries)
    tiles: dict[int, dict[PlayerId, str]] = {}
    for table, player in seats.values_list("table__number", "entry__number"):
        tiles.setdefault(table, {})[PlayerId(player)] = before[str(player)]["tile"]
    set_starting_tiles(event, by, number, tiles)


declare(
    Act.SET_TILES,
    Part.DRAWS,
    Publicity.PUBLISHED,
    may=IN_THE_HALL,
    sentence=gettext_noop("Starting tiles of {whom} entered for {round_called}"),
    opposite=_set_tiles_of_before,
    reseats=Reseats.TILES,
    is_joined=True,
)


def _seat_by_source_before(event: Event, by: Actor, change: Change) -> None:
    """Undo a change of how a round is seated: by starting tiles or by the chart, as before."""
    before = SeatSource(figures_of(change)[0]["round"]["seating"])
    set_seat_source(event, by, change.round_number or 0, before)


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
    opposite=_seat_by_source_before,
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
