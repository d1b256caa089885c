"""Rounds that players miss or left in: which can be missed, whose withdrawal counts, and what the next draw is with more or fewer."""

from __future__ import annotations

from dataclasses import replace

from tournament.draw.allocation import AllocationError, arrangements, tables_of_sizes
from tournament.draw.seating import name_of_round, title_of_round
from tournament.record.event import EntryRecord, EventRecord, RoundRecord
from tournament.record.formats import Format, Part
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import (
    DECIDED_BY_RESULTS,
    SMALLEST_TABLE,
    PlayerId,
    RoundState,
    SitOutKind,
    SitOutSource,
)
from wording import gettext as _
from wording import ngettext
from wording.figures import listed


def if_taken_off(record: EventRecord, round_: RoundRecord, player: PlayerId, kind: SitOutKind) -> tuple[str, ...]:
    """Return sentences on withdrawals that have another effect if a player is taken off the table as a no-show (R54).

    ``kind`` is how the player's round is scored. The result is empty if nothing about withdrawals changes.
    """
    tables = tuple(
        replace(table, seats=tuple(seat for seat in table.seats if seat.player != player)) for table in round_.tables
    )
    idle = SitOutRecord(player, kind, source=SitOutSource.NO_SHOW)
    return if_rounds_count(record, record.with_round(replace(round_, tables=tables, sit_outs=(*round_.sit_outs, idle))))


def if_not_played(record: EventRecord, round_: RoundRecord) -> tuple[str, ...]:
    """Return sentences on withdrawals that have another effect if a round becomes a draft again (R54)."""
    return if_rounds_count(record, record.with_round(replace(round_, state=RoundState.DRAFT)))


def if_rounds_count(before: EventRecord, after: EventRecord) -> tuple[str, ...]:
    """Return whose withdrawal begins or ceases to cost medal and points; ``before`` and ``after`` differ in which rounds count (R54)."""
    was, now = (
        {entry.player: entry.name for entry in side.entries if side.has_left_early(entry.player)}
        for side in (before, after)
    )
    if not after.has(Part.MEDALS):
        return ()
    counted = [name for player, name in was.items() if player not in now]
    lost = [name for player, name in now.items() if player not in was]
    lines = []
    if counted:
        lines.append(
            ngettext(
                "{players} withdrew, but counts as having played in the last round: a medal is possible, and Pentamind points count (R54).",
                "{players} withdrew, but count as having played in the last round: medals are possible, and Pentamind points count (R54).",
                len(counted),
                players=listed(counted),
            )
            if after.has(Part.PENTAMIND)
            else ngettext(
                "{players} withdrew, but counts as having played in the last round: a medal is possible.",
                "{players} withdrew, but count as having played in the last round: medals are possible.",
                len(counted),
                players=listed(counted),
            )
        )
    if lost:
        lines.append(
            ngettext(
                "{players} withdrew and does not count as having played in the last round, so gets no medal or Pentamind points (R54).",
                "{players} withdrew and do not count as having played in the last round, so get no medals or Pentamind points (R54).",
                len(lost),
                players=listed(lost),
            )
            if after.has(Part.PENTAMIND)
            else ngettext(
                "{players} withdrew and does not count as having played in the last round, so gets no medal.",
                "{players} withdrew and do not count as having played in the last round, so get no medals.",
                len(lost),
                players=listed(lost),
            )
        )
    return tuple(lines)


def next_draw(record: EventRecord, entry: EntryRecord, change: int) -> list[str]:
    """Return how the tables of the next round change if it has ``change`` players more.

    It is empty if there is no next round, or if the player would not be drawn anyway.
    """
    if record.next_round > record.rounds_planned or (change < 0 and entry not in record.active):
        return []
    now = len(record.active)
    if max(now, now + change) < SMALLEST_TABLE:
        return []  # there is no table before or after
    lines = [
        _(
            "The next round will have {players} players instead of {before}: {tables} instead of {tables_before}.",
            players=now + change,
            before=now,
            tables=tables_for(now + change, record.format),
            tables_before=tables_for(now, record.format),
        )
    ]
    draft = next((round_ for round_ in record.rounds if round_.state is RoundState.DRAFT), None)
    if draft is not None:
        lines.append(_("Draw {round} again: the draft is out of date.", round=name_of_round(record, draft.number)))
    return lines


def rounds_to_miss(record: EventRecord) -> tuple[int, ...]:
    """Return the rounds for which an absence can be planned: those that have not begun, without the last, after which nobody comes back."""
    return tuple(range(record.next_round, record.rounds_planned))


def reason_not_to_miss_round(record: EventRecord, number: int) -> str:
    """Return why an absence cannot be planned for a round, and which act is the right one; empty where it can."""
    if number in rounds_to_miss(record):
        return ""
    title = title_of_round(record, number)
    if record.has_round(number) and record.round(number).state is RoundState.PUBLISHED:
        return _("{round} is being played; mark a no-show on its page instead.", round=title)
    if record.has_round(number) and record.round(number).is_closed:
        return _("{round} is closed; open a table's page to correct it.", round=title)
    if number == record.rounds_planned:
        return _("{round} is the last round; withdraw any player who will not play in it (R54).", round=title)
    return _("This no longer exists; reload the page.")


def planned_of(record: EventRecord, player: PlayerId) -> dict[int, SitOutKind]:
    """Return the rounds to come in which a player will be away, in order; not those for which others have qualified."""
    away = {number: record.absence(player, number) for number in record.absences}
    return {number: row.kind for number, row in away.items() if row is not None and row.kind not in DECIDED_BY_RESULTS}


def away_words(record: EventRecord, player: PlayerId) -> str:
    """Return in which rounds a player will be away: "away in round 3", "away in rounds 2 and 3"; empty for none."""
    numbers = list(planned_of(record, player))
    if not numbers:
        return ""
    return ngettext(
        "away in {rounds}",
        "away in rounds {rounds}",
        len(numbers),
        rounds=name_of_round(record, numbers[0]) if len(numbers) == 1 else listed(numbers),
    )


def taken_part_since(names: str, count: int = 1) -> str:
    """Return why players who have taken part in a round cannot be taken back, and what to do instead (R54)."""
    return ngettext(
        "{players} has already taken part. For one missed round, plan the absence or mark a no-show; withdraw a player who leaves (R54).",
        "{players} have already taken part. For one missed round, plan the absences or mark no-shows; withdraw players who leave (R54).",
        count,
        players=names,
    )


def tables_for(players: int, rules: Format) -> str:
    """Return the preferred tables for ``players`` players: "2 tables of 4 and 1 table of 3" (R38)."""
    try:
        return tables_of_sizes(arrangements(players, rules)[0].sizes)
    except AllocationError:
        return _("no table")
