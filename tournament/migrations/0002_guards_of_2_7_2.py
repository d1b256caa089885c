"""Triggers for what no constraint of a column can say, on SQLite and PostgreSQL alike.

A seat lies in its table's round; nobody both plays and sits out a round; entries are of the event that names them; a report is never
changed; the official result of a closed round changes only to a whole report with a reason; seats, reports, sit-outs and tables of a closed
round stay, with who they are of (but what a late entry was given may go); nobody sits down at, or leaves, a table whose official result has
an amount; changes, answers, calls, presses of clocks, entries of logs and acts of games stay as they were written.

On PostgreSQL a game that changes is told to whoever listens, once it is committed; other databases tell nothing and are watched.
"""

from django.db import migrations

from tournament.migrations import REPLACED

SEAT_ELSEWHERE = "a seat must lie in the round of its table"
PLAYS_AND_SITS_OUT = "a player cannot both play and sit out a round"
ELSEWHERE = "an entry must be of the event that names it"
SAID = "what was reported is never changed"
DONE = "what was done stays as it was written"
STAYS = "the result of a closed round stays; correct it with a reason"
KEPT = "nothing of a closed round is deleted"
EXCHANGED = "nobody is exchanged in a closed round"
REPORTED = "nobody moves to or from a table with a result"

ROUND = "(SELECT state FROM tournament_round WHERE id = {}) = 'closed'"
TABLE = (
    "(SELECT r.state FROM tournament_round r JOIN tournament_table t ON t.round_id = r.id WHERE t.id = {}) = 'closed'"
)
TABLE_OF_REPORT = "(SELECT table_id FROM tournament_tablereport WHERE id = OLD.report_id)"
ENTRY = "(SELECT event_id FROM tournament_entry WHERE id = NEW.entry_id)"
EVENT_OF_ROUND = "(SELECT event_id FROM tournament_round WHERE id = NEW.round_id)"
WHOLE = (
    "EXISTS (SELECT 1 FROM tournament_tablereport p WHERE p.id = NEW.official_id AND p.table_id = NEW.id AND p.why <> '' "
    "AND NOT EXISTS (SELECT 1 FROM tournament_seat s WHERE s.table_id = NEW.id AND NOT EXISTS (SELECT 1 FROM "
    "tournament_reportedseat f WHERE f.report_id = p.id AND f.entry_id = s.entry_id AND f.cash IS NOT NULL)))"
)


def _differs(*columns):
    return " OR ".join(f"(NEW.{column} <> OLD.{column})" for column in columns)


def _changes_once(*columns):
    """The condition that what was set in the first column, a moment, and the others is taken back or changed."""
    first = columns[0]
    return f"OLD.{first} IS NOT NULL AND (NEW.{first} IS NULL OR {_differs(*columns)})"


def _reported(table):
    return (
        "EXISTS (SELECT 1 FROM tournament_table t JOIN tournament_reportedseat f ON f.report_id = t.official_id "
        f"WHERE t.id = {table} AND f.cash IS NOT NULL)"
    )


