"""A request of a program with a token: who asks, what for, and how it is answered, in English whatever the event speaks.

Cookies do not count here, so that no page of another site can act for somebody else and no CSRF token is needed. What is asked goes
through the forms, the gate and the services of the desk, with the token's account as the user.

The JSON that a program sends: one object, whose members are read by their kind; anything else gets a sentence.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from hashlib import sha256
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.http.request import RawPostDataException
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from tournament.access import roles_of
from tournament.access.links import note_use, token_in
from tournament.desk.acting import REFUSALS, TRIES
from tournament.desk.desk import Desk
from tournament.models import Change, Event
from tournament.public.form_words import stored_key
from tournament.record.acts import Role
from tournament.record.event import EventRecord
from tournament.record.pace import REQUESTS_OF_A_TOKEN, RateLimit
from tournament.services.changes import Actor, check_key
from tournament.services.changes.refusals import (
    ConflictError,
    DoneBeforeError,
    MovedError,
    NotAllowedError,
    UnchangedError,
)
from tournament.services.results.official import ResultConflictError
from wording import gettext as _
from wording.figures import whole
from wording.languages import SOURCE_LANGUAGE

Plain = dict[str, Any]
LARGEST = 2**31 - 1


class BodyError(Exception):
    """What was sent cannot be read; the message says what is wrong."""


class Body:
    """One JSON object; ``where`` names it in sentences, empty for the whole request."""

    def __init__(self, members: Plain, where: str = "") -> None:
        self._members, self._where = members, where

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def only(self, known: Collection[str]) -> None:
        """Raise BodyError for a member that is none of these, such as a misspelled one."""
        for name in self._members:
            if name not in known:
                told = ", ".join(known)
                raise BodyError(
                    _("“{name}” is not a known member here; use one of: {known}.", name=name[:60], known=told)
                )

    def text(self, name: str) -> str:
        """Return a text, empty where it is missing or null."""
        value = self._members.get(name)
        if value is None:
            return ""
        if not isinstance(value, str) or not _is_storable(value):
            raise BodyError(_("{member} must be text.", member=self._member_name(name)))
        return value.replace("\x00", "")

    def number(self, name: str, least: int = 0) -> int | None:
        """Return a whole number from ``least`` that a column holds, None where it is missing or null."""
        value = self._members.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= LARGEST:
            raise BodyError(_("{member} must be a whole number.", member=self._member_name(name)))
        return value

    def flag(self, name: str) -> bool:
        """Return true or false, false where it is missing or null."""
        value = self._members.get(name)
        if value is None:
            return False
        if not isinstance(value, bool):
            raise BodyError(_("{member} must be true or false.", member=self._member_name(name)))
        return value

    def objects(self, name: str, most: int) -> Sequence[Body]:
        """Return a list of objects, at least one and at most so many."""
        value = self._list(name, most)
        if not all(isinstance(each, dict) for each in value):
            raise BodyError(_("{member} must be a list of objects.", member=self._member_name(name)))
        return [Body(each, f"{self._member_name(name)}[{at}]") for at, each in enumerate(value)]

    def numbers(self, name: str, most: int) -> Sequence[int]:
        """Return a list of whole numbers, at least one and at most so many."""
        value = self._list(name, most)
        if not all(isinstance(each, int) and not isinstance(each, bool) and 0 <= each <= LARGEST for each in value):
            raise BodyError(_("{member} must be a list of whole numbers.", member=self._member_name(name)))
        return value

    def _list(self, name: str, most: int) -> list[Any]:
        """Return a list of this length at most; raises BodyError for anything else."""
        value = self._members.get(name)
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise BodyError(
                _("{member} must be a list of 1 to {most} items.", member=self._member_name(name), most=most)
            )
        return value

    def _member_name(self, name: str) -> str:
        """Return how sentences name a member."""
        return f"{self._where}.{name}" if self._where else name


def read_json(raw: bytes) -> Body:
    """Return the object that a request sent; raises BodyError where it sent none."""
    try:
        value = json.loads(raw, object_pairs_hook=_members)
    except (ValueError, RecursionError):
        raise BodyError(_("The request is not a JSON object. Send a single object.")) from None
    if not isinstance(value, dict):
        raise BodyError(_("The request is not a JSON object. Send a single object."))
    return Body(value)


def _members(pairs: list[tuple[str, Any]]) -> Plain:
    """Return the members of an object; raises BodyError where one is there twice, since nobody can say which was meant."""
    found: Plain = {}
    for name, value in pairs:
        if name in found:
            raise BodyError(_("The member “{name}” appears twice. Send it only once.", name=name[:60]))
        found[name] = value
    return found


def _is_storable(text: str) -> bool:
    """Return whether a text can be written as UTF-8: half a pair of surrogates cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


FORMAT = 1
LONGEST = 262_144
"""The most bytes of a request."""
LONGEST_KEY = 200
UNREADABLE, NO_TOKEN, NOT_ALLOWED, NOT_THERE, NO_METHOD, CONFLICT, TOO_LONG, UNFIT, TOO_FAST = (
    *(400, 401, 403, 404, 405),
    *(409, 413, 422, 429),
)
_pace = RateLimit(REQUESTS_OF_A_TOKEN)


