"""How well the judge (the replay of a log) tells what is wrong in logs with a slip, by kind: what it finds, proves and blames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil
from random import Random
from time import process_time
from typing import Final

from games.acquire.actions import ActKind
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord
from games.acquire.replay.findings import Severity
from games.acquire.replay.judging.judge import replay
from laboratory.mistakes.apart import APART
from laboratory.mistakes.course import finals_of_game
from laboratory.mistakes.sheets import SampleLog, sensible_sheet
from laboratory.mistakes.slips import EDITS, Kind, first_difference, turn_at
from laboratory.mistakes.texts import TEXTS, finals_of_text, record_of, turn_of_slip
from laboratory.mistakes.truthful import reading_of
from laboratory.mistakes.undoing import Finals, finals_of

#: The parts of what is drawn: edits of the record, slips in the text, and kinds that stand apart from everything a judge is built on.
EDIT_PART, TEXT_PART, APART_PART = "edits", "text", "apart"
KINDS: Final[Mapping[str, tuple[Kind, ...]]] = {EDIT_PART: EDITS, TEXT_PART: TEXTS, APART_PART: APART}
#: How often a kind is drawn anew for a game that has no occasion for the one drawn before.
_MOST_DRAWS = 40


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A log with a slip of some kind, made in a turn: a text, or a record where the text is empty; the latter is None if unreadable.

    ``finals`` are those of all games that the log may tell, None where too many would have to be tried.
    """

    kind: str
    turn: int
    record: GameRecord | None
    text: str
    finals: set[Finals] | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judge's answer to one log with a slip, compared with the truth.

    - ``is_found``: it reports anything at all, be it a note of the reader, or refuses the text; of a true log nothing is reported.
    - ``is_innocent_blamed``: it names a turn before that of the slip as the cause.
    - ``is_final_right``: it proves the right final cash of all players; ``is_wrong_certain``: it gives a wrong amount as proved.
    - ``is_as_written``: it does so, but only of players whose final cash the log does not state, so that it is called "as written".
    - ``is_hidden``: it does so, but the log fits the rules, all counts and the final as it is written, and nothing in it can tell.
    - ``is_determined``: the log determines the right final cash of all players.
    - ``causes``: how many of its errors and warnings it does not explain by another one; ``seconds`` of processor that it took.
    """

    kind: str
    is_found: bool
    is_innocent_blamed: bool
    is_final_right: bool
    is_wrong_certain: bool
    is_as_written: bool
    is_hidden: bool
    is_determined: bool
    causes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of the verdicts on one kind of slip, or on all of a part.

    ``hidden`` and ``as_written`` are parts of ``wrong_certain`` that have no log in common. ``determined`` are the logs that determine
    the right figures, ``determined_right`` those of them of which the verdict is right; ``honest`` leave somebody's cash open and prove
    nothing wrong. ``causes`` is the sum over all logs; ``seconds`` are the processor's on average, ``seconds_95`` what 95 % of the
    verdicts take at most, ``seconds_worst`` the slowest.
    """

    error: str
    part: str
    logs: int
    found: int
    determined: int
    determined_right: int
    right_final: int
    honest: int
    wrong_certain: int
    hidden: int
    as_written: int
    innocent_blamed: int
    causes: int
    seconds: float
    seconds_95: float
    seconds_worst: float


def samples(
    part: str, games: int, first: int = 0, players: int | None = None, is_wanted: Callable[[str], bool] = bool
) -> Iterator[tuple[Spoilt, SampleLog]]:
    """Logs with one slip each, each with its true log, of ``games`` games, or of fewer where some have no occasion for a slip.

    ``first`` is the number of the first game; the games are of three to five ``players`` in turn where it is None.
    """
    kinds = [kind for kind in KINDS[part] if is_wanted(kind.name)]
    for seed in range(first, first + games):
        sheet = sensible_sheet(seed, players or 3 + seed % 3).of_scribe()
        random = Random(f"{part} {seed}")
        for kind in random.choices(kinds, [kind.weight for kind in kinds], k=_MOST_DRAWS):
            spoilt = _spoilt(part, kind, sheet, random)
            if spoilt is not None:
                yield spoilt, sheet
                break


