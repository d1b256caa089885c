"""What a scribe's board shows, as plain values for the page's script: the position, what is asked, the log turn by turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.acquire.actions import Act
from games.acquire.board import CHAINS, LONE, TILES, tile_name
from games.acquire.logs import document, write_text
from games.acquire.play import State, position_at
from games.acquire.record import GameRecord
from games.acquire.svg import chain_letters
from tournament.replays.scribe.asking import Moment, ask_of, moment_of
from tournament.replays.scribe.checking import objections
from tournament.replays.scribe.entries import Scribed


def sheet_of(told: Scribed) -> dict[str, Any]:
    """Everything that the board shows of a log; ``lines`` are its turns, each with its words and what the rules say against it."""
    moment = moment_of(told.record)
    state = moment.now
    names = state.labels.names
    letters = chain_letters(names)
    under_way = moment.number and not moment.is_between_turns
    ids = [player.id for player in told.record.header.players]
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
            for seat, player in enumerate(told.record.header.players)
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
        "cells": cells_of(state),
        "placed": tile_name(state.placed) if under_way and state.placed >= 0 else None,
        "ask": ask_of(moment),
        "lines": _lines(told),
    }


def game_of(opening: GameRecord) -> dict[str, Any]:
    """What never changes in a game, for a device that follows it without asking: starting tiles, prices by chain and size, limits."""
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
    turns = [event.player for event in moment.record.events if event.act is Act.TURN]
    return turns[-1]


def cells_of(state: State) -> dict[str, str]:
    """The filled spaces by their names: a chain's name, "" for a lone tile, "dead" for an inert one."""
    cells = {}
    for tile in range(TILES):
        mark = state.spaces[tile]
        if mark:
            cells[tile_name(tile)] = "" if mark == LONE else state.labels.names[mark.bit_length() - 1]
        elif tile in state.dead:
            cells[tile_name(tile)] = "dead"
    return cells


def standing_of(told: Scribed) -> list[dict[str, Any]]:
    """The entries that stand as the device keeps them: key and events in the words of a log."""
    header = told.record.header
    words = GameRecord(header, tuple(event for entry in told.standing for event in entry.events))
    events = iter(document(words)["events"])
    return [{"key": entry.key, "events": [next(events) for _ in entry.events]} for entry in told.standing]


def _lines(told: Scribed) -> list[dict[str, Any]]:
    """The log's body, a turn a line, each with what the rules say against its entries."""
    said = objections(told)
    places: list[set[int]] = [set()]
    for event, owner in zip(told.record.events, told.owners, strict=True):
        if event.act is Act.TURN:
            places.append(set())
        places[-1].add(owner)
    against = [[said[place] for place in sorted(turn) if place in said] for turn in places]
    marks = [any(told.standing[place].mark for place in turn if place >= 0) for turn in places]
    written = _turns_of(told)
    return [
        {"text": text, "against": sentences, "marked": marked}
        for text, sentences, marked in zip(written, against, marks, strict=False)
    ]


def _turns_of(told: Scribed) -> list[str]:
    """The text of the log below its header: what stands before the first turn, then turn by turn."""
    return _cut(write_text(told.record), tuple(player.id for player in told.record.header.players))


@lru_cache(maxsize=64)
def _cut(text: str, ids: tuple[str, ...]) -> list[str]:
    turns = [""]
    for line in text.partition("\n\n")[2].splitlines():
        head = line.partition(":")[0].split()
        if line[:1] != " " and ":" in line and len(head) in (1, 2) and head[-1] in ids:
            turns.append(line)
        else:
            turns[-1] = f"{turns[-1]}\n{line}" if turns[-1] else line
    return turns
