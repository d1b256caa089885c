"""A table's game logs: attach one, look at its replay, publish it. In addresses, ``log`` is its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from games.acquire.errors import LogError, Problem
from games.acquire.logs.language.diagnostics import AskedWord
from games.acquire.logs.reading import UTF_8, text_of
from tournament.access import roles_of
from tournament.desk.changes import UndoControl, undo_of
from tournament.desk.desk import Desk, desk_act, desk_form, desk_page
from tournament.desk.fields import DeskForm
from tournament.installation.processes import read_apart
from tournament.models import Dispute, GameLog
from tournament.models.at_table import MAX_LOG_CHARACTERS
from tournament.public.replay import ShownCause, shown_cash, shown_causes, worth_beside
from tournament.public.replay_viewer import step_asked, viewer
from tournament.record.acts import Role
from tournament.record.event import TableRecord
from tournament.record.vocabulary import DisputeState, PlayerId
from tournament.replays.money import Offer, asks_for_sums_only, compare, offers, unproved_players
from tournament.replays.reading import GameReading, read_game
from tournament.replays.rulings import doubts_of, names_by_event, obstacles
from tournament.replays.steps import SeatGuess, find_seats
from tournament.replays.table_log import TableHeader, UnreadableLogError
from tournament.replays.verdict import Correction, ToldStory, correction_of, stories_of, verdict_of
from tournament.replays.workings import MEANINGS
from tournament.services.gamelogs import LONGEST_TITLE, attach_log, header_in
from tournament.slices.disputes.acts import explain_words, publish_log, withdraw_log
from tournament.slices.disputes.disputes import log_or_404, logs_part
from wording import gettext as _
from wording.digits import whole_number


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A place in a log that was not recognised: what was wrong, and its line, divided before and after the word in doubt."""

    line: int
    column: int
    sentence: str
    before: str
    word: str
    after: str

    @property
    def name(self) -> str:
        """The word in doubt without the signs that close it."""
        return self.word.rstrip(":;,.)")


def _excerpt(problem: Problem) -> Excerpt:
    """Return a place of a log that was not understood."""
    before, rest = problem.text[: problem.column - 1], problem.text[problem.column - 1 :]
    word = rest.split(maxsplit=1)[0] if rest.strip() else ""
    sentence = str(problem)
    told = sentence[:1].upper() + sentence[1:]
    return Excerpt(problem.line, problem.column, told, before.lstrip(), word, rest[len(word) :])


@dataclass(frozen=True, slots=True)
class UnknownWord:
    """A word of a log that the reader does not know, with its lines; ``is_asked`` says whether its meaning is asked for.

    ``meaning`` is the key that stands in the choice: the answer that is stored, else what another log of the event has, else a guess.
    """

    word: str
    times: int
    lines: tuple[Excerpt, ...]
    meaning: str
    is_asked: bool


def unknown_words(log: GameLog, reading: GameReading) -> list[UnknownWord]:
    """Return the unknown words of a log, those first that are asked for; answered ones remain, to be answered otherwise."""
    asked = {each.word.casefold(): each for each in reading.asked}
    places = list(map(_excerpt, (*reading.problems, *(_first_place(reading, each) for each in asked.values()))))
    known = {word.casefold(): meaning for word, meaning in log.words.items()}
    elsewhere = _explained_elsewhere(log) if asked else {}
    names: dict[str, str] = {}
    for word in (*(each.word for each in asked.values()), *log.words, *(place.name for place in places)):
        names.setdefault(word.casefold(), word)
    lines: dict[str, dict[int, Excerpt]] = {key: {} for key in names}
    for place in places:
        lines[place.name.casefold()].setdefault(place.line, place)
    return [
        UnknownWord(
            names[key],
            asked[key].times if key in asked else len(own),
            tuple(own[line] for line in sorted(own)),
            known.get(key) or elsewhere.get(key) or (asked[key].guess if key in asked else ""),
            key in asked or key in known,
        )
        for key, own in lines.items()
    ]


def _first_place(reading: GameReading, asked: AskedWord) -> Problem:
    """Return the line of a log in which a word stands first that is asked for; the reader may have passed it over."""
    text = [*reading.text.splitlines(), ""][asked.line - 1]
    return Problem(asked.line, text.find(asked.word) + 1, text, "", "")


