"""Say why the cash of a log cannot be applied and what speaks against it, and propose the text of a ruling (R11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.acquire.board import tile_name
from games.acquire.replay.findings import Finding, Severity
from games.acquire.replay.proof import UNCONFIRMED, UNCONFIRMED_PROOFS, Proof
from tournament.record.event import TableRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import Dollars, PlayerId
from tournament.replays.causes import Telling, causes_in, names_turns, spoken_finding
from tournament.replays.money import CashComparison, unproved_players, why_corrected
from tournament.replays.reading import GameReading, GameTurn
from tournament.replays.table_log import TOURNAMENT_EDITION, starting_tiles
from tournament.replays.workings import judge_words, spoken_amount
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import listed

LARGEST_CASH: Dollars = 10_000_000
FINDINGS_CITED = 5
LONGEST_QUESTION = 300
FAR_APART = 4
"""Sums of cash are far apart if they differ by more than a fourth of the larger; one error of a player moves less."""


def obstacles(reading: GameReading, table: TableRecord) -> tuple[str, ...]:
    """Return why the computed cash cannot become the table's result, a sentence each; empty if it can."""
    if not reading.answer.complete:
        last = reading.turns[-1].place
        return (
            ngettext(
                "The log stops after {n} turn, before the end of the game, so there is no final cash to apply. "
                "Complete the log and attach it again.",
                "The log stops after {n} turns, before the end of the game, so there is no final cash to apply. "
                "Complete the log and attach it again.",
                last,
            ),
        )
    found = []
    if len(reading.players) != table.size:
        found.append(
            _(
                "The log has {players} players, but the table has {seats}. Attach the log to the table it belongs to.",
                players=len(reading.players),
                seats=table.size,
            )
        )
    found += [
        _(
            "Under this log's rules, {player} has {cash} dollars, but a result must be in whole dollars up to {most}. "
            "Check the log's header.",
            player=log_id,
            cash=spoken_amount(cash),
            most=spoken_amount(LARGEST_CASH),
        )
        for log_id, cash in reading.final.items()
        if cash != int(cash) or not 0 <= cash <= LARGEST_CASH
    ]
    return tuple(found)


def doubts_of(reading: GameReading, rows: Sequence[CashComparison] = ()) -> tuple[str, ...]:
    """Return what a director should know before trusting the computed cash, a sentence each.

    ``rows`` compare it with the entered cash.
    """
    header = reading.record.header
    doubts = _doubts_of_game(reading, rows)
    if header.edition != TOURNAMENT_EDITION:
        doubts.append(
            _(
                "The log is replayed under the rules of {edition}, as its header says, not under the tournament's "
                "({own}, R3). Correct “edition:” in the log if that is wrong.",
                edition=header.edition,
                own=TOURNAMENT_EDITION,
            )
        )
    if header.rules:
        doubts.append(_("The header changes some rules of the game: {rules}.", rules=", ".join(header.rules)))
    if header.position is not None:
        doubts.append(_("The log starts mid-game; what came before is taken from its header."))
    is_doubtful = any(finding.code == "board-doubtful" for _turn, finding in reading.findings)
    if is_doubtful and not unproved_players(reading):  # if cash is not proved, the page says more about it elsewhere
        doubts.append(
            _(
                "Later statements do not fit the board because of an earlier finding, so the calculated cash may be "
                "wrong. Correct the log from that turn on and attach it again."
            )
        )
    return tuple(doubts)


def _doubts_of_game(reading: GameReading, rows: Sequence[CashComparison]) -> list[str]:
    """Return a sentence if the log may be of another table: other starting tiles, or a very different sum of cash; else empty."""
    log_tiles, table_tiles = (
        set(starting_tiles(reading.record).values()),
        {tile for _player, tile in reading.table.starts},
    )
    is_other_start = bool(log_tiles and table_tiles and log_tiles != table_tiles)
    own = [row.recorded if row.computed is None else row.computed for row in rows]
    entered = [row.entered for row in rows]
    log_sum, table_sum = sum(cash or 0 for cash in own), sum(cash or 0 for cash in entered)
    is_known = bool(rows) and None not in (*own, *entered)
    is_other_sum = is_known and abs(log_sum - table_sum) * FAR_APART > max(log_sum, table_sum)
    if not is_other_start and not is_other_sum:
        return []
    facts = []
    if is_other_start:
        facts.append(
            _(
                "The log's starting tiles are {tiles}, but the table's are {own}.",
                tiles=_spoken_tiles(log_tiles),
                own=_spoken_tiles(table_tiles),
            )
        )
    if is_other_sum:
        facts.append(
            _(
                "The log's final cash is {amount} in total, but {entered} was entered.",
                amount=spoken_amount(log_sum),
                entered=spoken_amount(table_sum),
            )
        )
    return [" ".join((*facts, _("Is this the right game for this table?")))]


def _spoken_tiles(tiles: Iterable[int]) -> str:
    """Return the names of tiles in order, separated by blanks."""
    return " ".join(tile_name(tile) for tile in sorted(tiles))


