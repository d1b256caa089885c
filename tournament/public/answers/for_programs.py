"""Answers in JSON at the addresses of programs, whatever went wrong: those that end in `.json` or begin with `/api/`."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from wording import gettext as _

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
