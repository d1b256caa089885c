"""Digits of any keyboard: what is typed as ٤١٬٢٠٠, ４１，２００ or ४१,२०० is the number 41,200.

A keyboard set to another script may have no other digits, so every reader of a typed number calls `plain_digits` first. The script of the
pages does the same (`plainDigits` in static/tournament/app.js).
"""

from __future__ import annotations

import unicodedata

# The signs of numbers beside their digits: the full-width forms of ASCII, and the Arabic signs for thousands, decimals and per cent.
_SIGNS: dict[int, str] = {
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},
    **{ord(sign): plain for sign, plain in zip("\u3000٬٫،٪−", " ,.,%-", strict=True)},
}


def plain_digits(text: str) -> str:
    """Return a typed number with ASCII digits and signs in place of those of other scripts; other letters stay as they are."""
    if text.isascii():
        return text
    signs = text.translate(_SIGNS)
    if signs.isascii():
        return signs
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in signs)


def whole_number(text: str | None) -> int:
    """Return the number of a form field that holds at most nine digits; 0, which is no player or table, for anything else."""
    plain = plain_digits(text or "").strip()
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 10 else 0
