"""The one-use key of a form, together with what the form sends: the same form again is known, and other contents are a form of their own.

A browser may show a page again as it was, with the key that is used already; what is then put right on it is not what was sent before.
"""

from __future__ import annotations

from hashlib import sha256

from django.http import HttpRequest

OF_THE_FORM, OF_THE_CONTENTS = 20, 20
"""Characters of what is kept: the beginning of the key, by which a form is found, and a digest of all of it."""
NOT_CONTENTS = frozenset({"csrfmiddlewaretoken"})


def form_key(request: HttpRequest, name: str = "key") -> str:
    """The stored form of the one-use key that a form sends under ``name``: its beginning and a digest of key, address and contents.

    Empty where the form sends no key.
    """
    key = request.POST.get(name, "")
    if not key:
        return ""
    digest = sha256(repr(request.get_full_path()).encode())
    for field, texts in sorted(request.POST.lists()):
        if field not in NOT_CONTENTS:
            digest.update(repr((field, texts)).encode())
    for field, files in sorted(request.FILES.lists()):
        for file in files:
            digest.update(repr((field, file.name, file.size)).encode())
            for part in file.chunks():
                digest.update(part)
            file.seek(0)
    return key[:OF_THE_FORM] + digest.hexdigest()[:OF_THE_CONTENTS]
