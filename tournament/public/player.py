"""A player's day in words: every round with the arithmetic of its score.

“Find me”: which players a number or a part of a name may mean, and the same data for the script of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tournament.public.lists import Addresses, PageList, link, name_markup, on_page, safe_drawing
from tournament.public.results import PublicDraw, public_scores
from tournament.public.site import Site, round_name
from tournament.record.event import EntryRecord, EventRecord, RoundRecord
from tournament.record.formats import Scale
from tournament.record.names import Sought, Spellings, spellings
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import PlayerId, RoundCell, Standing, Status, TableScore, Thousandths
from tournament.scores.explaining import explain
from tournament.scores.needed import needs_of
from tournament.scores.totals import standings
from tournament.tellings.charts import player_chart
from tournament.tellings.listing import Listing, Mark
from tournament.tellings.prizes import if_it_ended_now, needs_listing
from tournament.tellings.results import place_cell
from tournament.tellings.standings import place_explained, place_in_words, standings_listing
from tournament.tellings.times import next_start
from tournament.tellings.words import by_name, mark_of, taken_over_words, thousandths, with_minus_signs
from wording import gettext as _
from wording import gettext_noop
from wording.figures import listed

SHOWN = 8
_ANY = 987_654_321  # a placeholder for a number in an address


@dataclass(frozen=True, slots=True)
class Findable:
    """An entry that can be found: number, name, and where it sits.

    ``names`` are the name as it is found: as it is shown, and as it was entered.
    """

    player: PlayerId
    name: str
    names: tuple[Spellings, ...]
    line: str
    """Table and seat, or the place in the standings; may be empty."""


def candidates(people: Sequence[Findable], typed: str) -> tuple[Findable, ...]:
    """Return the entries that a typed text may mean: by number or whole name, else by the start of a word, else by parts of a name."""
    wanted = Sought(typed)
    if not wanted:
        return ()
    tests: tuple[Callable[[Findable], bool], ...] = (
        lambda one: wanted.plain in (*(name.plain for name in one.names), str(one.player)),
        lambda one: any(map(wanted.is_whole, one.names)),
        lambda one: any(map(wanted.begins_in, one.names)),
        lambda one: any(map(wanted.is_in, one.names)),
    )
    for fits in tests:
        found = tuple(one for one in people if fits(one))
        if found:
            return found
    return ()


def findable_entries(site: Site, draw: PublicDraw | None) -> tuple[Findable, ...]:
    """Return all entries from A to Z, with table and seat in the draw, or without a draw (None) the place in the standings."""
    places, seated = (places_in(draw), _sitters(draw)) if draw else ({}, {})
    descriptions = {row.key: row.spoken for row in standings_listing(site.scores).rows} if site.through else {}
    found = []
    for entry in by_name(site.record.entries):
        line, _beside = places.get(entry.player, (descriptions.get(entry.player, ""), ""))
        name = seated.get(entry.player, entry.name)
        found.append(Findable(entry.player, name, tuple(map(spellings, entry.names)), line))
    return tuple(found)


def _sitters(draw: PublicDraw) -> dict[PlayerId, str]:
    """Return by player the name of who sits there (R71)."""
    return {seat.player: seat.name for table in draw.tables for seat in table.seats}


def places_in(draw: PublicDraw) -> dict[PlayerId, tuple[str, str]]:
    """Return by player the table and seat in words, and the opponents."""
    places = {}
    for table in draw.tables:
        for each in table.seats:
            others = listed(other.name for other in table.seats if other.player != each.player)
            more = " · ".join(filter(None, (draw.starts, _("with {names}", names=others))))
            places[each.player] = _place(table.number, each.seat), more
    return places | {idle.player: (idle.words, idle.scored) for idle in draw.idle}


def _place(table: int, seat: int | None) -> str:
    """Return a table, and the seat at it where that is known, in words."""
    if seat:
        return _("table {table}, seat {seat}", table=table, seat=seat)
    return _("table {number}", number=table)


def findable_json(site: Site, draw: PublicDraw | None) -> dict[str, Any]:
    """Return all findable entries for `static/tournament/me.js`: number, name, country, line, table (0 for none) and place from A to Z.

    ``page`` and ``mine`` are the addresses of their pages with ``{}`` for the number. Where two people share a seat (R71) both names
    follow. Players of one table are in order of play once it is known.
    """
    places: dict[PlayerId, tuple[str, int]] = {}
    if draw is not None:
        for table in draw.tables:
            for each in table.seats:
                places[each.player] = _place(table.number, each.seat), table.number
        places |= {idle.player: (idle.said, 0) for idle in draw.idle}
    descriptions = {row.key: row.spoken for row in standings_listing(site.scores).rows} if site.through else {}
    people = site.record.people
    at = {entry.player: place for place, entry in enumerate(by_name(site.record.entries))}
    seated = _sitters(draw) if draw else {}
    order = [*places, *(player for player in people if player not in places)]
    return {
        "starts": draw.starts if draw else "",
        "page": site.address("player", _ANY).replace(str(_ANY), "{}"),
        "mine": site.address("mine", _ANY).replace(str(_ANY), "{}"),
        "players": [
            [
                player,
                seated.get(player, people[player].name),
                people[player].country,
                *places.get(player, (descriptions.get(player, ""), 0)),
                at[player],
                *(filter(None, (people[player].name, taken.called)) if (taken := people[player].taken) else ()),
            ]
            for player in order
        ],
    }


BEST = 8
"""How many places the page tells at once what the player needs for them; the others are unfolded."""
PLAYING_ON = frozenset({Status.REGISTERED, Status.PRESENT, Status.LATE})
WHY_IDLE = {
    Mark.SAT_OUT: gettext_noop("Sat out: {score}, without a multiplier."),
    Mark.PAIRING_PROBLEM: gettext_noop("No table because of a pairing problem: {score}, without a multiplier."),
    Mark.MISSED: gettext_noop("Not played: {score}."),
    Mark.WITHDRAWN: gettext_noop("Not played: {score}."),
    Mark.DISQUALIFIED: gettext_noop("Not played: {score}."),
}


WITHOUT_FACTOR = {
    Mark.SAT_OUT: gettext_noop("Sat out: {score}."),
    Mark.PAIRING_PROBLEM: gettext_noop("No table: {score}."),
}
"""The same where the game has no multiplier by size of table."""
STATUSES = {
    Status.WITHDRAWN: gettext_noop("withdrawn"),
    Status.DISQUALIFIED: gettext_noop("disqualified"),
    Status.REGISTERED: gettext_noop("entered, not checked in yet"),
    Status.LATE: gettext_noop("arriving late"),
    Status.ABSENT: gettext_noop("absent"),
    Status.EXCLUDED: gettext_noop("not playing"),
}
"""The status of an entry in words; nothing is said of players who are present."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent at the same table; ``score`` in thousandths once it is public."""

    player: int
    name: str
    score: Thousandths | None


