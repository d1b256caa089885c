"""Habits of scribes are no mistakes: a truthful log in another manner has no error, and everybody's cash is proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.editions.values import EDITIONS
from games.acquire.logs.reading import read_people, read_text
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord
from games.acquire.replay.findings import Severity, grave
from games.acquire.replay.judging.judge import Replay, replay
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import walk
from games.acquire.rules.ending import payouts
from laboratory.mistakes.sheets import played_on_sheet
from tests.conftest import trying
from tests.games.acquire.blocks import cases
from tests.games.acquire.tellings import cut, told_game

Events = list[Action]
FINAL, CASH, BONUS, DISPOSE = ActKind.FINAL, ActKind.CASH, ActKind.BONUS, ActKind.DISPOSE


def written(record: GameRecord, events: Events) -> GameRecord:
    """The log with other events, each on a line of its own."""
    return replace(record, events=events, lines=range(1, len(events) + 1))


def by_turns(record: GameRecord, arrange: Callable[[Events], Events]) -> Events:
    """The events with those of each turn arranged anew; the final cash belongs to none."""
    turns: list[Events] = [[]]
    for event in record.events:
        if event.act is ActKind.TURN or (event.act is FINAL and turns[-1][0].act is not FINAL):
            turns.append([])
        turns[-1].append(event)
    arranged = [arrange(turn) if turn and turn[0].act is ActKind.TURN else turn for turn in turns]
    return [event for turn in arranged for event in turn]


def with_disposals(turn: Events, order: Callable[[Events], Events]) -> Events:
    """A turn with its disposals in another order, at the same places."""
    placed = iter(order([event for event in turn if event.act is DISPOSE]))
    return [next(placed) if event.act is DISPOSE else event for event in turn]


def in_parts(record: GameRecord, _: Random) -> Events:
    """Each bonus of more than 300 dollars in two lines."""
    events: Events = []
    for event in record.events:
        if event.act is BONUS and event.value[1] > 300:
            chain, amount = event.value
            part = amount // 3 // 100 * 100
            events += [event._replace(value=(chain, amount - part)), event._replace(value=(chain, part))]
        else:
            events.append(event)
    return events


def disposals_in_any_order(record: GameRecord, random: Random) -> Events:
    """The disposals of a merger in any order."""
    return by_turns(record, lambda turn: with_disposals(turn, lambda found: random.sample(found, len(found))))


def disposals_backwards(record: GameRecord, _: Random) -> Events:
    """The disposals of a merger in the reverse order."""
    return by_turns(record, lambda turn: with_disposals(turn, lambda found: found[::-1]))


def is_held(event: Action) -> bool:
    """Whether an event is the disposal of a holder who keeps everything."""
    return event.act is DISPOSE and not event.value[1] and not event.value[2]


def silent_holders(record: GameRecord, _: Random) -> Events:
    """Who keeps everything has no line, and the others stand in the order of the seats."""
    kept = written(record, [event for event in record.events if not is_held(event)])
    return by_turns(
        kept, lambda turn: with_disposals(turn, lambda found: sorted(found, key=lambda event: event.player))
    )


def purchase_first(record: GameRecord, _: Random) -> Events:
    """The purchase in front of everything else in its turn."""

    def arranged(turn: Events) -> Events:
        if [event.act for event in turn[1:2]] != [ActKind.PLAY]:
            return turn
        return [turn[0], *sorted(turn[1:], key=lambda event: event.act is not ActKind.BUY)]

    return by_turns(record, arranged)


def any_order(record: GameRecord, random: Random) -> Events:
    """The clauses of a turn with one tile in any order, and the counts between them."""
    moved = {ActKind.PLAY, ActKind.FOUND, ActKind.SURVIVOR, BONUS, DISPOSE, ActKind.BUY, CASH}

    def arranged(turn: Events) -> Events:
        if {event.act for event in turn} - moved - {ActKind.TURN, ActKind.ORDER}:
            return turn
        clauses = [event for event in turn if event.act in moved]
        shuffled = iter(random.sample(clauses, len(clauses)))
        return [next(shuffled) if event.act in moved else event for event in turn]

    return by_turns(record, arranged)


def bonuses_last(record: GameRecord, _: Random) -> Events:
    """The bonuses of a merger at the end of the turn, behind purchase and counts."""
    return by_turns(record, lambda turn: sorted(turn, key=lambda event: event.act is BONUS))


def largest_holders_only(record: GameRecord, _: Random) -> Events:
    """Of each chain only the bonuses of those who have most."""

    def arranged(turn: Events) -> Events:
        most: dict[int, int] = {}
        for event in turn:
            if event.act is BONUS:
                most[event.value[0]] = max(most.get(event.value[0], 0), event.value[1])
        return [event for event in turn if event.act is not BONUS or event.value[1] == most[event.value[0]]]

    return by_turns(record, arranged)


def no_end(record: GameRecord, _: Random) -> Events:
    """The word "end" is not written."""
    return [event for event in record.events if event.act is not ActKind.END]


def counted_at_the_end(record: GameRecord, _: Random) -> Events:
    """Neither "end" nor final cash is written, but everybody's cash is counted when all shares are sold."""
    return [event._replace(act=CASH) if event.act is FINAL else event for event in no_end(record, _)]


