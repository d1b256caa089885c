"""Ties for a medal: what the Olympiad's steps say of them, the director's ruling on one, and its withdrawal (R65, MSO-T)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import zip_longest
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext_lazy

from tournament.access.slices import Mark, Slice
from tournament.desk.acting import REFUSALS
from tournament.desk.changes import moves_if
from tournament.desk.desk import Desk, desk_act
from tournament.desk.fields import DeskForm
from tournament.desk.finals import final_page
from tournament.models import Event, MedalTie, TiedEntry
from tournament.models.queries import record_of
from tournament.record import formats
from tournament.record.acts import Act, Part, Publicity, declare
from tournament.record.event import EventRecord
from tournament.record.figures import Figures, TieFigures
from tournament.record.lengths import LONGEST_RULING
from tournament.record.rounds import TieRuling
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.scores.explaining import Scores
from tournament.scores.medals import Tie, results_to_rank
from tournament.scores.order import Ranking, by_value, in_words, ranked
from tournament.scores.tiebreaks import OLYMPIAD, STEPS, ruling_reason, stored_steps
from tournament.services.changes import Actor, By, Doing, act, act_on
from tournament.services.changes.refusals import DoneBeforeError, DoneError, RefusedError, StaleError
from tournament.tellings.changed import PublicChangeKind, news_of_event
from tournament.tellings.moves import Moves
from tournament.tellings.prizes import FOR_ANOTHER_TIE
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.digits import plain_digits, whole_number
from wording.figures import decimals, listed


def rule_tie(
    event: Event, by: By, players: Sequence[PlayerId], reason: str, places: Sequence[int] = (), *, is_told: bool = True
) -> None:
    """Decide a tie for a medal in the given order, best first (R65). Earlier rulings on these players are replaced.

    ``places`` are the players' places within the tie, in their order; players with equal places share one. Without ``places`` everybody
    has a place of their own. With ``is_told`` public pages show the reason. Raises RefusedError where these players are not tied on the
    final list.
    """
    if not reason.strip():
        raise RefusedError(_("Give a reason for the order, for example “result in the final round”."))
    if len(set(players)) < 2 or len(set(players)) != len(players):
        raise RefusedError(_("List each tied player once, best first."))
    if places and (len(places) != len(players) or len(set(places)) < 2 or list(places) != sorted(places)):
        raise RefusedError(_("Give each tied player a place, best first; they cannot all have the same one."))
    known = Scores(record_of(event))
    ties, counting = known.ties, known.rulings  # computed before the event is locked, so that nobody waits for it
    with act_on(event, by, Act.RULE_TIE, entries=players, reason=reason) as doing:
        entries = {entry.number: entry for entry in doing.event.entries.filter(number__in=players)}
        if set(entries) != set(players):
            raise RefusedError(
                _("There is no entry {number}; reload the page.", number=min(set(players) - set(entries)))
            )
        closed = doing.event.rounds.filter(state=RoundState.CLOSED.value).count()
        if closed < doing.event.rounds_planned:
            raise RefusedError(
                ngettext(
                    "{n} of {planned} rounds has been closed; medals are awarded after the last.",
                    "{n} of {planned} rounds have been closed; medals are awarded after the last.",
                    closed,
                    planned=doing.event.rounds_planned,
                )
            )
        if known.record.version != doing.event.version:  # somebody changed the event since, which is rare
            known = Scores(record_of(doing.event))
            ties, counting = known.ties, known.rulings
        tie = next((tie for tie in ties if set(tie.players) == set(players)), None)
        if tie is None:
            names = listed([entries[player].name for player in players])
            raise RefusedError(
                _("{players} are no longer tied on the final list; check its ties again (R65).", players=names)
            )
        replaced = [
            ruling
            for ruling in known.record.ties
            if not set(ruling.players).isdisjoint(players)
            and (set(ruling.players) == set(players) or ruling not in counting)
        ]
        for ruling in replaced:
            _drop_ties(doing.event, ruling.players)
            doing.before = _figures_of(ruling.players, ruling.places)
        ruled = MedalTie.objects.create(event=doing.event, reason=reason.strip(), total=tie.total, is_told=is_told)
        TiedEntry.objects.bulk_create(
            TiedEntry(tie=ruled, entry=entries[player], ordinal=ordinal, place=place)
            for ordinal, (player, place) in enumerate(zip_longest(players, places), 1)
        )
        doing.after = _figures_of(players, places)


declare(
    Act.RULE_TIE,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Tie ruled on: {who}"),
    rows=("MedalTie", "TiedEntry"),
    undone_as=Act.CANCEL_TIE,
    public_news=news_of_event(PublicChangeKind.TIE_RULED),
)


@act(
    Act.CANCEL_TIE,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Ruling on the tie between {who} withdrawn"),
    rows=("MedalTie", "TiedEntry"),
    undone_as=Act.RULE_TIE,
    public_news=news_of_event(PublicChangeKind.TIE_CANCELLED),
)
def cancel_tie(doing: Doing, players: Sequence[PlayerId]) -> None:
    """Withdraw the ruling on exactly these players, so that they share their place again (R65)."""
    doing.about(entries=players)
    if not _drop_ties(doing.event, players):
        raise DoneError
    doing.before = _figures_of(players)


def _figures_of(players: Sequence[PlayerId], places: Sequence[int] = ()) -> Figures:
    """Return a ruling as the log of changes stores it."""
    tie = TieFigures(order=list(players))
    return {"tie": {**tie, "places": list(places)} if len(set(places)) < len(places) else tie}


def _drop_ties(event: Event, players: Sequence[PlayerId]) -> int:
    """Delete every ruling on exactly these players, and return how many there were."""
    about = [
        tie.pk
        for tie in MedalTie.objects.filter(event=event).prefetch_related("members__entry")
        if {member.entry.number for member in tie.members.all()} == set(players)
    ]
    MedalTie.objects.filter(pk__in=about).delete()
    return len(about)


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


def _ties_to_rule(context: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the ties for a medal on which nobody has ruled, for the page of the final list."""
    if not context["is_complete"]:
        return {}
    scores = Scores(context["event"])
    counting = scores.rulings
    stale = [ruling for ruling in scores.record.ties if ruling not in counting]
    unruled = [tie for tie in scores.ties if tie.is_for_a_medal and tie.ruling is None]
    return {"ties": [_tie(scores, tie, stale, context["typed"]) for tie in unruled]}


