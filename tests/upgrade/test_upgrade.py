"""A database of the first edition, migrated, says all that the first edition itself said of it: on SQLite, and again on PostgreSQL."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection

from tests.conftest import ROOT
from tests.upgrade.old_house import expected, load_postgresql, unpack_sqlite

NAME = "upgraded_house"
WHY = ("why", "decided_by")
"""Sentences and the word for what decided may be told better than in 1.0; figures may not."""

EXPECTED = expected()["events"]
SLUGS = sorted(EXPECTED)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[str]:
    """The address of a database as the first edition left it, of the kind that this run tests on."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{unpack_sqlite(tmp_path_factory.mktemp('upgrade'))}"
        return
    own = urlsplit(os.environ["DATABASE_URL"])
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        name = f"{NAME}_{settings.DATABASES['default']['NAME']}_{os.environ.get('PYTEST_XDIST_WORKER', '')}"
        cursor.execute(f'CREATE DATABASE "{name}"')
    there = own._replace(path=f"/{name}").geturl()
    load_postgresql(there)
    yield there
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run(address: str, *command: str) -> str:
    surroundings = os.environ | {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def told(address: str, django_db_setup: None) -> dict[str, Any]:
    """What the present code says after migrating, by the event's slug."""
    found: dict[str, Any] = json.loads(run(address, "-m", "tests.upgrade.told"))
    return found


pytestmark = pytest.mark.django_db


def without(rows: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name not in names} for row in rows]


def test_every_event_stays_shown_and_is_not_put_away(address: str, told: dict[str, Any]) -> None:
    look = "from tournament.models import Event; print(*Event.objects.values_list('is_shown', 'is_put_away', 'notice'))"
    assert run(address, "-m", "django", "shell", "--no-imports", "-c", look).split("\n")[0] == " ".join(
        ["(True, False, '')"] * len(told)
    )


def test_every_event_is_there(told: dict[str, Any]) -> None:
    assert sorted(told) == SLUGS


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("list_name", ["standings", "medals", "junior_medals", "pentamind"])
def test_every_row_of_the_lists_is_as_it_was(told: dict[str, Any], slug: str, list_name: str) -> None:
    assert without(told[slug][list_name], *WHY) == without(EXPECTED[slug][list_name], *WHY)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_score_is_as_it_was(told: dict[str, Any], slug: str) -> None:
    assert told[slug]["scores"] == EXPECTED[slug]["scores"]
    assert told[slug]["final_cut"] == EXPECTED[slug]["final_cut"]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_sheet_of_figures_reads_as_it_did(told: dict[str, Any], slug: str) -> None:
    now, then = told[slug]["csv"], EXPECTED[slug]["csv"]
    assert now["standings"] == then["standings"].removeprefix("\ufeff")


@pytest.mark.parametrize("slug", SLUGS)
def test_rounds_stand_as_they_stood(told: dict[str, Any], slug: str) -> None:
    for now, then in zip(told[slug]["rounds"], EXPECTED[slug]["rounds"], strict=True):
        assert {name: now[name] for name in ("number", "kind", "state", "seat_source", "seed", "protocol")} == {
            name: then[name] for name in ("number", "kind", "state", "seat_source", "seed", "protocol")
        }
        assert now["tables"] == without(then["tables"], "result_version", "result_at")
        assert now["sit_outs"] == [
            {name: row[name] for name in ("player", "kind", "reason")} for row in then["sit_outs"]
        ]


