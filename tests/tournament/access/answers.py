"""What every answer has to say to a browser, whoever asked and wherever."""

from __future__ import annotations

import re

from tests.tournament.pages.forms import Answer
from tournament.public.answers import POLICY

INLINE = re.compile(
    r"""<style|<[^>]+\sstyle=|<[^>]+\son[a-z]+=|<script(?![^>]*\ssrc=)(?![^>]*type="application/(?:ld\+)?json")|javascript:"""
)
HEADERS = {
    "Permissions-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}


FRAMED = ("<slug:slug>/embed/standings/", "<slug:slug>/embed/results/")
"""The routes that other sites may show inside their own pages; refusals there not."""


def assert_nothing_runs_inside(answer: Answer, route: str) -> None:
    """An answer carries the headers, and no page runs anything written inside it."""
    is_framed = route.endswith(FRAMED) and answer.status_code in (200, 304)
    expected = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options" or not is_framed}
    assert {name: answer.headers[name] for name in HEADERS if name in answer.headers} == expected, route
    policy = answer.headers["Content-Security-Policy"]
    assert ("unsafe" in policy, "frame-ancestors 'none'" in policy) == (False, not is_framed), route
    if is_page(answer):
        assert INLINE.findall(answer.content.decode()) == [], route


def is_page(answer: Answer) -> bool:
    """Whether an answer is one that a browser shows as a page."""
    return str(answer.headers.get("Content-Type", "")).startswith("text/html")


def assert_not_kept(answer: Answer, route: str) -> None:
    """No browser keeps an answer; one that leads elsewhere or refuses the method shows nothing."""
    if answer.status_code not in (302, 405):
        kept_by = answer.headers.get("Cache-Control", "")
        assert {"private", "no-store"} <= set(kept_by.split(", ")), (route, kept_by)
