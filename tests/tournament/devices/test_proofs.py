"""What a phone has proved, and what that opens: a name, a slip, a place card, the link of a registration."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.build import director_of, enter_results, logged_in, make_event, player_name, publish
from tests.tournament.devices.phones import code_of_table
from tests.tournament.devices.test_reporting import seated
from tests.tournament.games.at_tables import hall
from tests.tournament.pages.reading import html
from tournament.access.devices import MOST_DEVICES, codes_of
from tournament.day.at_table import CallKind
from tournament.day.office.registering import Acceptance, RegistrationSettings
from tournament.models import Device, Event, PlayerRequest, Registration, TableReport
from tournament.models.queries import record_of
from tournament.play.games.pages.browser import SEAT
from tournament.public.devices.holding import COOKIE
from tournament.record.devices import new_token, player_subject
from tournament.record.vocabulary import BETWEEN, NameShown, PlayerId, Status
from tournament.services.changes.refusals import UnchangedError
from tournament.services.rounds import close_round
from tournament.services.tables import withdraw_phone
from tournament.slices.door import open_now
from tournament.slices.registration.acts import Registrant, register, set_registration
from tournament.slices.taking_over import Newcomer, take_over
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db


def card(event: Event, player: int) -> str:
    """The address that a place card carries."""
    own = player_subject(player)
    return reverse("claim_player", args=[event.slug, player, codes_of(event, [own])[own]])


def slip(event: Event, table: int = 1, number: int = 1) -> str:
    """The address that a slip carries."""
    return reverse("claim_table", args=[event.slug, number, table, code_of_table(event, table, number)])


def by_card(event: Event, player: int) -> Client:
    """A phone that scanned the card of a player."""
    phone = Client()
    phone.post(card(event, player))
    return phone


def by_slip(event: Event, player: int) -> Client:
    """A phone that scanned the slip of table 1 and said that it is a player's."""
    phone = Client()
    phone.post(slip(event), {"holder": player})
    return phone


def mine(event: Event, player: int, page: str = "") -> str:
    """The page of a player's phones, or one below it."""
    return reverse("mine", args=[event.slug, player]) + page


def registered(event: Event) -> str:
    """Somebody registers and is entered at once as the next number; the address of the private link."""
    asked = RegistrationSettings(is_open=True, email_asked="optional", acceptance=Acceptance.MOVING_UP.value)
    with suppress(UnchangedError):
        set_registration(event, director_of(event), asked)
    token = new_token()
    register(event, Registrant("Zoe", "Last", "", False, "zoe@example.org", "by train"), token, NameShown.FULL, "")
    return reverse("registration", args=[event.slug, token])


@pytest.fixture
def event(db: None) -> Event:
    """Eight players who report by phone, in round 1 of three."""
    made = make_event(8, players_report=True, rounds_planned=3)
    publish(made, 1)
    return made


def test_a_name_sees_what_is_public_and_does_nothing(event: Event) -> None:
    player = seated(event)[0]
    page = html(Client(), mine(event, player))
    assert "Table 1" in page
    for word in ("<form", "Keep this page", "/call/", "Sign this phone out", "data-now"):
        assert word not in page
    for where in ("", "report/", "answer/", "call/", "game/", "leave/", "registration/"):
        assert Client().post(mine(event, player, where)).status_code in (403, 410)
    hidden = make_event(4, name="Hidden Cup 2026", is_shown=False)
    assert Client().get(mine(hidden, 1)).status_code == 404


def test_a_slip_opens_its_table_for_its_round_and_nothing_of_the_person() -> None:
    made = make_event(7, players_report=True, rounds_planned=3, status=Status.REGISTERED)
    private = registered(made)
    made.entries.update(status="present")
    publish(made, 1)
    number = next(
        table.number for table in record_of(made).round(1).tables if 8 in {seat.player for seat in table.seats}
    )
    phone = Client()
    phone.post(slip(made, number), {"holder": 8})
    page = html(phone, mine(made, 8))
    assert "Enter the result" in page
    for secret in (
        "zoe@example.org",
        "by train",
        "Your registration",
        "Keep this page",
        private,
        card(made, 8),
        "past/",
    ):
        assert secret not in page
    assert phone.post(mine(made, 8, "registration/"), {"cancel": "yes"}).status_code in (302, 403, 410)
    assert Registration.objects.get().entry is not None
    phone.post(mine(made, 8, "call/"), {"ask": "withdraw"})
    phone.post(mine(made, 8), {"here": "yes"})
    assert not PlayerRequest.objects.exists()
    assert "Late or away" not in html(phone, mine(made, 8, "call/"))
    enter_results(made, 1)
    close_round(made, director_of(made), 1)
    publish(made, 2)
    assert "Enter the result" not in html(phone, mine(made, 8))
    assert phone.post(mine(made, 8, "report/")).status_code == 410