def _explained_elsewhere(log: GameLog) -> dict[str, str]:
    """Return the meanings of words by other logs of the event, which this log is asked for again."""
    others = GameLog.objects.filter(table__round__event=log.table.round.event_id).exclude(pk=log.pk)
    return {
        word.casefold(): meaning for words in others.values_list("words", flat=True) for word, meaning in words.items()
    }


@dataclass(frozen=True, slots=True)
class LogAtTable:
    """A parsed log, with its table, and a guess which player at the table each player of the log is."""

    reading: GameReading
    table: TableRecord
    names: dict[PlayerId, str]
    guesses: tuple[SeatGuess, ...]

    @property
    def seats(self) -> dict[str, PlayerId]:
        """The guessed player at the table by ID of the log; IDs without a guess are left out."""
        return {guess.log_player.id: guess.player for guess in self.guesses if guess.player is not None}

    @property
    def people(self) -> dict[str, str]:
        """The names of the guessed players by ID of the log."""
        return {log_id: self.names[player] for log_id, player in self.seats.items()}

    @property
    def named(self) -> GameReading:
        """The game with the event's names in place of the log's, for players whose guess is sure."""
        sure = {
            guess.log_player.id: guess.player for guess in self.guesses if guess.is_sure and guess.player is not None
        }
        return self.reading.with_names(names_by_event(self.reading, sure, self.names))

    @property
    def unsure(self) -> tuple[str, ...]:
        """The IDs of players whose guess rests on the order of play alone, or for whom there is no guess."""
        return tuple(guess.log_player.id for guess in self.guesses if not guess.is_sure)

    def stories(self, seats: Mapping[str, PlayerId]) -> tuple[ToldStory, ...]:
        """Return what may have happened; ``seats`` has the player at the table by ID of the log."""
        cash = {seat.player: seat.cash for seat in self.table.seats}
        return stories_of(self.reading, self.named, {log_id: cash.get(player) for log_id, player in seats.items()})

    @property
    def story_lines(self) -> list[str]:
        """What may have happened, each with the cash by it in a line, for a log that does not prove everybody's cash."""
        names = {player.id: player.name for player in self.reading.players} | self.people
        return [story.label(names) for story in self.stories(self.seats)]

    def offers(self, log_id: str, player: PlayerId | None) -> tuple[Offer, ...] | None:
        """Return the amounts to choose from for a player of the log who is ``player`` at the table; None where the log proves the cash."""
        if log_id not in unproved_players(self.reading):
            return None
        entered = next((seat.cash for seat in self.table.seats if seat.player == player), None)
        return offers(self.reading, log_id, entered)

    @property
    def likely(self) -> dict[str, Offer]:
        """The amounts that are chosen beforehand: those of the log as written, where sums that the table paid are all there is to ask.

        Where more than one story is told, nothing is chosen beforehand.
        """
        if self.reading.answer.stories or not asks_for_sums_only(self.reading):
            return {}
        found = {log_id: offers(self.reading, log_id) for log_id in unproved_players(self.reading)}
        return {log_id: offered[0] for log_id, offered in found.items() if offered}


def at_table(desk: Desk, log: GameLog) -> LogAtTable:
    """Read a log and guess which player at its table each of its players is. Raises UnreadableLogError."""
    record, number = desk.record, log.table.round.number
    round_, table = record.round(number), record.table(number, log.table.number)
    reading = read_game(log.text, header_in(record, round_, table).with_meanings(log.words))
    entered = {seat.player: record.entry(seat.player).as_entered for seat in table.seats}
    names = {seat.player: record.name_of(seat.player) for seat in table.seats}
    guesses = find_seats(reading.record, table, entered, round_.seat_source, log.confirmed)
    return LogAtTable(reading, table, names, guesses)


def ruling_on(log: GameLog) -> Dispute | None:
    """Return the latest ruling on the game of a log: on a dispute about one of the table's logs, after this one was attached.

    None while a dispute of the table is open.
    """
    disputes = list(Dispute.objects.filter(table=log.table_id).order_by("settled_at"))
    if any(dispute.state == DisputeState.OPEN.value for dispute in disputes):
        return None
    ruled = [dispute for dispute in disputes if dispute.state == DisputeState.RULED.value and dispute.log_id]
    since = [dispute for dispute in ruled if dispute.settled_at and dispute.settled_at >= log.attached_at]
    return since[-1] if since else None


