"""The application as a WSGI server starts it: `gunicorn tournament.wsgi`."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from tournament.installation.processes import close_at_exit
from tournament.installation.request_body import with_whole_bodies
from tournament.management.serving.beforehand import read_beforehand
from tournament.management.serving.bodiless import without_needless_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

close_at_exit()
application = without_needless_bodies(with_whole_bodies(get_wsgi_application()))
read_beforehand()
