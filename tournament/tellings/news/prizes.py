"""The prize-giving: medals in the order of calling, what decided each, and what must be settled before (R64-R65)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournament.record.event import EventRecord
from tournament.record.public import as_seen
from tournament.record.vocabulary import Decider, Medal, MedalPlace, PlayerId
from tournament.scores import Scores
from tournament.tellings.figures import thousandths, with_minus_signs
from tournament.tellings.news.ties import FOR_ANOTHER_TIE
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording import ngettext
from wording.figures import listed

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


def as_published(record: EventRecord) -> EventRecord:
    """Return the event as it will be public with the final list: with the names chosen for public pages, and without warnings."""
    return as_seen(replace(record, is_final_published=True))


def awards(record: EventRecord) -> tuple[Award, ...]:
    """Return every medal in the order of the prize-giving, juniors first; empty until every planned round is closed."""
    if not record.is_complete:
        return ()
    scores = Scores(as_published(record))
    juniors = _called(scores, scores.juniors, is_junior=True)
    if gives_away(scores):
        juniors = tuple(replace(award, is_brief=True) for award in juniors)
    return (*juniors, *_called(scores, scores.medals, is_junior=False))


def gives_away(scores: Scores) -> bool:
    """Return whether the totals of juniors, who are called first, would reveal a medal that is called later.

    Ruling: in that case all juniors are called by name alone, because leaving out only one total would reveal as much.
    """
    won = {place.player for place in scores.medals if place.medal}
    return any(place.medal and place.player in won for place in scores.juniors)


def _called(scores: Scores, places: Sequence[MedalPlace], *, is_junior: bool) -> tuple[Award, ...]:
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
        _decided(first, won),
        waits_for_ruling=len(sharing) > 1 and all(place.decided_by is not Decider.RULING for place in sharing),
    )


def _decided(place: MedalPlace, won: Sequence[MedalPlace]) -> str:
    """Return what decided a place, without revealing who is called later; ``won`` are all places of the list that have a medal.

    Ruling: the sentence on a ruled tie names everybody in it (R65), so it is read out with the last player of the tie.
    """
    parted = any(
        better.place < place.place and better.total == place.total and better.decided_by is Decider.RULING
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
    shared = [_shared(award, stale) for award in awards(record) if award.waits_for_ruling]
    disputed = disputed_in(record.closed_rounds)
    return (*[disputed] * bool(disputed), *shared)


def _shared(award: Award, stale: Collection[PlayerId]) -> str:
    """Return the sentence that players share a medal only because nobody ruled; ``stale`` are the players of rulings that count no more."""
    said = _(
        "{names} are level on {total} and share a medal ({medal}). Rule on the tie first if the players should not share the place (R65).",
        names=listed(winner.name for winner in award.winners),
        total=award.winners[0].total,
        medal=title_of(award.medal, is_junior=award.is_junior),
    )
    return f"{said} {_(FOR_ANOTHER_TIE)}" if any(winner.player in stale for winner in award.winners) else said


def not_given(record: EventRecord) -> str:
    """Return the medals that nobody gets: "Not awarded: Silver."; empty if all are given, or before the end."""
    given = {award.medal for award in awards(record) if not award.is_junior}
    missing = [medal.words for medal in reversed(CALLED) if medal not in given]
    return _("Not awarded: {medals}.", medals=listed(missing)) if given and missing else ""
