"""The application as a WSGI server starts it: `gunicorn tournament.wsgi`."""

from __future__ import annotations

import os

from tournament.management.serving.forking import application_read_beforehand

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = application_read_beforehand()
