"""Whether a request comes from a browser on this very machine, before which somebody sits who has started `serve`.

Only the front server, which has the connection, can tell that it comes from this machine. It says so to the servers behind it by a secret
in a field of the request (the setting ``THIS_MACHINE``), which `serve` gives them all anew at each start. But whatever forwards others'
requests from this machine looks the same. So the browser must have shown what only `serve` tells: the secret in the address that it opens,
or the code of its window; a cookie remembers that until `serve` ends.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournament.installation.addresses import is_loopback, without_port
from tournament.installation.device_mark import is_same

FIELD = "x-at-this-machine"
"""The field of a request by which the front says so; it is removed from what browsers send."""
COOKIE = "at_this_machine"
"""The cookie of a browser that has shown the secret or the code."""
PASSED_ON = (
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
    "x-real-ip",
    "forwarded",
    "via",
    "cf-connecting-ip",
)
"""The fields by which proxies and tunnels say for whom they ask."""
BY_THE_FRONT = ["x-forwarded-for"]
"""Which of them the front itself writes."""


def comes_from_this_machine(request: HttpRequest) -> bool:
    """Whether the request comes from this machine, at an address of this machine, and nobody says that it is passed on.

    Never where the installation is not run by `serve` or `demo`. A page of another site that is led here by a false name of this machine is
    told by the name.
    """
    proof = settings.THIS_MACHINE
    if not proof or settings.BEHIND_PROXY or not is_loopback(without_port(request.get_host())):
        return False
    told = [name for name in PASSED_ON if name in request.headers]
    came_by = request.headers.get("X-Forwarded-For", "")  # the front's own line
    return told == BY_THE_FRONT and is_of_loopback(came_by) and is_same(request.headers.get(FIELD, ""), proof)


def is_at_the_machine(request: HttpRequest) -> bool:
    """Whether the request comes from this machine's own browser, which has shown the secret or the code of `serve`."""
    return comes_from_this_machine(request) and is_known(request.COOKIES, settings.THIS_MACHINE)


def asks_for_the_code(request: HttpRequest) -> bool:
    """Whether a page of `serve` may ask the browser for the code of its window: it seems to be on this machine, and is not known yet."""
    return bool(settings.SERVE_FOLDER) and comes_from_this_machine(request) and not is_at_the_machine(request)


def know_browser(answer: HttpResponse) -> None:
    """Let the browser that gets this answer be known as this machine's own until `serve` ends."""
    answer.set_cookie(COOKIE, _mark(settings.THIS_MACHINE), httponly=True, samesite="Strict")


def is_known(cookies: Mapping[str, str], proof: str) -> bool:
    """Whether cookies are of a browser that is known; ``proof`` is the secret of the setting ``THIS_MACHINE``."""
    return is_same(cookies.get(COOKIE, ""), _mark(proof))


def _mark(proof: str) -> str:
    """The value of the cookie; it does not tell the secret."""
    return hmac.new(proof.encode(), COOKIE.encode(), "sha256").hexdigest()


def is_of_loopback(peer: str) -> bool:
    """Whether the address of a connection's other end is this machine's own; false for anything that is not one address."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)
