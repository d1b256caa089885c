"""Django's settings, read from the environment; every variable is listed here and nowhere else.

TOPTABLE_DEBUG            on or off (off); on is for work on this machine: it makes its own secret and shows errors in the browser
TOPTABLE_SECRET_KEY       required outside debug: 32 characters or more that nobody else knows
TOPTABLE_PUBLIC_ADDRESS   required outside debug: what players open and QR codes carry; https here makes the cookies secure
TOPTABLE_ALLOWED_HOSTS    further host names to answer, with commas; the public address's own host always counts
TOPTABLE_BEHIND_PROXY     on where a proxy in front sets X-Forwarded-Proto itself (off)
TOPTABLE_TRUSTED_PROXIES  how many proxies in front add to X-Forwarded-For whom they were asked by (1 behind a proxy, else 0)
TOPTABLE_TIME_ZONE        the hall's time zone (Europe/London)
TOPTABLE_LANGUAGE         the language of pages that belong to no event, and of new events and accounts: en-gb or de (en-gb)
TOPTABLE_EVENTS_BY        who makes events: accounts (whoever has a password) or runners (who runs the installation) (accounts)
TOPTABLE_ACCOUNTS_BY      who invites further accounts: runners, accounts, or commands (no page does) (runners)
TOPTABLE_GAMES            on where games on devices may be opened (off; on in the demo), and
TOPTABLE_GAMES_AT_ONCE    how many may be open at once (50)
TOPTABLE_PROGRAMS         how many processes play for programs in such games, 1 to 16, or off (1), and
TOPTABLE_PROGRAM_GAMES    how many games with programs they play at once (12)
TOPTABLE_LIVE_PORT        the port of the sockets of games, as browsers are told (the pages' own)
TOPTABLE_LIVE_BIND        where they listen behind a proxy, or off (the port above TOPTABLE_BIND); read by serving/game_sockets.py
TOPTABLE_LOG_LEVEL        DEBUG, INFO, WARNING or ERROR (INFO)
TOPTABLE_BIND             where the web server listens behind a proxy (127.0.0.1:8001), and
TOPTABLE_WORKERS          how many processes it has (cores and one more); both are read by management/serving/proxied.py
TOPTABLE_CROWD_BIND       where the crowd's own server listens behind nginx (none: one answers everybody); read by proxied_crowd.py there
TOPTABLE_SNAPSHOTS        the folder of snapshots, or off (`snapshots` beside an SQLite file; of PostgreSQL where set, before migrations)
TOPTABLE_SECOND_PLACE     a second folder for them, which must be there: on a USB stick, say (none)
TOPTABLE_STICKS           folders in which whatever folder lies counts as a stick, with colons (where the system mounts what is plugged in)
TOPTABLE_PLUGINS          off leaves out whatever other packages add (on); games/plugins.py reads it (docs/developing/extending.md)
DATABASE_URL              postgresql://user:password@host/name or sqlite:////full/path (an SQLite file in .local, see installation/local.py)

What `serve` tells the processes that it starts is no setting: environment.PASSED_ON has it.
"""

from __future__ import annotations

import hashlib
import os
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from tournament.installation import addresses, environment, folders, local
from tournament.installation.database import database, snapshot_folder
from tournament.installation.plugins import added_apps
from tournament.installation.static_files import static_root

BASE_DIR = folders.ROOT
TOLD = environment.variables_passed_on(os.environ)
"""What `serve` tells its servers; nothing where it runs none."""

DEBUG = environment.switch(os.environ, "TOPTABLE_DEBUG")
SECRET_KEY = (
    local.kept_secret("secret-key")
    if DEBUG and not os.environ.get("TOPTABLE_SECRET_KEY")
    else environment.secret(os.environ, "TOPTABLE_SECRET_KEY", "a line of random characters")
)
OWN_ADDRESS = environment.address(os.environ, "TOPTABLE_PUBLIC_ADDRESS", "http://127.0.0.1:8000" if DEBUG else "")
# What paper and codes carry: never an address that leads every phone to itself.
PUBLIC_ADDRESS = "" if addresses.is_loopback(OWN_ADDRESS) else OWN_ADDRESS
EARLIER_ADDRESS = environment.text(TOLD, "earlier_address")
ADDRESS_CHANGED = environment.moment(TOLD, "address_changed")

