"""On PostgreSQL a game that changes is told to whoever listens, once it is committed; other databases tell nothing and are watched."""

from django.db import migrations

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
BE_SILENT = """
DROP TRIGGER tell_of_game ON tournament_game;
DROP TRIGGER tell_of_seat ON tournament_gameseat;
DROP FUNCTION tell_of_game();
DROP FUNCTION tell_of_seat();
"""


def tell(apps, schema_editor):
    """Tell from now on."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(TELL)


def be_silent(apps, schema_editor):
    """Tell nothing any more."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(BE_SILENT)


class Migration(migrations.Migration):

    dependencies = [("tournament", "0025_games_at_tables")]

    operations = [migrations.RunPython(tell, be_silent)]
