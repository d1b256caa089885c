"""The standings on the desk; the final list with medals, ties and Pentamind points; their publication.

The director's decision on a tie for a medal (R65).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils.translation import gettext_lazy

from tournament.desk.acting import REFUSALS
from tournament.desk.changes import moves_if
from tournament.desk.desk import Desk, desk_act, desk_confirmation, desk_page
from tournament.desk.fields import DeskForm
from tournament.desk.frame import still_hidden
from tournament.models import Event
from tournament.public.lists import (
    PageList,
    addresses,
    csv_file,
    list_file,
    on_page,
    spreadsheet,
    wants_export,
    wants_spreadsheet,
)
from tournament.record.event import TieRuling
from tournament.record.lengths import LONGEST_RULING
from tournament.record.vocabulary import PlayerId
from tournament.scores import Scores, Tie, TieStep
from tournament.services.changes import Actor, DoneBeforeError, StaleError
from tournament.services.events import cancel_tie, publish_final_list, rule_tie, withdraw_final_list
from tournament.tellings.csv import DESK_PENTAMIND, medal_form_csv, pentamind_csv, standings_csv
from tournament.tellings.listing import Listing
from tournament.tellings.medals import form_listing, junior_listing, medal_listing, pentamind_listing
from tournament.tellings.moves import Moves
from tournament.tellings.prizes import FOR_ANOTHER_TIE, order_as_typed, reason_of, ruling_in_words, steps_in_words
from tournament.tellings.standings import FOR_FILES, FOR_PROGRAMS, standings_listing
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording.digits import plain_digits, whole_number


class TieForm(DeskForm):
    """A place for each of the tied players, the same one for players who share it, and the reason.

    Places count from 1 among the tied players. ``cleaned_data`` has ``players``, best first, and ``places`` in the same order.
    """

    reason = forms.CharField(
        max_length=LONGEST_RULING,
        error_messages={
            "required": gettext_lazy("Give a reason for the order, for example “result in the final round”.")
        },
    )

    def __init__(self, *arguments: Any, players: Sequence[PlayerId], **options: Any) -> None:
        """``players`` are the tied players."""
        super().__init__(*arguments, **options)
        self.players = tuple(players)

    def clean(self) -> dict[str, Any]:
        """Check the typed places and recount them: two players who share place 1 are followed by place 3."""
        cleaned = super().clean() or self.cleaned_data
        known = {str(place): place for place in range(1, len(self.players) + 1)}
        typed = {
            player: known.get(plain_digits(str(self.data.get(f"place-{player}", ""))).strip())
            for player in self.players
        }
        places = {player: place for player, place in typed.items() if place is not None}
        if len(places) < len(self.players):
            raise ValidationError(
                _(
                    "Give each tied player a place from 1 to {most}. Players who share a place get the same number.",
                    most=len(self.players),
                )
            )
        if len(set(places.values())) == 1:
            raise ValidationError(
                _("All these players already share this place. Give at least one of them a different place.")
            )
        order = sorted(self.players, key=lambda player: places[player])
        counted = [1 + sum(places[other] < places[player] for other in order) for player in order]
        return {**cleaned, "players": tuple(order), "places": tuple(counted)}


NOT_CARRIED = frozenset({"key", "seen", "shown", "confirmed", "csrfmiddlewaretoken"})
"""Fields of a sent form that a question makes anew; it sends all other fields again."""


@desk_page
def standings(desk: Desk) -> HttpResponse:
    """Show the standings over the closed rounds, with lines where the final is cut."""
    record = desk.record
    scores = Scores(record)
    if wants_export(desk.request):
        return list_file(
            desk.request,
            f"{desk.slug}-standings",
            lambda: standings_csv(record),
            lambda: standings_listing(scores).without(*FOR_PROGRAMS),
        )
    listing = standings_listing(scores, with_draft=True, with_moves=True).without(*FOR_FILES)
    return desk.page(
        "director/event/standings.html",
        "standings",
        table=_page_list(desk.slug, listing),
        closed=len(record.closed_rounds),
        disputed=disputed_in(record.closed_rounds),
    )


def _page_list(slug: str, listing: Listing) -> PageList | None:
    """Return a list for a page, its names linked to the entries; None where it has no rows."""
    return on_page(listing, addresses(slug, player="desk_entry")) if listing.rows else None


@desk_page
def final_list(desk: Desk) -> HttpResponse:
    """Show the medals with the reason for each place, ties to be ruled, Pentamind points and juniors; as a file the medal form."""
    request, record = desk.request, desk.record
    if request.GET.get("_export") == "pentamind":
        return csv_file(pentamind_csv(record, DESK_PENTAMIND), f"{desk.slug}-pentamind")
    if wants_spreadsheet(request) and request.GET.get("list") == "pentamind":
        return spreadsheet(pentamind_listing(Scores(record)), f"{desk.slug}-pentamind")
    if wants_export(request):
        return list_file(
            request,
            f"{desk.slug}-medal-form",
            lambda: medal_form_csv(record),
            lambda: form_listing(Scores(record)),
        )
    return _final_page(desk, {})


def _final_page(desk: Desk, typed: Mapping[str, str]) -> HttpResponse:
    """Render the final list; ``typed`` are the fields of a refused ruling, shown again, empty for none."""
    record, slug = desk.record, desk.slug
    scores = Scores(record)
    counting, is_complete = scores.rulings, record.is_complete
    stale = [ruling for ruling in record.ties if ruling not in counting] if is_complete else []
    places = medal_listing(scores, in_lines=True).without("nation")
    won = sum(row["medal"].mark is not None for row in places.records() if "medal" in row)
    return desk.page(
        "director/event/final.html",
        medals=_page_list(slug, places.part(0, won or len(places.rows))),
        places=_page_list(slug, places.part(won, len(places.rows))) if won else None,
        pentamind=_page_list(slug, pentamind_listing(scores).without("player", "nation")) if scores.medals else None,
        juniors=_page_list(slug, junior_listing(scores, in_lines=True).without("nation")),
        ties=[_tie(scores, tie, stale, typed) for tie in scores.ties if is_complete and _is_unruled(tie)],
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


def _is_unruled(tie: Tie) -> bool:
    """Whether nobody has ruled on a tie for a medal."""
    return tie.is_for_a_medal and tie.ruling is None


def _key(players: Sequence[PlayerId]) -> str:
    """Return the numbers of players as the form of a tie sends them."""
    return " ".join(map(str, players))


def _tie(scores: Scores, tie: Tie, stale: Sequence[TieRuling], typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of an unruled tie: its players with the ``typed`` places, and what each step of the tie-break gives.

    ``stale`` are earlier rulings that no longer count; those about one of these players are shown.
    """
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
        "order": order_as_typed(parting.players, parting.places),
        "first": [names[player] for player in parting.blocks[0]],
        "steps": [
            {"number": step.number, "name": step.name, "values": _by_value(step, names)}
            for step in scores.tie_steps(tie.players)
        ],
    }


