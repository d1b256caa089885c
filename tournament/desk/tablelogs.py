"""What the pages of a table's logs and disputes show in common: the list of both, and a log set against the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse

from games.acquire.errors import Problem
from games.acquire.logs import AskedWord
from tournament.models import Dispute, Event, GameLog
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.lengths import LONGEST_RULING
from tournament.record.vocabulary import DisputeState, PlayerId
from tournament.replays import (
    GameReading,
    SeatGuess,
    TableHeader,
    UnreadableLogError,
    find_seats,
    header_of,
    names_by_event,
    propose_question,
    read_game,
    stories_of,
)
from wording import gettext as _
from wording import pgettext

KEPT_RULINGS = "rulings"
"""The key in the session of rulings that were typed and not given yet, by the dispute's key as text."""


@dataclass(frozen=True, slots=True)
class LogOrDispute:
    """A log or a dispute in the list of a table: its key and name, its state in a word, when it was added, and its page."""

    pk: int
    name: str
    state: str
    came_at: datetime
    url: str

    @property
    def is_open(self) -> bool:
        """Whether it is a dispute that waits for a ruling."""
        return self.state == DisputeState.OPEN.value

    @property
    def state_words(self) -> str:
        """The state of a dispute as its tag shows it."""
        return dispute_state(self.state)


def dispute_state(state: str) -> str:
    """Return the state of a dispute in a word; ``state`` is a value of `DisputeState`."""
    if state == DisputeState.OPEN.value:
        return pgettext("a dispute", "open")
    return pgettext("a dispute", "ruled") if state == DisputeState.RULED.value else pgettext("a dispute", "withdrawn")


def log_or_404(event: Event, number: int, table: int, pk: int) -> GameLog:
    """Return a log of a table by its key ``pk``; ``number`` is the round. Http404 where that table has no such log."""
    logs = GameLog.objects.select_related("table__round", "attached_by")
    log = logs.filter(pk=pk, table__round__event=event, table__round__number=number, table__number=table).first()
    if log is None:
        raise Http404(_("Table {table} has no log {key} in this round.", table=table, key=pk))
    return log


def dispute_or_404(event: Event, number: int, table: int, pk: int) -> Dispute:
    """Return a dispute of a table by its key ``pk``; ``number`` is the round. Http404 where that table has no such dispute."""
    disputes = Dispute.objects.select_related("table__round", "log")
    found = disputes.filter(pk=pk, table__round__event=event, table__round__number=number, table__number=table).first()
    if found is None:
        raise Http404(_("Table {table} has no dispute {key} in this round.", table=table, key=pk))
    return found


@dataclass(frozen=True, slots=True)
class LogAtTable:
    """A parsed log, with a guess which player at the table each player of the log is."""

    reading: GameReading
    names: dict[PlayerId, str]
    guesses: tuple[SeatGuess, ...]

    @property
    def seats(self) -> dict[str, PlayerId]:
        """The guessed player at the table by ID of the log; IDs without a guess are left out."""
        return {guess.log_player.id: guess.player for guess in self.guesses if guess.player is not None}

    @property
    def people(self) -> dict[str, str]:
        """The names of the guessed players by ID of the log."""
        return {log_id: self.names[player] for log_id, player in self.seats.items()}

    @property
    def named(self) -> GameReading:
        """The game with the event's names in place of the log's, for players whose guess is sure."""
        sure = {
            guess.log_player.id: guess.player for guess in self.guesses if guess.is_sure and guess.player is not None
        }
        return self.reading.with_names(names_by_event(self.reading, sure, self.names))

    @property
    def unsure(self) -> tuple[str, ...]:
        """The IDs of players whose guess rests on the order of play alone, or for whom there is no guess."""
        return tuple(guess.log_player.id for guess in self.guesses if not guess.is_sure)


def header_at(record: EventRecord, round_: RoundRecord, table: TableRecord) -> TableHeader:
    """Return what is known of a table's game without a log: players, seats, starting tiles and chain names."""
    names = {seat.player: record.entry(seat.player).as_entered for seat in table.seats}
    return header_of(table, names, round_.seat_source, record.chain_set)


def at_table(
    text: str,
    header: TableHeader,
    record: EventRecord,
    round_: RoundRecord,
    table: TableRecord,
    confirmed: Mapping[str, PlayerId],
) -> LogAtTable:
    """Read a log and guess which player at the table each of its players is. Raises UnreadableLogError.

    ``header`` is what is known without the log, with its words; ``confirmed`` are the players whom the director has confirmed, by the log's
    ID.
    """
    reading = read_game(text, header)
    entered = {seat.player: record.entry(seat.player).as_entered for seat in table.seats}
    names = {seat.player: record.name_of(seat.player) for seat in table.seats}
    return LogAtTable(reading, names, find_seats(reading, table, entered, round_.seat_source, confirmed))


def ruling_on(log: GameLog) -> Dispute | None:
    """Return the latest ruling on the game of a log: on a dispute about one of the table's logs, after this one was attached.

    None while a dispute of the table is open.
    """
    disputes = list(Dispute.objects.filter(table=log.table_id).order_by("settled_at"))
    if any(dispute.state == DisputeState.OPEN.value for dispute in disputes):
        return None
    ruled = [dispute for dispute in disputes if dispute.state == DisputeState.RULED.value and dispute.log_id]
    since = [dispute for dispute in ruled if dispute.settled_at and dispute.settled_at >= log.attached_at]
    return since[-1] if since else None


