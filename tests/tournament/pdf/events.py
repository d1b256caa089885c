"""Events for the paper tests: numbered players, a fixed arrangement of tables, made-up cash; nothing random."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from tournament.draw.allocation import choices, form_by_rule
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.rounds import PenaltyRecord, SitOutRecord
from tournament.record.settings import with_settings
from tournament.record.vocabulary import PenaltyKind, PlayerId, RoundKind, RoundState, SeatSource, SitOutKind, Status

PRINTED_AT = datetime(2026, 8, 20, 11, 32, tzinfo=UTC)
ADDRESS = "http://192.0.2.7:8000/london/"
RULESET = with_settings(MSO_ACQUIRE, {"multiplier_six": 1_500, "minutes_six": 16})

ZOO = (
    "Nguyễn Thị Ánh Mẫu",
    "Zażółć Gęślą-Jaźń",
    "Δοκιμή Παράδειγμα",
    "Пример Образцов",
    "דוגמה לדוגמה",
    "مثال تجريبي",
    "样本 选手",
    "見本 たろう",
    "견본 선수",
    "Emoji 😀 Tester 🎲",
    "A",
    "Maximilian-Example von und zu Sixty Letters, the Second of It",
    "WWWWWWWWWWMMMMMMMMMMWWWWWWWWWWMMMMMMMMMMWWWWWWWWWWMMMMMMMMMM",
    "دليل (Guide) 42",
    "O'Example-D’Or “Quote” & <b>Tag</b>",
    "Né\u0301cessaire Dạ̄",
)


def people(count: int, names: tuple[str, ...] = ()) -> tuple[EntryRecord, ...]:
    """Numbered players; the first ones bear the given names."""
    return tuple(
        EntryRecord(
            player=PlayerId(number),
            name=names[number - 1] if number <= len(names) else f"Player {number:02d}",
            country=("GBR", "NED", "", "CZE")[number % 4],
            is_junior=number % 6 == 0,
            contestant_id=f"C{1000 + number}",
        )
        for number in range(1, count + 1)
    )


def drawn_round(number: int, players: int, rounds: int = 4, state: RoundState = RoundState.PUBLISHED) -> RoundRecord:
    """A round in the rule's first arrangement; players move on by one table more in each round."""
    choice = choices(players, rounds, RULESET)[0]
    sizes = choice.arrangement.sizes
    hands: list[list[int]] = [[] for _ in sizes]
    table = number
    for player in range(1, players + 1):
        table += 1 + (player % len(sizes) == 0) * (number - 1)
        while len(hands[table % len(sizes)]) == sizes[table % len(sizes)]:
            table += 1
        hands[table % len(sizes)].append(player)
    form = form_by_rule(number, sizes, rounds, RULESET)
    closed = state is RoundState.CLOSED
    return RoundRecord(
        number=number,
        kind=form.kind,
        top_table_wins=form.top_table_wins,
        state=state,
        tables=tuple(
            TableRecord(
                number=index,
                seats=tuple(
                    SeatRecord(
                        player=PlayerId(player),
                        position=position,
                        starting_tile=f"{(player * 5 + number) % 12 + 1}{'ABCDEFGHI'[(player + position) % 9]}"
                        if closed
                        else "",
                        cash=20000 + 1100 * ((player * 7 + number * 3) % 23) if closed else None,
                    )
                    for position, player in enumerate(hand, start=1)
                ),
                ended_by="41 tiles" if closed else "",
            )
            for index, hand in enumerate(hands, start=1)
        ),
        seat_source=SeatSource.CHART if form.kind is RoundKind.RANDOM else SeatSource.TILES,
        seed=1000 + number,
        protocol=(
            "Arrangement: the first one listed in the rule.",
            f"Seed {1000 + number}, repeats 0; fewer is impossible.",
        ),
        starts_at=datetime(2026, 8, 20, 11, 0, tzinfo=UTC) + timedelta(hours=2 * (number - 1)),
        published_at=datetime(2026, 8, 20, 10, 50, tzinfo=UTC) + timedelta(hours=2 * (number - 1)),
    )


def event(players: int, closed: int = 0, drawn: int = 1, names: tuple[str, ...] = (), rounds: int = 4) -> EventRecord:
    """An event with ``closed`` rounds played and then ``drawn`` more published."""
    records = tuple(
        drawn_round(number, players, rounds, RoundState.CLOSED if number <= closed else RoundState.PUBLISHED)
        for number in range(1, closed + drawn + 1)
    )
    return EventRecord(
        slug="london",
        name="Example Acquire Championship",
        date=date(2026, 8, 20),
        version=17,
        rounds_planned=rounds,
        venue="Example Hall",
        network_name="Hall-Guest",
        public_address=ADDRESS,
        format=RULESET,
        entries=people(players, names),
        rounds=records,
        penalties=(
            PenaltyRecord(
                PlayerId(2), 1, PenaltyKind.FINE, 5000, "Second misplay", given_at=PRINTED_AT, given_by="Director"
            ),
            PenaltyRecord(
                PlayerId(3),
                1,
                PenaltyKind.WARNING,
                0,
                "Misread tile, corrected (R23)",
                given_at=PRINTED_AT,
                given_by="Director",
            ),
        )
        if closed
        else (),
    )


def event_with_sit_out() -> EventRecord:
    """Seven players at two tables of three, the seventh sitting out."""
    base = event(7)
    first = base.rounds[0]
    tables = (
        TableRecord(1, tuple(SeatRecord(PlayerId(player), position) for position, player in enumerate((1, 2, 3), 1))),
        TableRecord(2, tuple(SeatRecord(PlayerId(player), position) for position, player in enumerate((4, 5, 6), 1))),
    )
    sit_outs = (SitOutRecord(PlayerId(7), SitOutKind.STANDARD),)
    return replace(base, rounds=(replace(first, tables=tables, sit_outs=sit_outs),))


def withdrawn(base: EventRecord, player: int) -> EventRecord:
    """The same event with one player withdrawn after the last round that is drawn."""
    return replace(
        base,
        entries=tuple(
            replace(entry, status=Status.WITHDRAWN) if entry.player == player else entry for entry in base.entries
        ),
    )
