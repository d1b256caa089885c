"""The settings of an event, each with its rule; every one has the MSO's value until somebody types another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone

from games.acquire.editions import LABEL_SETS
from tournament.desk.forms.fields import PageForm, ThousandthsField
from tournament.desk.forms.sheets import SIDES
from tournament.models import Event
from tournament.record.event import SWITCHES
from tournament.record.rulesets import SMALLEST_EVENT, SUGGESTED_SIX_MINUTES, SUGGESTED_SIX_MULTIPLIER
from tournament.record.settings import LONGEST_EVENT_NAME, RANGES
from tournament.record.vocabulary import (
    CutTieBreak,
    FineTiming,
    LastRound,
    NameShown,
    NegativeCash,
    Reading,
    ResultCheck,
    SeatSource,
)
from tournament.services.events import LAST_ROUND_IS_RULED, SETTINGS, is_last_round_ruled

READINGS = (
    (Reading.NOT_EVERY_ROUND.value, "Nobody meets the same opponent in every round, then fewest repeats"),
    (Reading.LITERAL.value, "Literally the most different opponents, even where one pair meets again and again"),
    (Reading.AT_MOST_TWICE.value, "Nobody meets anybody more than twice where that can be done"),
)
CUT_TIE_BREAKS = (
    (CutTieBreak.TOTAL_ONLY.value, "Nothing: the draw or dice decide (R47)"),
    (CutTieBreak.MOST_WINS.value, "Most wins, then most second places, and so on; then the draw"),
    (CutTieBreak.HEAD_TO_HEAD.value, "Most wins and so on, then head to head; then the draw"),
    (CutTieBreak.OLYMPIAD.value, "The Olympiad's steps 3 to 6, one after the other; then the draw (MSO-T)"),
)
LAST_ROUNDS = (
    (LastRound.BY_RULE.value, "As with four: cut from the standings where it has four tables or more"),
    (LastRound.DRAWN.value, "Drawn like the rounds before; gold goes to the best total"),
)
SEAT_SOURCES = (
    (SeatSource.TILES.value, "Drawn tiles: the lowest number starts (R4)"),
    (SeatSource.CHART.value, "The movement chart, which balances who starts (R6)"),
)
FINE_TIMINGS = (
    (FineTiming.BEFORE_BONUS.value, "Before: the winner is whoever has most after fines"),
    (FineTiming.AFTER_BONUS.value, "After: the winner is whoever has most cash, then the fine is taken off"),
)
NEGATIVES = (
    (NegativeCash.FLOOR_ZERO.value, "It counts as 0"),
    (NegativeCash.ALLOW.value, "It counts as it is, below 0"),
)

RESULT_CHECKS = (
    (ResultCheck.NONE.value, "No check: it is official as soon as it is saved"),
    (ResultCheck.REKEY.value, "A second person: somebody else types it again without seeing the first figures"),
    (ResultCheck.TABLE.value, "The table: it is official once all have signed and the desk accepts it"),
)

NAME_CHOICES = (
    (NameShown.FULL.value, "Full names"),
    (NameShown.INITIAL.value, "First name and initial of the surname, with the player's number"),
    (NameShown.NUMBER.value, "Numbers alone, like Player 12"),
)


def names_asked(request: HttpRequest) -> NameShown | None:
    """Return how much of the players' names shall be public, as chosen in the form that shows the event; None without a valid choice."""
    wanted = request.POST.get("names", "")
    return NameShown(wanted) if wanted in set(NameShown) else None


GROUPS = (
    ("The day", ("venue", "network_name", "names_shown", "lets_robots_in", "sides")),
    ("The draw", ("reading", "cut_tie_break", "last_round", "seat_source", "chain_set")),
    (
        "Scores",
        (
            "multiplier_three",
            "multiplier_four",
            "multiplier_five",
            "multiplier_six",
            "sit_out_score",
            "pairing_problem_score",
            "dilution",
        ),
    ),
    ("Results", ("players_report", "result_check")),
    ("On devices", ()),
    ("Fines", ("fine_amount", "fine_timing", "negative_cash")),
    ("Minutes for each player", ("minutes_three", "minutes_four", "minutes_five", "minutes_six", "allowance_minutes")),
)
"""The settings under "more" in the groups of the page; switches (`SWITCHES`) that are not named here follow at the end of their group."""


def _thousandths(setting: str, **options: Any) -> ThousandthsField:
    """Return a field for a setting in thousandths, with the limits of that setting."""
    return ThousandthsField(least=RANGES[setting].least, most=RANGES[setting].most, **options)


def _number(setting: str, **options: Any) -> forms.IntegerField:
    """Return a field for a whole number, with the limits of that setting."""
    return forms.IntegerField(min_value=RANGES[setting].least, max_value=RANGES[setting].most, **options)


