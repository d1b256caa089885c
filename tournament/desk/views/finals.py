"""The standings on the desk; the final list with medals, ties and Pentamind points; their publication."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import event_to_direct
from tournament.desk.acting import REFUSALS, act_and_go, actor_of, ask, is_confirmed, page
from tournament.desk.collisions import confirmed
from tournament.desk.forms.finals import TieForm
from tournament.desk.frame import desk_context
from tournament.desk.undoing import moves_if
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.lists import csv_file, drawn, wants_csv
from tournament.public.lists.page import PageList, addresses, on_page
from tournament.record.event import EventRecord, TieRuling
from tournament.record.vocabulary import PlayerId, whole_number
from tournament.scores import Scores, Tie, TieStep
from tournament.services.changes import Actor
from tournament.services.events import cancel_tie, publish_final_list, rule_tie, withdraw_final_list
from tournament.tellings.charts import ranks_chart, ranks_listing
from tournament.tellings.csv import DESK_PENTAMIND, medal_form_csv, pentamind_csv, standings_csv
from tournament.tellings.disputes import disputed_in
from tournament.tellings.listing import Listing
from tournament.tellings.medals import junior_listing, medal_listing, pentamind_listing
from tournament.tellings.news.ties import FOR_ANOTHER_TIE, as_typed, reason_of, ruling_in_words, steps_in_words
from tournament.tellings.standings import FOR_FILES, standings_listing

RULED = "The tie is ruled; the order and its reason stand in the log of changes."

NOT_CARRIED = frozenset({"key", "seen", "shown", "confirmed", "csrfmiddlewaretoken"})
"""What the page that asks gives anew; every other field of the form that was sent goes with it."""


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody by total over the closed rounds, with the lines of the final's cut."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    if wants_csv(request):
        return csv_file(standings_csv(record), f"{slug}-standings")
    scores = Scores(record)
    listing = standings_listing(scores, with_draft=True, with_moves=True).without(*FOR_FILES)
    return render(
        request,
        "director/event/standings.html",
        desk_context(
            event,
            record,
            "standings",
            table=_listed(slug, listing),
            picture=drawn(ranks_chart(scores)),
            ranks=_listed(slug, ranks_listing(scores)),
            closed=len(record.closed_rounds),
            disputed=disputed_in(record.closed_rounds),
        ),
    )


def _listed(slug: str, listing: Listing) -> PageList | None:
    """A list whose names lead to the entries; None where it has no rows."""
    return on_page(listing, addresses(slug, player="desk_entry")) if listing.rows else None


@require_safe
def final_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Medals with the sentence that decided each place, ties to be ruled, Pentamind points, juniors; as CSV the medal form."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    if wants_csv(request):
        return csv_file(medal_form_csv(record), f"{slug}-medal-form")
    if request.GET.get("_export") == "pentamind":
        return csv_file(pentamind_csv(record, DESK_PENTAMIND), f"{slug}-pentamind")
    return render(request, "director/event/final.html", _final_context(event, record))


def _final_context(event: Any, record: EventRecord, typed: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What the final list shows; ``typed`` is a refused ruling, which stays in its fields."""
    scores = Scores(record)
    is_complete = record.is_complete
    counting = scores.rulings
    stale = [ruling for ruling in record.ties if ruling not in counting] if is_complete else []
    return desk_context(
        event,
        record,
        medals=_listed(event.slug, medal_listing(scores, in_lines=True).without("nation")),
        pentamind=_listed(event.slug, pentamind_listing(scores).without("player", "nation")) if scores.medals else None,
        juniors=_listed(event.slug, junior_listing(scores, in_lines=True).without("nation")),
        ties=[_tie(scores, tie, stale, typed or {}) for tie in scores.ties if is_complete and _waits(tie)],
        ruled=[
            {
                "told": ruling_in_words(record, ruling),
                "key": _key(ruling.players),
                "before": "" if ruling in counting or not is_complete else FOR_ANOTHER_TIE,
            }
            for ruling in record.ties
        ],
        is_complete=is_complete,
        closed=len(record.closed_rounds),
        open_disputes=record.open_disputes,
        disputed=disputed_in(record.closed_rounds),
    )


def _waits(tie: Tie) -> bool:
    """Whether nobody has ruled on a tie for a medal."""
    return tie.is_for_a_medal and tie.ruling is None


def _key(players: Sequence[PlayerId]) -> str:
    return " ".join(map(str, players))


