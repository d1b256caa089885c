"""Show the results of closed rounds to players, and hold them back again, where the event holds results until they are shown."""

from __future__ import annotations

from tournament.draw.naming import name_of
from tournament.models import Change, Event
from tournament.record.acts import Act, Part, Place, Publicity, Switch, Thing, declare
from tournament.record.figures import ChangeRow, figures_of
from tournament.record.public import is_held
from tournament.record.settings import RANGES
from tournament.record.vocabulary import RoundState
from tournament.services.changes import Actor, By, Doing, DoneError, RefusedError, act_on
from tournament.services.rounds import round_in
from wording import gettext as _
from wording import gettext_noop


def show_results(event: Event, by: By, number: int) -> None:
    """Show players the results of closed round ``number`` and of all rounds before it; their standings then count them.

    Refused for the last planned round: the final list shows its results.
    """
    with act_on(event, by, Act.SHOW_RESULTS, round_number=number) as act:
        name = name_of(round_in(act.event, number, RoundState.CLOSED))
        if not is_held(act.event, number):
            raise DoneError
        if number >= act.event.rounds_planned:
            raise RefusedError(
                _("Players will see the results of {round} with the final list. Publish that instead.", round=name)
            )
        _set_shown(act, number)


def hold_results(event: Event, by: By, number: int) -> None:
    """Hold the results of closed round ``number`` back from players again, and those of all rounds after it.

    Refused where the event does not hold results, and while the final list is public, which shows every round.
    """
    with act_on(event, by, Act.HOLD_RESULTS, round_number=number) as act:
        round_in(act.event, number, RoundState.CLOSED)
        if act.event.is_final_published:
            raise RefusedError(
                _("The final list is public and shows the results of every round. Unpublish the final list first.")
            )
        if is_held(act.event, number):
            raise DoneError
        if not act.event.holds_results:
            raise RefusedError(
                _(
                    "Results become public when a round is closed. To choose when to show them, change this "
                    "under “Results” in the settings."
                )
            )
        _set_shown(act, number - 1)


def _set_shown(act: Doing, through: int) -> None:
    """Store the last round whose results are shown, with the figures of the change."""
    act.before = {"round": {"shown_through": act.event.results_shown_through}}
    act.event.results_shown_through = through
    act.after = {"round": {"shown_through": through}}


def _shown_before(change: ChangeRow) -> int:
    """Return the last round whose results were shown before a change."""
    return figures_of(change)[0].get("round", {}).get("shown_through", 0)


def _hold_back(event: Event, by: Actor, change: Change) -> None:
    """Undo that results were shown: only the rounds that players saw before stay shown."""
    hold_results(event, by, _shown_before(change) + 1)


def _show_again(event: Event, by: Actor, change: Change) -> None:
    """Undo that results were held back: show the rounds that players saw before."""
    show_results(event, by, _shown_before(change))


def _all_that_shows(_change: ChangeRow) -> list[Thing]:
    """Return the keys of everything that decides which results players see: each round's own, the setting, and the final list."""
    return [
        *((Switch.RESULTS, number) for number in range(1, RANGES["rounds_planned"].most + 1)),
        ("setting", "holds_results"),
        (Switch.FINAL,),
    ]


declare(
    Act.SHOW_RESULTS,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{round_titled}: results shown to players"),
    stands_on=Place.ROUND,
    opposite=_hold_back,
    rests_on=_all_that_shows,
    switches=Switch.RESULTS,
)
declare(
    Act.HOLD_RESULTS,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{round_titled}: results held back from players"),
    stands_on=Place.ROUND,
    opposite=_show_again,
    rests_on=_all_that_shows,
    switches=Switch.RESULTS,
)
