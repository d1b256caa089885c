"""The players' door: what is chosen from a view is legal."""

from __future__ import annotations

import pytest

from games.acquire.editions import EDITIONS
from games.acquire.errors import AcquireError
from games.acquire.play.devices import pending_question, seat_view
from games.opponents.players import NoSuchPlayerError, player_of
from tests.games.acquire.play.devices.tables import started
from tests.games.opponents.tables import played_by


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_choice_of_random_and_house_is_legal_in_every_edition(edition: str) -> None:
    names = ("house", "random", "house")
    players = [player_of(name, place) for place, name in enumerate(names)]
    played_by(players, edition, 1)
    played_by(players, edition, 2, closed=True, legal=False)


@pytest.mark.parametrize("edition", ["mso", "codewar"])
def test_a_search_needs_no_news_and_thinks_within_its_deadline_as_well_as_by_iterations(edition: str) -> None:
    players = [player_of(name, name) for name in ("search:3i", "seed002:2", "house")]
    played_by(players, edition, 4, closed=edition == "mso", news=False)
    session = started()
    ask = pending_question(session)
    assert ask is not None
    view = seat_view(session, ask.seat, at=0, legal=True)
    assert player_of("search", 1).choose(view, 0.0) in view["ask"]["legal"]  # a deadline long past is one look
    assert player_of("search:0.01", 1).choose(view, None) in view["ask"]["legal"]


@pytest.mark.parametrize(
    "name", ["search:", "search:x", "search:-1", "search:1.5i", "seed002:0", "seed002:2.5", "house:1"]
)
def test_a_budget_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(NoSuchPlayerError):
        player_of(name, 1)


def test_a_player_that_nobody_asks_says_so() -> None:
    session = started()
    ask = pending_question(session)
    assert ask is not None
    view = seat_view(session, (ask.seat + 1) % 3, at=0, legal=True)
    with pytest.raises(AcquireError, match="Nobody asks this seat"):
        player_of("random", 1).choose(view, None)


def test_an_unknown_name_is_refused_with_the_names_that_there_are() -> None:
    with pytest.raises(NoSuchPlayerError, match="choose random, house"):
        player_of("grandmaster", 1)
