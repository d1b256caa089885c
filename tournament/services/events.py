"""Create an event, change its settings, publish and withdraw its final list, rule a tie for a medal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify

from tournament.models import Change, Event, MedalTie, Seat
from tournament.record.vocabulary import PlayerId, RoundKind, RoundState
from tournament.services.changes import RefusedError, act_on, keep_scorable

RESERVED_SLUGS = frozenset({"desk", "floor", "login", "logout", "static", "admin", "events"})

SETTINGS = (
    "name",
    "date",
    "place",
    "network_name",
    "chain_set",
    "rounds_planned",
    "seat_source",
    "reading",
    "cut_tie_break",
    "fine_timing",
    "negative_cash",
    "fine_amount",
    "multiplier_three",
    "multiplier_four",
    "multiplier_five",
    "multiplier_six",
    "minutes_three",
    "minutes_four",
    "minutes_five",
    "minutes_six",
    "allowance_minutes",
    "sit_out_score",
    "pairing_problem_score",
    "dilution",
)
"""The columns of an event that a director may set."""


@transaction.atomic
def create_event(actor: User, settings: Mapping[str, Any]) -> Event:
    """Create an event from its settings; everything not named has the MSO default."""
    event = Event(created_by=actor, **{name: settings[name] for name in SETTINGS if name in settings})
    event.slug = _free_slug(event)
    event.is_practice = bool(settings.get("is_practice", False))
    event.save()
    Change.objects.create(
        event=event, version=1, made_by=actor, verb="create event", subject=event.name, after=_plain(event, SETTINGS)
    )
    return event


def _free_slug(event: Event) -> str:
    """Derive an unused slug from name and year: "mso-acquire-2026"."""
    base = slugify(event.name)[:48].strip("-") or "event"
    year = str(event.date.year)
    if base in RESERVED_SLUGS or year not in base:
        base = f"{base}-{year}"
    slug, count = base, 1
    while Event.objects.filter(slug=slug).exists():
        count += 1
        slug = f"{base}-{count}"
    return slug


def change_settings(event: Event, actor: User, settings: Mapping[str, Any], reason: str = "") -> Event:
    """Change settings; nothing stored is rescored because scores are derived on each read."""
    with act_on(event, actor, "change settings", event.name, reason) as act:
        changed = [name for name in SETTINGS if name in settings and getattr(act.event, name) != settings[name]]
        if not changed:
            raise RefusedError("Nothing was changed.")
        if "rounds_planned" in changed:
            _check_rounds(act.event, settings["rounds_planned"])
        _check_six(act.event, settings)
        act.before = _plain(act.event, changed)
        for name in changed:
            setattr(act.event, name, settings[name])
        act.after = _plain(act.event, changed)
        if act.event.rounds.filter(state=RoundState.CLOSED.value).count() < act.event.rounds_planned:
            act.event.is_final_published = False  # a round is still to be played, so nothing is final
        keep_scorable(act.event)
    return act.event


def _check_rounds(event: Event, planned: int) -> None:
    drawn = event.rounds.count()
    if planned < drawn:
        raise RefusedError(
            f"Round {drawn} is drawn already; the event cannot have {planned} round{'s' if planned != 1 else ''}."
        )
    final = event.rounds.filter(kind=RoundKind.SWISS.value).first()
    if final is not None:
        # Ruling: what is drawn as the final stays the final (R45, R64); nobody plays on for gold after the top table.
        raise RefusedError(
            f"Round {final.number} is drawn as the Swiss final (R45), so the event has {event.rounds_planned} rounds; "
            "take that round back and discard its draft first."
        )


def _check_six(event: Event, settings: Mapping[str, Any]) -> None:
    """Keep what a table of six that is drawn already rests on (R29, R60)."""
    forgets = [name for name in ("multiplier_six", "minutes_six") if name in settings and settings[name] is None]
    sixes = Seat.objects.filter(round__event=event, position=6).select_related("round").first() if forgets else None
    if sixes is not None and any(getattr(event, name) is not None for name in forgets):
        raise RefusedError(
            f"Round {sixes.round.number} has a table of six; it needs its multiplier and minutes (R29, R60)."
        )


def confirm_six(event: Event, actor: User, multiplier: int, minutes: int) -> Event:
    """Confirm the multiplier (thousandths) and minutes of a six-player table before the first one (R29, R60)."""
    return change_settings(event, actor, {"multiplier_six": multiplier, "minutes_six": minutes}, "R29, R60")


def publish_final_list(event: Event, actor: User) -> None:
    """Make the final list and the medals public; every planned round must be closed."""
    with act_on(event, actor, "publish final list", event.name) as act:
        closed = act.event.rounds.filter(state=RoundState.CLOSED.value).count()
        if closed < act.event.rounds_planned:
            raise RefusedError(
                f"{closed} of {act.event.rounds_planned} rounds are closed; close the rest, or plan fewer rounds in the settings."
            )
        if act.event.is_final_published:
            raise RefusedError("The final list is public already.")
        act.event.is_final_published = True


def withdraw_final_list(event: Event, actor: User) -> None:
    """Take the final list off the public pages."""
    with act_on(event, actor, "withdraw final list", event.name) as act:
        if not act.event.is_final_published:
            raise RefusedError("The final list is not public.")
        act.event.is_final_published = False


def rule_tie(event: Event, actor: User, players: Sequence[PlayerId], reason: str) -> None:
    """Decide a tie for a medal in the order given, best first (R65); replaces an earlier decision on any of these players."""
    if not reason.strip():
        raise RefusedError("Write the reason for the order, for example “result in the final round”.")
    if len(set(players)) < 2 or len(set(players)) != len(players):
        raise RefusedError("Name each of the tied players once, best first.")
    with act_on(event, actor, "rule tie", " before ".join(str(player) for player in players), reason) as act:
        known = set(act.event.entries.filter(number__in=players).values_list("number", flat=True))
        if known != set(players):
            raise RefusedError(f"There is no entry {min(set(players) - known)} in {act.event.name}; reload the page.")
        closed = act.event.rounds.filter(state=RoundState.CLOSED.value).count()
        if closed < act.event.rounds_planned:
            raise RefusedError(
                f"{closed} of {act.event.rounds_planned} rounds are closed; a tie for a medal is ruled after the last (R65)."
            )
        _drop_ties(act.event, players)
        MedalTie.objects.create(event=act.event, numbers=list(players), reason=reason.strip()[:300])
        act.after = {"order": list(players)}


def cancel_tie(event: Event, actor: User, players: Sequence[PlayerId]) -> None:
    """Let these players share their place again (R65)."""
    with act_on(event, actor, "cancel tie ruling", ", ".join(str(player) for player in players)) as act:
        if not _drop_ties(act.event, players):
            raise RefusedError("There is no ruling on this tie.")
        act.before = {"order": list(players)}


def _drop_ties(event: Event, players: Sequence[PlayerId]) -> int:
    dropped = [tie for tie in event.medal_ties.all() if set(tie.numbers) & set(players)]
    for tie in dropped:
        tie.delete()
    return len(dropped)


def _plain(event: Event, names: Sequence[str]) -> dict[str, Any]:
    values = {name: getattr(event, name) for name in names}
    return {name: value if isinstance(value, int | str | bool | None) else str(value) for name, value in values.items()}
