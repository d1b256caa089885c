"""Hidden events, the switch, the tick with round 1, and the notice, as the director and everybody else meet them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, draw_round, logged_in, make_director, make_event, play_to
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.words import press_undo, told, words
from tournament.models import Event
from tournament.record.acts import Act
from tournament.services.showing import hide_event, set_notice, show_event

pytestmark = pytest.mark.django_db


def acts_of(event: Event) -> list[str]:
    return list(event.changes.order_by("version").values_list("act", flat=True))


def drafted(**settings: object) -> Event:
    event = make_event(4, is_shown=False, **settings)  # type: ignore[arg-type]
    draw_round(event)
    return event


def test_staff_and_the_director_look_at_a_hidden_event_and_nobody_elses_page_is_kept_from_it() -> None:
    event = play_to(make_event(4, is_shown=False), round_closed=1)
    staff = logged_in(make_director("boss", is_staff=True))
    for page in ("", "standings/", "live/?v=0", "rounds/1/results/?_export=csv", "prices/"):
        assert staff.get(f"/{event.slug}/{page}").status_code == 200
        assert Client().get(f"/{event.slug}/{page}").status_code == 404


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(4)


def test_a_page_that_a_phone_has_is_gone_when_the_event_is_hidden(event: Event) -> None:
    phone = Client()
    kept = phone.get(f"/{event.slug}/")
    hide_event(event, director_of(event))
    again = phone.get(f"/{event.slug}/", headers={"if-none-match": kept["ETag"]})
    assert (kept.status_code, again.status_code) == (200, 404)
    show_event(event, director_of(event))
    assert phone.get(f"/{event.slug}/").status_code == 200


def test_the_desk_says_that_an_event_is_hidden(director: Client) -> None:
    event = make_event(3, is_shown=False)
    assert "Sample Cup 2026 hidden from players" in words(director.get(f"/desk/{event.slug}/entries/"))
    page = director.get(f"/desk/{event.slug}/players/")
    assert "Only the event's directors and helpers can open its pages." in words(page)
    assert "<svg" not in page.content.decode().partition("<main")[2]


def test_one_press_shows_an_event_and_undo_hides_it_again(director: Client) -> None:
    event = make_event(3, is_shown=False)
    answer = press(director, director.get(f"/desk/{event.slug}/"), "Show to players")
    assert told(answer) == ["Event shown to players."]
    assert Client().get(f"/{event.slug}/").status_code == 200
    answer = press_undo(director, answer)
    assert told(answer)[1:] == ["Event hidden from players."]
    assert Client().get(f"/{event.slug}/").status_code == 404
    press_undo(director, answer)
    assert acts_of(event)[-3:] == [Act.SHOW_EVENT, Act.HIDE_EVENT, Act.SHOW_EVENT]


def test_publishing_round_1_of_a_hidden_event_shows_it_unless_the_tick_is_taken_away(director: Client) -> None:
    event = drafted()
    page = director.get(f"/desk/{event.slug}/rounds/1/")
    assert "Show the event to players too" in words(page)
    answer = press(director, page, "Publish round 1")
    assert told(answer) == [
        "Event shown to players.",
        "Round 1 published.",
    ]
    assert Client().get(f"/{event.slug}/").status_code == 200
    assert acts_of(event)[-2:] == [Act.PUBLISH_ROUND, Act.SHOW_EVENT]


def test_without_the_tick_the_round_is_published_and_the_event_stays_hidden(director: Client) -> None:
    event = drafted()
    form = form_with(director.get(f"/desk/{event.slug}/"), "show")
    answer = director.post(form.action, {name: value for name, value in form.filled().items() if name != "show"})
    assert told(answer) == [
        "Published, but Sample Cup 2026 is hidden from players. You can show it from the event's page."
    ]
    assert Client().get(f"/{event.slug}/").status_code == 404


def test_the_tick_is_not_set_beforehand_in_practice_or_later_than_round_1(director: Client) -> None:
    practice = drafted(is_practice=True)
    later = play_to(make_event(4, name="Later Cup 2026", is_shown=False), round_closed=1)
    draw_round(later, 2)
    for event, number in ((practice, 1), (later, 2)):
        page = director.get(f"/desk/{event.slug}/rounds/{number}/").content.decode()
        assert '<input type="checkbox" name="show" value="yes">' in page


def test_a_shown_event_is_not_asked_about(event: Event, director: Client) -> None:
    draw_round(event)
    assert "Show the event to players" not in words(director.get(f"/desk/{event.slug}/rounds/1/"))


def test_a_notice_stands_on_every_page_of_players_and_comes_to_pages_that_are_open(director: Client) -> None:
    event = play_to(make_event(4), round_closed=1)
    version = event.public_version
    press(director, director.get(f"/desk/{event.slug}/players/"), "Save", {"notice": " Lunch  until\n14:00 "})
    for page in ("", "?me=1", "standings/", "rounds/1/", "rounds/1/results/", "players/1/", "prices/"):
        assert "Notice: Lunch until 14:00" in words(Client().get(f"/{event.slug}/{page}")), page
    for part in ("event", "standings"):
        news = Client().get(f"/{event.slug}/live/?v={version}&on={part}").content.decode()
        assert '<div id="notice" hx-swap-oob="true"><p class="notice">' in news
    assert "Notice set" in words(director.get(f"/desk/{event.slug}/"))
    assert "Lunch until 14:00" in words(director.get(f"/desk/{event.slug}/changes/"))


def test_a_notice_is_taken_down_and_pages_that_are_open_lose_it(event: Event, director: Client) -> None:
    set_notice(event, director_of(event), "Lunch until 14:00")
    answer = press(director, director.get(f"/desk/{event.slug}/players/"), "Remove the notice")
    assert told(answer) == ["Notice taken down."]
    news = Client().get(f"/{event.slug}/live/?v={event.public_version}").content.decode()
    assert '<div id="notice" hx-swap-oob="true"></div>' in news


def test_a_notice_is_text_and_never_markup(event: Event) -> None:
    set_notice(event, director_of(event), "<script>alert(1)</script> & more")
    page = Client().get(f"/{event.slug}/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in page


def test_a_notice_that_is_too_long_is_refused_with_its_length(event: Event, director: Client) -> None:
    answer = director.post(f"/desk/{event.slug}/notice/", {"notice": "x" * 161})
    assert told(answer) == ["“xxxxxxxxxxxxxxxxxxxx…” has 161 characters; the limit is 160. Shorten it."]


def test_an_event_that_is_put_away_is_only_read_and_its_public_pages_stay(director: Client) -> None:
    event = play_to(make_event(4), round_closed=1)
    director.post(f"/desk/{event.slug}/put-away/", {"confirmed": "yes"})
    version = Event.objects.get().version
    for act in ("entries/1/status/", "rounds/1/reopen/", "hide/", "notice/", "put-away/", "settings/"):
        director.post(f"/desk/{event.slug}/{act}", {"status": "absent", "notice": "x", "name": "Other Cup"})
    assert Event.objects.get().version == version
    answer = director.post(f"/desk/{event.slug}/hide/")
    assert told(answer)[-1] == "Sample Cup 2026 is archived and can only be read; a director can bring it back."
    assert Client().get(f"/{event.slug}/standings/").status_code == 200
    assert "Sample Cup 2026" not in words(Client().get("/"))
    page = director.get(f"/desk/{event.slug}/")
    assert "Sample Cup 2026 is archived and can" in words(page)
    press(director, page, "Bring the event back")
    assert "Sample Cup 2026" in words(Client().get("/"))
    draw_round(Event.objects.get(), 2)
