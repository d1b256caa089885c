"""E-mail addresses and phone numbers beside a name: recognised, so that they never become a part of it."""

from __future__ import annotations

import re

_ADDRESS = r"(?:mailto:)?[^\s<>()\[\],;|\"']+@[^\s<>()\[\],;|\"']+"
_APART = r"[ .()/\u00a0-]"  # what stands between the figures of a phone number
_PHONE = (
    r"(?:\b(?:tel|telephone|phone|mobile|mob|cell|handy)\b[.:]?\s*)?(?<![\w#])"
    rf"(?:\+{_APART}?\d(?:{_APART}*\d){{6,14}}"  # with the country before it
    rf"|\(?0\d*{_APART}(?:{_APART}*\d){{5,14}}"  # with the area before it
    rf"|\(?\d{{2,4}}\)?[ .-]\d{{2,4}}[ .-]\d{{3,4}})(?!\w)"
)
_CONTACT = re.compile(rf"\s*[<(\[]?\s*(?:{_ADDRESS}|{_PHONE})\s*[>)\]]?", re.IGNORECASE)
_LABELS = re.compile(
    r"\b(?:e-?mail|mail|tel|telephone|phone|mobile|mob|cell|handy)\s*[.:]\s*(?=$|[\t,;|])", re.IGNORECASE
)
_QUOTED = re.compile(r'"([^"]*)"')


def without_contacts(text: str) -> tuple[str, bool]:
    """A line or a cell without its e-mail addresses and phone numbers, and whether there were any.

    The quotation marks that mail programs put around a name go with its address.
    """
    left, found = _CONTACT.subn("", text)
    if not found:
        return text, False
    left = _LABELS.sub("", left).strip(" ")
    whole = _QUOTED.fullmatch(left.strip(" ,;"))
    return whole[1] if whole else left, True