def story_lines(game: LogAtTable, table: TableRecord) -> list[str]:
    """Return what may have happened, each with the cash by it in a line, for a log that does not prove everybody's cash."""
    cash = {seat.player: seat.cash for seat in table.seats}
    entered = {log_id: cash.get(player) for log_id, player in game.seats.items()}
    names = {player.id: player.name for player in game.reading.players} | game.people
    return [story.label(names) for story in stories_of(game.reading, game.named, entered)]


def question_about(log: GameLog, header: TableHeader, finding: int) -> str:
    """Return the proposed question for a dispute about a finding (counted from 0) of a log; empty where there is no such finding."""
    try:
        found = read_game(log.text, header.with_meanings(log.words)).findings
    except UnreadableLogError:
        return ""
    return propose_question(*found[finding]) if finding < len(found) else ""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A place in a log that was not recognised: what was wrong, and its line, divided before and after the word in doubt."""

    line: int
    column: int
    sentence: str
    before: str
    word: str
    after: str

    @property
    def name(self) -> str:
        """The word in doubt without the signs that close it."""
        return self.word.rstrip(":;,.)")


def excerpts_of(problems: Sequence[Problem]) -> list[Excerpt]:
    """Return the places of a log that were not understood."""
    return [_excerpt(problem) for problem in problems]


def _excerpt(problem: Problem) -> Excerpt:
    """Return one such place."""
    before, rest = problem.text[: problem.column - 1], problem.text[problem.column - 1 :]
    word = rest.split(maxsplit=1)[0] if rest.strip() else ""
    sentence = str(problem)
    told = sentence[:1].upper() + sentence[1:]
    return Excerpt(problem.line, problem.column, told, before.lstrip(), word, rest[len(word) :])


@dataclass(frozen=True, slots=True)
class UnknownWord:
    """A word of a log that the reader does not know, with its lines; ``is_asked`` says whether its meaning is asked for.

    ``meaning`` is the key that stands in the choice: the answer that is stored, else what another log of the event has, else a guess.
    """

    word: str
    times: int
    lines: tuple[Excerpt, ...]
    meaning: str
    is_asked: bool


def unknown_words(log: GameLog, reading: GameReading) -> list[UnknownWord]:
    """Return the unknown words of a log, those first that are asked for; answered ones remain, to be answered otherwise."""
    asked = {each.word.casefold(): each for each in reading.log.asked}
    places = excerpts_of([*reading.problems, *(_first_place(reading, each) for each in asked.values())])
    known = {word.casefold(): meaning for word, meaning in log.words.items()}
    elsewhere = _explained_elsewhere(log) if asked else {}
    names: dict[str, str] = {}
    for word in (*(each.word for each in asked.values()), *log.words, *(place.name for place in places)):
        names.setdefault(word.casefold(), word)
    lines: dict[str, dict[int, Excerpt]] = {key: {} for key in names}
    for place in places:
        lines[place.name.casefold()].setdefault(place.line, place)
    return [
        UnknownWord(
            names[key],
            asked[key].times if key in asked else len(own),
            tuple(own[line] for line in sorted(own)),
            known.get(key) or elsewhere.get(key) or (asked[key].guess if key in asked else ""),
            key in asked or key in known,
        )
        for key, own in lines.items()
    ]


def _first_place(reading: GameReading, asked: AskedWord) -> Problem:
    """Return the line of a log in which a word stands first that is asked for; the reader may have passed it over."""
    text = [*reading.text.splitlines(), ""][asked.line - 1]
    return Problem(asked.line, text.find(asked.word) + 1, text, "", "")


def _explained_elsewhere(log: GameLog) -> dict[str, str]:
    """Return the meanings of words by other logs of the event, which this log is asked for again."""
    others = GameLog.objects.filter(table__round__event=log.table.round.event_id).exclude(pk=log.pk)
    return {
        word.casefold(): meaning for words in others.values_list("words", flat=True) for word, meaning in words.items()
    }


def logs_part(record: EventRecord, number: int, table: int) -> dict[str, Any]:
    """Return the context of templates/director/disputes/_logs.html: the logs and disputes of a table, oldest first.

    ``number`` is the round, ``table`` the number of the table.
    """

    def address(page: str, key: int) -> str:
        return reverse(page, args=[record.slug, number, table, key])

    logs = [log for log in record.logs if (log.round, log.table) == (number, table)]
    disputes = [dispute for dispute in record.disputes if (dispute.round, dispute.table) == (number, table)]
    return {
        "logs": [
            LogOrDispute(
                log.key, log.name, "public" if log.is_public else "", log.attached_at, address("desk_log", log.key)
            )
            for log in logs
        ],
        "disputes": [
            LogOrDispute(row.key, row.question, row.state.value, row.opened_at, address("desk_settle_dispute", row.key))
            for row in disputes
        ],
    }


def keep_ruling(request: HttpRequest, dispute: int, words: str) -> None:
    """Keep what was typed as the ruling on a dispute, by its key, until the dispute is settled; empty words forget it.

    No more is kept than a ruling may have.
    """
    rulings = {key: kept for key, kept in request.session.get(KEPT_RULINGS, {}).items() if key != str(dispute)}
    if words:
        rulings[str(dispute)] = words[:LONGEST_RULING]
    if rulings != request.session.get(KEPT_RULINGS, {}):
        request.session[KEPT_RULINGS] = rulings


def kept_ruling(request: HttpRequest, dispute: int) -> str:
    """Return what was typed as the ruling on a dispute and kept (see `keep_ruling`); empty for nothing."""
    return str(request.session.get(KEPT_RULINGS, {}).get(str(dispute), ""))
