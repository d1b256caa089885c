"""Create an event, change its settings, end it, publish and withdraw its final list.

Acts on an event as a whole: make it, set it, show or hide it, put it away, delete it, and publish its final list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.conf import settings as django_settings
from django.db import transaction
from django.utils.text import slugify

from tournament.day.agenda import reason_to_play_on
from tournament.draw.seating import title_of, title_of_round
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, Place, Publicity, Switch, acts_of, declare
from tournament.record.event import PRIVATE, SWITCHES, EventRecord
from tournament.record.figures import ChangeFacts, ChangeRow, figures_of
from tournament.record.formats import MSO_ACQUIRE, Format
from tournament.record.names import name_key
from tournament.record.public import public_through
from tournament.record.settings import SETTINGS, Extras, extras_of
from tournament.record.vocabulary import LastRound, RoundState
from tournament.services.changes import (
    Actor,
    By,
    Doing,
    act,
    actor_of,
    check_key,
    done_since,
    keep_scorable,
    merged_fields,
    seen_before,
    write_change,
)
from tournament.services.changes.refusals import DoneError, RefusedError, UnchangedError
from tournament.tellings.changed import news_of_settings
from tournament.tellings.diary import sentence_of
from tournament.tellings.labels import title_of_figure
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.some import listed_some

RESERVED_SLUGS = frozenset(
    {
        *("desk", "floor", "login", "logout", "let-in", "static", "events", "game", "api", "pentamind"),
        *("new", "practice", "copy", "restore", "find", "phones", "account", "accounts", "language"),  # below desk/
        *(code.partition("-")[0] for code, _name in django_settings.LANGUAGES),  # each asks for a language
    }
)

SETTABLE = (*SETTINGS, *SWITCHES)
"""The names of the settings that a director may set, as attributes of an event."""


def settable(form: Format) -> tuple[str, ...]:
    """Return the names of the settings that events of a format have."""
    extras = {"", *extras_of(form)}
    switches = (name for name, row in SWITCHES.items() if row.extra in extras)
    return (*(name for name, each in SETTINGS.items() if each.is_of(form)), *switches)


NAMES_IN_SENTENCE = 5
LAST_ROUND_IS_RULED = gettext_noop(
    "With four rounds, the last is seated from the standings if it has four tables (R45). You can choose only "
    "with a different number of rounds."
)


@transaction.atomic
def create_event(by: By, settings: Mapping[str, Any], reason: str = "") -> Event:
    """Create an event from its settings; everything that is not named has the MSO default.

    With ``format`` among them it plays by that one, else by that of MSO Acquire. It is hidden from players until somebody shows it, unless
    ``settings`` contain ``is_shown``. Raises DoneBeforeError for a form that was sent before.
    """
    actor = actor_of(by)
    check_key(actor)
    form: Format = settings.get("format", MSO_ACQUIRE)
    typed = {name: settings[name] for name in SETTABLE if name in settings}
    event = Event(created_by=actor.user, format=form, **{"rounds_planned": form.rounds_planned, **typed})
    event.extras = str(Extras.of(event.extras, form))
    event.slug = _free_slug(event)
    event.is_practice = bool(settings.get("is_practice", False))
    event.is_shown = bool(settings.get("is_shown", False))
    event.save()
    stored = _settings_as_json(event, settable(form))
    if form.key != MSO_ACQUIRE.key:
        stored["format"] = form.name
    write_change(Doing(event, after={"settings": stored}), Act.CREATE_EVENT, actor, reason)
    return event


declare(
    Act.CREATE_EVENT,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Event created"),
    stands_on=Place.PASTE,
    why_not=gettext_noop("Undo it by hand on its own page."),
)


def _free_slug(event: Event) -> str:
    """Return an unused slug made from name and year, such as "mso-acquire-2026"."""
    base = slugify(name_key(event.name))[:48].strip("-") or "event"
    year = str(event.date.year)
    if base in RESERVED_SLUGS or year not in base:
        base = f"{base}-{year}"
    slug, count = base, 1
    while Event.objects.filter(slug=slug).exists():
        count += 1
        slug = f"{base}-{count}"
    return slug


def end_event(event: Event, by: By) -> Event:
    """End the event with its last closed round, so that its medals can be given; an undo plans the other rounds again.

    Raises RefusedError where a round is drawn and not closed, none is closed, or the movement chart of later rounds is public.
    """
    record = record_of(event)
    if wrong := reason_to_play_on(record):
        raise RefusedError(wrong)
    played = len(record.closed_rounds)
    settings: dict[str, Any] = {"rounds_planned": played}
    if is_last_round_ruled(played, event.format.rounds[-1].last_round, event.format):
        # No round is drawn any more, so its kind need not be chosen (R45).
        settings["last_round"] = LastRound.BY_RULE.value
    return change_settings(event, by, settings, is_end=True)


def _sentence_of_settings(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about changed settings."""
    settings = facts.after.get("settings", {})
    if facts.after.get("ended"):
        return _("Event ended after round {number}", number=settings.get("rounds_planned"))
    names = list(map(title_of_figure, settings))
    return _("Settings changed: {names}", names=listed_some(names, NAMES_IN_SENTENCE))


