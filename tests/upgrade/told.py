"""A database migrated, and what the present code says of its every event, as JSON: run in a process of its own."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

DESK = ("currency", "fee", "junior_fee", "apart_by", "score_owner", "check_in_from", "check_in_until")
"""The settings of an event about what only the desk does."""


def main() -> None:
    """Migrate, and print everything that `fixtures/upgrade` has an expectation of, by the event's slug."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from tournament.models import Event

    call_command("migrate", verbosity=0)
    json.dump({event.slug: told(event) for event in Event.objects.all()}, sys.stdout, default=str)


def scores_of(record: Any, number: int) -> list[dict[str, Any]]:
    """The scores of a round; none where a table of a round being played has nothing to share."""
    from tournament.scores.scoring import score_round
    from tournament.scores.steps import NothingToShareError

    try:
        return [scored(table) for table in score_round(record, number)]
    except NothingToShareError:
        return []


def scored(table: Any) -> dict[str, Any]:
    """A table's score in the words of the versions before columns."""
    floored = any(column.key == "net" and column.writing == "floored" for column in table.columns)
    kept = {name: getattr(table, name) for name in ("round", "table", "size", "ruled_equal")}
    if "fine" not in {column.key for column in table.columns}:  # a game of another format
        return kept | {"rows": [asdict(row) for row in table.rows]}
    rows = []
    for row in table.rows:
        figures = row.figures
        rows.append(
            {name: getattr(row, name) for name in ("player", "seat", "place", "is_winner", "score", "fills_in")}
            | {name: figures[name] for name in ("cash", "fine", "net", "adjusted", "basic")}
            | {
                "scored_net": max(0, figures["net"]) if floored else figures["net"],
                "bonus_multiplier": figures["bonus"] or 10_000,
                "size_multiplier": figures["multiplier"],
            }
        )
    return kept | {"rows": rows, "total_adjusted": table.total}


def told(event: Any) -> dict[str, Any]:
    """One event as the present code tells it."""
    from tournament.models.queries import record_of
    from tournament.scores.medals import junior_medals, medals, pentamind
    from tournament.scores.totals import final_cut, standings
    from tournament.tellings.csv import medal_form_csv, results_csv, standings_csv

    record = counted_by_status(record_of(event))
    cut = final_cut(record)
    return {
        "event": {name: str(getattr(event, name)) for name in ("name", "date", "venue", "network_name", "version")},
        "ruleset": asdict_of(record.format),
        "counted": [event.is_final_published, event.counted_by],
        "standings": [asdict(row) for row in standings(record)],
        "medals": [asdict(row) for row in medals(record)],
        "junior_medals": [asdict(row) for row in junior_medals(record)],
        "pentamind": [asdict(row) for row in pentamind(record)],
        "final_cut": asdict(cut) if cut else None,
        "scores": {str(played.number): scores_of(record, played.number) for played in record.rounds},
        "entries": [asdict(entry) for entry in record.entries],
        "rounds": [round_of(played) for played in record.rounds],
        "penalties": [asdict(row) for row in record.penalties],
        "ties": [asdict(row) for row in record.ties],
        "keep_aparts": [asdict(row) for row in record.aparts],
        "chart": [asdict(row) for row in record.chart],
        "disputes": [asdict(row) for row in record.disputes],
        "absences": {str(number): [asdict(row) for row in rows] for number, rows in record.absences.items()},
        "fill_ins": list(record.fill_ins),
        "desk": {name: getattr(record, name) for name in DESK},
        "registrations": registrations_of(event),
        "shapes": list(event.list_shapes.order_by("pk").values("shape", "fields")),
        "logs": [asdict(row) | {"title": row.name} for row in record.logs],
        "draws": draws_of(event, record),
        "stored_names": sorted(stored_names(event)),
        "versions": versions_of_all(event, record),
        "changes": [change_of(change, record) for change in event.changes.order_by("version")],
        "csv": {
            "standings": standings_csv(record),
            "medal_form": medal_form_csv(record),
            "results": {str(played.number): results_csv(record, played.number) for played in record.closed_rounds},
        },
    }


def counted_by_status(record: Any) -> Any:
    """An event with its players counted as versions before 3.7 counted them, for lists that are not public yet too (2.1)."""
    from tournament.record.vocabulary import CountedBy

    return replace(record, counted_by=CountedBy.STATUS)


