"""What 3.5 added for players who register themselves: how an event takes registrations, and the registrations."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Two tables of their own, empty at first: an event of before offers no registration."""

    dependencies = [("tournament", "0011_people")]

    operations = [
        migrations.CreateModel(
            "RegistrationDesk",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_open", models.BooleanField(default=False)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
                ("places", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "acceptance",
                    models.CharField(
                        choices=[("desk", "desk"), ("at once", "at once"), ("moving up", "moving up")],
                        default="desk",
                        max_length=10,
                    ),
                ),
                (
                    "email_asked",
                    models.CharField(
                        choices=[("no", "no"), ("optional", "optional"), ("required", "required")],
                        default="no",
                        max_length=10,
                    ),
                ),
                ("asks_junior", models.BooleanField(default=False)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="registration_desk",
                        to="tournament.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            "Registration",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("given_name", models.CharField(blank=True, max_length=120)),
                ("family_name", models.CharField(blank=True, max_length=120)),
                ("country", models.CharField(blank=True, max_length=3)),
                ("is_junior", models.BooleanField(default=False)),
                ("email", models.CharField(blank=True, max_length=254)),
                ("word", models.CharField(blank=True, max_length=300)),
                (
                    "agreed_to",
                    models.CharField(
                        choices=[("full", "full"), ("initial", "initial"), ("number", "number")],
                        default="full",
                        max_length=10,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("cancelled", "cancelled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("changes", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("changed_at", models.DateTimeField(null=True)),
                (
                    "entry",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="registration",
                        to="tournament.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="registrations",
                        to="tournament.event",
                    ),
                ),
            ],
            {
                "ordering": ["number"],
                "indexes": [models.Index(fields=["event", "state"], name="registrations_by_state")],
                "constraints": [
                    models.UniqueConstraint(fields=["event", "number"], name="registration_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("entry", None), ("state", "accepted"), _connector="OR"),
                        name="only_accepted_has_entry",
                    ),
                ],
            },
        ),
    ]
