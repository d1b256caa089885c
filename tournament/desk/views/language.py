"""The desk in another language: one press, for the account and every device on which it logs in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from tournament.access.languages import choose_for_account, known, remember
from tournament.desk.interrupted import leads_to_its_page


@leads_to_its_page
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Let the account read the desk in the language ``language``, and lead back to the page on which it was chosen (``next``)."""
    back = request.POST.get("next", "")
    is_ours = back.startswith("/") and url_has_allowed_host_and_scheme(back, {request.get_host()})
    answer = HttpResponseRedirect(back if is_ours else reverse("desk"))
    if code := known(request.POST.get("language", "")):
        choose_for_account(request, code)
        remember(answer, code)  # for the log-in, and the games to which the desk leads
    return answer