@dataclass(frozen=True, slots=True)
class RoundInWords:
    """A round of a player in words: table and opponents (``played``), and the score with each step of its arithmetic.

    ``where`` is the table alone, with the place there once it is public.
    """

    name: str
    number: int
    sentences: tuple[str, ...]
    score: Thousandths | None
    played: str = ""
    where: str = ""


def rounds_in_words(site: Site, entry: EntryRecord, row: Standing | None) -> tuple[RoundInWords, ...]:
    """Return every published round of a player in order, closed ones with the arithmetic of the score (R55-R58).

    ``row`` is the player's row of the standings, None before there is one.
    """
    cells = {cell.round: cell for cell in row.cells} if row else {}
    rounds = (_round(site, round_, entry, cells.get(round_.number)) for round_ in site.record.rounds)
    return tuple(words for words in rounds if words is not None)


def _round(site: Site, round_: RoundRecord, entry: EntryRecord, cell: RoundCell | None) -> RoundInWords | None:
    """Return one round of a player; None where the player has no part in it. ``cell`` is its cell of the standings, if there is one."""
    for score in public_scores(site, round_):
        if any(row.player == entry.player for row in score.rows):
            return _round_scored(site, round_, entry, score)
    for table in round_.tables:
        if any(seat.player == entry.player for seat in table.seats):
            others = tuple(
                Opponent(seat.player, site.name(seat.player), None)
                for seat in table.seats
                if seat.player != entry.player
            )
            where = _("Table {number}", number=table.number)
            played = _round_played(site, round_, table.number, where, others)
            return RoundInWords(round_name(round_), round_.number, (), None, played, where)
    sit_out = next((row for row in round_.sit_outs if row.player == entry.player), None)
    mark = mark_of(cell, entry.status) if cell else None
    if cell is not None and mark in WHY_IDLE and cell.score is not None:
        has_factor = site.record.format.has(Scale)
        said = WHY_IDLE[mark] if has_factor else WITHOUT_FACTOR.get(mark, WHY_IDLE[mark])
        words = _(said, score=thousandths(cell.score))
        return RoundInWords(round_name(round_), round_.number, (words,), cell.score)
    if sit_out is not None:
        return _to_sit_out(site, round_, sit_out)
    return None


