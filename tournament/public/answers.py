"""The answers to server errors: what is wrong, what was saved, what to do, and a form with the posted fields to send once more.

They use neither the database nor the session, for those may be what failed. Each fault is one line in the log besides Django's own.

Tells on the desk, and in the log file, when the machine's clock has jumped, also while the program did not run.

Compresses every answer of text that does not come compressed already, such as the pages of the desk.

Whoever sees the lengths of compressed answers, and can put words of their own into a page, could guess a secret in it letter by letter
(BREACH). So every secret on a compressed page has another form in each answer: the token of forms is masked, one-use keys are drawn. A page
with a secret that stays the same says so by `{% lasting_secret %}` beside it, and is sent as it is.

Redirects from a style sheet or script of another version of the program to the file of this version.

So a page from a cache, or from another host during an upgrade, never appears without its styles.

Answers in JSON at the addresses of programs, whatever went wrong: those that end in `.json` or begin with `/api/`.

Headers added to every answer: which features of the device a page may use, and that browsers must stay with https.

Tells search engines to list nothing but the events that allow it.

Keeps from the views what the database cannot store: too large a number in an address, a NUL character in a form.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import DisallowedHost, RequestDataTooBig, SuspiciousOperation, TooManyFieldsSent
from django.core.files.storage import storages
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.http.request import RawPostDataException, UnreadablePostError
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from tournament.access import events_for_robots
from tournament.access.languages import codes
from tournament.installation.copies.snapshots import made_at, names_in
from tournament.installation.faults import Fault, WatchedClock, fault_of, steady_seconds
from tournament.models import Change
from tournament.public.cache import takes_gzip
from wording import gettext as _
from wording import gettext_noop

log = logging.getLogger("tournament.faults")

TOLD_FOR = 15 * 60
"""Seconds after a jump of the clock during which each user who opens the desk is told of it, once."""


def latest_stored() -> float | None:
    """The latest moment that is stored here, in seconds since 1970: of a change, or of a snapshot; None where there is neither."""
    newest = max(names_in(Path(settings.SNAPSHOT_FOLDER)), default="") if settings.SNAPSHOT_FOLDER else ""
    changed = Change.objects.aggregate(latest=Max("made_at"))["latest"]
    moments = [moment.timestamp() for moment in (changed, made_at(newest) if newest else None) if moment]
    return max(moments, default=None)


class ClockMiddleware:
    """Checks the clock with every request; each user of the desk is shown a message once after a jump."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.clock = WatchedClock()
        self.is_compared = not settings.SERVE_FOLDER  # a server's clock comes from the network
        self.shown_to: set[object] = set()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Check the clock, and pass the request on."""
        jump = self.clock.look()
        if not self.is_compared:
            self.is_compared, jump = True, self.clock.compare(latest_stored()) or jump
        if jump is not None:
            self.shown_to.clear()
            log.warning("%s", jump.words)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Add a message about a recent jump to a page of the desk."""
        jump = self.clock.last
        if jump is None or request.method != "GET" or not request.path.startswith(reverse("desk")):
            return
        is_old = not jump.before_start and (steady_seconds() or 0) - jump.at > TOLD_FOR
        if is_old or not request.accepts("text/html"):
            return
        user = request.user.pk
        if user is not None and user not in self.shown_to and not request.headers.get("HX-Request"):
            self.shown_to.add(user)
            messages.warning(request, jump.words)


TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
"""How the types of answers begin that become smaller; paper, workbooks and archives are compressed inside."""


def keep_plain(request: HttpRequest) -> None:
    """Have the answer to this request sent without compression, because it has a secret that stays the same."""
    request.has_lasting_secret = True  # type: ignore[attr-defined]  # read by `CompressedMiddleware`


class CompressedMiddleware(GZipMiddleware):
    """Django's middleware, which pads answers so that their length tells less; who refuses gzip (`gzip;q=0`) gets none here."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed where the client takes it and nothing speaks against it."""
        if response.streaming or not response.headers.get("Content-Type", "").startswith(TEXTS):
            return response
        if takes_gzip(request) and not hasattr(request, "has_lasting_secret"):
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        return response


_DIGEST = re.compile(r"\.[0-9a-f]{12}(?=\.[^./]+$)")
"""The digest in a file's name, as every version has written it."""


@login_not_required
def show(request: HttpRequest, name: str) -> HttpResponseRedirect:
    """Redirect from a static file that does not exist to the current one, uncached. Existing files are served before this view."""
    plain = _DIGEST.sub("", name)
    try:
        if plain == name:
            raise ValueError
        today = storages["staticfiles"].url(plain)
    except ValueError:
        raise Http404(_("There is no file {name}.", name=name)) from None
    return HttpResponseRedirect(today, headers={"Cache-Control": "no-store"})


FORMAT = 1
"""The version of the format, which would only be raised if the name of a value changed."""
JSON = "application/json"
OF_THE_PAGE = frozenset(
    {"Content-Type", "Content-Length", "Content-Language", "Content-Encoding", "Content-Disposition", "ETag"}
)
"""The header fields of a page that its refusal in JSON has for itself or not at all."""
READ = ("GET", "HEAD")
NOT_THERE, NO_METHOD = 404, 405


def is_for_programs(path: str) -> bool:
    """Whether programs ask at this address, so that a refusal is JSON; what a director downloads at the desk is behind the log-in."""
    return path.startswith("/api/") or (path.endswith(".json") and not path.startswith("/desk/"))