def winding_up_without_end(record: GameRecord, _: Random) -> Events:
    """The bonuses of the winding-up are written, and no "end"."""
    replayer = Replayer(record)
    walk(replayer)
    events = no_end(record, _)
    first = next(at for at, event in enumerate(events) if event.act is FINAL)
    paid = [
        Action(BONUS, player, (payout.chain, int(amount)))
        for payout in payouts(replayer.state)
        for player, amount in payout.bonuses
    ]
    return [*events[:first], *paid, *events[first:]]


def choices_always(record: GameRecord, _: Random) -> Events:
    """The survivor and the order of a merger written also where there is nothing to choose."""
    replayer, events = Replayer(record), Events()
    for place, event in enumerate(record.events):
        before = replayer.state.settled
        walk(replayer, place + 1)
        events.append(event)
        merger = replayer.state.settled
        if event.act is ActKind.PLAY and merger is not None and merger is not before and merger.survivor >= 0:
            events.append(Action(ActKind.SURVIVOR, event.player, merger.survivor))
            taken = sorted(merger.sizes.keys() - {merger.survivor}, key=lambda chain: -merger.sizes[chain])
            if len({merger.sizes[chain] for chain in taken}) == len(taken):
                events.append(Action(ActKind.ORDER, event.player, tuple(taken)))
    return events


def zero_disposals(record: GameRecord, _: Random) -> Events:
    """Who has no share of the chain has a disposal of nothing."""
    seats = range(len(record.header.players))

    def arranged(turn: Events) -> Events:
        chains = {event.value[0]: event for event in turn if event.act is DISPOSE}
        last = max((at for at, event in enumerate(turn) if event.act is DISPOSE), default=-1)
        there = {(event.player, event.value[0]) for event in turn if event.act is DISPOSE}
        nothing = [
            Action(DISPOSE, seat, (chain, 0, 0, 0)) for chain in chains for seat in seats if (seat, chain) not in there
        ]
        return [*turn[: last + 1], *nothing, *turn[last + 1 :]]

    return by_turns(record, arranged)


#: All manners by name.
MANNERS: dict[str, Callable[[GameRecord, Random], Events]] = {
    manner.__name__: manner
    for manner in (
        in_parts, disposals_in_any_order, disposals_backwards, silent_holders, purchase_first, any_order, bonuses_last,
        largest_holders_only, no_end, counted_at_the_end, winding_up_without_end, choices_always, zero_disposals,
    )
}  # fmt: skip


#: The editions in which one turn has one tile and one merger.
ONE_TILE = [name for name, edition in EDITIONS.items() if not edition.cards]


def sheet_of(edition: str, seed: int) -> GameRecord:
    """A scribe's faultless log."""
    rules = EDITIONS[edition]
    seats = min(max(3, rules.min_players) + seed % 3, rules.max_players)
    kinds = ("hands", "draws", "dead")
    return cut(told_game(edition, seats, seed), {(seat, kind) for seat in range(seats) for kind in kinds})


def told(text: str) -> Replay:
    """What the judge says of a log as people write it."""
    reading = read_people(text)
    assert reading.problems == ()
    return replay(reading.record)


