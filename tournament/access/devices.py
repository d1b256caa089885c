"""Register, recognise and withdraw the phones that speak for a subject: a table or a player.

Finds what is suspicious about the phones that were let in for players at tables, such as one browser with two names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournament.day.phones import Oddity, PhoneHeld, oddities_among
from tournament.models import Device, DeviceCode, Entry, Event, Seat
from tournament.models.device import BY_KEY, BY_SECRET, COUNTERS
from tournament.models.plain_sql import SqlRows
from tournament.models.round import round_at
from tournament.record.acts import Role
from tournament.record.devices import (
    CODE_LENGTH,
    KINDS,
    DeviceKind,
    DeviceSubject,
    LinkState,
    code_of,
    hash_of,
    is_code,
    new_token,
    plain_code,
    player_subject,
    table_subject,
)
from tournament.record.event import EventRecord
from tournament.record.pace import WRITES_OF_A_PHONE, Bucket
from tournament.record.vocabulary import PlayerId, RoundState
from wording import gettext as _
from wording import gettext_noop, ngettext

MOST_DEVICES = 40
"""The most phones that may hold one code: six players, each anew whenever somebody clears a browser's data."""


EVENTS_AT_ONCE = 16
"""The number of events for which a process caches the players' codes."""
NUMBERS = SqlRows("SELECT number FROM tournament_entry WHERE event_id = %s ORDER BY number")


class DeviceRefusedError(Exception):
    """A code or phone that is not valid, or no longer; the message says why and what to do."""


class DeviceLimitError(DeviceRefusedError):
    """A valid phone that has sent too much lately; after a while it may send again."""


class UnknownCodeError(DeviceRefusedError):
    """A code that was never valid for the subject."""


NEW_PAPER = gettext_noop("Scan the code on your newest slip or place card, or ask the director.")
WITHDRAWN = gettext_noop("The director has withdrawn this phone.")


def _joined_sentences(*sentences: str) -> str:
    return " ".join(sentences)


def counters(event: Event, kind: DeviceKind, round_number: int = 0) -> Mapping[int, int]:
    """Return how often the codes of a kind were withdrawn, by table or player number; one query.

    Codes that were never withdrawn are left out; ``round_number`` is 0 for players.
    """
    return dict(COUNTERS.of(event.pk, kind.value, round_number))


def codes_of(event: Event, subjects: Iterable[DeviceSubject]) -> dict[DeviceSubject, str]:
    """Return the codes that are valid now, by subject; one query for each kind and round."""
    known: dict[tuple[DeviceKind, int], Mapping[int, int]] = {}
    codes = {}
    for subject in subjects:
        where = subject.kind, subject.round
        if where not in known:
            known[where] = counters(event, *where)
        codes[subject] = code_of(settings.SECRET_KEY, event.pk, subject, known[where].get(subject.number, 0))
    return codes


def printed_codes(event_key: int, record: EventRecord) -> dict[tuple[int, int], str]:
    """Return the codes on the slips of the record's tables, by round and table number, without a query.

    ``event_key`` is the event's primary key. There are none where phones do not report.
    """
    if not record.has_table_codes:
        return {}
    return {
        (round_.number, table.number): code_of(
            settings.SECRET_KEY, event_key, table_subject(round_.number, table.number), table.codes_withdrawn
        )
        for round_ in record.rounds
        for table in round_.tables
    }


def player_codes(event: Event) -> dict[int, str]:
    """Return the valid codes on the place cards of all players, by player number."""
    subjects = [player_subject(number) for number in event.entries.values_list("number", flat=True)]
    return {subject.number: code for subject, code in codes_of(event, subjects).items()}


def player_of_code(event: Event, typed: str) -> tuple[int, str] | None:
    """Return the number of the player whose place card has the typed code, and the code; None for an unknown code.

    Two queries; the codes themselves are cached.
    """
    plain = plain_code(typed)
    if len(plain) != CODE_LENGTH:
        return None
    withdrawn = counters(event, DeviceKind.PLAYER)
    counters_by_number = tuple((number, withdrawn.get(number, 0)) for (number,) in NUMBERS.of(event.pk))
    number = _holders(settings.SECRET_KEY, event.pk, counters_by_number).get(plain)
    return None if number is None else (number, plain)


