"""The public replay of a published log: the viewer, rulings on the table, the final cash, and the findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import Http404

from games.acquire.editions import edition_named
from games.acquire.replay import UNCONFIRMED, UNCONFIRMED_PROOFS, Proof
from tournament.models import Dispute, GameLog
from tournament.public.replays.causes import shown_causes
from tournament.public.replays.viewer import step_asked, viewer
from tournament.public.replays.worth import worth_beside
from tournament.public.results import public_log
from tournament.public.site import Site, round_name
from tournament.record.event import EntryRecord, RoundRecord, TableRecord
from tournament.record.names import NameForm, name_key
from tournament.record.vocabulary import DisputeState, NameShown, PlayerId
from tournament.replays import (
    GameReading,
    SeatGuess,
    UnreadableLogError,
    compare,
    find_seats,
    header_of,
    read_game,
    read_table_log,
    spoken_value,
)
from wording import gettext as _


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
    header = header_of(table, public, round_.seat_source, site.record.chain_set).explained(log.words)
    guesses = find_seats(read_table_log(log.text, header), table, whole, round_.seat_source, log.confirmed)
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
            _proved(reading, player.id),
        )
        for player in reading.players
    ]


def _proved(reading: GameReading, log_id: str) -> str:
    """Return what is proved of a player's final cash in words; empty if the log does not reach the end of the game."""
    if not reading.answer.complete:
        return ""
    proof = reading.proof(log_id)
    if proof is Proof.NOT_PROVED:
        return _(proof.value)
    amount = spoken_value(reading.final[log_id])
    return amount if proof is Proof.PROVED else f"{amount} {_(proof.value)}"
