"""Taking away what mail programs, forums, chats and printers put around the lines of a log: quotation marks, tags, stars, page marks.

What is taken away is replaced by spaces, so that everything else keeps its column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.acquire.logs.language.diagnostics import LONGEST_LINE, REMARK, Diagnostics
from games.acquire.logs.language.tokens import SourceLine, Token
from games.sentences import gettext_lazy as _

_TILED: Final = re.compile(r"\b(?:1[0-2]|[1-9])-?[A-Ia-i]\b")
#: The mark of a quoted line; the line above it that says who wrote; the line between a mail and its signature.
_QUOTED: Final = re.compile(r"\s*>+\s?")
_WROTE: Final = re.compile(r".{0,200}\S@\S.{0,80}:\s*\Z")
_SIGNATURE: Final = re.compile(r"--\s*\Z")
#: Tags of forums, words between stars or quotation marks, and words struck out.
_TAG: Final = re.compile(r"\[/?(?:b|i|u|s|quote|code|url|color|size|list|\*)(?:=[^\]]{0,60})?\]", re.IGNORECASE)
_STRONG: Final = re.compile(r"(?<![*\w])(\*\*)(?![*\s])[^*]{1,80}?(?<!\s)(\*\*)(?!\*)|('''|__)(?=\S)[^'_]{1,80}?(\3)")
_STRUCK: Final = re.compile(r"~~[^~]{1,80}~~")
#: The date before a line of a chat, and the writer behind it.
_CHAT: Final = re.compile(
    r"\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp][Mm])?\]?\s*(?:-\s+)?(?=\S)"
)
_WRITER: Final = re.compile(r"([^\W\d_][^:]{0,30}):\s+")
#: A whole line that only counts pages or says that the sheet goes on.
_PAGE: Final = re.compile(
    r"\s*+(?:-++\s*+\d{1,3}\s*+-++|\(?\s*+(?:cont(?:inued|\.|d|'d)?|forts\w*\.?|suite|ctd\.?)\b[^;:]{0,40}\)?|\(?(?:page|seite|p\.)\s*+\d++[^;:]{0,12})\s*\Z",
    re.IGNORECASE,
)
#: The rows of a table of a wiki.
_WIKI_BEGIN: Final = re.compile(r"\s*\{\|")
_WIKI_SIGN: Final = re.compile(r"\s*(?:\{\||\|\}|\|-|\|\+)")
#: The lines of a table drawn with boxes: the bars between its cells, and the rules between its rows.
_BARS: Final = str.maketrans("│┃║", "|||")
_RULE: Final = re.compile(r"\s*[┌├└╔╠╚┏┣┗╞╟][\u2500-\u257f\s]*\Z")
#: Two turns side by side on a line, each with its number, a gap between them.
_SIDE: Final = re.compile(
    r"\s*(?P<left>\d{1,3})[.)]\s+[^\W\d_]\w*\s.*?\S(?P<gap>\s{3,})(?P<right>\d{1,3})[.)]\s+[^\W\d_]\w*\s+\S*\d"
)
_FEWEST: Final = 3


def without_markup(lines: Sequence[SourceLine], diagnostics: Diagnostics) -> list[SourceLine]:
    """Return the lines without what is no part of the log; each kind is noted on every line that has it."""
    short = [line for line in lines if len(line.text) <= LONGEST_LINE]
    written = [line for line in short if line.text.strip()]
    is_quoted = 2 * sum(line.text.startswith(">") for line in written) >= max(len(written), 2)
    is_chat = sum(_CHAT.match(line.text) is not None for line in written) >= max(_FEWEST, len(written) // 2)
    has_wiki = any(_WIKI_BEGIN.match(line.text) for line in written)
    scribe = _scribe(written) if is_chat else ""
    left, is_signature = [], False
    for line in lines:
        if len(line.text) > LONGEST_LINE:
            left.append(line)
            continue
        if is_quoted or is_chat:
            line = _without_prefix(line, scribe if is_chat else None, diagnostics)
        is_signature = is_signature or _SIGNATURE.match(line.text) is not None
        is_letter = is_signature or (is_quoted and _WROTE.match(line.text) is not None)
        if (is_letter and not _TILED.search(line.text)) or _PAGE.match(line.text):
            if line.text.strip():
                diagnostics.note(line.trimmed(), REMARK)
            continue
        if _RULE.match(line.text):
            diagnostics.note(line.trimmed(), "")
            continue
        line = _blanked(_with_bars(line, diagnostics), diagnostics)
        if has_wiki:
            if _WIKI_SIGN.match(line.text):
                diagnostics.note(line.trimmed(), "")
                continue
            line = _as_row(line, diagnostics)
        left.append(line)
    return _one_below_the_other(left, diagnostics)


def _with_bars(line: SourceLine, diagnostics: Diagnostics) -> SourceLine:
    """Return a row of a table drawn with boxes with plain bars between its cells."""
    text = line.text.translate(_BARS)
    if text == line.text:
        return line
    diagnostics.note(line.trimmed(), text.strip())
    return SourceLine(text, line.number, line.start)


def _one_below_the_other(lines: Sequence[SourceLine], diagnostics: Diagnostics) -> list[SourceLine]:
    """Return lines with the turns of two columns in the order of their numbers."""
    left: list[SourceLine] = []
    block: list[tuple[int, SourceLine]] = []
    for line in lines:
        found = _SIDE.match(line.text[:LONGEST_LINE])
        if found is None:
            left += _by_number(block)
            block = []
            left.append(line)
            continue
        other = line.after(found.start("right"))
        diagnostics.note(Token(other.text.strip(), line.number, other.start + 1), _("the turn of another line"))
        block.append((int(found["left"]), SourceLine(line.text[: found.start("gap")], line.number, line.start)))
        block.append((int(found["right"]), other))
    return left + _by_number(block)


def _by_number(block: Sequence[tuple[int, SourceLine]]) -> list[SourceLine]:
    """Return the lines of turns in the order of their numbers."""
    return [line.after(len(line.text) - len(line.text.lstrip())) for _, line in sorted(block, key=lambda turn: turn[0])]


def _scribe(lines: Sequence[SourceLine]) -> str:
    """Return the writer of most lines of a chat, if his name is not that of a player: he tells everybody's turns; else an empty text."""
    bodies = [line.text[found.end() :] for line in lines if (found := _CHAT.match(line.text)) is not None]
    writers = Counter(found[1] for body in bodies if (found := _WRITER.match(body)) is not None)
    name, count = writers.most_common(1)[0] if writers else ("", 0)
    return name if 2 * count > len(bodies) else ""


