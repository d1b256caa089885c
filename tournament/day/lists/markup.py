"""Lists that stand in another frame: the messages of a chat, tables of forums, of Jira and of LaTeX; all become plain lines and cells."""

from __future__ import annotations

import re
from itertools import pairwise

_HEADER = re.compile(
    r"\s*(?P<name>[^\d\[\]:,;|\t]{2,60}?),?\s*\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+)?\d{1,2}[:.]\d{2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?\]?\s*",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\s*(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+)?\d{1,2}[:.]\d{2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?\s*", re.IGNORECASE
)
_TAGS = re.compile(r"\[/?(?:table|tbody|thead|th|td|tr)[^\]]*\]", re.IGNORECASE)
LONGEST_MESSAGE = 2_000
LEAST_MESSAGES = 2
"""The least number of messages that are taken for a chat."""


def plain(text: str) -> str:
    """Return a text without a frame that is known, line by line; any other text as it stands."""
    if re.search(r"\[td\b|\[th\b", text, re.IGNORECASE):
        text = _without_tags(text)
    elif "\\begin{tab" in text or "\\\\" in text:
        text = _without_commands(text)
    return _messages(text)


def _without_tags(text: str) -> str:
    """Return a table of a forum as lines with tabs between the cells; the lines stay as many as they were."""
    lines = []
    for line in text.split("\n"):
        line = re.sub(r"\[/t[dh]\]\s*\[t[dh][^\]]*\]", "\t", line, flags=re.IGNORECASE)
        lines.append(_TAGS.sub("", line).strip(" "))
    return "\n".join(lines)


def _without_commands(text: str) -> str:
    """Return a table of LaTeX as lines with tabs between the cells; lines of commands alone become empty."""
    lines = []
    for line in text.split("\n"):
        bare = re.sub(r"\\(?:hline|toprule|midrule|bottomrule|cline\{[^}]*\})", "", line).strip()
        bare = re.sub(r"\\(?:textbf|emph|textit)\{([^}]*)\}", r"\1", bare)
        if bare.startswith(("\\", "%")):
            bare = ""
        lines.append("\t".join(cell.strip() for cell in bare.removesuffix("\\\\").split("&")))
    return "\n".join(lines)


def _messages(text: str) -> str:
    """Return the messages of a chat, each on the line of its sender as a chat exports it: "[18:04] Alpha Eins: I am in"."""
    lines = text.split("\n")
    if max(map(len, lines)) > LONGEST_MESSAGE:
        return text
    senders: dict[int, tuple[str, int]] = {}
    for at, line in enumerate(lines):
        if (found := _HEADER.fullmatch(line)) and found["name"].strip():
            senders[at] = found["name"].strip(), at + 1
        elif at + 1 < len(lines) and line.strip() and _CLOCK.fullmatch(lines[at + 1]) and not _CLOCK.fullmatch(line):
            senders[at] = line.strip(), at + 2
    filled = sum(bool(line.strip()) for line in lines)
    told = sum(end - at for at, (_, end) in senders.items())
    if len(senders) < LEAST_MESSAGES or min(senders) > 2 or filled - told < len(senders) / 2:
        return text
    starts = [*sorted(senders), len(lines)]
    parted = [""] * len(lines)
    parted[: starts[0]] = lines[: starts[0]]
    for at, until in pairwise(starts):
        name, begins = senders[at]
        said = " ".join(line.strip() for line in lines[begins:until] if line.strip())
        parted[at] = f"[01.01.00, 00:00] {name}: {said or '-'}"
    return "\n".join(parted)
