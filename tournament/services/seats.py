"""Who sits where after a draw: swaps, no-shows, late comers at a table, starting tiles, and seating by tiles or chart.

Computes what a swap of two players costs in repeat meetings, before it is made and for the protocol afterwards (R44).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.db.models import Prefetch

from tournament.day.hall import no_room, reason_not_to_miss, seats_of
from tournament.day.reseating import reason_not_in_play, reason_not_to_seat_by, reason_to_stay
from tournament.draw.lines import line, named, said
from tournament.draw.pairings.planning import evaluate
from tournament.draw.pairings.report import DrawReport, edit_cost
from tournament.draw.pairings.request import DrawnRound, DrawRequest, RoundPlan
from tournament.draw.seating import free_position, name_of, parse_starting_tile, title_of, title_of_round
from tournament.draw.sitouts import reason_not_to_sit_out
from tournament.models import Draw, Entry, Event, Round, Seat, SitOut, Table
from tournament.models.queries import record_of
from tournament.record.acts import IN_THE_HALL, Act, Part, Publicity, Reseats, Switch
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.figures import ChangeFacts, Figures, of_entries
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import PlayerId, RoundState, SeatSource, SitOutKind, SitOutSource, Status
from tournament.services.attendance import WAITING, begun_rounds, fills_in, need_missed, score_missed
from tournament.services.changes import By, Doing, act, actor_of, checked_text
from tournament.services.changes.refusals import RefusedError
from tournament.services.draws import DrawOrder, draw_request, stored_report
from tournament.services.rounds import round_in
from tournament.tellings.undoing import play_in_round
from wording import gettext as _
from wording import gettext_noop


@dataclass(frozen=True, slots=True)
class Swap:
    """A swap of two players and its cost.

    ``line`` is the line for the protocol as it is stored, ``cost_line`` its part about repeat meetings; ``before`` and ``after`` count
    these.
    ``rounds`` are the swapped round and those planned after it, and ``report`` is the report on them. For a ranked round the counts and
    the report are None, because its tables follow from the standings and not from meetings.
    """

    line: str
    cost_line: str
    before: int | None
    after: int | None
    rounds: tuple[DrawnRound, ...]
    report: DrawReport | None
    names: Mapping[PlayerId, str] = field(default_factory=dict, compare=False)

    @property
    def cost(self) -> str:
        """The cost as a sentence."""
        return said(named(self.cost_line, self.names))


def weigh_swap(record: EventRecord, number: int, first: PlayerId, second: PlayerId) -> Swap:
    """Return a swap of two players of round ``number`` with its cost, without making it.

    Raises RefusedError where they cannot be swapped.
    """
    if not record.has_round(number):
        raise RefusedError(_("{round} has not been drawn.", round=title_of_round(record, number)))
    round_ = record.round(number)
    tables = _tables(round_)
    if not {first, second} <= tables.keys() or tables[first] == tables[second]:
        raise RefusedError(_("Choose two players in this round who are not in the same place."))
    if wrong := _reason_to_stay(record, round_, {first: tables[first], second: tables[second]}):
        raise RefusedError(wrong)
    moved = {
        "name": first,
        "table": tables[first],
        "other": second,
        "to": tables[second],
    }
    # A swap with a sit-out drops the plans of later rounds, in which the same player may sit out; they are planned anew anyway.
    is_between_tables = None not in (tables[first], tables[second])
    planned = (_drawn_round(round_), *(_rounds_drawn_with(round_) if is_between_tables else ()))
    changed = (_with_swap(planned[0], first, second), *planned[1:])
    names = record.names
    if round_.kind.is_seated_by_rank:
        cost = line("edit.final" if round_.top_table_wins else "edit.ranked")
        return Swap(line("hall.swapped", **moved, cost=cost), cost, None, None, changed[:1], None, names)
    before, after = (evaluate(_request(record, round_, rounds), rounds) for rounds in (planned, changed))
    cost = edit_cost(before, after).line
    return Swap(line("hall.swapped", **moved, cost=cost), cost, before.repeats, after.repeats, changed, after, names)


def _reason_to_stay(record: EventRecord, round_: RoundRecord, tables: dict[PlayerId, int | None]) -> str:
    """Return why two players cannot be swapped: the round is closed, a table has reported, or a second sit-out (R49); else empty."""
    if round_.is_closed:
        return reason_not_in_play(record, round_)
    for table in tables.values():
        if table is not None and (wrong := reason_to_stay(round_, table)):
            return wrong
    if None in tables.values():
        for player, table in tables.items():
            if table is not None and (wrong := reason_not_to_sit_out(record, round_.number, player)):
                return wrong
    return ""


def _tables(round_: RoundRecord) -> dict[PlayerId, int | None]:
    """Return the table number of everybody in a round, None for those who sit out."""
    tables: dict[PlayerId, int | None] = {seat.player: table.number for table in round_.tables for seat in table.seats}
    return tables | dict.fromkeys(_players_sitting_out(round_))


def _players_sitting_out(round_: RoundRecord) -> tuple[PlayerId, ...]:
    """Return the players who sit out a round and could play it instead; who is away as planned could not."""
    return tuple(
        row.player for row in round_.sit_outs if row.kind.counts_as_sit_out and row.source is not SitOutSource.ABSENCE
    )


def _drawn_round(round_: RoundRecord) -> DrawnRound:
    """Return a stored round as a drawn one: the players of each table in order of position, and who sits out."""
    tables = tuple(
        tuple(seat.player for seat in sorted(table.seats, key=lambda seat: seat.position)) for table in round_.tables
    )
    return DrawnRound(tables, _players_sitting_out(round_))


def _rounds_drawn_with(round_: RoundRecord) -> tuple[DrawnRound, ...]:
    """Return the rounds that were planned with this one in the same draw; none once this one is no draft any more."""
    if round_.has_begun or round_.draw is None:
        return ()
    return tuple(DrawnRound(row.tables, row.sit_outs) for row in round_.draw.plan[1:])


def _with_swap(drawn: DrawnRound, first: PlayerId, second: PlayerId) -> DrawnRound:
    """Return the drawn round with the two players in each other's places."""
    other = {first: second, second: first}
    return DrawnRound(
        tuple(tuple(other.get(player, player) for player in table) for table in drawn.tables),
        tuple(other.get(player, player) for player in drawn.sit_outs),
    )


