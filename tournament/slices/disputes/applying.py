"""The cash of a log as its table's result, by a ruling (R11, R68)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy

from tournament.desk.acting import REFUSALS, both_results, undo_address
from tournament.desk.desk import Desk, desk_form
from tournament.desk.fields import DeskForm
from tournament.models import GameLog
from tournament.public.replay import shown_cash
from tournament.public.result_form import AmountField
from tournament.record.event import RoundRecord
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.lengths import LONGEST_RULING
from tournament.record.rounds import DisputeRecord
from tournament.record.vocabulary import PlayerId
from tournament.replays.money import CashComparison, Offer, compare
from tournament.replays.rulings import doubts_of, obstacles, propose_ruling
from tournament.replays.steps import SeatGuess
from tournament.replays.table_log import UnreadableLogError
from tournament.replays.verdict import ToldStory, verdict_of
from tournament.services.results.official import ResultConflictError
from tournament.slices.disputes.acts import apply_cash
from tournament.slices.disputes.disputes import log_or_404
from tournament.slices.disputes.logs import LogAtTable, at_table
from tournament.tellings.moves import Moves, effect_in_words, moves_of
from tournament.tellings.words import dollars, places_moved
from wording import gettext as _
from wording import gettext_noop
from wording.figures import listed_or

ANOTHER = "another"
"""The value of the choice "another amount", which the director then types."""


OTHER = "other"
"""The value of the choice "other amounts", which the director then chooses player by player."""


REASON_LENGTH = 150


UNPROVED = gettext_noop("The log does not prove the cash; choose or enter an amount.")


class ApplyForm(DeskForm):
    """Which player at the table each player of the log is, the ruling, and the open disputes that it settles.

    For players whose cash the log does not prove, the director chooses what happened, or else player by player one of the offered amounts,
    or types another with a reason (R11).
    """

    ruling = forms.CharField(
        label=gettext_lazy("Ruling"),
        max_length=LONGEST_RULING,
        widget=forms.Textarea(attrs={"rows": 6, "class": "grows"}),
    )
    settles = forms.MultipleChoiceField(
        label=gettext_lazy("Disputes settled by this ruling"), required=False, widget=forms.CheckboxSelectMultiple
    )
    proposed = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        *arguments: Any,
        guesses: Sequence[SeatGuess],
        names: Mapping[PlayerId, str],
        disputes: Sequence[DisputeRecord],
        offers: Callable[[str, PlayerId | None], Sequence[Offer] | None] = lambda log_id, player: None,
        stories: Callable[[Mapping[str, PlayerId]], Sequence[ToldStory]] = lambda seats: (),
        **options: Any,
    ) -> None:
        """``names`` are the players at the table by number, in the order of the seats; ``disputes`` are the open ones about this table.

        ``offers`` has for an ID of the log and a player at the table the amounts to choose from, None where the log proves the cash. The
        first offer is chosen beforehand where ``initial`` names it. ``stories`` has for the players at the table by ID of the log what may
        have happened.
        """
        super().__init__(*arguments, **options)
        self.guesses, self.names = guesses, names
        self.fields["ruling"].error_messages["required"] = _("Write the ruling; the players will read it.")
        self.initial["settles"] = [str(dispute.key) for dispute in disputes]
        self.fields["settles"].choices = [(str(dispute.key), dispute.question) for dispute in disputes]  # type: ignore[attr-defined]
        if not disputes:
            del self.fields["settles"]
        for place, guess in enumerate(guesses):
            name = guess.log_player.name
            field = forms.TypedChoiceField(
                label=name if name == guess.log_player.id else _("{id} ({name})", id=guess.log_player.id, name=name),
                choices=[("", _("Choose")), *names.items()],
                coerce=lambda number: PlayerId(int(number)),
                help_text=_seat_help(guess),
            )
            self.fields[f"seat-{place}"] = field
            self.initial.setdefault(f"seat-{place}", guess.player)
        at_table = {guess.log_player.id: self._player_at(place) for place, guess in enumerate(guesses)}
        found = [offers(log_id, player) for log_id, player in at_table.items()]
        self.offers = {place: offered for place, offered in enumerate(found) if offered is not None}
        self.stories = stories({log_id: player for log_id, player in at_table.items() if player is not None})
        self._ask_story(at_table)
        self._ask_amounts()

    def _player_at(self, place: int) -> PlayerId | None:
        """Return the player at the table whom the form has for the player of the log at index ``place``; None for nobody."""
        sent = str(self.data.get(f"seat-{place}", "")) if self.is_bound else ""
        chosen = PlayerId(int(sent)) if sent.isdecimal() else self.guesses[place].player
        return chosen if chosen in self.names else None

    def _ask_story(self, at_table: Mapping[str, PlayerId | None]) -> None:
        """Add the choice between the stories of what happened, where there are any."""
        if not self.stories:
            return
        called = {guess.log_player.id: guess.log_player.name for guess in self.guesses}
        called |= {log_id: self.names[player] for log_id, player in at_table.items() if player is not None}
        told = [(str(place), _line_of(story, called)) for place, story in enumerate(self.stories)]
        self.fields["story"] = forms.ChoiceField(
            label=_("What happened?"),
            choices=[*told, (OTHER, _("another amount"))],
            widget=forms.RadioSelect,
            required=False,
        )

    def _ask_amounts(self) -> None:
        """Add fields for each player whose cash is unproved: a choice of offered amounts and another amount; then one reason for all."""
        for place, offered in self.offers.items():
            player = self._player_at(place)
            who = self.guesses[place].log_player.name if player is None else self.names[player]
            amounts = [(str(offer.amount), f"{dollars(offer.amount)}: {offer.source}") for offer in offered]
            if amounts:
                self.fields[f"pick-{place}"] = forms.ChoiceField(
                    label=_("{player}: final cash", player=who),
                    choices=[*amounts, (ANOTHER, _("another amount"))],
                    widget=forms.RadioSelect,
                    required=False,
                )
            label = _("Another amount for {player}", player=who) if amounts else _("{player}: final cash", player=who)
            self.fields[f"amount-{place}"] = AmountField(MSO_ACQUIRE.amount, label)
        if self.offers:
            self.fields["reason"] = forms.CharField(
                label=_("Reason"),
                max_length=REASON_LENGTH,
                required=False,
                widget=forms.Textarea(attrs={"rows": 2, "class": "grows"}),
            )

    @property
    def amount_fields(self) -> list[list[forms.BoundField]]:
        """The fields that ask for cash that the log does not prove, player by player in the order of the log."""
        return [
            [self[name] for kind in ("pick", "amount") if (name := f"{kind}-{place}") in self.fields]
            for place in self.offers
        ]

    @property
    def chosen(self) -> dict[str, Offer]:
        """The amounts chosen or typed by the director, by the player's ID in the log; players without an amount are left out."""
        found: dict[str, Offer] = {}
        typed = self.cleaned_data if self.is_bound else self.initial
        story = typed.get("story", "")
        if story and story != OTHER:
            return dict(self.stories[int(story)].amounts)
        for place, offered in self.offers.items():
            pick = typed.get(f"pick-{place}", "") or ANOTHER
            own = next((offer for offer in offered if str(offer.amount) == pick), None)
            amount = typed.get(f"amount-{place}") if pick == ANOTHER else None
            offer = own if amount is None else Offer(amount)
            if offer is not None:
                found[self.guesses[place].log_player.id] = offer
        return found

    @property
    def reason(self) -> str:
        """Why the director chose these amounts; empty where nothing was typed."""
        typed: str = self.cleaned_data.get("reason", "") if self.is_bound else ""
        return " ".join(typed.split())

    def _check_amounts(self) -> None:
        """Add an error for every unproved amount that was not chosen, and one where the reason for a typed amount is missing."""
        chosen = self.chosen
        if self.offers and not chosen and self.stories and not (self.cleaned_data.get("story") or self.errors):
            self.add_error("story", _(UNPROVED))
            return
        for place in self.offers:
            if self.guesses[place].log_player.id not in chosen:
                first = f"pick-{place}" if f"pick-{place}" in self.fields else f"amount-{place}"
                if not {first, f"amount-{place}"} & self.errors.keys():
                    self.add_error(first, _(UNPROVED))
        own = {log_id: offer.amount for log_id, offer in chosen.items() if not offer.source}
        if own and not self.reason:
            log_id, amount = next(iter(own.items()))
            name = next(guess.log_player.name for guess in self.guesses if guess.log_player.id == log_id)
            self.add_error(
                "reason",
                _(
                    "Explain why {player} has {amount}; the log does not prove it (R11).",
                    player=name,
                    amount=dollars(amount),
                ),
            )

    @property
    def is_sure(self) -> bool:
        """Whether every player of the log was found at the table by more than the order of play."""
        return all(guess.is_sure for guess in self.guesses)

    @property
    def seat_errors(self) -> bool:
        """Whether the choice of a player at the table is wrong or missing."""
        return any(name.startswith("seat-") for name in self.errors)

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        """The fields that say which player at the table each player of the log is, in the order of the log."""
        return [self[f"seat-{place}"] for place in range(len(self.guesses))]

    @property
    def seats(self) -> dict[str, PlayerId]:
        """The player at the table for each ID of the log; IDs for which nobody is chosen are left out."""
        chosen = self.cleaned_data if self.is_bound else self.initial
        return {
            guess.log_player.id: chosen[f"seat-{place}"]
            for place, guess in enumerate(self.guesses)
            if chosen.get(f"seat-{place}")
        }

    def clean(self) -> dict[str, Any]:
        """Refuse a player who is chosen for two players of the log, and unproved amounts without a choice where the result is applied."""
        typed = super().clean() or {}
        if "apply" in self.data:
            self._check_amounts()
        first: dict[PlayerId, str] = {}
        for place, guess in enumerate(self.guesses):
            player = typed.get(f"seat-{place}")
            if player is None:
                continue
            other = first.setdefault(player, guess.log_player.id)
            if other != guess.log_player.id:
                self.add_error(
                    f"seat-{place}",
                    _(
                        "{player} is already {other} in the log; choose another player for {id}.",
                        player=self.names[player],
                        other=other,
                        id=guess.log_player.id,
                    ),
                )
        return typed

    def follow(self, proposal: str, without_reason: str) -> bool:
        """Put a newly proposed ruling in place of the old one unless the director edited that.

        Return whether the words changed by it; a reason, which the director typed himself, is no change: ``without_reason`` is the
        proposal without it.
        """
        old = _lines(str(self.data.get("proposed", "")))
        was_untouched = _lines(str(self.data.get("ruling", ""))) == old
        data = self.data.copy()  # type: ignore[attr-defined]
        data["proposed"] = proposal
        if was_untouched:
            data["ruling"] = proposal
        self.data = data
        is_reason = "\n".join(old).startswith("\n".join(_lines(without_reason)))
        return was_untouched and old != _lines(proposal) and not is_reason

    @property
    def words(self) -> str:
        """The ruling as it is kept: with the reason, also where the director wrote words of his own without it."""
        ruling = str(self.data.get("ruling", "")).strip()
        return ruling if self.reason in " ".join(ruling.split()) else f"{ruling}\n{self.reason}"

    @property
    def settled_keys(self) -> set[int]:
        """The keys of the disputes that the ruling settles."""
        return {int(key) for key in self.cleaned_data.get("settles", ())}


