"""Redirects from a style sheet or script of another version of the program to the file of this version.

So a page from a cache, or from another host during an upgrade, never appears without its styles.
"""

from __future__ import annotations

import re

from django.contrib.auth.decorators import login_not_required
from django.core.files.storage import storages
from django.http import Http404, HttpRequest, HttpResponseRedirect

from wording import gettext as _

_DIGEST = re.compile(r"\.[0-9a-f]{12}(?=\.[^./]+$)")
"""The digest in a file's name, as every version has written it."""


@login_not_required
def show(request: HttpRequest, name: str) -> HttpResponseRedirect:
    """Redirect from a static file that does not exist to the current one, uncached. Existing files are served before this view."""
    plain = _DIGEST.sub("", name)
    try:
        if plain == name:
            raise ValueError
        today = storages["staticfiles"].url(plain)
    except ValueError:
        raise Http404(_("There is no file {name}.", name=name)) from None
    return HttpResponseRedirect(today, headers={"Cache-Control": "no-store"})