def test_a_card_needs_no_slip_to_report_confirm_and_call(event: Event) -> None:
    ada, ben = seated(event)[:2]
    phone = by_card(event, ada)
    assert "Enter the result" in html(phone, mine(event, ada))
    assert [device.kind for device in Device.objects.all()] == ["player"], "a page that is read registers nothing"
    sent: dict[str, Any] = {
        f"cash-{player}": cash for player, cash in zip(seated(event), (41_200, 35_000, 30_000, 20_000), strict=True)
    }
    assert phone.post(mine(event, ada, "report/"), sent)["Location"] == mine(event, ada)
    report = TableReport.objects.get()
    assert report.device is not None
    assert (report.device.kind, report.device.entry_id) == ("table", event.entries.get(number=ada).pk)
    other = by_card(event, ben)
    other.post(mine(event, ben, "answer/"), {"report": report.pk, "agrees": "yes"})
    assert "2 of 4 players still have to confirm" in html(other, mine(event, ben))
    assert other.post(mine(event, ben, "call/"), {"kind": CallKind.RULE.value}).status_code == 302
    assert event.calls.get().table_number == 1
    assert "The director has been called: rule question" in html(other, mine(event, ben))


def test_a_slip_in_the_browser_of_the_card_changes_nothing_of_what_the_card_opens(event: Event) -> None:
    ada = seated(event)[0]
    phone = by_card(event, ada)
    answer = phone.post(slip(event), {"holder": ada})
    assert answer["Location"] == mine(event, ada)
    assert "Keep this page" in html(phone, mine(event, ada))


def test_a_card_after_a_slip_opens_more_at_the_same_address(event: Event) -> None:
    ada = seated(event)[0]
    phone = by_slip(event, ada)
    assert "Keep this page" not in html(phone, mine(event, ada))
    assert phone.post(card(event, ada))["Location"] == mine(event, ada)
    assert "Keep this page" in html(phone, mine(event, ada))


def test_a_second_phone_is_told_to_the_first_and_to_the_desk(event: Event) -> None:
    first = by_card(event, 3)
    assert "phones have opened this page" not in html(first, mine(event, 3))
    by_card(event, 3)
    assert "2 phones have opened this page" in html(first, mine(event, 3))
    event.refresh_from_db()
    change = event.changes.get(version=event.version)
    assert sentence_of(change, record_of(event)) == "A second phone was accepted as Cai Demo"
    assert (
        html(logged_in(director_of(event)), reverse("desk_player_phone", args=[event.slug, 3])).count(
            "A phone has opened"
        )
        == 2
    )


def test_the_same_browser_is_no_second_phone(event: Event) -> None:
    phone = by_card(event, 3)
    phone.post(card(event, 3))
    assert "phones have opened this page" not in html(phone, mine(event, 3))


def test_one_press_at_the_desk_ends_card_link_and_phones_and_gives_new_ones() -> None:
    made = make_event(7, players_report=True, rounds_planned=3)
    private = registered(made)
    made.entries.update(status="present")
    publish(made, 1)
    phone, old = by_card(made, 8), card(made, 8)
    assert Client().get(private)["Location"] == old
    phone.post(mine(made, 8, "call/"), {"kind": CallKind.RULE.value})
    desk = logged_in(director_of(made))
    desk.post(reverse("desk_player_phone", args=[made.slug, 8]))
    page = html(phone, mine(made, 8))
    assert "The director has withdrawn this phone." in page
    assert "Keep this page" not in page
    assert phone.post(mine(made, 8, "call/"), {"kind": CallKind.TIME.value}).status_code == 410
    assert (Client().get(old).status_code, Client().get(private).status_code) == (410, 410)
    assert card(made, 8) != old
    assert "Keep this page" in html(by_card(made, 8), mine(made, 8))


def test_a_phone_that_the_desk_withdraws_at_a_table_is_no_own_phone_any_more(event: Event) -> None:
    ada = seated(event)[0]
    phone = by_card(event, ada)
    phone.post(mine(event, ada, "call/"), {"kind": CallKind.RULE.value})
    withdraw_phone(event, director_of(event), Device.objects.get(kind="table").pk)
    assert phone.post(mine(event, ada, "call/"), {"kind": CallKind.TIME.value}).status_code == 410
    phone.post(card(event, ada))
    assert phone.post(mine(event, ada, "call/"), {"kind": CallKind.TIME.value}).status_code == 302


def test_a_card_scanned_by_its_own_phone_checks_in_with_one_press_and_lands_on_the_page() -> None:
    made = make_event(4, status=Status.REGISTERED)
    open_now(made, director_of(made))
    phone = Client()
    assert "check me in" in html(phone, card(made, 3))
    answer = phone.post(card(made, 3), {"here": "yes"})
    assert (answer["Location"], made.entries.get(number=3).status) == (mine(made, 3), "present")
    assert "You are checked in." in html(phone, mine(made, 3))


def test_a_hand_that_a_phone_holds_is_taken_by_no_slip_and_no_card() -> None:
    made = make_event(6, on_devices=True)
    publish(made, 1, sizes=(3, 3))
    ada = seated(made)[0]
    owner = by_card(made, ada)
    assert owner.post(mine(made, ada, "game/")).status_code == 302
    held = hall.game_of(made).seats.get(entry__number=ada).token_hash
    for phone in (by_slip(made, ada), by_card(made, ada)):
        assert "ask the director" in phone.post(mine(made, ada, "game/")).content.decode()
    assert hall.game_of(made).seats.get(entry__number=ada).token_hash == held
    desk = logged_in(director_of(made))
    desk.post(reverse("desk_player_phone", args=[made.slug, ada]))
    assert by_card(made, ada).post(mine(made, ada, "game/")).status_code == 302


