"""What is stored: entries, the draw, reports of tables, penalties, rulings, logs and every change; everything else is derived."""

from tournament.models.account import AccountLanguage, FrontPage, Helper, LetIn, WrongPasswords
from tournament.models.at_table import Call, ClockPress, Dispute, GameLog, ScribedEntry, Scribing
from tournament.models.change import Change, Forgotten, FormerEntry, PrintedSheet
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
from tournament.models.result import (
    FillIn,
    MedalTie,
    Penalty,
    PlannedAbsence,
    ReportAnswer,
    ReportedSeat,
    Seat,
    SitOut,
    Table,
    TableReport,
    TiedEntry,
)
from tournament.models.round import ChartSeat, Draw, PlannedTime, Round

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
    "FormerEntry",
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
