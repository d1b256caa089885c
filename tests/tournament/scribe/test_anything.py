"""Whatever is tapped, allowed or not, the board comes back with a position and a question, and every tap can be taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import Action, ActKind
from games.acquire.play import question
from games.acquire.play.positions import position_at
from tests.conftest import trying
from tests.tournament.scribe.games import IDS, NAMES
from tests.tournament.scribe.test_asking import ANN, BEN, FOUNDED, LUXOR, TABLE, TOWER, share, told, turn
from tournament.record.vocabulary import ScribeMark
from tournament.replays.scribe import (
    LogEntry,
    board_document,
    entries_document,
    fold_entries,
    game_document,
    objection_to,
    open_log,
    read_entry,
    text_of,
)

CROWDED = ("5C", "6C", "7C", "8C", "4D", "5D", "6D", "7D", "4E", "5E", "1B", "2A", "2B", "5F", "6F")
TILES = st.sampled_from(CROWDED) | st.builds("{}{}".format, st.integers(1, 12), st.sampled_from("ABCDEFGHI"))
PLAYERS, CHAINS, COUNTS = st.sampled_from(IDS), st.sampled_from(NAMES), st.integers(0, 26)
SEEN = st.lists(TILES | st.just("?"), min_size=1, max_size=3)


def events_of(act: str, **parts: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Events of one kind of any player, in the words of a log."""
    return st.fixed_dictionaries({"act": st.just(act), "player": PLAYERS, **parts})


ANY_EVENT = st.one_of(
    *(events_of(act, tile=TILES) for act in ("play", "play", "play", "start")),
    *(events_of(act, chain=CHAINS) for act in ("found", "found", "survivor")),
    events_of("order", chains=st.lists(CHAINS, min_size=1, max_size=2, unique=True)),
    *[events_of("buy", shares=st.dictionaries(CHAINS, st.integers(1, 26), max_size=3))] * 4,
    events_of("bonus", chain=CHAINS, amount=st.integers(0, 20_000)),
    events_of("dispose", chain=CHAINS, sell=COUNTS, trade=COUNTS, hold=COUNTS),
    events_of("cash", amount=st.integers(0, 20_000)),
    *(events_of(act) for act in ("pass", "clock", "timeout", "takeback", "end")),
    *(events_of(act, tiles=SEEN) for act in ("dead", "draw", "show", "return", "hand", "redraw")),
    events_of("final", cash=st.integers(0, 90_000)),
)
ANY_TURN = events_of("turn", number=st.integers(0, 99))
BARE = replace(TABLE, starts=())


@st.composite
def taps(draw: st.DrawFn) -> list[tuple[bool, list[dict[str, Any]]]]:
    """Taps of a hand that taps anything: whether it follows what the board asks, and its events."""
    one = st.lists(ANY_EVENT, min_size=1, max_size=1) | st.tuples(ANY_TURN, ANY_EVENT).map(list)
    return draw(st.lists(st.tuples(st.sampled_from([True, True, True, False]), one), min_size=4, max_size=14))


def asked_for(sheet: dict[str, Any], instead: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A tap that the board offers, where it offers a tile or a chain; else what is tapped instead."""
    ask = sheet["ask"]
    if ask["kind"] in ("found", "survivor"):
        return [{"act": ask["kind"], "player": ask["player"], "chain": ask["chains"][0]}]
    if ask["kind"] == "start":
        return [{"act": "start", "player": ask["player"], "tile": ask["tiles"][-1]}]
    if ask["kind"] == "buy" and instead[-1]["act"] == "buy":
        return [instead[-1] | {"player": ask["buyer"]}]
    if ask["kind"] in ("next", "buy"):
        here = next((tile for tile in CROWDED if tile in ask["tiles"]), ask["tiles"][0])
        opens = {"act": "turn", "player": ask["player"], "number": sheet["next"]["number"]}
        return [opens, {"act": "play", "player": ask["player"], "tile": here}]
    return instead


@trying(20)
@given(taps(), st.sampled_from([TABLE, BARE]))
def test_whatever_is_tapped_the_board_comes_and_undo_gives_back_what_stood_before(
    tapped: list[tuple[bool, list[dict[str, Any]]]], table: Any
) -> None:
    opening = open_log(table, {})
    entries: list[LogEntry] = []
    sheet = board_document(fold_entries(opening, entries))
    for place, (is_legal, anything) in enumerate(tapped):
        events = read_entry(opening, asked_for(sheet, anything) if is_legal else anything)
        entries.append(LogEntry(str(place), events, ScribeMark.FORCED))
        log = fold_entries(opening, entries)
        before, sheet = sheet, board_document(log)
        assert isinstance(objection_to(log, len(log.entries) - 1), str)
        assert len(entries_document(log)) == len(entries)
        assert text_of(log.record)
        assert board_document(fold_entries(opening, [*entries, LogEntry("back", ())])) == before
    assert set(game_document(fold_entries(opening, []).record)["ids"]) == set(IDS)


@pytest.mark.parametrize("chain", [TOWER, LUXOR])
def test_a_share_that_cannot_be_had_is_bought_all_the_same_and_the_board_goes_on(chain: int) -> None:
    sheet = board_document(told(*FOUNDED, (Action(ActKind.BUY, ANN, ((chain, 25),)),), marks=(ScribeMark.FORCED,) * 3))
    assert (sheet["ask"]["kind"], sheet["ask"]["player"], sheet["ask"]["chains"]) == ("buy", "Ben", [])


def test_a_share_of_a_chain_that_is_not_there_leaves_the_rest_of_the_purchase() -> None:
    sheet = board_document(told(*FOUNDED, share(ANN, TOWER)))
    assert (sheet["ask"]["chains"], sheet["ask"]["bought"]) == (["Luxor"], {"Tower": 1})


def test_a_share_that_the_bank_has_not_counts_against_cash_and_limit() -> None:
    emptied = (
        *FOUNDED,
        (Action(ActKind.BUY, ANN, ((LUXOR, 24),)),),
        turn(2, BEN, "7G"),
        (Action(ActKind.FOUND, BEN, TOWER),),
    )
    offered = question(position_at(told(*emptied).record)).purchase
    assert offered is not None
    assert [chain for chain, _ in offered.most] == [TOWER]
    assert offered.next_chains(((LUXOR, 2),)) == [TOWER]
    assert offered.next_chains(((LUXOR, 3),)) == []
    sheet = board_document(told(*emptied, share(BEN, LUXOR)))
    assert (sheet["ask"]["kind"], sheet["ask"]["chains"]) == ("buy", ["Tower"])
