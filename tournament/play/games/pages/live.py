"""Where a page of a game finds its socket, and the leave to open that one alone (Content-Security-Policy)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from csp.constants import SELF
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse


def socket_of(request: HttpRequest, code: str) -> str:
    """The address of a page's socket, under the name by which the browser came; empty where none is served."""
    host = request.get_host()
    if settings.LIVE_PORT:
        host = f"{split_domain_port(host)[0]}:{settings.LIVE_PORT}"
    elif not settings.BEHIND_PROXY:
        return ""
    return f"{'wss' if request.is_secure() else 'ws'}://{host}{reverse('game_board', args=[code])}live/"


def render_live(
    request: HttpRequest, template: str, context: Mapping[str, Any], code: str, status: int = 200
) -> HttpResponse:
    """A page of a game, with the address of its socket where there is one."""
    live = socket_of(request, code)
    answer = render(request, template, {**context, "live": live}, status=status)
    if live:
        answer._csp_replace = {"connect-src": [SELF, live]}  # type: ignore[attr-defined]
    return answer
