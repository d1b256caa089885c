"""The forms of game logs, disputes and rulings; a log is parsed while its form is checked, so that errors appear beside its text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.html import format_html

from games.acquire.errors import LogError
from games.acquire.logs.sheets.encodings import UTF_8, text_of
from tournament.desk.forms.fields import DeskForm
from tournament.desk.tablelogs import Excerpt, excerpts_of
from tournament.models.gamelog import MAX_LOG_CHARACTERS
from tournament.public.forms.results import DollarsField
from tournament.record.event import DisputeRecord
from tournament.record.vocabulary import PlayerId, format_dollars
from tournament.replays import Offer, SeatGuess, TableHeader, ToldStory, UnreadableLogError, read_game

RULING_LENGTH = 4_000


class LogForm(DeskForm):
    """A log as pasted text or as a file; a file that cannot be read is shown as text, to be corrected in place."""

    text = forms.CharField(
        label="Text of the log",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false", "autocomplete": "off", "class": "log-text"}),
    )
    file = forms.FileField(label="Or a file", required=False, allow_empty_file=True)
    title = forms.CharField(
        label="Name of the log", required=False, max_length=120, help_text="For example “scribe’s sheet”."
    )

    excerpts: Sequence[Excerpt] = ()
    #: The encoding in which the letters of the file are.
    encoding = UTF_8

    def __init__(self, *arguments: Any, table: TableHeader, **options: Any) -> None:
        """``table`` is what is known of the game without the log: players, seats, starting tiles and chain names."""
        super().__init__(*arguments, **options)
        self.table = table

    def clean_file(self) -> str:
        """Return the text of the file, empty where none was chosen; ValidationError where it is too large or no text."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is None:
            return ""
        size = file.size or 0
        if size > MAX_LOG_CHARACTERS:
            raise ValidationError(
                f"{file.name} has {size:,} bytes; at most {MAX_LOG_CHARACTERS:,} are kept. Choose one game alone."
            )
        try:
            text, self.encoding = text_of(file.read())
        except LogError:
            raise ValidationError(f"{file.name} is no text. Save it as a text file, or paste its text.") from None
        return text

    def clean(self) -> dict[str, Any]:
        """Check that the file, or without one the pasted text, can be read as a log, and put it into ``text``."""
        typed = super().clean() or {}
        if self.errors:
            return typed
        if typed["file"].strip():
            typed["text"] = typed["file"]
            # The text of the file is put into the field for text, where it can be corrected.
            self.data = {**self.data.dict(), "text": typed["file"]}  # type: ignore[attr-defined]
        text = typed["text"]
        if not text.strip():
            self.add_error("text", "The log is empty; paste its text or choose a file.")
        elif len(text) > MAX_LOG_CHARACTERS:
            self.add_error(
                "text",
                f"The log has {len(text):,} characters; at most {MAX_LOG_CHARACTERS:,} are kept. Attach one game alone.",
            )
        else:
            self._read(text)
        return typed

    def _read(self, text: str) -> None:
        """Read the text as a log; where it cannot be read, keep excerpts of the faulty lines and add the error to the field."""
        try:
            read_game(text, self.table)
        except UnreadableLogError as error:
            self.excerpts = excerpts_of(error.problems)
            self.add_error("text", str(error))


class DisputeForm(DeskForm):
    """A question about a table's game, and the log it is about where there is one."""

    question = forms.CharField(
        label="What is disputed", max_length=300, help_text="For example “final cash of the second player”."
    )
    log = forms.ChoiceField(label="About the log", required=False)

    def __init__(self, *arguments: Any, logs: Sequence[tuple[int, str]], **options: Any) -> None:
        """``logs`` are keys and names of the table's logs; without one the field is left out."""
        super().__init__(*arguments, **options)
        if logs:
            self.fields["log"].choices = [("", "none"), *logs]  # type: ignore[attr-defined]
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
        label="What the players are told", max_length=RULING_LENGTH, widget=forms.Textarea(attrs={"rows": 5})
    )

    def __init__(self, *arguments: Any, is_ruled: bool, **options: Any) -> None:
        """``is_ruled`` is whether the dispute is being ruled: then the words are required."""
        super().__init__(*arguments, **options)
        self.fields["ruling"].required = is_ruled
        self.fields["ruling"].error_messages["required"] = "Write the ruling; it is what the players are told."


