"""What the pages of a round show beside its tables: an out-of-date draft, and links to changes in the hall.

What a director asks of a draw, and the small forms around a round: they check what was typed and save nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournament.day.phones import going_on, going_on_in_words, numbers_listed
from tournament.day.reseating import reason_not_by_chart, reason_not_to_reopen, reason_to_stay_public
from tournament.desk.desk import Desk
from tournament.desk.event_forms import choices_of
from tournament.desk.fields import DeskForm, not_a_number
from tournament.draw.allocation import AllocationError, TableChoice, free_arrangement
from tournament.draw.pairings.ranked import Roll
from tournament.draw.seating import ClockError, name_of_round, round_time
from tournament.draw.sitouts import players_who_sat_out, why_stale
from tournament.models import Change, Event
from tournament.public.form_words import WholeField
from tournament.record.acts import Act, Part, acts_of
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import DECIDED_BY_RESULTS, OnDevices, PlayerId, RoundKind, SeatSource, SitOutKind
from tournament.services.draws import DrawOrder, new_seed, ranked_to_cut, ties_across_cuts
from tournament.tellings.diary import sentence_of
from tournament.tellings.draw import protocol_of, reason_of
from tournament.tellings.times import end_of, start_in_words
from tournament.tellings.words import by_name, thousandths
from wording import gettext as _
from wording import ngettext
from wording.digits import plain_digits

LARGEST_SEED = 2**63 - 1
LONGEST_ROLL = 6
MOST_ROLLS = 9

SIT_OUT_KINDS = (
    (SitOutKind.STANDARD.value, gettext_lazy("normal sit-out (R51)")),
    (SitOutKind.PAIRING_PROBLEM.value, gettext_lazy("pairing problem, not the player's fault (R52)")),
)


class DrawForm(DeskForm):
    """The form that makes a draw: the pressed button sends the sizes of the tables, and every other field has a default."""

    use = forms.CharField(max_length=4000, widget=forms.HiddenInput)
    seed = WholeField(
        label=gettext_lazy("Seed"),
        required=False,
        min_value=0,
        max_value=LARGEST_SEED,
        help_text=gettext_lazy("The same seed gives the same draw. Leave this blank for a new seed."),
    )
    seat_source = forms.ChoiceField(label=gettext_lazy("Order of play"))
    sitting_out = forms.TypedChoiceField(
        label=gettext_lazy("Who sits out?"), coerce=int, required=False, empty_value=None
    )
    sit_out_reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Only needed if you do not choose the suggested player."),
    )
    sit_out_kind = forms.ChoiceField(label=gettext_lazy("Scored as"), choices=SIT_OUT_KINDS, required=False)
    replaces = WholeField(required=False, widget=forms.HiddenInput)
    over_dispute = forms.CharField(
        label=gettext_lazy("Why seat the final despite the dispute?"), required=False, max_length=280
    )

    def __init__(self, *arguments: Any, record: EventRecord, number: int, **options: Any) -> None:
        """``record`` gives the players who may be chosen to sit out; ``number`` is the round to draw."""
        super().__init__(*arguments, **options)
        self.record, self.number = record, number
        rested = players_who_sat_out(record)
        self.fields["sitting_out"].choices = lambda: [  # type: ignore[attr-defined]  # listed where it is needed
            ("", _("the player named by the rules (R50)")),
            *((entry.player, entry.numbered) for entry in by_name(record.active) if entry.player not in rested),
        ]
        offered = record.format.offered(SitOutKind)
        self.fields["sit_out_kind"].choices = [row for row in SIT_OUT_KINDS if row[0] in offered]  # type: ignore[attr-defined]
        self.fields["seat_source"].required = False
        sources = choices_of((record.format.seats_by, SeatSource.CHART))
        self.fields["seat_source"].choices = sources  # type: ignore[attr-defined]

    def clean_use(self) -> TableChoice:
        """Return the sizes and the kind of round that the pressed button sent; ValidationError where its value cannot be read."""
        try:
            return TableChoice.read(str(self.cleaned_data["use"]))
        except AllocationError as refusal:
            raise ValidationError(str(refusal)) from None

    def order(self) -> DrawOrder:
        """Return the draw to make, for the service."""
        typed = self.cleaned_data
        choice: TableChoice = typed["use"]
        return DrawOrder(
            sizes=choice.sizes,
            seed=new_seed() if typed["seed"] is None else typed["seed"],
            seat_source=SeatSource(typed["seat_source"] or SeatSource.TILES.value),
            sitting_out=typed["sitting_out"],
            sit_out_reason=typed["sit_out_reason"],
            sit_out_kind=SitOutKind(typed["sit_out_kind"]) if typed["sit_out_kind"] else None,
            dice=typed["dice"],
            kind=choice.kind,
            replaces=typed["replaces"],
            top_table=choice.top_table,
            over_dispute=typed["over_dispute"],
        )

    def clean(self) -> dict[str, Any]:
        """Read the rolls of dice too. A roll that is not a number is an error, so that the seed never decides in its place (R47)."""
        typed = super().clean() or {}
        typed["dice"] = self._dice()
        return typed

    def _dice(self) -> Mapping[PlayerId, Roll]:
        """Return the typed rolls of dice by player, from the fields ``dice-<number>``; add an error for one that is not a number."""
        rolled: dict[PlayerId, Roll] = {}
        for name, text in self.data.items():
            number, rolls = name.removeprefix("dice-"), plain_digits(str(text)).split()
            if not name.startswith("dice-") or not (number.isascii() and number.isdigit()) or not rolls:
                continue
            if not all(roll.isascii() and roll.isdigit() and len(roll) <= LONGEST_ROLL for roll in rolls[:MOST_ROLLS]):
                self.add_error(None, not_a_number(" ".join(rolls), "4"))
                continue
            rolled[PlayerId(int(number))] = tuple(int(roll) for roll in rolls[:MOST_ROLLS])
        return rolled


def tied_across_cuts(record: EventRecord, number: int, cuts: Sequence[Sequence[int]]) -> tuple[PlayerId, ...]:
    """Return the players who need dice, best total first: those of equal total whom a cut of round ``number`` would part (R47).

    Each of ``cuts`` is one possible cut: the sizes of the tables, top table first.
    """
    ranking = ranked_to_cut(record, number)
    tied = {player for sizes in cuts for group in ties_across_cuts(ranking, sizes) for player in group}
    return tuple(player for player in ranking.places if player in tied)


MORE_MINUTES = 5
"""The minutes that one press adds to the clock of a round."""


def clock_of_round(record: EventRecord, round_: RoundRecord | None) -> dict[str, Any] | None:
    """Return the clock of a round being played; None without one, and where a table has no time per player (R29)."""
    if round_ is None or round_.is_closed:
        return None
    try:
        time = round_time(round_.sizes, record.format)
    except ClockError:
        return None
    over_by, now = end_of(record, round_), timezone.now()
    left = (over_by - (round_.paused_at or now)).total_seconds() if over_by else 0
    return {
        "number": round_.number,
        "time": time,
        "over_by": over_by,
        "paused_at": round_.paused_at,
        "now": now,
        "is_over": over_by is not None and left <= 0,
        "minutes": abs(int(left)) // 60,
        "more": MORE_MINUTES,
    }


def name_or_number(record: EventRecord, player: PlayerId) -> str:
    """Return the name of a player, or the number where the entry was removed."""
    return record.name_of(player) if player in record.people else _("player {number}", number=player)


DRAWN = (Act.DRAW_ROUND, Act.RESTORE_DRAW)
DISPUTED = (Act.OPEN_DISPUTE, Act.REOPEN_DISPUTE)


def stale_part(desk: Desk, draft: RoundRecord) -> dict[str, Any]:
    """Return why a draft is out of date, the changes since it was drawn, and whether it can be drawn again at once; {} where it is not.

    The draft of a ranked round counts as out of date also where a dispute was opened since: it may change the cut, and publishing the
    round despite it needs a reason (R11).
    """
    record, since = desk.record, _changes_since_draft(desk.event, draft.number)
    why = why_stale(record, draft)
    is_disputed = (
        draft.kind.is_seated_by_rank
        and bool(record.open_disputes)
        and any(change.act in {act.value for act in DISPUTED} for change in since)
    )
    if not why and not is_disputed:
        return {}
    return {
        "stale": why,
        "is_disputed_since": is_disputed,
        "done_since": [(change.made_at, sentence_of(change, record)) for change in since],
        "can_redraw": bool(why) and can_redraw(record, draft),
    }


def can_redraw(record: EventRecord, draft: RoundRecord) -> bool:
    """Whether tables of the same sizes can be drawn again without a question: the players present fill them, and no dice are needed."""
    try:
        free_arrangement(draft.sizes, len(record.active), record.rules_of(draft.number))
    except AllocationError:
        return False
    if draft.kind.is_seated_by_rank:
        return not tied_across_cuts(record, draft.number, [draft.sizes])
    return not any(row.chosen for row in draft.sit_outs)


def _changes_since_draft(event: Event, number: int) -> list[Change]:
    """Return the changes since the draft of a round was drawn that may make it out of date, in order; without undone ones and undos."""
    drawn = event.changes.filter(round_number=number, act__in=[act.value for act in DRAWN])
    version = drawn.order_by("-version").values_list("version", flat=True).first() or 0
    moving = [*acts_of(Part.ENTRIES), *acts_of(Part.RESULTS), *acts_of(Part.PENALTIES), Act.CHANGE_SETTINGS]
    later = list(event.changes.filter(version__gt=version, act__in=moving).order_by("version"))
    undone = {change.undoes for change in later}
    return [change for change in later if change.undoes is None and change.version not in undone]


@dataclass(frozen=True, slots=True)
class Verb:
    """A change that can be made to a round being played: what happened in the hall, and the address that puts it right.

    ``closed`` says why it cannot be done now, empty where it can.
    """

    happened: str
    url: str
    closed: str = ""


def verbs(desk: Desk, round_: RoundRecord) -> tuple[Verb, ...]:
    """Return every change that can be made to a round being played, the frequent ones first."""
    record, number = desk.record, round_.number
    has_cash = any(table.has_cash for table in round_.tables)
    open_tables = sum(not table.holds_figures for table in round_.tables)
    every = "" if open_tables else _("Every table has reported.")
    other = "" if open_tables > 1 else every or _("Every other table has already reported.")
    by_chart = round_.seat_source is SeatSource.CHART
    found = [
        Verb(_("Two players sit at each other's tables"), desk.address("desk_swap", number), other),
        Verb(_("A player did not turn up"), desk.address("desk_no_show", number), every),
        Verb(_("A player has arrived late"), desk.address("desk_join", number), every),
        Verb(_("A table is too large or too small"), desk.address("desk_move", number), other),
        Verb(_("A table has a different number"), desk.address("desk_renumber", number), every),
        Verb(_("A table cannot play"), desk.address("desk_retire", number), other),
    ]
    if record.format.seats_by is SeatSource.TILES:
        tiles = desk.address("desk_tiles", number)
        by_tiles = f"{desk.address('desk_seating', number)}?source={SeatSource.TILES.value}"
        found.append(Verb(_("A table played out of order"), by_tiles if by_chart else tiles))
    if record.extras.chart and round_.seat_source is SeatSource.TILES:
        found.append(
            Verb(
                _("All tables play in the order drawn, without starting tiles"),
                f"{desk.address('desk_seating', number)}?source={SeatSource.CHART.value}",
                reason_not_by_chart(round_),
            )
        )
    found.append(
        Verb(
            _("Draw the whole round again"),
            desk.address("desk_withdraw_round", number),
            to_clear(round_) if has_cash else reason_to_stay_public(record, round_),
        )
    )
    return tuple(found)


def to_clear(round_: RoundRecord) -> str:
    """Return the reason against a change that needs a round without results: which tables have one, and where it is cleared."""
    numbers = [table.number for table in round_.tables if table.has_cash]
    return ngettext(
        "Clear table {tables} first.",
        "Clear tables {tables} first.",
        len(numbers),
        tables=numbers_listed(numbers),
    )


def ask_to_close(desk: Desk, round_: RoundRecord) -> HttpResponse:
    """Ask for the reason to close a round although a game on devices is not finished."""
    name = name_of_round(desk.record, round_.number)
    stays = _("The game stays as it is, but its result cannot be reported once the round is closed.")
    return desk.ask(
        _("Close {round}", round=name),
        f"{going_on_in_words(round_, going_on(round_))} {stays}",
        desk.address("desk_boards", round_.number),
        action=desk.address("desk_close", round_.number),
        reason=_("Reason"),
    )


def round_context(desk: Desk, round_: RoundRecord) -> dict[str, Any]:
    """Return what the page of a published or closed round shows around the grid of its results."""
    record = desk.record
    return {
        "is_ranked": round_.kind is not RoundKind.RANDOM,
        "is_closed": round_.is_closed,
        "on_devices": sum(table.on_devices is not OnDevices.NONE for table in round_.tables),
        "sit_outs": sit_outs(record, round_),
        "protocol": protocol_of(round_),
        "verbs": () if round_.is_closed else verbs(desk, round_),
        "stays_closed": reason_not_to_reopen(record, round_) if round_.is_closed else "",
        "planned": "" if round_.starts_at else starts(record, round_.number),
        "clock": clock_of_round(record, round_),
        "clock_problem": _clock_problem(record, round_),
    }


def starts(record: EventRecord, number: int) -> str:
    """Return when and where a round starts, by its clock or as planned; empty where neither is known."""
    return start_in_words(record, number, timezone.get_current_timezone())


def _clock_problem(record: EventRecord, round_: RoundRecord) -> str:
    """Return why the length of a round is unknown; empty where it is known."""
    try:
        round_time(round_.sizes, record.format)
    except ClockError as unknown:
        return str(unknown)
    return ""


def sit_outs(record: EventRecord, round_: RoundRecord) -> list[dict[str, Any]]:
    """Return the players without a table in a round for the template, with their score and the reason."""
    scores = score_words(record)
    return [
        {
            "player": row.player,
            "name": record.name_of(row.player),
            "score": scores[row.kind],
            "reason": reason_of(row),
            "is_missed": not row.kind.counts_as_sit_out,
        }
        for row in round_.sit_outs
    ]


def score_words(record: EventRecord) -> dict[SitOutKind, str]:
    """Return in words the score of a round not played, by the kind of sit-out (R51-R53)."""
    decided = {kind: kind.words for kind in DECIDED_BY_RESULTS}
    return {kind: thousandths(score) for kind, score in record.format.idle.items()} | decided
