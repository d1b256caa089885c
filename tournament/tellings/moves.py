"""What a change moves besides totals: the cut of the final, medals, Pentamind points and certificates (R46, R64-R68)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.draw.seating import title_of
from tournament.draw.sitouts import why_stale
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import Medal, PlayerId, RoundState, Thousandths
from tournament.scores.explaining import Scores
from tournament.scores.totals import TotalChange, total_changes
from tournament.tellings.prizes import rulings_moved
from tournament.tellings.prizes import title_of as title_of_medal
from tournament.tellings.standings import cut_lines
from wording import gettext as _
from wording import ngettext
from wording.figures import in_a_row, listed


@dataclass(frozen=True, slots=True)
class FinalMove:
    """One player whose medals or Pentamind points change: medals in words, points in thousandths, None without points.

    ``has_new_certificate``: a certificate must be printed again, because it names another medal or total. ``loses_certificate``: a
    certificate that may have been handed out is no longer valid.
    """

    player: PlayerId
    name: str
    medals_before: str
    medals_after: str
    points_before: Thousandths | None
    points_after: Thousandths | None
    has_new_certificate: bool
    loses_certificate: bool

    @property
    def has_other_medals(self) -> bool:
        """Whether medals change, and not only points."""
        return self.medals_before != self.medals_after

    @property
    def has_other_points(self) -> bool:
        """Whether the Pentamind points change."""
        return self.points_before != self.points_after


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a change on other things than totals.

    ``cut`` are sentences on the final, ``rulings`` sentences on rulings on ties, and ``finals`` the players whose medals, points or
    certificates change.
    """

    cut: tuple[str, ...] = ()
    finals: tuple[FinalMove, ...] = ()
    rulings: tuple[str, ...] = ()

    @property
    def has_other_medals(self) -> bool:
        """Whether the medals of any player change."""
        return any(move.has_other_medals for move in self.finals)


