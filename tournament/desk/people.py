"""What the desk shows about a player: the rounds played, and other people with a similar name, here or in earlier events.

The statuses of entries as the desk's pages say them: a count, a sentence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from tournament.access import events_to_direct
from tournament.day.likeness import KnownName, KnownNames
from tournament.day.lists.rosters import Surroundings
from tournament.day.office.registering import amount_words
from tournament.desk.desk import Desk
from tournament.models import Entry, Event
from tournament.record.acts import AT_WORK
from tournament.record.event import EntryRecord, EventRecord, RoundRecord
from tournament.record.names import name_key
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import PlayerId, RoundState, SitOutKind, Status, TableScore
from tournament.scores.amounts import written
from tournament.scores.explaining import Scores
from tournament.tellings.draw import reason_of
from tournament.tellings.results import place_cell
from tournament.tellings.standings import place_in_words
from tournament.tellings.words import dollars, thousandths
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import listed, whole

MOST_NAMED = 5
"""The most players that a sentence names; of more, it gives the number."""


def status_count(status: Status, count: int) -> str:
    """Return how many entries have a status, "12 present"."""
    return f"{whole(count)} {status.words}"


def status_sentence(status: Status, entries: Sequence[Entry]) -> str:
    """Return a sentence that these players now have a status: "Ada Demo and Ben Demo: late.", "7 players: present."."""
    return _("{sentence}.", sentence=_("{name}: {value}", name=_names_or_number(entries), value=status.words))


def _names_or_number(entries: Sequence[Entry]) -> str:
    """Return the names of players, of more than a few their number; a single player has the entry's number too."""
    if len(entries) > MOST_NAMED:
        return ngettext("{n} player", "{n} players", len(entries))
    return listed(
        [entry.said for entry in entries] if len(entries) > 1 else [f"{entry.number} {entry.said}" for entry in entries]
    )


KINDS = {
    SitOutKind.STANDARD: gettext_noop("sit-out"),
    SitOutKind.PAIRING_PROBLEM: gettext_noop("pairing problem"),
    SitOutKind.MISSED: gettext_noop("not played"),
    SitOutKind.WAITS: SitOutKind.WAITS.said,
}
"""How a round counts for a player who has no table, in words."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A begun round of a player: the number of the table, or why there is none; place and cash in words; the score; who else played.

    ``words`` and ``score`` are empty as long as the result is unknown.
    """

    number: int
    table: int | None
    why: str
    words: str
    score: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayersDay:
    """A player's rounds, with total and rank over the closed rounds (empty before the first is closed).

    ``through`` is the number of the latest round that counts.
    """

    rounds: tuple[PlayedRound, ...]
    total: str
    rank: str
    through: int


def players_day(record: EventRecord, player: PlayerId) -> PlayersDay:
    """Return what an entry's page shows of the player's rounds, including known scores of rounds that are not closed yet."""
    scores = Scores(record)
    rounds = tuple(_rounds(scores, player))
    rows = scores.standings() if scores.through else ()
    row = next((row for row in rows if row.player == player), None)
    total, rank = (thousandths(row.total), place_in_words(scores, row)) if row else ("", "")
    return PlayersDay(rounds, total, rank, scores.through)


def _rounds(scores: Scores, player: PlayerId) -> Iterator[PlayedRound]:
    """Yield the player's part in every published or closed round."""
    for played in scores.record.rounds:
        if played.state is not RoundState.DRAFT:
            yield _round(scores, played, player)


def _round(scores: Scores, played: RoundRecord, player: PlayerId) -> PlayedRound:
    """Return the player's part in one round."""
    table = played.table_of(player)
    if table is None:
        sit_out = next((row for row in played.sit_outs if row.player == player), None)
        return PlayedRound(played.number, None, _why_not_played(sit_out) if sit_out else "", "", "", ())
    others = tuple(scores.record.name_of(seat.player) for seat in table.seats if seat.player != player)
    result = scores.results(played.number).get(table.number)
    if not isinstance(result, TableScore):
        return PlayedRound(played.number, table.number, "", "", "", others)
    mine = next(row for row in result.rows if row.player == player)
    place = (
        _("equal shares")
        if result.ruled_equal
        else _("place {place} of {players}", place=place_cell(mine, result).text, players=result.size)
    )
    fine = mine.figure("fine")
    amount = written(scores.record.format.amount, mine.figure("cash"), [row.figure("cash") for row in result.rows])
    words = [place, amount, *([_("fine {amount}", amount=dollars(fine))] if fine else [])]
    return PlayedRound(played.number, table.number, "", ", ".join(words), thousandths(mine.score), others)


