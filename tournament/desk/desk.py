"""`Desk`, a request for a page of the director's desk: the event it is about, the user, and the ways to answer it.

A view of the desk is a function of a `Desk`. Its decorator says what it does: `desk_page` shows something, `desk_act` does something,
`desk_form` does both, and `desk_confirmation` shows what an action would do before it is confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import event_to_direct, may, may_open, user_of
from tournament.access.membership import OwnTable
from tournament.desk import acting
from tournament.desk.fields import PageForm
from tournament.desk.frame import entry_or_404, frame_of, mark_of, row_frame
from tournament.desk.interrupted import leads_to_its_page
from tournament.installation.static_files import in_roomy_frame
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import ACTS, Act, Undo
from tournament.record.books import speaking_of
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, TableRecord
from tournament.record.printing import Printed
from tournament.services.changes import Actor
from tournament.services.changes.refusals import ConflictError, DoneBeforeError, UnchangedError
from tournament.services.printing import prints_of
from tournament.tellings.diary import sentence_of
from tournament.tellings.moves import Moves
from tournament.tellings.paper import paper_of_round, round_to_print
from tournament.tellings.undoing import is_without_rows
from wording import gettext as _

Args = ParamSpec("Args")


@dataclass(frozen=True, slots=True)
class QuestionField:
    """A field that must be filled in before the page can show what an action does: a list of ``offers``, or without any a line of text."""

    name: str
    label: str
    value: str = ""
    offers: Sequence[tuple[str, str]] = ()
    help: str = ""
    longest: int = 200


@dataclass(frozen=True, slots=True)
class ActQuestion:
    """A question before an action; the page that asks and the action have the same address.

    ``follows`` are sentences about what the action does, empty as long as a choice is missing or ``problem`` says why it cannot be done.

    ``label`` are the words of the button, ``sends`` its hidden fields; ``no_undo`` says why the action cannot be undone, empty where it
    can; ``is_grave`` is whether something is lost by it. ``others`` are cases with the addresses of their pages, ``below`` is a template
    that is shown below.
    """

    title: str
    label: str
    cancel_url: str
    follows: Iterable[str] = ()
    choices: Sequence[QuestionField] = ()
    sends: Mapping[str, object] = field(default_factory=dict)
    problem: str = ""
    lead: str = ""
    no_undo: str = ""
    is_grave: bool = False
    others: Sequence[tuple[str, str]] = ()
    below: str = ""


class Desk:
    """A request for one of the director's pages about an event, by a user who may open it; with the answers that such pages give."""

    def __init__(self, request: HttpRequest, event: Event) -> None:
        self.request = request
        self.event = event
        self.user = user_of(request)
        self.slug = event.slug
        self._version = event.version
        self.is_post = request.method == "POST"
        self.posted: QueryDict | None = request.POST or None
        """The data of the sent form, None where none was sent."""
        self.problems: list[str] = []
        """Sentences that the page shows above its form: why something was refused."""
        self.conflict: ConflictError | None = None
        """The refusal of a stale form, with the values that it would have overwritten; None where there was none."""

    @cached_property
    def record(self) -> EventRecord:
        """The whole event as one value, read at first use. Code that has a later record assigns it here."""
        return record_of(self.event)

    def read_again(self) -> EventRecord:
        """Read the event again after a change, and return its record."""
        self.record = record_of(self.event)
        return self.record

    @property
    def actor(self) -> Actor:
        """The user who acts, and the form by which (see `actor_of`)."""
        return acting.actor_of(self.request)

    @property
    def own_table(self) -> OwnTable | None:
        """The table of this page if the user plays there and therefore may change nothing about it; else None."""
        return getattr(self.request, "own_table", None)

    def may(self, act: Act) -> bool:
        """Whether the user may make this kind of change to this event now."""
        return may(self.user, self.event, act)

    @cached_property
    def prints(self) -> tuple[Printed, ...]:
        """Every sheet that was printed or opened from the desk, read at first use."""
        return prints_of(self.event)

    def is_paper_due(self) -> bool:
        """Whether the user should print the round being played: nobody has opened any of its sheets. At most one query."""
        playing = None if self.event.is_put_away else round_to_print(self.record)
        if playing is None or not may_open("desk_sheet", self.user, self.event):
            return False
        sheets = paper_of_round(self.record)
        return bool(sheets) and not any(row.round == playing.number and row.sheet in sheets for row in self.prints)

    def typed(self, name: str) -> str:
        """Return a field of the sent form as text, trimmed; empty where it was not sent."""
        return self.request.POST.get(name, "").replace("\x00", "").strip()

    def address(self, name: str, *numbers: int | str) -> str:
        """Return the address of one of the event's pages; ``name`` is its URL name, ``numbers`` follow the slug in the address."""
        return reverse(name, args=[self.slug, *numbers])

    def entry(self, number: int) -> EntryRecord:
        """Return the entry of that number; Http404 where there is none."""
        return entry_or_404(self.record, number)

    def round_(self, number: int) -> RoundRecord:
        """Return the round of that number; Http404 where it is not drawn yet."""
        return acting.round_of(self.record, number)

    def table(self, number: int, table: int) -> TableRecord:
        """Return a table; ``number`` is the round, ``table`` the number of the table. Http404 where there is no such round or table."""
        return acting.table_of(self.round_(number), table)

    def context(self, menu: str = "", /, **context: Any) -> dict[str, Any]:
        """Return the context of a page: what every page of the desk shows, and what this one adds. ``menu`` is the page's key in `MENU`."""
        if not menu and self.request.path.startswith(f"{self.address('desk_event')}rounds/"):
            menu = "rounds"
        frame = frame_of(self.record, menu, is_shown=self.event.is_shown, is_paper_due=self.is_paper_due())
        return {**row_frame(self.event), **frame, "desk": self, "problems": self.problems, **context}

    def page(self, template: str, menu: str = "", /, *, status: int = 200, **context: Any) -> HttpResponse:
        """Render a page of the desk."""
        return render(self.request, template, self.context(menu, **context), status=status)

    def confirmation(
        self, template: str, menu: str = "", /, *, shown: Sequence[object], **context: Any
    ) -> HttpResponse:
        """Render a page that asks for confirmation; the confirmation is only valid for what was ``shown``."""
        return acting.Confirmation(self.request, template, self.context(menu, **context), shown=shown)

    def put(self, question: ActQuestion) -> HttpResponse:
        """Show a question with its choices and what the action would do; the button confirms exactly what is shown."""
        follows = tuple(question.follows)
        shown = (question.title, question.problem, *follows, *sorted(map(repr, question.sends.items())))
        return self.confirmation(
            "director/rounds/question.html",
            shown=shown,
            question=question,
            follows=follows,
            action=self.request.path,
        )

    def ask(
        self,
        label: str,
        loses: str,
        cancel_url: str,
        *,
        title: str = "",
        action: str = "",
        reason: str = "",
        is_reason_optional: bool = False,
        moves: Moves | None = None,
        sends: Mapping[str, str] | None = None,
    ) -> HttpResponse:
        """Ask before something is lost: show a title, what is lost (``loses``), and one button with the words ``label``.

        Without a ``title`` the label is asked as a question; without an ``action`` the form is sent to this page's address. ``reason`` is
        the label of a field for the reason, empty for no such field. ``moves`` are the figures that would change, which the button
        confirms; ``sends`` are hidden fields.
        """
        title = title or _("{action}?", action=label)
        shown = (title, loses) if moves is None else (title, loses, moves)
        context = self.context(
            title=title,
            loses=loses,
            action=action or self.request.path,
            label=label,
            cancel_url=cancel_url,
            reason=reason,
            is_reason_optional=is_reason_optional,
            moved=moves,
            mark=mark_of((moves,)) if moves is not None else "yes",
            sends=(sends or {}).items(),
        )
        question = acting.Confirmation(self.request, "director/sure.html", context, shown=shown)
        return question.asked_again() if self.is_outdated(*shown) else question

    def act(
        self,
        act: Callable[[], object],
        to: str,
        words: str | Callable[[], str] = "",
        *,
        undo: str | Callable[[], str] = "",
        refused_to: str = "",
    ) -> HttpResponseRedirect:
        """Call ``act``, tell that it is done or why it was refused, and redirect to ``to`` (after a refusal to ``refused_to`` if given).

        ``words`` and ``undo`` are as for `done`, or functions that return them after the action; without words it tells as `did` does. A
        form that is sent twice at once acts once and is answered the same both times.
        """
        try:
            act()
        except acting.REFUSALS as refusal:
            return self.refused(str(refusal), refused_to or to)
        except DoneBeforeError as done:
            undo, words = "", words or self.told(done.change)
        said, back = words() if callable(words) else words, undo() if callable(undo) else undo
        return self.done(said, to, back) if said else self.did(to, undo=back)

    def press(self, act: Callable[[], object], *, undo: str = "") -> HttpResponseRedirect:
        """Call ``act`` for a button that leads back to the event's page; a GET is redirected to that page."""
        to = self.address("desk_event")
        return self.act(act, to, undo=undo) if self.is_post else HttpResponseRedirect(to)

    def told(self, change: Change | None) -> str:
        """Return what a change did as one sentence, read with the event as it is now; without a change that nothing was changed."""
        if change is None:
            return str(UnchangedError())
        return _("{sentence}.", sentence=sentence_of(change, self.read_again()))

    def told_last(self) -> str:
        """Return what the latest change of the event did, as `told` does."""
        return self.told(self.event.changes.order_by("-version").first())

    def _made(self) -> Change | None:
        """Return the change that the form has made, None where it made none; a form without a key may have made the next one."""
        by_key = {"key": key} if (key := self.actor.key) else {"version": self._version + 1}
        return self.event.changes.filter(**by_key).order_by("-version").first()

    def undo_address(self) -> str:
        """Return the address that undoes what the form has done; empty unless it made the latest change and one press undoes that."""
        change, key = self.event.changes.order_by("-version").first(), self.actor.key
        if change is None or change.undoes is not None:
            return ""
        if (change.key or "") != key or (not key and change.version != self._version + 1):
            return ""
        act = ACTS[Act(change.act)]
        if act.undo is not Undo.AT_ONCE or is_without_rows(change) or (act.asks_page and act.asks_page(change)):
            return ""
        if act.not_undone and act.not_undone(change, self.read_again()):
            return ""
        return acting.undo_address(self.event, change.version)

    def refusals(self, form: forms.BaseForm | None = None) -> Refusals:
        """Return a context manager that turns a refusal within its block into an error of the form, or without one of the page."""
        return Refusals(self, form)

    def both_values(self, form: PageForm) -> list[tuple[str, str, str]]:
        """Return each field that a stale form would have overwritten, with both values; fields left alone then show the stored ones."""
        if self.conflict is None:
            return []
        conflicts = acting.both_values(self.conflict, form)
        form.follow(self.conflict.followed)
        return conflicts

    def sent(self, form: forms.BaseForm) -> bool:
        """Whether the form of the page was sent and everything in it is valid."""
        return self.is_post and form.is_valid()

    def done(self, words: str, to: str, undo: str = "") -> HttpResponseRedirect:
        """Tell that something is done and redirect to ``to``; ``undo`` is the address that undoes it, where it is not `undo_address`."""
        messages.success(self.request, words, extra_tags=undo or self.undo_address())
        return redirect(to)

    def did(self, to: str, *, undo: str = "", more: Iterable[str] = ()) -> HttpResponseRedirect:
        """Tell what the form has done, in the words of the change log, then the sentences of ``more``; and redirect to ``to``."""
        self.tell(undo=undo, more=more)
        return redirect(to)

    def tell(self, *, undo: str = "", more: Iterable[str] = ()) -> None:
        """Tell what the form has done, as `did` does."""
        said = " ".join(filter(None, (self.told(self._made()), *more)))
        messages.success(self.request, said, extra_tags=undo or self.undo_address())

    def refused(self, words: str, to: str) -> HttpResponseRedirect:
        """Tell why something was not done, and redirect to ``to``."""
        messages.error(self.request, words)
        return redirect(to)

    def is_confirmed(self, moves: Moves | None = None) -> bool:
        """Whether the request confirms a question about exactly these changes of figures (see `acting.is_confirmed`)."""
        return acting.is_confirmed(self.request, moves)

    def is_outdated(self, *shown: object) -> bool:
        """Whether the form confirms something other than ``shown``, which its page would show now."""
        return acting.is_outdated(self.request, *shown)

    def is_compared(self) -> None:
        """Note that the form was compared with this record, so that a service refuses to act on a later one."""
        acting.is_compared(self.request, self.record)