def found(answer: Replay) -> list[tuple[str, str]]:
    """The code and the severity of each finding."""
    return [(finding.code, finding.severity.value) for finding in answer.findings]


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("edition", ["mso", *(pytest.param(name, marks=pytest.mark.whole) for name in ONE_TILE[1:])])
def test_a_truthful_log_in_any_manner_has_no_error_and_everybodys_cash_is_proved(edition: str, manner: str) -> None:
    for seed in range(4):
        sheet = sheet_of(edition, seed)
        record = written(sheet, MANNERS[manner](sheet, Random(seed)))
        answer = told(write_text(record))
        assert grave(answer.findings) == []
        assert answer.is_proved
        ids = [player.id for player in sheet.header.players]
        right = {ids[event.player]: event.value for event in sheet.events if event.act is ActKind.FINAL}
        assert right in ({}, answer.final)


# Two chains that one tile (5A) merges: Luxor with four tiles, Tower with two; and what is written of it.

MERGER = """edition: mso
players: Ann, Ben, Cai
position board Luxor: 1A 2A 3A 4A
position board Tower: 6A 7A
position shares Ann: Tower 6
position shares Ben: Tower {ben}
position shares Cai: Tower {cai}, Luxor {luxor}
position to_play: Ann
1 Ann: {turn}
{rest}"""


def merger(turn: str, rest: str = "", ben: int = 4, cai: int = 2, luxor: int = 0) -> Replay:
    """What is said of a merger; at the beginning everybody has 6,000 dollars."""
    return told(MERGER.format(turn=turn, rest=rest, ben=ben, cai=cai, luxor=luxor))


@pytest.mark.parametrize(("log", "said"), cases(Path(__file__).with_name("habits.txt")))
def test_what_scribes_are_used_to_write_of_a_merger_is_no_mistake_and_what_is_none_is_found(
    log: str, said: list[str]
) -> None:
    assert [f"{severity} {code}" for code, severity in found(told(log))] == said


COUNTED = "2 Ben: 12I; buy -; cash Ann {ann}; cash Ben {ben}; cash Cai {cai}\n"


def test_a_holder_who_is_not_written_keeps_his_shares_and_his_cash_is_known() -> None:
    answer = merger("5A; dispose Ann Tower sell 6; buy -", COUNTED.format(ann=9_200, ben=7_000, cai=6_000))
    assert found(answer) == [("dispose-missing", "note")] * 2
    assert [finding.player for finding in answer.findings] == ["Ben", "Cai"]


def test_a_silent_holder_between_two_others_is_passed_over_and_nobody_is_out_of_order() -> None:
    turn = "5A; dispose Ann Tower sell 6; dispose Cai Tower sell 2; buy -"
    answer = merger(turn, COUNTED.format(ann=9_200, ben=7_000, cai=6_400))
    assert [(finding.code, finding.severity, finding.player) for finding in answer.findings] == [
        ("dispose-missing", Severity.NOTE, "Ben")
    ]


def test_a_silent_holder_whose_cash_shows_a_sale_has_lost_a_line() -> None:
    answer = merger("5A; dispose Ann Tower sell 6; buy -", COUNTED.format(ann=9_200, ben=7_800, cai=6_000))
    assert [(finding.code, finding.severity.value, finding.player) for finding in answer.findings] == [
        ("dispose-missing", "note", "Cai"),
        ("cash-wrong", "error", "Ben"),
    ]
    assert "should also say: Ben of Tower sell 4 trade 0" in answer.findings[1].message


def test_a_disposal_written_twice_is_not_made_twice() -> None:
    turn = "5A; dispose Ann Tower sell 2; dispose Ann Tower sell 2; dispose Ben Tower; dispose Cai Tower"
    assert grave(merger(turn).findings) != []


# The end.

ENDED = """edition: mso
players: Ann, Ben, Cai
position board Tower: 1A 2A 3A 4A 5A 6A 7A 8A 9A 10A{more}
position shares Ann: Tower 3
position shares Ben: Tower 3
position to_play: Ann
1 Ann: {turn}
final: Ann {ann}, Ben {ben}, Cai 6000
"""


