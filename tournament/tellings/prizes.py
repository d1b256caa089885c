"""Medals in the order of calling, what decided each, and what must be settled before (R64-R65); ties for one in sentences (MSO-T).

The prospects of one player: the rank if the event ended now, and the cash needed in the last round.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournament.record.event import EventRecord
from tournament.record.public import as_public
from tournament.record.rounds import TieRuling
from tournament.record.vocabulary import Decider, Medal, MedalPlace, PlayerId, Thousandths
from tournament.scores.explaining import Scores
from tournament.scores.needed import Needs
from tournament.scores.totals import level_before_total
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from tournament.tellings.words import disputed_in, dollars, dollars_cell, rank_text, thousandths, with_minus_signs
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.figures import decimals, listed, whole


def if_it_ended_now(scores: Scores, player: PlayerId) -> str:
    """Return a player's rank and Pentamind points if the event ended now, with the gaps to the ranks above and below, as a sentence.

    A gap is told only between players whom the total parts, not what the order compares before it. The sentence is empty before the
    first round is closed, after the last one, and for a disqualified player.
    """
    rows = scores.standings()
    row = next((row for row in rows if row.player == player), None)
    if not scores.through or scores.is_complete or row is None or row.rank is None:
        return ""
    points = next((place.points for place in scores.pentamind if place.player == player), None)
    level = level_before_total(scores.record, player)
    better = [other.total for other in rows if other.player in level and other.total > row.total]
    worse = [other.total for other in rows if other.player in level and other.total < row.total]
    said = [_standing(rank_text(row.rank, row.is_tied), len(rows), points)]
    if better:
        said.append(_("{gap} behind the rank above.", gap=thousandths(min(better) - row.total)))
    if worse:
        said.append(_("{gap} ahead of the rank below.", gap=thousandths(row.total - max(worse))))
    return " ".join(said)


def _standing(rank: str, players: int, points: Thousandths | None) -> str:
    """Return a sentence on a rank among all players, with the Pentamind points if there are any."""
    if points is None:
        return _("Rank {rank} of {players}.", rank=rank, players=whole(players))
    return _(
        "Rank {rank} of {players} and {points} Pentamind points.",
        rank=rank,
        players=whole(players),
        points=thousandths(points),
    )


def needs_listing(needs: Needs) -> Listing:
    """Return the least final cash that a player needs for each place in the last round, best place first, with the assumptions below."""
    return Listing(
        key="needs",
        caption=_("What you need in round {number}", number=needs.round),
        columns=(
            Column("place", _("Place"), ColumnKind.NAME),
            Column("cash", _("Minimum final cash")),
            Column("share", _("Share of the cash")),
        ),
        rows=tuple(
            Row(
                line.place,
                (
                    Cell(_("{place} or better", place=line.place) if line.place > 1 else "1", str(line.place)),
                    dollars_cell(line.cash) if line.cash else Cell(pgettext("amount of cash", "any"), "0"),
                    Cell(_percent(line.share) if line.cash else "", str(line.share)),
                ),
            )
            for line in needs.lines
        ),
        legend=_assumptions(needs),
    )


def _percent(share: Thousandths) -> str:
    """Return a share in percent with one decimal, since the amounts are an estimate."""
    return f"{decimals((share + 50) // 100, 1)} %"


def _assumptions(needs: Needs) -> tuple[str, ...]:
    """Return the assumptions behind the estimate as sentences."""
    total, table = dollars(needs.total), needs.table
    sum_of_cash = _(
        "An estimate for table {table}, assuming a table total of {total}, the average so far.",
        table=table,
        total=total,
    )
    return (
        *[_("Gold goes to the top table, and this player is at another table.")] * needs.is_below_top,
        sum_of_cash,
        _(
            "The estimate also assumes that the others at the table share the rest equally, to a fraction of a dollar, that every "
            "other table ends in equal shares, and that there are no fines or tie-breaks. A shared place counts as reached."
        ),
    )


FOR_ANOTHER_TIE = gettext_noop("This ruling was made for a different tie; rule again.")
"""What is said of a ruling that counts no more, for `gettext`."""


def rulings_moved(before: Scores, after: Scores) -> tuple[str, ...]:
    """Return sentences on rulings on ties that count in only one of two states of an event.

    A ruling that was itself given or withdrawn between the two states is left out.
    """
    if not (before.is_complete and after.is_complete):
        return ()
    old, new = before.rulings, after.rulings
    return (
        *(
            _(
                "The ruling on {players}, level on {total}, no longer counts because the tie has changed. Rule "
                "again on the final list (R65).",
                **_ruling_as_text(before, ruling),
            )
            for ruling in old
            if ruling not in new and ruling in after.record.ties
        ),
        *(
            _(
                "The ruling on {players}, level on {total}, counts again because the tie is back as it was (R65).",
                **_ruling_as_text(after, ruling),
            )
            for ruling in new
            if ruling not in old and ruling in before.record.ties
        ),
    )


def _ruling_as_text(scores: Scores, ruling: TieRuling) -> dict[str, str]:
    """Return the players of a ruling and their common total, as text."""
    totals = {row.player: row.total for row in scores.standings()}
    return {
        "players": listed(map(scores.record.name_of, sorted(ruling.players))),
        "total": decimals(totals[ruling.players[0]], 3),
    }


CALLED = (Medal.BRONZE, Medal.SILVER, Medal.GOLD)
"""The medals in the order in which they are called."""


@dataclass(frozen=True, slots=True)
class Winner:
    """A player who is called at the prize-giving; ``name`` is the one that the player chose for public pages, ``total`` is text."""

    player: PlayerId
    name: str
    country: str
    total: str


@dataclass(frozen=True, slots=True)
class Award:
    """One medal with everybody who gets it; several winners share the place. ``why`` is the sentence that decided it.

    ``waits_for_ruling``: they share it only because nobody ruled on their tie. ``is_brief``: only names are called, because totals would
    reveal a medal that is called later.
    """

    medal: Medal
    is_junior: bool
    winners: tuple[Winner, ...]
    why: str
    waits_for_ruling: bool = False
    is_brief: bool = False

    @property
    def title(self) -> str:
        """The medal as it is read out: "Bronze", "Junior gold", "Silver, shared"."""
        title = title_of(self.medal, is_junior=self.is_junior)
        return _("{medal}, shared", medal=title) if self.winners[1:] else title


def title_of(medal: Medal, *, is_junior: bool) -> str:
    """Return the name of a medal: "Silver", "Junior silver"."""
    if not is_junior:
        return medal.words
    return {
        Medal.GOLD: _("Junior gold"),
        Medal.SILVER: _("Junior silver"),
        Medal.BRONZE: _("Junior bronze"),
    }[medal]


def awards(record: EventRecord) -> tuple[Award, ...]:
    """Return every medal in the order of the prize-giving, juniors first; empty until every planned round is closed."""
    if not record.is_complete:
        return ()
    scores = Scores(as_public(replace(record, is_final_published=True)))  # with the names chosen for public pages
    juniors = _medals_to_call(scores, scores.juniors, is_junior=True)
    if gives_away(scores):
        juniors = tuple(replace(award, is_brief=True) for award in juniors)
    return (*juniors, *_medals_to_call(scores, scores.medals, is_junior=False))


def gives_away(scores: Scores) -> bool:
    """Return whether the totals of juniors, who are called first, would reveal a medal that is called later.

    Ruling: in that case all juniors are called by name alone, because leaving out only one total would reveal as much.
    """
    won = {place.player for place in scores.medals if place.medal}
    return any(place.medal and place.player in won for place in scores.juniors)


def _medals_to_call(scores: Scores, places: Sequence[MedalPlace], *, is_junior: bool) -> tuple[Award, ...]:
    """Return the medals of one list from bronze to gold."""
    won = [place for place in places if place.medal]
    by_place = [tuple(shared) for _, shared in groupby(won, key=lambda place: place.place)]
    made = [_award(scores, sharing, won, is_junior=is_junior) for sharing in by_place]
    return tuple(sorted(made, key=lambda award: CALLED.index(award.medal)))


def _award(scores: Scores, sharing: Sequence[MedalPlace], won: Sequence[MedalPlace], *, is_junior: bool) -> Award:
    """Return the medal of one place: ``sharing`` are the players at that place, ``won`` all places of the list that have a medal."""
    people = scores.record.people
    first = sharing[0]
    assert first.medal is not None  # noqa: S101  only places with a medal come here
    return Award(
        first.medal,
        is_junior,
        tuple(
            Winner(place.player, people[place.player].name, people[place.player].country, thousandths(place.total))
            for place in sharing
        ),
        _why_decided(first, [each for each in won if each.player in level_before_total(scores.record, first.player)]),
        waits_for_ruling=len(sharing) > 1 and all(place.decided_by is not Decider.RULING for place in sharing),
    )


def _why_decided(place: MedalPlace, won: Sequence[MedalPlace]) -> str:
    """Return what decided a place, without revealing who is called later.

    ``won`` are the places of the list that have a medal, of players who are level in what is compared before the total.

    Ruling: the sentence on a ruled tie names everybody in it (R65), so it is read out with the last player of the tie.
    """
    parted = any(
        better.place < place.place
        and better.total == place.total
        and better.decided_by in (Decider.RULING, Decider.ORDER)
        for better in won
    )
    if parted:
        return _(
            "Level on {total} with the player who is called next; what decided the tie will be read out then.",
            total=thousandths(place.total),
        )
    return with_minus_signs(place.why)


def still_waiting(record: EventRecord) -> tuple[str, ...]:
    """Return sentences on what must be settled before the medals are given: open rounds, disputes, ties without a ruling."""
    if not record.is_complete:
        closed = len(record.closed_rounds)
        return (
            ngettext(
                "{n} of {planned} rounds has been closed; medals are awarded after the last.",
                "{n} of {planned} rounds have been closed; medals are awarded after the last.",
                closed,
                planned=record.rounds_planned,
            ),
        )
    counting = Scores(record).rulings
    stale = {player for ruling in record.ties if ruling not in counting for player in ruling.players}
    shared = [_unruled_tie_sentence(award, stale) for award in awards(record) if award.waits_for_ruling]
    disputed = disputed_in(record.closed_rounds)
    return (*[disputed] * bool(disputed), *shared)


def _unruled_tie_sentence(award: Award, stale: Collection[PlayerId]) -> str:
    """Return the sentence that players share a medal only because nobody ruled; ``stale`` are the players of rulings that count no more."""
    said = _(
        "{names} are level on {total} and share a medal ({medal}). Rule on the tie first if the players should not share the place (R65).",
        names=listed(winner.name for winner in award.winners),
        total=award.winners[0].total,
        medal=title_of(award.medal, is_junior=award.is_junior),
    )
    return f"{said} {_(FOR_ANOTHER_TIE)}" if any(winner.player in stale for winner in award.winners) else said
