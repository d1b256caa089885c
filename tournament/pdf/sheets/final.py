"""The end of the event on paper: the final lists, and the form for the medal office (R64-R67)."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.pdf.flow import Block, Gap, PageBreak, Text, flowing_sheet
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Heading, Sheet
from tournament.pdf.names import Weight
from tournament.pdf.options import PaperError
from tournament.pdf.table import Column, Keep, Lines, Row, Table
from tournament.record.vocabulary import MedalPlace, PentamindPlace, PlayerId, format_thousandths
from tournament.scores import in_the_field, junior_medals, medals, pentamind

MEDAL_MARK = {None: "", "gold": "GOLD", "silver": "SILVER", "bronze": "BRONZE"}


def scope_of(job: Job) -> str:
    """Whether the list is final, or how far it goes."""
    closed = len(job.record.closed_rounds)
    if closed >= job.record.rounds_planned:
        return "Final"
    return f"After round {closed} of {job.record.rounds_planned}"


def final_list(job: Job) -> Sheet:
    """The medal list, the Pentamind list with points, and the juniors, posted side by side at the end."""
    if not job.record.closed_rounds:
        raise PaperError("No round is closed yet, so there is no final list; close a round first.")
    blocks: list[Block] = [_medal_table(job, "Medals (R64-R65)", medals(job.record)), Gap(14)]
    juniors = junior_medals(job.record)
    if juniors:
        blocks += [_medal_table(job, "Juniors", juniors), Gap(14)]
    blocks.append(_pentamind_table(job, pentamind(job.record)))
    players = sum(1 for _ in pentamind(job.record))
    blocks.append(
        Text(
            f"Players: {players}. Ties are not split for the Pentamind; tied players take the average place (R66).",
            9,
            before=6,
        )
    )
    return flowing_sheet(job, "Final list", scope_of(job), blocks, Heading.POSTED)


def _medal_table(job: Job, heading: str, places: tuple[MedalPlace, ...]) -> Table:
    return Table(
        columns=(
            Column("Place", 42, Align.RIGHT, Weight.BOLD, 14),
            Column("Medal", 78, weight=Weight.BOLD, size=12),
            Column("Name", size=14),
            Column("Country", 54),
            Column("Score", 78, Align.RIGHT, Weight.BOLD, 12),
        ),
        rows=tuple(
            Row(
                (
                    f"{place.place}{'=' if place.is_shared else ''}",
                    MEDAL_MARK[place.medal],
                    job.name(place.player),
                    nation(job, place.player),
                    format_thousandths(place.total),
                )
            )
            for place in places
        ),
        heading=heading,
    )


def nation(job: Job, player: PlayerId) -> str:
    """A player's country, and that he or she is a junior."""
    entry = job.people[player]
    return " ".join(part for part in (entry.country, "JNR" if entry.is_junior else "") if part)


def place_text(halves: int) -> str:
    """An average place given in halves: 5 is "2.5", 4 is "2"."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def _pentamind_table(job: Job, places: tuple[PentamindPlace, ...]) -> Table:
    return Table(
        columns=(
            Column("Rank", 42, Align.RIGHT, Weight.BOLD, 14),
            Column("Average place", 54, Align.RIGHT),
            Column("Name", size=14),
            Column("Country", 54),
            Column("Score", 68, Align.RIGHT),
            Column("Points", 68, Align.RIGHT, Weight.BOLD, 12),
        ),
        rows=tuple(
            Row(
                (
                    "DSQ" if place.is_disqualified else str(place.rank),
                    "" if place.is_disqualified else place_text(place.place_halves),
                    f"{job.name(place.player)}{' (withdrawn)' if place.is_withdrawn else ''}",
                    nation(job, place.player),
                    format_thousandths(place.total),
                    format_thousandths(place.points),
                )
            )
            for place in places
        ),
        heading="Pentamind (R66)",
    )


def medal_form(job: Job) -> Sheet:
    """The form that the medal office takes: medals and junior medals, signatures, then the whole field with rank and score."""
    if not job.record.closed_rounds:
        raise PaperError("No round is closed yet, so there is nothing for the medal form; close a round first.")
    with_medals = [place for place in medals(job.record) if place.medal]
    juniors = [place for place in junior_medals(job.record) if place.medal]
    blocks: list[Block] = [
        Text("For the arbiter to sign; anything added by hand in block capitals, please.", after=8),
        _form_table(job, "Medals", with_medals),
        Gap(12),
        _form_table(job, "Junior medals", juniors),
        Gap(24),
        Text(
            "Arbiter: ________________________________    Verified by: ________________________________", 11, after=14
        ),
        Text("Date and time: ____________________    The full list of results is attached.", 11),
        PageBreak(),
        *_field_list(job),
    ]
    return flowing_sheet(job, "Medal form", scope_of(job), blocks)


def _form_table(job: Job, heading: str, places: list[MedalPlace]) -> Table:
    rows = [
        Row(
            (
                MEDAL_MARK[place.medal],
                *first_and_last(job.name(place.player)),
                nation(job, place.player),
                format_thousandths(place.total),
                "",
            )
        )
        for place in places
    ]
    return Table(
        columns=(
            Column("Position", 66, weight=Weight.BOLD),
            Column("First name", size=12),
            Column("Surname", size=12),
            Column("Nationality", 76),
            Column("Score", 66, Align.RIGHT),
            Column("Prize", 70),
        ),
        rows=tuple(rows) or (Row(("", "none", "", "", "", "")),),
        heading=heading,
        row_height=26,
        lines=Lines.GRID,
        keep=Keep.TOGETHER,
    )


def first_and_last(name: str) -> tuple[str, str]:
    """A name parted for the form's two columns: the last word is the surname, a single word stands alone as one."""
    # Ruling: entries hold one name as the player writes it; the form wants two parts, and the arbiter corrects them by hand.
    first, _, last = name.strip().rpartition(" ")
    return first, last


def _field_list(job: Job) -> Iterator[Block]:
    yield Text(
        "Rank by total alone: it is used for the Pentamind and no tie-break splits it (R66).", 10, Weight.BOLD, after=6
    )
    came = {entry.player for entry in in_the_field(job.record)}
    absent = [entry for entry in job.record.entries if entry.player not in came]
    medal_of = {place.player: MEDAL_MARK[place.medal] for place in medals(job.record)}
    rows = [
        Row(
            (
                "DSQ" if place.is_disqualified else str(place.rank),
                job.people[place.player].contestant_id,
                job.name(place.player),
                nation(job, place.player),
                format_thousandths(place.total),
                medal_of.get(place.player, ""),
                "withdrawn" if place.is_withdrawn else "",
            )
        )
        for place in pentamind(job.record)
    ]
    rows += [
        Row(("", entry.contestant_id, entry.name, nation(job, entry.player), "", "", "absent")) for entry in absent
    ]
    yield Table(
        columns=(
            Column("Rank", 40, Align.RIGHT, Weight.BOLD),
            Column("Contestant", 64),
            Column("Name", size=12),
            Column("Nationality", 70),
            Column("Score", 60, Align.RIGHT),
            Column("Medal", 58),
            Column("Remark", 62),
        ),
        rows=tuple(rows),
        heading="All results",
    )
