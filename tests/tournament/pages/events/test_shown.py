"""What is shown to players and when: the event, its notice, and results that the director holds back."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from tests.build import director_of, draw_round, logged_in, make_director, make_event, play_round, play_to, publish
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.reading import html, words_of
from tests.tournament.pages.words import press_undo, told, words
from tournament.models import Event, Table
from tournament.models.event import stored_event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.public import held_rounds, public_through
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import change_settings, publish_final_list, withdraw_final_list
from tournament.services.results.reports import correct_result
from tournament.services.rounds import close_round, hold_results, reopen_round, show_results
from tournament.services.showing import hide_event, show_event
from tournament.services.undoing import undo_changes
from tournament.slices.notices import set_notice

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
    for page in ("", "p/1/", "standings/", "rounds/1/", "rounds/1/results/", "players/1/", "prices/"):
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


# Results of a round that the director holds back are nowhere for players until they are shown, and gone again when held back again


CASH = {1: (41_234, 31_231, 21_232, 11_233), 2: (42_234, 32_231, 22_232, 12_233)}
AMOUNTS = re.compile(r"[1-4][12][,.\u202f]?23[1-4]")
VIEWS = "names,tables,clock,missing,standings,medals"


def holding(*, closed: int = 1, shown: int = 0) -> Event:
    """Eight players, three rounds; results are held back from the beginning. The last closed round has amounts that no other has."""
    event = make_event(8, rounds_planned=3)
    change_settings(event, director_of(event), {"holds_results": True})
    for number in range(1, closed + 1):
        play_round(event, number, cash=CASH if number == closed else None)
        if number <= shown:
            show_results(event, director_of(event), number)
    return Event.objects.get(pk=event.pk)


def everything(event: Event) -> dict[str, str]:
    """Every page, part, feed and file that a player can read, by its address; and what a screen of the hall shows."""
    client, site = Client(), f"/{event.slug}/"
    found = [site, f"{site}everybody/", f"{site}find.json", f"{site}standings/", f"{site}medals/", f"{site}chart/"]
    found += [f"{site}embed/standings/", f"{site}embed/results/"]
    found += [f"{site}live/?v=0&on=event", f"{site}live/?v=0&on=standings", f"{site}p/1/"]
    found += [f"{site}{name}.json" for name in ("now", "event", "standings", "medals")]
    found += [f"{site}standings/?_export=csv", f"{site}medals/?_export=csv"]
    for number in range(1, event.rounds.count() + 1):
        round_ = f"{site}rounds/{number}"
        found += [f"{round_}/", f"{round_}/results/", f"{round_}/results/?_export=csv", f"{round_}.json"]
        found += [f"{round_}/results.json", f"{round_}/tables/1/", f"{round_}/tables/2/", f"{round_}/tables/1/replay/"]
    found += [f"{site}players/{number}/" for number in range(1, 9)]
    told = {address: client.get(address).content.decode() for address in found}
    desk = logged_in(director_of(event))
    screen = f"/desk/{event.slug}/screen/?show={VIEWS}"
    return told | {screen: desk.get(screen).content.decode()}


def leaks(event: Event) -> list[str]:
    """The addresses that hold an amount of the last closed round."""
    return [address for address, text in everything(event).items() if AMOUNTS.search(text)]


def rows(event: Event) -> object:
    """The standings that players see."""
    return Client().get(f"/{event.slug}/standings.json").json()["rows"]


def test_a_held_round_is_nowhere_until_it_is_shown() -> None:
    event = make_event(8, rounds_planned=3)
    change_settings(event, director_of(event), {"holds_results": True})
    play_round(event, 1)
    show_results(event, director_of(event), 1)
    before = rows(event)
    play_round(event, 2, cash=CASH)
    assert leaks(event) == []
    assert rows(event) == before
    assert [public_through(record_of(event)), *held_rounds(record_of(event))] == [1, 2]
    show_results(event, director_of(event), 2)
    shown = leaks(event)
    assert f"/{event.slug}/rounds/2/results/" in shown
    assert f"/{event.slug}/rounds/2/results.json" in shown
    assert f"/{event.slug}/rounds/2/tables/1/" in shown
    assert rows(event) != before
    hold_results(event, director_of(event), 2)
    assert leaks(event) == []
    assert rows(event) == before


def test_the_feeds_say_it_with_keys_of_their_own() -> None:
    event, client = holding(closed=2, shown=1), Client()
    site = f"/{event.slug}/"
    rounds = client.get(f"{site}event.json").json()["rounds"]
    assert [(row["state"], row["has_results"], row["is_held"]) for row in rounds] == [
        ("closed", True, False),
        ("published", False, True),
        ("planned", False, False),
    ]
    assert client.get(f"{site}rounds/2/results.json").json()["tables"] == []
    assert [client.get(f"{site}rounds/{number}/results.json").json()["is_held"] for number in (1, 2)] == [False, True]
    standings = client.get(f"{site}standings.json").json()
    assert (standings["through"], standings["held"]) == (1, [2])


def test_the_last_round_waits_for_the_final_list_by_the_same_notion() -> None:
    event = play_to(make_event(8, rounds_planned=2), round_closed=2)
    assert held_rounds(record_of(event)) == (2,)
    assert Client().get(f"/{event.slug}/standings.json").json()["held"] == [2]
    with pytest.raises(RefusedError, match=r"with the final list\. Publish that instead"):
        show_results(event, director_of(event), 2)


def test_the_final_list_shows_every_round_and_without_it_they_are_held_again() -> None:
    event = holding(closed=3)
    assert leaks(event) == []
    publish_final_list(event, director_of(event))
    assert f"/{event.slug}/rounds/3/results/" in leaks(event)
    assert held_rounds(record_of(event)) == ()
    with pytest.raises(RefusedError, match="The final list is public and shows the results of every round"):
        hold_results(event, director_of(event), 1)
    withdraw_final_list(event, director_of(event))
    assert leaks(event) == []
    assert held_rounds(record_of(event)) == (1, 2, 3)


def test_what_players_have_seen_is_not_held_back_by_the_setting() -> None:
    event = play_to(make_event(8, rounds_planned=4), round_closed=2)
    director = director_of(event)
    change_settings(event, director, {"holds_results": True})
    assert public_through(record_of(event)) == 2
    play_round(event, 3)
    assert held_rounds(record_of(event)) == (3,)
    change_settings(event, director, {"holds_results": False})
    assert held_rounds(record_of(event)) == ()


def test_a_published_log_of_a_held_round_waits() -> None:
    event = holding(closed=1)
    table = Table.objects.get(round__event=event, round__number=1, number=1)
    table.logs.create(text="edition: mso\nplayers: A=Ada, B=Ben, C=Cai, D=Dot\n", is_public=True)
    address = f"/{event.slug}/rounds/1/tables/1/replay/"
    assert Client().get(address).status_code == 404
    show_results(event, director_of(event), 1)
    assert Client().get(address).status_code == 200


def corrected(event: Event, number: int) -> None:
    """Correct table 1 of a closed round."""
    seats = record_of(event).round(number).table(1).seats
    lines = tuple(SeatRecord(seat.player, cash=(seat.cash or 0) + 500 * seat.position) for seat in seats)
    correct_result(event, director_of(event), number, TableRecord(1, lines), "counted again")


def test_a_correction_before_results_are_shown_is_no_news_and_one_after_is() -> None:
    event = holding(closed=1)
    corrected(event, 1)
    show_results(event, director_of(event), 1)
    assert Client().get(f"/{event.slug}/rounds/1/results.json").json()["changes"] == []
    corrected(event, 1)
    changes = Client().get(f"/{event.slug}/rounds/1/results.json").json()["changes"]
    assert [change["kind"] for change in changes] == ["result-corrected"]


def test_plain_files_hold_results_back_too(tmp_path: Path) -> None:
    event = holding(closed=1)
    call_command("publish_static", event.slug, str(tmp_path), stdout=io.StringIO())
    texts = [path for path in tmp_path.rglob("*") if path.suffix in {".html", ".json", ".csv"}]
    assert [path.name for path in texts if AMOUNTS.search(path.read_text(encoding="utf-8"))] == []
    assert json.loads((tmp_path / "standings.json").read_text(encoding="utf-8"))["held"] == [1]


def test_after_closing_the_next_thing_is_to_show_the_results_and_it_has_an_undo(director: Client) -> None:
    event = holding(closed=1)
    desk = f"/desk/{event.slug}/"
    page = director.get(desk)
    assert "Players cannot see the results of round 1 yet." in words_of(page.content.decode())
    press(director, page, "Show the results of round 1")
    answer = director.get(f"{desk}standings/")
    assert "Round 1: results shown to players." in words_of(answer.content.decode())
    assert held_rounds(record_of(stored_event(event))) == ()
    assert event.changes.latest("version").act == Act.SHOW_RESULTS
    press(director, answer, "Undo")
    assert held_rounds(record_of(stored_event(event))) == (1,)
    assert "Players cannot see the results of round 1 yet." in words_of(html(director, f"{desk}standings/"))


def test_while_the_next_round_is_played_the_standings_and_the_closed_round_have_the_button(director: Client) -> None:
    event = holding(closed=1)
    publish(event, 2)
    for page in ("standings/", "rounds/1/", "rounds/1/results/"):
        assert "Show the results of round 1" in words_of(html(director, f"/desk/{event.slug}/{page}")), page
    press(director, director.get(f"/desk/{event.slug}/rounds/1/"), "Show the results of round 1")
    press(director, director.get(f"/desk/{event.slug}/rounds/1/"), "Hold back again")
    assert held_rounds(record_of(stored_event(event))) == (1,)


def test_undo_brings_back_exactly_the_rounds_that_were_shown_before() -> None:
    event = holding(closed=2)
    director = director_of(event)
    show_results(event, director, 2)
    undo_changes(event, director, [event.version])
    assert held_rounds(record_of(event)) == (1, 2)
    show_results(event, director, 1)
    show_results(event, director, 2)
    hold_results(event, director, 1)
    assert held_rounds(record_of(event)) == (1, 2)
    undo_changes(event, director, [event.version])
    assert held_rounds(record_of(event)) == ()


def test_a_reopened_round_is_held_again_when_it_is_closed() -> None:
    event = holding(closed=1, shown=1)
    reopen_round(event, director_of(event), 1)
    close_round(event, director_of(event), 1)
    assert held_rounds(record_of(event)) == (1,)


@pytest.mark.parametrize(
    ("closed", "shown", "acts", "sentence"),
    [
        (1, 1, "show", "This has already been done"),
        (1, 0, "hold", "This has already been done"),
    ],
)
def test_what_is_so_already_is_refused_in_a_sentence(closed: int, shown: int, acts: str, sentence: str) -> None:
    event = holding(closed=closed, shown=shown)
    act = show_results if acts == "show" else hold_results
    with pytest.raises(RefusedError, match=sentence):
        act(event, director_of(event), 1)


def test_results_are_not_held_back_where_the_event_shows_them_at_once() -> None:
    event = play_to(make_event(8, rounds_planned=3), round_closed=1)
    with pytest.raises(RefusedError, match=r"change this under “Results” in the settings"):
        hold_results(event, director_of(event), 1)
