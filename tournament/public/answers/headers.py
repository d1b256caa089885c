"""Headers added to every answer: which features of the device a page may use, and that browsers must stay with https."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

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
