"""The list of the forgotten, and the guards under which forgetting a person is the one act that may rewrite stored names.

While a row of the kind `open` stands for an event, texts and figures of its changes may be rewritten, and texts of its reports, calls, logs
and games; numbers, moments, kinds and persons never. `services.people.forgetting` writes that row and takes it away in the same
transaction, so no other connection ever sees it. Everything else is refused as before, and what is before and after a change is guarded too.
"""

import django.db.models.deletion
from django.db import migrations, models

OPEN = "EXISTS (SELECT 1 FROM tournament_forgotten f WHERE f.kind = 'open')"
OPEN_HERE = "EXISTS (SELECT 1 FROM tournament_forgotten f WHERE f.kind = 'open' AND f.event_id = OLD.event_id)"
SAID = "what was reported is never changed"
DONE = "what was done stays as it was written"


def _differs(*columns):
    return " OR ".join(f"(NEW.{column} <> OLD.{column})" for column in columns)


def _may_differ(*columns):
    """The condition that one of these columns differs, of which some may be null."""
    return " OR ".join(f"(COALESCE(NEW.{column}, -1) <> COALESCE(OLD.{column}, -1))" for column in columns)


GUARDS = {
    "guard_change_done": (
        "tournament_change",
        f"{_differs('event_id', 'version', 'made_at', 'act', 'entries')} OR {_may_differ('round_number', 'table_number', 'undoes')}"
        f" OR (({_differs('words', 'reason', 'before', 'after', 'made_by_name')}) AND NOT {OPEN_HERE})",
        DONE,
    ),
    "guard_report_said": (
        "tournament_tablereport",
        f"{_differs('table_id', 'source', 'reported_at')} OR (({_differs('ended_by', 'equal_shares')}) AND NOT {OPEN})",
        SAID,
    ),
    "guard_figures_said": (
        "tournament_reportedseat",
        f"NOT {OPEN} OR {_differs('report_id', 'entry_id', 'timed_out')} OR {_may_differ('cash')}",
        SAID,
    ),
    "guard_scribed_entry": (
        "tournament_scribedentry",
        f"{_differs('scribing_id', 'number', 'key', 'mark')} OR ({_differs('events')} AND NOT {OPEN})",
        "what was told is never changed",
    ),
    "guard_call": (
        "tournament_call",
        f"{_differs('event_id', 'round_number', 'table_number', 'kind', 'called_at')} OR ({_differs('words')} AND NOT {OPEN}) OR "
        f"(OLD.answered_at IS NOT NULL AND (NEW.answered_at IS NULL OR {_differs('answered_at')} OR ({_differs('note')} AND NOT {OPEN})))"
        " OR (OLD.cancelled_at IS NOT NULL AND (NEW.cancelled_at IS NULL OR (NEW.cancelled_at <> OLD.cancelled_at)))",
        "what was called and answered is never changed",
    ),
    "guard_game_act_done": (
        "tournament_gameact",
        f"NOT {OPEN} OR {_differs('game_id', 'number', 'at_ms', 'lag', 'client_id')} OR {_may_differ('seat')}",
        "an act of a game is never changed",
    ),
    "guard_game": (
        "tournament_game",
        f"{_differs('code', 'seed', 'opened_at', 'table_id')} OR ({_differs('terms')} AND NOT {OPEN}) OR NEW.last < OLD.last OR "
        "(OLD.begun_at IS NOT NULL AND (NEW.begun_at IS NULL OR (NEW.begun_at <> OLD.begun_at)))",
        "what a game was opened with stays, and its acts only grow",
    ),
    "guard_forgotten": (
        "tournament_forgotten",
        _differs("kind", "salt", "digest", "forgotten_at"),
        "who was forgotten stays so",
    ),
}
"""Each guard of an UPDATE by name: its table, the condition under which it refuses, and its message."""


def replace_guards(apps, schema_editor):
    """Put each guard in the place of the one of that name, in the database's own words."""
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    for name, (table, condition, message) in GUARDS.items():
        if not is_postgresql:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}_update")
            schema_editor.execute(
                f"CREATE TRIGGER {name}_update BEFORE UPDATE ON {table} FOR EACH ROW WHEN {condition} "
                f"BEGIN SELECT RAISE(ABORT, '{message}'); END"
            )
            continue
        schema_editor.execute(
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {condition} THEN RAISE EXCEPTION '{message}' USING ERRCODE = 'check_violation'; END IF; "
            f"IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
        )
        if name == "guard_forgotten":
            schema_editor.execute(
                f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
            )


class Migration(migrations.Migration):
    """A table of its own, then the guards: no other table is made anew."""

    dependencies = [("tournament", "0012_registrations")]

    operations = [
        migrations.CreateModel(
            name="Forgotten",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=10)),
                ("salt", models.CharField(max_length=32)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("forgotten_at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.event",
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.RunPython(replace_guards, migrations.RunPython.noop),
    ]
