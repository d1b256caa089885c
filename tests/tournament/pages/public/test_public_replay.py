"""The public replay of a game: when it is there, what it calls the players, and what stays at the desk."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import make_event, play_to
from tests.tournament.pages.logs import BROKEN, DISPUTED, UNREAD, a_table, at, hidden, title_of, with_log
from tests.tournament.pages.reading import tables_of
from tests.tournament.pages.words import told, words
from tournament.models import Event, GameLog
from tournament.models.queries import record_of
from tournament.public.replay import _as_shown
from tournament.record.event import EntryRecord
from tournament.record.vocabulary import DisputeState, PlayerId
from tournament.slices.disputes.acts import open_dispute, settle_dispute

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return a_table(closed=True)


def test_a_ruled_replay_is_public_when_the_director_publishes_it(event: Event, director: Client) -> None:
    log = with_log(event)
    here = at(event, f"logs/{log.pk}/")
    public = f"/{event.slug}/rounds/1/tables/1/replay/"
    assert "1 error that has not been ruled on" in told(director.post(f"{here}publish/"))[0]
    assert Client().get(public).status_code == 404
    director.post(f"{here}apply/", hidden(director.get(f"{here}apply/")) | {"apply": "yes"})
    director.post(f"{here}publish/")
    answer = Client().get(f"{public}?turn=50")
    text = words(answer)
    assert 'class="tag loss"' not in answer.content.decode()
    assert title_of(answer) == "After turn 50 Ben Demo 50 of 55"
    assert "Ruling by the director: Turn 50: Cai Demo was paid 1,500 for Worldwide; 2,500 was due" in text
    assert text.count("was paid 1,500 for Worldwide") == 2  # the ruling, and the mistake
    assert "recorded 1,500 · R3" not in text
    final = next(table for table in tables_of(answer.content.decode()) if table.caption.startswith("Final cash"))
    assert final.head == ["Player", "Log’s final", "Result", "Proved"]
    assert final.rows[2] == ["Cai Demo", "37,100", "38,100", "38,100"]
    assert title_of(Client().get(public)) == "After turn 55 Cai Demo 55 of 55"
    assert "Replay" in words(Client().get(f"/{event.slug}/rounds/1/tables/1/"))
    director.post(f"{here}publish/?public=no")
    assert Client().get(public).status_code == 404


def test_a_public_log_that_cannot_be_read_any_more_is_not_there(event: Event, director: Client) -> None:
    with_log(event)
    GameLog.objects.update(text=BROKEN, is_public=True)
    assert Client().get(f"/{event.slug}/rounds/1/tables/1/replay/").status_code == 404


def test_the_public_replay_calls_players_by_their_names_of_the_event_and_never_as_the_scribe_did(event: Event) -> None:
    people = DISPUTED.replace(
        "players: Ann, Ben, Cai, Dot", "players: Red = Ann Demo, Fox = Ben Demo, Owl = Cai Demo, Dot"
    )
    text = re.sub(
        r"\bAnn\b(?! Demo)", "Red", re.sub(r"\bBen\b(?! Demo)", "Fox", re.sub(r"\bCai\b(?! Demo)", "Owl", people))
    )
    with_log(event, text)
    GameLog.objects.update(is_public=True)
    answer = Client().get(f"/{event.slug}/rounds/1/tables/1/replay/?turn=50")
    shown = words(answer)
    assert [word for word in ("Red", "Fox", "Owl", "Scribe") if word in shown] == []
    assert title_of(answer) == "After turn 50 Ben Demo 50 of 55"
    assert "50 Ben Demo: 7A bonus Dot Demo Worldwide 5000; bonus Cai Demo Worldwide 1500" in shown
    holdings = next(
        table for table in tables_of(answer.content.decode()) if table.caption.startswith("Cash and shares")
    )
    assert [row[:2] for row in holdings.rows] == [
        ["Ann Demo", "1,000"],
        ["Ben Demo", "1,400"],
        ["Cai Demo", "12,700"],
        ["Dot Demo", "9,400"],
    ]


def test_players_known_by_the_order_alone_are_told_by_their_place_in_public() -> None:
    event = play_to(make_event(4), round_closed=1)
    with_log(event)
    GameLog.objects.update(is_public=True)
    answer = Client().get(f"/{event.slug}/rounds/1/tables/1/replay/")
    final = next(table for table in tables_of(answer.content.decode()) if table.caption.startswith("Final cash"))
    assert [row[0] for row in final.rows] == ["Player 1", "Ben Demo", "Cai Demo", "Dot Demo"]
    assert "Ada Demo" not in words(answer)  # Ann might be Ada: that stands nowhere


def test_who_is_who_as_a_ruling_confirmed_it_is_public(event: Event, director: Client) -> None:
    """A log of colours: the order of play proposes who they are, and the director rules with those choices."""
    colours = DISPUTED
    for name, colour in (("Ann", "Red"), ("Ben", "Blue"), ("Cai", "Green"), ("Dot", "Black")):
        colours = re.sub(rf"\b{name}\b", colour, colours)
    log = with_log(event, colours)
    here = at(event, f"logs/{log.pk}/")
    page = f"/{event.slug}/rounds/1/tables/1/replay/"
    GameLog.objects.update(is_public=True)
    assert "Player 3" in words(Client().get(page))
    director.post(f"{here}apply/", hidden(director.get(f"{here}apply/")) | {"apply": "yes"})
    log.refresh_from_db()
    people = record_of(event).table(1, 1).seats
    assert sorted(log.confirmed.values()) == sorted(seat.player for seat in people)
    shown = words(Client().get(page))
    assert "Player 3" not in shown
    assert "Cai Demo" in shown
    assert "Green" not in shown


def test_two_of_one_name_bear_their_numbers_on_the_public_replay() -> None:
    event = play_to(make_event(names=["Ben Demo", "Ben Demo", "Cai Demo", "Player 4"]), round_closed=1)
    with_log(event, DISPUTED.replace("Ann, Ben, Cai, Dot", "Ann = 1, Ben = 2, Cai = Cai Demo, Dot"))
    GameLog.objects.update(is_public=True)
    answer = Client().get(f"/{event.slug}/rounds/1/tables/1/replay/")
    final = next(table for table in tables_of(answer.content.decode()) if table.caption.startswith("Final cash"))
    assert [row[0] for row in final.rows] == ["Ben Demo (1)", "Ben Demo (2)", "Cai Demo", "Player 4"]


def test_no_code_of_a_finding_and_no_word_of_the_desk_is_public(event: Event, director: Client) -> None:
    log = with_log(event)
    asked = open_dispute(event, event.created_by, 1, 1, "Dot says that Cai cheats", log)
    ruling = "Turn 50: Cai is paid 2500 for Worldwide (bonus-wrong, R3); well-known, R11."
    settle_dispute(event, event.created_by, asked, DisputeState.RULED, ruling)
    GameLog.objects.update(is_public=True)
    for turn in ("", "?turn=50"):
        shown = words(Client().get(f"/{event.slug}/rounds/1/tables/1/replay/{turn}"))
        assert "Ruling by the director: Turn 50: Cai is paid 2500 for Worldwide (R3); well-known, R11." in shown
        assert [word for word in ("bonus-wrong", "final-wrong", "cheats", "Scribe's", "line 86") if word in shown] == []


def test_the_public_replay_says_how_much_of_the_log_could_not_be_read(event: Event) -> None:
    with_log(event, UNREAD)
    GameLog.objects.update(is_public=True)
    answer = Client().get(f"/{event.slug}/rounds/1/tables/1/replay/")
    assert "1 part of the log could not be read; the rest has been replayed without it." in words(answer)
    final = next(table for table in tables_of(answer.content.decode()) if table.caption.startswith("Final cash"))
    assert final.rows[2][:3] == ["Cai Demo", "37,100", "37,100"]


def test_what_the_judge_holds_for_likely_is_told_at_the_desk_and_not_in_public(event: Event, director: Client) -> None:
    text = DISPUTED.replace("Worldwide 1500", "Worldwide 2500").replace("Cai 37100", "Cai 38100")
    log = with_log(event, text.replace("50 Ben: 7A", "50 Ben: 12I"))
    GameLog.objects.update(is_public=True)
    hint = "The rest of the log fits if"
    assert words(director.get(at(event, f"logs/{log.pk}/"))).count(hint) == 1
    assert hint not in words(Client().get(f"/{event.slug}/rounds/1/tables/1/replay/?turn=50"))


def test_what_the_director_took_back_is_struck_through_at_the_desk_and_on_the_public_page(
    event: Event, director: Client
) -> None:
    slip = "\n2 Ben: 4G; buy -; draw ?\nrewind 8 Ann was disturbed\n2 Ben:"
    log = with_log(event, DISPUTED.replace("\n2 Ben:", slip, 1))
    here = at(event, f"logs/{log.pk}/")
    director.post(f"{here}apply/", hidden(director.get(f"{here}apply/")) | {"apply": "yes"})
    director.post(f"{here}publish/")
    public = Client().get(f"/{event.slug}/rounds/1/tables/1/replay/?turn=1")
    for answer, ann, ben in ((director.get(f"{here}?turn=1"), "Ann", "Ben"), (public, "Ann Demo", "Ben Demo")):
        assert title_of(answer) == f"After turn 1 {ann} 1 of 55"
        assert "Undone, no longer part of the game: 2 Ben" in words(answer)
        assert f"<s>2 {ben}: 4G; buy -; draw ?</s>" in answer.content.decode()
        assert f"the director takes the game back to statement 8, “{ann} was disturbed”" in words(answer)


def test_of_two_names_one_of_which_begins_the_other_neither_is_left_in_the_directors_words() -> None:
    people = {
        PlayerId(1): EntryRecord(PlayerId(1), "Ann Demo"),
        PlayerId(2): EntryRecord(PlayerId(2), "Ann Demo Junior"),
    }
    names = {PlayerId(1): "Player 1", PlayerId(2): "Player 2"}
    assert _as_shown("Ann Demo Junior and Ann Demo", people, names) == "Player 2 and Player 1"