@lru_cache(EVENTS_AT_ONCE)
def _holders(key: str, event: int, counters_by_number: tuple[tuple[int, int], ...]) -> Mapping[str, int]:
    """Return the player's number by code; ``counters_by_number`` says how often each player's code was withdrawn.

    The result is cached, because many players type their codes at about the same time.
    """
    return {code_of(key, event, player_subject(number), counter): number for number, counter in counters_by_number}


def counter_of(event: Event, subject: DeviceSubject) -> int:
    """Return how often the code of a subject was withdrawn."""
    return counters(event, subject.kind, subject.round).get(subject.number, 0)


def check_code(event: Event, subject: DeviceSubject, typed: str) -> int:
    """Return the counter of a scanned or typed code; raises DeviceRefusedError unless it is the subject's valid code."""
    counter = counter_of(event, subject)
    if is_code(typed, code_of(settings.SECRET_KEY, event.pk, subject, counter)):
        return counter
    if any(is_code(typed, code_of(settings.SECRET_KEY, event.pk, subject, old)) for old in range(counter)):
        raise DeviceRefusedError(_joined_sentences(LinkState.WITHDRAWN.words, _(NEW_PAPER)))
    raise UnknownCodeError(
        _joined_sentences(_("This link or code is not valid; it may have been mistyped or cut off."), _(NEW_PAPER))
    )


def check_alive(event: Event, subject: DeviceSubject) -> None:
    """Raise DeviceRefusedError where a table's round is not published yet, or is closed; codes of players are always alive."""
    round_ = round_at(event, subject.round) if KINDS[subject.kind].is_of_a_round else None
    _check_round(subject, round_.state if round_ else "")


def check_in_play(device: Any) -> None:
    """Raise DeviceRefusedError as `check_alive`, for a phone that `device_of` has read; no query."""
    _check_round(subject_of(device), device.round_state)


def _check_round(subject: DeviceSubject, state: str | None) -> None:
    """Raise DeviceRefusedError where the round of a table is in a state in which nobody writes about it."""
    if not KINDS[subject.kind].is_of_a_round:
        return
    if state != RoundState.PUBLISHED.value:
        not_played = _("Round {number} is not being played, so its codes are not valid.", number=subject.round)
        raise DeviceRefusedError(_joined_sentences(not_played, _(NEW_PAPER)))


@transaction.atomic
def claim(
    event: Event, subject: DeviceSubject, typed: str, holder: int | None = None, browser: str = "", token: str = ""
) -> str:
    """Register a phone for a subject and return its secret, which is shown nowhere else.

    ``typed`` is the code that was typed or scanned, ``holder`` the number of the player who holds the phone (None where the table shares
    it), ``browser`` the hash of the browser's key, ``token`` the secret where the phone has one already. A browser has one phone for each
    subject: an earlier one is withdrawn. Raises DeviceRefusedError where the code is not valid, the holder does not sit there, or too many
    phones have the code.
    """
    locked = Event.objects.select_for_update().get(pk=event.pk)
    check_alive(locked, subject)
    counter = check_code(locked, subject, typed)
    now = timezone.now()
    held = _phones_with_code(locked, subject).filter(counter=counter)
    if browser:
        held.filter(browser=browser).update(withdrawn_at=now)
    if not token and held.count() >= MOST_DEVICES:  # a player's own phone comes to its table by another right
        raise DeviceRefusedError(
            ngettext(
                "{n} phone is already using this code. Ask the director to withdraw it and print a new one.",
                "{n} phones are already using this code. Ask the director to withdraw it and print a new one.",
                MOST_DEVICES,
            )
        )
    token = token or new_token()
    Device.objects.update_or_create(
        token_hash=hash_of(token),
        defaults={
            "event": locked,
            "kind": subject.kind.value,
            "round_number": subject.round,
            "number": subject.number,
            "counter": counter,
            "entry": _holder(locked, subject, holder),
            "browser": browser,
            "claimed_at": now,
            "expires_at": now + KINDS[subject.kind].lasts,
            "withdrawn_at": None,
            "left": WRITES_OF_A_PHONE.burst,
            "counted_at": now,
        },
    )
    return token