def _lines(text: str) -> list[str]:
    """Return the lines of a text, so that texts are compared without the line ends that browsers change."""
    return text.strip().splitlines()


def _line_of(story: ToldStory, names: Mapping[str, str]) -> str:
    """Return the line of a story among the choices, with what else may have happened with the same cash; ``names`` are by ID of the log."""
    if not story.others:
        return story.label(names)
    return format_html(
        _('<span>{story} <small class="soft">or {others}</small></span>'),
        story=story.label(names),
        others=listed_or(story.others),
    )


def _seat_help(guess: SeatGuess) -> str:
    """Return the help text where it is not sure which player at the table a player of the log is."""
    if guess.likeness is None:
        return _("Nobody at the table matches this player.")
    return "" if guess.is_sure else _("Matched by order of play; please check.")


@dataclass(frozen=True)
class Case:
    """A log whose computed cash may become the result of its table, with its round, and the log as read."""

    desk: Desk
    log: GameLog
    round_: RoundRecord
    game: LogAtTable

    @property
    def log_page(self) -> str:
        """The address of the page that shows the log with the result of its table."""
        return self.desk.address("desk_log", self.round_.number, self.game.table.number, self.log.pk)

    @property
    def open_disputes(self) -> list[DisputeRecord]:
        """The open disputes of the table."""
        place = (self.round_.number, self.game.table.number)
        return [each for each in self.desk.record.open_disputes if (each.round, each.table) == place]

    def moves(self, rows: tuple[CashComparison, ...]) -> Moves:
        """Return which totals and places would change if the computed cash became the result, and what else; nothing in an open round.

        Raises ScoringError where the result cannot be scored.
        """
        if not self.round_.is_closed:
            return Moves()
        cash = {row.player: row.computed for row in rows}
        seats = tuple(replace(seat, cash=cash[seat.player]) for seat in self.game.table.seats)
        changed = self.round_.with_table(replace(self.game.table, seats=seats, equal_shares_ruling=""))
        return moves_of(self.desk.record, self.desk.record.with_round(changed))

    def apply(
        self,
        rows: Iterable[CashComparison],
        ruling: str,
        settles: Collection[int],
        reasons: Mapping[PlayerId, str] = MappingProxyType({}),
    ) -> None:
        """Make the computed cash the result, and confirm which player at the table each player of the log is."""
        cash = {row.player: row.computed for row in rows if row.computed is not None}
        seats = {row.log_id: row.player for row in rows if row.log_id is not None}
        apply_cash(self.desk.event, self.desk.actor, self.log, cash, ruling, settles, reasons, seats)


