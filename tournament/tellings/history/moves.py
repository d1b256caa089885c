"""What a change moves beyond totals, before anybody saves it: the cut of the final, medals, Pentamind points (R46, R64-R66, R68)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.record.event import EventRecord
from tournament.record.vocabulary import MedalPlace, PentamindPlace, PlayerId, RoundKind
from tournament.scores import Scores
from tournament.tellings.cuts import cut_lines
from tournament.tellings.figures import rank_text, thousandths
from tournament.tellings.words import listed

NOBODY = "none"


@dataclass(frozen=True, slots=True)
class Moved:
    """One thing of one player, before and after, as it is read."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Effect:
    """What moves: sentences about the cut, medals (juniors' named as such) and points by player."""

    cut: tuple[str, ...] = ()
    medals: tuple[Moved, ...] = ()
    points: tuple[Moved, ...] = ()


def effect(before: EventRecord, after: EventRecord) -> Effect:
    """What a change of results, penalties or settings moves; raises ScoringError where one of the states cannot be scored.

    Medals and points are told once every planned round is closed; the cut as long as the final is still to be played.
    """
    old, new = Scores(before), Scores(after)
    if not (old.is_complete and new.is_complete):
        return Effect(_cut(old, new))
    names = {entry.player: entry.name for entry in before.entries}
    medals = (
        *_moved(names, _medals(old.medals), _medals(new.medals)),
        *_moved(names, _medals(old.juniors, " (juniors)"), _medals(new.juniors, " (juniors)")),
    )
    return Effect((), medals, _moved(names, _points(old.pentamind), _points(new.pentamind)))


def _moved(
    names: Mapping[PlayerId, str], before: Mapping[PlayerId, str], after: Mapping[PlayerId, str]
) -> tuple[Moved, ...]:
    """Whose words differ, in the order after the change."""
    players = dict.fromkeys([*after, *before])
    return tuple(
        Moved(names[player], before.get(player, NOBODY), after.get(player, NOBODY))
        for player in players
        if before.get(player) != after.get(player)
    )


def _medals(places: Iterable[MedalPlace], whose: str = "") -> dict[PlayerId, str]:
    """Who has a medal: "gold", "=2 silver" where the place is shared."""
    return {
        place.player: f"{f'{rank_text(place.place, True)} ' if place.is_shared else ''}{place.medal.value}{whose}"
        for place in places
        if place.medal is not None
    }


def _points(places: Iterable[PentamindPlace]) -> dict[PlayerId, str]:
    return {place.player: thousandths(place.points) for place in places}


def _cut(old: Scores, new: Scores) -> tuple[str, ...]:
    """Who would be cut to another table of the final, or that it stays as it was drawn."""
    last = next((played for played in new.record.rounds if played.number == new.record.rounds_planned), None)
    if last is not None:
        if last.kind is not RoundKind.SWISS or old.standings() == new.standings():
            return ()
        return (f"Round {last.number} is drawn as the final; nobody is re-seated, whatever the totals say now (R68).",)
    before, after = _tables(old), _tables(new)
    if before == after:
        return ()
    names = {entry.player: entry.name for entry in new.record.entries}
    said = []
    for table in sorted({*before.values(), *after.values()}):
        comes = [names[player] for player in after if after[player] == table and before.get(player) != table]
        goes = [names[player] for player in before if before[player] == table and after.get(player) != table]
        where = "the top table" if table == 1 else f"table {table}"
        parts = [
            *([f"{listed(comes)} would be cut to {where}"] if comes else []),
            *([f"{listed(goes)} no longer"] if goes else []),
        ]
        said += [f"{', '.join(parts)}."] if parts else []
    return tuple(said)


def _tables(scores: Scores) -> dict[PlayerId, int]:
    """The table of the final to which everybody present would be cut by the totals; empty where no final is cut from them."""
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