def phone_at_table(own: Device, table: DeviceSubject, token: str) -> Device:
    """Return a player's own phone as it speaks for a table at which the player sits; ``token`` is its secret there.

    It has no row of its own as long as it has written nothing there.
    """
    found: Any = BY_SECRET.first(hash_of(token))
    is_valid = found is not None and found.withdrawn_at is None and found.expires_at > timezone.now()
    if is_valid and found.counter == found.counter_now:
        phone: Device = found
        return phone
    return Device(
        event=own.event,
        kind=table.kind.value,
        round_number=table.round,
        number=table.number,
        entry=own.entry,
        token_hash=hash_of(token),
        browser=own.browser,
    )


def _holder(event: Event, subject: DeviceSubject, number: int | None) -> Entry | None:
    """Return the entry of the player who holds a phone, None where the table shares it.

    Raises DeviceRefusedError where that player does not exist or does not sit at the table.
    """
    if subject.kind is DeviceKind.PLAYER:
        entry = event.entries.filter(number=subject.number).first()
        if entry is None:
            raise DeviceRefusedError(_("There is no entry {number}; reload the page.", number=subject.number))
        return entry
    if number is None:
        return None
    seats = Seat.objects.filter(table__round__event=event, table__round__number=subject.round)
    seat = seats.filter(table__number=subject.number, entry__number=number).select_related("entry").first()
    if seat is None:
        raise DeviceRefusedError(
            _(
                "Player {number} is not at table {table}. Choose your own name.",
                number=number,
                table=subject.number,
            )
        )
    return seat.entry


def phone_with(token: str) -> Device | None:
    """Return the phone that ever got this secret, with its event and its holder; None where there is none. One query."""
    return BY_SECRET.first(hash_of(token)) if token else None


def device_of(event: Event, subject: DeviceSubject, token: str) -> Device:
    """Return the phone with this secret for this subject; raises DeviceRefusedError as `check_device`."""
    return check_device(phone_with(token), event, subject)


def check_device(found: Any, event: Event, subject: DeviceSubject) -> Device:
    """Return the phone that `phone_with` found; raises DeviceRefusedError where there is none for this subject, or it was withdrawn.

    The phone that a player holds at a table is one of the player too. The round may be closed: the table may still look at its result.
    Views that write also call `check_in_play`.
    """
    subjects = (subject_of(found), player_subject(found.entry.number) if found.entry else None) if found else ()
    if found is None or subject not in subjects or found.event_id != event.pk:
        raise DeviceRefusedError(_joined_sentences(_("This phone is not registered here."), _(NEW_PAPER)))
    if found.withdrawn_at is not None or found.counter != found.counter_now:
        raise DeviceRefusedError(_joined_sentences(_(WITHDRAWN), _(NEW_PAPER)))
    if timezone.now() >= found.expires_at:
        raise DeviceRefusedError(_joined_sentences(_("This phone is not registered here."), _(NEW_PAPER)))
    phone: Device = found
    return phone


def held_by(event: Event, subject: DeviceSubject, browser: str) -> Device | None:
    """Return the phone with which a browser speaks for a subject now; None where it has none. ``browser`` is the hash of its key."""
    if not browser:
        return None
    phones = _phones_with_code(event, subject).select_related("entry").filter(browser=browser)
    now, counter = timezone.now(), counter_of(event, subject)
    return phones.filter(counter=counter, expires_at__gt=now).order_by("pk").last()


def subject_of(device: Device) -> DeviceSubject:
    """Return the subject, a table or a player, for which a phone speaks."""
    return DeviceSubject(DeviceKind(device.kind), device.round_number, device.number)


def roles_of_device(device: Device) -> frozenset[Role]:
    """Return the roles in which a phone acts."""
    role = KINDS[DeviceKind(device.kind)].role
    return frozenset({role}) if role else frozenset()


def check_speaks(event: Event, device: Device, round_number: int | None, table_number: int | None) -> None:
    """Raise DeviceRefusedError where a phone may not write about a table.

    That is so for another table's phone, for one that was withdrawn, and when the round is not being played.
    """
    subject = subject_of(device)
    is_table = subject.kind is DeviceKind.TABLE and (subject.round, subject.number) == (round_number, table_number)
    if device.event_id != event.pk or not is_table:
        raise DeviceRefusedError(_joined_sentences(_("This phone is not registered here."), _(NEW_PAPER)))
    fresh: Any = BY_KEY.first(device.pk)
    if fresh is None or fresh.withdrawn_at is not None or fresh.counter != fresh.counter_now:
        raise DeviceRefusedError(_joined_sentences(_(WITHDRAWN), _(NEW_PAPER)))
    check_in_play(fresh)