def _multiplier(size: str, rule: str, *, required: bool = True) -> ThousandthsField:
    """Return the field for the multiplier of a table size ("three" to "six"); ``rule`` is its help text."""
    return _thousandths(
        f"multiplier_{size}", label=f"Multiplier for a table of {size}", help_text=rule, places=0, required=required
    )


def _minutes(size: str, rule: str, *, required: bool = True) -> forms.IntegerField:
    """Return the field for each player's minutes at a table size ("three" to "six"); ``rule`` is its help text."""
    return _number(f"minutes_{size}", label=f"At a table of {size}", help_text=rule, required=required)


def event_name(typed: Any) -> str:
    """Return a name with single spaces between its words; ValidationError where it is empty or only spaces."""
    name = " ".join(str(typed).split())
    if not name:
        raise ValidationError("Give the event a name.")
    return name


class EventForm(PageForm):
    """An event: name, date and rounds; everything else has the MSO's value."""

    name = forms.CharField(
        max_length=LONGEST_EVENT_NAME, help_text="As it stands on every sheet, for example “Acquire, day one”."
    )
    date = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    rounds_planned = _number(
        "rounds_planned",
        label="Rounds",
        help_text="Four by the rules (R1); with four tables or more the last is a Swiss final (R45).",
    )

    venue = forms.CharField(max_length=120, required=False, help_text="The room, as it stands on the sheets.")
    network_name = forms.CharField(
        label="Name of the hall's network", max_length=60, required=False, help_text="Printed beside the QR code."
    )
    names_shown = forms.ChoiceField(
        label="Names on public pages",
        choices=NAME_CHOICES,
        help_text="One rule for everybody. An entry can show less of its name, never more.",
    )
    lets_robots_in = forms.BooleanField(
        label="Search engines may list it",
        required=False,
        help_text="Else every page asks them to stay out; whoever has the address reads it all the same.",
    )

    sides = forms.ChoiceField(
        label="The hall prints",
        choices=SIDES,
        help_text="The page Print asks the same, and what was chosen last is kept.",
    )

    reading = forms.ChoiceField(
        label="“As many different opponents as possible” means",
        choices=READINGS,
        help_text="R44 can be read in three ways; the first is ours.",
    )
    cut_tie_break = forms.ChoiceField(
        label="Players of equal total at a cut of the final are split by",
        choices=CUT_TIE_BREAKS,
        help_text="R46 speaks of tie-breaks and lists none; the first is ours.",
    )
    last_round = forms.ChoiceField(
        label="The last round of an event that has not four rounds",
        choices=LAST_ROUNDS,
        help_text="R45 speaks of four rounds alone; with another number of rounds (R1) you choose.",
    )
    seat_source = forms.ChoiceField(
        label="Order of play at a table",
        choices=SEAT_SOURCES,
        help_text="R4, R6. The final is always seated by tiles (R48).",
    )
    chain_set = forms.ChoiceField(
        label="Chain names",
        choices=[(name, f"{name}: {', '.join(labels.names)}") for name, labels in LABEL_SETS.items()],
        help_text="Names on slips and cards; they carry no rules (R3).",
    )

    result_check = forms.ChoiceField(
        label="A second pair of eyes on a typed result",
        choices=RESULT_CHECKS,
        help_text="A round is closed when every table is official. A second person needs an account of their own; corrections of closed "
        "rounds and rulings go by their reason and are not checked again.",
    )

    multiplier_three = _multiplier("three", "0.75 by R58.")
    multiplier_four = _multiplier("four", "1 by R58.")
    multiplier_five = _multiplier("five", "1.2 by R59, though 1.25 would level the means.")
    multiplier_six = _multiplier(
        "six", "R60 names none: leave it empty, and the first table of six asks for it.", required=False
    )
    sit_out_score = _thousandths(
        "sit_out_score", label="Sitting out scores", help_text="25.000 by R51, added as it is."
    )
    pairing_problem_score = _thousandths(
        "pairing_problem_score",
        label="A pairing problem scores",
        help_text="30.000 by R52, for somebody who cannot play through no fault of their own.",
    )
    dilution = _thousandths(
        "dilution",
        label="Pentamind dilution factor",
        help_text="1, or 0.95 where the event is judged heavily luck-driven (2.1).",
        places=0,
    )

    fine_amount = _number("fine_amount", label="A fine, in dollars", help_text="5000 by R27; each can be changed.")
    fine_timing = forms.ChoiceField(
        label="A fine is taken off before or after the winning bonus",
        choices=FINE_TIMINGS,
        help_text="R55 leaves it open: fines come “on the game score at the end of the game”, and percentages from “cash after bonuses "
        "(and any penalties)”. Before is ours; the first fine of an event asks.",
    )
    negative_cash = forms.ChoiceField(
        label="Cash below zero after a fine", choices=NEGATIVES, help_text="R55: a negative share has no meaning."
    )

    minutes_three = _minutes("three", "33 by R29.")
    minutes_four = _minutes("four", "25 by R29.")
    minutes_five = _minutes("five", "20 by R29.")
    minutes_six = _minutes(
        "six", "R29 names none: leave it empty, and the first table of six asks for it.", required=False
    )
    allowance_minutes = _number(
        "allowance_minutes",
        label="Allowance a round",
        help_text="Bonuses are off the clock (R30, R35): added to the round's playing time.",
    )

    def clean_name(self) -> str:
        """Return the name with single spaces between its words; ValidationError where it is empty or only spaces."""
        return event_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        """Refuse a choice of how the last round is made where the number of rounds leaves no choice: with four rounds R45 rules it."""
        typed = super().clean() or {}
        if is_last_round_ruled(typed.get("rounds_planned", 0), typed.get("last_round", LastRound.BY_RULE.value)):
            self.add_error("last_round", LAST_ROUND_IS_RULED)
        return typed

    def basics(self) -> Iterator[forms.BoundField]:
        """Return the three fields that must be filled in."""
        return (self[name] for name in ("name", "date", "rounds_planned"))

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the other fields, in groups with a title."""
        switches = {title: [name for name, row in SWITCHES.items() if row.group == title] for title, _ in GROUPS}
        return [(title, [self[name] for name in dict.fromkeys((*names, *switches[title]))]) for title, names in GROUPS]

    def has_error_below(self) -> bool:
        """Whether a field under "more" has an error, so that this part of the page must be unfolded."""
        return bool(set(self.errors) - {"name", "date", "rounds_planned"})


EventForm.base_fields.update(
    {name: forms.BooleanField(label=row.label, required=False, help_text=row.help) for name, row in SWITCHES.items()}
)


def defaults() -> dict[str, Any]:
    """Return the initial values for a new event: no name, today's date, and the MSO's value for every setting."""
    return settings_of(Event()) | {"name": "", "date": timezone.localdate(), "venue": "", "network_name": ""}


def settings_of(event: Event) -> dict[str, Any]:
    """Return the settings of an event by the names of their form fields."""
    return {name: getattr(event, name) for name in SETTINGS}


class SettingsForm(EventForm):
    """The settings of an existing event, with a reason for the change. Whether it is a practice event cannot be changed."""

    reason = forms.CharField(
        max_length=300, required=False, help_text="Why, for the log of changes.", label="Reason for the change"
    )


class SixForm(PageForm):
    """What the rules leave open for a table of six: its multiplier and its minutes (R29, R60)."""

    multiplier = _thousandths(
        "multiplier_six",
        label="Multiplier for a table of six",
        help_text="R60 names none. 1.5 continues the means of three and four players.",
        places=0,
        initial=SUGGESTED_SIX_MULTIPLIER,
    )
    minutes = _number(
        "minutes_six",
        label="Minutes for each player",
        help_text="R29 names none. 6 × 16 = 96 stays within the 100 minutes of a round; 17 would make 102.",
        initial=SUGGESTED_SIX_MINUTES,
    )


class PracticeForm(PageForm):
    """A practice event: what it is called, and how many made-up players are entered."""

    name = forms.CharField(max_length=LONGEST_EVENT_NAME, initial="Practice")
    players = forms.IntegerField(
        label="Made-up players",
        min_value=SMALLEST_EVENT,
        max_value=60,
        initial=17,
        help_text="They are entered as “Player 1” and so on; you can enter others besides.",
    )
    rounds_planned = _number("rounds_planned", label="Rounds", initial=4)

    def clean_name(self) -> str:
        """Return the name with single spaces between its words; ValidationError where it is empty or only spaces."""
        return event_name(self.cleaned_data["name"])


class CopyForm(PageForm):
    """Which event is copied, and what the new one is called and when it is."""

    source = forms.ChoiceField(label="Copy", help_text="Every setting of it; the copy is hidden until you show it.")
    name = forms.CharField(max_length=LONGEST_EVENT_NAME, label="Name of the new event")
    date = forms.DateField(
        label="Date of the new event", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    with_entries = forms.BooleanField(
        label="Its entries too",
        required=False,
        help_text="Everybody is expected again, nobody checked in; who is kept apart stays so.",
    )

    def __init__(self, *typed: Any, sources: Sequence[tuple[str, str]], **options: Any) -> None:
        """``sources`` are the events that may be copied, each as its slug and the words to show."""
        super().__init__(*typed, **options)
        source = self.fields["source"]
        assert isinstance(source, forms.ChoiceField)  # noqa: S101  it is declared so above
        source.choices = sources

    def clean_name(self) -> str:
        """Return the name with single spaces between its words; ValidationError where it is empty or only spaces."""
        return event_name(self.cleaned_data["name"])
