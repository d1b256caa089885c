"""What every answer has to say to a browser, whoever asked and wherever."""

from __future__ import annotations

import re

from tests.tournament.pages.forms import Answer
from tournament.public.answers.headers import POLICY

INLINE = re.compile(
    r"""<style|<[^>]+\sstyle=|<[^>]+\son[a-z]+=|<script(?![^>]*\ssrc=)(?![^>]*type="application/json")|javascript:"""
)
HEADERS = {
    "Permissions-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def assert_nothing_runs_inside(answer: Answer, route: str) -> None:
    """An answer carries the headers, and no page runs anything written inside it."""
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, route
    policy = answer.headers["Content-Security-Policy"]
    assert ("unsafe" in policy, "frame-ancestors 'none'" in policy) == (False, True), route
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