@pytest.mark.parametrize("slug", SLUGS)
def test_people_rules_rulings_and_papers_are_kept(told: dict[str, Any], slug: str) -> None:
    now, then = told[slug], EXPECTED[slug]
    particulars = (
        "name",
        "country",
        "is_junior",
        "contestant_id",
        "status",
        "first_round",
        "last_round",
        "fixed_table",
    )
    assert [[row["player"], *(row[name] for name in (*particulars, "note"))] for row in now["entries"]] == [
        [row["number"], *(row[name] for name in (*particulars, "note"))] for row in then["entries"]
    ]
    assert [(row["players"], row["is_hard"], row["reason"]) for row in now["keep_aparts"]] == [
        (sorted(row["numbers"]), row["is_hard"], row["reason"]) for row in then["keep_aparts"]
    ]
    assert [(row["players"], row["reason"]) for row in now["ties"]] == [
        (row["numbers"], row["reason"]) for row in then["ties"]
    ]
    penalty = ("player", "kind", "amount", "reason", "is_cancelled", "cancel_reason")
    assert [[row["round"], *(row[name] for name in penalty)] for row in now["penalties"]] == [
        [row["round_number"], *(row[name] for name in penalty)] for row in then["penalties"]
    ]
    dispute = ("round", "table", "question", "state", "ruling", "log")
    assert [[row["key"], *(row[name] for name in dispute)] for row in now["disputes"]] == [
        [row["id"], *(row[name] for name in dispute)] for row in then["disputes"]
    ]
    assert [(row["key"], row["round"], row["table"], row["is_public"]) for row in now["logs"]] == [
        (row["id"], row["round"], row["table"], row["is_public"]) for row in then["logs"]
    ]
    chart = [[row["number"], row["tables"]] for row in now["chart"]]
    assert chart == [[row["number"], row["tables"]] for row in then["event"]["chart"].get("rounds", [])]
    made = ("first_round", "seed", "fingerprint", "plan", "protocol", "made_at", "made_by")
    assert [[row[name] for name in made] for row in now["draws"]] == [
        [row[name] for name in made] for row in then["draws"]
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_version_of_a_result_is_a_report(told: dict[str, Any], slug: str) -> None:
    for number, tables in EXPECTED[slug]["versions"].items():
        for table, versions in tables.items():
            reports = {row["version"]: row for row in told[slug]["versions"][number][table]}
            for then in versions:
                now = reports[then["version"]]
                values = {name.split()[0]: cash for name, cash in then["values"].items()}
                assert (now["made_at"], now["made_by"], now["values"]) == (then["made_at"], then["made_by"], values)
                assert now["why"] == then["reason"]


@pytest.mark.parametrize("slug", SLUGS)
def test_of_every_change_who_when_why_before_and_after_are_kept(told: dict[str, Any], slug: str) -> None:
    for now, then in zip(told[slug]["changes"], EXPECTED[slug]["changes"], strict=True):
        where = f"version {then['version']}: {then['told']}"
        assert [now[name] for name in ("version", "made_at", "made_by", "reason")] == [
            then[name] for name in ("version", "made_at", "made_by", "reason")
        ], where
        if then["verb"] == "mend":
            assert now["told"] == f"Mend: {then['subject']}", where
            assert (now["before"]["fields"], now["after"]["fields"]) == (then["before"], then["after"]), where
        else:
            assert now["act"] == ACTS[kind_of(then["verb"])], where
            assert place(now) == place_in(then), where
            assert facts(now["before"]) == facts_of_old(then, then["before"]), where
            assert facts(now["after"]) == facts_of_old(then, then["after"]), where


def kind_of(verb: str) -> str:
    return re.sub(r"^(mark as|give) .*", r"\1", verb)


ACTS = {
    "enter players": "entries.enter", "check in": "entries.check-in", "mark as": "entries.mark", "withdraw": "entries.withdraw",
    "disqualify": "entries.disqualify", "reinstate": "entries.reinstate", "edit entry": "entries.edit",
    "remove entry": "entries.remove", "keep apart": "entries.keep-apart", "let meet": "entries.let-meet",
    "undo": "entries.undo", "draw round": "rounds.draw", "discard draft": "rounds.discard-draft",
    "publish round": "rounds.publish", "withdraw round": "rounds.withdraw", "start clock": "rounds.start-clock",
    "close round": "rounds.close", "reopen round": "rounds.reopen", "swap seats": "seats.swap", "mark no-show": "seats.no-show",
    "join table": "seats.join", "set starting tiles": "seats.tiles", "set seating": "seats.order",
    "publish movement chart": "chart.publish", "withdraw movement chart": "chart.withdraw",
    "record result": "results.record", "correct result": "results.correct", "restore result": "results.restore",
    "rule equal shares": "results.rule-equal-shares", "cancel equal shares": "results.cancel-equal-shares",
    "open dispute": "disputes.open", "rule dispute": "disputes.rule", "withdraw dispute": "disputes.withdraw",
    "reopen dispute": "disputes.reopen", "attach log": "logs.attach", "publish log": "logs.publish",
    "withdraw log": "logs.withdraw", "give": "penalties.give", "cancel penalty": "penalties.cancel",
    "restore penalty": "penalties.restore", "create event": "event.create", "change settings": "event.settings",
    "publish final list": "event.publish-final", "withdraw final list": "event.withdraw-final",
    "rule tie": "event.rule-tie", "cancel tie ruling": "event.cancel-tie",
}  # fmt: skip
"""The act of each verb of 1.0, written down here a second time: a test that asked the migration would ask the accused."""


def place(change: dict[str, Any]) -> tuple[int | None, int | None]:
    return change["round_number"], change["table_number"]


def place_in(then: dict[str, Any]) -> tuple[int | None, int | None]:
    found = re.search(r"(?:^|, )round (\d+)(?:, table (\d+))?(?:,|$)", then["subject"], re.IGNORECASE)
    if found is None or then["verb"].startswith(("publish movement", "create", "change settings")):
        return None, None
    return int(found[1]), int(found[2]) if found[2] else None


def facts(figures: dict[str, Any]) -> set[tuple[str, str]]:
    """Every figure of a change as its path of keys and its value, whatever its group is called."""
    return {(path, written(value)) for path, value in flat(figures) if value not in ({}, [])}


def written(value: Any) -> str:
    """A value by its content alone: PostgreSQL keeps no order of keys."""
    return json.dumps(value, sort_keys=True)


def flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from flat(inner, f"{path}/{name}")
    else:
        yield path, value


NAMES = {"junior": "is_junior", "organiser's number": "contestant_id", "fixed table": "fixed_table"}


def facts_of_old(then: dict[str, Any], told: dict[str, Any]) -> set[tuple[str, str]]:
    """The same of a change as 1.0 kept it: keys in words, with names of the day in them."""
    found: dict[str, Any] = {}
    verb, subject = then["verb"], then["subject"]
    number = subject.split()[0] if subject.split()[:1] and subject.split()[0].isdigit() else ""
    table = place_in(then)[1]
    for key, value in told.items():
        found |= dict(old_fact(verb, key, value, number, table, told))
    return {(path, written(value)) for path, value in found.items() if value not in ({}, [])}


def old_fact(  # noqa: C901  one branch for each way in which 1.0 spelled a figure
    verb: str, key: str, value: Any, number: str, table: int | None, told: dict[str, Any]
) -> Iterator[tuple[str, Any]]:
    result = re.match(r"(cash|out of time|reason) (\d+) ", key)
    seat = re.match(r"table (\d+)(?:, seat (\d+))?$", str(value))
    if verb.endswith("result") and result:
        name = {"cash": "cash", "out of time": "timed_out", "reason": "reason"}[result[1]]
        yield f"/tables/{table}/seats/{result[2]}/{name}", value
    elif verb.endswith("result"):
        yield f"/tables/{table}/ended_by", value
    elif key == "ruling" and verb.endswith("shares"):
        yield f"/tables/{table}/equal_shares", value
    elif verb == "enter players":
        yield f"/names/{key}", value
    elif key.isdigit():
        yield f"/entries/{key}/status", value
    elif key == "gold":
        yield "/gold", "room"
    elif verb in ("edit entry", "remove entry"):
        yield f"/entries/{number}/{NAMES.get(key, key)}", value
    elif verb in ("keep apart", "let meet"):
        if key == "players":
            is_hard = told["strength"] == "never"
            yield (
                "/apart",
                [{"players": [int(n) for n in group.split(",")], "is_hard": is_hard} for group in value.split(";")],
            )
    elif verb == "set starting tiles":
        yield f"/entries/{key.split()[0]}/tile", value
    elif verb == "swap seats":
        yield f"/entries/{key.split()[0]}/table", int(seat[1]) if seat else None
    elif verb in ("mark no-show", "join table"):
        if seat:
            yield f"/entries/{number}/table", int(seat[1])
            if seat[2]:
                yield f"/entries/{number}/position", int(seat[2])
        elif key == "score":
            yield f"/entries/{number}/scored_as", value
        else:
            yield f"/entries/{number}/scored_as", key
            yield f"/entries/{number}/reason", value
    elif key == "movement chart":
        yield "/chart/withdrawn", True
    else:
        group, names = next((row for word, row in GROUPS.items() if word in verb), ("round", {}))
        yield f"/{group}/{names.get(key, key)}", value


GROUPS: dict[str, tuple[str, dict[str, str]]] = {
    "draw round": ("draw", {}),
    "draft": ("draw", {}),
    "create": ("settings", {"place": "venue"}),
    "settings": ("settings", {"place": "venue"}),
    "movement": ("chart", {}),
    "dispute": ("dispute", {"dispute": "id"}),
    "log": ("log", {"log": "id"}),
    "penalty": ("penalty", {}),
    "give": ("penalty", {}),
    "tie": ("tie", {}),
    "clock": ("round", {"started": "starts_at"}),
}
