"""Attach a log of a table's game to the table."""

from __future__ import annotations

from tournament.draw.seating import title_of_round
from tournament.models import Event, GameLog, Table
from tournament.models.at_table import MAX_LOG_CHARACTERS
from tournament.models.queries import record_of
from tournament.record.acts import BY_ARBITER, Act, Part, declare
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import RoundState
from tournament.replays.reading import read_game
from tournament.replays.table_log import NO_TABLE, TableHeader, UnreadableLogError, header_of
from tournament.services.changes import By, act_on, actor_of, checked_text
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording import gettext_noop

LONGEST_TITLE = 120


def table_in(event: Event, round_number: int, table_number: int) -> Table:
    """Return a table of a published or closed round, with the log that is written at it; raises RefusedError where there is none."""
    tables = Table.objects.select_related("round", "scribing__log")
    table = tables.filter(round__event=event, round__number=round_number, number=table_number).first()
    if table is None:
        raise RefusedError(
            _(
                "{round} has no table {table}; reload the page.",
                round=title_of_round(record_of(event), round_number),
                table=table_number,
            )
        )
    if table.round.state == RoundState.DRAFT.value:
        raise RefusedError(
            _("{round} is a draft; publish it first.", round=title_of_round(record_of(event), round_number))
        )
    return table


def header_in(record: EventRecord, round_: RoundRecord, table: TableRecord) -> TableHeader:
    """Return what is known of a table's game without a log: players, seats, starting tiles and chain names."""
    names = {seat.player: record.entry(seat.player).as_entered for seat in table.seats}
    return header_of(table, names, round_.seat_source, record.chain_set)


def header_at(event: Event, round_number: int, table_number: int) -> TableHeader:
    """Return the same for a table by its numbers; `NO_TABLE` where there is none."""
    record = record_of(event)
    try:
        round_ = record.round(round_number)
        return header_in(record, round_, round_.table(table_number))
    except KeyError:
        return NO_TABLE


def attach_log(event: Event, by: By, round_number: int, table_number: int, text: str, title: str = "") -> GameLog:
    """Store a log of a table's game as it was given, and return it.

    Raises RefusedError, with line and column, where not even one turn of it can be read.
    """
    if not text.strip():
        raise RefusedError(_("The log is empty; paste the text or choose a file."))
    if len(text) > MAX_LOG_CHARACTERS:
        raise RefusedError(_("The log is too long for one game. Attach the log of a single game."))
    try:
        read_game(text, header_at(event, round_number, table_number))
    except UnreadableLogError as error:
        raise RefusedError(str(error)) from None
    with act_on(event, by, Act.ATTACH_LOG, round_number=round_number, table_number=table_number) as doing:
        table = table_in(doing.event, round_number, table_number)
        said = checked_text(title, LONGEST_TITLE)
        log = GameLog.objects.create(table=table, text=text, title=said, attached_by=actor_of(by).user)
        doing.after = {"log": {"id": log.pk, "characters": len(text)}}
    return log


declare(
    Act.ATTACH_LOG,
    Part.RESULTS,
    may=BY_ARBITER,
    sentence=gettext_noop("Log attached to {place}"),
    why_not=gettext_noop("A log stays with the table it was attached to."),
)
