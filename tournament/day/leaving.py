"""What follows when a player withdraws, is disqualified or comes back, in sentences for the director before it is done."""

from __future__ import annotations

from tournament.draw.allocation import AllocationError, arrangements
from tournament.draw.naming import name_of_round, title_of_round
from tournament.record.event import EntryRecord, EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId, RoundState, Status, format_thousandths


def if_withdrawn(record: EventRecord, entry: EntryRecord) -> tuple[str, ...]:
    """What a withdrawal does (R54)."""
    lines = [*_round_in_play(record, entry), *_rounds_to_come(record, entry)]
    if record.last_seen.get(entry.player, 0) < record.rounds_planned:
        lines.append(
            f"{entry.name} stays in the standings as withdrawn: no medal and no Pentamind points, "
            "but still counted among the players (2.1)."
        )
        lines += _public_medals(record)
    else:
        lines.append(
            f"{entry.name} took part in the last round, so nothing changes: place, medal and Pentamind points stay (R54)."
        )
    if not record.has_taken_part(entry.player):
        lines.append(
            f"{entry.name} has not played. Somebody who never came is better marked as absent: then they are not counted (2.1)."
        )
    return (*lines, *_next_draw(record, entry, -1))


def if_disqualified(record: EventRecord, entry: EntryRecord) -> tuple[str, ...]:
    """What a disqualification does (R67)."""
    lines = ["No rank, no medal and no Pentamind points; the games played stand for the others (R67)."]
    lines += [*_round_in_play(record, entry), *_rounds_to_come(record, entry)]
    lines += _public_medals(record)
    return (*lines, *_next_draw(record, entry, -1))


def if_reinstated(record: EventRecord, entry: EntryRecord) -> tuple[str, ...]:
    """What taking a withdrawal or disqualification back does (R54)."""
    if not record.has_taken_part(entry.player):
        return (
            f"{entry.name} has not played and is registered again; the check-in asks what missed rounds score (R53).",
        )
    lines = []
    begun = [played for played in record.rounds if played.state is not RoundState.DRAFT]
    missed = [played.number for played in begun if not _takes_part(played, entry.player)]
    if missed:
        score = format_thousandths(record.ruleset.missed_score)
        lines.append(f"{_rounds(record, missed)} missed: {score}{_each(missed)} (R54).")
    if entry.status is Status.DISQUALIFIED:
        lines.append(f"{entry.name} is ranked again, and can win a medal again.")
    return (*lines, *_next_draw(record, entry, +1))


def _public_medals(record: EventRecord) -> list[str]:
    return ["The final list is public; the medals on it change at once."] if record.is_final_published else []


def _round_in_play(record: EventRecord, entry: EntryRecord) -> list[str]:
    playing = next((played for played in record.rounds if played.state is RoundState.PUBLISHED), None)
    table = _table_of(playing, entry.player) if playing else None
    if playing is None or table is None:
        return []
    return [
        f"{title_of_round(record, playing.number)} is being played: who leaves table {table} now counts as out of time (R31-R34), "
        "and the result there counts. If the game has not started, mark a no-show on the round's page instead."
    ]


def _rounds_to_come(record: EventRecord, entry: EntryRecord) -> list[str]:
    begun = {played.number for played in record.rounds if played.state is not RoundState.DRAFT}
    coming = [number for number in range(1, record.rounds_planned + 1) if number not in begun]
    if not coming:
        return []
    score = format_thousandths(record.ruleset.missed_score)
    return [f"{_rounds(record, coming)} not played: {score}{_each(coming)} (R54)."]


def _next_draw(record: EventRecord, entry: EntryRecord, change: int) -> list[str]:
    """How the tables of the next round change; nothing where no round is to come or the player is not drawn anyway."""
    begun = sum(played.state is not RoundState.DRAFT for played in record.rounds)
    if begun >= record.rounds_planned or (change < 0 and not entry.is_active):
        return []
    now = len(record.active)
    lines = [
        f"The next round is for {now + change} instead of {now}: {tables_for(now + change)} instead of {tables_for(now)}."
    ]
    draft = next((played for played in record.rounds if played.state is RoundState.DRAFT), None)
    if draft is not None:
        lines.append(f"The draft of {name_of_round(record, draft.number)} has to be drawn again.")
    return lines


def tables_for(players: int) -> str:
    """The tables that the rules name first for that many players: "tables of 4 4 3" (R38)."""
    try:
        return f"tables of {arrangements(players)[0].label}"
    except AllocationError:
        return "no table"


def _table_of(played: RoundRecord, player: PlayerId) -> int | None:
    for table in played.tables:
        if any(seat.player == player for seat in table.seats):
            return table.number
    return None


def _takes_part(played: RoundRecord, player: PlayerId) -> bool:
    return _table_of(played, player) is not None or any(row.player == player for row in played.sit_outs)


def _rounds(record: EventRecord, numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"{title_of_round(record, numbers[0])} is"
    return f"Rounds {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} are"


def _each(numbers: list[int]) -> str:
    return " each" if len(numbers) > 1 else ""