def _tie(scores: Scores, tie: Tie, stale: Sequence[TieRuling], typed: Mapping[str, str]) -> dict[str, Any]:
    record, parting = scores.record, scores.part_by_steps(tie.players)
    names = {player: record.name_of(player) for player in tie.players}
    mine = typed if typed.get("players") == _key(tie.players) else {}
    return {
        "players": [(player, names[player], mine.get(f"place-{player}", "")) for player in tie.players],
        "reason": mine.get("reason", ""),
        "key": _key(tie.players),
        "names": list(names.values()),
        "total": tie.total,
        "stale": [
            ruling_in_words(record, ruling) for ruling in stale if not set(ruling.players).isdisjoint(tie.players)
        ],
        "parted": steps_in_words(record, parting) if parting.parted else (),
        "order": as_typed(parting.players, parting.places),
        "first": [names[player] for player in parting.blocks[0]],
        "steps": [
            {"number": step.number, "name": step.name, "values": _by_value(step, names)}
            for step in scores.tie_steps(tie.players)
        ],
    }


def _by_value(step: TieStep, names: Mapping[PlayerId, str]) -> list[tuple[list[str], str]]:
    """What a step gives, best first, with the names of all to whom it gives the same."""
    return [
        ([names[player] for player, _ in same], words)
        for words, same in groupby(step.values, key=lambda value: value[1])
    ]


@require_POST
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the final list public."""
    event = event_to_direct(request, slug)
    return act_and_go(
        request,
        lambda: publish_final_list(event, actor_of(request), request.POST.get("over_dispute", "")),
        "The final list is public."
        if event.is_shown
        else f"The final list is published, but {event.name} is hidden from players. Show it on the event's page.",
        page("desk_final", event),
        undoes_on=event,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the final list off the public pages, after asking."""
    event = event_to_direct(request, slug)
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: withdraw_final_list(event, actor_of(request)),
            "The final list is no longer public.",
            page("desk_final", event),
            undo=page("desk_publish_final", event),
        )
    return ask(
        request,
        event,
        record_of(event),
        title="Unpublish the final list?",
        loses="Medals and the results of the last round disappear from the public pages. Nothing else changes.",
        action=page("desk_withdraw_final", event),
        label="Unpublish the final list",
        cancel_url=page("desk_final", event),
    )


@require_POST
def tie(request: HttpRequest, slug: str) -> HttpResponse:
    """Rule a tie for a medal in an order with a reason, or let the players share their place (R65)."""
    event = event_to_direct(request, slug)
    here = page("desk_final", event)
    players = tuple(PlayerId(whole_number(word)) for word in request.POST.get("players", "").split())
    if "share" in request.POST:
        question = _ask_first(request, event, lambda tried, by: cancel_tie(tried, by, players))
        return question or act_and_go(
            request, lambda: cancel_tie(event, actor_of(request), players), "They share their place.", here
        )
    if "steps" in request.POST:
        return _by_steps(request, event, players)
    form = TieForm(request.POST, players=players)
    if not players or not form.is_valid():
        for errors in form.errors.values():
            for error in errors:
                messages.error(request, str(error))
        return render(request, "director/event/final.html", _final_context(event, record_of(event), request.POST))
    typed = form.cleaned_data
    is_told = request.POST.get("release") == "yes"
    return _rule(request, event, typed["players"], typed["reason"], typed["places"], is_told=is_told)


def _by_steps(request: HttpRequest, event: Event, players: tuple[PlayerId, ...]) -> HttpResponse:
    """Rule as the steps say, if they still say what the page showed."""
    scores = Scores(record_of(event))
    known = any(tie.players == players for tie in scores.ties)
    parting = scores.part_by_steps(players) if known else None
    if parting is None or as_typed(parting.players, parting.places) != request.POST["steps"]:
        messages.error(request, "The steps say something else now; read them again.")
        return redirect(page("desk_final", event))
    return _rule(request, event, parting.players, reason_of(parting), parting.places, is_told=True)


def _rule(
    request: HttpRequest,
    event: Event,
    players: Sequence[PlayerId],
    reason: str,
    places: Sequence[int],
    *,
    is_told: bool,
) -> HttpResponse:
    """Rule on a tie, after asking where that moves medals that are public."""
    question = _ask_first(
        request, event, lambda tried, by: rule_tie(tried, by, players, reason, places, is_told=is_told)
    )
    return question or act_and_go(
        request,
        lambda: rule_tie(event, actor_of(request), players, reason, places, is_told=is_told),
        RULED,
        page("desk_final", event),
    )


def _ask_first(request: HttpRequest, event: Event, act: Callable[[Event, Actor], object]) -> HttpResponse | None:
    """The question before a ruling moves medals that are public; None where nothing moves, or just these moves were confirmed."""
    if not event.is_final_published:
        return None
    record, by = record_of(event), replace(actor_of(request), key="")
    try:
        moves = moves_if(event, record, lambda tried: act(tried, by))
    except REFUSALS:
        return None  # the act itself says why
    if not moves or is_confirmed(request, moves):
        return None
    kept = {name: str(value) for name, value in request.POST.items() if name not in NOT_CARRIED}
    return ask(
        request,
        event,
        record,
        title="Change the public medals?",
        loses="",
        action=page("desk_tie", event),
        label="Change the medals",
        cancel_url=page("desk_final", event),
        moves=moves,
        sends=kept,
    )