def propose_ruling(
    reading: GameReading, rows: Sequence[CashComparison], names: Mapping[PlayerId, str], reason: str = ""
) -> str:
    """Return a draft of the ruling: each cause with the event's names and its rule, then every amount that changes (R11).

    ``reason`` is why the director chose the amounts of players whose cash the log does not prove.
    """
    renamed = reading.with_names(names_by_event(reading, {row.log_id: row.player for row in rows if row.log_id}, names))
    changed = [row for row in rows if row.computed is not None and not row.agrees]
    is_other = any(row.is_chosen and row.computed != row.written for row in rows)
    said = _causes_cited(renamed, Telling.RULED_OTHERWISE if is_other else Telling.RULING)
    unread = len(reading.problems) if unproved_players(reading) else 0
    if unread:
        said.append(ngettext("{n} part of the log cannot be read.", "{n} parts of the log cannot be read.", unread))
    if not said:
        said.append(_("The replay found nothing against the rules."))
    by_log = [row for row in changed if not row.is_chosen]
    for proof, sentence in _AMOUNTS_BY_PROOF.items():
        if own := [row for row in by_log if row.proof is proof]:
            said.append(_(sentence, amounts=_amounts(own, names)))
    if any(row.proof in UNCONFIRMED_PROOFS for row in by_log):
        said[-1] += f" {_(UNCONFIRMED)}"
    if chosen := [row for row in changed if row.is_chosen]:
        said.append(f"{_decision_in_words(chosen, _amounts(chosen, names))} {reason}".rstrip())
    if empty := [names[row.player] for row in changed if row.entered is None]:
        said.append(_("Nothing had been entered for {players}.", players=listed(empty)))
    if rows and all(row.agrees for row in rows):
        said.append(f"{_left_as_entered([row for row in rows if row.is_chosen])} {reason}".rstrip())
    return "\n".join(said)


def _causes_cited(named: GameReading, telling: Telling) -> list[str]:
    """Return the causes that a ruling cites, each with its rule, and with the other reading of the log where the cash follows it."""
    found = [cause for cause in causes_in(named) if not cause.is_unread]
    errors, warnings = (
        [cause for cause in found if cause.finding.severity is severity]
        for severity in (Severity.ERROR, Severity.WARNING)
    )
    causes, is_reread = errors or warnings, bool(why_corrected(named))
    said = [
        f"{spoken_finding(named, cause.number, telling).removesuffix('.')} ({cause.finding.rule}). "
        f"{cause.hint if is_reread else ''}".rstrip()
        for cause in causes[:FINDINGS_CITED]
    ]
    if more := len(causes) - len(said):
        said.append(ngettext("The replay found {n} more problem.", "The replay found {n} more problems.", more))
    return said


def _story_of(rows: Sequence[CashComparison]) -> str | None:
    """Return what happened according to the director, who chose it with its amounts; None where only amounts were chosen."""
    told = {row.chosen.source for row in rows if row.chosen and row.chosen.is_told}
    return told.pop() if len(told) == 1 else None


def _decision_in_words(rows: Sequence[CashComparison], amounts: str) -> str:
    """Return what the director does with chosen amounts: sets them, or finds what happened."""
    story = _story_of(rows)
    if story is None:
        return _("The director has set these amounts (R11): {amounts}.", amounts=amounts)
    return _("The director finds that {story}, so the cash is (R11): {amounts}.", story=story, amounts=amounts)


def _left_as_entered(rows: Sequence[CashComparison]) -> str:
    """Return that the result does not change, with what the director finds to have happened if a story was chosen."""
    story = _story_of(rows)
    if story is None:
        return _("The result stays as entered (R11).")
    return _("The director finds that {story}. The result stays as entered (R11).", story=story)


_AMOUNTS_BY_PROOF = {
    Proof.PROVED: gettext_noop("The correct amount is (R11): {amounts}."),
    Proof.AS_WRITTEN: gettext_noop("According to this log, the correct amount is (R11): {amounts}."),
    Proof.AS_EXPLAINED: gettext_noop("According to this log, the correct amount is (R11): {amounts}."),
}
"""The sentence with the new amounts, by how far they are proved."""


def _amounts(rows: Sequence[CashComparison], names: Mapping[PlayerId, str]) -> str:
    """Return the new amounts of players, each with its source if the director chose it, and with what was entered."""
    told = []
    for row in rows:
        facts = [row.chosen.source] if row.chosen and row.chosen.source and not row.chosen.is_told else []
        facts += [] if row.entered is None else [_("{amount} was entered", amount=spoken_amount(row.entered))]
        because = f" ({'; '.join(facts)})" if facts else ""
        told.append(f"{names[row.player]} {spoken_amount(row.computed or 0)}{because}")
    return "; ".join(told)


def names_by_event(
    reading: GameReading, seats: Mapping[str, PlayerId], names: Mapping[PlayerId, str]
) -> tuple[str, ...]:
    """Return the event's names for the players of the log, in the order of the log.

    Players of the same name have their numbers added; a player who is not at the table has the log's ID.
    """
    called = [names[seats[player.id]] if player.id in seats else player.id for player in reading.players]
    keys = [name_key(name) for name in called]
    return tuple(
        name if keys.count(name_key(name)) == 1 else f"{name} ({seats.get(player.id, player.id)})"
        for name, player in zip(called, reading.players, strict=True)
    )


def propose_question(turn: GameTurn, finding: Finding) -> str:
    """Return the question of a dispute about a finding, in one line.

    Example: "Turn 50, Ben: Cai was paid 1,500 for Worldwide ... (R3)".
    """
    view = turn.view
    said = f"{judge_words(finding.said)} ({finding.rule})"
    if names_turns(finding):
        question = said
    elif turn.place and view.player:
        question = _("Turn {turn}, {player}: {sentence}", turn=view.number, player=view.player, sentence=said)
    else:
        question = _("Start: {sentence}", sentence=said)
    if len(question) <= LONGEST_QUESTION:
        return question
    ending = f"… ({finding.rule})"
    kept = question[: LONGEST_QUESTION - len(ending)]
    whole_words = kept.rpartition(" ")[0]  # an amount is never cut; a word that is too long by itself is
    return (whole_words if len(whole_words) > LONGEST_QUESTION // 2 else kept) + ending
