"""Reading a list of players: pasted or as a file, with what was understood and what is asked before anybody is entered."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct, user_of
from tournament.day.office.countries import LONGEST_CODE, countries, country_code, near_country
from tournament.day.rosters import LineState, Roster, RosterError, RosterLine, read_list
from tournament.desk.acting import actor_of
from tournament.desk.forms.entries import RosterForm
from tournament.desk.frame import desk_context
from tournament.desk.known import surroundings
from tournament.desk.views.entries import unprintable
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import RoundState
from tournament.services.changes import RefusedError
from tournament.services.entries import add_entries

ANSWER = "country:"
"""How the fields begin that say which country is meant; the spelling follows."""
NO_COUNTRY = "-"
MOST_QUESTIONS = 30
"""So many spellings are asked about at once; what is left is asked after these are answered."""


@dataclass(frozen=True, slots=True)
class Question:
    """A country that nobody knows, with what may be meant: ``choices`` are values and words, ``chosen`` what is proposed."""

    written: str
    choices: tuple[tuple[str, str], ...]
    chosen: str


@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: HttpRequest, slug: str) -> HttpResponse:
    """Read a list: one request shows what was understood, the next enters the ticked lines."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    form = RosterForm(request.POST or None, request.FILES or None)
    roster = Roster(())
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            roster = read_list(form.text, surroundings(user_of(request), event, record, answered(request)))
            # Ticks belong to the text they were shown for: after a change of the text they are shown anew.
            if request.POST.get("step") == "enter" and request.POST.get("read") == mark_of_text(form.text):
                return _enter(request, event, roster.lines)
        except (RosterError, RefusedError) as refusal:
            problems = [str(refusal)]
    return render(request, "director/entries/paste.html", _context(request, event, record, form, roster, problems))


def _context(
    request: HttpRequest, event: Event, record: EventRecord, form: RosterForm, roster: Roster, problems: list[str]
) -> dict[str, object]:
    text = form.text if form.is_bound and form.is_valid() else request.POST.get("roster", "")
    is_new = {line.line for line in roster.lines if line.state is LineState.NEW}
    ticked = set(request.POST.getlist("line")) if problems else {str(line) for line in is_new}
    return desk_context(
        event,
        record,
        "entries",
        form=form,
        # Doubted lines first, so that nobody has to look for them among a hundred.
        rows=[
            (line, str(line.line) in ticked, unprintable(line.name))
            for line in sorted(roster.lines, key=lambda line: (not line.is_doubted, line.line in is_new, line.line))
        ],
        doubted=sum(line.is_doubted for line in roster.lines),
        columns=roster.columns,
        questions=questions_about(roster, request),
        text=text,
        read=mark_of_text(text),
        problems=problems,
        has_begun=any(played.state is not RoundState.DRAFT for played in record.rounds),
    )


def answered(request: HttpRequest) -> dict[str, str]:
    """What the page was told about countries nobody knows: the code by the folded spelling, "" for no country."""
    given = {
        name_key(name.removeprefix(ANSWER)): str(value)
        for name, value in request.POST.items()
        if name.startswith(ANSWER) and value
    }
    return {
        written: "" if code == NO_COUNTRY else code
        for written, code in given.items()
        if code == NO_COUNTRY or country_code(code) or name_key(code) == written
    }


def questions_about(roster: Roster, request: HttpRequest) -> list[Question]:
    """The countries to be asked about, each with a proposal where one is a letter away, or where a code can be kept as it is."""
    questions = []
    # What was answered stays on the page: the next request has nothing but what this one shows.
    given = [name.removeprefix(ANSWER) for name, value in request.POST.items() if name.startswith(ANSWER) and value]
    stands = name_key(request.POST.get("roster", "")) if given else ""
    spellings = [*(each for each in given if name_key(each) in stands), *roster.countries_asked]
    for written in list({name_key(each): each for each in spellings}.values())[:MOST_QUESTIONS]:
        may_stay = len(written) <= LONGEST_CODE and written.isalpha()
        kept = [(written.upper(), f"keep {written.upper()} as it is")] if may_stay else []
        proposed = near_country(written) or (written.upper() if may_stay else "")
        questions.append(
            Question(
                written,
                (("", "choose"), *kept, (NO_COUNTRY, "no country"), *countries()),
                request.POST.get(f"{ANSWER}{written}") or proposed,
            )
        )
    return questions


def mark_of_text(text: str) -> str:
    """A short mark of a text, the same however a browser ends its lines."""
    return hashlib.sha256("\n".join(text.splitlines()).encode()).hexdigest()[:16]


def _enter(request: HttpRequest, event: Event, lines: Iterable[RosterLine]) -> HttpResponse:
    chosen = chosen_lines(request, lines)
    entries = add_entries(event, actor_of(request), chosen)
    players = "1 player is" if len(entries) == 1 else f"{len(entries)} players are"
    messages.success(request, f"{players} entered. Check in who is here.")
    return redirect("desk_check_in", event.slug)


def chosen_lines(request: HttpRequest, lines: Iterable[RosterLine]) -> Sequence[RosterLine]:
    """The ticked lines; RefusedError where the country of one is still to be said."""
    ticked = set(request.POST.getlist("line"))
    chosen = [line for line in lines if str(line.line) in ticked and line.state is not LineState.REFUSED]
    unknown = list(dict.fromkeys(line.country_asked for line in chosen if line.country_asked))
    if unknown:
        raise RefusedError(
            f"Say which country is meant by {', '.join(f'“{written}”' for written in unknown)}, or that there is none."
        )
    return chosen
