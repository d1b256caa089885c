"""What a correction after the last round changes: medals, Pentamind points, and the certificates to be printed anew (R68)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.record.vocabulary import PlayerId, Thousandths
from tournament.scores import Scores
from tournament.tellings.words import listed

NO_MEDAL = "no medal"


@dataclass(frozen=True, slots=True)
class FinalMove:
    """One player whose medals or Pentamind points change; medals in words, points in thousandths, None for who has none to get.

    ``has_new_certificate``: a certificate is to be printed anew, for it names another medal or total; ``loses_certificate``: one that was
    given is not valid any more.
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
        """Whether the medals change, and not the points alone."""
        return self.medals_before != self.medals_after

    @property
    def has_other_points(self) -> bool:
        """Whether the Pentamind points change."""
        return self.points_before != self.points_after


def final_moves(before: Scores, after: Scores) -> tuple[FinalMove, ...]:
    """Everybody whose medals, Pentamind points or certificate differ between two states of an event that is played to the end.

    In the order of the later Pentamind list; nobody where a planned round is still open in one of the states.
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


_Won = tuple[tuple[str, Thousandths], ...]


def _medals(scores: Scores) -> dict[PlayerId, _Won]:
    """The medals of each winner in words with the total that the certificate names."""
    won: dict[PlayerId, _Won] = {}
    for kind, places in (("", scores.medals), ("junior ", scores.juniors)):
        for place in places:
            if place.medal is not None:
                words = f"{'shared ' if place.is_shared else ''}{kind}{place.medal.value}"
                won[place.player] = (*won.get(place.player, ()), (words, place.total))
    return won


def _points(scores: Scores) -> dict[PlayerId, Thousandths]:
    return {place.player: place.points for place in scores.pentamind}


def _in_words(won: _Won) -> str:
    return listed([words for words, _ in won]) or NO_MEDAL


def final_moves_in_words(moves: Sequence[FinalMove]) -> str:
    """The same in sentences, for the line after an act; empty where nothing changes."""
    medals = [f"{move.name} {move.medals_before} → {move.medals_after}" for move in moves if move.has_other_medals]
    points = sum(move.has_other_points for move in moves)
    anew = [move.name for move in moves if move.has_new_certificate]
    void = [move.name for move in moves if move.loses_certificate]
    sentences = [
        f"Medals: {', '.join(medals)}." if medals else "",
        f"Pentamind points of {points} player{'s' if points > 1 else ''} change." if points else "",
        f"Print the certificate{'s' if anew[1:] else ''} of {listed(anew)} again." if anew else "",
        f"The certificate{'s' if void[1:] else ''} of {listed(void)} {'are' if void[1:] else 'is'} not valid any more."
        if void
        else "",
    ]
    return " ".join(filter(None, sentences))