def _by_value(step: TieStep, names: Mapping[PlayerId, str]) -> list[tuple[list[str], str]]:
    """Return the values of a step of the tie-break, best first, each with the names of the players who have it."""
    return [
        ([names[player] for player, _value in same], words)
        for words, same in groupby(step.values, key=lambda value: value[1])
    ]


@desk_act
def publish(desk: Desk) -> HttpResponse:
    """Publish the final list; ``over_dispute`` in the form is the reason to do so despite an open dispute."""
    return desk.act(
        lambda: publish_final_list(desk.event, desk.actor, desk.request.POST.get("over_dispute", "")),
        desk.address("desk_final"),
        "" if desk.event.is_shown else still_hidden(desk.event),
    )


@desk_confirmation
def withdraw(desk: Desk) -> HttpResponse:
    """Unpublish the final list, after asking."""
    if desk.is_post:
        return desk.act(
            lambda: withdraw_final_list(desk.event, desk.actor),
            desk.address("desk_final"),
            undo=desk.address("desk_publish_final"),
        )
    loses = _("Medals and the results of the last round will disappear from the public pages.")
    return desk.ask(_("Unpublish the final list"), loses, desk.address("desk_final"))


@desk_act
def tie(desk: Desk) -> HttpResponse:
    """Rule a tie for a medal in an order with a reason, or let the players share their place (R65)."""
    posted = desk.request.POST
    players = tuple(PlayerId(whole_number(word)) for word in posted.get("players", "").split())
    if "share" in posted:
        return _ask_or_act(desk, lambda event, by: cancel_tie(event, by, players))
    if "steps" in posted:
        return _by_steps(desk, players)
    form = TieForm(posted, players=players)
    if not players or not form.is_valid():
        for errors in form.errors.values():
            for error in errors:
                messages.error(desk.request, str(error))
        return _final_page(desk, posted)
    typed = form.cleaned_data
    is_told = posted.get("release") == "yes"
    return _rule(desk, typed["players"], typed["reason"], typed["places"], is_told=is_told)


def _by_steps(desk: Desk, players: tuple[PlayerId, ...]) -> HttpResponse:
    """Rule a tie in the order of the tie-break's steps, unless that order has changed since the page was shown."""
    scores = Scores(desk.record)
    known = any(tie.players == players for tie in scores.ties)
    parting = scores.part_by_steps(players) if known else None
    if parting is None or order_as_typed(parting.players, parting.places) != desk.request.POST["steps"]:
        return desk.refused(str(StaleError()), desk.address("desk_final"))
    return _rule(desk, parting.players, reason_of(parting), parting.places, is_told=True)


def _rule(
    desk: Desk, players: Sequence[PlayerId], reason: str, places: Sequence[int], *, is_told: bool
) -> HttpResponse:
    """Rule on a tie; ``is_told`` is whether the director saw what the steps of the tie-break say, and rules all the same."""
    return _ask_or_act(desk, lambda event, by: rule_tie(event, by, players, reason, places, is_told=is_told))


def _ask_or_act(desk: Desk, act: Callable[[Event, Actor], object]) -> HttpResponse:
    """Call ``act``, after asking where that changes medals that are public."""
    moves = _moves(desk, act)
    if not moves or desk.is_confirmed(moves):
        return desk.act(lambda: act(desk.event, desk.actor), desk.address("desk_final"))
    return desk.ask(
        _("Change the public medals"),
        "",
        desk.address("desk_final"),
        moves=moves,
        sends={name: str(value) for name, value in desk.request.POST.items() if name not in NOT_CARRIED},
    )


def _moves(desk: Desk, act: Callable[[Event, Actor], object]) -> Moves:
    """Return the public medals that ``act`` would change; none where it is refused, for calling it will then say why."""
    if not desk.event.is_final_published:
        return Moves()
    try:
        return moves_if(desk, lambda event: act(event, desk.actor))
    except (*REFUSALS, DoneBeforeError):
        return Moves()