def _request(record: EventRecord, round_: RoundRecord, rounds: tuple[DrawnRound, ...]) -> DrawRequest:
    """Return the request to the draw by which these rounds are judged, with the players who were drawn then."""
    order = DrawOrder(tuple(map(len, rounds[0].tables)), round_.seed or 0, round_.seat_source)
    request = draw_request(record, round_.number, order, rounds[0].sit_outs)
    everybody = [
        tuple(sorted(player for players in (*row.tables, row.sit_outs) for player in players)) for row in rounds
    ]
    plans = tuple(
        RoundPlan(tuple(map(len, row.tables)), len(row.sit_outs), players=players)
        for row, players in zip(rounds, everybody, strict=True)
    )
    had_sit_out = {
        row.player
        for earlier in record.rounds
        if earlier.number < round_.number
        for row in earlier.sit_outs
        if row.kind.counts_as_sit_out
    }
    players = tuple(sorted({player for players in everybody for player in players}))
    return replace(request, players=players, rounds=plans, sat_out=tuple(sorted(had_sit_out)))


def _swap_entries(doing: Doing, one: Seat, two: Seat) -> None:
    """Exchange the players of two seats, which lose their starting tiles, and note the tables for the log of changes."""
    doing.before = _figures_of_tables((one.entry, one.table.number), (two.entry, two.table.number))
    _note_tiles(doing, one, two)
    doing.after = _figures_of_tables((one.entry, two.table.number), (two.entry, one.table.number))
    doing.entries = [one.entry.number, two.entry.number]
    first, second = one.entry, two.entry
    one.delete()  # deleted first, because a constraint forbids two seats of a player in a round
    two.entry = first
    two.starting_tile = ""
    two.save()
    Seat.objects.create(round_id=one.round_id, table=one.table, entry=second, position=one.position)


def _swap_with_sit_out(doing: Doing, seat: Seat, sit_out: SitOut) -> None:
    """Exchange the player of a seat with one who sits out, and note it for the log of changes."""
    other = sit_out.entry
    doing.before = _figures_of_tables((seat.entry, seat.table.number), (other, None))
    _note_tiles(doing, seat)
    doing.after = _figures_of_tables((other, seat.table.number), (seat.entry, None))
    doing.entries = [seat.entry.number, other.number]
    kind, source, leaving = sit_out.kind, sit_out.source, seat.entry
    sit_out.delete()
    seat.entry, seat.starting_tile = other, ""
    seat.save()
    reason = line("sit-out.swapped", name=leaving.number, other=other.number)
    SitOut.objects.create(round_id=seat.round_id, entry=leaving, kind=kind, source=source, reason=reason)