class AskedError(Exception):
    """The desk's form would ask something first: ``asks`` are the members by which the same request answers it."""

    def __init__(self, sentence: str, *asks: str, **more: Any) -> None:
        super().__init__(sentence)
        self.asks, self.more = asks, more


class OutsideError(Exception):
    """A request that is refused before anything is read of it, with its status."""

    def __init__(self, status: int, sentence: str, **headers: str) -> None:
        super().__init__(sentence)
        self.status, self.headers = status, {name.replace("_", "-"): value for name, value in headers.items()}


@dataclass
class Outside:
    """A request of a program: the event, the token's account, and the members of the JSON that was sent."""

    request: HttpRequest
    event: Event
    account: User
    key: str
    body: Body = field(default_factory=lambda: Body({}))

    @cached_property
    def desk(self) -> Desk:
        """The same request as the forms and checks of the desk know it."""
        self.request.user = self.account
        seen = self.seen
        self.sent({"seen": str(seen)} if seen else {})
        return Desk(self.request, self.event)

    def sent(self, fields: Mapping[str, str]) -> QueryDict:
        """Put these fields in place of what was sent, as a form of the desk sends them, and return them."""
        form = QueryDict(mutable=True)
        form.update(fields)
        self.request.POST = form  # type: ignore[assignment]  # Django lets a view set it
        return form

    @property
    def record(self) -> EventRecord:
        """The event as one value."""
        return self.desk.record

    @cached_property
    def seen(self) -> int | None:
        """The version of the event that the program had read, None where it does not say."""
        return self.body.number("seen")

    @property
    def is_confirmed(self) -> bool:
        """Whether the program answers a question with yes."""
        return self.body.flag("confirmed")

    @property
    def actor(self) -> Actor:
        """Who acts; nothing is stored if the event has changed since its record was read."""
        return Actor(self.account, self.key, self.seen, compared=self.record.version)

    def read_again(self) -> EventRecord:
        """Read the event again after a change, and return its record."""
        self.event.refresh_from_db()
        return self.desk.read_again()


Read = Callable[..., Plain]
"""Returns what a GET answers, of the event as it is."""
Write = Callable[..., None]
"""Does what a POST or PATCH asks for, by the services of the desk."""
Told = Callable[..., Plain]
"""Returns what was written, as it is now. Its second argument is the change, None where nothing had to be changed."""


@dataclass(frozen=True, slots=True)
class Resource:
    """An address of programs: the scope that it needs, how it is read and written, and the methods for it."""

    scope: Role
    read: Read
    write: Write | None = None
    told: Told | None = None
    verb: str = "POST"
    status: int = 200

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that the address takes."""
        return ("GET", "HEAD", *([self.verb] if self.write else []))


def resource(kind: Resource) -> Callable[..., HttpResponse]:
    """Return the view of an address of programs."""

    @login_not_required
    @csrf_exempt
    @never_cache
    @wraps(kind.read)
    def view(request: HttpRequest, slug: str, **numbers: int) -> HttpResponse:
        with translation.override(SOURCE_LANGUAGE):
            try:
                outside = _token_request(request, slug, kind)
                for _try in range(TRIES):
                    try:
                        return _answer(outside, kind, numbers)
                    except MovedError:
                        outside = _read_again(outside)
                raise OutsideError(CONFLICT, _("The event keeps changing. Send the request again."))
            except OutsideError as refusal:
                return _problem(refusal.status, str(refusal), headers=refusal.headers)

    return view


def _read_again(outside: Outside) -> Outside:
    """Return the same request on the event as it is now."""
    return replace(outside, event=Event.objects.get(pk=outside.event.pk))


def _token_request(request: HttpRequest, slug: str, kind: Resource) -> Outside:
    """Return the request of a valid token; raises OutsideError, the same for a wrong token, another event and none at all."""
    now = timezone.now()
    link = token_in(request.headers.get("Authorization", ""), slug, now)
    if link is None or link.event is None or link.account is None:
        raise OutsideError(
            NO_TOKEN,
            _("No event here has this token. Send a valid token in the header Authorization: Bearer TOKEN."),
            WWW_Authenticate="Bearer",
        )
    if not _pace.let_ask(link.pk, time.monotonic()):
        raise OutsideError(TOO_FAST, _("Too many requests. Wait two seconds, then try again."), Retry_After="2")
    note_use(link, now)
    if request.method not in kind.methods:
        raise OutsideError(
            NO_METHOD,
            _("This address accepts only {methods}.", methods=", ".join(kind.methods)),
            Allow=", ".join(kind.methods),
        )
    if kind.scope not in roles_of(link.account, link.event):
        raise OutsideError(
            NOT_ALLOWED, _("This token does not cover {scope}. Ask the director for another.", scope=kind.scope.words)
        )
    raw = b"" if request.method in ("GET", "HEAD") else _bytes_of(request)
    outside = Outside(request, link.event, link.account, _key_of(request, link.account, raw))
    if request.method == kind.verb:
        try:
            outside.body = read_json(raw)
        except BodyError as refusal:
            raise OutsideError(UNREADABLE, str(refusal)) from None
    return outside


def _bytes_of(request: HttpRequest) -> bytes:
    """Return the body of a request; raises OutsideError where it is too long."""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    if not announced.isdecimal() or int(announced) > LONGEST:
        raise OutsideError(TOO_LONG, _("A request can have at most {n} bytes. Send less at a time.", n=whole(LONGEST)))
    try:
        return request.body
    except RawPostDataException:  # it came as a form with parts, and was read as one
        return b""


def _key_of(request: HttpRequest, account: User, raw: bytes) -> str:
    """Return the stored form of the header ``Idempotency-Key``, as of a form's one-use key; empty where none is sent."""
    key = request.headers.get("Idempotency-Key", "").strip()
    if not key:
        return ""
    if len(key) > LONGEST_KEY:
        raise OutsideError(UNREADABLE, _("An Idempotency-Key can have at most {n} characters.", n=LONGEST_KEY))
    own = sha256(f"{account.pk}:{key}".encode()).hexdigest()
    contents = sha256(b"\0".join((str(request.method).encode(), request.get_full_path().encode(), raw))).hexdigest()
    return stored_key(own, contents)