class LogForm(DeskForm):
    """A log as pasted text or as a file; a file that cannot be read is shown as text, to be corrected in place."""

    text = forms.CharField(
        label=gettext_lazy("Log text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false", "autocomplete": "off", "class": "log-text"}),
    )
    file = forms.FileField(label=gettext_lazy("Or a file"), required=False, allow_empty_file=True)
    title = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        max_length=LONGEST_TITLE,
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
        if (file.size or 0) > MAX_LOG_CHARACTERS:
            raise ValidationError(_("The log is too long for one game. Attach the log of a single game."))
        try:
            text, self.encoding = text_of(file.read())
        except LogError:
            raise ValidationError(
                _("{file} is not a text file. Save it as text, or paste the text.", file=file.name)
            ) from None
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
            self.add_error("text", _("The log is empty; paste the text or choose a file."))
        elif len(text) > MAX_LOG_CHARACTERS:
            self.add_error("text", _("The log is too long for one game. Attach the log of a single game."))
        else:
            try:
                read_apart(UnreadableLogError, read_game, text, self.table)
            except UnreadableLogError as error:
                self.excerpts = list(map(_excerpt, error.problems))
                self.add_error("text", str(error))
        return typed


def _title_of_corrected(old: GameLog) -> str:
    """Return the proposed name for a corrected copy of a log: the old name with "corrected", unless that is too long."""
    title = _("{log}, corrected", log=old)
    return title if len(title) <= LONGEST_TITLE else _("Corrected log")


@desk_form
def attach(desk: Desk, number: int, table: int) -> HttpResponse:
    """Attach a pasted or uploaded log to a table. An unreadable log stays in its field with its errors.

    With ``?from=`` and the key of a log, the field begins with its text, to be corrected and attached as another log; with ``&line=``
    the cursor stands on that line.
    """
    table_ = desk.table(number, table)
    header = header_in(desk.record, desk.round_(number), table_)
    origin = whole_number(desk.request.GET.get("from"))
    old = log_or_404(desk.event, number, table, origin) if origin else None
    initial = {"text": old.text, "title": _title_of_corrected(old)} if old else {}
    form = LogForm(
        desk.request.POST if desk.is_post else None, desk.request.FILES or None, initial=initial, table=header
    )
    if desk.sent(form):
        text, title = form.cleaned_data["text"], form.cleaned_data["title"]
        with desk.refusals(form):
            log = attach_log(desk.event, desk.actor, number, table, text, title)
            read = [] if form.encoding == UTF_8 else [_("The text was read as {encoding}.", encoding=form.encoding)]
            return desk.did(desk.address("desk_log", number, table, log.pk), more=read)
    return desk.page(
        "director/disputes/attach_log.html",
        number=number,
        table=table_,
        form=form,
        is_correction=bool(origin),
        correction=_correction(old, header),
        at_line=0 if desk.is_post else whole_number(desk.request.GET.get("line")),
        known=header.lines,
        **logs_part(desk.record, number, table),
    )


def _correction(log: GameLog | None, header: TableHeader) -> Correction | None:
    """Return what is to be written into a log that is corrected; None if nothing is known to be missing in it, and for no log."""
    try:
        return correction_of(read_game(log.text, header.with_meanings(log.words))) if log else None
    except UnreadableLogError:
        return None