def _figures_of_tables(*moves: tuple[Entry, int | None]) -> Figures:
    """Return the table number of each player as the log of changes stores it, None for a sit-out."""
    return {"entries": {str(entry.number): {"table": table} for entry, table in moves}}


def _note_tiles(doing: Doing, *seats: Seat) -> None:
    """Note for the log of changes the starting tiles that are lost with these seats."""
    for seat in seats:
        if seat.starting_tile:
            doing.before["entries"][str(seat.entry.number)]["tile"] = seat.starting_tile


def _store_swapped_draw(event: Event, by: By, round_: Round, swap: Swap) -> None:
    """Add a swap to the round's protocol; a draft also gets a new draw with the swapped seats and their report."""
    round_.protocol = [*round_.protocol, swap.line]
    if round_.draw is not None and round_.state == RoundState.DRAFT.value:
        old = round_.draw
        round_.draw = Draw.objects.create(
            event=event,
            first_round=old.first_round,
            seed=old.seed,
            fingerprint=old.fingerprint,
            plan=[{"tables": row.tables, "sit_outs": row.sit_outs} for row in swap.rounds],
            report=stored_report(swap.report, sit_outs=_sitting_out(round_)),
            protocol=round_.protocol,
            made_by=actor_of(by).user,
        )
    round_.save()


def _sitting_out(round_: Round) -> list[SitOutRecord]:
    """Return who sits out the round as it is stored now."""
    return [
        SitOutRecord(PlayerId(row.entry.number), SitOutKind(row.kind), row.reason, chosen=row.chosen)
        for row in round_.sit_outs.select_related("entry")
    ]


def _check_in_for(event: Event, entry: Entry, number: int, missed: SitOutKind | None) -> None:
    """Check a late player in for round ``number``, with the earlier rounds scored as the director chose (R53)."""
    entry.status = Status.PRESENT.value
    before = [round_ for round_ in begun_rounds(event) if round_.number < number]
    held = {*entry.seats.values_list("round_id", flat=True), *entry.sit_outs.values_list("round_id", flat=True)}
    gaps = [round_ for round_ in before if round_.pk not in held]
    if gaps and not fills_in(entry):
        need_missed(event, missed, len(gaps))
    score_missed([entry], before, missed)


def _set_tiles(doing: Doing, table: Table, typed: Mapping[PlayerId, str]) -> int:
    """Store the typed starting tiles of one table; return 1 if any changed, else 0."""
    seats = [seat for seat in table.seats.all() if PlayerId(seat.entry.number) in typed]
    wanted = {seat.pk: _tile(typed[PlayerId(seat.entry.number)]) for seat in seats}
    drawn = [tile for tile in wanted.values() if tile]
    twice = next((tile for tile in drawn if drawn.count(tile) > 1), None)
    if twice:
        raise RefusedError(
            _(
                "Table {table} has tile {tile} twice, but there is only one of each tile. Check both.",
                table=table.number,
                tile=twice,
            )
        )
    changed = [seat for seat in seats if seat.starting_tile != wanted[seat.pk]]
    Seat.objects.filter(pk__in=[seat.pk for seat in changed]).update(starting_tile="")
    for seat in changed:
        doing.before["entries"][str(seat.entry.number)] = {"tile": seat.starting_tile}
        seat.starting_tile = wanted[seat.pk]
        doing.after["entries"][str(seat.entry.number)] = {"tile": seat.starting_tile}
        seat.save(update_fields=["starting_tile"])
    return bool(changed)


def _tile(text: str) -> str:
    """Return the typed tile in its standard form, or an empty text for none."""
    return parse_starting_tile(text) if text.strip() else ""


def _open_round(event: Event, number: int) -> Round:
    """Return the round with that number; raises RefusedError where it is not drawn or is closed."""
    found = event.rounds.select_related("draw").filter(number=number).first()
    if found is None:
        raise RefusedError(_("{round} has not been drawn.", round=title_of_round(record_of(event), number)))
    if found.state == RoundState.CLOSED.value:
        record = record_of(event)
        raise RefusedError(reason_not_in_play(record, record.round(number)))
    return found


