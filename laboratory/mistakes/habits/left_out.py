"""Habits of leaving out what can be worked out from the rest."""

from __future__ import annotations

from random import Random

from games.acquire.actions import ActKind
from games.acquire.logs.writer import write_text
from laboratory.mistakes.habits.telling import different, split_text, text_of, without
from laboratory.mistakes.sheets import SampleLog


def no_turn_numbers(sheet: SampleLog, _: Random) -> str | None:
    """Turns have no numbers, only the name of the player."""
    events = [e._replace(value=None) if e.act is ActKind.TURN else e for e in sheet.record.events]
    return different(sheet, events)


def no_bonuses(sheet: SampleLog, _: Random) -> str | None:
    """No bonus is written."""
    return without(sheet, lambda event: event.act is ActKind.BONUS)


def no_hold(sheet: SampleLog, _: Random) -> str | None:
    """Of a disposal only the shares sold and traded are written, not those that are kept."""
    events = [e._replace(value=(*e.value[:3], None)) if e.act is ActKind.DISPOSE else e for e in sheet.record.events]
    return different(sheet, events)


def silent_holders(sheet: SampleLog, _: Random) -> str | None:
    """Only who sells or trades is written in a merger; who keeps everything is not."""
    return without(sheet, lambda event: event.act is ActKind.DISPOSE and not (event.value[1] or event.value[2]))


def no_empty_purchase(sheet: SampleLog, _: Random) -> str | None:
    """Who buys nothing has no clause of a purchase."""
    return without(sheet, lambda event: event.act is ActKind.BUY and not event.value)


def one_players_counts(sheet: SampleLog, random: Random) -> str | None:
    """Only one player's cash is counted, the scribe's own."""
    own = random.randrange(len(sheet.record.header.players))
    return without(sheet, lambda event: event.act is ActKind.CASH and event.player != own)


def no_counts(sheet: SampleLog, _: Random) -> str | None:
    """Nobody's cash is counted before the end."""
    return without(sheet, lambda event: event.act is ActKind.CASH)


def no_final(sheet: SampleLog, _: Random) -> str | None:
    """The final cash is not written."""
    return without(sheet, lambda event: event.act is ActKind.FINAL)


def winners_final(sheet: SampleLog, _: Random) -> str | None:
    """Only the winner's final cash is written."""
    finals = [event.value for event in sheet.record.events if event.act is ActKind.FINAL]
    return without(sheet, lambda event: event.act is ActKind.FINAL and event.value < max(finals))


def no_end(sheet: SampleLog, _: Random) -> str | None:
    """The word "end" is not written; the final stands below the last turn."""
    if not any(event.act is ActKind.FINAL for event in sheet.record.events):
        return None
    return without(sheet, lambda event: event.act is ActKind.END)


def no_starting_tiles(sheet: SampleLog, _: Random) -> str | None:
    """The starting tiles are not written."""
    return without(sheet, lambda event: event.act is ActKind.START)


def no_edition(sheet: SampleLog, _: Random) -> str:
    """The header does not name the edition; it is the table's."""
    return "".join(text_of(sheet, sheet.record.events).partition("\n")[2])


def one_hand(sheet: SampleLog, random: Random) -> str | None:
    """A player writes the log: his own hand and draws are told, nobody else's."""
    own = random.randrange(len(sheet.record.header.players))
    hidden = (ActKind.HAND, ActKind.DRAW)
    return without(sheet, lambda event: event.act in hidden and event.player != own)


def unseen_draws(sheet: SampleLog, _: Random) -> str | None:
    """Each draw is written with a question mark for the tile, as the scribe does not see it; no hand is told."""
    events = [
        event._replace(value=(-1,) * len(event.value)) if event.act is ActKind.DRAW else event
        for event in sheet.record.events
        if event.act is not ActKind.HAND
    ]
    return different(sheet, events)


def everything(sheet: SampleLog, _: Random) -> str:
    """Everything is written: hands, draws and dead tiles too."""
    head, body = split_text(write_text(sheet.record))
    return "\n".join([*head, "", *body]) + "\n"
