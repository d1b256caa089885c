"""Recognise e-mail and web addresses, handles and phone numbers beside a name, so that they never become part of it."""

from __future__ import annotations

import re
import unicodedata

from wording import gettext_noop

NOT_IN_A_NAME = gettext_noop("Leave e-mail addresses and telephone numbers out of the name.")
"""The refusal of a name with contact data in it, since names are public."""

_MARKS = r"\s<>()\[\],;|\"'"  # the characters that separate an address from the text around it
_ADDRESS = (
    rf"(?<![^{_MARKS}])[^{_MARKS}]+@[^{_MARKS}]+"
    r"|(?<![\w.+-])[\w.+-]+ ?[(\[{] ?at ?[)\]}] ?[\w-]+(?:(?:\.| ?[(\[{] ?dot ?[)\]}] ?)[\w-]+)+"
    r"|(?<!\w)@\w[\w.-]*"  # a handle
    rf"|(?<!\w)(?:https?://|www\.)[^{_MARKS}]+"
)
_APART = r"[ .()/-]"  # the characters that may separate the figures of a phone number
_PHONE = (
    r"(?:\b(?:tel|telephone|phone|mobile|mob|cell|handy)\b[.:]? ?)?(?<![\w#])"
    rf"(?:\+{_APART}?\d(?:{_APART}*\d){{6,14}}"  # with the country before it
    rf"|\(?0\d*{_APART}(?:{_APART}*\d){{5,14}}"  # with the area before it
    r"|\d{9,15}"  # in one run; an organiser's number has fewer figures
    rf"|\(?\d{{2,4}}\)?[ .-]\d{{2,4}}[ .-]\d{{3,4}})(?!\w)"
)
_CONTACT = re.compile(rf"(?:[<(\[] ?)?(?:{_ADDRESS}|{_PHONE})(?: ?[>)\]])?", re.IGNORECASE)
_LABELS = re.compile(
    r"\b(?:e-?mail|mail|tel|telephone|phone|mobile|mob|cell|handy|web|website|homepage)\s*[.:]\s*(?=$|[\t,;|])",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"([^"]*)"')


def without_contacts(text: str) -> tuple[str, bool]:
    """Return a text without addresses, handles and phone numbers, and whether there were any.

    Full-width letters are recognised too; the rest stays as written. The quotation marks that mail programs put around a name are removed
    together with its address.
    """
    plain = [(mark, place) for place, each in enumerate(text) for mark in unicodedata.normalize("NFKC", each)]
    left, behind = "", 0
    for found in _CONTACT.finditer("".join(mark for mark, _ in plain)):
        left += text[behind : plain[found.start()][1]] + " "
        behind = plain[found.end() - 1][1] + 1
    if not behind:
        return text, False
    left = _LABELS.sub("", left + text[behind:]).strip(" ")
    whole = _QUOTED.fullmatch(left.strip(" ,;"))
    return whole[1] if whole else left, True