def _change_back(event: Event, by: Actor, change: Change) -> None:
    """Undo changed settings: set the values of before."""
    values = dict(figures_of(change)[0]["settings"])
    if "date" in values:  # the log of changes holds all other values as they are
        values["date"] = date.fromisoformat(values["date"])
    change_settings(event, by, values)


def _list_was_withdrawn(change: ChangeRow) -> str:
    """Return why settings are changed back by hand: the final list was unpublished with them; empty where it was not."""
    if "final" not in figures_of(change)[0]:
        return ""
    return _("Undo it by hand on its own page.")


@act(
    Act.CHANGE_SETTINGS,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=_sentence_of_settings,
    stands_on=Place.SETTINGS,
    opposite=_change_back,
    asks_page=_list_was_withdrawn,
    public_news=news_of_settings,
)
def change_settings(doing: Doing, settings: Mapping[str, Any], reason: str = "", *, is_end: bool = False) -> Event:
    """Change settings, by their column names; scores need no new computation, because they are derived on each read.

    With ``is_end`` the log of changes says that the event ends with its last closed round. Raises ConflictError where another page
    changed the same setting meanwhile, RefusedError where rounds already drawn or scored do not allow it.
    """
    doing.about(reason=reason)
    settings = _merged_settings(doing.event, doing.actor, settings)
    if not (changed := [name for name in settings if getattr(doing.event, name) != settings[name]]):
        raise UnchangedError
    if "rounds_planned" in changed:
        _check_rounds(doing.event, settings["rounds_planned"])
    doing.before = {"settings": _settings_as_json(doing.event, changed)}
    if "holds_results" in changed:  # what players have seen is not held back
        doing.event.results_shown_through = public_through(record_of(doing.event))
    for name in changed:
        setattr(doing.event, name, settings[name])
    if "rounds_planned" in changed and doing.event.rounds.exists():
        doing.event.format = doing.event.format.planned_in(doing.event.rounds_planned)
    _check_last_round(doing.event)
    _check_sizes(doing.event)
    if "fine_timing" in changed:
        doing.event.is_fine_timing_settled = True
    doing.is_private = set(changed) <= PRIVATE
    doing.after = {"settings": _settings_as_json(doing.event, changed)}
    if is_end:
        doing.after["ended"] = True
    closed = doing.event.rounds.filter(state=RoundState.CLOSED.value).count()
    if doing.event.is_final_published and closed < doing.event.rounds_planned:  # a round to play, so nothing is final
        doing.before["final"], doing.after["final"] = {"public": True}, {"public": False}
        doing.event.is_final_published = False
    keep_scorable(doing.event)
    return doing.event


