"""A style sheet or script of another version of the program: whoever still shows a page of that version is led to the file as it is now.

So a page that a phone kept, that lies in a cache between, or that another host gave while an installation was upgraded, is never bare.
"""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponseRedirect

from tournament.installation.caching.named import plain_name


@login_not_required
def show(request: HttpRequest, name: str) -> HttpResponseRedirect:
    """Lead from a static file that is not there to the one of today; the way there is never kept. Files that are there come before."""
    plain = plain_name(name)
    try:
        if plain == name:
            raise ValueError
        today = staticfiles_storage.url(plain)
    except ValueError:
        raise Http404(f"There is no file {name}.") from None
    return HttpResponseRedirect(today, headers={"Cache-Control": "no-store"})
