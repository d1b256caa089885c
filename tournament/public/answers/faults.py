"""The answers to server errors: what is wrong, what was saved, what to do, and a form with the posted fields to send once more.

They use neither the database nor the session, for those may be what failed. Each fault is one line in the log besides Django's own.
"""

from __future__ import annotations

import logging
import sys

from django.core.exceptions import DisallowedHost, RequestDataTooBig, SuspiciousOperation, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.http.request import RawPostDataException, UnreadablePostError
from django.template.loader import render_to_string

from tournament.installation.faults import Fault, fault_of
from tournament.public.answers.for_programs import FORMAT, JSON, is_for_programs
from wording import gettext as _
from wording import gettext_noop

log = logging.getLogger("tournament.faults")

LONGEST_KEPT = 1_000_000
"""The most characters of a form that the error page contains for sending it again."""

Fields = list[tuple[str, str]]

NOTHING_SAVED = gettext_noop("Your last change was not saved; everything saved before it is safe.")
PERHAPS_SAVED = gettext_noop("Your last change may not have been saved; everything saved before it is safe.")
SEND_AGAIN = gettext_noop(
    "What you sent is still on this page: once the fault is fixed, press the button. It will not be saved twice."
)
FILE_AGAIN = gettext_noop("This page cannot keep a file: once the fault is fixed, choose it again.")


def failed(request: HttpRequest) -> HttpResponse:
    """Answer a request that ended in an error (`handler500`)."""
    error = sys.exception()
    fault = fault_of(error)
    log.error("%s %s: %s (%s)", request.method, request.get_full_path(), fault.sentence, _first_line(error))
    fields, is_file = _posted_fields(request)
    answer = _fault_page(request, fault, fields, is_file=is_file)
    answer["Cache-Control"] = "no-store"
    if fault.again_after:
        answer["Retry-After"] = str(fault.again_after)
    return answer


def _fault_page(request: HttpRequest, fault: Fault, fields: Fields, *, is_file: bool) -> HttpResponse:
    """Return the answer to a fault: as JSON, plain text or a page, whichever the client accepts.

    ``fields`` are the sent fields to send again, ``is_file`` is whether a file was sent, which the page cannot contain.
    """
    is_act = request.method not in ("GET", "HEAD", "OPTIONS")
    became = _(NOTHING_SAVED if fault.is_certain else PERHAPS_SAVED) if is_act else _("Nothing was changed.")
    sentence, advice = _(fault.sentence), _(fault.advice)
    accepted = request.headers.get("Accept", "")
    is_program = request.content_type == JSON or is_for_programs(request.path)
    if is_program or (JSON in accepted and "text/html" not in accepted):
        return JsonResponse({"format": FORMAT, "problem": f"{sentence} {became} {advice}"}, status=fault.status)
    if accepted and "text/html" not in accepted:  # a script of our own pages, which shows the text itself
        return HttpResponse(f"{sentence} {advice}", content_type="text/plain; charset=utf-8", status=fault.status)
    context = {
        "title": sentence.rstrip("."),
        "became": became,
        "advice": advice,
        "again": _(SEND_AGAIN) if fields else _(FILE_AGAIN) if is_file else "",
        "fields": fields,
        "address": request.get_full_path(),
        "is_act": is_act,
    }
    return HttpResponse(render_to_string("500.html", context), status=fault.status)


def _posted_fields(request: HttpRequest) -> tuple[Fields, bool]:
    """Return the posted fields of a form with a one-use key, and whether a file was sent with it.

    There are no fields where they are too long, could not be read, or came with a file, which a page cannot send again.
    """
    try:
        if request.method != "POST" or not request.POST.get("key"):
            return [], False
        fields = [(name, value) for name, values in request.POST.lists() for value in map(str, values)]
        has_file = bool(request.FILES)
    except (OSError, SuspiciousOperation, MultiPartParserError, RawPostDataException):
        return [], False
    is_kept = not has_file and sum(len(name) + len(value) for name, value in fields) <= LONGEST_KEPT
    return fields if is_kept else [], has_file


def _first_line(error: BaseException | None) -> str:
    """Return the type of an error with the first line of its message, for the log file."""
    message = str(error).strip().partition("\n")[0][:200]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


_REASONS: tuple[tuple[type[Exception], int, str], ...] = (
    (RequestDataTooBig, 413, gettext_noop("It is too large. Send less at a time, or split the file.")),
    (TooManyFieldsSent, 413, gettext_noop("It is too large. Send less at a time, or split the file.")),
    (UnreadablePostError, 400, gettext_noop("It did not arrive in full. Send it again.")),
    (MultiPartParserError, 400, gettext_noop("It did not arrive in full. Send it again.")),
    (DisallowedHost, 400, gettext_noop("This server does not recognise the address you used. Use its own address.")),
)
NOT_READ = gettext_noop("No page here sends this kind of request. Go back, reload the page and try again.")


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a bad request (`handler400`): one that is too large, incomplete, or not what a browser sends."""
    status, reason = next(
        ((status, reason) for kind, status, reason in _REASONS if isinstance(exception, kind)), (400, NOT_READ)
    )
    if not isinstance(exception, DisallowedHost):  # usually strangers who guess; not worth a line in the log
        log.warning("%s %s was not read: %s", request.method, _path(request), type(exception).__name__)
    if request.content_type == JSON or is_for_programs(request.path):
        refused = _("This request was not accepted.")
        problem = f"{refused} {_(reason)}"
        answer: HttpResponse = JsonResponse({"format": FORMAT, "problem": problem}, status=status)
    else:
        answer = HttpResponse(render_to_string("400.html", {"reason": _(reason)}), status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def _path(request: HttpRequest) -> str:
    """Return the address of a request, shortened for the log file."""
    return request.get_full_path()[:200]