# Fonts for paper, which `serve` fetches beside


INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_tables2",
    "django_htmx",
    "csp",
    "axes",
    "tournament.services.TournamentConfig",
    "tournament.slices.SlicesConfig",
    "tournament.public",
    "tournament.play.games",
    "tournament.play.programs",
    "tournament.management.people",
    *(
        ["laboratory"] if folders.IS_CHECKOUT and find_spec("laboratory") else []
    ),  # the commands that measure, in a checkout
]
INSTALLED_APPS += added_apps(INSTALLED_APPS)
GAMES_AT_TABLES = "tournament.play.games.tables.for_events.TableGames"
"""The class that answers what an event asks of the games on devices at its tables (`services.on_devices.following`)."""
MIDDLEWARE = [
    # Ours are for what every answer needs, whichever view gives it; the reason stands beside each.
    "tournament.access.request_origin.RequestOriginMiddleware",  # first: every request gets its real address, every log-in marks its device
    "tournament.public.answers.HeadersMiddleware",  # headers of every answer, of files too
    "tournament.installation.watching.LookingMiddleware",  # answers watchers before hosts and cookies are looked at
    "tournament.public.answers.ForProgramsMiddleware",  # around all that may refuse: programs get JSON
    "django.middleware.security.SecurityMiddleware",
    "tournament.installation.static_files.StaticFilesMiddleware",
    "tournament.public.answers.CompressedMiddleware",  # texts; what everybody may see comes compressed already
    "tournament.public.answers.RobotsMiddleware",  # every answer asks robots to stay out, refusals too
    "tournament.public.answers.StorableMiddleware",  # nothing that no column holds comes to any view
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournament.urls.languages.LanguageMiddleware",  # before any address is resolved: its first part may name a language
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "tournament.public.answers.ClockMiddleware",  # the clock is looked at with every request
    "tournament.desk.interrupted.NotAllowedMiddleware",  # the page of the answer 405, for which Django has no handler
    "tournament.desk.interrupted.DeskLogInMiddleware",  # no view without a log-in but those that say so
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",  # last: it turns the answer to a log-in into the lock-out page
]
ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [folders.TEMPLATES],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "django.templatetags.i18n",
                "tournament.public.templatetags.sentences",
                "tournament.public.templatetags.commands",
                "tournament.public.templatetags.once",
                "tournament.public.templatetags.opens",
                "tournament.public.templatetags.languages",
                "tournament.public.templatetags.lasting",
                "tournament.public.templatetags.marks",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.access.desk_permissions",
            ],
        },
    }
]

# What is stored, and where

DATABASES = {
    "default": database(environment.text(os.environ, "DATABASE_URL") or local.database_address("top-table.sqlite3"))
}
SNAPSHOT_FOLDER = environment.folder(os.environ, "TOPTABLE_SNAPSHOTS", snapshot_folder(DATABASES["default"]))
SECOND_PLACE = environment.folder(os.environ, "TOPTABLE_SECOND_PLACE")
IS_SECOND_PLACE_FIXED = environment.switch(TOLD, "second_fixed")
SERVE_FOLDER = environment.text(TOLD, "serve_folder")
TAKEN_OVER = environment.text(TOLD, "taken_over")
STICKS = environment.text(os.environ, "TOPTABLE_STICKS")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Each process keeps rendered pages itself, more of them than an event of a thousand players has.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

# Language and time

