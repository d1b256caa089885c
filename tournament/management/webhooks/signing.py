"""The secret of a webhook, and the signature of what is sent to it, as Standard Webhooks 1.0 has them."""

from __future__ import annotations

import hmac
from base64 import b64encode
from hashlib import sha256
from secrets import token_hex

from django.conf import settings

PREFIX = "whsec_"


def new_salt() -> str:
    """Return the salt of a new secret."""
    return token_hex(16)


def secret_of(salt: str) -> str:
    """Return the secret of a hook with this salt; it changes with the salt and with the secret key of the installation."""
    return PREFIX + b64encode(_key(salt)).decode()


def _key(salt: str) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), f"webhook:{salt}".encode(), "sha256")  # not said


def headers_of(salt: str, number: str, body: bytes, moment: int) -> dict[str, str]:
    """Return the headers of a delivery: its ``number``, its ``moment`` in seconds since 1970, and the signature over both and the body."""
    signed = f"{number}.{moment}.".encode() + body
    signature = b64encode(hmac.new(_key(salt), signed, sha256).digest()).decode()
    return {
        "content-type": "application/json",  # not said
        "user-agent": "Top-Table-Webhooks/1",  # not said
        "webhook-id": number,
        "webhook-timestamp": str(moment),
        "webhook-signature": f"v1,{signature}",  # not said
    }
