"""Starting tiles that the log does not tell, found from what follows from them: a tile that founds a chain lies beside one.

The first error or warning of a log without its starting tiles shows where one may lie. Tiles are put there one after the other, for
as long as the first finding moves on; the tiles that leave no finding at all are those that lay there, or may have.

What the table itself did wrong: sums of which no scribe knew better, and rules by which it reckoned throughout.

A bonus, a price or change that was reckoned wrongly moves money and nothing else: no tile, no share. From there on every count and the
final cash of that player differ from the rules by the same amount, for which the replay allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import NEIGHBOURS, TILE_NAMES, TILES
from games.acquire.editions import SoleHolder, SplitRounding, StartOrder
from games.acquire.record import GameRecord
from games.acquire.replay.findings import BREAKS, CodeGroup, Finding, Severity, grave
from games.acquire.replay.judging.slots import turn_of
from games.acquire.replay.replayer import Replayer, Reporter
from games.acquire.replay.walk import finish_walk
from games.sentences import gettext_lazy as _

#: Wrong sums made at the table, which do not concern the board.
TABLE_SUMS: Final = frozenset(
    {"cash-wrong", "final-wrong", "bonus-wrong", "bonus-missing", "bonus-misdirected", "bonus-twice"}
)

#: Findings of which no table is the cause: they tell of what the log leaves open.
_NOT_OF_TABLE: Final = BREAKS | {"cash-unrecorded", "dispose-missing", "market-missing", "takeback-late"}

#: What a slip costs, of the table or of the scribe; the most likely kinds cost no more.
SLIP: Final = 10

#: What a sum that no line states costs above a slip.
_UNSTATED: Final = 2


def cost_at_table(
    findings: Sequence[Finding], target: Finding, accepted: Sequence[Finding], *, is_edited: bool
) -> int | None:
    """Return what it costs to take a finding as a mistake of the table, None if it cannot be one.

    ``findings`` are all of the log, ``accepted`` those taken so before. Final cash that no earlier
    finding explains is a sum if it is one player's alone, or if one of two has what the other lacks; several that do not cancel out
    have a common cause. So have counts that an edit leaves, with ``is_edited``.
    """
    if target.code in _NOT_OF_TABLE or _is_after_silence(findings, target):
        return None
    if target.code not in TABLE_SUMS or target.group is CodeGroup.BONUS:
        return SLIP
    alike = [other for other in grave(findings) if other.code == target.code]
    if target.code == "final-wrong":
        is_partly_explained = any(other.player == target.player and other.code in TABLE_SUMS for other in accepted)
        is_sum = not is_partly_explained and cancel_out(alike)
    else:
        is_sum = not is_edited or cancel_out(alike)
    return SLIP + _UNSTATED if is_sum else None


def one_slip(findings: Sequence[Finding], target: Finding) -> tuple[Finding, ...]:
    """Return the findings that one slip of the table makes: all bonuses of one merger, or the finding alone."""
    if target.group is not CodeGroup.BONUS:
        return (target,)
    return tuple(other for other in grave(findings) if other.group is target.group and other.turn == target.turn)


def _is_after_silence(findings: Sequence[Finding], target: Finding) -> bool:
    """Whether the log says nothing of an earlier disposal of the player: then neither his bonus nor his cash is a wrong sum."""
    silent = [other for other in findings if other.code == "dispose-missing" and other.player == target.player]
    return any((other.turn or 0) <= (target.turn or 0) for other in silent)


def cancel_out(found: Sequence[Finding]) -> bool:
    """Whether wrong amounts are one player's alone, or two of which one has what the other lacks."""
    over = [difference_of(finding) for finding in found]
    return len(over) < 2 or (len(over) == 2 and sum(over) == 0)


