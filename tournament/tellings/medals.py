"""The final lists: medals with what decided each place, juniors, the Pentamind, and the form of the medal office (R64-R67)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tournament.record.event import EntryRecord, EventRecord
from tournament.record.formats import Part
from tournament.record.vocabulary import CountedBy, Decider, Medal, MedalPlace, PentamindPlace, PlayerId, Status
from tournament.scores.explaining import Scores
from tournament.scores.medals import JUNIORS_FOR_MEDALS
from tournament.scores.totals import in_the_field
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from tournament.tellings.words import (
    average_place,
    departure_tags,
    name_cell,
    nation,
    people_of,
    rank_cell,
    score_cell,
    with_minus_signs,
)
from wording import gettext as _
from wording import ngettext, pgettext
from wording.figures import whole


def _form() -> tuple[Column, ...]:
    """Return the columns of the form of the medal office."""
    return (
        Column("rank", _("Rank")),
        Column("contestant", _("Contestant"), ColumnKind.WORD),
        Column("name", _("Name"), ColumnKind.NAME),
        Column("nation", _("Nationality"), ColumnKind.WORD),
        Column("score", _("Score")),
        Column("tie-break", _("Tie-break"), ColumnKind.WORD),
        Column("medal", _("Medal"), ColumnKind.MEDAL),
        Column("junior-medal", _("Junior medal"), ColumnKind.MEDAL),
        Column("remark", _("Remark"), ColumnKind.WORD),
        Column("absent", _("Absent")),
        Column("withdrawn", _("Withdrawn")),
    )


def medal_listing(scores: Scores, *, in_lines: bool = False) -> Listing:
    """Return everybody who can have a place, with medal, total and what decided it; empty before the first round is closed.

    ``in_lines`` keeps each row below the medals to one line: what decided is then shown on demand, and only if totals alone do not show
    it.
    """
    caption = _("Medal list") if scores.record.has(Part.MEDALS) else _("Final list")
    return _medals("medals", caption, scores.record, scores.medals, in_lines=in_lines)


def junior_listing(scores: Scores, *, in_lines: bool = False) -> Listing:
    """Return the juniors in order of their totals with their medals; empty before the first round is closed."""
    return _medals("juniors", _("Juniors"), scores.record, scores.juniors, in_lines=in_lines)


def few_juniors(scores: Scores) -> str:
    """Return a sentence why a junior has no medal, if too few juniors play (section 2.1); empty if no junior misses one for that reason."""
    juniors = len(scores.juniors)
    if (
        not scores.record.has(Part.MEDALS)
        or juniors >= JUNIORS_FOR_MEDALS
        or all(place.medal for place in scores.juniors)
    ):
        return ""
    return ngettext(
        "{n} junior played. With fewer than four juniors, junior medals go only to the upper half of the field (2.1).",
        "{n} juniors played. With fewer than four juniors, junior medals go only to the upper half of the field (2.1).",
        juniors,
    )


def _medals(key: str, caption: str, record: EventRecord, places: Sequence[MedalPlace], *, in_lines: bool) -> Listing:
    """Return a list of places with their medals; ``in_lines`` as in `medal_listing`."""
    people = people_of(record)
    listing = Listing(
        key=key,
        caption=caption,
        columns=(
            Column("place", _("Place")),
            Column("name", _("Name"), ColumnKind.NAME),
            Column("medal", _("Medal"), ColumnKind.MEDAL),
            Column("nation", _("Country"), ColumnKind.WORD),
            Column("total", _("Score"), ColumnKind.TOTAL),
            Column("why", _("What decided"), ColumnKind.SENTENCES),
        ),
        rows=tuple(_place_row(place, people[place.player], in_lines=in_lines) for place in places),
    )
    return listing if record.has(Part.MEDALS) else listing.without("medal")


def _place_row(place: MedalPlace, entry: EntryRecord, *, in_lines: bool) -> Row:
    """Return the row of one place; ``in_lines`` as in `medal_listing`."""
    folds = in_lines and place.medal is None
    says_more = place.is_shared or place.decided_by is not Decider.TOTAL or place.place <= len(Medal)
    return Row(
        place.player,
        (
            rank_cell(place.place, place.is_shared),
            name_cell(entry),
            medal_cell(place),
            Cell(nation(entry)),
            score_cell(place.total),
            Cell() if folds else Cell(with_minus_signs(place.why), place.why),
        ),
        why=with_minus_signs(place.why) if folds and says_more else "",
    )


def medal_cell(place: MedalPlace | None) -> Cell:
    """Return the cell of a medal; empty without one."""
    if place is None or place.medal is None:
        return Cell()
    return Cell(place.medal.words, place.medal.value.capitalize(), mark=place.medal)


def only_sat_out(record: EventRecord, player: PlayerId) -> str:
    """Return why a player of the standings who never had a seat has no medal (2.1); empty for everybody else."""
    if player in record.first_seated or record.counted_by is CountedBy.STATUS or not record.has(Part.MEDALS):
        return ""
    return _("Somebody who only sat out counts as a player but gets no medal or points (2.1).")


def pentamind_listing(scores: Scores) -> Listing:
    """Return the field by total with average places and points, ties unsplit; empty before the first round is closed (R66)."""
    people = people_of(scores.record)
    places = scores.pentamind
    sharing = Counter(place.rank for place in places if not place.is_disqualified)
    return Listing(
        key="pentamind",
        caption=_("Pentamind list"),
        columns=(
            Column("rank", _("Rank")),
            Column("name", _("Name"), ColumnKind.NAME),
            Column("average", _("Average place")),
            Column("player", _("Player"), ColumnKind.WORD),
            Column("nation", _("Country"), ColumnKind.WORD),
            Column("total", _("Score")),
            Column("points", _("Pentamind points"), ColumnKind.TOTAL, pgettext("of the Pentamind", "Points")),
        ),
        rows=tuple(
            Row(place.player, _pentamind_cells(place, people[place.player], sharing[place.rank] > 1))
            for place in places
        ),
        legend=_about_pentamind(scores.record, places),
    )


def _pentamind_cells(place: PentamindPlace, entry: EntryRecord, is_shared: bool) -> tuple[Cell, ...]:
    """Return the cells of a place; a disqualified player has no rank on pages, but in files the rank that the formula gives (R67)."""
    name = name_cell(entry, *departure_tags(entry, has_left=place.is_withdrawn))
    average = average_place(place.place_halves)
    return (
        Cell(rank_cell(None if place.is_disqualified else place.rank, is_shared).text, str(place.rank)),
        name,
        Cell("" if place.is_disqualified else average, average),
        _with_tags(name),
        Cell(nation(entry)),
        score_cell(place.total),
        score_cell(place.points),
    )


def _with_tags(name: Cell) -> Cell:
    """Return a name with its tags behind it in one text: "Ada (withdrawn)"."""
    text, value = name.text, name.in_a_file
    for tag in name.tags:
        text = pgettext("a name and a remark", "{name} ({remark})", name=text, remark=tag.words)
        value = pgettext("a name and a remark", "{name} ({remark})", name=value, remark=tag.words)
    return Cell(text, value)


def _about_pentamind(record: EventRecord, places: Sequence[PentamindPlace]) -> tuple[str, ...]:
    """Return sentences below the Pentamind list: how ties are placed, who counts, and what players get who have left or never played."""
    ties = _(
        "Players: {players}. Ties are not broken for the Pentamind; tied players take the average of their places (R66).",
        players=whole(len(places)),
    )
    if record.format.order:
        ties = _(
            "Players: {players}. Players whom the tie-break leaves equal take the average of their places (R66).",
            players=whole(len(places)),
        )
    left = _("A withdrawn player keeps the rank their total gives but gets no points (R54).")
    out = _("A disqualified player has no rank and gets no points (R67).")
    earlier = _(
        "This list was published before version 3.7 and keeps its figures: the players are those on its attendance list (2.1)."
    )
    has_left, has_out = any(place.is_withdrawn for place in places), any(place.is_disqualified for place in places)
    idle = {only_sat_out(record, place.player) for place in places} - {""}
    is_earlier = record.counted_by is CountedBy.STATUS
    return (ties, *[left] * has_left, *[out] * has_out, *idle, *[earlier] * is_earlier)


def form_listing(scores: Scores) -> Listing:
    """Return every entry as the Olympiad's medal form lists it: rank by total, unsplit, with the medal (R66, section 5 item 12).

    The field is in order of rank, then come the absent by number. Medals are empty until every planned round is closed.
    """
    record = scores.record
    people = people_of(record)
    field = {entry.player for entry in in_the_field(record)}
    rows = scores.standings()
    order = [*(row.player for row in rows), *(player for player in people if player not in field)]
    ranks = {row.player: rank_cell(row.rank, row.is_tied) for row in rows}
    totals = {row.player: score_cell(row.total) for row in rows}
    medal_places = {place.player: place for place in _with_medal(scores, scores.medals)}
    junior_places = {place.player: place for place in _with_medal(scores, scores.juniors)}

    def line(entry: EntryRecord) -> tuple[Cell, ...]:
        player, place = entry.player, medal_places.get(entry.player)
        is_absent, has_left = player not in field, record.has_left_early(player)
        return (
            ranks.get(player, Cell()) if scores.through else Cell(),
            Cell(entry.contestant_id),
            name_cell(entry),
            Cell(nation(entry)),
            totals.get(player, Cell()),
            Cell(place.decided_by.words if place else ""),
            medal_cell(place),
            medal_cell(junior_places.get(player)),
            Cell(Status.ABSENT.words if is_absent else Status.WITHDRAWN.words if has_left else ""),
            Cell(str(int(is_absent))),
            Cell(str(int(has_left))),
        )

    return Listing("form", _("All results"), _form(), tuple(Row(player, line(people[player])) for player in order))


def _with_medal(scores: Scores, places: Iterable[MedalPlace]) -> list[MedalPlace]:
    """Return the places that have a medal; empty until every planned round is closed."""
    return [place for place in places if place.medal] if scores.is_complete else []
