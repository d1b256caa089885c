"""At the door: players who check in themselves, and fees."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.build import director_of, make_event, play_round
from tests.tournament.pages.forms import press
from tests.tournament.pages.reading import light
from tests.tournament.pages.words import told, words
from tests.tournament.pdf.events import PRINTED_AT
from tests.tournament.pdf.reading import text_of
from tournament.access.devices import codes_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Options
from tournament.record.devices import code_in_groups, player_subject
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.attendance import set_status, take_fee
from tournament.services.changes.refusals import RefusedError
from tournament.services.entries import Particulars, edit_entry
from tournament.services.events import change_settings
from tournament.services.tables import withdraw_code_of_player
from tournament.services.undoing import undo_changes
from tournament.slices.door import open_now, set_window
from tournament.slices.leaving import withdraw
from tournament.slices.putting_away import put_away
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


def with_door(players: int = 4, **settings: Any) -> Event:
    """An event of players of whom nobody is here yet, and who check in themselves."""
    event = make_event(players, status=Status.REGISTERED, **settings)
    open_now(event, director_of(event))
    return event


def here(event: Event) -> str:
    return reverse("self_check_in", args=[event.slug])


def code(event: Event, player: int) -> str:
    subject = player_subject(player)
    return codes_of(event, [subject])[subject]


def status_of(event: Event, player: int) -> str:
    return event.entries.get(number=player).status


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return with_door()


@pytest.mark.parametrize("written", [str, str.upper, code_in_groups], ids=["as it is", "capitals", "in groups"])
def test_a_code_checks_its_player_in_and_the_log_says_by_whom(event: Event, client: Client, written: Any) -> None:
    answer = client.post(here(event), {"code": written(code(event, 3))})
    assert "Cai Demo You are checked in. Your number is 3." in words(answer)
    assert [status_of(event, player) for player in (1, 2, 3, 4)] == [
        "registered",
        "registered",
        "present",
        "registered",
    ]
    event.refresh_from_db()
    change = event.changes.get(version=event.version)
    assert sentence_of(change, record_of(event)) == "Cai Demo checked in with their own code"
    assert change.made_by is None


def test_the_desk_sees_it_and_takes_it_back_with_one_press(event: Event, client: Client, director: Client) -> None:
    version = Event.objects.get(pk=event.pk).version
    client.post(here(event), {"code": code(event, 3)})
    since = director.get(f"/desk/{event.slug}/entries/check-in/since/?v={version}").content.decode()
    assert 'data-entry="3" data-status="present"' in since
    director.post(f"/desk/{event.slug}/entries/check-in/", {"back": "3"})
    assert status_of(event, 3) == "registered"


def test_nothing_of_the_player_stays_for_the_next_person(event: Event, client: Client) -> None:
    answer = client.post(here(event), {"code": code(event, 3)})
    assert answer["Refresh"] == f"10; url={here(event)}"
    assert code(event, 3) not in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert set(client.cookies) <= {settings.CSRF_COOKIE_NAME}
    start = client.get(here(event))
    assert ("Cai" in start.content.decode(), "Refresh" in start.headers) == (False, False)


def test_outside_the_window_a_sentence_says_when(event: Event, client: Client) -> None:
    director, now = director_of(event), timezone.localtime()
    later = now + timedelta(days=2)
    set_window(event, director, later, later + timedelta(hours=1))
    page = client.get(here(event))
    assert f"You can check in here from {later:%H:%M} on " in words(page)
    assert ('name="code"' in page.content.decode(), page["Refresh"]) == (False, f"60; url={here(event)}")
    client.post(here(event), {"code": code(event, 3)})
    assert status_of(event, 3) == "registered"
    earlier = now - timedelta(days=2)
    set_window(event, director, earlier, earlier + timedelta(hours=1))
    assert f"Check-in here ended at {earlier + timedelta(hours=1):%H:%M} on " in words(client.get(here(event)))
    set_window(event, director, None, None)
    assert "You cannot check in here. Go to the desk." in words(client.get(here(event)))


def test_what_is_so_is_said_to_those_who_are_not_checked_in_here(client: Client) -> None:
    event = with_door(6)
    director = director_of(event)
    set_status(event, director, [1], Status.EXCLUDED)
    withdraw(event, director, 2)
    set_status(event, director, [3], Status.ABSENT)
    told = {player: words(client.post(here(event), {"code": code(event, player)})) for player in (1, 2, 3)}
    assert "You are not in the next round. Ask at the desk." in told[1]
    assert "You are not in the next round. Ask at the desk." in told[2]
    assert "You are checked in." in told[3]
    assert "You are checked in." in words(client.post(here(event), {"code": code(event, 3)}))
    assert [status_of(event, player) for player in (1, 2, 3)] == ["excluded", "withdrawn", "present"]


def test_after_the_first_round_has_begun_the_desk_finds_a_place(client: Client) -> None:
    event = make_event(8)
    set_status(event, director_of(event), [8], Status.LATE)
    play_round(event, 1)
    open_now(event, director_of(event))
    answer = words(client.post(here(event), {"code": code(event, 8)}))
    assert "The first round has begun. Ask the desk to find you a seat." in answer
    assert status_of(event, 8) == "late"


def test_a_wrong_code_and_one_that_was_withdrawn_check_nobody_in(event: Event, client: Client) -> None:
    old = code(event, 3)
    withdraw_code_of_player(event, director_of(event), 3)
    for wrong in (old, "abcdefghjkmnpq", "3", "Cai Demo", "ﬀ" * 200):
        assert "not valid" in words(client.post(here(event), {"code": wrong})), wrong
    assert "This code is not valid." in words(client.post(here(event), {"code": " "}))
    assert status_of(event, 3) == "registered"
    client.post(here(event), {"code": code(event, 3)})
    assert status_of(event, 3) == "present"


def test_wrong_codes_are_bounded_and_a_hall_that_mistypes_is_not_locked_out(event: Event, client: Client) -> None:
    for _try in range(99):
        client.post(here(event), {"code": "abcdefghjkmnpq"})
    assert "You are checked in." in words(client.post(here(event), {"code": code(event, 1)}))
    client.post(here(event), {"code": "abcdefghjkmnpq"})
    refused = client.post(here(event), {"code": code(event, 2)})
    assert (refused.status_code, status_of(event, 2)) == (429, "registered")
    assert "Too many wrong links or codes have come from here. Wait ten minutes, then try again." in words(refused)


def test_the_scanned_card_and_the_players_own_phone_offer_it_while_it_is_open(event: Event, client: Client) -> None:
    card = reverse("claim_player", args=[event.slug, 3, code(event, 3)])
    answer = press(client, client.get(card), "I am Cai Demo: check me in")
    assert ("You are checked in." in words(client.get(answer["Location"])), status_of(event, 3)) == (True, "present")
    assert "check me in" not in words(client.get(card))
    phone = Client()
    phone.post(reverse("claim_player", args=[event.slug, 4, code(event, 4)]))
    own = reverse("mine", args=[event.slug, 4])
    press(phone, phone.get(own), "Check in")
    assert status_of(event, 4) == "present"
    assert "Check in" not in words(phone.get(own))


def test_the_desk_sets_the_times_of_the_events_day(director: Client, client: Client) -> None:
    event = make_event(4, status=Status.REGISTERED)
    page = f"/desk/{event.slug}/entries/check-in/self/"
    assert "You cannot check in here" in words(director.get(page))
    director.post(page, {"opens": "09:00", "closes": "10:15"})
    event.refresh_from_db()
    local = [timezone.localtime(moment) for moment in (event.check_in_from, event.check_in_until) if moment]
    assert [f"{moment:%Y-%m-%d %H:%M}" for moment in local] == ["2026-08-20 09:00", "2026-08-20 10:15"]
    change = event.changes.get(version=event.version)
    assert sentence_of(change, record_of(event)) == "Self check-in times set"
    assert "09:00" in repr(differences(change, record_of(event)))
    wrong = words(director.post(page, {"opens": "10:00", "closes": "09:00"}))
    assert "The end must be after the start. Enter a later end." in wrong
    assert "Enter a time such as 14:00." in words(director.post(page, {"opens": "soon"}))


def test_one_press_at_the_check_in_page_opens_and_closes_it_and_an_undo_takes_it_back(director: Client) -> None:
    event = make_event(4, status=Status.REGISTERED)
    desk, page = f"/desk/{event.slug}/entries/check-in/", f"/desk/{event.slug}/entries/check-in/self/"
    assert "Self check-in : closed" in words(director.get(desk))
    opened = director.post(page, {"now": "open"}, follow=True)
    assert opened.redirect_chain[-1][0] == desk
    assert "Players can now check themselves in." in words(opened)
    assert "Self check-in : open" in words(opened)
    director.post(f"/desk/{event.slug}/changes/undo/?versions={Event.objects.get(pk=event.pk).version}")
    assert Event.objects.get(pk=event.pk).check_in_from is None
    director.post(page, {"now": "open"})
    closed = director.post(page, {"now": "close"}, follow=True)
    assert "Players can no longer check themselves in." in words(closed)


def test_the_events_page_leads_there_once_it_was_opened_and_without_the_extra_there_is_no_such_page(
    client: Client, director: Client
) -> None:
    event = make_event(4, status=Status.REGISTERED)
    assert here(event) not in client.get(f"/{event.slug}/").content.decode()
    open_now(event, director_of(event))
    assert here(event) in client.get(f"/{event.slug}/").content.decode()
    plain = make_event(4, name="Plain Cup", status=Status.REGISTERED, extras="")
    open_now(plain, director_of(plain))
    assert client.get(here(plain)).status_code == 404
    assert here(plain) not in client.get(f"/{plain.slug}/").content.decode()
    assert "Self check-in" not in words(director.get(f"/desk/{plain.slug}/entries/check-in/"))


def test_a_hidden_event_and_one_that_is_archived_have_no_such_page(client: Client) -> None:
    assert client.get(here(with_door(is_shown=False))).status_code == 404
    old = with_door(name="Old Cup")
    put_away(old, director_of(old))
    assert client.post(here(old), {"code": code(old, 1)}).status_code == 404
    assert "Check in" not in words(client.get(reverse("claim_player", args=[old.slug, 1, code(old, 1)])))


# Fees at the door: who owes, one press that takes the fee, its undo, the totals on the page and on the printed list


def charging(**more: Any) -> Event:
    """Six players at £10, juniors £5: Ada has paid £4, Ben is a junior, Cai is a guest, Dot is absent, Eve withdrew, Fay has paid."""
    names = [f"{name} Demo" for name in ("Ada", "Ben", "Cai", "Dot", "Eve", "Fay")]
    event = make_event(names=names, fee=1000, junior_fee=500, currency="£", **more)
    director = director_of(event)
    edit_entry(event, director, 1, Particulars("Ada Demo", fee_paid=400))
    edit_entry(event, director, 2, Particulars("Ben Demo", is_junior=True))
    edit_entry(event, director, 3, Particulars("Cai Demo", fee_due=0))
    set_status(event, director, [4], Status.ABSENT)
    withdraw(event, director, 5)
    edit_entry(event, director, 6, Particulars("Fay Demo", fee_paid=1000))
    return event


def page_of(event: Event, more: str = "") -> str:
    return f"/desk/{event.slug}/entries/check-in/{more}"


@pytest.fixture
def charged(db: None) -> Event:
    """The event of most tests here."""
    return charging()


def test_one_press_takes_what_is_owed_and_an_undo_gives_it_back(charged: Event, director: Client) -> None:
    shown = words(director.get(page_of(charged)))
    assert "£14 has been paid; 2 players owe £11." in shown
    answer = director.post(page_of(charged), {"paid": "1:600"}, follow=True)
    assert "1 Ada Demo paid £6." in words(answer)
    assert "£20 has been paid; 1 player owes £5." in words(answer)
    charged.refresh_from_db()
    change = charged.changes.get(version=charged.version)
    assert sentence_of(change, record_of(charged)) == "Ada Demo paid 6"
    assert f"versions={charged.version}" in answer.content.decode()
    undone = director.post(f"/desk/{charged.slug}/changes/undo/?versions={charged.version}", follow=True)
    assert undone.redirect_chain[-1][0] == page_of(charged)
    assert "£14 has been paid; 2 players owe £11." in words(undone)
    charged.refresh_from_db()
    assert "cancelled" in sentence_of(charged.changes.get(version=charged.version), record_of(charged))


def test_a_second_press_takes_nothing_and_says_so(charged: Event, director: Client) -> None:
    take_fee(charged, director_of(charged), 1)
    assert "1 Ada Demo owes nothing." in words(director.post(page_of(charged), {"paid": "1:600"}))
    assert charged.entries.get(number=1).fee_paid == 1000


def test_what_was_corrected_since_is_not_given_back(charged: Event) -> None:
    director = director_of(charged)
    take_fee(charged, director, 1)
    version = charged.version
    edit_entry(charged, director, 1, Particulars("Ada Demo", fee_paid=800))
    with pytest.raises(RefusedError, match="Undo first: Details of Ada Demo changed"):
        undo_changes(charged, director, [version])


def test_who_owes_is_marked_and_can_be_shown_alone(charged: Event, director: Client) -> None:
    page = director.get(page_of(charged))
    assert [line for line in ("Take £6", "Take £5", "Take £10") if line in words(page)] == ["Take £6", "Take £5"]
    owing = director.get(page_of(charged, "?owes=yes"))
    assert [row.entry.player for row in owing.context["rows"]] == [1, 2]
    paid = press(director, owing, "Take £5")
    paid = director.get(paid["Location"])
    assert [row.entry.player for row in paid.context["rows"]] == [1]
    assert "Show all" in words(paid)


def test_who_pays_and_is_not_here_yet_is_checked_in_by_the_same_press(charged: Event, director: Client) -> None:
    set_status(charged, director_of(charged), [2], Status.REGISTERED)
    page = director.get(page_of(charged))
    assert "£5" in words(page)
    assert "Take £5" not in words(page)
    done = press(director, page, "Paid and here")
    assert {"2 Ben Demo paid £5.", "2 Ben Demo: present."} <= set(told(done))
    entry = record_of(Event.objects.get(pk=charged.pk)).entry(PlayerId(2))
    assert (entry.fee_paid, entry.status) == (500, Status.PRESENT)
    press(director, page, "Paid and here")
    assert record_of(Event.objects.get(pk=charged.pk)).entry(PlayerId(2)).fee_paid == 500, "sent twice, done once"


def test_the_answer_to_a_press_of_the_list_of_those_who_owe_takes_the_row_away(
    charged: Event, director: Client
) -> None:
    sent = {"paid": "2:500", "owes": "yes", "v": str(charged.version)}
    answer = director.post(page_of(charged), sent).content.decode()
    assert '<li data-entry="2" data-gone>' in answer
    assert "2 Ben Demo paid £5." in light(answer)
    since = director.get(page_of(charged, f"since/?owes=yes&v={charged.version}"))
    assert '<li data-entry="2" data-gone>' in since.content.decode()


def test_the_entrys_page_takes_the_fee_too(charged: Event, director: Client) -> None:
    entry = f"/desk/{charged.slug}/entries/2/"
    taken = director.get(press(director, director.get(entry), "Take £5")["Location"])
    assert "2 Ben Demo paid £5." in words(taken)
    assert record_of(Event.objects.get(pk=charged.pk)).entry(PlayerId(2)).fee_paid == 500


def test_the_printed_list_has_boxes_and_totals_and_without_fees_it_is_as_before(charged: Event) -> None:
    text = text_of(sheet("check-in", record_of(charged), Options(), PRINTED_AT))
    assert "£14 has been paid; 2 players owe £11." in " ".join(text.split())
    assert ("☐ £6" in text, "☐ £5" in text) == (True, True)
    change_settings(charged, director_of(charged), {"extras": ""})
    assert "£" not in text_of(sheet("check-in", record_of(charged), Options(), PRINTED_AT))


def test_without_the_extra_nothing_is_said_of_fees(director: Client) -> None:
    event = charging(extras="")
    for page in (page_of(event), f"/desk/{event.slug}/entries/1/"):
        shown = words(director.get(page))
        assert ("owe" in shown, "Paid" in shown, "£" in shown) == (False, False, False)
    assert "£" not in words(director.get(page_of(event, "?owes=yes")))
    assert len(director.get(page_of(event, "?owes=yes")).context["rows"]) == 5


def test_another_amount_than_the_page_had_shown_is_not_taken(charged: Event, director: Client) -> None:
    change_settings(charged, director_of(charged), {"fee": 1500})
    answer = words(director.post(page_of(charged), {"paid": "1:600"}))
    assert "1 Ada Demo now owes £11. Take that amount and try again." in answer
    for junk in ("1", "x", "1:x", "99:600", "1:-5"):
        director.post(page_of(charged), {"paid": junk})
    assert charged.entries.get(number=1).fee_paid == 400
