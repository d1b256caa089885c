"""How fast the library of games is: the replay of an archive, with the parts that take most time, and games played at random."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from random import Random
from time import perf_counter, process_time
from typing import TypeAlias

from games.acquire.actions import ActKind
from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS
from games.acquire.play.chance import play_out, sample
from games.acquire.record import GameRecord
from games.acquire.replay.judging.judge import replay
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import HANDLERS
from games.acquire.rules.game import is_over, push
from games.acquire.rules.lenient import start

#: A function that opens an archive and yields its lines; it is called several times.
Lines: TypeAlias = Callable[[], Iterable[str]]


def measure_replay(lines: Lines, read: Callable[[str], GameRecord]) -> str:
    """Measure the replay of an archive; return a report of games and events a second, with the slowest parts.

    The archive is read four times: with everything (this gives the rates), decompressing only, decompressing and parsing with ``read``,
    and with everything and a clock around each event.
    """
    started, worked = perf_counter(), process_time()
    games = events = findings = 0
    for line in lines():
        record = read(line)
        findings += len(replay(record).findings)
        games += 1
        events += len(record.events)
    whole, work = perf_counter() - started, process_time() - worked
    if not games:
        return "The archive holds no game."
    unpacking = _time(lines(), lambda line: None)
    reading = _time(lines(), read) - unpacking
    rows = [
        f"{games} games, {events} events, {findings} findings in {whole:.3f} s",
        f"{games / whole:.0f} games/s, {events / whole:.0f} events/s, {1e6 * whole / events:.2f} microseconds an event",
        f"{games / work:.0f} games/s by the processor's own clock, which other programs do not slow down",
        f"unpacking {_share(unpacking, whole)}, reading with all events known {_share(reading, whole)}",
        "slowest kinds of event, with the clock's own time:",
    ]
    by_act = _by_act(lines(), read)
    total = sum(seconds for _, seconds in by_act.values())
    slowest = sorted(by_act.items(), key=lambda item: -item[1][1])[:8]
    for act, (count, seconds) in slowest:
        rows.append(
            f"    {act.word:<9} {count:>8} times {1e6 * seconds / count:6.2f} microseconds each, {_share(seconds, total)}"
        )
    return "\n".join(rows)


def _share(part: float, whole: float) -> str:
    """A part of a whole as a percentage in words."""
    return f"{100 * part / whole:.0f} %"


def _time(lines: Iterable[str], work: Callable[[str], object]) -> float:
    """The seconds that it takes to do the work for every line."""
    started = perf_counter()
    for line in lines:
        work(line)
    return perf_counter() - started


def _by_act(lines: Iterable[str], read: Callable[[str], GameRecord]) -> dict[ActKind, tuple[int, float]]:
    """For each kind of event, how many there are and the seconds that their replay takes."""
    counts: dict[ActKind, int] = defaultdict(int)
    times: dict[ActKind, float] = defaultdict(float)
    for line in lines:
        replayer = Replayer(read(line))
        for index, (act, player, value) in enumerate(replayer.events):
            replayer.index = index
            started = perf_counter()
            HANDLERS[act](replayer, player, value)
            times[act] += perf_counter() - started
            counts[act] += 1
    return {act: (counts[act], times[act]) for act in counts}


#: The number of players of a random game, or as near to it as the edition allows.
USUAL_PLAYERS = 4


def measure_play(games: int) -> Iterator[str]:
    """Yield the rows of a table: random games for each second of the processor, by edition.

    ``pushed``: each action is sampled and pushed with all checks, and the position before each tile is stored for undoing;
    ``searched``: the same without storing it; ``trusted``: `play_out`, which does not check actions again.
    """
    yield f"{games} random games of {USUAL_PLAYERS} players by sample and push, a second of the processor's own clock"
    yield f"{'edition':<12} {'pushed':>8} {'searched':>9} {'trusted':>8} {'acts a game':>12} {'acts/s pushed':>14}"
    for edition in EDITIONS.values():
        acts, pushed = _play(edition, games, undo=True)
        _, searched = _play(edition, games, undo=False)
        trusted = _play_out(edition, games)
        yield (
            f"{edition.name:<12} {games / pushed:8.0f} {games / searched:9.0f} {games / trusted:8.0f}"
            f" {acts / games:12.0f} {acts / pushed:14.0f}"
        )


def _seats(edition: Edition) -> int:
    """The number of players of a random game of this edition."""
    return min(max(USUAL_PLAYERS, edition.min_players), edition.max_players)


def _play(edition: Edition, games: int, *, undo: bool) -> tuple[int, float]:
    """Play ``games`` random games; return the number of actions and the seconds of the processor that they took."""
    acts = 0
    random = Random(1)
    started = process_time()
    for _ in range(games):
        state = start(edition, _seats(edition))
        while not is_over(state):
            push(state, sample(state, random), undo=undo)
            acts += 1
    return acts, process_time() - started


def _play_out(edition: Edition, games: int) -> float:
    """The seconds of the processor that ``games`` random games take with `play_out`."""
    random = Random(1)
    started = process_time()
    for _ in range(games):
        play_out(start(edition, _seats(edition)), random)
    return process_time() - started
