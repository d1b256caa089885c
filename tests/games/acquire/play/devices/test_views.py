"""What reaches a device: what its recipient may know, what a tile would do, and what a bonus is made of."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILE_NAMES, TILES, parse_tile
from games.acquire.editions.values import EDITIONS
from games.acquire.errors import IllegalActionError
from games.acquire.logs.reading import read_text
from games.acquire.play.devices.asking import QuestionKind
from games.acquire.play.devices.deciding import ARBITER, decide
from games.acquire.play.devices.deeds import Holdings
from games.acquire.play.devices.questions import tile_effect
from games.acquire.play.devices.session import Session, add_deed, pending_question, rebuild
from games.acquire.play.devices.views import (
    arbiter_view,
    board_view,
    bonuses_at,
    bonuses_at_end,
    paying_deeds,
    seat_view,
)
from games.acquire.play.positions import position_at
from games.acquire.replay.calculations import BonusCalculation
from games.acquire.rules.ending import end_condition
from games.acquire.rules.game import apply, is_legal
from games.acquire.rules.placement import is_dead
from games.acquire.state import Phase, State
from tests.conftest import tried, trying
from tests.games.acquire.play.devices.tables import BY_SEED, NAMES, asked, played, seats_of, sizes_of, terms, walk
from tests.games.acquire.play.games import dealt_anew, positions

_OPEN_ACTS = frozenset({ActKind.START, ActKind.PLAY, ActKind.SHOW, ActKind.DEAD, ActKind.RETURN, ActKind.MARKET})
_OWN_ACTS = frozenset({ActKind.HAND, ActKind.DRAW, ActKind.REDRAW})
_TILES = {name: tile for tile, name in enumerate(TILE_NAMES)}
_QUOTED = re.compile(r'"([^"]*)"')


def _views(session: Session, since: int, **wanted: Any) -> dict[int | None, dict[str, Any]]:
    """Every view by seat, None for the board's."""
    return {seat: _view(session, seat, since, **wanted) for seat in (None, *range(session.state.seats))}


def _view(session: Session, seat: int | None, since: int, **wanted: Any) -> dict[str, Any]:
    if seat is None:
        return board_view(session, at=session.at, since=since)
    return seat_view(session, seat, at=session.at, since=since, **wanted)


def _tiles_in(document: object) -> set[int]:
    """Every tile that a document names, as a value or as a key, anywhere."""
    return {_TILES[name] for name in _QUOTED.findall(json.dumps(document)) if name in _TILES}


def _known(session: Session, seat: int | None) -> set[int]:
    """The tiles that a recipient has seen in the course of a game, told from its deeds alone."""
    known: set[int] = set()
    for deed in session.deeds:
        what = deed.what
        if isinstance(what, Action) and (what.act in _OPEN_ACTS or (what.act in _OWN_ACTS and what.player == seat)):
            value = what.value[1:] if what.act is ActKind.MARKET else what.value
            known.update(value if isinstance(value, tuple) else (value,))
    return known


def _now(session: Session, seat: int | None) -> set[int]:
    """The tiles that lie open, or are in the hand of a seat."""
    state = session.state
    lying = {tile for tile in range(TILES) if state.spaces[tile]} | state.dead
    return lying | (state.hands[seat] if seat is not None else set())


