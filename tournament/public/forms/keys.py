"""The stored form of a one-use key, which covers what the form sends: sending the same form twice is recognised as such.

A browser may show a page again with a used key; a form that is corrected there has other contents, and so counts as a new form.
"""

from __future__ import annotations

from hashlib import sha256

from django.http import HttpRequest

OF_THE_FORM, OF_THE_CONTENTS = 20, 20
"""The characters that are stored: of the beginning of the key, by which a form is found, and of a digest of key and contents."""
NOT_CONTENTS = frozenset({"csrfmiddlewaretoken"})


def form_key(request: HttpRequest, name: str = "key") -> str:
    """Return the stored form of the one-use key in the field ``name``: its beginning, and a digest of key, address and contents.

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
    return stored_key(key, digest.hexdigest())


def stored_key(key: str, digest: str) -> str:
    """Return what is stored of a one-use key and of the digest of the contents that came with it."""
    return key[:OF_THE_FORM] + digest[:OF_THE_CONTENTS]
