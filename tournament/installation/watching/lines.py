"""Lines of the log: none carries a code or a link."""

from __future__ import annotations

import logging
import re

SECRETS = re.compile(r"(/let-in/|/r/|/c/\d+/(?:\d+/)?)[^/\s?\"']+")
"""Where an address carries a secret: the link that lets somebody in, the private link of a registration, the code of a slip or a card."""
HIDDEN = r"\1…"


class SecretsFilter(logging.Filter):
    """Removes secrets from each log line; no line is dropped."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove secrets; always true."""
        message = record.getMessage()
        hidden = SECRETS.sub(HIDDEN, message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        if record.exc_info:  # the formatter takes this text
            record.exc_text = SECRETS.sub(HIDDEN, logging.Formatter().formatException(record.exc_info))
        return True
