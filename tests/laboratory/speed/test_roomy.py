"""No page's time depends on how deep its templates happen to be: the piece of the call stack below a request has room for all of it."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tournament.services.attendance import check_in
from tournament.services.rounds import publish_round
from tournament.slices.practice.playing import draft_next, make_practice_event

resource = pytest.importorskip("resource", reason="Windows does not count page faults")

PLAYERS = 80
DEPTHS = range(0, 132, 12)
"""More calls than one piece of the stack of 16 kB holds, in steps shorter than the stretch in which a page runs over its border."""
FAULTS = 400
"""More than a page of 80 players needs for its own memory, a tenth of what calls at a border of the stack cost."""


def faults_of(act: Callable[[], object], depth: int) -> int:
    """The page faults of this process in a call that is so many frames deeper than this one."""
    if depth:
        return faults_of(act, depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    act()
    found: int = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems count page faults otherwise")
@pytest.mark.django_db
@pytest.mark.parametrize("page", ["rounds/1/results/", "entries/check-in/"])
def test_a_page_maps_no_memory_again_and_again_however_deep_the_stack_is(page: str) -> None:
    director = User.objects.create_user("director")
    event = make_practice_event(director, "Roomy", PLAYERS, 3)
    check_in(event, director, range(1, PLAYERS + 1))
    draft_next(event, director, random.Random(1))
    publish_round(event, director, 1)
    browser, address = Client(), f"/desk/{event.slug}/{page}"
    browser.force_login(director)
    assert browser.get(address).status_code == 200  # templates are loaded
    least = {depth: min(faults_of(lambda: browser.get(address), depth) for _ in range(2)) for depth in DEPTHS}
    assert {depth: faults for depth, faults in least.items() if faults > FAULTS} == {}
