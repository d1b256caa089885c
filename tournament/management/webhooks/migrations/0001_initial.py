"""Webhooks of events, and what is told to them."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

FAILURES = [
    ("", ""),
    ("forbidden", "forbidden"),
    ("unreached", "unreached"),
    ("slow", "slow"),
    ("insecure", "insecure"),
    ("given-up", "given-up"),
]


class Migration(migrations.Migration):
    """Two tables of their own: no other table is touched."""

    initial = True

    dependencies = [("tournament", "0015_taken_over")]

    operations = [
        migrations.CreateModel(
            "Hook",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.CharField(max_length=500)),
                ("salt", models.CharField(max_length=32)),
                ("is_on", models.BooleanField(default=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournament.event"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("event", "address"), name="one_webhook_an_address")],
            },
        ),
        migrations.CreateModel(
            "Delivery",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.CharField(max_length=40, unique=True)),
                ("kind", models.CharField(max_length=40)),
                ("body", models.TextField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("settled_at", models.DateTimeField(null=True)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("failure", models.CharField(blank=True, choices=FAILURES, max_length=12)),
                (
                    "hook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="webhooks.hook"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(condition=models.Q(("settled_at", None)), fields=["hook"], name="webhook_waiting")
                ],
            },
        ),
    ]