@pytest.mark.parametrize(
    ("more", "turn", "ann", "ben", "said"),
    [
        (" 11A", "12I; buy -", 13_400, 13_400, [("end-missing", "note")]),
        (" 11A", "12I; buy Tower 1; bonus Ann Tower 7000; bonus Ben Tower 3500", 15_100, 11_600, [("end-missing", "note")]),
        (" 11A", "12I; buy -; cash Ann 13400", 13_400, 13_400, [("end-missing", "note")]),
        ("", "12I; buy -", 13_400, 13_400, [("end-missing", "error"), *[("final-wrong", "error")] * 2]),
        (" 11A", "12I; buy -", 15_100, 11_600, [("end-missing", "error"), *[("final-wrong", "error")] * 2]),
        (" 11A", "12I; end; buy Tower 1", 15_100, 11_600, [("play-after-end", "error"), *[("final-wrong", "note")] * 2]),
        (" 11A", "12I; end; buy Tower 1", 13_400, 13_400, [("play-after-end", "error")]),
        (" 11A", "12I; buy -; end; bonus Ann Tower 5300; bonus Ben Tower 5300", 13_400, 13_400, []),
    ],
)  # fmt: skip
def test_the_end_may_be_left_out_where_it_may_be_called(
    more: str, turn: str, ann: int, ben: int, said: list[tuple[str, str]]
) -> None:
    answer = told(ENDED.format(more=more, turn=turn, ann=ann, ben=ben))
    assert found(answer) == said
    assert [finding.code for finding in grave(answer.findings) if finding.cause is None] == [
        code for code, severity in said[:1] if severity == "error"
    ]


def test_a_log_that_stops_says_after_which_turn_and_everything_else_follows_from_it() -> None:
    sheet = sheet_of("mso", 1)
    turns = [place for place, event in enumerate(sheet.events) if event.act is ActKind.TURN]
    half = len(turns) // 2
    finals = [event for event in sheet.events if event.act is ActKind.FINAL]
    answer = replay(written(sheet, [*sheet.events[: turns[half]], *finals]))
    first, *others = answer.findings
    assert (first.code, first.turn) == ("end-missing", half)
    assert first.message.startswith(f"The turns after {half} were not written down")
    assert {finding.cause for finding in others} == {0}


@pytest.mark.parametrize("turn", ["12I; end; buy Tower 1", "end; 12I; buy Tower 1", "12I; buy Tower 1; end"])
def test_in_the_encyclopedias_edition_whoever_declares_the_end_completes_his_turn(turn: str) -> None:
    text = ENDED.replace("mso", "wikipedia").format(more=" 11A", turn=turn, ann=15_100, ben=11_600)
    answer = told(text)
    assert (answer.findings, answer.final) == ((), {"Ann": 15_100, "Ben": 11_600, "Cai": 6_000})


# A position and no turn.

ALONE = """edition: mso
players: Ann, Ben, Cai
position board Tower: 1A 2A 3A 4A 5A 6A 7A 8A 9A 10A 11A
position shares Ann: Tower 3
position shares Ben: Tower 3
position cash: Ann 4200, Ben 3000, Cai 1000
"""


@pytest.mark.parametrize("counted", ["", "cash Ann 4200\n", "cash Ann 4200\nby Ben end\n", "by Ben end\n"])
def test_a_position_and_a_final_without_a_turn_are_judged_from_that_position(counted: str) -> None:
    answer = told(f"{ALONE}{counted}final: Ann 11600, Ben 10400, Cai 1000\n")
    assert grave(answer.findings) == []
    assert answer.final == {"Ann": 11_600, "Ben": 10_400, "Cai": 1_000}


def test_cash_counted_before_the_first_turn_is_that_of_the_position() -> None:
    text = f"{ALONE}by Ann cash Ann {{}}\n1 Ben: 12I; buy -\n"
    assert found(replay(read_text(text.format(4_200)))) == []
    assert found(replay(read_text(text.format(6_000)))) == [("cash-wrong", "error")]


# Draws.


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("part", [0.3, 0.6, 0.85])
def test_draws_told_here_and_there_are_no_mistake(part: float, seed: int) -> None:
    whole, random = told_game("mso", 3 + seed, seed), Random(seed)
    events = [event for event in whole.events if event.act is not ActKind.DRAW or random.random() < part]
    assert replay(written(whole, events)).findings == ()


# Starting tiles that are not written.

STARTLESS = """edition: mso
players: Ann, Ben, Cai
1 Ann: 4C; buy -
2 Ben: 2B; found Luxor; buy Luxor 3; cash Ben {ben}
3 Cai: 12A; buy -
{rest}"""


def test_a_founder_beside_an_unwritten_starting_tile_is_not_accused_and_the_tile_is_put_there() -> None:
    answer = told(STARTLESS.format(ben=5_400, rest="4 Ann: 2A; buy Luxor 1; cash Ann 5700\n5 Ben: 1A; buy -\n"))
    assert found(answer) == [("start-missing", "note")]
    # Luxor has three tiles when Ann buys, so 2A is none of them, and 1B lies beside no tile that is played.
    assert "the play shows that they were" in answer.findings[0].message


