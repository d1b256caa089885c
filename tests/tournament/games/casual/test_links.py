"""Personal links: the first device claims one, the second is refused, and the one before is out at once."""

from __future__ import annotations

import pytest

from tests.tournament.games.tables import opened, seat_at
from tournament.play.games.models import Game
from tournament.play.games.services.seats import (
    claim,
    free_seat,
    give_link,
    seat_with,
    take_seat,
)
from tournament.services.changes.refusals import RefusedError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]


def test_a_link_is_claimed_once_and_revokes_the_token_before_it() -> None:
    made = opened()
    before = made.tokens["P2"]
    link = give_link(seat_at(made.game, 1))
    assert seat_with(before) is not None, "nobody is put out before it is claimed"
    seat, fresh = claim(f" {link[:4].upper()}-{link[4:]} ")
    assert (seat.place, seat.hello_at is not None, seat_with(before)) == (1, True, None)
    found = seat_with(fresh)
    assert found is not None
    assert found.place == 1
    with pytest.raises(RefusedError, match="has already been used"):
        claim(link)
    assert seat_with(fresh) is not None


def test_only_the_newest_link_holds_in_its_own_game() -> None:
    made, other = opened(), opened()
    seat = seat_at(made.game, 0)
    old, link = give_link(seat), give_link(seat)
    for token, game in ((old, None), (link, other.game)):
        with pytest.raises(RefusedError, match="does not belong to this game"):
            claim(token, game)
    assert seat_with(made.tokens["P1"]) is not None
    claim(link, made.game)
    assert seat_with(made.tokens["P1"]) is None


def test_the_last_claim_begins_the_game_and_a_seat_is_freed_before_it_only() -> None:
    made = opened()
    for place in (0, 1):
        claim(give_link(seat_at(made.game, place)))
    free_seat(seat_at(made.game, 1))
    assert seat_at(made.game, 1).is_free
    with pytest.raises(RefusedError, match="is already free"):
        free_seat(seat_at(made.game, 1))
    take_seat(made.game, "Dan", 1)
    claim(give_link(seat_at(made.game, 2)))
    assert Game.objects.get().state == "playing"
    with pytest.raises(RefusedError, match="has begun"):
        free_seat(seat_at(made.game, 1))


def test_a_seat_takes_no_contact_data_for_a_name() -> None:
    made = opened()
    free_seat(seat_at(made.game, 1))
    with pytest.raises(RefusedError, match="Leave e-mail addresses and telephone numbers out of the name"):
        take_seat(made.game, "Dan dan@example.org", 1)
    assert seat_at(made.game, 1).is_free