def _rulings(context: Mapping[Any, Any]) -> dict[str, Any]:
    """Return every ruling in words, and before it that it was made for another tie where it no longer counts."""
    record = context["event"]
    counting = Scores(record).rulings if context["is_complete"] else record.ties
    return {
        "ruled": [
            (_ruling_in_words(record, ruling), _key(ruling.players), "" if ruling in counting else FOR_ANOTHER_TIE)
            for ruling in record.ties
        ]
    }


def _key(players: Sequence[PlayerId]) -> str:
    """Return the numbers of players as the form of a tie sends them."""
    return " ".join(map(str, players))


def _tie(scores: Scores, tie: Tie, stale: Sequence[TieRuling], typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of an unruled tie: its players with the ``typed`` places, and what each step of the tie-break gives.

    ``stale`` are earlier rulings that no longer count; those about one of these players are shown.
    """
    record, results = scores.record, results_to_rank(scores.record)
    ranking = ranked(tie.players, OLYMPIAD, results)
    names = {player: record.name_of(player) for player in tie.players}
    mine = typed if typed.get("players") == _key(tie.players) else {}
    return {
        "players": [(player, names[player], mine.get(f"place-{player}", "")) for player in tie.players],
        "reason": mine.get("reason", ""),
        "key": _key(tie.players),
        "names": list(names.values()),
        "total": tie.total,
        "stale": [
            _ruling_in_words(record, ruling) for ruling in stale if not set(ruling.players).isdisjoint(tie.players)
        ],
        "parted": _steps_in_words(record, ranking) if ranking.splits else (),
        "order": _order_as_typed(ranking),
        "first": [names[player] for player in ranking.groups[0]],
        "steps": [
            {
                "number": number,
                "name": key.words,
                "values": [
                    ([names[player] for player in equal], in_words(key, value))
                    for value, equal in by_value(tie.players, key, results).items()
                ],
            }
            for key, number in STEPS.items()
        ],
    }


def _steps_in_words(record: EventRecord, ranking: Ranking) -> tuple[str, ...]:
    """Return a sentence on each step that separated tied players, in order, and on the players who still share a place."""
    return (
        *(
            _(
                "Step {number}, {step}: {order}.",
                number=STEPS[split.key],
                step=split.key.words,
                order=_in_order(
                    pgettext(
                        "players and what a step compares",
                        "{names} ({value})",
                        names=listed(map(record.name_of, equal)),
                        value=in_words(split.key, value),
                    )
                    for value, equal in split.parts.items()
                ),
            )
            for split in ranking.splits
        ),
        *(
            _("{names} share the place.", names=listed(map(record.name_of, block)))
            for block in ranking.groups
            if len(block) > 1
        ),
    )


def _in_order(names: Iterable[str]) -> str:
    """Return players in the order of their places: "Ada before Ben before Cai"."""
    return reduce(lambda better, worse: _("{better} before {worse}", better=better, worse=worse), names)


def _ruling_in_words(record: EventRecord, ruling: TieRuling) -> str:
    """Return a ruling on a tie as text: the order of the players, who shares a place, the total on which they are equal, and the reason."""
    order = _in_order(_shared_place_names(record, block) for block in ruling.blocks(ruling.players))
    reason = ruling_reason(ruling.reason).strip().rstrip(".")
    if ruling.total is None:
        return _("{order}; {reason}.", order=order, reason=reason)
    return _("{order}, level on {total}; {reason}.", order=order, total=decimals(ruling.total, 3), reason=reason)


def _shared_place_names(record: EventRecord, players: Sequence[PlayerId]) -> str:
    """Return the players of one place; several share it."""
    names = listed(map(record.name_of, players))
    return _("{names} (shared)", names=names) if len(players) > 1 else names


def _order_as_typed(ranking: Ranking) -> str:
    """Return an order of players as a form sends it: player numbers, best first, with "=" before one who shares the place before."""
    return " ".join(" =".join(map(str, group)) for group in ranking.groups)


NOT_CARRIED = frozenset({"key", "seen", "shown", "confirmed", "csrfmiddlewaretoken"})
"""Fields of a sent form that a question makes anew; it sends all other fields again."""


@desk_act
def decide(desk: Desk) -> HttpResponse:
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
        return final_page(desk, posted)
    typed, is_told = form.cleaned_data, posted.get("release") == "yes"
    ruling = typed["players"], typed["reason"], typed["places"]
    return _ask_or_act(desk, lambda event, by: rule_tie(event, by, *ruling, is_told=is_told))


def _by_steps(desk: Desk, players: tuple[PlayerId, ...]) -> HttpResponse:
    """Rule a tie in the order of the tie-break's steps, unless that order has changed since the page was shown."""
    scores = Scores(desk.record)
    known = any(tie.players == players for tie in scores.ties)
    ranking = ranked(players, OLYMPIAD, results_to_rank(scores.record)) if known else None
    if ranking is None or _order_as_typed(ranking) != desk.request.POST["steps"]:
        return desk.refused(str(StaleError()), desk.address("desk_final"))
    reason, places = stored_steps(dict.fromkeys(STEPS[split.key] for split in ranking.splits)), ranking.places
    return _ask_or_act(desk, lambda event, by: rule_tie(event, by, tuple(places), reason, tuple(places.values())))


def _ask_or_act(desk: Desk, rules: Callable[[Event, Actor], object]) -> HttpResponse:
    """Call ``rules``, after asking where that changes medals that are public."""
    moves = _moves(desk, rules)
    if not moves or desk.is_confirmed(moves):
        return desk.act(lambda: rules(desk.event, desk.actor), desk.address("desk_final"))
    return desk.ask(
        _("Change the public medals"),
        "",
        desk.address("desk_final"),
        moves=moves,
        sends={name: str(value) for name, value in desk.request.POST.items() if name not in NOT_CARRIED},
    )


def _moves(desk: Desk, rules: Callable[[Event, Actor], object]) -> Moves:
    """Return the public medals that ``rules`` would change; none where it is refused, for calling it will then say why."""
    if not desk.event.is_final_published:
        return Moves()
    try:
        return moves_if(desk, lambda event: rules(event, desk.actor))
    except (*REFUSALS, DoneBeforeError):
        return Moves()


SLICE = Slice(
    "ties",
    part=formats.Part.MEDALS,
    pages=(path("final/tie/", decide, name="desk_tie"),),
    marks={
        "final": Mark("director/event/_ties.html", _ties_to_rule),
        "final.more": Mark("director/event/_rulings.html", _rulings),
    },
)
