"""What the desk knows of a person: the day of a player, and whom else a name may mean, here or in the director's earlier events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User

from tournament.access import events_to_direct
from tournament.day.likeness import KnownName, KnownNames
from tournament.day.rosters import Surroundings
from tournament.desk.desk import Desk
from tournament.models import Entry, Event
from tournament.record.event import EntryRecord, EventRecord, RoundRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId, RoundState, TableScore
from tournament.scores import Scores
from tournament.tellings.charts import player_chart
from tournament.tellings.figures import dollars, thousandths
from tournament.tellings.results import place_cell
from tournament.tellings.standings import rank_in_words


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A begun round of a player: the table or why there is none, how it went in words, the score once it is known, and the company."""

    number: int
    table: int | None
    why: str
    words: str
    score: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayersDay:
    """A player's rounds, and total and rank over the closed ones; both are empty before the first is closed; the ranks as a picture."""

    rounds: tuple[PlayedRound, ...]
    total: str
    rank: str
    through: int
    picture: str = ""


def players_day(record: EventRecord, player: PlayerId) -> PlayersDay:
    """Everything that an entry's page tells of the play; scores of rounds that are not closed are told as they stand."""
    scores = Scores(record)
    rounds = tuple(_rounds(scores, player))
    rows = scores.standings() if scores.through else ()
    row = next((row for row in rows if row.player == player), None)
    total, rank = (thousandths(row.total), rank_in_words(row, len(rows))) if row else ("", "")
    return PlayersDay(rounds, total, rank, scores.through, player_chart(scores, player) if row else "")


def _rounds(scores: Scores, player: PlayerId) -> Iterator[PlayedRound]:
    for played in scores.record.rounds:
        if played.state is not RoundState.DRAFT:
            yield _round(scores, played, player)


def _round(scores: Scores, played: RoundRecord, player: PlayerId) -> PlayedRound:
    table = played.table_of(player)
    if table is None:
        sit_out = next((row for row in played.sit_outs if row.player == player), None)
        return PlayedRound(
            played.number, None, f"{sit_out.kind.value}: {sit_out.reason}" if sit_out else "", "", "", ()
        )
    others = tuple(scores.record.name_of(seat.player) for seat in table.seats if seat.player != player)
    result = scores.results(played.number).get(table.number)
    if not isinstance(result, TableScore):
        return PlayedRound(played.number, table.number, "", "", "", others)
    mine = next(row for row in result.rows if row.player == player)
    fine = f", fine {dollars(mine.fine)}" if mine.fine else ""
    place = "equal shares" if result.ruled_equal else f"place {place_cell(mine, result).text} of {result.size}"
    words = f"{place}, {dollars(mine.cash)}{fine}"
    return PlayedRound(played.number, table.number, "", words, thousandths(mine.score), others)


def neighbours(record: EventRecord, entry: EntryRecord) -> tuple[EntryRecord | None, EntryRecord | None]:
    """The entries before and after one in the order of numbers; None at either end."""
    at = record.entries.index(entry)
    before = record.entries[at - 1] if at else None
    return before, record.entries[at + 1] if at + 1 < len(record.entries) else None


MOST_EARLIER = 5_000
"""So many names of earlier events are compared with at most, the latest events first."""


def entered_names(record: EventRecord) -> list[KnownName]:
    """Everybody entered in an event, by number."""
    return [KnownName(entry.name, f"number {entry.player}") for entry in record.entries]


def earlier_names(user: User, event: Event) -> list[KnownName]:
    """Everybody in the other events that a user directs, practice left out, each name once with the latest event it was in."""
    rows = (
        Entry.objects.filter(event__in=events_to_direct(user).filter(is_practice=False))
        .exclude(event=event)
        .order_by("-event__date", "-event_id", "number")
        .values_list("name", "event__name")[:MOST_EARLIER]
    )
    latest: dict[str, str] = {}
    for name, event_name in rows:
        latest.setdefault(name, event_name)
    return [KnownName(name, f"in {event_name}") for name, event_name in latest.items()]


def doubts_about(desk: Desk, name: str, number: int | None = None) -> list[str]:
    """Whom else a name may mean, in sentences that name both; ``number`` is the entry that has the name now, if it is entered.

    Of the very same name in the event, under whatever accents, nothing is said: that is asked about before it is saved.
    """
    key = name_key(name)
    here = KnownNames(
        KnownName(entry.name, f"number {entry.player}")
        for entry in desk.record.entries
        if entry.player != number and name_key(entry.name) != key
    )
    earlier = KnownNames(earlier_names(desk.user, desk.event))
    before = () if earlier.has(name) else earlier.like(name)
    return [alike.words for alike in (*here.like(name), *before)]


def surroundings(desk: Desk, countries: dict[str, str]) -> Surroundings:
    """What a list is read against on the desk; ``countries`` is what was answered about countries nobody knows."""
    return Surroundings(
        entered=[entry.name for entry in desk.record.entries],
        contestant_ids=[entry.contestant_id for entry in desk.record.entries],
        known=entered_names(desk.record),
        earlier=earlier_names(desk.user, desk.event),
        countries=countries,
    )
