"""What is stored: entries, the draw, reports of tables, penalties, rulings, logs and every change; everything else is derived."""

from tournament.models.account import AccountLanguage, FrontPage, WrongPasswords
from tournament.models.at_table.calls import Call
from tournament.models.at_table.clocks import ClockPress
from tournament.models.at_table.scribing import ScribedEntry, Scribing
from tournament.models.change import Change, Forgotten
from tournament.models.chart import ChartSeat
from tournament.models.device import Device, DeviceCode, PlayerRequest
from tournament.models.entry import (
    Entry,
    KeepApart,
    KeptApart,
    ListShape,
    Registration,
    RegistrationDesk,
    TakenOver,
)
from tournament.models.event import Event
from tournament.models.gamelog import Dispute, GameLog
from tournament.models.helping import Helper
from tournament.models.letin import LetIn
from tournament.models.penalty import Penalty
from tournament.models.printing import PrintedSheet
from tournament.models.report import ReportAnswer, ReportedSeat, TableReport
from tournament.models.result import FillIn, PlannedAbsence, Seat, SitOut, Table
from tournament.models.round import Draw, PlannedTime, Round
from tournament.models.tie import MedalTie, TiedEntry

__all__ = [
    "AccountLanguage",
    "Call",
    "Change",
    "ChartSeat",
    "ClockPress",
    "Device",
    "DeviceCode",
    "Dispute",
    "Draw",
    "Entry",
    "Event",
    "FillIn",
    "Forgotten",
    "FrontPage",
    "GameLog",
    "Helper",
    "KeepApart",
    "KeptApart",
    "LetIn",
    "ListShape",
    "MedalTie",
    "Penalty",
    "PlannedAbsence",
    "PlannedTime",
    "PlayerRequest",
    "PrintedSheet",
    "Registration",
    "RegistrationDesk",
    "ReportAnswer",
    "ReportedSeat",
    "Round",
    "ScribedEntry",
    "Scribing",
    "Seat",
    "SitOut",
    "Table",
    "TableReport",
    "TakenOver",
    "TiedEntry",
    "WrongPasswords",
]