def test_a_found_slip_of_another_round_or_table_opens_nothing(event: Event) -> None:
    stranger = Client()
    stranger.post(slip(event, 2), {"holder": seated(event)[0]})
    assert COOKIE not in stranger.cookies
    address = slip(event)
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    assert stranger.post(address, {"holder": seated(event)[0]}).status_code == 410


def test_the_page_follows_with_one_query_where_nothing_has_changed(event: Event) -> None:
    ada = seated(event)[0]
    for phone in (by_card(event, ada), by_slip(event, ada)):
        version = Event.objects.get(pk=event.pk).version
        with CaptureQueriesContext(connection) as asked:
            answer = phone.get(f"{mine(event, ada, 'now/')}?v={version}&s=&c=0&at=1-1")
        assert (answer.status_code, len(asked)) == (204, 1)


def test_the_page_says_what_is_waited_for(event: Event) -> None:
    ada = seated(event)[0]
    phone = by_card(event, ada)
    assert "have reported" not in html(phone, mine(event, ada)), "nobody waits who plays"
    enter_results(event, 1)
    assert "2 of 2 tables have reported." in html(phone, mine(event, ada))
    close_round(event, director_of(event), 1)
    page = html(phone, mine(event, ada))
    assert "Round 2 will appear here once the director publishes it." in page
    assert " of 8" in page
    assert record_of(event).name_of(PlayerId(ada)) in page


def test_a_card_opens_nothing_of_whoever_gets_its_number_next() -> None:
    made = make_event(2, players_report=True)
    private = registered(made)
    old, phone = card(made, 3), by_card(made, 3)
    phone.post(mine(made, 3, "registration/"), {"cancel": "yes"})
    registered(made)
    assert made.entries.filter(number=3).exists()
    assert Client().post(old).status_code == 410
    assert "Keep this page" not in html(phone, mine(made, 3))
    assert "You cancelled this registration." in html(Client(), private)


def test_whoever_takes_over_a_seat_has_a_card_of_their_own() -> None:
    made = make_event(8, rounds_planned=3)
    publish(made, 1)
    phone, old = by_card(made, 3), card(made, 3)
    take_over(made, director_of(made), 3, Newcomer("New Person"), 2)
    assert "Keep this page" not in html(phone, mine(made, 3))
    assert (Client().get(old).status_code, "Keep this page" in html(by_card(made, 3), mine(made, 3))) == (410, True)


def test_a_forged_cookie_of_a_game_opens_no_hand_that_was_withdrawn() -> None:
    made = make_event(6, on_devices=True)
    publish(made, 1, sizes=(3, 3))
    ada = seated(made)[0]
    thief = by_card(made, ada)
    thief.post(mine(made, ada, "game/"))
    old = thief.cookies[SEAT].value
    logged_in(director_of(made)).post(reverse("desk_player_phone", args=[made.slug, ada]))
    shared = Client()
    shared.post(slip(made), {"holder": "0"})
    thief.cookies[SEAT] = BETWEEN.join((shared.cookies[COOKIE].value, old))
    assert "data-tell-offer" not in thief.get(f"/game/{hall.game_of(made).code}/hand/", follow=True).content.decode()


def test_no_hand_becomes_free_by_time_and_its_own_phone_goes_on() -> None:
    made = make_event(6, on_devices=True)
    publish(made, 1, sizes=(3, 3))
    ada = seated(made)[0]
    owner = by_card(made, ada)
    owner.post(mine(made, ada, "game/"))
    past = timezone.now() - timedelta(hours=1)
    Device.objects.filter(kind="table").update(claimed_at=past - timedelta(hours=18), expires_at=past)
    assert by_slip(made, ada).post(mine(made, ada, "game/")).status_code == 409
    assert owner.post(mine(made, ada, "game/")).status_code == 302
    assert owner.get(f"/game/{hall.game_of(made).code}/hand/").status_code == 200


def test_forty_phones_with_a_found_slip_keep_no_card_away(event: Event) -> None:
    ada = seated(event)[0]
    own = by_card(event, ada)
    for _turn in range(MOST_DEVICES):
        Client().post(slip(event), {"holder": "0"})
    assert own.post(mine(event, ada, "call/"), {"kind": CallKind.RULE.value}).status_code == 302


def test_a_scribes_board_shows_no_name_that_the_event_keeps_to_itself() -> None:
    made = make_event(8, names_shown=NameShown.INITIAL.value)
    publish(made, 1)
    phone = by_slip(made, seated(made)[0])
    answer = phone.get(mine(made, seated(made)[0], "scribe/"))
    assert (answer.status_code, player_name(seated(made)[1]) in answer.content.decode()) == (410, False)
