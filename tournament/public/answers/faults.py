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

log = logging.getLogger("tournament.faults")

JSON = "application/json"
LONGEST_KEPT = 1_000_000
"""The most characters of a form that the error page contains for sending it again."""

Fields = list[tuple[str, str]]

NOTHING_SAVED = "Nothing of your last act was saved; what was saved before it is safe."
PERHAPS_SAVED = "Whether your last act was saved is not certain; what was saved before it is safe."
SEND_AGAIN = "What you sent is kept on this page: once that is mended, press the button. It is never done twice."
FILE_AGAIN = "A file cannot be kept on this page: once that is mended, choose it once more."


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
    became = (NOTHING_SAVED if fault.is_certain else PERHAPS_SAVED) if is_act else "Nothing was changed."
    accepted = request.headers.get("Accept", "")
    if request.content_type == JSON or (JSON in accepted and "text/html" not in accepted):
        return JsonResponse({"problem": f"{fault.sentence} {became} {fault.advice}"}, status=fault.status)
    if accepted and "text/html" not in accepted:  # a script of our own pages, which shows the text itself
        return HttpResponse(
            f"{fault.sentence} {fault.advice}", content_type="text/plain; charset=utf-8", status=fault.status
        )
    context = {
        "title": fault.sentence.rstrip("."),
        "became": became,
        "advice": fault.advice,
        "again": SEND_AGAIN if fields else FILE_AGAIN if is_file else "",
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
    (RequestDataTooBig, 413, "It is too large. Send less at once, or a file in parts."),
    (TooManyFieldsSent, 413, "It has more fields than any form of ours. Send less at once."),
    (UnreadablePostError, 400, "It did not arrive whole; the connection broke. Send it once more."),
    (MultiPartParserError, 400, "It did not arrive whole, or no browser wrote it. Send it once more."),
    (DisallowedHost, 400, "This server is not known under the name by which you called it. Use its own address."),
)
NOT_READ = "No page of ours sends such a thing. Go back, reload the page, and do it once more."


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a bad request (`handler400`): one that is too large, incomplete, or not what a browser sends."""
    status, reason = next(
        ((status, reason) for kind, status, reason in _REASONS if isinstance(exception, kind)), (400, NOT_READ)
    )
    if not isinstance(exception, DisallowedHost):  # usually strangers who guess; not worth a line in the log
        log.warning("%s %s was not read: %s", request.method, _path(request), type(exception).__name__)
    if request.content_type == JSON:
        answer: HttpResponse = JsonResponse({"problem": f"This could not be read. {reason}"}, status=status)
    else:
        answer = HttpResponse(render_to_string("400.html", {"reason": reason}), status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def _path(request: HttpRequest) -> str:
    """Return the address of a request, shortened for the log file."""
    return request.get_full_path()[:200]
