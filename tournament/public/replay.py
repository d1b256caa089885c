"""The public replay of a published log: the viewer, rulings on the table, the final cash, and the findings.

The final cash of a table's players as a page shows it: the log's own, what stands, and what is proved, with one difference.

The causes of errors that a replay found, for a page: sentence, link to the step, calculation, and consequences; notes apart.

What each player was worth after every turn: beside a replay as a chart with the largest swings, and below it as a list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.safestring import SafeString

from games.acquire.editions.values import edition_named
from games.acquire.play.positions import Worth
from games.acquire.replay.calculations import Account
from games.acquire.replay.findings import Finding, Severity
from games.acquire.replay.proof import UNCONFIRMED, UNCONFIRMED_PROOFS, Proof
from tournament.models import Dispute, GameLog
from tournament.public.replay_viewer import step_asked, step_query, viewer
from tournament.public.results import public_log
from tournament.public.site import Site, round_name
from tournament.record.event import EntryRecord, RoundRecord, TableRecord
from tournament.record.names import NameForm, name_key
from tournament.record.vocabulary import DisputeState, Dollars, NameShown, PlayerId
from tournament.replays.causes import causes_in
from tournament.replays.money import CashComparison, compare
from tournament.replays.reading import GameReading, read_game
from tournament.replays.steps import SeatGuess, Swing, find_seats, swings_of, worth_of
from tournament.replays.table_log import UnreadableLogError, header_of, read_table_log
from tournament.replays.workings import AccountLine, account_lines, spoken_calculation, spoken_value
from tournament.tellings.charts import worth_chart
from tournament.tellings.words import MINUS, dollars
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class ShownAmount:
    """One amount: the heading of its column, dollars in words (empty if nobody knows), and how far it is proved, where it is not."""

    label: str
    dollars: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ShownCash:
    """The amounts of one player; ``log_id`` is the ID in the log, empty if it is a part of the name.

    ``off`` is how much more or less than what stands the player gets: "+1,000" or "−500"; empty for as much.
    """

    name: str
    log_id: str
    amounts: tuple[ShownAmount, ...]
    off: str


Column = tuple[str, Callable[[CashComparison], tuple[Dollars | None, str]]]
"""A column of amounts: its heading, and the amount of a row with what is said of it."""


def shown_cash(
    rows: Sequence[CashComparison], names: Mapping[PlayerId, str], *, is_ruled: bool = False
) -> list[ShownCash]:
    """Return the amounts of each player at the table: the log's own, what stands now (entered, or ruled), and what is proved.

    What the log gives as written has a column where somebody's cash is not proved, and so have chosen amounts.
    """
    stands = _("Ruled") if is_ruled else _("Entered")
    columns: list[Column] = [
        (_("Log’s final"), lambda row: (row.recorded, "")),
        (stands, lambda row: (row.entered, "")),
    ]
    if rows and all(row.entered is not None and row.recorded == row.entered for row in rows):
        columns = [(_("{stands} (same as in the log)", stands=stands), lambda row: (row.entered, ""))]
    if any(row.proof is Proof.NOT_PROVED and row.written is not None for row in rows):
        columns.append((_("According to the log as written"), lambda row: (row.written, "")))
    columns.append((_("Proved"), _proved_cash))
    if any(row.chosen for row in rows):
        columns.append((_("Chosen"), _amount_chosen))
    return [_shown_amounts(row, names[row.player], columns) for row in rows]


def _shown_amounts(row: CashComparison, name: str, columns: Sequence[Column]) -> ShownCash:
    """Return the amounts of one player."""
    told = [(label, *amount_of(row)) for label, amount_of in columns]
    amounts = tuple(ShownAmount(label, _dollars(amount), note) for label, amount, note in told)
    own = row.log_id or _("nobody in the log")
    is_told = name_key(own) in {name_key(name), *map(name_key, name.split())}
    return ShownCash(name, "" if is_told else own, amounts, _signed_difference(row.difference))


def _proved_cash(row: CashComparison) -> tuple[Dollars | None, str]:
    """Return what is proved for one player, and how far if it is not proved outright."""
    if row.proof is Proof.NOT_PROVED:
        return None, _(row.proof.value)
    return row.computed, "" if row.proof is Proof.PROVED else _(row.proof.value)


def _amount_chosen(row: CashComparison) -> tuple[Dollars | None, str]:
    """Return what the director chose for one player."""
    return (row.chosen.amount, "") if row.chosen else (None, _("as proved"))


def _dollars(amount: Dollars | None) -> str:
    """Return an amount in words, empty for none."""
    return "" if amount is None else dollars(amount)


def _signed_difference(amount: Dollars | None) -> str:
    """Return a difference with its sign: "+1,000" or "−500"; empty for none."""
    return f"{'+' if amount > 0 else MINUS}{dollars(abs(amount))}" if amount else ""


@dataclass(frozen=True, slots=True)
class ShownFollowing:
    """A finding that is only a consequence: its number, its sentence, the link to its step, and its calculation in words."""

    number: int
    sentence: str
    query: str
    workings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownCause:
    """A finding that is not the consequence of another, with its step, its calculation in words, and each player's account.

    ``query`` is the query of its step's address.
    """

    number: int
    finding: Finding
    sentence: str
    hint: str
    query: str
    step: int
    workings: tuple[str, ...]
    accounts: tuple[tuple[str, list[AccountLine]], ...]
    following: tuple[ShownFollowing, ...]


def shown_causes(reading: GameReading) -> tuple[list[ShownCause], list[ShownCause]]:
    """Return the causes that a replay found, errors first, and beside them its notes; each kind is in the order of the log.

    A place that cannot be read is none of them: the page shows it with its line, in a group of its own.
    """
    found = _shown_causes(reading)
    notes = [cause for cause in found if cause.finding.severity is Severity.NOTE]
    return [cause for cause in found if cause not in notes], notes


def _shown_causes(reading: GameReading) -> list[ShownCause]:
    """Return all causes and notes that a replay found."""
    return [
        ShownCause(
            cause.number,
            cause.finding,
            cause.sentence,
            cause.hint,
            step_query(reading, cause.step),
            cause.step,
            tuple(spoken_calculation(working) for working in cause.calculations),
            tuple((told.player, account_lines(told)) for told in cause.calculations if isinstance(told, Account)),
            tuple(
                ShownFollowing(
                    follower.number,
                    follower.sentence,
                    step_query(reading, follower.step),
                    tuple(spoken_calculation(working) for working in follower.calculations),
                )
                for follower in cause.following
            ),
        )
        for cause in causes_in(reading)
        if not cause.is_unread
    ]


def worth_beside(reading: GameReading, at: int) -> dict[str, Any]:
    """Return the context of the chart, the swings and the list for a replay at the step with index ``at``.

    Within a turn the chart marks the turn before, whose figures are the latest known.
    """
    place = reading.steps[at].turn
    turn = reading.turns[place].place
    moment = turn if at == reading.turns[place].last else max(turn - 1, 0)
    worth = worth_of(reading)
    names = [player.name for player in reading.players]
    cash = [tuple(map(int, row.cash)) for row in worth]
    return {
        # The chart escapes every name that it writes, and contains nothing else from the log.
        "chart": SafeString(worth_chart(cash, names, moment)),
        "names": names,
        "swings": [(swing.turn, _swing_words(reading, swing, names)) for swing in swings_of(worth)],
        "rows": [
            (_moment(reading, row, len(worth) - 1), [spoken_value(int(amount)) for amount in row.cash]) for row in worth
        ],
    }


def _swing_words(reading: GameReading, swing: Swing, names: list[str]) -> str:
    """Return a swing as a sentence that begins with its turn."""
    return _(
        "Turn {turn}: {winner} gained {amount} on {loser}.",
        turn=reading.turns[swing.turn].title,
        winner=names[swing.winner],
        amount=spoken_value(swing.amount),
        loser=names[swing.loser],
    )


def _moment(reading: GameReading, row: Worth, last: int) -> str:
    """Return the name of a moment: "Start", the title of the turn that it follows, or "End" after the ``last`` turn."""
    place = row.turn - 1
    if place == last:
        return _("End")
    return reading.turns[place].title if place else _("Start")


def published_log(site: Site, round_: RoundRecord, table: TableRecord) -> GameLog:
    """Return the published log of a table whose result is public; Http404 with a sentence where there is none."""
    log = public_log(site.event, round_.number, table.number) if round_.is_closed else None
    if log is None:
        sentence = _(
            "No game from round {round}, table {table} has been published.", round=round_.number, table=table.number
        )
        raise Http404(sentence)
    return log


def replay_part(site: Site, round_: RoundRecord, table: TableRecord, turn: int, step: int) -> dict[str, Any]:
    """Return the context of the published game at a turn (from 0) and a step within it (from 1, 0 for the last step).

    Http404 where no log is published or it cannot be read.
    """
    names = {seat.player: site.name(seat.player) for seat in table.seats}
    people = _whole_entries(site, names)
    try:
        log, reading, guesses = _read_published(site, round_, table, names, people)
    except UnreadableLogError as error:
        raise Http404(str(error)) from None
    causes, notes = shown_causes(reading)
    rulings = [_as_shown(_without_codes(words), people, names) for words in _rulings(log)]
    at = step_asked(reading, turn, step)
    # A player of the log who is matched only by the order of play is shown by the place in the log: no name is shown on a guess.
    seats = {
        player.id: guess.player
        for player, guess in zip(reading.players, guesses, strict=True)
        if guess.is_sure and guess.player is not None
    }
    return {
        "name": round_name(round_),
        "table": table,
        "table_url": site.address("table", round_.number, table.number),
        "edition": _(edition_named(reading.record.header.edition).title),
        "is_complete": reading.answer.complete,
        "unread": len(reading.problems),
        "rulings": rulings,
        "ruled": bool(rulings),
        "cash": _cash(reading, table, seats),
        "why": _(UNCONFIRMED)
        if any(reading.proof(player.id) in UNCONFIRMED_PROOFS for player in reading.players)
        else "",
        "has_results": bool(seats),
        "causes": causes,
        "told": notes,
        "address": site.address("replay", round_.number, table.number),
        "viewer": viewer(reading, at, {}),
        "worth_part": worth_beside(reading, at) if site.record.shows_insight else None,
    }


def _read_published(
    site: Site,
    round_: RoundRecord,
    table: TableRecord,
    names: Mapping[PlayerId, str],
    people: Mapping[PlayerId, EntryRecord],
) -> tuple[GameLog, GameReading, Sequence[SeatGuess]]:
    """Return the published log of a table, the game as read with public names, and which player each player of the log is.

    ``names`` are the public names of the players at the table, ``people`` their entries with full names.
    """
    log = published_log(site, round_, table)
    public = {player: site.record.entry(player).as_entered for player in names}
    whole = {player: entry.as_entered for player, entry in people.items()}
    header = header_of(table, public, round_.seat_source, site.record.chain_set).with_meanings(log.words)
    guesses = find_seats(read_table_log(log.text, header).record, table, whole, round_.seat_source, log.confirmed)
    return log, read_game(log.text, header, _public_names(guesses, names)), guesses


def _whole_entries(site: Site, names: Mapping[PlayerId, str]) -> Mapping[PlayerId, EntryRecord]:
    """Return the players with their full names, also those that may not be public, because the log has them."""
    if all(site.record.entry(player).shown_as is NameShown.FULL for player in names):
        return {player: site.record.entry(player) for player in names}
    rows = site.event.entries.filter(number__in=list(names)).values_list("number", "name", "given_name", "family_name")
    return {
        PlayerId(number): EntryRecord(PlayerId(number), name, given_name=given, family_name=family)
        for number, name, given, family in rows
    }


def _as_shown(words: str, people: Mapping[PlayerId, EntryRecord], names: Mapping[PlayerId, str]) -> str:
    """Return the director's words with the players' public names in place of their full names, in whatever form these are written."""
    written = {text: player for player, entry in people.items() for text in _spellings(entry)}
    for text in sorted(written, key=len, reverse=True):
        words = words.replace(text, names[written[text]])
    return words


def _spellings(entry: EntryRecord) -> set[str]:
    """Return a name as it was entered, and in each form."""
    return {entry.as_entered, *(entry.in_form(form).name for form in NameForm)}


def _public_names(guesses: Sequence[SeatGuess], names: Mapping[PlayerId, str]) -> tuple[str, ...]:
    """Return the names for the players of the log, in its order: those of the event, never those that a scribe wrote.

    Players of the same name get their entry numbers too; a player whose match is not sure is "Player 2", by the place in the log.
    """
    sure = [guess.player if guess.is_sure else None for guess in guesses]
    keys = [name_key(names[player]) for player in sure if player is not None]
    keys += [name_key(_("Player {number}", number=place)) for place, player in enumerate(sure, 1) if player is None]
    found = []
    for place, player in enumerate(sure, 1):
        if player is None:
            found.append(_("Player {number}", number=place))
        elif keys.count(name_key(names[player])) > 1:
            found.append(f"{names[player]} ({player})")
        else:
            found.append(names[player])
    return tuple(found)


def _rulings(log: GameLog) -> Iterable[str]:
    """Return the rulings on this table, which are public; the questions of disputes are not."""
    ruled = Dispute.objects.filter(table=log.table_id, state=DisputeState.RULED.value)
    return ruled.values_list("ruling", flat=True)


_CODE = re.compile(r"(?<=\()[a-z]+(?:-[a-z]+)+, (?=R\d)")


def _without_codes(ruling: str) -> str:
    """Return a ruling without the codes of findings: "(R3)" for "(bonus-wrong, R3)"."""
    return _CODE.sub("", ruling)


def _cash(reading: GameReading, table: TableRecord, seats: Mapping[str, PlayerId]) -> list[tuple[str, str, str, str]]:
    """Return for each player of the log the name and the final cash in words: in the log, in the result, and proved.

    ``seats`` has the player at the table by ID of the log, where the match is sure; for others there is no cash of the result. Where the
    amount is not proved, the last word says so.
    """
    entered = {row.log_id: row.entered for row in compare(reading, table, seats)}
    answer = reading.answer
    return [
        (
            player.name,
            spoken_value(answer.recorded_final.get(player.id)),
            spoken_value(entered.get(player.id)),
            _proof_in_words(reading, player.id),
        )
        for player in reading.players
    ]


def _proof_in_words(reading: GameReading, log_id: str) -> str:
    """Return what is proved of a player's final cash in words; empty if the log does not reach the end of the game."""
    if not reading.answer.complete:
        return ""
    proof = reading.proof(log_id)
    if proof is Proof.NOT_PROVED:
        return _(proof.value)
    amount = spoken_value(reading.final[log_id])
    return amount if proof is Proof.PROVED else f"{amount} {_(proof.value)}"