def test_no_starting_tile_is_put_where_every_tile_beside_the_founding_one_is_played_later() -> None:
    near = "4 Ann: 2A; buy -\n5 Ben: 1B; buy -\n6 Cai: 3B; buy -\n7 Ann: 2C; buy -\n"
    assert found(told(STARTLESS.format(ben=5_400, rest=near)))[0] == ("start-missing", "warning")


@pytest.mark.parametrize(
    "edition", ["mso", *(pytest.param(name, marks=pytest.mark.whole) for name in ("ah1999", "netacquire"))]
)
def test_a_truthful_log_without_its_starting_tiles_has_no_error_and_its_final_cash_is_proved(edition: str) -> None:
    for seed in range(6):
        sheet = sheet_of(edition, seed)
        record = written(sheet, [event for event in sheet.events if event.act is not ActKind.START])
        answer = replay(record)
        assert grave(answer.findings) == []
        assert answer.final == answer.recorded_final == replay(sheet).final


def test_without_a_final_nothing_is_proved_of_a_log_whose_starting_tiles_were_found() -> None:
    sheet = sheet_of("mso", 1)
    left_out = (ActKind.START, ActKind.FINAL)
    answer = replay(written(sheet, [event for event in sheet.events if event.act not in left_out]))
    assert grave(answer.findings) == []
    assert set(answer.final.values()) == {None}


# Dead tiles.


@pytest.mark.parametrize("edition", ["mso", "ah1999", "netacquire"])
def test_dead_tiles_that_are_not_written_are_noted_where_a_tile_is_drawn_for_them(edition: str) -> None:
    for seed in range(4):
        whole = told_game(edition, 3, seed)
        answer = replay(written(whole, [event for event in whole.events if event.act is not ActKind.DEAD]))
        assert {finding.severity for finding in answer.findings} <= {Severity.NOTE}
        assert answer.is_proved


# Endings.


@trying(30)
@given(st.sampled_from(list(EDITIONS)), st.integers(0, 999), st.integers(1, 6))
def test_a_scribes_log_of_a_game_that_nobody_ended_has_no_finding_in_any_edition(
    edition: str, seed: int, wanted: int
) -> None:
    rules = EDITIONS[edition]
    seats = max(2, rules.min_players, min(wanted, rules.max_players))
    sheet = played_on_sheet(seed, seats, edition).of_scribe()
    answer = replay(sheet.record)
    assert (answer.findings, answer.final) == ((), sheet.final)


def test_who_can_place_nothing_after_an_exchange_buys_and_ends_the_game_only_where_an_edition_says_so() -> None:
    """R20 is a rule of the tournament: in the encyclopedia's edition nobody is forced to end the game."""
    for edition, codes in (("wikipedia", []), ("mso", ["end-forced"])):
        text = ENDED.replace("mso", edition).format(more=" 11A", turn="pass; buy Tower 1", ann=15_100, ben=11_600)
        assert [finding.code for finding in grave(told(text).findings)] == codes


def test_a_hand_that_nobody_wrote_down_may_be_empty_so_that_nobody_is_forced_to_end_the_game() -> None:
    """In this game a player has laid all his tiles out as dead; later he passes, and an end condition holds."""
    kinds = ("hands", "draws", "dead")
    sheet = cut(told_game("mso", 5, 128), {(seat, kind) for seat in range(5) for kind in kinds})
    assert replay(sheet).findings == ()


ENDINGS = {"netacquire": ("Luxor", "Tower"), "wikipedia": ("Luxor", "Tower"), "ah1999": ("Sackson", "Zeta")}
ONE = "1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C"
OTHER = "7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C"
KNOWN = "position hands Ann: 6A 12I 10I 8I 1I 3I\n"
HELD = "6A 12I 10I 8I 1I 3I 12E 1E 12G 10G 8G 6G 4G 3F 1G 2E 12C 11D"  # three hands
LATER = "2 Ben: 12E{draw}\n3 Cai: 1E{draw}\n4 Ann: 10I{draw}\n"