class ForProgramsMiddleware:
    """Turns each refusal at an address of programs into JSON with a sentence; before CSRF, so that a wrong method is called one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on; a refusal keeps its status and its header fields."""
        answer = self.get_response(request)
        refused = answer.status_code >= 400
        if not refused or not is_for_programs(request.path) or answer.get("Content-Type", "").startswith(JSON):
            return answer
        said = refusal(request.path, answer.status_code, answer.get("Allow", ""))
        for name, value in answer.headers.items():
            if name not in OF_THE_PAGE:
                said.headers.setdefault(name, value)
        return said

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponseBase | None:
        """Refuse another method than reading; below `/api/` each address says itself what it takes."""
        if request.method in READ or request.path.startswith("/api/") or not is_for_programs(request.path):
            return None
        answer = refusal(request.path, NO_METHOD, ", ".join(READ))
        answer["Allow"] = ", ".join(READ)
        return answer

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """Say in JSON why there is nothing, in the view's own words."""
        if isinstance(error, Http404) and is_for_programs(request.path):
            return refusal(request.path, NOT_THERE, sentence=str(error))
        return None


def refusal(path: str, status: int, methods: str = "", sentence: str = "") -> JsonResponse:
    """Return a refusal as JSON, which scripts of other sites may read; without a sentence it says what the status means."""
    if status == NO_METHOD:
        sentence = _("This address accepts only {methods}.", methods=methods)
    elif status == NOT_THERE:
        sentence = sentence or _("There is nothing at {path}.", path=path)
    else:
        sentence = sentence or _("This request was not accepted.")
    values = {"format": FORMAT, "problem": sentence}
    return JsonResponse(values, status=status, headers={"Access-Control-Allow-Origin": "*"})


LONGEST_KEPT = 1_000_000
"""The most characters of a form that the error page contains for sending it again."""

Fields = list[tuple[str, str]]

NOTHING_SAVED = gettext_noop("Your last change was not saved; everything saved before it is safe.")
PERHAPS_SAVED = gettext_noop("Your last change may not have been saved; everything saved before it is safe.")
SEND_AGAIN = gettext_noop(
    "What you sent is still on this page: once the fault is fixed, press the button. It will not be saved twice."
)
FILE_AGAIN = gettext_noop("This page cannot keep a file: once the fault is fixed, choose it again.")


def answer_to_error(request: HttpRequest) -> HttpResponse:
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


def answer_to_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
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


NOBODY = (
    *("accelerometer", "autoplay", "camera", "display-capture", "geolocation", "gyroscope", "hid"),
    *(
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "publickey-credentials-get",
        "serial",
        "usb",
        "xr-spatial-tracking",
    ),
)
OUR_PAGES = ("fullscreen", "screen-wake-lock")
"""Browser features for our own pages: screens of the hall use the full screen, and they and table clocks keep the display on."""

POLICY = ", ".join([*(f"{name}=()" for name in NOBODY), *(f"{name}=(self)" for name in OUR_PAGES)])


NO_PAGES = ("text/css", "text/javascript")
"""How the types of answers begin that are never a page of their own, so that nothing need be said of what a page may use."""


class HeadersMiddleware:
    """Adds the security headers to every answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request with the headers added.

        Where the public address is https, the browser is told to use only https (HSTS), whether or not a proxy says that this request did:
        a browser heeds this header over https alone.
        """
        answer = self.get_response(request)
        if not answer.get("Content-Type", "").startswith(NO_PAGES):
            answer.setdefault("Permissions-Policy", POLICY)
        if settings.SECURE_HSTS_SECONDS:
            answer.setdefault("Strict-Transport-Security", f"max-age={settings.SECURE_HSTS_SECONDS}")
        return answer


@login_not_required
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return the file robots.txt."""
    homes = [reverse("event", args=[event.slug]) for event in events_for_robots().order_by("slug")]
    allowed = [f"Allow: {before}{home}" for home in homes for before in ("", *(f"/{prefix}" for prefix in codes()))]
    lines = ["User-agent: *", *allowed, "Disallow: /"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


class RobotsMiddleware:
    """Asks search engines by a header to list nothing, except pages of events that allow it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request with the header added."""
        answer = self.get_response(request)
        if not getattr(request, "lets_robots_in", False):
            answer["X-Robots-Tag"] = "noindex, nofollow"
        return answer


LARGEST = 2**31 - 1
"""The largest integer that a database column holds; a query with a larger one raises an error."""
NOTHING = "\x00"
"""The NUL character, which PostgreSQL cannot store in a text. Nobody can type or see it, so it is removed."""


class StorableMiddleware:
    """Answers 404 for a number in the address that is too large, and removes unstorable characters from posted fields."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: object, _parts: object, named: Mapping[str, object]) -> None:
        """Raise Http404 for too large a number in the address, and remove NUL characters from the posted fields."""
        if any(isinstance(part, int) and part > LARGEST for part in named.values()):
            raise Http404(_("That number is too large."))
        if request.method == "POST" and any(NOTHING in text for _, texts in request.POST.lists() for text in texts):
            cleaned = request.POST.copy()
            for name, texts in request.POST.lists():
                cleaned.setlist(name, [text.replace(NOTHING, "") for text in texts])
            request.POST = cleaned  # type: ignore[assignment]  # Django lets a middleware set it
