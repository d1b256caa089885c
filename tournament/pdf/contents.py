"""What a sheet lists, part by part, as fingerprints: a printed sheet is out of date when what would be set today differs.

A part is a table ("table:3"), a player at one ("table:3/12"), a player ("player:12") or one of the words of the rest ("heading", ...).
Nothing is laid out for it: the same tellings that the sheet prints are taken as text. Version and time of print are no contents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tournament.draw.seating import MARKS, StartingTileError, marked_seats, order_of_play
from tournament.draw.sitouts import SitOutError, suggest_sit_out
from tournament.pdf.catalogue import SHEETS, Scope
from tournament.pdf.job import Job
from tournament.pdf.options import PaperError
from tournament.pdf.sheets.blank import first_arrangement
from tournament.pdf.sheets.cards import table_numbers
from tournament.pdf.sheets.final import check_complete, told_on
from tournament.pdf.sheets.handover import checksum, rounds_to_come
from tournament.pdf.sheets.incidents import rulings_of
from tournament.pdf.sheets.poster import check_address
from tournament.pdf.sheets.prizes import chosen_winners
from tournament.pdf.sheets.standings import through_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.printing import Contents, mark_of_part
from tournament.record.vocabulary import MedalPlace, PlayerId, SeatSource
from tournament.scores.scoring import ScoringError
from tournament.tellings.disputes import disputed_in
from tournament.tellings.drawn.chart import chart_listing
from tournament.tellings.drawn.draw import (
    chains_of,
    idle_listing,
    minutes_in_words,
    order_note,
    places_listing,
    seats_listing,
)
from tournament.tellings.listing import Listing, Row
from tournament.tellings.medals import form_listing, junior_listing, medal_listing, pentamind_listing
from tournament.tellings.people import nation
from tournament.tellings.results import how_scored, table_result
from tournament.tellings.standings import FOR_FILES, standings_listing

Parts = dict[str, Any]


def contents_of(name: str, job: Job) -> Contents:
    """What a sheet lists now; PaperError where it cannot be printed now."""
    number, job = _of_round(name, job)
    kind = SHEETS[name]
    address = (job.record.public_address, job.record.network_name) if kind.carries_address else ()
    heading = (job.record.name, job.record.date.isoformat(), *address)
    try:
        parts = {"heading": heading, **_LISTED[name](job)}
    except (ScoringError, StartingTileError) as error:
        raise PaperError(str(error)) from error
    is_whole = job.options.is_whole or not kind.has_parts
    return Contents(name, number, {key: mark_of_part(value) for key, value in parts.items()}, is_whole)


def _of_round(name: str, job: Job) -> tuple[int | None, Job]:
    if SHEETS[name].scope is Scope.EVENT:
        return None, job
    if name == "standings":
        return through_of(job), job
    if name == "results":
        job = job.at_last_result()
    if name == "arrangement" and not any(row.number == job.options.round_number for row in job.record.rounds):
        latest = max((row.number for row in job.record.rounds if row.tables), default=0)
        return job.options.round_number or latest or 1, job
    return job.round.number, job


def _text(row: Row) -> tuple[Any, ...]:
    cells = tuple((cell.text, *(tag.words for tag in cell.tags)) for cell in row.cells)
    return cells, row.above.text if row.above else None, row.why


def _rows(listing: Listing) -> Parts:
    return {f"player:{row.key}": _text(row) for row in listing.rows}


def _whole(listing: Listing) -> tuple[Any, ...]:
    return listing.caption, listing.note, listing.legend, tuple(_text(row) for row in listing.rows)


def _entries(job: Job) -> Parts:
    return {
        f"player:{entry.player}": (entry.name, entry.country, entry.is_junior, entry.status)
        for entry in job.listed_entries(job.record.entries)
    }


def _poster(job: Job) -> Parts:
    check_address(job)
    return {}


def _cards(job: Job) -> Parts:
    """What stands on the cards, and which code: one that was withdrawn makes the card of its player out of date."""
    shown = job.listed_entries(job.record.active or job.record.entries)
    return {
        f"player:{entry.player}": (
            *(entry.name, entry.country, False),  # earlier cards had a mark there
            *([entry.codes_withdrawn] if entry.codes_withdrawn else []),
        )
        for entry in shown
    }


def _numbered(job: Job) -> Parts:
    return {"rules": job.record.ruleset, **{f"table:{number}": number for number in table_numbers(job)}}


def _prices(job: Job) -> Parts:
    names = {job.record.chain_set, *(row.chain_set for played in job.record.rounds for row in played.tables)}
    return {"chains": sorted(names)}


def _blank(job: Job) -> Parts:
    record = job.record
    names = {f"player:{entry.player}": entry.name for entry in record.active or record.entries}
    rules = (record.ruleset, record.rounds_planned, record.chain_set, record.seat_source, first_arrangement(job))
    return {"rules": rules, **names}


def _chart(job: Job) -> Parts:
    listing = job.arranged(chart_listing(job.record))
    return {"rounds": (listing.caption, listing.columns), **_rows(listing)}


def _arrangement(job: Job) -> Parts:
    played = next((row for row in job.record.rounds if row.number == job.options.round_number), None)
    if played is None and job.options.round_number is None:
        played = next((row for row in reversed(job.record.rounds) if row.tables), None)
    latest = max((row.number for row in job.record.rounds if row.tables), default=0)
    number = played.number if played else job.options.round_number or latest + 1
    try:
        who: object = suggest_sit_out(job.record, number, (played.seed if played else None) or 0)
    except SitOutError as error:
        who = str(error)
    drawn = (
        (played.sizes, played.kind, played.seed, played.sit_outs, played.protocol, played.starts_at) if played else ()
    )
    return {
        "draw": (drawn, len(job.record.active)),
        "met": [
            [[seat.player for seat in table.seats] for table in row.tables]
            for row in job.record.rounds
            if row.number < number
        ],
        "idle": (who, [entry.name for entry in job.record.entries]),
        "rules": (job.record.ruleset, job.record.rounds_planned),
    }


def _before_tiles(job: Job) -> Job:
    """The same order to print, no starting tile typed yet: tiles say who begins, and make nothing that hangs or lies in the hall wrong."""
    if job.round.seat_source is SeatSource.CHART:
        return job
    tables = tuple(
        replace(table, seats=tuple(replace(seat, starting_tile="") for seat in table.seats))
        for table in job.round.tables
    )
    played = replace(job.round, tables=tables)
    rounds = tuple(played if row.number == played.number else row for row in job.record.rounds)
    return replace(job, record=replace(job.record, rounds=rounds))


def _order(job: Job) -> Parts:
    decided = all(table.seats_are_decided(job.round.seat_source) for table in job.round.tables)
    return {
        "order": (
            job.round_scope,
            job.record.plan_of(job.round.number),
            order_note(job.round.seat_source, has_tiles=decided),
        )
    }


def _by_player(job: Job) -> Parts:
    job = _before_tiles(job)
    listing = job.arranged(places_listing(job.record, replace(job.round, tables=job.stretch), ""))
    at = {seat.player: table.number for table in job.stretch for seat in table.seats}
    keys = {
        row.key: f"table:{at[PlayerId(row.key)]}/{row.key}" if row.key in at else f"idle:{row.key}"
        for row in listing.rows
    }
    return {**_order(job), **{keys[row.key]: _text(row) for row in listing.rows}}


def _by_table(job: Job) -> Parts:
    job = _before_tiles(job)
    tables = {f"table:{row.number}": _whole(seats_listing(job.record, job.round, row)) for row in job.tables}
    return {**_order(job), "idle": _whole(idle_listing(job.record, job.round)), **tables}


def _slips(job: Job) -> Parts:
    """What stands on the slips, and which code: one that was withdrawn makes the slip of its table out of date."""
    parts = _at_tables(job)
    if not job.record.has_table_codes:
        return parts
    return {
        **parts,
        **{f"table:{row.number}": (parts[f"table:{row.number}"], row.codes_withdrawn) for row in job.tables},
    }


def _at_tables(job: Job) -> Parts:
    job = _before_tiles(job)

    def told(table: TableRecord) -> tuple[Any, ...]:
        seats = [
            (mark, seat.starting_tile, job.name(seat.player))
            for mark, seat in marked_seats(table, job.round.seat_source)
        ]
        return minutes_in_words(table.size, job.record.ruleset), chains_of(job.record, table), seats

    return {
        "order": (job.round_scope, job.record.plan_of(job.round.number)),
        **{f"table:{table.number}": told(table) for table in job.tables},
    }


def _records(job: Job) -> Parts:
    job = _before_tiles(job)

    def told(table: TableRecord) -> tuple[Any, ...]:
        names = [(mark, job.name(seat.player)) for mark, seat in marked_seats(table, job.round.seat_source)]
        return chains_of(job.record, table), table.size, names

    return {"order": job.round_scope, **{f"table:{table.number}": told(table) for table in job.tables}}


def _results(job: Job) -> Parts:
    number = job.round.number
    scores = {score.table: score for score in job.scores.tables(number)}
    told = {
        f"table:{table.number}": _whole(table_result(job.scores, number, table, scores[table.number]))
        if table.number in scores
        else ""
        for table in job.tables
    }
    return {
        "order": (job.round_scope, job.round.is_closed, disputed_in([job.round]), how_scored(job.record.ruleset)),
        **told,
    }


def _standings(job: Job) -> Parts:
    through = through_of(job)
    listing = job.arranged(standings_listing(job.scores, through).without(*FOR_FILES))
    disputed = disputed_in(played for played in job.record.closed_rounds if played.number <= through)
    return {"order": (listing.caption, listing.legend, disputed, job.scores.is_complete), **_rows(listing)}


def _incidents(job: Job) -> Parts:
    names = [job.name(penalty.player) for penalty in job.record.penalties]
    return {"penalties": (job.record.penalties, names), "rulings": list(rulings_of(job))}


def _protocol(job: Job) -> Parts:
    return {
        f"round:{played.number}": (
            *(played.kind, played.seed, played.seat_source, played.state, played.published_at, played.protocol),
            [(job.name(row.player), row.kind, row.reason) for row in played.sit_outs],
            [
                [(mark, job.name(seat.player), seat.starting_tile) for mark, seat in _played(table, played.seat_source)]
                for table in played.tables
            ],
        )
        for played in job.record.rounds
    }


def _played(table: TableRecord, source: SeatSource) -> Iterable[tuple[str, SeatRecord]]:
    """The players of a table in order of play, marked by their seats once these are decided."""
    marks = MARKS[SeatSource.CHART if table.seats_are_decided(source) else source]
    return zip(marks, order_of_play(table, source), strict=False)


def _state(job: Job) -> Parts:
    return {"all": checksum(job.record), "coming": (job.record.planned_starts, rounds_to_come(job.record))}


def _final_list(job: Job) -> Parts:
    if not job.record.closed_rounds:
        raise PaperError("No round is closed yet, so there is no final list; close a round first.")
    scores = told_on(job)
    lists = {"medals": medal_listing(scores), "juniors": junior_listing(scores)}
    told = {key: _whole(listing) for key, listing in lists.items()}
    order = job.scores.is_complete, len(job.record.closed_rounds), disputed_in(job.record.closed_rounds)
    return {"order": order, **told, "pentamind": _whole(pentamind_listing(scores))}


def _form(job: Job) -> Parts:
    check_complete(job, "No medal is decided yet")
    names = [(entry.given_name, entry.family_name) for entry in job.record.entries]
    return {
        "medals": (_won(job, job.scores.medals), _won(job, job.scores.juniors)),
        "order": (disputed_in(job.record.closed_rounds), names),
        **_rows(form_listing(job.scores)),
    }


def _won(job: Job, places: tuple[MedalPlace, ...]) -> list[Any]:
    return [(job.name(place.player), nation(job.people[place.player]), place) for place in places if place.medal]


def _winners(job: Job) -> list[MedalPlace]:
    check_complete(job, "No medal is decided yet")
    return [place for place in (*job.scores.medals, *job.scores.juniors) if place.medal]


def _read_out(job: Job) -> Parts:
    told = [(job.name(won.player), nation(job.people[won.player]), won) for won in _winners(job)]
    return {"order": disputed_in(job.record.closed_rounds), "medals": told}


def _receipts(job: Job) -> Parts:
    told = [(won.medal, job.name(won.player)) for won in _winners(job)]
    return {"order": disputed_in(job.record.closed_rounds), "medals": told}


def _certificates(job: Job) -> Parts:
    where = (job.record.venue, len(job.record.closed_rounds), disputed_in(job.record.closed_rounds))
    parts: dict[str, list[Any]] = {}
    for _, won in chosen_winners(job, [("", won) for won in _winners(job)]):
        parts.setdefault(f"player:{won.player}", []).append((won.medal, job.name(won.player), won.total))
    return {"order": where, **parts}


_LISTED: Mapping[str, Callable[[Job], Parts]] = MappingProxyType(
    {
        "poster": _poster,
        "check-in": _entries,
        "table-cards": _numbered,
        "place-cards": _cards,
        "information-card": _prices,
        "blank-set": _blank,
        "movement-chart": _chart,
        "arrangement": _arrangement,
        "pairings-by-player": _by_player,
        "pairings-by-table": _by_table,
        "result-slips": _slips,
        "record-sheet": _records,
        "results": _results,
        "standings": _standings,
        "incidents": _incidents,
        "draw-protocol": _protocol,
        "handover": _state,
        "final-list": _final_list,
        "medal-form": _form,
        "prize-giving": _read_out,
        "prize-receipts": _receipts,
        "certificates": _certificates,
    }
)
"""What each sheet lists, by its name in the catalogue."""