@desk_form
def apply_log(desk: Desk, number: int, table: int, log: int) -> HttpResponse:
    """Ask which player is which in the log and for the ruling, show what would change; a POST makes the computed cash the result."""
    found = log_or_404(desk.event, number, table, log)
    round_, here = desk.round_(number), desk.table(number, table)
    try:
        case = Case(desk, found, round_, at_table(desk, found))
        held_up = obstacles(case.game.reading, here)
    except UnreadableLogError as error:
        held_up = (str(error),)
    if held_up:
        return desk.refused(" ".join(held_up), desk.address("desk_log", number, table, log))
    return _decide(case)


def _decide(case: Case) -> HttpResponse:
    """Show the proposed ruling, or make it where the button "apply" was pressed and nothing shown has changed since."""
    desk, reading, names = case.desk, case.game.reading, case.game.names
    likely = case.game.likely
    rows = compare(reading, case.game.table, case.game.seats, likely)
    words = propose_ruling(reading, rows, names)
    if "stands" in desk.request.POST:
        return _let_stand(case, rows, words)
    form = ApplyForm(
        *((desk.request.POST,) if desk.is_post else ()),
        guesses=case.game.guesses,
        names=names,
        disputes=case.open_disputes,
        offers=case.game.offers,
        stories=(lambda _seats: ()) if likely else case.game.stories,
        initial={"ruling": words, "proposed": words}
        | {
            f"pick-{place}": str(likely[player.id].amount)
            for place, player in enumerate(reading.players)
            if player.id in likely
        },
    )
    conflict: ResultConflictError | None = None
    reread = ""
    if form.is_bound and form.is_valid():
        rows = compare(reading, case.game.table, form.seats, form.chosen)
        is_fresh = desk.actor.seen in (None, desk.record.version)
        proposal, bare = (propose_ruling(reading, rows, names, why) for why in (form.reason, ""))
        is_news = form.follow(proposal, bare) and is_fresh and not all(row.agrees for row in rows)
        if "apply" in desk.request.POST and is_news:
            reread = _("The ruling was out of date and has been rewritten to match your choice. Press Apply again.")
        elif "apply" in desk.request.POST:
            try:
                return _apply_ruling(case, rows, form.words, form.settled_keys, form.reason)
            except ResultConflictError as refusal:
                conflict = refusal
            except REFUSALS as refusal:
                form.add_error(None, str(refusal))
    moved, problem = _moves_to_show(case, rows)
    return desk.page(
        "director/disputes/apply_log.html",
        status=409 if conflict else 200,
        number=case.round_.number,
        round=case.round_,
        table=case.game.table,
        log=case.log,
        form=form,
        cash=shown_cash(rows, names),
        has_moves=any(row.difference for row in rows),
        agrees=all(row.agrees for row in rows),
        doubts=[*doubts_of(reading, rows), *problem],
        verdict=verdict_of(case.game.named, rows, names),
        reading=reading,
        moved=moved,
        conflicts=conflict,
        reread=reread,
        has_draft=desk.record.has_draft,
        **both_results(desk.record, conflict),
    )


