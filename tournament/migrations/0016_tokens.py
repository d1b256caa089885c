"""What a token of an event may write: further sets of roles, which a helper's row may hold."""

from django.db import migrations, models

NAME = "helper_has_known_roles"
OF_PEOPLE = (
    *("director", "desk", "checker", "arbiter", "screen"),
    *("director desk", "director checker", "director arbiter", "director screen", "desk checker", "desk arbiter"),
    *("desk screen", "checker arbiter", "checker screen", "arbiter screen"),
    *("director desk checker", "director desk arbiter", "director desk screen", "director checker arbiter"),
    *("director checker screen", "director arbiter screen", "desk checker arbiter", "desk checker screen"),
    *("desk arbiter screen", "checker arbiter screen"),
    *("director desk checker arbiter", "director desk checker screen", "director desk arbiter screen"),
    *("director checker arbiter screen", "desk checker arbiter screen", "director desk checker arbiter screen"),
)
OF_TOKENS = (
    *("entries", "check-ins", "results"),
    *("entries check-ins", "entries results", "check-ins results", "entries check-ins results"),
)


class Migration(migrations.Migration):
    """SQLite makes the table of helpers anew; no guard speaks of it."""

    dependencies = [("tournament", "0015_taken_over")]

    operations = [
        migrations.RemoveConstraint("helper", NAME),
        migrations.AddConstraint(
            "helper",
            models.CheckConstraint(condition=models.Q(("roles__in", (*OF_PEOPLE, *OF_TOKENS))), name=NAME),
        ),
    ]
