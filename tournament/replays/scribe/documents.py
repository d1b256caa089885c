"""A scribe's log as documents for the page: the board with its lines, the game that it begins, and the entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS, tile_name
from games.acquire.logs.json import document
from games.acquire.play.positions import position_at
from games.acquire.record import GameRecord
from games.acquire.replay.steps import cells_of
from games.acquire.svg import chain_letters
from tournament.replays.scribe.board import Moment, moment_of, next_question, objections
from tournament.replays.scribe.entries import ScribedLog
from tournament.replays.table_log import text_of_events


def board_document(log: ScribedLog) -> dict[str, Any]:
    """Return everything that the board shows of a log; ``lines`` are its turns, each with its text and the objections of the rules."""
    moment = moment_of(log.record)
    state = moment.now
    names = state.labels.names
    letters = chain_letters(names)
    under_way = moment.number and not moment.is_between_turns
    ids = [player.id for player in log.record.header.players]
    return {
        "turn": {"number": moment.number, "player": ids[_last_player(moment)] if moment.number else None},
        "next": {"number": moment.number + 1, "player": ids[moment.following]},
        "players": [
            {
                "id": player.id,
                "name": player.name,
                "cash": int(state.cash[seat]),
                "shares": [state.shares[chain][seat] for chain in range(CHAINS)],
            }
            for seat, player in enumerate(log.record.header.players)
        ],
        "chains": [
            {
                "name": name,
                "letter": letters[name],
                "size": state.size(chain),
                "price": state.price[chain],
                "bank": state.bank[chain],
            }
            for chain, name in enumerate(names)
        ],
        "cells": {tile_name(tile): chain for tile, chain in cells_of(state, names).items()},
        "placed": tile_name(state.placed) if under_way and state.placed >= 0 else None,
        "ask": next_question(moment),
        "lines": _lines(log),
    }


def game_document(opening: GameRecord) -> dict[str, Any]:
    """Return what never changes in a game, so that a device can follow it: starting tiles, prices by chain and size, limits."""
    state = position_at(opening)
    return {
        "start": {tile_name(event.value): "" for event in opening.events},
        "ids": [player.id for player in opening.header.players],
        "names": list(state.labels.names),
        "prices": [list(prices) for prices in state.prices],
        "cash": state.edition.start_cash,
        "bank": state.edition.chain_shares,
        "limit": state.edition.buy_max,
    }


def _last_player(moment: Moment) -> int:
    """Return the player of the last turn written."""
    turns = [event.player for event in moment.record.events if event.act is ActKind.TURN]
    return turns[-1]


def entries_document(log: ScribedLog) -> list[dict[str, Any]]:
    """Return the entries that were not taken back, in the form in which the device stores them: the key and the events."""
    header = log.record.header
    words = GameRecord(header, tuple(event for entry in log.entries for event in entry.events))
    events = iter(document(words)["events"])
    return [{"key": entry.key, "events": [next(events) for _ in entry.events]} for entry in log.entries]


def _lines(log: ScribedLog) -> list[dict[str, Any]]:
    """Return the log turn by turn with the objections of the rules; the first row has what precedes the first turn."""
    against = objections(log)
    turns: list[list[tuple[Action, int]]] = [[]]
    for event, owner in zip(log.record.events, log.owners, strict=True):
        if event.act is ActKind.TURN:
            turns.append([])
        turns[-1].append((event, owner))
    return [_line(log, turn, against) for turn in turns]


def _line(log: ScribedLog, turn: Sequence[tuple[Action, int]], against: Mapping[int, str]) -> dict[str, Any]:
    """Return one turn as text, with the objections against its entries (``against``, by entry)."""
    owners = sorted({owner for _, owner in turn})
    return {
        "text": text_of_events(log.record.header, [event for event, _ in turn]),
        "against": [against[owner] for owner in owners if owner in against],
        "marked": any(log.entries[owner].mark for owner in owners if owner >= 0),
    }
