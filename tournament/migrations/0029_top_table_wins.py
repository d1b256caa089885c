"""What a round decides: every round that was seated from the standings was the final, whose table 1 decides the gold medal."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


class Migration(migrations.Migration):
    """A column with a default, and its value for rounds of before: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0028_numbers_for_names")]

    operations = [
        AddColumn("round", "top_table_wins", models.BooleanField(db_default=False, default=False)),
        migrations.RunSQL("UPDATE tournament_round SET top_table_wins = (kind = 'swiss')", migrations.RunSQL.noop),
    ]
