"""Errors with tiles: letters and digits taken for others, tiles of one player exchanged."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.acquire.actions import ActKind
from games.acquire.board import ROWS
from laboratory.mistakes.catalogue.editing import Spoilt, places_of, with_value, with_values
from laboratory.mistakes.sheets import SampleLog


def mirror_tile(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A tile is written with its column taken for its row and its row for its column, 4C for 3D."""
    choices = []
    for place in places_of(sheet, ActKind.PLAY):
        column, row = divmod(sheet.record.events[place].value, len(ROWS))
        if column != row and column < len(ROWS):
            choices.append((place, row * len(ROWS) + column))
    return with_value(sheet, *random.choice(choices)) if choices else None


def write_one_for_eleven(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Column 1 is written for column 11 or 11 for 1."""
    return _with_other_column(sheet, random, {1: 11, 11: 1})


def lose_digit_of_column(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Column 1 is written for 10 or 2 for 12, or the other way round."""
    return _with_other_column(sheet, random, {1: 10, 10: 1, 2: 12, 12: 2})


def _with_other_column(sheet: SampleLog, random: Random, columns: Mapping[int, int]) -> Spoilt | None:
    """The log with one tile written in another column."""
    choices = []
    for place in places_of(sheet, ActKind.PLAY):
        column, row = divmod(sheet.record.events[place].value, len(ROWS))
        if column + 1 in columns:
            choices.append((place, (columns[column + 1] - 1) * len(ROWS) + row))
    return with_value(sheet, *random.choice(choices)) if choices else None


def exchange_tiles_of_player(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The tiles that a player placed in two successive turns of his are each written in the other one."""
    events = sheet.record.events
    places = places_of(sheet, ActKind.PLAY)
    pairs = []
    for at, place in enumerate(places):
        later = [other for other in places[at + 1 :] if events[other].player == events[place].player]
        pairs += [(place, later[0])] if later else []
    if not pairs:
        return None
    one, other = random.choice(pairs)
    return with_values(sheet, {one: events[other].value, other: events[one].value})
