"""What is stored: entries, the draw, final cash, penalties, rulings, logs and every change; everything else is derived."""

from tournament.models.change import Change
from tournament.models.entry import Entry, KeepApart, Player
from tournament.models.event import Event, MedalTie
from tournament.models.gamelog import Dispute, GameLog
from tournament.models.penalty import Penalty
from tournament.models.result import Seat, SitOut, Table
from tournament.models.round import Draw, Round

__all__ = [
    "Change",
    "Dispute",
    "Draw",
    "Entry",
    "Event",
    "GameLog",
    "KeepApart",
    "MedalTie",
    "Penalty",
    "Player",
    "Round",
    "Seat",
    "SitOut",
    "Table",
]
