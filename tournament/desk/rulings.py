"""The form that makes the cash of a log the result of its table, with a ruling.

The forms of a dispute and of the words that settle it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy

from tournament.desk.fields import DeskForm
from tournament.public.result_form import DollarsField
from tournament.record.event import DisputeRecord
from tournament.record.vocabulary import PlayerId
from tournament.replays import Offer, SeatGuess, ToldStory
from tournament.tellings.words import dollars
from wording import gettext as _
from wording import gettext_noop, pgettext
from wording.figures import listed_or

RULING_LENGTH = 4_000


class DisputeForm(DeskForm):
    """A question about a table's game, and the log it is about where there is one."""

    question = forms.CharField(
        label=gettext_lazy("What is disputed?"),
        max_length=300,
    )
    log = forms.ChoiceField(label=gettext_lazy("About the log"), required=False)

    def __init__(self, *arguments: Any, logs: Sequence[tuple[int, str]], **options: Any) -> None:
        """``logs`` are keys and names of the table's logs; without one the field is left out."""
        super().__init__(*arguments, **options)
        if logs:
            self.fields["log"].choices = [("", pgettext("no log", "none")), *logs]  # type: ignore[attr-defined]
        else:
            del self.fields["log"]

    @property
    def log_key(self) -> int | None:
        """The key of the chosen log, None where none was chosen."""
        chosen = self.cleaned_data.get("log", "")
        return int(chosen) if chosen else None


class RulingForm(DeskForm):
    """The words of a ruling; a dispute is withdrawn or opened again without any."""

    ruling = forms.CharField(
        label=gettext_lazy("Ruling for the players"),
        max_length=RULING_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def __init__(self, *arguments: Any, is_ruled: bool, **options: Any) -> None:
        """``is_ruled`` is whether the dispute is being ruled: then the words are required."""
        super().__init__(*arguments, **options)
        self.fields["ruling"].required = is_ruled
        self.fields["ruling"].error_messages["required"] = _("Write the ruling; the players will read it.")


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
        max_length=RULING_LENGTH,
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
        found = [offers(guess.log_player.id, self._player_at(place)) for place, guess in enumerate(guesses)]
        self.offers = {place: offered for place, offered in enumerate(found) if offered is not None}
        at_table = {guess.log_player.id: self._player_at(place) for place, guess in enumerate(guesses)}
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
            self.fields[f"amount-{place}"] = DollarsField(label=label, required=False, max_length=20)
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
