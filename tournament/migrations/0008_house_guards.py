"""Triggers of the second house, on SQLite and PostgreSQL alike: what no column constraint can say.

A seat lies in its table's round; nobody both plays and sits out a round; entries are of the event that names them; a report is never
changed; the official result of a closed round changes only to a whole report with a reason; seats, reports and sit-outs of a closed round
stay, with who they are of (but what a late entry was given may go); what was done stays as it was written.
"""

from importlib import import_module

from django.db import migrations

first = import_module("tournament.migrations.0002_guards")

ELSEWHERE = "an entry must be of the event that names it"
SAID = "what was reported is never changed"
DONE = "what was done stays as it was written"
STAYS = "the result of a closed round stays; correct it with a reason"
KEPT = "nothing of a closed round is deleted"
EXCHANGED = "nobody is exchanged in a closed round"

ROUND = "(SELECT state FROM tournament_round WHERE id = {}) = 'closed'"
TABLE = (
    "(SELECT r.state FROM tournament_round r JOIN tournament_table t ON t.round_id = r.id WHERE t.id = {}) = 'closed'"
)
ENTRY = "(SELECT event_id FROM tournament_entry WHERE id = NEW.entry_id)"


def _differs(*columns):
    return " OR ".join(f"(NEW.{column} <> OLD.{column})" for column in columns)


WHOLE = (
    "EXISTS (SELECT 1 FROM tournament_tablereport p WHERE p.id = NEW.official_id AND p.table_id = NEW.id AND p.why <> '' "
    "AND NOT EXISTS (SELECT 1 FROM tournament_seat s WHERE s.table_id = NEW.id AND NOT EXISTS (SELECT 1 FROM "
    "tournament_reportedseat f WHERE f.report_id = p.id AND f.entry_id = s.entry_id AND f.cash IS NOT NULL)))"
)

GUARDS = {
    **{name: guard for name, guard in first.GUARDS.items() if name != "guard_closed_cash"},
    "guard_official": (
        "tournament_table",
        "UPDATE OF official_id",
        f"{ROUND.format('NEW.round_id')} AND COALESCE(NEW.official_id, -1) <> COALESCE(OLD.official_id, -1) AND NOT {WHOLE}",
        STAYS,
    ),
    "guard_report_said": (
        "tournament_tablereport",
        "UPDATE",
        _differs("table_id", "source", "reported_at", "ended_by", "equal_shares"),
        SAID,
    ),
    "guard_figures_said": ("tournament_reportedseat", "UPDATE", "1 = 1", SAID),
    "guard_report_kept": ("tournament_tablereport", "DELETE", TABLE.format("OLD.table_id"), KEPT),
    "guard_figures_kept": (
        "tournament_reportedseat",
        "DELETE",
        TABLE.format("(SELECT table_id FROM tournament_tablereport WHERE id = OLD.report_id)"),
        KEPT,
    ),
    "guard_seat_kept": ("tournament_seat", "DELETE", ROUND.format("OLD.round_id"), KEPT),
    "guard_sit_out_kept": (
        "tournament_sitout",
        "DELETE",
        f"{ROUND.format('OLD.round_id')} AND OLD.source <> 'late-entry'",
        KEPT,
    ),
    "guard_seat_stays": (
        "tournament_seat",
        "UPDATE OF entry_id, table_id, round_id",
        f"{ROUND.format('OLD.round_id')} AND ({_differs('entry_id', 'table_id', 'round_id')})",
        EXCHANGED,
    ),
    "guard_sit_out_stays": (
        "tournament_sitout",
        "UPDATE OF entry_id, kind, round_id",
        f"{ROUND.format('OLD.round_id')} AND ({_differs('entry_id', 'kind', 'round_id')})",
        EXCHANGED,
    ),
    "guard_change_done": (
        "tournament_change",
        "UPDATE",
        _differs("event_id", "version", "made_at", "act", "words", "reason"),
        DONE,
    ),
    "guard_seat_event": (
        "tournament_seat",
        "INSERT OR UPDATE OF entry_id",
        f"{ENTRY} <> (SELECT event_id FROM tournament_round WHERE id = NEW.round_id)",
        ELSEWHERE,
    ),
    "guard_sit_out_event": (
        "tournament_sitout",
        "INSERT OR UPDATE OF entry_id",
        f"{ENTRY} <> (SELECT event_id FROM tournament_round WHERE id = NEW.round_id)",
        ELSEWHERE,
    ),
    "guard_apart_event": (
        "tournament_keptapart",
        "INSERT OR UPDATE",
        f"{ENTRY} <> (SELECT event_id FROM tournament_keepapart WHERE id = NEW.rule_id)",
        ELSEWHERE,
    ),
    "guard_tie_event": (
        "tournament_tiedentry",
        "INSERT OR UPDATE",
        f"{ENTRY} <> (SELECT event_id FROM tournament_medaltie WHERE id = NEW.tie_id)",
        ELSEWHERE,
    ),
    "guard_chart_event": ("tournament_chartseat", "INSERT OR UPDATE", f"{ENTRY} <> NEW.event_id", ELSEWHERE),
    "guard_penalty_event": (
        "tournament_penalty",
        "INSERT OR UPDATE OF entry_id",
        f"{ENTRY} <> NEW.event_id",
        ELSEWHERE,
    ),
}


def _postgresql(name, table, moments, condition, message):
    yield (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {condition} THEN RAISE EXCEPTION '{message}' USING ERRCODE = 'check_violation'; END IF; "
        f"IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
    )
    yield f"CREATE TRIGGER {name} BEFORE {moments} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"


SPELLINGS = {"sqlite": first.SPELLINGS["sqlite"], "postgresql": _postgresql}


def create_guards(apps, schema_editor):
    """Create every guard in the database's own words."""
    spell = SPELLINGS[schema_editor.connection.vendor]
    for name, guard in GUARDS.items():
        for statement in spell(name, *guard):
            schema_editor.execute(statement)


def drop_guards(apps, schema_editor):
    """Drop every guard."""
    for name, (table, moments, _, _) in GUARDS.items():
        if schema_editor.connection.vendor == "sqlite":
            for moment in moments.split(" OR "):
                schema_editor.execute(f"DROP TRIGGER {name}_{moment.split()[0].lower()}")
        else:
            schema_editor.execute(f"DROP TRIGGER {name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION {name}()")


class Migration(migrations.Migration):
    """The guards, after the rows they guard."""

    dependencies = [("tournament", "0007_clear_out")]

    operations = [migrations.RunPython(create_guards, drop_guards)]
