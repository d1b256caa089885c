"""What mergers paid, worked out: it comes to what the log states, for every edition, and is found for as long as it is fresh."""

from __future__ import annotations

from random import Random

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.play.devices import Session
from games.acquire.play.devices.views import bonuses_at, bonuses_at_end, paying_deeds
from games.acquire.replay.calculations import BonusCalculation
from tests.games.acquire.play.devices.tables import NAMES, played, seats_of, terms, walk

EVER = -1


def stated(session: Session, number: int) -> list[tuple[str, str, int]]:
    """The bonuses that the log states after a deed, before the next one that is none."""
    found = []
    for deed in session.deeds[number:]:
        if not isinstance(deed.what, Action) or deed.what.act is not ActKind.BONUS:
            break
        chain, amount = deed.what.value
        found.append((session.terms.ids[deed.what.player], session.terms.names[chain], amount))
    return sorted(found)


def worked(paid: tuple[BonusCalculation, ...]) -> list[tuple[str, str, int]]:
    """What players get by a working."""
    return sorted(
        (holder.player, each.chain, int(holder.due))
        for each in paid
        for holder in each.holders
        if holder.role is not None and holder.player is not None
    )


@pytest.mark.parametrize("edition", NAMES)
def test_the_working_comes_to_what_the_log_states_for_every_merger(edition: str) -> None:
    game = terms(edition, min(seats_of(edition)))
    seen: set[int] = set()
    paid = 0
    for session in played(game, Random(f"bonuses {edition}"), calls_end=False):
        for number in paying_deeds(session, EVER):
            # A log of whole dollars has a statement for each bonus by the time the next deed is done.
            if number in seen or session.due_statements:
                continue
            seen.add(number)
            told = worked(bonuses_at(session, number, session.terms.ids))
            paid += len(told)
            if edition != "montecarlo":
                assert told == stated(session, number)
    assert paid


def test_the_last_bonuses_with_all_sales_come_to_the_final_cash() -> None:
    steps = walk("mso", 4, 1)
    last = steps[-1]
    assert last.is_over
    assert not bonuses_at_end(steps[-20], last.terms.ids)
    state = last.state
    cash = {name: state.cash[seat] for seat, name in enumerate(last.terms.ids)}
    for each in bonuses_at_end(last, last.terms.ids):
        chain = last.terms.names.index(each.chain)
        for seat, name in enumerate(last.terms.ids):
            cash[name] += each.price * state.shares[chain][seat]
        for name, _, due in worked((each,)):
            cash[name] += due
    final = [deed.what for deed in last.deeds if isinstance(deed.what, Action) and deed.what.act is ActKind.FINAL]
    assert {last.terms.ids[what.player]: what.value for what in final[-4:]} == cash


def test_what_was_paid_is_fresh_until_its_moment_is_past_and_gone_where_it_was_undone() -> None:
    sessions = [session for session in played(terms("mso", 3), Random(5)) if paying_deeds(session, EVER)]
    session = next(
        each
        for each in sessions
        if isinstance(each.deeds[-1].what, Action) and each.deeds[-1].what.act is ActKind.BONUS
    )
    assert paying_deeds(session, session.at - 1)
    assert not paying_deeds(session, session.at)
    disturbed = [each for each in walk("mso", 4, 2) if len(each.standing) < each.number]
    assert disturbed
    for each in disturbed:
        standing = {deed.number for deed in each.standing}
        assert set(paying_deeds(each, EVER)) <= standing