@pytest.mark.parametrize("name", NAMES)
def test_no_view_names_a_tile_that_its_recipient_may_not_know(name: str) -> None:
    for seats in sizes_of(name):
        for session in walk(name, seats, 0)[seats % 2 :: max(1, 18 // tried(1))]:
            for seat, view in _views(session, session.number - 20, legal=True).items():
                assert _tiles_in({**view, "news": []}) == _now(session, seat)
                assert _tiles_in(view["news"]) <= _known(session, seat)


@pytest.mark.parametrize("name", NAMES)
@trying(3, BY_SEED)
@given(seed=st.integers(0, 2**32))
def test_a_view_is_the_same_wherever_the_tiles_are_that_its_recipient_does_not_see(name: str, seed: int) -> None:
    random = Random(seed)
    steps = walk(name, random.choice(seats_of(name)), seed % 3, seed % 2 == 0)
    for session in random.sample(steps, 5):
        for seat, view in _views(session, session.number).items():
            twin = replace(session, state=dealt_anew(session.state.known_to(seat), random))
            assert json.dumps(_view(twin, seat, session.number)) == json.dumps(view)


@pytest.mark.parametrize("name", NAMES)
def test_news_say_what_others_drew_with_nothing_but_the_number_of_tiles(name: str) -> None:
    last = walk(name, min(seats_of(name)), 0)[-1]
    told = board_view(last, at=last.at, since=last.number - 30)["news"]
    acts = [deed.what for deed in last.deeds[-30:]]
    for news, what in zip(told, acts, strict=True):
        if isinstance(what, Action) and what.act in _OWN_ACTS:
            assert news["tiles"] == ["?"] * len(what.value)
    session = walk(name, min(seats_of(name)), 0)[30]
    seat = 1
    own = [
        news
        for news in seat_view(session, seat, at=session.at, since=0)["news"]
        if news["act"] in ("hand", "draw") and news["player"] == session.terms.ids[seat]
    ]
    assert own
    assert all("?" not in news["tiles"] for news in own)


@pytest.mark.parametrize("name", NAMES)
def test_where_holdings_are_closed_nobody_is_told_what_others_hold(name: str) -> None:
    for session in walk(name, max(seats_of(name)), 1, True)[:: max(1, 8 // tried(1))]:
        if session.is_over or session.due_statements:
            continue
        for seat, view in _views(session, session.number - 12).items():
            ids = session.terms.ids
            shown = [player["id"] for player in view["players"] if player.keys() & {"cash", "shares"}]
            assert shown == ([] if seat is None else [ids[seat]])
            others = [news for news in view["news"] if seat is None or news.get("player") != ids[seat]]
            assert all("hold" not in news for news in others)
            assert (
                view["ask"] is None or view["ask"]["who"] == view.get("you") or view["ask"].keys() == {"who", "phase"}
            )


def test_where_holdings_are_closed_they_are_shown_to_the_arbiter_and_to_all_when_the_game_is_over() -> None:
    steps = walk("mso", 4, 1, True)
    early = arbiter_view(steps[40], at=steps[40].at)
    late = board_view(steps[-1], at=steps[-1].at)
    assert all(player.keys() >= {"cash", "shares"} for player in [*early["players"], *late["players"]])
    assert steps[-1].terms.holdings is Holdings.CLOSED


@pytest.mark.parametrize("name", NAMES)
@trying(1, BY_SEED)
@given(seed=st.integers(0, 2**32))
def test_no_view_differs_by_whether_the_game_may_be_ended(name: str, seed: int) -> None:
    """The same deeds by rules under which the end may be called early, and by rules under which it never may be."""
    if EDITIONS[name].end == "mandatory":
        return  # Nobody calls the end there.
    seats = 2 + seed % 3 if 2 in seats_of(name) else 3 + seed % 3
    early = {"end_size": 6, "all_safe_rule": "on_board"}
    never = {"end_size": 109, "all_safe_rule": "all_seven", "safe_size": EDITIONS[name].safe_size}
    last = None
    for session in played(terms(name, seats, rules=early), Random(seed), calls_end=False):
        last = session
    assert last is not None
    other = rebuild(terms(name, seats, rules=never), ())
    one = rebuild(terms(name, seats, rules=early), ())
    may_be_ended = 0
    for deed in last.deeds:
        one = add_deed(one, deed)
        if isinstance(deed.what, Action) and deed.what.act is ActKind.END:
            break
        if one.state.phase is Phase.OVER or one.state.reason is not None:
            break  # Whatever ends the game by itself ends it for all to see.
        other = add_deed(other, deed)
        if pending_question(one) is None:
            continue  # Nothing leaves the server before somebody is asked.
        differs = end_condition(one.state) and not end_condition(other.state)
        may_be_ended += differs
        if not differs and deed.number % 8:
            continue  # Where the end is open to both or to neither, every eighth will do.
        others = _views(other, one.number - 3)
        for seat, view in _views(one, one.number - 3).items():
            assert json.dumps(view) == json.dumps(others[seat])
    assert may_be_ended


def test_the_control_of_the_end_stands_where_the_edition_and_the_question_say_and_nowhere_else() -> None:
    wanted = {
        "mso": {QuestionKind.PLAY, QuestionKind.BUY, QuestionKind.DRAW},
        "montecarlo": {QuestionKind.DRAW},
        "neu2013": set(),
        "codewar": set(),
    }
    for name, phases in wanted.items():
        seen: dict[QuestionKind, set[bool]] = {}
        for session in played(terms(name, 3), Random(name), calls_end=False):
            ask = pending_question(session)
            if ask is not None:
                seen.setdefault(ask.phase, set()).add(seat_view(session, ask.seat, at=0)["ask"]["end"])
        assert all(len(told) == 1 for told in seen.values())
        assert {phase for phase, told in seen.items() if told == {True}} == phases


def test_legal_acts_are_listed_only_where_the_terms_allow_it_to_whoever_is_asked() -> None:
    session = next(s for s in walk("mso", 3, 0) if (ask := pending_question(s)) and ask.phase is QuestionKind.BUY)
    ask = asked(session)
    listed = [("legal" in (seat_view(session, seat, at=0, legal=True)["ask"])) for seat in range(3)]
    assert listed == [seat == ask.seat for seat in range(3)]
    assert "legal" not in seat_view(session, ask.seat, at=0)["ask"]
    event = replace(session, terms=replace(session.terms, lists_legal=False))
    assert "legal" not in seat_view(event, ask.seat, at=0, legal=True)["ask"]


def test_the_list_of_legal_acts_holds_the_end_exactly_where_the_game_may_be_ended() -> None:
    told = set()
    for session in played(terms("mso", 3, rules={"end_size": 12}), Random(4), calls_end=False):
        ask = pending_question(session)
        if ask is not None and ask.phase in (QuestionKind.PLAY, QuestionKind.BUY, QuestionKind.DRAW):
            listed = seat_view(session, ask.seat, at=0, legal=True)["ask"]["legal"]
            assert ({"act": "end"} in listed) == end_condition(session.state)
            told.add({"act": "end"} in listed)
    assert told == {False, True}


def test_what_a_seat_is_asked_carries_what_its_answer_needs() -> None:
    keys = {
        QuestionKind.START: set(),
        QuestionKind.PLAY: {"pass"},
        QuestionKind.FOUND: {"chains"},
        QuestionKind.SURVIVOR: {"chains"},
        QuestionKind.ORDER: {"chains"},
        QuestionKind.DISPOSE: {"chain", "into", "owned", "most_traded", "price"},
        QuestionKind.BUY: {"limit", "most", "prices", "cash", "one_kind"},
        QuestionKind.DRAW: set(),
    }
    seen = set()
    for seed in range(12):
        for session in played(terms("mso", 5), Random(f"asked {seed}")):
            ask = pending_question(session)
            if ask is not None and ask.phase not in seen:
                seen.add(ask.phase)
                told = seat_view(session, ask.seat, at=0)["ask"]
                assert told.keys() == {"who", "phase", "end"} | keys[ask.phase]
                assert seat_view(session, (ask.seat + 1) % 5, at=0)["ask"].keys() == {"who", "phase"}
        if len(seen) == len(keys):
            break
    assert seen >= keys.keys() - {QuestionKind.ORDER}


def test_the_arbiter_sees_a_hand_only_after_looking_into_it_and_until_the_next_act() -> None:
    steps = [session for session in played(terms("mso", 3, opens_hands=True), Random(2)) if pending_question(session)]
    session = steps[12]
    assert arbiter_view(session, at=0)["hands"] == {}
    for deed in decide(session, ARBITER, {"act": "peek", "player": "Ben"}, at=session.at, choose=min):
        session = add_deed(session, deed)
    hand = sorted(session.state.hands[1])
    assert arbiter_view(session, at=0)["hands"] == {"Ben": [TILE_NAMES[tile] for tile in hand]}
    assert all("hands" not in view for view in _views(session, 0).values())
    ask = asked(session)
    view = seat_view(session, ask.seat, at=0, legal=True)
    for deed in decide(session, ask.seat, view["ask"]["legal"][0], at=session.at, choose=min):
        session = add_deed(session, deed)
    assert arbiter_view(session, at=0)["hands"] == {}


def test_a_game_that_is_over_shows_why_and_the_cash_of_all() -> None:
    last = walk("mso", 3, 0)[-1]
    view = board_view(last, at=last.at)
    result = view["result"]
    assert view["over"]
    assert view["ask"] is None
    assert set(result["cash"]) == {"Ann", "Ben", "Cai"}
    told = {
        last.terms.ids[deed.what.player]: deed.what.value
        for deed in last.standing[-3:]
        if isinstance(deed.what, Action)
    }
    assert result["cash"] == told


def test_a_view_without_legal_acts_has_at_most_three_kilobytes() -> None:
    largest = max(
        len(json.dumps(seat_view(session, 0, at=session.at, since=session.number - 6), separators=(",", ":")))
        for session in walk("mso", 6, 0)
    )
    assert largest <= 3_000


def test_a_seat_that_is_not_there_has_no_view() -> None:
    with pytest.raises(IllegalActionError, match="There is no player 3"):
        seat_view(walk("mso", 3, 0)[0], 3, at=0)


BOARD = """
position board Luxor: 1A 2A 3A
position board Tower: 1C 2C 3C
position board American: 5A 6A 7A 8A 5B 6B 7B 8B 5C 6C 7C
position board Festival: 5E 6E 7E 8E 5F 6F 7F 8F 5G 6G 7G
position board: 11A 11H
"""


def _state(tiles: str, edition: str = "mso", board: str = BOARD) -> State:
    head = f"edition: {edition}\nplayers: Ann, Ben, Cai\nchains: classic\n"
    return position_at(read_text(f"{head}{board.strip()}\nposition hands Ann: {tiles}\nposition to_play: Ann\n"))


@pytest.mark.parametrize(
    ("tile", "does"),
    [
        ("9I", {"does": "lone"}),
        ("11B", {"does": "found", "size": 2}),
        ("4A", {"does": "merge", "chains": ["Luxor", "American"], "into": ["American"]}),
        ("9A", {"does": "grow", "chain": "American", "size": 12}),
        ("2B", {"does": "merge", "chains": ["Luxor", "Tower"], "into": ["Luxor", "Tower"]}),
        ("6D", {"does": "dead"}),
    ],
)
def test_a_tile_says_what_it_would_do(tile: str, does: dict[str, object]) -> None:
    assert tile_effect(_state(tile), parse_tile(tile)) == {"tile": tile, **does}


FULL_BOARD = (
    BOARD
    + """
position board Worldwide: 1E 2E
position board Continental: 1G 2G
position board Imperial: 1I 2I
"""
)


def test_a_tile_that_would_found_an_eighth_chain_says_that_it_cannot_be_placed_now() -> None:
    told = tile_effect(_state("11B", board=FULL_BOARD), parse_tile("11B"))
    assert told == {"tile": "11B", "does": "not-now", "why": "place-eighth-chain"}


def test_where_an_eighth_chain_lies_loose_the_tile_says_so() -> None:
    told = tile_effect(_state("11B", "neu2013", FULL_BOARD), parse_tile("11B"))
    assert told == {"tile": "11B", "does": "lone"}


@pytest.mark.parametrize("name", NAMES)
def test_what_a_tile_says_is_what_it_does(name: str) -> None:
    """Whatever is told comes about when the tile is placed: what the engine then asks, and how large the chain is."""
    told = set()
    for state in positions(name, 60, 5):
        if state.phase is not Phase.PLAY:
            continue
        for tile in sorted(state.hands[state.player]):
            effect = tile_effect(state, tile)
            assert effect["tile"] == TILE_NAMES[tile]
            does = effect["does"]
            told.add(does)
            action = Action(ActKind.PLAY, state.player, tile)
            assert is_legal(state, action) == (does not in ("dead", "not-now"))
            assert (does == "dead") == is_dead(state, tile)
            if not is_legal(state, action):
                continue
            after = apply(state, action)
            assert (after.phase is Phase.FOUND) == (does == "found")
            assert (after.settled is not state.settled) == (does == "merge")
            if does == "grow":
                assert after.size(state.labels.names.index(effect["chain"])) == effect["size"]
            if does == "merge":
                assert (after.phase is Phase.SURVIVOR) == (len(effect["into"]) > 1)
    assert told >= {"lone", "found", "grow"}


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