def _let_stand(case: Case, rows: tuple[CashComparison, ...], words: str) -> HttpResponse:
    """Rule that the result stands, with the words ``words``, where the log proves it; else lead to the page that asks what to rule."""
    desk = case.desk
    if case.game.unsure or not all(row.agrees for row in rows):
        return desk.refused(
            _("The log now proves a different result; choose your ruling again."),
            desk.address("desk_apply_log", case.round_.number, case.game.table.number, case.log.pk),
        )
    keys = {dispute.key for dispute in case.open_disputes}
    return desk.act(lambda: case.apply(rows, words, keys), case.log_page, desk.told_last, undo=_undo_since(desk))


def _undo_since(desk: Desk) -> Callable[[], str]:
    """Return a function that returns the address which undoes all changes of the event after this moment."""
    before = desk.event.version
    return lambda: undo_address(desk.event, *range(before + 1, desk.event.version + 1))


def _apply_ruling(
    case: Case, rows: tuple[CashComparison, ...], ruling: str, settles: Collection[int], reason: str
) -> HttpResponse:
    """Make the computed cash the result, and tell whose totals changed. Raises one of `REFUSALS`, or ResultConflictError."""
    desk = case.desk
    moves = case.moves(rows)
    told = _("by the ruling on what happened")
    reasons = {
        row.player: ": ".join(filter(None, (told if row.chosen.is_told else row.chosen.source, reason)))
        for row in rows
        if row.chosen is not None
    }
    undo = _undo_since(desk)
    case.apply(rows, ruling, settles, reasons)
    if all(row.agrees for row in rows):  # a dispute may have been opened first, which is none of the news
        return desk.done(desk.told_last(), case.log_page, undo())
    effects = (places_moved(moves.totals), effect_in_words(moves.effect)) if case.round_.is_closed else ()
    return desk.did(case.log_page, undo=undo(), more=effects)


def _moves_to_show(case: Case, rows: tuple[CashComparison, ...]) -> tuple[Moves | None, tuple[str, ...]]:
    """Return what would change, and sentences why it cannot be scored.

    Nothing (None) would change in an open round, where an amount is not computed yet, or where it cannot be scored.
    """
    if not case.round_.is_closed or any(row.computed is None for row in rows):
        return None, ()
    try:
        return case.moves(rows), ()
    except REFUSALS as refusal:
        return None, (str(refusal),)