def codes(edition: str, turn: str, *, hands: str = KNOWN, draws: bool = True, is_bag_empty: bool = False) -> list[str]:
    """The codes found in a turn of Ann, who has the dead tile 6A, and three turns after it.

    ``hands`` is the header's line of her hand; with an empty bag all tiles are laid out but those of the hands.
    """
    one, other = ENDINGS[edition]
    lines = (
        f"edition: {edition}\nplayers: Ann, Ben, Cai\nposition board {one}: {ONE}\nposition board {other}: {OTHER}\n"
    )
    if is_bag_empty:
        known = f"{ONE} {OTHER} {HELD}"
        lines += f"position board dead: {' '.join(tile for tile in TILE_NAMES if tile not in known.split())}\n"
    lines += f"{hands}position to_play: Ann\n"
    return [f.code for f in replay(read_text(lines + turn + LATER.format(draw="; draw ?" if draws else ""))).findings]


@pytest.mark.parametrize("edition", ENDINGS)
@pytest.mark.parametrize(
    "turn",
    [
        "1 Ann: 12I; dead 6A; buy -; draw 5I 7I\n",  # before the purchase
        "1 Ann: 12I; buy -; dead 6A; draw 5I 7I\n",  # before the draw
        "1 Ann: 12I; dead 6A; draw 5I; draw 7I\n",  # no purchase told
        "1 Ann: 12I; buy -; draw 5I; dead 6A; draw 7I\n",  # after the draw, with the tile drawn for it
        "1 Ann: 12I; buy -; draw 5I; dead 6A\n",  # that tile is not told
        "1 Ann: 12I; draw 5I; dead 6A\n",
        "1 Ann: 12I; buy -; dead 6A; draw 5I\n",  # one of the two drawn is not told
    ],
)
@pytest.mark.parametrize("hands", [KNOWN, ""])
def test_a_dead_tile_may_be_told_from_the_tile_to_the_next_turn(edition: str, turn: str, hands: str) -> None:
    assert codes(edition, turn, hands=hands) == []


@pytest.mark.parametrize("edition", ENDINGS)
@pytest.mark.parametrize("hands", [KNOWN, ""])
@pytest.mark.parametrize(
    "turn", ["1 Ann: 12I; dead 6A\n", "1 Ann: 12I; dead 6A; buy -\n", "1 Ann: 12I; buy -; dead 6A\n"]
)
def test_a_dead_tile_may_be_told_where_no_draw_is(edition: str, turn: str, hands: str) -> None:
    assert codes(edition, turn, hands=hands, draws=False) == []


@pytest.mark.parametrize("edition", ENDINGS)
@pytest.mark.parametrize("turn", ["1 Ann: 12I; buy -; dead 6A\n", "1 Ann: 12I; dead 6A; buy -; draw -\n"])
@pytest.mark.parametrize("hands", [KNOWN, ""])
def test_a_dead_tile_may_be_told_when_the_bag_is_empty(edition: str, turn: str, hands: str) -> None:
    assert codes(edition, turn, hands=hands, draws=False, is_bag_empty=True) == []


@pytest.mark.parametrize("edition", ENDINGS)
@pytest.mark.parametrize(
    ("turn", "found"),
    [
        ("1 Ann: 12I; dead 10I; draw 5I\n", "dead-not-dead"),  # the tile can still become legal
        ("1 Ann: 12I; dead 6B; draw 5I\n", "dead-unexpected"),  # a dead tile that is not in this hand
        ("1 Ann: 12I; buy -; dead 6A\n", "draw-missing"),  # neither the draw nor the tile for the dead one
    ],
)
def test_a_dead_tile_told_wrongly_is_found(edition: str, turn: str, found: str) -> None:
    more = "5 Ben: 12G; draw ?\n6 Cai: 10G; draw ?\n7 Ann: 8I; draw ?\n"
    one, other = ENDINGS[edition]
    head = f"edition: {edition}\nplayers: Ann, Ben, Cai\nposition board {one}: {ONE}\nposition board {other}: {OTHER}\n"
    text = head + KNOWN + "position to_play: Ann\n" + turn + LATER.format(draw="; draw ?") + more
    assert replay(read_text(text)).findings[0].code == found


def test_in_the_tournament_a_dead_tile_is_laid_out_in_the_exchange_only() -> None:
    head = f"edition: mso\nplayers: Ann, Ben, Cai\nposition board Luxor: {ONE}\nposition board Tower: {OTHER}\n"
    text = head + KNOWN + "position to_play: Ann\n1 Ann: 12I; dead 6A; draw ?\n"
    assert [finding.code for finding in replay(read_text(text)).findings] == ["dead-unexpected"]
