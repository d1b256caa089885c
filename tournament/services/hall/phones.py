"""Withdraws a phone of a table, or a code with all its phones; the next printed slip or card has a new code."""

from __future__ import annotations

from tournament.access import devices
from tournament.draw.naming import title_of_round
from tournament.models import Device, Event
from tournament.models.device import phones_held
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.devices import DeviceKind, player_subject, table_subject
from tournament.record.vocabulary import PlayerId
from tournament.services.changes import By, DoneError, GoneError, RefusedError, act_on, check_actor
from wording import gettext as _


def phones_of(event: Event, round_number: int, table: int | None = None) -> list[Device]:
    """Return the phones that hold the codes of a round's tables, or of the table with number ``table``, the earliest first; one query."""
    return list(phones_held(event, round_number, table).select_related("entry__event"))


def withdraw_phone(event: Event, by: By, phone: int) -> None:
    """Withdraw one phone of a table, by its primary key; the table's code stays valid. Raises RefusedError where it is gone."""
    check_actor(by, event, Act.WITHDRAW_PHONE)
    device = Device.objects.filter(pk=phone, event=event, kind=DeviceKind.TABLE.value).select_related("entry").first()
    if device is None:
        raise GoneError
    with act_on(event, by, Act.WITHDRAW_PHONE, round_number=device.round_number, table_number=device.number) as doing:
        if Device.objects.filter(pk=phone, withdrawn_at=None).count() == 0:
            raise DoneError
        devices.withdraw_device(device)
        doing.entries = [device.entry.number] if device.entry else []


def withdraw_code(event: Event, by: By, round_number: int, table: int) -> int:
    """Withdraw the code for a table and every phone that holds it; return how many phones. The slip must be printed again."""
    with act_on(event, by, Act.WITHDRAW_CODE, round_number=round_number, table_number=table) as doing:
        if not doing.event.rounds.filter(number=round_number, tables__number=table).exists():
            raise RefusedError(
                _(
                    "{round} has no table {table}; reload the page.",
                    round=title_of_round(record_of(event), round_number),
                    table=table,
                )
            )
        return devices.withdraw_code(doing.event, table_subject(round_number, table))


def withdraw_code_of_player(event: Event, by: By, player: int) -> int:
    """Withdraw a player's code and every phone that holds it; return how many phones. The card must be printed again."""
    with act_on(event, by, Act.WITHDRAW_CODE, entries=[PlayerId(player)]) as doing:
        if not doing.event.entries.filter(number=player).exists():
            raise RefusedError(_("There is no entry {number}; reload the page.", number=player))
        return devices.withdraw_code(doing.event, player_subject(player))