class Refusals:
    """A context manager that catches refusals of services and puts the sentence on the form, or among the problems of the page."""

    def __init__(self, desk: Desk, form: forms.BaseForm | None) -> None:
        self._desk, self._form = desk, form

    def __enter__(self) -> None:
        """Begin the block; nothing is needed for that."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Keep a refusal for the page and end the block; any other exception is raised on."""
        if not isinstance(error, acting.REFUSALS):
            return False
        if isinstance(error, UnchangedError):
            messages.info(self._desk.request, str(error))
        elif self._form is None:
            self._desk.problems.append(str(error))
        else:
            self._form.add_error(None, str(error))
        if isinstance(error, ConflictError):
            self._desk.conflict = error
        return True


View = Callable[..., HttpResponseBase]
READ_AND_SENT = ["GET", "HEAD", "POST"]


def _at_the_desk(view: Callable[Concatenate[Desk, Args], HttpResponseBase]) -> View:
    """Let a view take a `Desk` in place of the request and the event's slug; `event_to_direct` checks that the user may open it.

    The reader's language is known once, not asked for with each word.
    """

    @wraps(view)
    def of_request(request: HttpRequest, slug: str, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponseBase:
        event = event_to_direct(request, slug)
        with speaking_of(event.format):
            return in_roomy_frame(view, Desk(request, event), *args, **kwargs)

    return of_request


def desk_page(view: Callable[Concatenate[Desk, Args], HttpResponseBase]) -> View:
    """Decorate a view that shows something (GET and HEAD)."""
    return require_safe(_at_the_desk(view))


def desk_act(view: Callable[Concatenate[Desk, Args], HttpResponseBase]) -> View:
    """Decorate a view that does something (POST); a GET of its address is redirected to the page with its form."""
    return leads_to_its_page(acting.answers_again(require_POST(_at_the_desk(view))))


def desk_form(view: Callable[Concatenate[Desk, Args], HttpResponseBase]) -> View:
    """Decorate a view that shows a page and does what its form asks for (GET, HEAD and POST)."""
    return acting.answers_again(require_http_methods(READ_AND_SENT)(_at_the_desk(view)))


def desk_confirmation(view: Callable[Concatenate[Desk, Args], HttpResponseBase]) -> View:
    """Decorate a view whose GET shows what its POST would do, see `with_confirmation`."""
    return acting.answers_again(require_http_methods(READ_AND_SENT)(acting.with_confirmation(_at_the_desk(view))))


def with_server_time(answer: HttpResponse) -> HttpResponse:
    """Add the server's time to an answer, so that the clock on a page does not depend on that of its own machine."""
    answer["X-Hall-Time"] = timezone.localtime().isoformat(timespec="seconds")
    return answer