@dataclass(frozen=True, slots=True)
class Moves:
    """All effects of a change: on totals and ranks, on the cut of the final, on medals and on points.

    ``unpublishes``: the final list is no longer public after the change. ``left`` are sentences on players who count as withdrawn only
    before or only after the change.
    """

    totals: tuple[TotalChange, ...] = ()
    effect: Effect = Effect()
    unpublishes: bool = False
    left: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether the change alters a figure that is or will be public.

        The cut of the final does not count as one, nor does a player who is in the standings only before or only after.
        """
        is_moved = any(row.is_counted_both for row in self.totals)
        return bool(is_moved or self.effect.finals or self.unpublishes or self.left)


def moves_of(before: EventRecord, after: EventRecord) -> Moves:
    """Return all effects of the change from the event ``before`` to ``after``, none before a round is closed; raises ScoringError."""
    if not before.closed_rounds:
        return Moves()
    is_taken_back = before.is_final_published and not after.is_final_published
    return Moves(total_changes(before, after), effect(before, after), is_taken_back)


def effect(before: EventRecord, after: EventRecord) -> Effect:
    """Return the effects of a change on other things than totals; raises ScoringError if one of the states cannot be scored.

    ``before`` and ``after`` are two states of the event. Medals, points and certificates are compared once every planned round is closed
    in both, the cut of the final before that.
    """
    old, new = Scores(before), Scores(after)
    if not (old.is_complete and new.is_complete):
        return Effect(_final_sentences(old, new))
    return Effect(finals=final_moves(old, new), rulings=rulings_moved(old, new))


def final_moves(before: Scores, after: Scores) -> tuple[FinalMove, ...]:
    """Return the players whose medals, Pentamind points or certificate differ between two states.

    They are in the order of the later Pentamind list. The result is empty unless every planned round is closed in both states.
    """
    if not (before.is_complete and after.is_complete):
        return ()
    old, new = _medals(before), _medals(after)
    old_points, new_points = _points(before), _points(after)
    moves = []
    for player in {**new_points, **old_points}:
        was, now = old.get(player, ()), new.get(player, ())
        move = FinalMove(
            player=player,
            name=after.record.name_of(player) if player in after.record.people else before.record.name_of(player),
            medals_before=_in_words(was),
            medals_after=_in_words(now),
            points_before=old_points.get(player),
            points_after=new_points.get(player),
            has_new_certificate=bool(now) and was != now,
            loses_certificate=bool(was) and not now,
        )
        if was != now or move.has_other_points:
            moves.append(move)
    return tuple(moves)


_Won = tuple[tuple[str, Thousandths], ...]  # the medals of one player: in words, with the total


def _medals(scores: Scores) -> dict[PlayerId, _Won]:
    """Return the medals of each winner in words, with the total that the certificate names."""
    won: dict[PlayerId, _Won] = {}
    for is_junior, places in ((False, scores.medals), (True, scores.juniors)):
        for place in places:
            if place.medal is not None:
                words = _medal(place.medal, is_junior=is_junior, is_shared=place.is_shared)
                won[place.player] = (*won.get(place.player, ()), (words, place.total))
    return won


def _medal(medal: Medal, *, is_junior: bool, is_shared: bool) -> str:
    """Return a medal as it is called: "Junior silver, shared"."""
    title = title_of_medal(medal, is_junior=is_junior)
    return _("{medal}, shared", medal=title) if is_shared else title


def _points(scores: Scores) -> dict[PlayerId, Thousandths]:
    """Return the Pentamind points of each player."""
    return {place.player: place.points for place in scores.pentamind}


def _in_words(won: _Won) -> str:
    """Return medals in words; "no medal" for none."""
    return listed(words for words, _total in won) or _("no medal")


def final_moves_in_words(moves: Sequence[FinalMove]) -> str:
    """Return changes of medals, points and certificates as sentences for the message after an action; empty if nothing changes."""
    medals = [
        _("{name} {before} → {after}", name=move.name, before=move.medals_before, after=move.medals_after)
        for move in moves
        if move.has_other_medals
    ]
    points = sum(move.has_other_points for move in moves)
    reprinted = [move.name for move in moves if move.has_new_certificate]
    void = [move.name for move in moves if move.loses_certificate]
    sentences = []
    if medals:
        sentences.append(_("Medals: {moves}.", moves=in_a_row(medals)))
    if points:
        sentences.append(
            ngettext(
                "The Pentamind points of {n} player change.", "The Pentamind points of {n} players change.", points
            )
        )
    if reprinted:
        sentences.append(
            ngettext(
                "Reprint the certificate for {names}.",
                "Reprint the certificates for {names}.",
                len(reprinted),
                names=listed(reprinted),
            )
        )
    if void:
        sentences.append(
            ngettext(
                "The certificate for {names} is no longer valid.",
                "The certificates for {names} are no longer valid.",
                len(void),
                names=listed(void),
            )
        )
    return " ".join(sentences)


def effect_in_words(moved: Effect) -> str:
    """Return changes of medals, points, certificates and rulings on ties as sentences; empty if nothing changes."""
    return " ".join(filter(None, (final_moves_in_words(moved.finals), *moved.rulings)))


def _final_sentences(old: Scores, new: Scores) -> tuple[str, ...]:
    """Return sentences on a ranked round: who moves to another table, that it stays as drawn, or that its draft must be drawn again."""
    draft = next((round_ for round_ in new.record.rounds if round_.state is RoundState.DRAFT), None)
    if draft is not None:
        return _draft_to_draw_again(new.record, draft)
    last = new.record.rounds[-1] if new.record.rounds else None
    if last is not None and (last.number == new.record.rounds_planned or not last.is_closed):
        if not last.kind.is_seated_by_rank or old.standings() == new.standings():
            return ()
        return (
            _(
                "{round} has been drawn; nobody changes tables, whatever the totals are now (R68).",
                round=title_of(last),
            ),
        )
    before, after = _tables(old), _tables(new)
    if before == after:
        return ()
    names = {entry.player: entry.name for entry in new.record.entries}
    sentences = []
    for table in sorted({*after.values()}):
        comes = [names[player] for player in after if after[player] == table and before.get(player) != table]
        if comes:
            sentences.append(
                ngettext(
                    "{names} would move to table {table}.",
                    "{names} would move to table {table}.",
                    len(comes),
                    names=listed(comes),
                    table=table,
                )
            )
    return tuple(sentences)


def _draft_to_draw_again(after: EventRecord, draft: RoundRecord) -> tuple[str, ...]:
    """Return the sentence that a draft no longer fits the event and must be drawn again; empty if it fits."""
    if not why_stale(after, draft):
        return ()
    return (_("{round} is only a draft. Draw it again before you publish it.", round=title_of(draft)),)


def _tables(scores: Scores) -> dict[PlayerId, int]:
    """Return the table at which each present player would sit in the next round by the totals; empty if that is not cut."""
    rows = scores.standings()
    lines: Mapping[PlayerId, str] = cut_lines(scores.record, rows, scores.through)
    playing: Sequence[PlayerId] = [
        row.player for row in rows if row.player in {entry.player for entry in scores.record.active}
    ]
    tables: dict[PlayerId, int] = {}
    table = 0
    for player in playing if lines else ():
        table += player in lines
        tables[player] = table
    return tables