def _merged_settings(event: Event, by: By, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings to store: those that the form did not change keep their stored values.

    Raises ConflictError where another page changed the same setting meanwhile.
    """
    wanted = {name: settings[name] for name in SETTABLE if name in settings}
    stored = {name: getattr(event, name) for name in wanted}
    shown = seen_before(event, actor_of(by).seen, "settings", _as_json(stored))
    names = {name for name, value in _as_json(stored).items() if shown[name] != value}
    if not names:
        return wanted
    merged_values = merged_fields(shown, _as_json(stored), _as_json(wanted))
    return {name: stored[name] if merged_values[name] == _as_json(stored)[name] else wanted[name] for name in wanted}


def is_last_round_ruled(rounds_planned: int, last_round: str, rules: Format = MSO_ACQUIRE) -> bool:
    """Return whether the rules fix the kind of the last round (in events of four rounds) and the setting differs (R1, R45)."""
    return rounds_planned == rules.rounds_planned and last_round != LastRound.BY_RULE.value


def _check_last_round(event: Event) -> None:
    """Raise RefusedError for a choice of the last round's kind in an event of four rounds, where the rules fix it (R1, R45)."""
    if is_last_round_ruled(event.rounds_planned, event.format.rounds[-1].last_round, event.format):
        raise RefusedError(_(LAST_ROUND_IS_RULED))


def _check_rounds(event: Event, planned: int) -> None:
    """Raise RefusedError where rounds already drawn forbid this number of planned rounds."""
    drawn = event.rounds.count()
    if planned < drawn:
        raise RefusedError(
            ngettext(
                "{round} has already been drawn, so the event cannot have only {n} round.",
                "{round} has already been drawn, so the event cannot have only {n} rounds.",
                planned,
                round=title_of_round(record_of(event), drawn),
            )
        )
    if event.rounds.filter(top_table_wins=True).exists():
        # Ruling: a round that is drawn as the final stays the final (R45, R64), so no round can follow it.
        raise RefusedError(
            _("The final has been drawn (R45), so it stays the last round; unpublish it and discard its draft first.")
        )


def _check_sizes(event: Event) -> None:
    """Raise RefusedError where a table is drawn of a size that has no multiplier or no minutes any more (R29, R60)."""
    for round_ in record_of(event).rounds:
        for size in event.format.open_sizes(round_.sizes):
            raise RefusedError(
                _(
                    "{round} has a table of {size}; enter its multiplier and minutes (R29, R60).",
                    round=title_of(round_),
                    size=size,
                )
            )


def acts_moving_medals() -> tuple[Act, ...]:
    """Return the acts after which the final list may differ from the one that a page showed."""
    others = (
        *(Act.WITHDRAW, Act.DISQUALIFY, Act.REINSTATE, Act.EDIT_ENTRY),
        *(Act.CLOSE_ROUND, Act.REOPEN_ROUND),
        *(Act.CHANGE_SETTINGS, Act.RULE_TIE, Act.CANCEL_TIE, Act.RESTORE_SNAPSHOT),
    )
    return (*acts_of(Part.RESULTS), *acts_of(Part.PENALTIES), *others)


def _reason_not_to_unpublish(_change: ChangeRow, record: EventRecord) -> str:
    """Return why the publication of the final list cannot be undone: it is not public any more; an empty text if it can."""
    if record.is_final_published:
        return ""
    return _("This has already been done; reload the page.")


@act(
    Act.PUBLISH_FINAL,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Final list published"),
    rows=(),
    undone_as=Act.WITHDRAW_FINAL,
    not_undone=_reason_not_to_unpublish,
    switches=Switch.FINAL,
    snapshot_before=True,
    words=gettext_noop("publish final list"),
)
def publish_final_list(doing: Doing, over_dispute: str = "") -> None:
    """Publish the final list and the medals.

    All planned rounds must be closed, and an open dispute needs a reason, ``over_dispute`` (R11).
    """
    doing.about(reason=over_dispute.strip())
    closed = doing.event.rounds.filter(state=RoundState.CLOSED.value).count()
    if closed < doing.event.rounds_planned:
        raise RefusedError(
            _(
                "{closed} of {planned} rounds are closed; close the rest, or plan fewer rounds in the settings.",
                closed=closed,
                planned=doing.event.rounds_planned,
            )
        )
    if doing.event.is_final_published:
        raise DoneError
    record = record_of(doing.event)
    if later := done_since(doing.event, doing.actor, acts_moving_medals()):
        raise RefusedError(
            _(
                "Changed on another page: {change}. Check the list again, then publish it.",
                change=sentence_of(later[0], record),
            )
        )
    if record.open_disputes and not over_dispute.strip():
        raise RefusedError(
            " ".join(
                (
                    disputed_in(record.closed_rounds),
                    _("Rule on it first, or write why you are going ahead anyway."),
                )
            )
        )
    doing.event.is_final_published = True


@act(
    Act.WITHDRAW_FINAL,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Final list unpublished"),
    undone_on=Place.FINAL,
    switches=Switch.FINAL,
)
def withdraw_final_list(doing: Doing) -> None:
    """Take the final list off the public pages."""
    if not doing.event.is_final_published:
        raise DoneError
    doing.event.is_final_published = False


def _settings_as_json(event: Event, names: Sequence[str]) -> dict[str, Any]:
    """Return these settings of an event as JSON values."""
    return _as_json({name: getattr(event, name) for name in names})


def _as_json(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as JSON values."""
    return {name: value if isinstance(value, int | str | bool | None) else str(value) for name, value in values.items()}