def _without_prefix(line: SourceLine, scribe: str | None, diagnostics: Diagnostics) -> SourceLine:
    """Return a line without the mark of quoted lines, or without the date and the scribe's name before a line of a chat."""
    found = _QUOTED.match(line.text) if scribe is None else _CHAT.match(line.text)
    end = 0 if found is None else found.end()
    writer = _WRITER.match(line.text, end) if scribe and end else None
    if writer is not None and writer[1] == scribe:
        end = writer.end()
    if end:
        diagnostics.note(Token(line.text[:end].strip(), line.number, line.start + 1), "")
    return line.after(end)


def _blanked(line: SourceLine, diagnostics: Diagnostics) -> SourceLine:
    """Return a line with spaces in place of tags, of the signs around words, and of words struck out."""
    text = line.text
    for pattern in (_TAG, _STRUCK, _STRONG):
        for found in list(pattern.finditer(text)):
            if pattern is _STRONG:
                groups = [at for at in (1, 2, 3, 4) if found[at] is not None]
                spans = [found.span(at) for at in groups]
            else:
                spans = [found.span()]
            diagnostics.note(Token(found[0], line.number, line.start + found.start() + 1), _between(found, pattern))
            for first, last in spans:
                text = f"{text[:first]}{' ' * (last - first)}{text[last:]}"
    if text == line.text:
        return line
    indent = len(text) - len(text.lstrip())
    was = len(line.text) - len(line.text.lstrip())
    return SourceLine(text, line.number, line.start).after(indent if not was else 0)


def _between(found: re.Match[str], pattern: re.Pattern[str]) -> str:
    """Return what is read of a match: the words between the signs, or nothing."""
    return found[0].strip("*'_") if pattern is _STRONG else ""


def _as_row(line: SourceLine, diagnostics: Diagnostics) -> SourceLine:
    """Return a row of a table of a wiki as one with single bars."""
    text = line.text
    if text.lstrip().startswith("!"):
        text = text.replace("!!", " |").replace("!", "|", 1)
    text = text.replace("||", " |")
    if text != line.text:
        diagnostics.note(line.trimmed(), text.strip())
    return SourceLine(text, line.number, line.start)