@act(
    Act.SWAP_SEATS,
    Part.DRAWS,
    Publicity.PUBLISHED,
    sentence=gettext_noop("{who} swapped seats in {round_called}"),
    rows=("Round", "Seat", "SitOut"),
    reseats=Reseats.PLAYERS,
)
def swap_players(doing: Doing, number: int, first: PlayerId, second: PlayerId) -> Swap:
    """Swap two players of a round, or a seat with a sit-out, before their tables have results; return the swap with its cost.

    ``number`` is the round's. In a draft the draw stays stored, and a new one with the swapped seats becomes the round's, so that the
    report shown fits the seats shown.
    """
    doing.about(number)
    round_ = _open_round(doing.event, number)
    weighed = weigh_swap(record_of(doing.event), number, first, second)
    seats = {
        seat.entry.number: seat
        for seat in round_.seats.select_related("entry", "table").filter(entry__number__in=[first, second])
    }
    sit_out = round_.sit_outs.select_related("entry").filter(entry__number__in=[first, second]).first()
    if len(seats) == 2:
        _swap_entries(doing, seats[first], seats[second])
    elif sit_out is not None:
        _swap_with_sit_out(doing, next(iter(seats.values())), sit_out)
    doing.reseated.add(number)
    _store_swapped_draw(doing.event, doing.actor, round_, weighed)
    return weighed


@act(
    Act.MARK_NO_SHOW,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} did not turn up at {place}"),
    rows=("Seat", "SitOut"),
    undone_as=Act.JOIN_TABLE,
    reseats=Reseats.PLAYERS,
)
def mark_no_show(doing: Doing, number: int, player: PlayerId, kind: SitOutKind, reason: str) -> None:
    """Take a player who did not come off the table; the others play, scored by the table's new size (R54, R63).

    ``number`` is the round's, ``kind`` says how the round is scored for the player. Raises RefusedError where the player cannot be taken
    off.
    """
    doing.about(number, entries=[player], reason=reason)
    round_ = round_in(doing.event, number, RoundState.PUBLISHED)
    seat = round_.seats.select_related("entry", "table").filter(entry__number=player).first()
    if seat is None:
        raise RefusedError(_("Player {number} has no seat in {round}.", number=player, round=name_of(round_)))
    record = record_of(doing.event)
    if wrong := reason_not_to_miss(record, record.round(number), player, kind):
        raise RefusedError(wrong)
    entry, table = seat.entry, seat.table
    doing.table_number = table.number
    doing.before = _figures_of_tables((entry, table.number))
    doing.before["entries"][str(entry.number)]["position"] = seat.position
    _note_tiles(doing, seat)
    seat.delete()
    if player not in record.fill_ins:
        SitOut.objects.create(
            round=round_,
            entry=entry,
            kind=kind.value,
            source=SitOutSource.NO_SHOW.value,
            reason=checked_text(reason) or line("sit-out.no-show"),
        )
    doing.after = {"entries": {str(entry.number): {"scored_as": kind.value}}}
    doing.reseated.add(number)


