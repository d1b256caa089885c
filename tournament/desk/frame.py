"""What every director's page shows around its own content: event, menu, stage bar, and the one next thing to do."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from django.http import Http404
from django.urls import reverse

from tournament.access.slices import slices
from tournament.day.agenda import (
    MOST_IN_SENTENCE,
    NextStep,
    Stage,
    StageState,
    Step,
    next_step,
    stages,
    to_show_results,
)
from tournament.desk.arrangements import only_choice
from tournament.desk.event_forms import choices_of
from tournament.models import Event
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.public import held_rounds, public_through
from tournament.record.vocabulary import NameShown, PlayerId, RoundState, sizes_in_words
from wording import gettext as _
from wording import gettext_noop
from wording.some import listed_some

MENU = (
    ("event", gettext_noop("Overview"), "desk_event"),
    ("entries", gettext_noop("Entries"), "desk_entries"),
    ("rounds", gettext_noop("Rounds"), ""),
    ("standings", gettext_noop("Standings"), "desk_standings"),
    ("sheets", gettext_noop("Print"), "desk_sheets"),
)
"""The event's menu: the key of each page, its label, its URL name; "rounds" leads to the round that is under way."""

MORE = (
    ("meetings", gettext_noop("Who met whom"), "desk_meetings"),
    ("changes", gettext_noop("Change log"), "desk_changes"),
    ("settings", gettext_noop("Settings"), "desk_settings"),
)
"""The same of the pages that are opened rarely: they stand behind one word, with those of slices."""

OWN_BUTTON = frozenset({"settings", "penalties", "helpers", "time", "sheets"})
"""Keys of pages with a form of their own: on these the button of the next step is shown as a plain one."""

NAMES_SHOWN = 6

DUE = "due"
"""The name in addresses for all sheets that are due on paper now."""

_PAGES = {
    Step.ENTER_PLAYERS: ("desk_paste", "get"),
    Step.CHECK_IN: ("desk_check_in", "get"),
    Step.END: ("desk_end", "get"),
    Step.DRAW: ("desk_arrangement", "get"),
    Step.PUBLISH: ("desk_publish", "post"),
    Step.PRINT: ("desk_sheet", "get"),
    Step.ENTER_RESULTS: ("desk_round", "get"),
    Step.LOOK_AT_BOARDS: ("desk_boards", "get"),
    Step.SIGN_REPORT: ("desk_round", "get"),
    Step.CLOSE: ("desk_close", "post"),
    Step.SHOW_RESULTS: ("desk_show_results", "post"),
    Step.PUBLISH_FINAL: ("desk_final", "get"),
}


_OF_A_ROUND = frozenset(
    {"desk_arrangement", "desk_publish", "desk_round", "desk_boards", "desk_close", "desk_show_results"}
)
"""The pages of `_PAGES` whose address has the number of a round."""


def frame_of(record: EventRecord, menu: str, *, is_shown: bool, is_paper_due: bool = False) -> dict[str, Any]:
    """Return what templates/director/desk.html shows around every page of an event: menu, stages of the day, and the next step.

    ``menu`` is the page's key in `MENU`; ``is_shown`` is whether players see the event, ``is_paper_due`` whether a new round waits
    for its paper.
    """
    step = next_step(record, is_paper_due=is_paper_due and menu != "sheets")
    day = _day(record)
    more = [_item(record, menu, *each) for each in menu_more(record)]
    return {
        "event": record,
        "slug": record.slug,
        "event_url": _address(record, "desk_event"),
        "find_url": _address(record, "desk_find"),
        "menu": [
            _item(record, menu, key, label, *((page,) if page else _round_under_way(record, day)))
            for key, label, page in MENU
        ],
        "menu_more": [
            *more,
            {
                "label": _("Phones and copies"),
                "page": "",
                "url": f"{reverse('desk_installation')}?event={record.slug}",
                "current": False,
            },
        ],
        "menu_current": next((item["label"] for item in more if item["current"]), ""),
        "stages": day,
        "next": {
            **_next_context(record, step, is_shown=is_shown),
            **_drawn_at_once(record, step),
            **_unread(record, step, is_shown=is_shown),
            "is_plain": menu in OWN_BUTTON,
        },
        "is_under_way": bool(record.rounds) and not record.is_complete,
        "name_choices": choices_of(NameShown)(),
        "held": held_part(record),
    }