def difference_of(finding: Finding) -> int:
    """Return by how many dollars recorded cash differs from what is due."""
    recorded, due = finding.recorded, finding.expected
    return recorded - due if isinstance(recorded, int) and isinstance(due, int) else 0


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule by which the table reckoned throughout, although the log's edition has another one.

    ``name`` and ``value`` are those of the parameter; ``replayer`` is the finished replay by it.
    """

    name: str
    value: str
    replayer: Replayer


#: The rules of bonuses that a table may have by habit.
_HABITS: Final = (
    *(("split_rounding", str(rounding)) for rounding in SplitRounding),
    *(("sole_holder", str(holder)) for holder in SoleHolder),
)


def house_rule(written: Replayer) -> HouseRule | None:
    """Return the rule of bonuses that explains the most wrong sums, at least two, and leaves nothing but other sums; None if there is none.

    Several rules may come to the same in one log, such as those that round to a dollar; then the first one is returned, for the correct
    cash is that of the log's own rules with each of them.
    """
    if not any(finding.code == "bonus-wrong" for finding in _sums_of(written)):
        return None
    header = written.record.header
    rulebook = header.rulebook().parameters()
    best, least = None, len(_sums_of(written)) - 1
    for name, value in _HABITS:
        if rulebook[name] != value:
            changed = replace(header, rules={**header.rules, name: value})
            trial = Replayer(replace(written.record, header=changed))
            finish_walk(trial)
            left = len(grave(trial.reporter.findings))
            if left < least and (not left or _sums_of(trial)) and _are_of_several_turns(written, trial):
                best, least = HouseRule(name, value, trial), left
    return best


def _sums_of(replayer: Replayer) -> list[Finding]:
    """Return the errors and warnings of a replay if they are wrong sums of the table alone; else none."""
    found = grave(replayer.reporter.findings)
    is_alone = not replayer.reporter.suppressed and all(finding.code in TABLE_SUMS for finding in found)
    return found if is_alone else []


def _are_of_several_turns(written: Replayer, trial: Replayer) -> bool:
    """Whether a rule explains wrong sums of at least two turns; those of one turn are one slip."""
    left = {(finding.turn, finding.player) for finding in grave(trial.reporter.findings)}
    explained = (finding for finding in _sums_of(written) if (finding.turn, finding.player) not in left)
    return len({finding.turn for finding in explained if finding.code != "cash-wrong"}) > 1


#: How many events may be replayed to find starting tiles; bounds the time of a long log.
MOST_EVENTS: Final = 120_000

#: How many sets of tiles are gone on with after each step.
_KEPT: Final = 24

_NAMING_TILES: Final = frozenset(
    {ActKind.DRAW, ActKind.HAND, ActKind.DEAD, ActKind.SHOW, ActKind.RETURN, ActKind.REDRAW}
)


class _FoundError(Exception):
    """A replay has a finding, with its place and its code; the search needs only where the first one is."""


class _FirstFinding(Reporter):
    """A reporter that breaks a replay off at the first error or warning but that the starting tiles are missing."""

    def add(self, place: int, finding: Finding) -> None:
        """Store a note, or break the replay off."""
        if finding.severity is not Severity.NOTE and finding.code != "start-missing":
            raise _FoundError(place, finding.code)
        super().add(place, finding)


@dataclass(frozen=True, slots=True)
class _Trial:
    """The replay of a log with some starting tiles: where its first finding is in the log as written, and with which code.

    Without a finding ``code`` is empty.
    """

    tiles: frozenset[int]
    replayer: Replayer
    place: int
    code: str


def completed_starts(written: Replayer) -> tuple[list[Replayer], GameRecord]:
    """Return the finished replays of the log with starting tiles that leave no finding, and the log with the best tiles found.

    The list is empty if no tiles explain everything. ``written`` is the finished replay of a log without all its starting tiles; the
    tiles are put in front of its events.
    """
    record, missing = written.record, len(written.ids) - len(written.state.start_tiles)
    free = _free_tiles(record)
    furthest = _try_tiles(record, frozenset())
    best, replayed, known = [furthest], 0, {frozenset[int]()}
    for _round in range(missing):
        trials = []
        for earlier in best:
            for tile in _candidates(record, earlier, free):
                tiles = earlier.tiles | {tile}
                if tiles not in known and replayed < MOST_EVENTS:
                    known.add(tiles)
                    trial = _try_tiles(record, tiles)
                    replayed += trial.replayer.index
                    trials += [trial] if not trial.code or trial.place >= earlier.place else []
        whole = [trial.replayer for trial in trials if not trial.code]
        if whole:
            return whole, whole[0].record
        moved = [trial for trial in trials if trial.place > furthest.place]
        # Where no tile alone moves the first finding on, two together may.
        best = sorted(moved, key=lambda trial: -trial.place)[:_KEPT] if moved else trials
        furthest = max((furthest, *best), key=lambda trial: trial.place)
    return [], furthest.replayer.record


def _free_tiles(record: GameRecord) -> frozenset[int]:
    """Return the tiles that the log names nowhere."""
    named = {event.value for event in record.events if event.act in (ActKind.PLAY, ActKind.START)}
    for event in record.events:
        if event.act in _NAMING_TILES:
            named.update(event.value)
    return frozenset(range(TILES)) - named


def _candidates(record: GameRecord, trial: _Trial, free: frozenset[int]) -> Iterator[int]:
    """Yield the free tiles beside what lay there when the first finding of a trial was made.

    Where a chain is founded by a tile that touches none, only those beside this tile.
    """
    last = min(trial.place, len(record.events) - 1)
    is_alone = trial.code == "found-not-founding"
    first = turn_of(record.events, last) if is_alone else 0
    placed = [event.value for event in record.events[first : last + 1] if event.act is ActKind.PLAY][::-1]
    beside = dict.fromkeys(tile for spot in (*placed, *(() if is_alone else trial.tiles)) for tile in NEIGHBOURS[spot])
    return (tile for tile in beside if tile in free and tile not in trial.tiles)


def _try_tiles(record: GameRecord, tiles: frozenset[int]) -> _Trial:
    """Replay a log with further starting tiles up to its first finding."""
    replayer = Replayer(_with_starts(record, tiles))
    replayer.reporter = _FirstFinding()
    try:
        finish_walk(replayer)
    except _FoundError as found:
        place, code = found.args
        return _Trial(tiles, replayer, place - len(tiles), code)
    return _Trial(tiles, replayer, len(record.events), "board-doubtful" if replayer.reporter.suppressed else "")


def _with_starts(record: GameRecord, tiles: frozenset[int]) -> GameRecord:
    """Return the log with further starting tiles, given to those players of whom it has none, in the order of the seats."""
    told = {event.player for event in record.events if event.act is ActKind.START}
    order = record.header.rulebook().start_order
    by_row = order is StartOrder.LETTER_NUMBER
    ordered = sorted(tiles, key=lambda tile: (tile % 9, tile // 9) if by_row else (tile // 9, tile % 9))
    seats = [seat for seat in range(len(record.header.players)) if seat not in told]
    events = [Action(ActKind.START, seat, tile) for seat, tile in zip(seats, ordered, strict=False)]
    lines: Sequence[int | None] = [*[None] * len(events), *record.lines] if record.lines else ()
    unread = tuple(replace(gap, before=gap.before + len(events)) for gap in record.unread)
    stamps = (*[None] * len(events), *record.stamps) if record.stamps else ()
    return replace(record, events=[*events, *record.events], lines=lines, unread=unread, stamps=stamps)


def told_with_starts(written: Replayer, completed: Replayer) -> list[Finding]:
    """Return the findings of a log with starting tiles put there, with a note that says which; ``written`` is the log without them."""
    added = completed.events[: len(completed.events) - len(written.events)]
    tiles = " ".join(TILE_NAMES[tile] for tile in sorted(event.value for event in added))
    said = _("Not all starting tiles were recorded; the play shows that they were {tiles}.", tiles=tiles)
    missing = next(finding for finding in written.reporter.findings if finding.code == "start-missing")
    others = [finding for finding in completed.reporter.findings if finding.code != "start-missing"]
    return [replace(missing, severity=Severity.NOTE, said=said), *others]
