"""What an event plays by becomes one value: the columns of its rules become places in the format of MSO Acquire."""

import copy

from django.db import migrations

import tournament.models.event
import tournament.models.format_field
from tournament.migrations._columns import AddColumn

ROWS = (
    "3 3 | 4 4 | 5 5 | 6 33 6 | 7 43 33+so | 8 44 | 9 333 | 10 433 55 | 11 443 | 12 444 | 13 4333 445 444+so | 14 4433 554 | "
    "15 4443 555 | 16 4444 | 17 44333 4445 | 18 333333 4455 | 19 44443 5554 | 20 44444 | 21 444333 44444+so | "
    "22 444433 44455 | 23 444443 55544 | 24 444444 55554 | 25 55555"
)
ACQUIRE = {
    "key": "mso-acquire",
    "name": "MSO Acquire",
    "amount": {"name": "cash", "unit": "$", "step": 100, "least": 0, "most": 10000000, "usual": [20000, 120000]},
    "tables": {
        "least": 3,
        "most": 6,
        "wished": 4,
        "rows": {row.split()[0]: row.split()[1:] for row in ROWS.split(" | ")},
        "minutes": {},
        "suggested": {"6": 16},
        "allowance": 10,
    },
    "game": [
        {"step": "fines", "usual": 5000},
        {
            "step": "bonus",
            "by_winners": {"1": 10600, "2": 10300, "3": 10200, "4": 10150, "5": 10120, "6": 10100},
            "up_to": 100,
        },
        {"step": "share"},
        {"step": "scale", "by_size": {}, "suggested": {"6": [1500, 1400, 1350]}},
    ],
    "idle": {"standard": 25000, "pairing-problem": 30000, "missed": 0},
    "rounds": [
        {"rounds": 3, "how": "random"},
        {"rounds": 1, "how": "swiss", "top_table_wins": True, "if_tables": 4},
    ],
    "parts": ["chains", "tiles", "replay", "devices", "clocks", "fines", "pentamind", "medals"],
}
SIZES = {"three": "3", "four": "4", "five": "5", "six": "6"}
PLACES = {
    **{f"minutes_{word}": ("tables", "minutes", size) for word, size in SIZES.items()},
    **{f"multiplier_{word}": ("game", 3, "by_size", size) for word, size in SIZES.items()},
    "allowance_minutes": ("tables", "allowance"),
    "fine_amount": ("game", 0, "usual"),
    "fine_timing": ("game", 0, "when"),
    "negative_cash": ("game", 0, "below_zero"),
    "fill_in_cash": ("game", 2, "fill_ins"),
    "sit_out_score": ("idle", "standard"),
    "pairing_problem_score": ("idle", "pairing-problem"),
    "reading": ("rounds", 0, "reading"),
    "last_round": ("rounds", 1, "last_round"),
    "cut_tie_break": ("rounds", 1, "ties"),
    "dilution": ("dilution",),
}


def make_formats(apps, schema_editor):
    """Give each event its format."""
    events = apps.get_model("tournament", "Event").objects
    for row in list(events.values("pk", *PLACES)):
        form = copy.deepcopy(ACQUIRE)
        for name, (*place, last) in PLACES.items():
            inner = form
            for step in place:
                inner = inner[step]
            if row[name] is not None:
                inner[last] = row[name]
        events.filter(pk=row["pk"]).update(format=form)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0029_top_table_wins")]

    operations = [
        AddColumn(
            model_name="event",
            name="format",
            field=tournament.models.format_field.FormatField(default=tournament.models.event.acquire, db_default={}),
        ),
        migrations.RunPython(make_formats, migrations.RunPython.noop),
        *(migrations.RemoveField(model_name="event", name=name) for name in PLACES),
    ]