def menu_more(record: EventRecord) -> Iterator[tuple[str, str, str]]:
    """Yield the entries of `MORE` with those that slices add: these stand after the entry that they name, else before all of them."""
    added = [entry for each in slices(record.format) for entry in each.menu]
    for own in (("", "", ""), *MORE):
        yield from (own,) if own[0] else ()
        yield from ((entry.key, entry.label, entry.page) for entry in added if entry.after == own[0])


def held_part(record: EventRecord) -> dict[str, Any]:
    """Return what templates/director/results/_held.html says about results that players do not see.

    ``rounds`` are those that the director can show, ``last`` is the last round where it waits for the final list, ``through`` is the last
    round whose results are public, ``can_hold`` whether they can be held back again.
    """
    held = held_rounds(record)
    waiting = tuple(number for number in held if number < record.rounds_planned)
    return {
        "rounds": waiting,
        "label": to_show_results(record, waiting),
        "latest": max(waiting, default=0),
        "last": next((number for number in held if number >= record.rounds_planned), 0),
        "through": public_through(record),
        "can_hold": record.holds_results and not record.is_final_published,
    }


def _day(record: EventRecord) -> list[dict[str, str]]:
    """Return the stages of the day for components/_stage_bar.html, each with the page to which it leads."""
    return [
        {
            "label": stage.label,
            "state": stage.state.value,
            "detail": stage.detail,
            **_leads_to(record, stage, is_first=at == 0),
        }
        for at, stage in enumerate(stages(record))
    ]


def _item(record: EventRecord, menu: str, key: str, label: str, page: str, url: str = "") -> dict[str, Any]:
    """Return an entry of the menu: the key of its page, its URL name, and its address where the name does not give it."""
    return {"label": _(label), "page": page, "url": url or _address(record, page), "current": menu == key}


def _round_under_way(record: EventRecord, day: Sequence[dict[str, str]]) -> tuple[str, str]:
    """Return URL name and address of the round under way, before and after all rounds of the nearest; ``day`` are the stages."""
    stage = next((stage for stage in day[1:-1] if stage["state"] == StageState.NOW.value and stage["url"]), None)
    stage = stage or next((stage for stage in reversed(day[1:-1]) if stage["url"]), None)
    return (stage["page"], stage["url"]) if stage else ("desk_arrangement", _address(record, "desk_arrangement", 1))


def row_frame(event: Event) -> dict[str, Any]:
    """Return the part of the frame that is read from the Event model: its notice and who sees it."""
    return {
        "event_row": event,
        "is_hidden": not event.is_shown,
        "is_put_away": event.is_put_away,
        "notice": event.notice,
    }


def _address(record: EventRecord, name: str, *numbers: int | str | None) -> str:
    """Return the address of a page of the event; ``name`` is its URL name."""
    return reverse(name, args=[record.slug, *numbers])


def for_page(shown: dict[str, Any], page: str) -> dict[str, Any]:
    """Return the frame's context for a page that is open already; the link of the next step is emptied if it leads to that page.

    ``page`` is the URL name of the open page.
    """
    step = shown["next"]
    return {**shown, "next": {**step, "url": ""}} if step["page"] == page else shown


def _unread(record: EventRecord, step: NextStep, *, is_shown: bool) -> dict[str, str]:
    """Add to the sentence of the step "read out" that players see no final list of a hidden event; empty for other steps."""
    if is_shown or step.step is not Step.READ_OUT:
        return {}
    hidden = _("{name} is hidden from players, so only you can see the final list.", name=record.name)
    return {"sentence": f"{step.sentence} {hidden}"}