LANGUAGES = [("en-gb", "English"), ("de", "Deutsch")]
LANGUAGE_CODE = environment.choice(os.environ, "TOPTABLE_LANGUAGE", "en-gb", tuple(code for code, _name in LANGUAGES))
LOCALE_PATHS = [BASE_DIR / "wording" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = environment.time_zone(os.environ, "TOPTABLE_TIME_ZONE", "Europe/London")

# Style sheets, scripts and pictures: served by the application itself, by names that tell what they hold

STATICFILES_DIRS = [folders.STATIC]
STATIC_ROOT = static_root(folders.STATIC, os.environ)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
STATIC_URL = "/static/"

# Who may come in

EVENTS_BY = environment.choice(os.environ, "TOPTABLE_EVENTS_BY", "accounts", ("accounts", "runners"))
ACCOUNTS_BY = environment.choice(os.environ, "TOPTABLE_ACCOUNTS_BY", "runners", ("runners", "accounts", "commands"))
LOGIN_URL = "login"
CSRF_FAILURE_VIEW = "tournament.desk.interrupted.token_refused"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AXES_FAILURE_LIMIT = "tournament.access.request_origin.most_wrong"
AXES_CLIENT_IP_CALLABLE = "tournament.access.request_origin.counted_as"
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]  # a whole hall may share one address, so neither alone locks
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "tournament.desk.interrupted.locked_out"  # its page says ten minutes, as AXES_COOLOFF_TIME does
AXES_VERBOSE = False

# Games on devices

DEMO = Path(str(DATABASES["default"]["NAME"])) == local.FOLDER / local.DEMO_DATABASE
GAMES = environment.switch(os.environ, "TOPTABLE_GAMES")
GAMES_AT_ONCE = environment.number(os.environ, "TOPTABLE_GAMES_AT_ONCE", 50, range(1, 10_001))
PROGRAMS = environment.number_or_off(os.environ, "TOPTABLE_PROGRAMS", 1, range(1, 17))
PROGRAM_GAMES = environment.number(os.environ, "TOPTABLE_PROGRAM_GAMES", 12, range(1, 1_001))
LIVE_PORT = environment.number(os.environ, "TOPTABLE_LIVE_PORT", 0, range(65_536))

# How much one form may hold: a thousand players are a thousand ticks, and as many fields again in the grid of results

DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

# What a browser may do with the pages

OVER_HTTPS = OWN_ADDRESS.startswith("https://")
ALLOWED_HOSTS = [
    str(urlsplit(OWN_ADDRESS).hostname),
    *environment.names(os.environ, "TOPTABLE_ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]") if DEBUG else ()),
]
CSRF_TRUSTED_ORIGINS = [OWN_ADDRESS]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = OVER_HTTPS
# Browsers send cookies to every port of a machine: each installation has names of its own, which change with its secret alone.
_MARK = hashlib.sha256(f"names of cookies {SECRET_KEY}".encode()).hexdigest()[:8]
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"sessionid-{_MARK}", f"csrftoken-{_MARK}"
SECURE_HSTS_SECONDS = int(timedelta(days=30).total_seconds()) if OVER_HTTPS else 0
BEHIND_PROXY = environment.switch(os.environ, "TOPTABLE_BEHIND_PROXY")
TRUSTED_PROXIES = environment.number(os.environ, "TOPTABLE_TRUSTED_PROXIES", int(BEHIND_PROXY), range(10))
THIS_MACHINE = environment.text(TOLD, "this_machine")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"  # addresses of links and codes are told to nobody else
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_SSL_REDIRECT = OVER_HTTPS and BEHIND_PROXY  # without the proxy's word every request would be sent on for ever
# What `check --deploy` would have otherwise, with the reason. Neighbours under the same domain are not ours to bind to https.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if not OVER_HTTPS and addresses.is_on_local_network(OWN_ADDRESS):
    # In a hall's own network nobody gives an address a certificate; cookies that ask for https would let nobody in.
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W012", "security.W016"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# What the server says

LOG_LEVEL = environment.choice(os.environ, "TOPTABLE_LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"secrets": {"()": "tournament.installation.watching.SecretsFilter"}},
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["secrets"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "tournament": {"level": LOG_LEVEL},
        "django": {"handlers": ["console"], "level": LOG_LEVEL, "propagate": False},
        "django.server": {"level": "INFO", "handlers": [], "propagate": True},
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # strangers' guesses; the answer 400 says it all
    },
}
