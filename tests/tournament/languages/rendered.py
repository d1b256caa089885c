"""What people read, taken from rendered pages: sentences one by one, each once."""

from __future__ import annotations

import re
from html import unescape

_BLOCK = re.compile(
    r"</?(?:address|body|br|button|caption|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-4r]|header|input|label|legend|li"
    r"|main|nav|ol|option|p|pre|section|select|small|summary|table|td|textarea|th|title|tr|ul)\b[^>]*>"
)
"""The tags that begin a new run of words."""
_SILENT = re.compile(r"(?s)<!--.*?-->|<!doctype[^>]*>|<(script|style|svg|pre|code|kbd|textarea)\b.*?</\1>")
_READ_OUT = re.compile(r'<[^>]*?\s(?:aria-label|placeholder|title|alt)="[^>]*>')
_ATTRIBUTE = re.compile(r'\s(?:aria-label|placeholder|title|alt)="([^"]+)"')


def runs_of(page: str) -> list[str]:
    """Return the runs of words of a page: what is only read out, and each heading, paragraph, cell, label and button."""
    read_out = [text for tag in _READ_OUT.findall(page) for text in _ATTRIBUTE.findall(tag)]
    shown = [re.sub(r"<[^>]*>", "", run) for run in _BLOCK.split(_SILENT.sub(" … ", page))]
    return [" ".join(unescape(run).split()) for run in (*read_out, *shown) if run.strip()]
