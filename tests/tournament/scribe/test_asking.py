"""What a scribe's board asks for and offers, and that it comes back with a question whatever is tapped."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from games.acquire.actions import Action, ActKind
from games.acquire.board import parse_tile, tile_name
from games.acquire.logs.reading import read_text
from games.acquire.play.positions import position_at
from games.acquire.play.questions import purchase_range
from games.acquire.replay.judging.judge import replay
from tests.conftest import trying
from tests.tournament.scribe.games import IDS, NAMES, Game, Tap, entries_of, play
from tournament.record.vocabulary import ScribeMark
from tournament.replays.scribe.board import objection_to, objections
from tournament.replays.scribe.documents import board_document, entries_document, game_document
from tournament.replays.scribe.entries import LogEntry, ScribedLog, fold_entries, open_log, read_entry, text_of
from tournament.replays.table_log import TableHeader

MERGING = {ActKind.SURVIVOR, ActKind.ORDER, ActKind.BONUS, ActKind.DISPOSE}
EXCHANGING = {ActKind.PASS, ActKind.SHOW, ActKind.DEAD, ActKind.RETURN}
seeds = st.integers(0, 2_000)


def told_of(game: Game, taps: tuple[Tap, ...]) -> ScribedLog:
    return fold_entries(open_log(game.table, {}), entries_of(taps))


def offers(sheet: dict[str, object], tap: Tap) -> bool:
    """Whether the board offers what is tapped next, to the right player and as part of the right turn."""
    ask: dict[str, object] = sheet["ask"]  # type: ignore[assignment]
    act, seat, value = tap.last
    player, tiles, chains, may = ask["player"], ask["tiles"], ask.get("chains", ()), ask["may"]
    opens = len(tap.events) == 2
    if act is ActKind.PLAY:
        return tile_name(value) in tiles and player == IDS[seat] and bool(ask.get("opens")) == opens  # type: ignore[operator]
    if act in (ActKind.FOUND, ActKind.SURVIVOR):
        return ask["kind"] == act.word and NAMES[value] in chains and player == IDS[seat]  # type: ignore[operator]
    if act is ActKind.ORDER:
        return ask["kind"] == "order" and NAMES[value[0]] in chains  # type: ignore[operator]
    if act is ActKind.BUY:
        bought = not value or NAMES[value[0][0]] in chains  # type: ignore[operator]
        return ask["kind"] == "buy" and bought and ask["buyer"] == IDS[seat]
    if act is ActKind.BONUS:
        return sorted(ask["due"]) == sorted([IDS[event.player], event.value[1]] for event in tap.events)  # type: ignore[call-overload, no-any-return]
    if act is ActKind.DISPOSE:
        chain, sell, trade, hold = value
        rest = ask["owned"] - sell - trade
        return (player, ask["chain"], rest) == (IDS[seat], NAMES[chain], hold) and trade <= ask["most_traded"]
    if act is ActKind.PASS:
        return may.get("pass") == IDS[seat]  # type: ignore[attr-defined, no-any-return]
    return bool(ask["declarable"]) if act is ActKind.END else ask["kind"] == "hand"


@trying(1, [Phase.explicit, Phase.reuse, Phase.generate])  # a whole game is a second; a smaller seed is no simpler one
@given(seeds)
def test_whatever_a_table_does_by_the_rules_is_offered_and_nothing_speaks_against_it(seed: int) -> None:
    game = play(seed)
    for place, tap in enumerate(game.taps):
        told = told_of(game, game.taps[:place])
        assert offers(board_document(told), tap), (tap, board_document(told)["ask"])
        after = told_of(game, game.taps[: place + 1])
        assert objection_to(after, place) == ""


@trying(12)
@given(seeds)
def test_a_game_written_by_taps_is_read_strictly_and_replayed_without_a_finding_to_the_cash_of_the_table(
    seed: int,
) -> None:
    game = play(seed)
    finals = tuple(Action(ActKind.FINAL, seat, cash) for seat, cash in enumerate(game.final))
    told = told_of(game, (*game.taps, Tap(game.turns, finals)))
    answer = replay(read_text(text_of(told.record)))
    assert answer.findings == ()
    assert answer.final == dict(zip(IDS, game.final, strict=True))
    assert board_document(told)["ask"]["kind"] == "done"


@trying(12)
@given(seeds)
def test_a_turn_without_a_merger_or_an_exchange_needs_at_most_five_taps_and_the_end_one_more(seed: int) -> None:
    taps = play(seed).taps
    special = {tap.turn for tap in taps if tap.last.act in MERGING | EXCHANGING}
    counted = Counter(tap.turn for tap in taps if tap.turn not in special and tap.last.act is not ActKind.END)
    assert max(counted.values()) <= 5


@trying(12)
@given(seeds, st.data())
def test_only_tiles_that_can_be_laid_are_offered(seed: int, data: st.DataObject) -> None:
    game = play(seed)
    told = told_of(game, game.taps[: data.draw(st.integers(0, len(game.taps) - 1))])
    sheet = board_document(told)
    assert set(sheet["ask"]["tiles"]).isdisjoint(sheet["cells"])
    if sheet["ask"]["kind"] in ("found", "survivor", "order", "dispose"):
        assert sheet["ask"]["tiles"] == []


# One table, step by step

TABLE = replace(play(0).table, starts=tuple(zip(IDS, map(parse_tile, ("1A", "4C", "7F", "12I")), strict=True)))
ANN, BEN, CAI, DOT = range(4)
LUXOR, TOWER = 0, 1


def tile(name: str) -> int:
    return parse_tile(name)


def turn(number: int, seat: int, name: str) -> tuple[Action, ...]:
    return Action(ActKind.TURN, seat, number), Action(ActKind.PLAY, seat, tile(name))


def share(seat: int, chain: int) -> tuple[Action, ...]:
    return (Action(ActKind.BUY, seat, ((chain, 1),)),)


def told(*entries: tuple[Action, ...], marks: tuple[ScribeMark, ...] = (), table: TableHeader = TABLE) -> ScribedLog:
    kept = (*marks, *([ScribeMark.NONE] * (len(entries) - len(marks))))
    return fold_entries(
        open_log(table, {}), [LogEntry(str(place), *each) for place, each in enumerate(zip(entries, kept, strict=True))]
    )


FOUNDED = (turn(1, ANN, "5C"), (Action(ActKind.FOUND, ANN, LUXOR),))
MERGING_TURNS = (
    *FOUNDED,
    turn(2, BEN, "7G"),
    (Action(ActKind.FOUND, BEN, TOWER),),
    turn(3, CAI, "6C"),
    turn(4, DOT, "7E"),
    turn(5, ANN, "7D"),
    turn(6, BEN, "3C"),
    turn(7, CAI, "7C"),
)
"""Seven turns, the last of which joins Luxor and Tower, equal in size."""


def test_a_board_begins_with_the_first_players_tile() -> None:
    ask = board_document(told())["ask"]
    assert (ask["kind"], ask["player"], ask["opens"], len(ask["tiles"])) == ("next", "Ann", True, 104)


def test_a_table_without_starting_tiles_is_asked_for_them_player_by_player() -> None:
    bare = replace(TABLE, starts=())
    assert board_document(told(table=bare))["ask"]["player"] == "Ann"
    one = board_document(told((Action(ActKind.START, ANN, tile("1A")),), table=bare))
    assert (one["ask"]["kind"], one["ask"]["player"], "1A" in one["ask"]["tiles"]) == ("start", "Ben", False)


def test_shares_tapped_one_after_another_are_one_purchase_that_stops_at_three() -> None:
    entries = [*FOUNDED, share(ANN, LUXOR), share(ANN, LUXOR)]
    two = board_document(told(*entries))
    assert (two["ask"]["kind"], two["ask"]["bought"], two["ask"]["chains"]) == ("buy", {"Luxor": 2}, ["Luxor"])
    three = board_document(told(*entries, share(ANN, LUXOR)))
    assert three["ask"]["chains"] == []
    assert three["lines"][1]["text"] == "1 Ann: 5C; found Luxor; buy Luxor 3"
    assert three["players"][0] == {
        "id": "Ann",
        "name": "Ann Demo",
        "cash": 5_400,
        "shares": [4, 0, 0, 0, 0, 0, 0],
    }


def test_shares_of_two_players_are_two_purchases() -> None:
    both = told(*FOUNDED, share(ANN, LUXOR), share(BEN, LUXOR)).record.events[-2:]
    assert both == (*share(ANN, LUXOR), *share(BEN, LUXOR))


def test_cash_that_is_counted_after_a_purchase_holds_nothing_up() -> None:
    ask = board_document(told(*FOUNDED, share(ANN, LUXOR), (Action(ActKind.CASH, ANN, 5_800),)))["ask"]
    assert (ask["kind"], ask["player"], ask["opens"]) == ("next", "Ben", True)


def test_what_is_taken_back_is_gone_tap_by_tap() -> None:
    entries = [*FOUNDED, share(ANN, LUXOR), share(ANN, LUXOR)]
    assert told(*entries, ()).record == told(*entries[:-1]).record
    assert told(*entries, (), (), (), ()).record == told().record
    assert told((), *entries).record == told(*entries).record


def test_a_fourth_share_is_written_down_and_the_rules_say_what_is_wrong_with_it() -> None:
    four = told(*FOUNDED, *[share(ANN, LUXOR)] * 4, marks=(*[ScribeMark.NONE] * 5, ScribeMark.FORCED))
    assert objections(four) == {5: "At most 3 shares can be bought, not 4."}
    line = board_document(four)["lines"][1]
    assert (line["text"], line["against"]) == (
        "1 Ann: 5C; found Luxor; buy Luxor 4",
        ["At most 3 shares can be bought, not 4."],
    )
    assert [finding.code for finding in replay(read_text(text_of(four.record))).findings] == ["buy-too-many"]


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (turn(2, CAI, "9A"), "It is Ben's turn, not Cai's."),
        (turn(2, BEN, "5C"), "5C is on the board or out of the game."),
        ((Action(ActKind.FOUND, ANN, TOWER),), "found is not possible now; expected a purchase."),
        ((Action(ActKind.BUY, ANN, ((TOWER, 1),)),), "Tower is not on the board; its shares cannot be bought."),
        ((Action(ActKind.BONUS, BEN, (LUXOR, 2_000)),), "Ben is due 0 for Luxor, not 2,000."),
        ((Action(ActKind.CASH, BEN, 1),), ""),
    ],
)
def test_the_rules_are_asked_about_every_kind_of_statement(entry: tuple[Action, ...], sentence: str) -> None:
    assert objection_to(told(*FOUNDED, entry), 2) == sentence


def test_a_hand_that_is_written_down_is_no_turn_and_each_turn_has_its_own_objections() -> None:
    hand = (Action(ActKind.HAND, BEN, (tile("9A"),)),)
    marks = (ScribeMark.NONE, ScribeMark.NONE, ScribeMark.FORCED)
    lines = board_document(told(hand, turn(1, ANN, "5C"), turn(2, CAI, "6C"), marks=marks))["lines"]
    objection = f"It is {IDS[BEN]}'s turn, not {IDS[CAI]}'s."
    assert [(line["text"].split(":")[0], line["against"], line["marked"]) for line in lines] == [
        ("start", [], False),
        (f"1 {IDS[ANN]}", [], False),
        (f"2 {IDS[CAI]}", [objection], True),
    ]


def test_whether_the_game_may_be_ended_is_nobodys_hint() -> None:
    seen = [board_document(told_of(play(0), play(0).taps[:place]))["ask"]["may"] for place in range(0, 200, 20)]
    assert all("end" not in may for may in seen)


def test_the_end_can_be_declared_only_with_a_chain_on_the_board_and_no_choice_open() -> None:
    merging = (*MERGING_TURNS, (Action(ActKind.SURVIVOR, CAI, LUXOR),))
    steps = [told(*merging[:count]) for count in range(len(merging) + 1)]
    assert [(board_document(step)["ask"]["kind"], board_document(step)["ask"]["declarable"]) for step in steps] == [
        ("next", False),
        ("found", False),
        ("buy", True),
        ("found", False),
        *[("buy", True)] * 5,
        ("survivor", False),
        ("dispose", False),
    ]
    ended = board_document(told(*FOUNDED, (Action(ActKind.END, ANN),)))["ask"]
    assert (ended["kind"], ended["declarable"]) == ("over", False)


# The clock and the director


def asked(*entries: tuple[Action, ...]) -> dict[str, object]:
    ask: dict[str, object] = board_document(told(*entries))["ask"]
    return ask


def test_a_pressed_clock_leads_to_the_next_players_tile() -> None:
    assert asked(*FOUNDED)["may"] == {"clock": "Ann", "timeout": "Ann", "takeback": "Ann"}
    ask = asked(*FOUNDED, (Action(ActKind.CLOCK, ANN),))
    assert (ask["kind"], ask["player"], ask["opens"]) == ("next", "Ben", True)


def test_who_is_out_of_time_is_passed_over() -> None:
    ask = asked(*FOUNDED, (Action(ActKind.TIMEOUT, ANN),), turn(2, BEN, "9A"), turn(3, CAI, "9C"), turn(4, DOT, "9E"))
    assert (ask["buyer"], ask["player"]) == ("Dot", "Ben")
    late = told(*FOUNDED, (Action(ActKind.TIMEOUT, ANN),), turn(2, BEN, "9A"))
    assert objection_to(late, 3) == ""


def test_a_tile_that_is_taken_back_is_asked_for_again() -> None:
    ask = asked(*FOUNDED, (Action(ActKind.TAKEBACK, ANN),))
    assert (ask["kind"], ask["player"], ask["opens"]) == ("play", "Ann", False)
    assert "5C" in ask["tiles"]  # type: ignore[operator]


def test_a_turn_of_the_wrong_player_goes_on_with_his_tile_and_the_judge_finds_it() -> None:
    wrong = told(*FOUNDED, (Action(ActKind.TURN, CAI, 2),))
    assert board_document(wrong)["ask"]["player"] == "Cai"
    assert objection_to(wrong, 2) == "It is Ben's turn, not Cai's."
    text = text_of(told(*FOUNDED, turn(2, CAI, "9A")).record)
    assert [finding.code for finding in replay(read_text(text)).findings] == ["turn-order"]


def test_a_bonus_paid_wrongly_is_told_with_what_is_due() -> None:
    merging = MERGING_TURNS
    ask = asked(*merging)
    assert (ask["kind"], ask["player"], ask["chains"]) == ("survivor", "Cai", ["Luxor", "Tower"])
    chosen = (*merging, (Action(ActKind.SURVIVOR, CAI, LUXOR),))
    ask = asked(*chosen)
    assert (ask["kind"], ask["player"], ask["chain"], ask["due"]) == ("dispose", "Ben", "Tower", [["Ben", 6_000]])
    wrong = told(*chosen, (Action(ActKind.BONUS, BEN, (TOWER, 5_000)),))
    assert objection_to(wrong, len(chosen)) == "Ben is due 6,000 for Tower, not 5,000."
    assert board_document(wrong)["ask"]["due"] == []


# Whatever is tapped, allowed or not, the board comes back with a position and a question, and every tap can be taken back


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
    offered = purchase_range(position_at(told(*emptied).record))
    assert offered is not None
    assert [chain for chain, _ in offered.most] == [TOWER]
    assert offered.next_chains(((LUXOR, 2),)) == [TOWER]
    assert offered.next_chains(((LUXOR, 3),)) == []
    sheet = board_document(told(*emptied, share(BEN, LUXOR)))
    assert (sheet["ask"]["kind"], sheet["ask"]["chains"]) == ("buy", ["Tower"])