@desk_page
def show(desk: Desk, number: int, table: int, log: int) -> HttpResponse:
    """Show a log: what is wrong in it and why, its computed cash beside the result, and the game step by step from the first error.

    ``?turn=`` and ``&step=`` choose the step, ``?_export=log`` gives the log as attached.
    """
    found = log_or_404(desk.event, number, table, log)
    if desk.request.GET.get("_export") == "log":
        return _as_it_came(found, desk.slug)
    record, round_, table_ = desk.record, desk.round_(number), desk.table(number, table)
    address = desk.address("desk_log", number, table, log)
    context = {"number": number, "table": table_, "log": found, "address": address, **logs_part(record, number, table)}
    context["logs"] = [paper for paper in context["logs"] if paper.pk != found.pk]
    try:
        game = at_table(desk, found)
    except UnreadableLogError as error:
        unreadable: dict[str, Any] = {"unreadable": str(error), "unread": list(map(_excerpt, error.problems))}
        return desk.page("director/disputes/log.html", **context, **unreadable)
    dispute = f"{desk.address('desk_open_dispute', number, table)}?log={log}"
    causes, notes = shown_causes(game.named)
    ruled, unknown = ruling_on(found), unknown_words(found, game.reading)
    outcome = _game_context(game, is_ruled=ruled is not None)
    later = next((paper for paper in reversed(context["logs"]) if paper.came_at > found.attached_at), None)
    told_first = outcome["verdict"].cause
    causes.sort(key=lambda cause: told_first is None or cause.number != told_first.number)
    leading = causes[:1] if told_first else []
    step = _step(desk.request, game.reading, next(iter(causes), None))
    # While the round is being played, the worth would tell the desk who leads.
    sees_worth = round_.is_closed and Role.DIRECTOR in roles_of(desk.user, desk.event)
    return desk.page(
        "director/disputes/log.html",
        **context,
        **outcome,
        dispute=dispute,
        ruled=ruled,
        undo=undo_of(desk, ruled.ruling, number, table) if ruled else UndoControl(),
        unknown=unknown,
        is_asked=any(each.is_asked for each in unknown),
        meanings=[(key, _(words)) for key, words in MEANINGS.items()],
        later=later,
        correction=correction_of(game.reading),
        causes=causes,
        leading=leading,
        others=causes[len(leading) :],
        told=notes,
        viewer=viewer(game.reading, step, game.people),
        worth_part=worth_beside(game.reading, step) if sees_worth else None,
    )


def _game_context(game: LogAtTable, *, is_ruled: bool) -> dict[str, Any]:
    """Return the context of a log's outcome, compared with the result of its table."""
    reading = game.reading
    rows = compare(reading, game.table, game.seats)
    verdict = verdict_of(game.named, rows, game.names)
    return {
        "stories": game.story_lines if reading.answer.stories else [],
        "verdict": verdict,
        "reading": reading,
        "notes": reading.notes,
        "cash": shown_cash(rows, game.names, is_ruled=is_ruled),
        "has_moves": any(row.difference for row in rows),
        "agrees": all(row.agrees for row in rows),
        "obstacles": obstacles(reading, game.table),
        "doubts": doubts_of(reading, rows),
        "unsure": game.unsure,
    }


def _step(request: HttpRequest, reading: GameReading, lead: ShownCause | None) -> int:
    """Return the index of the step that the address asks for; without a turn in it, that of the cause told first, or the last step."""
    turn = request.GET.get("turn")
    if not turn and lead is not None:
        return lead.step
    return step_asked(reading, whole_number(turn) if turn else None, whole_number(request.GET.get("step")))


def _as_it_came(log: GameLog, slug: str) -> HttpResponse:
    """Return the text of a log as a download."""
    answer = HttpResponse(log.text, content_type="text/plain; charset=utf-8")
    ending = "json" if log.text.lstrip("\ufeff \t\r\n").startswith("{") else "acq"
    answer["Content-Disposition"] = f'attachment; filename="{slug}-log-{log.pk}.{ending}"'
    return answer


@desk_act
def explain(desk: Desk, number: int, table: int, log: int) -> HttpResponse:
    """Store what words of a log mean, as a POST has them in pairs of ``word`` and ``meaning``."""
    found = log_or_404(desk.event, number, table, log)
    posted = desk.request.POST
    words = dict(zip(posted.getlist("word"), posted.getlist("meaning"), strict=False))
    log_page = desk.address("desk_log", number, table, log)
    return desk.act(lambda: explain_words(desk.event, desk.actor, found, words), log_page)


@desk_act
def publish(desk: Desk, number: int, table: int, log: int) -> HttpResponse:
    """Publish the replay of a log on the table's public page, or with ``public=no`` unpublish it."""
    found = log_or_404(desk.event, number, table, log)
    log_page, again = desk.address("desk_log", number, table, log), desk.request.path
    if (desk.request.GET.get("public") or desk.request.POST.get("public")) == "no":
        return desk.act(lambda: withdraw_log(desk.event, desk.actor, found), log_page, undo=again)
    return desk.act(lambda: publish_log(desk.event, desk.actor, found), log_page, undo=f"{again}?public=no")