def _to_sit_out(site: Site, round_: RoundRecord, sit_out: SitOutRecord) -> RoundInWords:
    """Return an open round that the player does not play."""
    score = site.record.format.idle_score(sit_out.kind)
    words = _("Waits for the next round.")
    if score is not None:
        words = _("Sits out this round and scores {score}.", score=thousandths(score))
    return RoundInWords(round_name(round_), round_.number, (words,), None)


def _round_played(site: Site, round_: RoundRecord, table: int, where: str, others: tuple[Opponent, ...]) -> SafeString:
    """Return where and against whom a player plays a round, with links; ``where`` is the table in words."""
    slug = site.record.slug
    place = link(where, "table", slug, round_.number, table)
    names = mark_safe(listed(_opponent(site.record, other) for other in others))  # noqa: S308  each was escaped
    if any(other.score is None for other in others):
        return format_html(_("{table}, with {opponents}. No public result yet."), table=place, opponents=names)
    return format_html(_("{table}, with {opponents}."), table=place, opponents=names)


def _opponent(record: EventRecord, other: Opponent) -> SafeString:
    """Return the link to an opponent's page, with the score once it is public."""
    name = link(format_html("<bdi>{}</bdi>", name_markup(other.name, record)), "player", record.slug, other.player)
    return name if other.score is None else format_html("{} ({})", name, thousandths(other.score))


def _round_scored(site: Site, round_: RoundRecord, entry: EntryRecord, score: TableScore) -> RoundInWords:
    """Return a closed round that the player played."""
    mine = next(row for row in score.rows if row.player == entry.player)
    others = tuple(
        Opponent(row.player, site.name(row.player), row.score)
        for row in sorted(score.rows, key=lambda row: (row.place, row.seat))
        if row.player != entry.player
    )
    if score.ruled_equal:
        where = _("Table {number}", number=score.table)
    else:
        place = place_cell(mine, score).text
        where = _("Table {number}, place {place} of {size}", number=score.table, place=place, size=score.size)
    return RoundInWords(
        name=round_name(round_),
        number=round_.number,
        sentences=tuple(map(with_minus_signs, explain(mine, score, site.record.format))),
        score=mine.score,
        played=_round_played(site, round_, score.table, where, others),
        where=where,
    )


def state_in_words(entry: EntryRecord, *, has_left: bool) -> str:
    """Return the status of an entry in words, empty for present.

    ``has_left`` is whether the player withdrew before the end (R54); a later withdrawal is not told.
    """
    if entry.status is Status.WITHDRAWN and not has_left:
        return ""
    words = STATUSES.get(entry.status)
    return _(words) if words else ""


def _in_two(listing: Listing) -> list[Listing]:
    """Return the first rows of a listing, which a page shows at once, and the rest; parts without rows are left out."""
    parts = listing.part(0, BEST), replace(listing.part(BEST, len(listing.rows)), legend=())
    return [part for part in parts if part.rows]


def _page_without_links(listing: Listing) -> PageList:
    """Return a listing for a page, without links."""
    return on_page(listing, Addresses({}))


def _row_of(site: Site, player: PlayerId) -> Standing | None:
    """Return what a player's rounds scored, also of somebody who is not in the standings, as after a no-show."""
    return next((row for row in standings(site.record, with_arrivals=True) if row.player == player), None)


def player_part(site: Site, number: int) -> dict[str, Any]:
    """Return the context of a player's page; Http404 with a sentence for an unknown number."""
    part = player_facts(site, number)
    entry, row = part["player"], part["row"]
    needs = needs_of(site.scores, entry.player)
    return part | {
        "needs": [_page_without_links(part) for part in _in_two(needs_listing(needs))] if needs else [],
        "taken": taken_over_words(entry),
        "picture": safe_drawing(player_chart(site.scores, entry.player)) if row else "",
        "why": place_explained(site.scores, row) if row else "",
        "changed": site.say(site.changes.of_player(site.record, entry.player)),
    }


def player_facts(site: Site, number: int) -> dict[str, Any]:
    """Return a player's state, place, total, rounds and next start; Http404 with a sentence for an unknown number."""
    entry = site.record.people.get(PlayerId(number))
    if entry is None:
        raise Http404(_("{event} has no player {number}.", event=site.record.name, number=number))
    row = next((row for row in site.rows if row.player == entry.player), None) if site.through else None
    return {
        "player": entry,
        "now": if_it_ended_now(site.scores, entry.player),
        "state": _("fill-in, not ranked")
        if entry.player in site.record.fill_ins
        else state_in_words(entry, has_left=site.record.has_left_early(entry.player)),
        "rank": place_in_words(site.scores, row) if row else "",
        "row": row,
        "rounds": rounds_in_words(site, entry, _row_of(site, entry.player) if site.through else None),
        "next": next_start(site.record, timezone.get_current_timezone()) if entry.status in PLAYING_ON else None,
    }
