"""A player who was moved reads on the own phone at once where to sit now, and whoever typed already is told so too."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import director_of, make_event, publish
from tests.tournament.devices.phones import code_of_table
from tests.tournament.pages.reading import light
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId, SitOutKind
from tournament.services.seats import mark_no_show, swap_players
from tournament.services.tables import move_player, retire_table

pytestmark = pytest.mark.django_db
CASH = (41200, 35000, 30000, 20000)


@pytest.fixture
def event() -> Event:
    """Thirteen players at three tables of a published round; they report by phone."""
    made = make_event(13, players_report=True)
    publish(made, 1, sizes=(5, 4, 4))
    return made


def seats(event: Event, table: int) -> list[PlayerId]:
    return [seat.player for seat in record_of(event).table(1, table).seats]


def phone_of(event: Event, player: PlayerId, table: int) -> Client:
    """The own phone of a player, let in by the slip of a table."""
    phone = Client()
    phone.post(
        reverse("claim_table", args=[event.slug, 1, table, code_of_table(event, table)]), {"holder": str(player)}
    )
    return phone


def page(event: Event, table: int) -> str:
    return reverse("mine", args=[event.slug, 1, table])


def sits_now(event: Event, player: PlayerId, table: int) -> str:
    name = record_of(event).name_of(player)
    return f"{name} now sits at table {table}. Go there and scan the code on the slip with this phone."


def test_the_phone_of_a_player_who_was_swapped_says_at_once_where_to_sit(event: Event) -> None:
    moved, other = seats(event, 2)[0], seats(event, 3)[0]
    phone = phone_of(event, moved, 2)
    opened = phone.get(page(event, 2)).content.decode()
    assert "Enter the result" in opened
    stamp = opened.partition('data-stamp="')[2].partition('"')[0]
    seen = Event.objects.get(pk=event.pk).version
    swap_players(event, director_of(event), 1, moved, other)
    told = phone.get(f"{page(event, 2)}now/?v={seen}&s={stamp}").content.decode()
    assert sits_now(event, moved, 3) in told, "the page that is open hears of it"
    assert "data-elsewhere" in told
    again = phone.get(page(event, 2)).content.decode()
    assert sits_now(event, moved, 3) in again
    assert "Enter the result" not in again
    assert phone.get(reverse("device_report", args=[event.slug, 1, 2]))["Location"] == page(event, 2)


def test_who_had_typed_already_is_told_which_table_is_theirs(event: Event) -> None:
    moved, other = seats(event, 2)[0], seats(event, 3)[0]
    phone = phone_of(event, moved, 2)
    form = reverse("device_report", args=[event.slug, 1, 2])
    assert f'data-now="{page(event, 2)}now/"' in phone.get(form).content.decode(), "the form asks too"
    swap_players(event, director_of(event), 1, moved, other)
    typed = {f"cash-{player}": f"{cash:,}" for player, cash in zip(seats(event, 2), CASH, strict=True)}
    refused = phone.post(form, {**typed, "key": "late"})
    assert (refused.status_code, f"Not sent. {sits_now(event, moved, 3)}" in refused.content.decode()) == (409, True)


def test_the_others_at_the_table_see_who_sits_with_them_now(event: Event) -> None:
    stays, gone, comes = seats(event, 2)[1], seats(event, 2)[0], seats(event, 3)[0]
    phone = phone_of(event, stays, 2)
    seen = Event.objects.get(pk=event.pk).version
    swap_players(event, director_of(event), 1, gone, comes)
    told = light(phone.get(f"{page(event, 2)}now/?v={seen}&s=old").content.decode())
    assert f">{record_of(event).name_of(comes)}<" in told
    assert f">{record_of(event).name_of(gone)}<" not in told
    assert "data-elsewhere" not in told


def test_who_moved_off_a_table_or_has_none_is_told(event: Event) -> None:
    first, second = seats(event, 1)[:2]
    phones = [phone_of(event, player, 1) for player in (first, second)]
    move_player(event, director_of(event), 1, first, 2)
    assert sits_now(event, first, 2) in phones[0].get(page(event, 1)).content.decode()
    mark_no_show(event, director_of(event), 1, second, SitOutKind.MISSED, "late")
    told = phones[1].get(page(event, 1)).content.decode()
    assert (
        f"{record_of(event).name_of(second)} is not playing in round 1. If you think you are, ask at the desk." in told
    )


def test_the_phone_of_a_table_that_is_gone_says_where_its_holder_sits() -> None:
    event = make_event(15, name="Retired Cup 2026", players_report=True)
    publish(event, 1, sizes=(4, 4, 4, 3))
    players = seats(event, 4)
    phone = phone_of(event, players[0], 4)
    retire_table(event, director_of(event), 1, 4, dict(zip(players, (2, 1, 3), strict=True)))
    shown = phone.get(page(event, 4)).content.decode()
    assert ("Table 2" in shown, "Enter the result" in shown) == (True, False)
    assert "Table 2" in phone.get(f"{page(event, 4)}now/").content.decode()
    refused = phone.get(f"{page(event, 4)}report/").content.decode()
    assert "Round 1 no longer has a table 4. Check where you are sitting now." in refused