@act(
    Act.JOIN_TABLE,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} seated at {place}"),
    rows=("Seat", "SitOut", "Entry"),
    undone_as=Act.MARK_NO_SHOW,
    reseats=Reseats.PLAYERS,
)
def join_table(
    doing: Doing,
    number: int,
    player: PlayerId,
    table_number: int,
    *,
    arrives: bool = False,
    missed: SitOutKind | None = None,
) -> None:
    """Seat a late comer, or a no-show who came after all, at a table of a round being played (R53).

    ``number`` is the round's. The player gets the first free position, else the last. The player must be present and without a seat, the
    table without a result; a table of six needs its multiplier and minutes confirmed (R29, R60). With ``arrives`` the player is also
    checked in, and ``missed`` says what the earlier rounds score for them.
    """
    doing.about(number, table_number, entries=[player])
    round_ = round_in(doing.event, number, RoundState.PUBLISHED)
    table = round_.tables.filter(number=table_number).first()
    if table is None:
        raise RefusedError(
            _("{round} has no table {table}; reload the page.", round=title_of(round_), table=table_number)
        )
    entry = Entry.objects.filter(event=doing.event, number=player).first()
    comes = entry is not None and arrives and Status(entry.status) in WAITING
    if entry is None or (entry.status != Status.PRESENT.value and not comes):
        raise RefusedError(_("Player {number} is not checked in; check the player in first.", number=player))
    if round_.seats.filter(entry=entry).exists():
        raise RefusedError(_("{player} already has a seat in {round}.", player=entry.said, round=name_of(round_)))
    record = record_of(doing.event)
    drawn = record.round(number)
    if wrong := no_room(record, drawn, seats_of(drawn), player, table_number):
        raise RefusedError(wrong)
    position = free_position(table.seats.values_list("position", flat=True))
    scored = round_.sit_outs.filter(entry=entry).first()
    was: dict[str, str | int] = {"scored_as": scored.kind, "reason": scored.reason} if scored else {}
    was |= {"source": scored.source, "chosen": scored.chosen} if scored else {}
    was |= {"first_round": entry.first_round} if comes or entry.first_round > number else {}
    was |= {"status": entry.status} if comes else {}
    doing.before = of_entries({entry.number: was}) if was else {}
    round_.sit_outs.filter(entry=entry).delete()
    Seat.objects.create(round=round_, table=table, entry=entry, position=position)
    if comes or entry.first_round > number:
        entry.first_round = number
    if comes:
        _check_in_for(doing.event, entry, number, missed)
    entry.save(update_fields=["status", "first_round"])
    seated: dict[str, str | int] = {"table": table_number, "position": position}
    seated |= {"status": entry.status} if comes else {}
    doing.after = of_entries({entry.number: seated})
    doing.reseated.add(number)


@act(
    Act.SET_TILES,
    Part.DRAWS,
    Publicity.PUBLISHED,
    may=IN_THE_HALL,
    sentence=gettext_noop("Starting tiles of {whom} entered for {round_called}"),
    rows=("Seat",),
    reseats=Reseats.TILES,
    is_joined=True,
)
def set_starting_tiles(doing: Doing, number: int, tiles: Mapping[int, Mapping[PlayerId, str]]) -> int:
    """Store starting tiles by table number and player, where an empty text clears one (R4); return how many tables changed.

    ``number`` is the round's. Raises StartingTileError for a text that is no tile, RefusedError where a table has one twice or nothing
    changes.
    """
    doing.about(number)
    round_ = _open_round(doing.event, number)
    # One join: SQLite takes no list of a thousand entries as the parameters of one query.
    with_entries = Prefetch("seats", Seat.objects.select_related("entry"))
    tables = {table.number: table for table in round_.tables.prefetch_related(with_entries)}
    doing.before, doing.after, changed = {"entries": {}}, {"entries": {}}, 0
    for table_number, typed in tiles.items():
        if table_number not in tables:
            raise RefusedError(
                _("{round} has no table {table}; reload the page.", round=title_of(round_), table=table_number)
            )
        changed += _set_tiles(doing, tables[table_number], typed)
    if not changed:
        raise RefusedError(_("Nothing was changed."))
    doing.entries = sorted(map(int, doing.after["entries"]))
    return changed


def _sentence_of_seating(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about how a round is seated."""
    is_by_chart = facts.after.get("round", {}).get("seating") == SeatSource.CHART.value
    return (
        _("{round}: order of play from the movement chart", round=facts.round_titled)
        if is_by_chart
        else _("{round}: order of play by starting tiles", round=facts.round_titled)
    )


@act(
    Act.SET_SEATING,
    Part.DRAWS,
    Publicity.PUBLISHED,
    sentence=_sentence_of_seating,
    rows=("Round",),
    rests_on=play_in_round,
    switches=Switch.SEATING,
)
def set_seat_source(doing: Doing, number: int, source: SeatSource) -> None:
    """Set whether the seats of round ``number`` follow from drawn tiles or from the chart (R4, R6)."""
    doing.about(number)
    round_ = _open_round(doing.event, number)
    record = record_of(doing.event)
    if wrong := reason_not_to_seat_by(record, record.round(number), source):
        raise RefusedError(wrong)
    doing.before, doing.after = {"round": {"seating": round_.seat_source}}, {"round": {"seating": source.value}}
    round_.seat_source = source.value
    round_.save()
    doing.reseated.add(number)
