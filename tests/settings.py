"""Settings of the test suite: the application's own, on a secret and an address of its own; DATABASE_URL may replace the database."""

from __future__ import annotations

import os

# A developer's own environment must not change what a test sees; only the database is left to choose.
for _name in [name for name in os.environ if name.startswith("TOPTABLE_")]:
    if not _name.startswith(("TOPTABLE_TEST_", "TOPTABLE_NO_")):
        del os.environ[_name]
os.environ["TOPTABLE_SECRET_KEY"] = "known to everybody and good for tests alone"
os.environ["TOPTABLE_PUBLIC_ADDRESS"] = "http://testserver"
os.environ["TOPTABLE_SNAPSHOTS"] = "off"  # a test that wants them says so
os.environ["TOPTABLE_LOG_LEVEL"] = "ERROR"
os.environ.setdefault("DATABASE_URL", "sqlite://:memory:")

from tournament.settings import *  # noqa: E402, F403
from tournament.settings import MIDDLEWARE as OUR_MIDDLEWARE  # noqa: E402

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose
# No test asks for a style sheet, so they are not gathered anew for every browser of a test.
WHITENOISE_AUTOREFRESH = True
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "tests.browser.kit.gathered.GatheredFinder",  # names with a digest, for the server of browser tests
]
MIDDLEWARE = [
    *OUR_MIDDLEWARE,
    "tests.tournament.access.outside.described.DescribedMiddleware",
]  # JSON is as openapi.json says
