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
FRAMED = ("/embed/standings/", "/embed/results/")
"""How the addresses end that other sites may show inside their own pages; refusals there not."""


def harm_in(answer: Answer) -> str:
    """What is wrong where an answer lacks a header, or runs something written inside it; nothing where it is well."""
    is_framed = answer.wsgi_request.path.endswith(FRAMED) and answer.status_code in (200, 304)
    expected = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options" or not is_framed}
    carried = {name: answer.headers[name] for name in HEADERS if name in answer.headers}
    policy = answer.headers.get("Content-Security-Policy", "unsafe")
    if carried != expected or "unsafe" in policy or ("frame-ancestors 'none'" in policy) == is_framed:
        return f"{carried}, {policy}"
    return ", ".join(INLINE.findall(answer.content.decode())) if is_page(answer) else ""


def is_page(answer: Answer) -> bool:
    """Whether an answer is one that a browser shows as a page."""
    return str(answer.headers.get("Content-Type", "")).startswith("text/html")


def keeping_of(answer: Answer) -> str:
    """What lets a browser keep an answer, which none may; one that leads elsewhere or refuses the method shows nothing."""
    kept_by = str(answer.headers.get("Cache-Control", ""))
    is_kept = answer.status_code not in (302, 405) and not {"private", "no-store"} <= set(kept_by.split(", "))
    return f"Cache-Control: {kept_by}" if is_kept else ""