def _why_not_played(row: SitOutRecord) -> str:
    """Return why a player did not play: the kind and the stored reason."""
    kind = _(KINDS[row.kind])
    return _("{name}: {value}", name=kind, value=reason_of(row)) if row.reason else kind


def neighbours(record: EventRecord, entry: EntryRecord) -> tuple[EntryRecord | None, EntryRecord | None]:
    """Return the entries with the next lower and the next higher number; None at either end."""
    at = record.entries.index(entry)
    before = record.entries[at - 1] if at else None
    return before, record.entries[at + 1] if at + 1 < len(record.entries) else None


MOST_EARLIER = 5_000
"""The most entries of other events whose names are compared, the latest events first."""


def entered_names(record: EventRecord) -> list[KnownName]:
    """Return the names of all entries of an event, in order of number."""
    return [KnownName(entry.as_entered, _("number {number}", number=entry.player)) for entry in record.entries]


def earlier_names(user: User, event: Event) -> list[KnownName]:
    """Return the names in the other events that a user directs, without practice events; each name once, with its latest event."""
    rows = (
        Entry.objects.filter(event__in=events_to_direct(user).filter(is_practice=False))
        .exclude(event=event)
        .order_by("-event__date", "-event_id", "number")
        .values_list("name", "event__name")[:MOST_EARLIER]
    )
    latest: dict[str, str] = {}
    for name, event_name in rows:
        latest.setdefault(name, event_name)
    return [KnownName(name, _("in {event}", event=event_name)) for name, event_name in latest.items()]


def paid_elsewhere(desk: Desk) -> dict[PlayerId, list[str]]:
    """Return what the players of an event paid in other events in which the user works, in words by player."""
    people = dict(desk.event.entries.exclude(person=None).values_list("person", "number"))
    events = events_to_direct(desk.user, AT_WORK).filter(is_put_away=False).exclude(pk=desk.event.pk)
    found: dict[PlayerId, list[str]] = defaultdict(list)
    rows = Entry.objects.filter(event__in=events, person__in=people, fee_paid__gt=0) if people else Entry.objects.none()
    for person, event, paid, currency in rows.values_list("person", "event__name", "fee_paid", "event__currency"):
        words = _("paid {amount} in {event}", amount=amount_words(paid, currency), event=event)
        found[PlayerId(people[person])].append(words)
    return found


def doubts_about(desk: Desk, name: str, number: int | None = None) -> list[str]:
    """Return sentences about other people with a similar name, here or in earlier events.

    ``number`` is the entry that has this name, None if it is not entered yet. Entries with the same name (accents aside) are left out,
    because the director is asked about them before the entry is saved.
    """
    key = name_key(name)
    here = KnownNames(
        KnownName(entry.as_entered, _("number {number}", number=entry.player))
        for entry in desk.record.entries
        if entry.player != number and name_key(entry.as_entered) != key
    )
    earlier = KnownNames(earlier_names(desk.user, desk.event))
    before = () if earlier.has(name) else earlier.like(name)
    return [alike.words for alike in (*here.like(name), *before)]


def surroundings(desk: Desk, countries: dict[str, str]) -> Surroundings:
    """Return the names with which a roster is compared; ``countries`` are the director's answers, the code by the unknown spelling."""
    return Surroundings(
        entered=[entry.as_entered for entry in desk.record.entries],
        contestant_ids=[entry.contestant_id for entry in desk.record.entries],
        known=entered_names(desk.record),
        earlier=earlier_names(desk.user, desk.event),
        countries=countries,
    )