def _spoilt(part: str, kind: Kind, sheet: SampleLog, random: Random) -> Spoilt | None:
    """A log with one slip of a kind, None where the game has no occasion for it or somebody would have less than nothing.

    What undoes slips does not know those that stand apart, so the true game of such a log counts as found if the log states its finals.
    """
    told = kind.make(sheet, random)
    if isinstance(told, str):
        finals = finals_of_text(told, sheet)
        return Spoilt(kind.name, turn_of_slip(told, write_text(sheet.record)), record_of(told), told, finals)
    if told is None or told == sheet.events or any(type(line.value) is int and line.value < 0 for line in told):
        return None
    place = first_difference(told, sheet.events)
    record = replace(sheet.record, events=told, lines=range(1, len(told) + 1))
    finals = finals_of(record, place)
    stated = {line for line in told if line.act is ActKind.FINAL}
    if finals is not None and part == APART_PART and stated <= {*sheet.events}:
        finals.add(truth_of(sheet))
    return Spoilt(kind.name, min(turn_at(told, place), turn_at(sheet.events, place)), record, "", finals)


def truth_of(sheet: SampleLog) -> Finals:
    """The right final cash of everybody, by seat."""
    return tuple(sheet.final[player.id] for player in sheet.record.header.players)


def verdict_on(spoilt: Spoilt, sheet: SampleLog) -> Verdict:
    """Let the judge read and replay a log with a slip, and compare its answer with the true log ``sheet``."""
    begun = process_time()
    reading = reading_of(spoilt.text, sheet) if spoilt.text else None
    record = reading.record if reading is not None else spoilt.record if not spoilt.text else None
    answer = replay(record) if record is not None else None
    seconds = process_time() - begun
    findings = answer.findings if answer is not None else ()
    grave = [finding for finding in findings if finding.severity is not Severity.NOTE]
    causes = [finding for finding in grave if finding.cause is None]
    final = answer.final if answer is not None else {}
    wrong = {player for player, cash in final.items() if cash is not None and cash != sheet.final.get(player)}
    is_true = spoilt.record is not None and finals_of_game(spoilt.record) is not None
    return Verdict(
        kind=spoilt.kind,
        is_found=bool(findings) or answer is None or (reading is not None and bool(reading.notes or reading.problems)),
        is_innocent_blamed=any(finding.turn is not None and finding.turn < spoilt.turn for finding in causes),
        is_final_right=final == sheet.final,
        is_wrong_certain=bool(wrong),
        is_as_written=bool(wrong) and answer is not None and wrong.isdisjoint(answer.confirmed),
        is_hidden=bool(wrong) and is_true,
        is_determined=spoilt.finals == {truth_of(sheet)},
        causes=len(causes),
        seconds=seconds,
    )


def tally_of(error: str, part: str, rows: list[Verdict]) -> Tally:
    """The sums of some verdicts."""
    times = sorted(row.seconds for row in rows)
    return Tally(
        error=error,
        part=part,
        logs=len(rows),
        found=sum(row.is_found for row in rows),
        determined=sum(row.is_determined for row in rows),
        determined_right=sum(row.is_determined and row.is_final_right for row in rows),
        right_final=sum(row.is_final_right for row in rows),
        honest=sum(not row.is_final_right and not row.is_wrong_certain for row in rows),
        wrong_certain=sum(row.is_wrong_certain for row in rows),
        hidden=sum(row.is_hidden for row in rows),
        as_written=sum(row.is_as_written and not row.is_hidden for row in rows),
        innocent_blamed=sum(row.is_innocent_blamed for row in rows),
        causes=sum(row.causes for row in rows),
        seconds=sum(times) / len(times),
        seconds_95=times[ceil(0.95 * len(times)) - 1],
        seconds_worst=times[-1],
    )


def tallies(part: str, verdicts: Iterable[Verdict]) -> Iterator[Tally]:
    """A tally of each kind that was drawn in a part, and at last one of all kinds."""
    rows = list(verdicts)
    for kind in KINDS[part]:
        if of_kind := [row for row in rows if row.kind == kind.name]:
            yield tally_of(kind.name, part, of_kind)
    if rows:
        yield tally_of("all kinds", part, rows)