def _leads_to(record: EventRecord, stage: Stage, *, is_first: bool) -> dict[str, str]:
    """Return the URL name and the address of the page to which a stage leads; an empty address for a round that cannot be drawn yet.

    The first stage is that of the entries, the last that of the medals.
    """
    if stage.round is None:
        page = "desk_entries" if is_first else "desk_final"
        return {"page": page, "url": _address(record, page)}
    is_drawn = stage.round <= len(record.rounds)
    may_be_drawn = stage.round == len(record.closed_rounds) + 1 and len(record.closed_rounds) == len(record.rounds)
    page = "desk_round" if is_drawn else "desk_arrangement"
    is_draft = is_drawn and record.round(stage.round).state is RoundState.DRAFT
    return {
        "page": "" if is_draft else page,  # the page of a draft is for directors only
        "url": _address(record, page, stage.round) if is_drawn or may_be_drawn else "",
    }


def _next_context(record: EventRecord, step: NextStep, *, is_shown: bool) -> dict[str, Any]:
    """Return the context of components/_next.html for a step; ``other`` is the same for a step that must wait for it, else None.

    Publishing a round of a hidden event offers to show the event too; this is ticked beforehand for round 1 of a real event.
    """
    name, method = _PAGES.get(step.step) or (
        next((each.steps[step.step] for each in slices(record.format) if step.step in each.steps), ""),
        "get",
    )
    return {
        "sentence": step.sentence,
        "missing": _names_missing(step),
        "label": step.label,
        "does": "record_result" if step.step is Step.ENTER_RESULTS else "",
        "page": name,
        "url": _address(record, name, *_numbers(step, name)) if name else "",
        "method": method,
        "is_paper": step.step is Step.PRINT,
        "tick": "" if is_shown or step.step is not Step.PUBLISH else _("Show the event to players too"),
        "is_ticked": step.round == 1 and not record.is_practice,
        "other": _next_context(record, step.held_up, is_shown=is_shown) if step.held_up else None,
    }


def players_mark(record: EventRecord) -> str:
    """Return a digest of who would be drawn now, which the buttons that draw send back."""
    return mark_of([entry.player for entry in record.active])


def _drawn_at_once(record: EventRecord, step: NextStep) -> dict[str, Any]:
    """Return what changes the button of the step "draw" so that it draws at once, where there is only one choice; empty otherwise."""
    use = only_choice(record, step.round) if step.step is Step.DRAW and step.round is not None else None
    if use is None:
        return {}
    return {
        "url": _address(record, "desk_draw", step.round),
        "method": "post",
        "missing": _("Tables of {sizes} players, the only option under the rules.", sizes=sizes_in_words(use.sizes)),
        "sends": {"use": use.spelled, "seat_source": record.seat_source.value, "players": players_mark(record)},
    }


def _numbers(step: NextStep, page: str) -> tuple[int | str | None, ...]:
    """Return the arguments that the address of a step's page needs after the event's slug: a round, or round, table and key, or a name."""
    if step.step is Step.PRINT:
        return (DUE,)
    if step.dispute is not None:
        return step.dispute.round, step.dispute.table, step.dispute.key
    if step.log is not None:
        return step.log.round, step.log.table, step.log.key
    return (step.round,) if page in _OF_A_ROUND else ()


def _names_missing(step: NextStep) -> str:
    """Return a sentence that names who is not checked in; empty for other steps, whose own sentence says what is missing."""
    is_said = step.step is Step.DRAW and len(step.missing) <= MOST_IN_SENTENCE
    if step.step not in {Step.CHECK_IN, Step.DRAW} or not step.missing or is_said:
        return ""
    return _("Not checked in: {names}.", names=listed_some(step.missing, NAMES_SHOWN))


def still_hidden(event: Event) -> str:
    """Return the sentence after something was published in an event that players cannot open."""
    return _("Published, but {event} is hidden from players. You can show it from the event's page.", event=event.name)


def mark_of(shown: Sequence[object]) -> str:
    """Return a short digest of what a page showed, by which a confirmation is compared with what the page would show now."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def entry_or_404(record: EventRecord, number: int) -> EntryRecord:
    """Return the entry of that number; Http404 where there is none."""
    try:
        return record.entry(PlayerId(number))
    except KeyError:
        raise Http404(_("{event} has no player {number}.", event=record.name, number=number)) from None