ANOTHER = "another"
"""The value of the choice "another amount", which the director then types."""

OTHER = "other"
"""The value of the choice "other amounts", which the director then chooses player by player."""

REASON_LENGTH = 150


class ApplyForm(DeskForm):
    """Which player at the table each player of the log is, the ruling, and the open disputes that it settles.

    For players whose cash the log does not prove, the director chooses what happened, or else player by player one of the offered amounts,
    or types another with a reason (R11).
    """

    ruling = forms.CharField(
        label="Ruling", max_length=RULING_LENGTH, widget=forms.Textarea(attrs={"rows": 6, "class": "grows"})
    )
    settles = forms.MultipleChoiceField(
        label="Disputes settled by this ruling", required=False, widget=forms.CheckboxSelectMultiple
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
        self.fields["ruling"].error_messages["required"] = (
            "Write the ruling with the finding it rests on; it is kept with the result."
        )
        self.initial["settles"] = [str(dispute.key) for dispute in disputes]
        self.fields["settles"].choices = [(str(dispute.key), dispute.question) for dispute in disputes]  # type: ignore[attr-defined]
        if not disputes:
            del self.fields["settles"]
        for place, guess in enumerate(guesses):
            name = guess.log_player.name
            field = forms.TypedChoiceField(
                label=name if name == guess.log_player.id else f"{guess.log_player.id} ({name})",
                choices=[("", "Choose"), *names.items()],
                coerce=lambda number: PlayerId(int(number)),
                help_text=_how_found(guess),
            )
            field.error_messages["required"] = f"Say who of the table {name} is."
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
            label="What happened", choices=[*told, (OTHER, "Other amounts")], widget=forms.RadioSelect, required=False
        )

    def _ask_amounts(self) -> None:
        """Add fields for each player whose cash is unproved: a choice of offered amounts and another amount; then one reason for all."""
        for place, offered in self.offers.items():
            player = self._player_at(place)
            who = self.guesses[place].log_player.name if player is None else self.names[player]
            amounts = [(str(offer.amount), f"{format_dollars(offer.amount)}: {offer.source}") for offer in offered]
            if amounts:
                self.fields[f"pick-{place}"] = forms.ChoiceField(
                    label=f"Final cash of {who}",
                    choices=[*amounts, (ANOTHER, "another amount")],
                    widget=forms.RadioSelect,
                    required=False,
                )
            label = f"Another amount for {who}" if amounts else f"Final cash of {who}"
            self.fields[f"amount-{place}"] = DollarsField(label=label, required=False, max_length=20)
        if self.offers:
            self.fields["reason"] = forms.CharField(
                label="Why these amounts",
                max_length=REASON_LENGTH,
                required=False,
                widget=forms.Textarea(attrs={"rows": 2, "class": "grows"}),
                help_text="What the table told you; the players read it in the ruling. Needed for another amount.",
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
            self.add_error("story", "The log does not prove the cash: choose what happened, or other amounts.")
            return
        for place in self.offers:
            if self.guesses[place].log_player.id not in chosen:
                first = f"pick-{place}" if f"pick-{place}" in self.fields else f"amount-{place}"
                if not {first, f"amount-{place}"} & self.errors.keys():
                    self.add_error(first, "The log does not prove this amount; choose it or type it.")
        if not self.reason and any(not offer.source for offer in chosen.values()):
            self.add_error("reason", "Write why this amount; neither the log nor the result has it (R11).")

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
                    f"{self.names[player]} is {other} of the log already; choose another player for {guess.log_player.id}.",
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
        '<span>{} <small class="soft">or {}</small></span>', story.label(names), ", or ".join(story.others)
    )


def _how_found(guess: SeatGuess) -> str:
    """Return the help text that says how a player of the log was matched with a player at the table."""
    if guess.likeness is None:
        return "Nobody at the table is found for this player."
    return f"Found by {guess.likeness.value}{'' if guess.is_sure else '; check it'}."