def _answer(outside: Outside, kind: Resource, numbers: Mapping[str, int]) -> HttpResponse:
    """Return the answer to an admitted request."""
    try:
        if outside.request.method != kind.verb or kind.write is None or kind.told is None:
            return _document(outside, kind.read(outside, **numbers))
        return _write_and_answer(outside, kind.write, kind.told, kind.status, numbers)
    except BodyError as refusal:
        return _problem(UNFIT, str(refusal))
    except AskedError as question:
        return _problem(UNFIT, str(question), asks=list(question.asks), **question.more)
    except ValidationError as refusal:
        return _problem(UNFIT, " ".join(refusal.messages))
    except Http404 as refusal:
        return _problem(NOT_THERE, str(refusal))
    except NotAllowedError as refusal:
        return _problem(NOT_ALLOWED, str(refusal))
    except ResultConflictError as refusal:
        return _problem(CONFLICT, str(refusal), conflicts=_conflicts(refusal.fields))
    except ConflictError as refusal:
        return _problem(CONFLICT, str(refusal), conflicts=_conflicts(refusal.conflicts))
    except REFUSALS as refusal:
        return _problem(CONFLICT, str(refusal))


def _conflicts(fields: Mapping[Any, tuple[Any, Any]]) -> list[Plain]:
    """Return what is stored and what was sent of each figure that somebody else has changed; ``player`` is null for none's own."""
    found = []
    for figure, (stored, sent) in fields.items():
        name, player = figure if isinstance(figure, tuple) else (figure, 0)
        found.append({"member": name, "player": player or None, "stored": stored, "sent": sent})
    return found


def _write_and_answer(
    outside: Outside, write: Write, told: Told, status: int, numbers: Mapping[str, int]
) -> HttpResponse:
    """Do what a request asks for, once for each of its keys, and return what was written."""
    before, change, is_repeated = outside.event.version, None, False
    try:
        check_key(Actor(outside.account, outside.key))
        write(outside, **numbers)
    except DoneBeforeError as done:
        change, is_repeated = done.change, True
    except UnchangedError:
        pass
    outside.read_again()
    if change is None and outside.event.version > before:
        mine = Change.objects.filter(event=outside.event, version__gt=before, made_by=outside.account)
        change = mine.order_by("-version").first()
    values = {"change": change.version if change else None, "is_repeated": is_repeated}
    return _document(outside, values | told(outside, change, **numbers), 200 if is_repeated else status)


def _document(outside: Outside, values: Plain, status: int = 200) -> HttpResponse:
    """Return a document about the event as it is now."""
    head = {"format": FORMAT, "event": outside.event.slug, "version": outside.record.version}
    return JsonResponse(head | values, status=status, json_dumps_params={"ensure_ascii": False})


def _problem(status: int, sentence: str, headers: Mapping[str, str] | None = None, **more: Any) -> HttpResponse:
    """Return a refusal with its sentence."""
    values = {"format": FORMAT, "problem": sentence} | more
    return JsonResponse(values, status=status, headers=dict(headers or {}), json_dumps_params={"ensure_ascii": False})


@login_not_required
@csrf_exempt
@never_cache
def nothing_there(request: HttpRequest, name: str) -> HttpResponse:
    """Refuse an address of programs at which there is nothing, in JSON; one without its last “/” is not led on, which would lose a body."""
    with translation.override(SOURCE_LANGUAGE):
        return _problem(NOT_THERE, _("There is nothing at {path}. Every address ends with “/”.", path=request.path))


def check_form(errors: Mapping[str, Any], names: Mapping[str, str]) -> None:
    """Raise ValidationError with the sentences of a form's errors, each after the member that it is about."""
    sentences = [
        f"{names.get(name, name)}: {' '.join(each)}" if name != "__all__" else " ".join(each)
        for name, each in errors.items()
    ]
    if sentences:
        raise ValidationError(sentences)