GUARDS = {
    "guard_seat_round": (
        "tournament_seat",
        "INSERT OR UPDATE OF round_id, table_id",
        "(SELECT round_id FROM tournament_table WHERE id = NEW.table_id) <> NEW.round_id",
        SEAT_ELSEWHERE,
    ),
    "guard_seat_sit_out": (
        "tournament_seat",
        "INSERT OR UPDATE OF round_id, entry_id",
        "EXISTS (SELECT 1 FROM tournament_sitout s WHERE s.round_id = NEW.round_id AND s.entry_id = NEW.entry_id)",
        PLAYS_AND_SITS_OUT,
    ),
    "guard_sit_out_seat": (
        "tournament_sitout",
        "INSERT OR UPDATE OF round_id, entry_id",
        "EXISTS (SELECT 1 FROM tournament_seat s WHERE s.round_id = NEW.round_id AND s.entry_id = NEW.entry_id)",
        PLAYS_AND_SITS_OUT,
    ),
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
    "guard_figures_kept": ("tournament_reportedseat", "DELETE", TABLE.format(TABLE_OF_REPORT), KEPT),
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
    "guard_seat_event": ("tournament_seat", "INSERT OR UPDATE OF entry_id", f"{ENTRY} <> {EVENT_OF_ROUND}", ELSEWHERE),
    "guard_sit_out_event": (
        "tournament_sitout",
        "INSERT OR UPDATE OF entry_id",
        f"{ENTRY} <> {EVENT_OF_ROUND}",
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
    "guard_penalty_event": ("tournament_penalty", "INSERT OR UPDATE OF entry_id", f"{ENTRY} <> NEW.event_id", ELSEWHERE),
    "guard_scribed_entry": (
        "tournament_scribedentry",
        "UPDATE",
        _differs("scribing_id", "number", "key", "events", "mark"),
        "what was told is never changed",
    ),
    "guard_table_number": (
        "tournament_table",
        "UPDATE OF number",
        f"{ROUND.format('NEW.round_id')} AND NEW.number <> OLD.number",
        "a table of a closed round keeps its number",
    ),
    "guard_table_kept": (
        "tournament_table",
        "DELETE",
        ROUND.format("OLD.round_id"),
        "a table of a closed round stays",
    ),
    "guard_seat_moved": (
        "tournament_seat",
        "UPDATE OF table_id",
        f"NEW.table_id <> OLD.table_id AND ({_reported('NEW.table_id')} OR {_reported('OLD.table_id')})",
        REPORTED,
    ),
    "guard_seat_added": ("tournament_seat", "INSERT", _reported("NEW.table_id"), REPORTED),
    "guard_answer_said": (
        "tournament_reportanswer",
        "UPDATE",
        _differs("report_id", "entry_id", "agrees", "said_at"),
        SAID,
    ),
    "guard_answer_kept": ("tournament_reportanswer", "DELETE", TABLE.format(TABLE_OF_REPORT), KEPT),
    "guard_clock_press": (
        "tournament_clockpress",
        "UPDATE",
        _differs("table_id", "key", "at", "kind", "player", "given"),
        "what was pressed is never changed",
    ),
    "guard_call": (
        "tournament_call",
        "UPDATE",
        f"{_differs('event_id', 'round_number', 'table_number', 'kind', 'words', 'called_at')} OR "
        f"{_changes_once('answered_at', 'note')} OR {_changes_once('cancelled_at')}",
        "what was called and answered is never changed",
    ),
    "guard_game_act_done": ("tournament_gameact", "UPDATE", "1 = 1", "an act of a game is never changed"),
    "guard_game_act_kept": (
        "tournament_gameact",
        "DELETE",
        "EXISTS (SELECT 1 FROM tournament_game WHERE id = OLD.game_id)",
        "an act is deleted with its game alone",
    ),
    "guard_game": (
        "tournament_game",
        "UPDATE",
        f"{_differs('code', 'terms', 'seed', 'opened_at', 'table_id')} OR NEW.last < OLD.last OR {_changes_once('begun_at')}",
        "what a game was opened with stays, and its acts only grow",
    ),
}
"""Each guard by name: its table, the statements before which it looks, the condition under which it refuses, and its message."""

# When a device was last heard of, and how far away it is, is no news: both are written all the time.
TELL = """
CREATE FUNCTION tell_of_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('toptable_games', NEW.id::text);
    RETURN NULL;
END $$;
CREATE FUNCTION tell_of_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(NEW) - ARRAY['seen_at', 'lag'] IS DISTINCT FROM to_jsonb(OLD) - ARRAY['seen_at', 'lag'] THEN
        PERFORM pg_notify('toptable_games', NEW.game_id::text);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER tell_of_game AFTER UPDATE ON tournament_game FOR EACH ROW EXECUTE FUNCTION tell_of_game();
CREATE TRIGGER tell_of_seat AFTER UPDATE ON tournament_gameseat FOR EACH ROW EXECUTE FUNCTION tell_of_seat();
"""


def _sqlite(name, table, moments, condition, message):
    for moment in moments.split(" OR "):
        kind = moment.split()[0].lower()
        yield (
            f"CREATE TRIGGER {name}_{kind} BEFORE {moment} ON {table} FOR EACH ROW WHEN {condition} "
            f"BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )


def _postgresql(name, table, moments, condition, message):
    yield (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {condition} THEN RAISE EXCEPTION '{message}' USING ERRCODE = 'check_violation'; END IF; "
        f"IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
    )
    yield f"CREATE TRIGGER {name} BEFORE {moments} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"


def create_guards(apps, schema_editor):
    """Create every guard in the database's own words, and on PostgreSQL what tells of games."""
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    spell = _postgresql if is_postgresql else _sqlite
    for name, guard in GUARDS.items():
        for statement in spell(name, *guard):
            schema_editor.execute(statement)
    if is_postgresql:
        schema_editor.execute(TELL)


class Migration(migrations.Migration):
    """The guards, after the tables they guard."""

    replaces = [("tournament", name) for name in REPLACED["0002_guards_of_2_7_2"]]
    dependencies = [("tournament", "0001_tables_of_2_7_2")]

    operations = [migrations.RunPython(create_guards, migrations.RunPython.noop)]