def asdict_of(rules: Any) -> dict[str, Any]:
    """The settings of an event that have one value, by name."""
    from tournament.record.settings import OF_THE_RULES

    names = ("fine_timing", "negative_cash", "fine_amount", "dilution", "sit_out_score", "pairing_problem_score")
    return {name: OF_THE_RULES[name].value_in(rules) for name in names} | {
        "size_multipliers": dict(rules.multipliers),
        "minutes": dict(rules.tables.minutes),
    }


def round_of(played: Any) -> dict[str, Any]:
    """A round with its tables and who sits out."""
    return {
        **{name: getattr(played, name) for name in ("number", "kind", "state", "seat_source", "seed")},
        "protocol": list(played.protocol),
        "tables": [
            {
                "number": table.number,
                "chain_set": table.chain_set,
                "ended_by": table.ended_by,
                "equal_shares_ruling": table.equal_shares_ruling,
                "seats": [asdict(seat) for seat in table.seats],
            }
            for table in played.tables
        ],
        "sit_outs": [{"player": row.player, "kind": row.kind, "reason": row.reason} for row in played.sit_outs],
    }


def registrations_of(event: Any) -> dict[str, Any]:
    """How the event takes registrations, and every registration; nothing where it never took any."""
    desk = getattr(event, "registration_desk", None)
    columns = ("number", "given_name", "family_name", "country", "is_junior", "email", "word", "agreed_to", "state")
    rows = event.registrations.order_by("number").values(*columns, "changes", "token_hash", "entry__number")
    return {"settings": dict(desk.settings.stored()), "rows": list(rows)} if desk else {}


def stored_names(event: Any) -> set[str]:
    """The names of players that stand where a number belongs: in figures of the log, in lines of draws, in terms of games."""
    from tournament.models import SitOut
    from tournament.play.games.models import Game

    names = {name for entry in event.entries.all() for name in (entry.name, entry.said)}
    rows = [*event.changes.values_list("before", "after"), *event.draws.values_list("protocol", "report")]
    rows += event.rounds.values_list("protocol")
    rows += SitOut.objects.filter(round__event=event).values_list("reason")
    rows += Game.objects.filter(table__round__event=event).values_list("terms")
    return {text for text in texts_in(rows) if text in names}


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a value of JSON, also in the lines of draws in it."""
    if isinstance(value, str):
        yield value
        value = json.loads(value) if value.startswith(('{"code":', '[{"code":')) else ()
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from texts_in(each)


def draws_of(event: Any, record: Any) -> list[dict[str, Any]]:
    """Every draw that was made, with the names of its players."""
    from tournament.models.queries.reading import draw_of

    return [
        {
            **{name: getattr(row, name) for name in ("first_round", "seed", "fingerprint", "plan")},
            "protocol": list(draw_of(row, record.names).protocol),
            "made_at": row.made_at.isoformat(),
            "made_by": row.made_by.get_username() if row.made_by else None,
        }
        for row in event.draws.order_by("pk")
    ]


def versions_of_all(event: Any, record: Any) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """The versions of every table's result, the latest first."""
    from tournament.services.results.reports import versions_of

    return {
        str(played.number): {
            str(table.number): [
                {
                    "version": report.official_version,
                    "made_at": report.official_at.isoformat() if report.official_at else None,
                    "made_by": report.official_by.get_username() if report.official_by else None,
                    "why": report.why,
                    "source": report.source,
                    "values": {str(line.entry.number): line.cash for line in report.figures.all()},
                    "is_current": report.state.value == "official",
                }
                for report in versions_of(event, played.number, table.number)
            ]
            for table in played.tables
        }
        for played in record.rounds
    }


def change_of(change: Any, record: Any) -> dict[str, Any]:
    """A change as it is stored, with its figures as they are read, and as the diary tells it."""
    from tournament.tellings.diary import differences, sentence_of, told_figures

    stored = ("version", "act", "round_number", "table_number", "entries", "words", "reason")
    sides = dict(zip(("before", "after"), told_figures(change, record), strict=True))
    return {
        **{name: getattr(change, name) for name in stored},
        **{
            name: full if isinstance(getattr(change, name), dict) else getattr(change, name)
            for name, full in sides.items()
        },
        "made_at": change.made_at.isoformat(),
        "made_by": change.made_by.get_username() if change.made_by else None,
        "told": sentence_of(change, record),
        "differences": [[row.name, row.before, row.after] for row in differences(change, record)],
    }


if __name__ == "__main__":
    main()
