"""Where acts at random begin: events of several sizes at several hours of the day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from django.db import transaction
from hypothesis import Phase, settings
from hypothesis import strategies as st

from tests.acts.doing import ACTS
from tests.build import draw_round, make_event, play_round, publish
from tournament.models import Event

SHARE_OF_EXAMPLES = 4
"""An example here is a whole day: one in so many of what the profile has for a property of values."""

_PROFILE = settings()

whole_days = settings(
    _PROFILE, max_examples=max(1, _PROFILE.max_examples // SHARE_OF_EXAMPLES), phases=[Phase.explicit, Phase.generate]
)
"""How a property of whole days runs; a day that fails is told as it was, for making it shorter would take minutes."""


def _fresh() -> Event:
    return make_event(7, rounds_planned=2)


def _playing() -> Event:
    event = make_event(7, rounds_planned=2)
    publish(event, 1, sizes=(3, 3))
    return event


def _between() -> Event:
    event = make_event(7, rounds_planned=3)
    play_round(event, 1, sizes=(3, 3))
    return event


def _drafted() -> Event:
    event = _between()
    draw_round(event, 2, sizes=(4, 3))
    return event


def _with_another_idle() -> Event:
    event = _between()
    publish(event, 2, sizes=(3, 3))
    return event


def _before_a_final() -> Event:
    event = make_event(12, rounds_planned=2)
    play_round(event, 1, sizes=(3, 3, 3, 3))
    return event


def _in_a_final() -> Event:
    event = _before_a_final()
    publish(event, 2, sizes=(3, 3, 3, 3))
    return event


def _over() -> Event:
    event = make_event(7, rounds_planned=1)
    play_round(event, 1, sizes=(3, 3))
    return event


STARTS: Mapping[str, Callable[[], Event]] = {
    "nothing drawn": _fresh,
    "round 1 being played": _playing,
    "round 1 closed": _between,
    "round 2 drafted": _drafted,
    "round 2 being played": _with_another_idle,
    "before the final": _before_a_final,
    "in the final": _in_a_final,
    "all closed": _over,
}

starts = st.sampled_from(sorted(STARTS))
"""How an event stands when the acts begin."""

days = st.lists(
    st.tuples(st.sampled_from([*sorted(ACTS), *["bring on"] * 15]), st.integers(0, 2**16)), min_size=12, max_size=24
)
"""Acts by name, each with the number from which its lots are drawn; every third brings the event on."""


@contextmanager
def taken_back() -> Iterator[None]:
    """Leave nothing behind of what is done inside: the examples of a property begin alike."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
