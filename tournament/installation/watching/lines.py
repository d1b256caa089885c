"""Lines of the log: each says about which request it is, none carries a code or a link, and with JSON each is one object."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime

from tournament.installation.watching import numbering

SECRETS = re.compile(r"(/let-in/|/r/|/c/\d+/(?:\d+/)?)[^/\s?\"']+")
"""Where an address carries a secret: the link that lets somebody in, the private link of a registration, the code of a slip or a card."""
HIDDEN = r"\1…"
FACTS = ("method", "page", "event", "status", "ms", "bytes", "account")
"""What a line about a request tells in members of its own."""


class RequestFilter(logging.Filter):
    """Adds the request's number to each log line and removes secrets from it; no line is dropped."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the number and remove secrets; always true."""
        number = numbering.current()
        record.request_number = number
        record.about = f" (request {number})" if number else ""
        message = record.getMessage()
        hidden = SECRETS.sub(HIDDEN, message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        return True


class JsonFormatter(logging.Formatter):
    """A line as one JSON object: at (UTC), level, logger, message, request, the facts of a request, and the trace of a failure."""

    def format(self, record: logging.LogRecord) -> str:
        """The line as JSON text."""
        facts = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request": getattr(record, "request_number", ""),
            **{name: getattr(record, name) for name in FACTS if hasattr(record, name)},
        }
        if record.exc_info:
            facts["trace"] = SECRETS.sub(HIDDEN, self.formatException(record.exc_info))
        return json.dumps(facts, ensure_ascii=False, default=str)