def spend(device: Device) -> None:
    """Count one write by a phone, whether it succeeds or not; raises DeviceLimitError where it has sent too much lately.

    The counter is updated only if it still has the value that was read; if another request of the phone changed it meanwhile, the update
    is tried again.
    """
    now, fresh = timezone.now().timestamp(), device
    while True:
        bucket = Bucket(fresh.left, fresh.counted_at.timestamp()).spent(now, WRITES_OF_A_PHONE)
        if bucket is None:
            raise DeviceLimitError(
                _("This phone has sent too much at once. Wait a minute, then send again; nothing has been lost.")
            )
        unchanged = Device.objects.filter(pk=fresh.pk, left=fresh.left, counted_at=fresh.counted_at)
        if unchanged.update(left=bucket.left, counted_at=datetime.fromtimestamp(bucket.counted_at, UTC)):
            return
        stored = BY_KEY.first(device.pk)
        if stored is None:
            raise DeviceRefusedError(_joined_sentences(_(WITHDRAWN), _(NEW_PAPER)))
        fresh = stored


def withdraw_code(event: Event, subject: DeviceSubject) -> int:
    """Withdraw a code and every phone that holds it, and return how many phones; from then on a new code is valid.

    The caller opens the transaction.
    """
    row, _ = DeviceCode.objects.get_or_create(
        event=event, kind=subject.kind.value, round_number=subject.round, number=subject.number
    )
    DeviceCode.objects.filter(pk=row.pk).update(counter=F("counter") + 1)
    phones = _phones_with_code(event, subject)
    if subject.kind is DeviceKind.PLAYER:  # also as they speak for tables
        phones = Device.objects.filter(event=event, entry__number=subject.number, withdrawn_at=None)
    return phones.update(withdrawn_at=timezone.now())


def withdraw_player(event: Event, number: int) -> int:
    """Withdraw the card, the private link and every phone of a player, and return how many phones; the caller opens the transaction."""
    event.registrations.filter(entry__number=number).update(token_hash=hash_of(new_token()))
    return withdraw_code(event, player_subject(number))


def withdraw_codes_of_round(event: Event, round_number: int, tables: Iterable[int]) -> None:
    """Withdraw the codes of the tables with these numbers in a round.

    It is needed where other players will sit there and old slips may still lie about.
    """
    for table in tables:
        withdraw_code(event, DeviceSubject(DeviceKind.TABLE, round_number, table))


def withdraw_device(device: Device) -> None:
    """Withdraw one phone, as its player's own and at every table; the codes on paper stay valid."""
    phone = Q(pk=device.pk)
    if device.browser and device.entry_id:
        phone |= Q(entry=device.entry_id, browser=device.browser)
    Device.objects.filter(phone, event=device.event_id, withdrawn_at=None).update(withdrawn_at=timezone.now())


def own_phones(event: Event, player: int, counter: int) -> QuerySet[Device]:
    """Return the phones that hold a player's own code, which was withdrawn ``counter`` times, the earliest first."""
    phones = _phones_with_code(event, player_subject(player)).order_by("pk")
    return phones.filter(counter=counter, expires_at__gt=timezone.now())


def _phones_with_code(event: Event, subject: DeviceSubject) -> QuerySet[Device]:
    """Return the phones of a subject that were not withdrawn."""
    return Device.objects.filter(
        event=event, kind=subject.kind.value, round_number=subject.round, number=subject.number, withdrawn_at=None
    )


def oddities(event: Event, round_number: int, table: int | None = None) -> dict[int, tuple[Oddity, ...]]:
    """Return what is suspicious about the phones of a round's tables, or of the table with number ``table``; one query.

    The result is by table number and has only tables with something suspicious.
    """
    rows = Device.objects.filter(event=event, kind=DeviceKind.TABLE.value, round_number=round_number)
    rows = (rows if table is None else rows.filter(number=table)).select_related("entry").order_by("pk")
    by_table: dict[int, list[PhoneHeld]] = defaultdict(list)
    for row in rows:
        if row.entry is not None:
            held = PhoneHeld(
                PlayerId(row.entry.number), row.voice, row.counter, row.withdrawn_at is None, row.claimed_at
            )
            by_table[row.number].append(held)
    found = {number: oddities_among(phones) for number, phones in by_table.items()}
    return {number: odd for number, odd in found.items() if odd}
