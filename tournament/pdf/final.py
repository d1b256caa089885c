"""The end of the event on paper: final lists, the form for the medal office, prize-giving, certificates and receipts (R64-R67)."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.pdf.flow import Block, Column, Gap, Keep, Lines, PageBreak, Row, Table, Text, Titled, flowing_sheet
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Box, Drawing, Heading, Orientation, Pen, Sheet, frame
from tournament.pdf.names import Weight
from tournament.pdf.options import PaperError
from tournament.standings import junior_medals, medals, pentamind
from tournament.vocabulary import MedalPlace, PentamindPlace, PlayerId, Status, format_thousandths

MEDAL_MARK = {None: "", "gold": "GOLD", "silver": "SILVER", "bronze": "BRONZE"}


def scope_of(job: Job) -> str:
    """Whether the list is final, or how far it goes."""
    closed = len(job.event.closed_rounds)
    if closed >= job.event.rounds_planned:
        return "Final"
    return f"After round {closed} of {job.event.rounds_planned}"


def final_list(job: Job) -> Sheet:
    """The medal list, the Pentamind list with points, and the juniors, posted side by side at the end."""
    if not job.event.closed_rounds:
        raise PaperError("No round is closed yet, so there is no final list; close a round first.")
    blocks: list[Block] = [_medal_table(job, "Medals (R64-R65)", medals(job.event)), Gap(14)]
    juniors = junior_medals(job.event)
    if juniors:
        blocks += [_medal_table(job, "Juniors", juniors), Gap(14)]
    blocks.append(_pentamind_table(job, pentamind(job.event)))
    players = sum(1 for _ in pentamind(job.event))
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
                    _nation(job, place.player),
                    format_thousandths(place.total),
                )
            )
            for place in places
        ),
        heading=heading,
    )


def _nation(job: Job, player: PlayerId) -> str:
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
                    _nation(job, place.player),
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
    if not job.event.closed_rounds:
        raise PaperError("No round is closed yet, so there is nothing for the medal form; close a round first.")
    with_medals = [place for place in medals(job.event) if place.medal]
    juniors = [place for place in junior_medals(job.event) if place.medal]
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
                _nation(job, place.player),
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
    absent = [
        entry for entry in job.event.entries if entry.status in (Status.ABSENT, Status.REGISTERED, Status.EXCLUDED)
    ]
    medal_of = {place.player: MEDAL_MARK[place.medal] for place in medals(job.event)}
    rows = [
        Row(
            (
                "DSQ" if place.is_disqualified else str(place.rank),
                job.people[place.player].contestant_id,
                job.name(place.player),
                _nation(job, place.player),
                format_thousandths(place.total),
                medal_of.get(place.player, ""),
                "withdrawn" if place.is_withdrawn else "",
            )
        )
        for place in pentamind(job.event)
    ]
    rows += [
        Row(("", entry.contestant_id, entry.name, _nation(job, entry.player), "", "", "absent")) for entry in absent
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


def prize_giving(job: Job) -> Sheet:
    """What is read out, last prize first: name, total, and the sentence that says what decided the place."""
    winners = [place for place in medals(job.event) if place.medal]
    juniors = [place for place in junior_medals(job.event) if place.medal]
    if not winners:
        raise PaperError("No medal is decided yet; close the last round first.")
    blocks: list[Block] = []
    if juniors:
        blocks += list(_read_out(job, "Junior medals", juniors))
    blocks += list(_read_out(job, "Medals", winners))
    return flowing_sheet(job, "Prize-giving", scope_of(job), blocks)


def _read_out(job: Job, heading: str, places: list[MedalPlace]) -> Iterator[Block]:
    for index, place in enumerate(reversed(places)):
        shared = "shared " if place.is_shared else ""
        block = Table(
            columns=(Column(""), Column("", 90, Align.RIGHT, Weight.BOLD, 14)),
            rows=(Row((job.name(place.player), format_thousandths(place.total))),),
            heading=f"{shared}{MEDAL_MARK[place.medal]}".capitalize(),
            note=_nation(job, place.player),
            size=18,
            keep=Keep.TOGETHER,
        )
        yield block if index else Titled(Text(heading, 14, Weight.BOLD, after=8), block)
        yield Text(place.why, 11, before=3, after=14)


def certificates(job: Job) -> Sheet:
    """A certificate for every medal, juniors included."""
    winners = [("", place) for place in medals(job.event) if place.medal]
    winners += [("Junior ", place) for place in junior_medals(job.event) if place.medal]
    if not winners:
        raise PaperError("No medal is decided yet, so there are no certificates; close the last round first.")
    pages = tuple(_certificate(job, kind, place) for kind, place in winners)
    return Sheet("Certificates", scope_of(job), pages, Heading.BARE, Orientation.LANDSCAPE)


def _certificate(job: Job, kind: str, place: MedalPlace) -> Drawing:
    inside = frame(job, Heading.BARE, Orientation.LANDSCAPE)

    def band(bottom: float, top: float) -> Box:
        return Box(
            inside.left + 40,
            inside.bottom + bottom * inside.height,
            inside.right - 40,
            inside.bottom + top * inside.height,
        )

    def draw(pen: Pen) -> None:
        pen.box(Box(inside.left, inside.bottom + 4, inside.right, inside.top), 3)
        pen.box(Box(inside.left + 6, inside.bottom + 10, inside.right - 6, inside.top - 6), 0.75)
        medal = f"{kind}{place.medal} medal".capitalize()
        pen.fitted(band(0.82, 0.94), job.event.name, 26, align=Align.CENTRE)
        pen.fitted(band(0.66, 0.80), medal, 44, Weight.BOLD, Align.CENTRE)
        pen.fitted(band(0.40, 0.64), job.name(place.player), 54, Weight.BOLD, Align.CENTRE)
        pen.fitted(
            band(0.31, 0.38),
            f"{format_thousandths(place.total)} points in {len(job.event.closed_rounds)} rounds",
            18,
            align=Align.CENTRE,
        )
        where = ", ".join(part for part in (job.event.place, f"{job.event.date:%Y-%m-%d}") if part)
        pen.fitted(band(0.24, 0.30), where, 14, align=Align.CENTRE)
        middle = (inside.left + inside.right) / 2
        line = inside.bottom + 0.12 * inside.height
        pen.line(middle - 120, line, middle + 120, line)
        pen.text(middle, line - 14, "Tournament director", 11, align=Align.CENTRE)

    return draw


def prize_receipts(job: Job) -> Sheet:
    """A list to sign when medals and prizes are handed over."""
    winners = [("", place) for place in medals(job.event) if place.medal]
    winners += [("junior ", place) for place in junior_medals(job.event) if place.medal]
    if not winners:
        raise PaperError("No medal is decided yet, so there is nothing to sign for; close the last round first.")
    table = Table(
        columns=(
            Column("Medal", 110, weight=Weight.BOLD),
            Column("Name", size=12),
            Column("Prize", 110),
            Column("Received, signature", 150),
        ),
        rows=tuple(Row((f"{kind}{place.medal}", job.name(place.player), "", "")) for kind, place in winners),
        row_height=34,
        lines=Lines.GRID,
    )
    return flowing_sheet(job, "Prize receipts", scope_of(job), [table])
